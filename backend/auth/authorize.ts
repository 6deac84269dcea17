/** GET /authorize: sends the browser to a provider, with a state that only the answer to this one request knows. */
import { randomBytes, randomUUID } from "node:crypto";
import type { AuthContext, AuthDeps, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { insertClientState } from "./models/client-state.ts";
import { insertFlowState } from "./models/flow-state.ts";
import { readChallenge } from "./pkce.ts";
import type { Provider } from "./providers/provider.ts";
import { redirectTargetOf } from "./redirects.ts";

/** What a client may say to the provider beside what we say. */
const PASSED_ON = [
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
  return async (c) => c.redirect(await providerPage(deps, c, null), 302);
}

/** The provider's page for this request. @param linkingTargetId the account that an identity is to be added to */
export async function providerPage(
  deps: AuthDeps,
  c: AuthContext,
  linkingTargetId: string | null,
): Promise<string> {
  const provider = providerNamed(deps, c.req.query("provider"));
  const { code_challenge, code_challenge_method, scopes = "" } = c.req.query();
  const challenge = readChallenge({ code_challenge, code_challenge_method });
  const flow = {
    id: randomUUID(),
    clientStateId: randomUUID(),
    verifier: randomBytes(32).toString("base64url"),
  };
  const passedOn = PASSED_ON.map((name) => [name, c.req.query(name)] as const);
  const url = await provider
    .authorizationUrl({
      state: flow.id,
      verifier: flow.verifier,
      redirectUri: callbackUrl(deps),
      scopes: scopes.split(" ").filter(Boolean),
      extras: Object.fromEntries(passedOn.flatMap(([name, value]) => (value ? [[name, value]] : []))),
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
      referrer: redirectTargetOf(c, deps.settings),
      linkingTargetId,
      clientStateId: flow.clientStateId,
    });
  });
  return url;
}

/** Throws validation_failed. */
function providerNamed({ providers }: AuthDeps, name: string | undefined): Provider {
  const provider = providers.get(name ?? "");
  if (provider) return provider;
  throw validationFailed("Unsupported provider: provider is not enabled");
}

export function callbackUrl({ settings }: AuthDeps): string {
  return `${settings.issuer}/callback`;
}
