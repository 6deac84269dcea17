/**
 * Which account a provider's account opens: the one it opened before, the one it is being added to, the one with the
 * same proven address, or a new one.
 */
import type { TransactionSql } from "../../core/database.ts";
import { createAccount, emailExists } from "../accounts.ts";
import type { AuthDeps } from "../endpoint.ts";
import { AuthError } from "../errors.ts";
import { isBanned } from "../guards.ts";
import {
  findIdentity,
  insertIdentity,
  isProven,
  listIdentities,
  listOwnersOfAddress,
  updateIdentity,
} from "../models/identity.ts";
import { closeUser, confirmEmail, findUserById, lockUser, refreshProviders } from "../models/user.ts";
import type { Profile } from "./profile.ts";

interface Arrival {
  provider: string;
  profile: Profile;
  /** The account that the identity is to be added to, when its owner asked for that. */
  linkingTargetId: string | null;
}

/**
 * Resolves to the account's id. Throws user_banned, signup_disabled, identity_already_exists, email_exists, or
 * user_not_found.
 */
export async function accountFor(tx: TransactionSql, deps: AuthDeps, arrival: Arrival): Promise<string> {
  const userId = await find(tx, deps, arrival);
  const user = await findUserById(tx, userId);
  if (!user) throw new AuthError(403, "user_not_found", "User not found");
  if (isBanned(user.banned_until)) throw new AuthError(403, "user_banned", "User is banned");
  await refreshProviders(tx, userId);
  return userId;
}

async function find(tx: TransactionSql, deps: AuthDeps, arrival: Arrival): Promise<string> {
  const { provider, profile, linkingTargetId } = arrival;
  const known = await findIdentity(tx, provider, profile.subject);
  if (linkingTargetId) {
    if (known) {
      const whose = known.user_id === linkingTargetId ? "" : " to another user";
      throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
    }
    return add(tx, linkingTargetId, arrival);
  }
  if (known) {
    await updateIdentity(tx, known.id, profile.data);
    return known.user_id;
  }
  if (profile.email && profile.emailVerified) {
    const owners = await listOwnersOfAddress(tx, profile.email);
    if (owners.length > 1) throw emailExists();
    const [owner] = owners;
    if (owner) return join(tx, owner, profile.email, arrival);
  }
  return create(tx, deps, arrival);
}

async function add(tx: TransactionSql, userId: string, { provider, profile }: Arrival): Promise<string> {
  if (!(await lockUser(tx, userId))) {
    throw new AuthError(422, "user_not_found", "Linking target user not found");
  }
  await insertIdentity(tx, { userId, provider, providerId: profile.subject, data: profile.data });
  return userId;
}

/**
 * To the account with this address. Unless somebody has already shown that the address is theirs, whoever made the
 * account only claimed it: every way in that they know or left open ends here.
 */
async function join(tx: TransactionSql, userId: string, email: string, arrival: Arrival): Promise<string> {
  const user = await lockUser(tx, userId);
  if (!user) throw new AuthError(422, "user_not_found", "Linking target user not found");
  const identities = await listIdentities(tx, userId);
  if (!identities.some((identity) => isProven(identity, email))) await closeUser(tx, userId);
  if (!user.email_confirmed_at && user.email?.toLowerCase() === email) await confirmEmail(tx, userId);
  return add(tx, userId, arrival);
}

/** An address that the provider does not vouch for is kept in the identity, but does not become the account's. */
async function create(tx: TransactionSql, { settings }: AuthDeps, arrival: Arrival): Promise<string> {
  if (!settings.signupEnabled) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const { provider, profile } = arrival;
  const email = profile.emailVerified ? (profile.email ?? undefined) : undefined;
  const appMetadata = { provider, providers: [provider] };
  const account = { email, emailConfirmed: true, data: profile.data, appMetadata, ownIdentities: false };
  return add(tx, await createAccount(tx, account), arrival);
}
