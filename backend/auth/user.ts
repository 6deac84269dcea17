/** GET and PUT /user: the caller's own account. */
import { z } from "zod";
import type { TransactionSql } from "../core/database.ts";
import { emailExists, savingUser } from "./accounts.ts";
import { MAX_METADATA_BYTES, metadata, metadataBytes, readBody, text } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import type { AuthContext, AuthDeps, Caller } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { tooManyRequests } from "./guards.ts";
import { listIdentities, updateEmailIdentity } from "./models/identity.ts";
import { deleteSessionsOf } from "./models/session.ts";
import { SECONDS_PER_GUESS, spendGuess } from "./models/sign-in-limit.ts";
import {
  findUserByEmail,
  findUserById,
  mergeUserMetadata,
  type User,
  updateEmail,
  updatePassword,
} from "./models/user.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { userView } from "./user-view.ts";

type CallerEndpoint = (c: AuthContext, caller: Caller) => Promise<Response>;

export function getUser({ sql }: AuthDeps): CallerEndpoint {
  return async (_c, { user }) => Response.json(userView(user, await listIdentities(sql, user.id)));
}

const updateBody = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  data: metadata,
  app_metadata: z.unknown().optional(),
});
type UpdateBody = z.infer<typeof updateBody>;

export function updateUser(deps: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { user } = caller;
    const body = await readBody(c.req.raw, updateBody);
    const email = body.email ? parseEmail(body.email) : undefined;
    const newEmail = email === user.email?.toLowerCase() ? undefined : email;
    if (body.password !== undefined) checkNewPassword(body.password, deps.settings.minPasswordLength);
    checkUpdate(body, newEmail, caller, deps);
    if (newEmail && (await findUserByEmail(deps.sql, newEmail))) throw emailExists();
    const passwordHash = await newPasswordHash(deps, user, body, c.env.ip);

    const [updated, identities] = await deps.sql.begin(async (tx) => {
      await savingUser("Error updating user", () =>
        save(tx, caller, { passwordHash, newEmail, data: body.data }),
      );
      return Promise.all([findUserById(tx, user.id), listIdentities(tx, user.id)]);
    });
    if (!updated) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
    return Response.json(userView(updated, identities));
  };
}

function checkUpdate(body: UpdateBody, newEmail: string | undefined, { user }: Caller, deps: AuthDeps): void {
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (body.phone && body.phone !== user.phone) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (user.is_sso_user && (newEmail || body.password)) {
    const message = "Updating email, phone, password of a SSO account only possible via SSO";
    throw new AuthError(422, "user_sso_managed", message);
  }
  if (newEmail && !deps.settings.autoconfirm) {
    const message = "Changing the email address needs a confirmation that this instance cannot send";
    throw new AuthError(422, "feature_disabled", message);
  }
}

/** The hash of the new password, after the current one was shown where the settings ask for it. */
async function newPasswordHash(
  { sql, settings }: AuthDeps,
  user: User,
  body: UpdateBody,
  ip: string,
): Promise<string | undefined> {
  const { password, current_password: current } = body;
  if (password === undefined) return undefined;
  if (user.encrypted_password) {
    if (settings.requireCurrentPassword) {
      const message = "Current password required when setting new password.";
      if (!current) throw new AuthError(400, "current_password_required", message);
      // A guess like any other, to who has got hold of an access token.
      if (user.email && !(await spendGuess(sql, user.email, ip))) throw tooManyRequests(SECONDS_PER_GUESS);
      if (!(await verifyPassword(current, user.encrypted_password))) {
        throw new AuthError(400, "current_password_invalid", message);
      }
    }
    if (await verifyPassword(password, user.encrypted_password)) {
      const message = "New password should be different from the old password.";
      throw new AuthError(422, "same_password", message);
    }
  }
  return hashPassword(password);
}

interface Changes {
  passwordHash: string | undefined;
  newEmail: string | undefined;
  data: UpdateBody["data"];
}

/** Throws validation_failed when the merged metadata outgrow an access token. */
async function save(tx: TransactionSql, { user, session }: Caller, changes: Changes): Promise<void> {
  if (changes.passwordHash) {
    await updatePassword(tx, user.id, changes.passwordHash);
    await deleteSessionsOf(tx, user.id, session?.id ?? null);
  }
  if (changes.data) {
    await mergeUserMetadata(tx, user.id, changes.data);
    const merged = await findUserById(tx, user.id);
    if (metadataBytes(merged?.raw_user_meta_data ?? {}) > MAX_METADATA_BYTES) {
      throw new AuthError(400, "validation_failed", "data is too large");
    }
  }
  if (changes.newEmail) {
    await updateEmail(tx, user.id, changes.newEmail);
    await updateEmailIdentity(tx, user.id, changes.newEmail);
  }
}
