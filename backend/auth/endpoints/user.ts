/**
 * GET and PUT /user: the caller's own account. Changes of password, address and number have modules of their
 * own.
 */
import { z } from "zod";
import { mapUserWriteErrors } from "#backend/auth/accounts.ts";
import { getMetadataSize, MAX_METADATA_BYTES, metadata, readBody, text } from "#backend/auth/body.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthDeps, Caller, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { parseChallenge } from "#backend/auth/grants/pkce.ts";
import { callerNotFound, lockCaller } from "#backend/auth/guards.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { listFactors } from "#backend/auth/models/factor.ts";
import { listIdentities, upsertLocalIdentity } from "#backend/auth/models/identity.ts";
import { deleteUserSessions } from "#backend/auth/models/session.ts";
import { findUserById, mergeUserMetadata, replacePassword } from "#backend/auth/models/user.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { requireRecentSignIn } from "#backend/auth/sessions/recent-sign-in.ts";
import { lacksSecondFactor } from "#backend/auth/sessions/second-factor.ts";
import { sendSmsCode } from "#backend/auth/sms/sms-codes.ts";
import { toUserView } from "#backend/auth/user-view.ts";
import { checkChannel } from "./otp.ts";
import { changeEmail, changePhone, checkNewEmail, checkNewPhone } from "./user-contact.ts";
import { hashNewPassword, reauthenticationNeeded, spendRecoverySession } from "./user-password.ts";

export function getUser({ sql, turns }: AuthDeps): CallerEndpoint {
  return async (c, { user }) => {
    return turns.run(c.env.ip, async () => {
      const identities = await listIdentities(sql, user.id);
      return Response.json(toUserView(user, identities, await listFactors(sql, user.id)));
    });
  };
}

const updateBodySchema = z.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
  app_metadata: z.unknown().optional(),
});
type UpdateBody = z.infer<typeof updateBodySchema>;

export function updateUser(deps: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { sql, settings } = deps;
    const { user } = caller;
    const body = await readBody(c.req.raw, updateBodySchema);
    const email = body.email ? parseEmail(body.email) : undefined;
    const phone = body.phone ? parsePhone(body.phone) : undefined;
    const newEmail = email === user.email?.toLowerCase() ? undefined : email;
    const newPhone = phone === user.phone ? undefined : phone;
    checkChannel(body.channel);
    const challenge = parseChallenge(body);
    await checkUpdate(deps, caller, body, { newEmail, newPhone });
    if (newEmail || newPhone) await requireRecentSignIn(sql, settings, caller);
    if (newEmail) await checkNewEmail(deps, user, newEmail, c.env.ip);
    if (newPhone) await checkNewPhone(deps, newPhone, c.env.ip);
    const newPassword = await hashNewPassword(deps, caller, body, c.env.ip);

    const { view, smsCode } = await sql.begin(async (tx) => {
      await lockCaller(tx, caller);
      const smsCode = await mapUserWriteErrors("Error updating user", async () => {
        if (newPassword) {
          if (newPassword.isByRecovery) await spendRecoverySession(tx, deps, caller);
          // What was asked as a proof fitted the password of that moment.
          if (!(await replacePassword(tx, user, newPassword.hash))) throw reauthenticationNeeded();
          await deleteUserSessions(tx, user.id, caller.session?.id ?? null);
          await recordEvent(tx, { action: "user_updated_password", actor: user, ip: c.env.ip });
          // A first password makes the address a sign-in identity.
          if (!user.encrypted_password && user.email && user.email_confirmed_at) {
            await upsertLocalIdentity(tx, user.id, "email", { email: user.email, email_verified: true });
          }
        }
        if (body.data) await mergeUserMetadata(tx, user.id, body.data);
        const redirectTo = getRedirectTarget(c, settings);
        if (newEmail || newPhone) {
          const traits = { requested: newEmail ? "email" : "phone" };
          await recordEvent(tx, { action: "user_modified", actor: user, ip: c.env.ip, traits });
        }
        if (newEmail) await changeEmail(tx, deps, { user, newEmail, challenge, redirectTo });
        return newPhone ? changePhone(tx, deps, user, newPhone) : null;
      });
      const [updated, identities, factors] = await Promise.all([
        findUserById(tx, user.id),
        listIdentities(tx, user.id),
        listFactors(tx, user.id),
      ]);
      if (!updated) throw callerNotFound();
      // Each change is within the limit; the merged metadata must also fit an access token.
      if (body.data && getMetadataSize(updated.raw_user_meta_data ?? {}) > MAX_METADATA_BYTES) {
        throw validationFailed("data is too large");
      }
      return { smsCode, view: toUserView(updated, identities, factors) };
    });
    if (newPhone && smsCode)
      await sendSmsCode(deps, { purpose: "phone_change", phone: newPhone, code: smsCode });
    return Response.json(view);
  };
}

async function checkUpdate(
  { sql }: AuthDeps,
  { user, session }: Caller,
  body: UpdateBody,
  { newEmail, newPhone }: { newEmail?: string; newPhone?: string },
): Promise<void> {
  if (body.app_metadata !== undefined && body.app_metadata !== null) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  const changesSignIn = Boolean(newEmail || newPhone || body.password);
  if (!changesSignIn) return;
  if (user.is_sso_user) {
    const message = "Updating email, phone, password of a SSO account only possible via SSO";
    throw new AuthError(422, "user_sso_managed", message);
  }
  if (user.is_anonymous && body.password && !newEmail && !newPhone) {
    const message = "Updating password of an anonymous user without an email or phone is not allowed";
    throw new AuthError(422, "validation_failed", message);
  }
  if (await lacksSecondFactor(sql, { user, session })) {
    const message = "AAL2 session is required to update email or password when MFA is enabled.";
    throw new AuthError(401, "insufficient_aal", message);
  }
}
