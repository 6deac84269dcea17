/**
 * GET and POST /callback: the provider's redirect back. The code is exchanged and the account found or
 * created. The browser is then redirected: with an authorization code for a PKCE flow, else with the session
 * in the fragment.
 */

import { readText } from "#backend/auth/body.ts";
import { type AuthContext, type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { consumeClientState } from "#backend/auth/models/client-state.ts";
import {
  deleteFlowState,
  type FlowState,
  findFlowState,
  finishFlowState,
} from "#backend/auth/models/flow-state.ts";
import type { Provider } from "#backend/auth/providers/provider.ts";
import { resolveAccountId } from "#backend/auth/providers/provider-account.ts";
import { createErrorRedirect, createSessionRedirect } from "#backend/auth/redirect-responses.ts";
import { withFragment, withQuery } from "#backend/auth/redirects.ts";
import { startSession } from "#backend/auth/sessions/sessions.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import { getCallbackUrl } from "./authorize.ts";

interface CallbackParams {
  state?: string;
  code?: string;
  error?: string;
  error_description?: string;
}

/** Longer than a sign-in at the provider takes, second factor included. */
const STATE_SECONDS = 15 * 60;

export function callback(deps: AuthDeps): Endpoint {
  return async (c) => {
    if (c.req.method === "HEAD") return c.body(null, 204);
    const params = c.req.method === "POST" ? await readFormParams(c) : c.req.query();
    let flow: FlowState | null = null;
    try {
      const opened = await resumeFlow(deps, params);
      flow = opened.flow;
      if (params.error) return createProviderErrorRedirect(c, deps, flow, params);
      return await completeSignIn(c, deps, opened, params.code);
    } catch (error) {
      return createErrorRedirect(
        c,
        flow?.referrer ?? deps.settings.siteUrl,
        error,
        Boolean(flow?.code_challenge),
      );
    }
  };
}

/** Providers with response mode form_post send the parameters as a form. */
async function readFormParams(c: AuthContext): Promise<CallbackParams> {
  return Object.fromEntries(new URLSearchParams(await readText(c.req.raw)));
}

interface ResumedFlow {
  flow: FlowState;
  provider: Provider;
  verifier: string;
}

/** The flow of this state parameter. A state can be used once. */
async function resumeFlow({ sql, providers }: AuthDeps, { state }: CallbackParams): Promise<ResumedFlow> {
  if (!state) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!isUuid(state)) throw new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  return sql.begin(async (tx) => {
    const flow = await findFlowState(tx, state);
    const verifier = flow?.oauth_client_state_id
      ? await consumeClientState(tx, flow.oauth_client_state_id)
      : null;
    const provider = providers.get(flow?.provider_type ?? "");
    if (!flow || !verifier || !provider || flow.age_seconds > STATE_SECONDS) {
      throw new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
    }
    return { flow, provider, verifier };
  });
}

/** Passes on the provider's error in its own words. */
function createProviderErrorRedirect(
  c: AuthContext,
  { settings }: AuthDeps,
  flow: FlowState,
  params: CallbackParams,
): Response {
  const failure = { error: params.error ?? "", error_description: params.error_description ?? "" };
  const target = withFragment(flow.referrer ?? settings.siteUrl, { ...failure, sb: "" });
  return c.redirect(flow.code_challenge ? withQuery(target, failure) : target, 302);
}

async function completeSignIn(
  c: AuthContext,
  deps: AuthDeps,
  { flow, provider, verifier }: ResumedFlow,
  code: string | undefined,
): Promise<Response> {
  if (!code) throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code");
  const session = await provider.exchange({ code, verifier, redirectUri: getCallbackUrl(deps) });
  const { profile, accessToken, refreshToken } = session;
  const target = flow.referrer ?? deps.settings.siteUrl;
  const outcome = await deps.sql.begin(async (tx) => {
    const { linking_target_id: linkingTargetId } = flow;
    const userId = await resolveAccountId(tx, deps, { provider: provider.name, profile, linkingTargetId });
    if (flow.code_challenge) return finishFlowState(tx, flow.id, { userId, accessToken, refreshToken });
    await deleteFlowState(tx, flow.id);
    return startSession(tx, userId, "oauth", getClientInfo(c));
  });
  if (typeof outcome === "string") return c.redirect(withQuery(target, { code: outcome }), 302);
  return createSessionRedirect(c, deps, target, outcome, {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  });
}
