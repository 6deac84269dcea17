/** GET, POST, PUT and DELETE /admin/users: all accounts, for the service role. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { createAccount, emailExists, mapUserWriteErrors, phoneExists } from "#backend/auth/accounts.ts";
import { readBody, readOptionalBody } from "#backend/auth/body.ts";
import { applyNewEmail, applyPhoneChange } from "#backend/auth/confirmations.ts";
import type { AuthContext, AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { listFactors } from "#backend/auth/models/factor.ts";
import {
  anonymizeIdentity,
  listIdentities,
  upsertLocalIdentity,
  verifyLocalIdentity,
} from "#backend/auth/models/identity.ts";
import { deleteUserSessions } from "#backend/auth/models/session.ts";
import {
  anonymizeUser,
  confirmEmail,
  confirmPhone,
  deleteUser,
  findUserByEmail,
  findUserByPhone,
  findUserIncludingDeleted,
  lockUserIncludingDeleted,
  mergeAppMetadata,
  mergeUserMetadata,
  setBan,
  setRole,
  setUnconfirmedEmail,
  setUnconfirmedPhone,
  syncProviderMetadata,
  type User,
  updatePassword,
} from "#backend/auth/models/user.ts";
import { checkNewPassword, getPasswordRules } from "#backend/auth/passwords/password-rules.ts";
import { toUserView, type UserView } from "#backend/auth/user-view.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { isApplicationError } from "#backend/core/database/sqlstates.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import {
  type AdminUserAttributes,
  createBodySchema,
  hashPasswordAttribute,
  parseBanEnd,
  parseContact,
  updateBodySchema,
} from "./user-attributes.ts";

export function createUserAsAdmin(deps: AuthDeps): Endpoint {
  const { sql } = deps;
  return async (c) => {
    const body = await readBody(c.req.raw, createBodySchema);
    const { email, phone } = parseContact(body);
    if (!email && !phone) throw validationFailed("Cannot create a user without either an email or phone");
    const id = body.id;
    if (id !== undefined && (!isUuid(id) || /^[0-]+$/.test(id)))
      throw validationFailed("ID must conform to the uuid v4 format");
    const [passwordHash, bannedUntil] = [await hashPasswordAttribute(body, c.env.ip), parseBanEnd(body)];
    if (email && (await findUserByEmail(sql, email))) throw emailExists();
    if (phone && (await findUserByPhone(sql, phone))) throw phoneExists();
    const view = await sql.begin(async (tx) => {
      const userId = await createAccount(tx, {
        id,
        email,
        phone,
        passwordHash,
        data: body.user_metadata,
        appMetadata: body.app_metadata,
        emailConfirmed: body.email_confirm === true && email !== undefined,
        phoneConfirmed: body.phone_confirm === true && phone !== undefined,
        role: body.role,
        isVouchedFor: true,
      });
      if (bannedUntil) await setBan(tx, userId, bannedUntil);
      return readUserView(tx, userId);
    });
    return Response.json(view);
  };
}

export function getUserAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => Response.json(await readUserView(sql, parseUserId(c)));
}

export function updateUserAsAdmin(deps: AuthDeps): Endpoint {
  return async (c) => {
    const userId = parseUserId(c);
    const body = await readBody(c.req.raw, updateBodySchema);
    if (body.password) await checkNewPassword(body.password, await getPasswordRules(deps, userId));
    const [passwordHash, contact] = [await hashPasswordAttribute(body, c.env.ip), parseContact(body)];
    const view = await deps.sql.begin(async (tx) => {
      const user = await lockUserIncludingDeleted(tx, userId);
      if (!user) throw userNotFound();
      await mapUserWriteErrors("Error updating user", () =>
        applyChanges(tx, user, body, { passwordHash, ...contact }),
      );
      const traits = { by: "service_role", ...describeChanges(body) };
      await recordEvent(tx, { action: "user_modified", actor: user, ip: c.env.ip, traits });
      return readUserView(tx, userId);
    });
    return Response.json(view);
  };
}

/** For the security events: which fields were set, and the ban. */
function describeChanges({ ban_duration: ban, ...body }: AdminUserAttributes): JsonObject {
  const changed = Object.entries(body).flatMap(([name, value]) => (value == null ? [] : [name]));
  return { changed, ...(ban !== undefined && { ban }) };
}

interface UserChanges {
  passwordHash?: string;
  email?: string;
  phone?: string;
}

