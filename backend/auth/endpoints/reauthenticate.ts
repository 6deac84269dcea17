/**
 * GET /reauthenticate: sends a code to the caller's own address or number, which a password change may
 * require.
 */
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import { isEmailProven } from "#backend/auth/models/identity.ts";
import { requireMail, requireSms } from "#backend/auth/send-rate-limits.ts";
import { issueSmsCode, sendSmsCode } from "#backend/auth/sms/sms-codes.ts";

export function reauthenticate(deps: AuthDeps): CallerEndpoint {
  const { sql, settings } = deps;
  return async (c, { user }) => {
    const { ip } = c.env;
    const { id: userId, email, phone } = user;
    if (email) {
      if (!user.email_confirmed_at) {
        throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
      }
      const isProven = await isEmailProven(sql, user);
      await requireMail(deps, { purpose: "reauthentication", email, ip, isProven });
      await sql.begin((tx) =>
        enqueueMailCode(tx, deps, {
          userId,
          purpose: "reauthentication",
          email,
          redirectTo: settings.siteUrl,
          pkce: false,
        }),
      );
      return Response.json({});
    }
    if (phone) {
      if (!user.phone_confirmed_at) {
        throw new AuthError(422, "phone_not_confirmed", "Please verify your phone first.");
      }
      await requireSms(deps, { purpose: "reauthentication", phone, ip, isProven: true });
      const code = await sql.begin((tx) =>
        issueSmsCode(tx, deps, { userId, purpose: "reauthentication", phone }),
      );
      await sendSmsCode(deps, { purpose: "reauthentication", phone, code });
      return Response.json({});
    }
    const message = "Reauthentication requires the user to have an email or a phone number";
    throw validationFailed(message);
  };
}
