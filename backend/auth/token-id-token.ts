/** POST /token?grant_type=id_token: a provider's own token, which an app got by itself, for a session. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { readBody, text } from "./body.ts";
import { type AuthContext, type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { callerOf } from "./guards.ts";
import { accountFor } from "./providers/account.ts";
import { profileFrom } from "./providers/profile.ts";
import type { Provider } from "./providers/provider.ts";
import { sessionResponse, startSession } from "./sessions.ts";

const idTokenBody = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  issuer: text,
  client_id: text,
  link_identity: z.boolean().nullish(),
});
type IdTokenBody = z.infer<typeof idTokenBody>;

export function idTokenGrant(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, idTokenBody);
    if (!body.id_token) throw refused("id_token required");
    const provider = providerOf(deps, body);
    const linkingTargetId = body.link_identity ? await linkingTarget(deps, c) : null;
    const claims = await provider.claimsOf(body.id_token).catch((cause: unknown) => {
      throw refused("Bad ID token", cause);
    });
    if (!provider.skipNonce) checkNonce(body.nonce, claims.nonce);
    const profile = profileFrom(claims);
    const grant = await deps.sql.begin(async (tx) => {
      const userId = await accountFor(tx, deps, { provider: provider.name, profile, linkingTargetId });
      return startSession(tx, userId, "oauth", clientOf(c));
    });
    return sessionResponse(deps, grant);
  };
}

function providerOf(deps: AuthDeps, { provider: name, client_id: clientId, issuer }: IdTokenBody): Provider {
  if (!name && !(clientId && issuer)) throw refused("provider or client_id and issuer required");
  const { providers: known } = deps.settings;
  const options = known.find((one) =>
    name
      ? one.name === name
      : one.issuer === issuer && [one.clientId, ...one.otherClientIds].includes(clientId ?? ""),
  );
  const provider = deps.providers.get(options?.name ?? "");
  if (provider) return provider;
  const what = name ? `Provider ${JSON.stringify(name)}` : "Provider of this issuer";
  throw new AuthError(400, "provider_disabled", `${what} is not enabled`);
}

async function linkingTarget(deps: AuthDeps, c: AuthContext): Promise<string> {
  if (!deps.settings.manualLinking) {
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  }
  const { user } = await callerOf(deps, c);
  return user.id;
}

/** The app shows the nonce, the token its hash: so a token that was stolen elsewhere is of no use here. */
function checkNonce(shown: string | undefined, claimed: unknown): void {
  if (!shown && !claimed) return;
  if (!shown || !claimed)
    throw refused("Passed nonce and nonce in id_token should either both exist or not.");
  const hash = createHash("sha256").update(shown).digest("hex");
  if (claimed !== hash)
    throw new AuthError(400, "invalid_credentials", "Nonces mismatch", { oauth: "invalid nonce" });
}

function refused(message: string, cause?: unknown): AuthError {
  return new AuthError(400, "invalid_credentials", message, { oauth: "invalid request", cause });
}
