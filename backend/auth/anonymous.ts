/** POST /signup without a name: an account that only its session opens, until it gets an address or number. */
import { createAccount } from "./accounts.ts";
import type { JsonObject } from "./body.ts";
import { type AuthContext, type AuthDeps, clientOf } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { spendAddress } from "./guards.ts";
import { sessionResponse, startSession } from "./sessions.ts";

export async function signInAnonymously(deps: AuthDeps, c: AuthContext, data: JsonObject): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.anonymousEnabled) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await spendAddress(deps, "anonymous", c);
  if (!settings.signupEnabled) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const grant = await sql.begin(async (tx) => {
    const id = await createAccount(tx, { data, isAnonymous: true });
    return startSession(tx, id, "anonymous", clientOf(c));
  });
  return sessionResponse(deps, grant);
}
