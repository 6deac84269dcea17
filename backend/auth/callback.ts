/**
 * GET and POST /callback: the browser comes back from a provider. Its code is exchanged, the account found or made,
 * and the browser led on: with a code for who began with a challenge, else with the session in the fragment.
 */

import { callbackUrl } from "./authorize.ts";
import { readText } from "./body.ts";
import { type AuthContext, type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { isUuid } from "./guards.ts";
import { takeClientState } from "./models/client-state.ts";
import { deleteFlowState, type FlowState, findFlowState, finishFlowState } from "./models/flow-state.ts";
import { accountFor } from "./providers/account.ts";
import type { Provider } from "./providers/provider.ts";
import { failureRedirect, sessionRedirect } from "./redirect-answers.ts";
import { withFragment, withQuery } from "./redirects.ts";
import { startSession } from "./sessions.ts";

interface Answer {
  state?: string;
  code?: string;
  error?: string;
  error_description?: string;
}

/** Longer than it takes to sign in there, with a second factor and all. */
const STATE_SECONDS = 15 * 60;

export function callback(deps: AuthDeps): Endpoint {
  return async (c) => {
    if (c.req.method === "HEAD") return c.body(null, 204);
    const answer = c.req.method === "POST" ? await formOf(c) : c.req.query();
    let flow: FlowState | null = null;
    try {
      const opened = await openFlow(deps, answer);
      flow = opened.flow;
      if (answer.error) return refusal(c, deps, flow, answer);
      return await arrive(c, deps, opened, answer.code);
    } catch (error) {
      return failureRedirect(
        c,
        flow?.referrer ?? deps.settings.siteUrl,
        error,
        Boolean(flow?.code_challenge),
      );
    }
  };
}

/** Providers send it as a form of a page. */
async function formOf(c: AuthContext): Promise<Answer> {
  return Object.fromEntries(new URLSearchParams(await readText(c.req.raw)));
}

interface Opened {
  flow: FlowState;
  provider: Provider;
  verifier: string;
}

/** What this state was made for. It opens once. */
async function openFlow({ sql, providers }: AuthDeps, { state }: Answer): Promise<Opened> {
  if (!state) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!isUuid(state)) throw new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  return sql.begin(async (tx) => {
    const flow = await findFlowState(tx, state);
    const verifier = flow?.oauth_client_state_id
      ? await takeClientState(tx, flow.oauth_client_state_id)
      : null;
    const provider = providers.get(flow?.provider_type ?? "");
    if (!flow || !verifier || !provider || flow.age_seconds > STATE_SECONDS) {
      throw new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
    }
    return { flow, provider, verifier };
  });
}

/** The provider said no, in its own words. */
function refusal(c: AuthContext, { settings }: AuthDeps, flow: FlowState, answer: Answer): Response {
  const failure = { error: answer.error ?? "", error_description: answer.error_description ?? "" };
  const target = withFragment(flow.referrer ?? settings.siteUrl, { ...failure, sb: "" });
  return c.redirect(flow.code_challenge ? withQuery(target, failure) : target, 302);
}

async function arrive(
  c: AuthContext,
  deps: AuthDeps,
  { flow, provider, verifier }: Opened,
  code: string | undefined,
): Promise<Response> {
  if (!code) throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code");
  const session = await provider.exchange({ code, verifier, redirectUri: callbackUrl(deps) });
  const { profile, accessToken, refreshToken } = session;
  const target = flow.referrer ?? deps.settings.siteUrl;
  const outcome = await deps.sql.begin(async (tx) => {
    const { linking_target_id: linkingTargetId } = flow;
    const userId = await accountFor(tx, deps, { provider: provider.name, profile, linkingTargetId });
    if (flow.code_challenge) return finishFlowState(tx, flow.id, { userId, accessToken, refreshToken });
    await deleteFlowState(tx, flow.id);
    return startSession(tx, userId, "oauth", clientOf(c));
  });
  if (typeof outcome === "string") return c.redirect(withQuery(target, { code: outcome }), 302);
  return sessionRedirect(c, deps, target, outcome, {
    provider_token: accessToken,
    ...(refreshToken && { provider_refresh_token: refreshToken }),
  });
}
