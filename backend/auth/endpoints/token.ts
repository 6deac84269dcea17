/** POST /token?grant_type=…: passes the request to its grant, as listed in the route table. */
import type { Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";

export function token(grants: Map<string, Endpoint>): Endpoint {
  return async (c) => {
    const grant = grants.get(c.req.query("grant_type") ?? "");
    if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    return grant(c);
  };
}
