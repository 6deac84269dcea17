/**
 * POST /signup without e-mail or phone: an anonymous account. Only its session opens it until it gets an
 * address or a number.
 */

import { checkSignupEnabled, createAccount } from "#backend/auth/accounts.ts";
import { type AuthContext, type AuthDeps, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { consumeClientLimit } from "#backend/auth/guards.ts";
import { createSessionResponse, startSession } from "#backend/auth/sessions/sessions.ts";
import type { JsonObject } from "#backend/core/values/json.ts";

export async function signInAnonymously(deps: AuthDeps, c: AuthContext, data: JsonObject): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.anonymousEnabled) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  await consumeClientLimit(deps, "anonymous_sign_up", c);
  checkSignupEnabled(settings);
  const grant = await sql.begin(async (tx) => {
    const id = await createAccount(tx, { data, isAnonymous: true });
    return startSession(tx, id, "anonymous", getClientInfo(c));
  });
  return createSessionResponse(deps, grant);
}
