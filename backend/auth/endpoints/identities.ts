/** The caller's identities at providers: GET /user/identities/authorize adds one, DELETE removes one. */

import { mapUserWriteErrors } from "#backend/auth/accounts.ts";
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import {
  deleteIdentity,
  type Identity,
  isVerifiedFor,
  listIdentities,
} from "#backend/auth/models/identity.ts";
import {
  lockUser,
  removePassword,
  removePhone,
  replaceEmail,
  syncProviderMetadata,
  type User,
} from "#backend/auth/models/user.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import { createAuthorizationUrl } from "./authorize.ts";

export function linkIdentity(deps: AuthDeps): CallerEndpoint {
  return async (c, { user }) => {
    checkManualLinking(deps);
    const url = await createAuthorizationUrl(deps, c, user.id);
    return c.req.query("skip_http_redirect") === "true" ? Response.json({ url }) : c.redirect(url, 302);
  };
}

export function unlinkIdentity(deps: AuthDeps): CallerEndpoint {
  return async (c, { user: { id: userId } }) => {
    checkManualLinking(deps);
    const id = c.req.param("identity_id") ?? "";
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
    await deps.sql.begin(async (tx) => {
      const user = await lockUser(tx, userId);
      const identities = await listIdentities(tx, userId);
      const removed = identities.find((identity) => identity.id === id);
      if (!user || !removed) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
      if (identities.length === 1) {
        const message = "User must have at least 1 identity after unlinking";
        throw new AuthError(422, "single_identity_not_deletable", message);
      }
      await deleteIdentity(tx, id);
      if (removed.provider === "phone") await removePhone(tx, userId);
      if (removed.provider === "email") await removePassword(tx, userId);
      const left = identities.filter((identity) => identity !== removed);
      const email = resolveRemainingEmail(user, removed, left);
      if (email !== undefined) await mapEmailConflict(() => replaceEmail(tx, userId, email));
      await syncProviderMetadata(tx, userId);
    });
    return Response.json({});
  };
}

/** Throws manual_linking_disabled. */
export function checkManualLinking({ settings }: AuthDeps): void {
  if (settings.manualLinking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/**
 * The account's address after an identity was removed, when the old one came with it; undefined when it is
 * unchanged.
 */
function resolveRemainingEmail(user: User, removed: Identity, left: Identity[]): string | null | undefined {
  const address = user.email?.toLowerCase();
  if (!address || removed.email !== address || left.some(({ email }) => email === address)) return undefined;
  return left.find((identity) => identity.email && isVerifiedFor(identity, identity.email))?.email ?? null;
}

async function mapEmailConflict(replace: () => Promise<void>): Promise<void> {
  try {
    await mapUserWriteErrors("Error updating user", replace);
  } catch (error) {
    if (!(error instanceof AuthError) || error.code !== "email_exists") throw error;
    const message = "Unable to unlink identity due to email conflict";
    throw new AuthError(422, "email_conflict_identity_not_deletable", message);
  }
}