async function applyChanges(
  tx: TransactionSql,
  user: User,
  body: AdminUserAttributes,
  changes: UserChanges,
): Promise<void> {
  const { id } = user;
  const { passwordHash, email, phone } = changes;
  const bannedUntil = parseBanEnd(body);
  if (passwordHash) {
    await updatePassword(tx, id, passwordHash);
    await deleteUserSessions(tx, id);
  }
  // A new address or number is as confirmed as the former one was, unless the request says otherwise.
  if (email && email !== user.email?.toLowerCase()) {
    if (body.email_confirm ?? user.email_confirmed_at) await applyNewEmail(tx, id, email);
    else await applyUnconfirmedEmail(tx, id, email);
  } else if (body.email_confirm) {
    await confirmEmail(tx, id);
    await verifyLocalIdentity(tx, id, "email");
  }
  if (phone && phone !== user.phone) {
    if (body.phone_confirm ?? user.phone_confirmed_at) await applyPhoneChange(tx, id, phone);
    else await applyUnconfirmedPhone(tx, id, phone);
  } else if (body.phone_confirm) {
    await confirmPhone(tx, id);
    await verifyLocalIdentity(tx, id, "phone");
  }
  if (email || phone) await syncProviderMetadata(tx, id);
  if (body.user_metadata) await mergeUserMetadata(tx, id, body.user_metadata);
  if (body.app_metadata) await mergeAppMetadata(tx, id, body.app_metadata);
  if (body.role) await setRole(tx, id, body.role);
  if (bannedUntil !== undefined) await setBan(tx, id, bannedUntil);
}

/** The identity gets the address too: a provider's account with the former one would be linked to this account. */
async function applyUnconfirmedEmail(tx: TransactionSql, id: string, email: string): Promise<void> {
  await setUnconfirmedEmail(tx, id, email);
  await upsertLocalIdentity(tx, id, "email", { email, email_verified: false });
}

async function applyUnconfirmedPhone(tx: TransactionSql, id: string, phone: string): Promise<void> {
  await setUnconfirmedPhone(tx, id, phone);
  await upsertLocalIdentity(tx, id, "phone", { phone, phone_verified: false });
}

const deleteBodySchema = z.object({ should_soft_delete: z.boolean().nullish() });

export function deleteUserAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const userId = parseUserId(c);
    const { should_soft_delete: isSoft } = await readOptionalBody(c.req.raw, deleteBodySchema);
    await sql.begin(async (tx) => {
      const user = await lockUserIncludingDeleted(tx, userId);
      if (!user) throw userNotFound();
      await mapDeletionErrors(() => (isSoft ? softDeleteUser(tx, user) : deleteUser(tx, userId)));
      const traits = { by: "service_role" };
      await recordEvent(tx, { action: "user_deleted", actor: user, ip: c.env.ip, traits });
    });
    return Response.json({});
  };
}

/**
 * Throws conflict with the application's reason, which is for whoever may delete accounts, when one of its rules keeps
 * the account; else as mapUserWriteErrors does.
 */
async function mapDeletionErrors(remove: () => Promise<void>): Promise<void> {
  try {
    await mapUserWriteErrors("Database error deleting user", remove);
  } catch (error) {
    const cause = error instanceof AuthError ? error.extras.cause : null;
    if (!(cause instanceof Error && isApplicationError(getErrorCode(cause)))) throw error;
    throw new AuthError(409, "conflict", cause.message);
  }
}

/**
 * Anonymizes the account. The row stays because other rows refer to it; identifying values are replaced by an
 * irreversible hash.
 */
async function softDeleteUser(tx: TransactionSql, user: User): Promise<void> {
  const pseudonym = (text: string) => createHash("sha256").update(`${user.id}${text}`).digest("base64url");
  await deleteUserSessions(tx, user.id);
  await anonymizeUser(tx, user.id, {
    email: user.email && pseudonym(user.email),
    phone: user.phone && pseudonym(user.phone).slice(0, 15),
  });
  for (const identity of await listIdentities(tx, user.id)) {
    await anonymizeIdentity(tx, identity.id, pseudonym(identity.provider_id));
  }
}

/** Throws user_not_found. */
export async function readUserView(sql: Sql | TransactionSql, userId: string): Promise<UserView> {
  const user = await findUserIncludingDeleted(sql, userId);
  if (!user) throw userNotFound();
  const [identities, factors] = await Promise.all([listIdentities(sql, userId), listFactors(sql, userId)]);
  return toUserView(user, identities, factors);
}

/** Throws validation_failed. */
export function parseUserId(c: AuthContext): string {
  const id = c.req.param("user_id") ?? "";
  if (isUuid(id)) return id;
  throw new AuthError(404, "validation_failed", "user_id must be an UUID");
}

function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}
