/** POST /token?grant_type=…: hands the request to its grant (the route table lists them). */
import type { Endpoint } from "./endpoint.ts";
import { AuthError } from "./errors.ts";

export function token(grants: Map<string, Endpoint>): Endpoint {
  return async (c) => {
    const grant = grants.get(c.req.query("grant_type") ?? "");
    if (!grant) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
    return grant(c);
  };
}
