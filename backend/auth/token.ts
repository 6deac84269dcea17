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

/** Signing in by a wallet is not part of this service, and is refused as Supabase Auth does without it. */
export async function web3Grant(): Promise<Response> {
  throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
}
