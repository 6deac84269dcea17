/**
 * GET /authorize: redirects the browser to a provider, with a state parameter that belongs to this one
 * request.
 */
import { randomBytes, randomUUID } from "node:crypto";
import type { AuthContext, AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { parseChallenge } from "#backend/auth/grants/pkce.ts";
import { insertClientState } from "#backend/auth/models/client-state.ts";
import { insertFlowState } from "#backend/auth/models/flow-state.ts";
import type { Provider } from "#backend/auth/providers/provider.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";

/** Query parameters that a client may pass on to the provider. */
const FORWARDED_PARAMS = [
  "access_type",
  "acr_values",
  "display",
  "hd",
  "login_hint",
  "max_age",
  "prompt",
  "ui_locales",
];

export function authorize(deps: AuthDeps): Endpoint {
  return async (c) => c.redirect(await createAuthorizationUrl(deps, c, null), 302);
}

/**
 * The provider's authorization URL for this request. @param linkingTargetId the account that gets the new
 * identity
 */
export async function createAuthorizationUrl(
  deps: AuthDeps,
  c: AuthContext,
  linkingTargetId: string | null,
): Promise<string> {
  const provider = getProvider(deps, c.req.query("provider"));
  const { code_challenge, code_challenge_method, scopes = "" } = c.req.query();
  const challenge = parseChallenge({ code_challenge, code_challenge_method });
  const flow = {
    id: randomUUID(),
    clientStateId: randomUUID(),
    verifier: randomBytes(32).toString("base64url"),
  };
  const forwarded = FORWARDED_PARAMS.map((name) => [name, c.req.query(name)] as const);
  const url = await provider
    .authorizationUrl({
      state: flow.id,
      verifier: flow.verifier,
      redirectUri: getCallbackUrl(deps),
      scopes: scopes.split(" ").filter(Boolean),
      extras: Object.fromEntries(forwarded.flatMap(([name, value]) => (value ? [[name, value]] : []))),
    })
    .catch((cause: unknown) => {
      throw new AuthError(500, "unexpected_failure", "The provider cannot be reached", { cause });
    });
  await deps.sql.begin(async (tx) => {
    await insertClientState(tx, flow.clientStateId, provider.name, flow.verifier);
    await insertFlowState(tx, {
      id: flow.id,
      userId: null,
      challenge,
      providerType: provider.name,
      method: "oauth",
      referrer: getRedirectTarget(c, deps.settings),
      linkingTargetId,
      clientStateId: flow.clientStateId,
    });
  });
  return url;
}

/** Throws validation_failed. */
function getProvider({ providers }: AuthDeps, name: string | undefined): Provider {
  const provider = providers.get(name ?? "");
  if (provider) return provider;
  throw validationFailed("Unsupported provider: provider is not enabled");
}

export function getCallbackUrl({ settings }: AuthDeps): string {
  return `${settings.issuer}/callback`;
}
