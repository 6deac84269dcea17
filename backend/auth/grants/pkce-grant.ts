/**
 * POST /token?grant_type=pkce: exchanges an authorization code and the client's code verifier for a session.
 */
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { deleteFlowState, lockFlowStateByCode } from "#backend/auth/models/flow-state.ts";
import { deleteOneTimeTokens } from "#backend/auth/models/one-time-token.ts";
import { findUserById, isBanned } from "#backend/auth/models/user.ts";
import { createSessionResponse, startSession } from "#backend/auth/sessions/sessions.ts";
import { matchesChallenge } from "./pkce.ts";

const pkceBodySchema = z.object({ auth_code: text, code_verifier: text });

const CODE_SECONDS = 300;

export function pkceGrant(deps: AuthDeps): Endpoint {
  return async (c) => {
    const { auth_code: code, code_verifier: verifier } = await readBody(c.req.raw, pkceBodySchema);
    if (!code || !verifier) {
      const message = "invalid request: both auth code and code verifier should be non-empty";
      throw validationFailed(message);
    }
    const { grant, flow } = await deps.sql.begin(async (tx) => {
      const flow = await lockFlowStateByCode(tx, code);
      if (!flow?.code_challenge || !flow.code_challenge_method || !flow.user_id) {
        const message = "invalid flow state, no valid flow state found";
        throw new AuthError(404, "flow_state_not_found", message);
      }
      if (flow.age_seconds > CODE_SECONDS) {
        throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
      }
      const challenge = { value: flow.code_challenge, method: flow.code_challenge_method };
      if (!matchesChallenge(verifier, challenge)) {
        const message = "code challenge does not match previously saved code verifier";
        throw new AuthError(400, "bad_code_verifier", message);
      }
      const user = await findUserById(tx, flow.user_id);
      if (!user) throw new AuthError(404, "user_not_found", "User not found");
      if (isBanned(user)) throw new AuthError(400, "user_banned", "User is banned");
      await deleteFlowState(tx, flow.id);
      // The token for other browsers (verify.ts).
      if (flow.authentication_method === "recovery")
        await deleteOneTimeTokens(tx, user.id, ["recovery_token"]);
      return { flow, grant: await startSession(tx, user.id, flow.authentication_method, getClientInfo(c)) };
    });
    return createSessionResponse(deps, grant, {
      provider_token: flow.provider_access_token ?? undefined,
      provider_refresh_token: flow.provider_refresh_token ?? undefined,
    });
  };
}
