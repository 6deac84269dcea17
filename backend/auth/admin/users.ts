/** GET, POST, PUT and DELETE /admin/users: all accounts, for the service role. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Sql, TransactionSql } from "../../core/database.ts";
import { createAccount, emailExists, phoneExists, savingUser } from "../accounts.ts";
import { readBody } from "../body.ts";
import { applyNewEmail, applyPhoneChange } from "../confirmations.ts";
import type { AuthContext, AuthDeps, Endpoint } from "../endpoint.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { isUuid } from "../guards.ts";
import { listFactors } from "../models/factor.ts";
import { listIdentities, obscureIdentity, verifyOwnIdentity } from "../models/identity.ts";
import { deleteSessionsOf } from "../models/session.ts";
import {
  confirmEmail,
  confirmPhone,
  deleteUser,
  findAnyUser,
  findUserByEmail,
  findUserByPhone,
  lockAnyUser,
  mergeAppMetadata,
  mergeUserMetadata,
  obscureUser,
  refreshProviders,
  setBan,
  setEmail,
  setPhone,
  setRole,
  type User,
  updatePassword,
} from "../models/user.ts";
import { type UserView, userView } from "../user-view.ts";
import {
  type Attributes,
  banEndOf,
  contactOf,
  createBody,
  passwordHashOf,
  updateBody,
} from "./attributes.ts";

export function createUserAsAdmin(deps: AuthDeps): Endpoint {
  const { sql } = deps;
  return async (c) => {
    const body = await readBody(c.req.raw, createBody);
    const { email, phone } = contactOf(body);
    if (!email && !phone) throw validationFailed("Cannot create a user without either an email or phone");
    const id = body.id;
    if (id !== undefined && (!isUuid(id) || /^[0-]+$/.test(id)))
      throw validationFailed("ID must conform to the uuid v4 format");
    const [passwordHash, bannedUntil] = [await passwordHashOf(body), banEndOf(body)];
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
      });
      if (bannedUntil) await setBan(tx, userId, bannedUntil);
      return viewOf(tx, userId);
    });
    return Response.json(view);
  };
}

export function getUserAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => Response.json(await viewOf(sql, userIdOf(c)));
}

export function updateUserAsAdmin(deps: AuthDeps): Endpoint {
  return async (c) => {
    const userId = userIdOf(c);
    const body = await readBody(c.req.raw, updateBody);
    const [passwordHash, contact] = [await passwordHashOf(body), contactOf(body)];
    const view = await deps.sql.begin(async (tx) => {
      const user = await lockAnyUser(tx, userId);
      if (!user) throw userNotFound();
      await savingUser("Error updating user", () => update(tx, user, body, { passwordHash, ...contact }));
      return viewOf(tx, userId);
    });
    return Response.json(view);
  };
}

interface Changes {
  passwordHash?: string;
  email?: string;
  phone?: string;
}

async function update(tx: TransactionSql, user: User, body: Attributes, changes: Changes): Promise<void> {
  const { id } = user;
  const { passwordHash, email, phone } = changes;
  const bannedUntil = banEndOf(body);
  if (passwordHash) {
    await updatePassword(tx, id, passwordHash);
    await deleteSessionsOf(tx, id);
  }
  if (email && email !== user.email?.toLowerCase()) {
    if (body.email_confirm === false) await setEmail(tx, id, email);
    else await applyNewEmail(tx, id, email);
  } else if (body.email_confirm) {
    await confirmEmail(tx, id);
    await verifyOwnIdentity(tx, id, "email");
  }
  if (phone && phone !== user.phone) {
    if (body.phone_confirm === false) await setPhone(tx, id, phone);
    else await applyPhoneChange(tx, id, phone);
  } else if (body.phone_confirm) {
    await confirmPhone(tx, id);
    await verifyOwnIdentity(tx, id, "phone");
  }
  if (email || phone) await refreshProviders(tx, id);
  if (body.user_metadata) await mergeUserMetadata(tx, id, body.user_metadata);
  if (body.app_metadata) await mergeAppMetadata(tx, id, body.app_metadata);
  if (body.role) await setRole(tx, id, body.role);
  if (bannedUntil !== undefined) await setBan(tx, id, bannedUntil);
}

const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });

export function deleteUserAsAdmin({ sql }: AuthDeps): Endpoint {
  return async (c) => {
    const userId = userIdOf(c);
    const { should_soft_delete: isSoft } = c.req.raw.body ? await readBody(c.req.raw, deleteBody) : {};
    await sql.begin(async (tx) => {
      const user = await lockAnyUser(tx, userId);
      if (!user) throw userNotFound();
      if (isSoft) await forget(tx, user);
      else await savingUser("Database error deleting user", () => deleteUser(tx, userId));
    });
    return Response.json({});
  };
}

/** The row stays, for what refers to it; what tells who it was is replaced by a hash that nothing leads back from. */
async function forget(tx: TransactionSql, user: User): Promise<void> {
  const obscured = (text: string) => createHash("sha256").update(`${user.id}${text}`).digest("base64url");
  await deleteSessionsOf(tx, user.id);
  await savingUser("Database error deleting user", () =>
    obscureUser(tx, user.id, {
      email: user.email && obscured(user.email),
      phone: user.phone && obscured(user.phone).slice(0, 15),
    }),
  );
  for (const identity of await listIdentities(tx, user.id)) {
    await obscureIdentity(tx, identity.id, obscured(identity.provider_id));
  }
}

/** Throws user_not_found. */
export async function viewOf(sql: Sql | TransactionSql, userId: string): Promise<UserView> {
  const user = await findAnyUser(sql, userId);
  if (!user) throw userNotFound();
  const [identities, factors] = await Promise.all([listIdentities(sql, userId), listFactors(sql, userId)]);
  return userView(user, identities, factors);
}

/** Throws validation_failed. */
export function userIdOf(c: AuthContext): string {
  const id = c.req.param("user_id") ?? "";
  if (isUuid(id)) return id;
  throw new AuthError(404, "validation_failed", "user_id must be an UUID");
}

function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}
