/**
 * POST /token?grant_type=id_token: exchanges a provider's id_token, which an app got by itself, for a
 * session.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { type AuthContext, type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { checkManualLinking } from "#backend/auth/endpoints/identities.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { authenticateCaller } from "#backend/auth/guards.ts";
import { parseProfile } from "#backend/auth/providers/profile.ts";
import type { Provider } from "#backend/auth/providers/provider.ts";
import { resolveAccountId } from "#backend/auth/providers/provider-account.ts";
import { createSessionResponse, startSession } from "#backend/auth/sessions/sessions.ts";

const idTokenBodySchema = z.object({
  provider: text,
  id_token: text,
  access_token: text,
  nonce: text,
  issuer: text,
  client_id: text,
  link_identity: z.boolean().nullish(),
});
type IdTokenBody = z.infer<typeof idTokenBodySchema>;

export function idTokenGrant(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, idTokenBodySchema);
    if (!body.id_token) throw invalidIdToken("id_token required");
    const provider = resolveProvider(deps, body);
    const linkingTargetId = body.link_identity ? await getLinkingTargetId(deps, c) : null;
    const claims = await provider.verifyIdToken(body.id_token).catch((cause: unknown) => {
      throw invalidIdToken("Bad ID token", cause);
    });
    if (!provider.skipNonce) checkNonce(body.nonce, claims.nonce);
    const profile = parseProfile(claims);
    const grant = await deps.sql.begin(async (tx) => {
      const userId = await resolveAccountId(tx, deps, { provider: provider.name, profile, linkingTargetId });
      return startSession(tx, userId, "oauth", getClientInfo(c));
    });
    return createSessionResponse(deps, grant);
  };
}

function resolveProvider(
  deps: AuthDeps,
  { provider: name, client_id: clientId, issuer }: IdTokenBody,
): Provider {
  if (!name && !(clientId && issuer)) throw invalidIdToken("provider or client_id and issuer required");
  const { providers: configured } = deps.settings;
  const options = configured.find((one) =>
    name
      ? one.name === name
      : one.issuer === issuer && [one.clientId, ...one.otherClientIds].includes(clientId ?? ""),
  );
  const provider = deps.providers.get(options?.name ?? "");
  if (provider) return provider;
  const what = name ? `Provider ${JSON.stringify(name)}` : "Provider of this issuer";
  throw new AuthError(400, "provider_disabled", `${what} is not enabled`);
}

async function getLinkingTargetId(deps: AuthDeps, c: AuthContext): Promise<string> {
  checkManualLinking(deps);
  const { user } = await authenticateCaller(deps, c);
  return user.id;
}

/** The app sends the nonce and the token holds its hash, so a token stolen elsewhere cannot be used here. */
function checkNonce(presented: string | undefined, claimed: unknown): void {
  if (!presented && !claimed) return;
  if (!presented || !claimed)
    throw invalidIdToken("Passed nonce and nonce in id_token should either both exist or not.");
  const hash = createHash("sha256").update(presented).digest("hex");
  if (claimed !== hash)
    throw new AuthError(400, "invalid_credentials", "Nonces mismatch", { oauth: "invalid nonce" });
}

function invalidIdToken(message: string, cause?: unknown): AuthError {
  return new AuthError(400, "invalid_credentials", message, { oauth: "invalid request", cause });
}
