/** GET /.well-known/jwks.json: the public keys with which anyone may verify our access tokens. */
import type { AuthDeps, Endpoint } from "./endpoint.ts";

export function jwks({ tokens }: AuthDeps): Endpoint {
  return async () => Response.json(tokens.jwks, { headers: { "cache-control": "public, max-age=600" } });
}
