/** GET /.well-known/jwks.json: the public keys that verify the access tokens of this service. */
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";

export function jwks({ tokens }: AuthDeps): Endpoint {
  return async () => Response.json(tokens.jwks, { headers: { "cache-control": "public, max-age=600" } });
}
