/**
 * Finds the account for a provider's identity: the one already linked, the one that requested the linking,
 * the one with the same verified address, or a new one.
 */

import { checkSignupEnabled, createAccount, emailExists } from "#backend/auth/accounts.ts";
import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import {
  findIdentity,
  insertIdentity,
  isVerifiedFor,
  listIdentities,
  listUserIdsByEmail,
  updateIdentity,
} from "#backend/auth/models/identity.ts";
import {
  confirmEmail,
  findUserById,
  isBanned,
  lockUser,
  revokeUserCredentials,
  syncProviderMetadata,
} from "#backend/auth/models/user.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import type { Profile } from "./profile.ts";

interface ProviderSignIn {
  provider: string;
  profile: Profile;
  /** The account to link the identity to, when its owner requested that. */
  linkingTargetId: string | null;
}

/**
 * Resolves to the account's id. Throws user_banned, signup_disabled, identity_already_exists, email_exists,
 * or user_not_found.
 */
export async function resolveAccountId(
  tx: TransactionSql,
  deps: AuthDeps,
  signIn: ProviderSignIn,
): Promise<string> {
  const userId = await findOrCreateAccount(tx, deps, signIn);
  const user = await findUserById(tx, userId);
  if (!user) throw new AuthError(403, "user_not_found", "User not found");
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  await syncProviderMetadata(tx, userId);
  return userId;
}

async function findOrCreateAccount(
  tx: TransactionSql,
  deps: AuthDeps,
  signIn: ProviderSignIn,
): Promise<string> {
  const { provider, profile, linkingTargetId } = signIn;
  const existing = await findIdentity(tx, provider, profile.subject);
  if (linkingTargetId) {
    if (existing) {
      const ownerSuffix = existing.user_id === linkingTargetId ? "" : " to another user";
      throw new AuthError(422, "identity_already_exists", `Identity is already linked${ownerSuffix}`);
    }
    return addIdentity(tx, linkingTargetId, signIn);
  }
  if (existing) {
    await updateIdentity(tx, existing.id, profile.data);
    return existing.user_id;
  }
  if (profile.email && profile.emailVerified) {
    const owners = await listUserIdsByEmail(tx, profile.email);
    if (owners.length > 1) throw emailExists();
    const [owner] = owners;
    if (owner) return joinExistingAccount(tx, owner, profile.email, signIn);
  }
  return createProviderAccount(tx, deps, signIn);
}

async function addIdentity(
  tx: TransactionSql,
  userId: string,
  { provider, profile }: ProviderSignIn,
): Promise<string> {
  if (!(await lockUser(tx, userId))) {
    throw new AuthError(422, "user_not_found", "Linking target user not found");
  }
  await insertIdentity(tx, { userId, provider, providerId: profile.subject, data: profile.data });
  return userId;
}

/**
 * Links the identity to the account with this address. While nobody has verified the address, the account's
 * creator only claimed it, so every existing sign-in method and session of the account is removed.
 */
async function joinExistingAccount(
  tx: TransactionSql,
  userId: string,
  email: string,
  signIn: ProviderSignIn,
): Promise<string> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AuthError(422, "user_not_found", "Linking target user not found");
  const identities = await listIdentities(tx, userId);
  if (!identities.some((identity) => isVerifiedFor(identity, email))) await revokeUserCredentials(tx, userId);
  if (!user.email_confirmed_at && user.email?.toLowerCase() === email) await confirmEmail(tx, userId);
  return addIdentity(tx, userId, signIn);
}

/** An address that the provider does not vouch for is stored in the identity but not in the account. */
async function createProviderAccount(
  tx: TransactionSql,
  { settings }: AuthDeps,
  signIn: ProviderSignIn,
): Promise<string> {
  checkSignupEnabled(settings);
  const { provider, profile } = signIn;
  const email = profile.emailVerified ? (profile.email ?? undefined) : undefined;
  const appMetadata = { provider, providers: [provider] };
  const account = { email, emailConfirmed: true, data: profile.data, appMetadata, localIdentities: false };
  return addIdentity(tx, await createAccount(tx, account), signIn);
}
