/** GET /reauthenticate: a code to the caller's own address or number, which a change of password may ask for. */
import type { AuthDeps, CallerEndpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { mailCode } from "./mailer/codes.ts";
import { spendMail, spendSms } from "./send-limits.ts";
import { issueSmsCode, sendSmsCode } from "./sms/codes.ts";

export function reauthenticate(deps: AuthDeps): CallerEndpoint {
  const { sql, settings } = deps;
  return async (_c, { user }) => {
    const { id: userId, email, phone } = user;
    if (email) {
      if (!user.email_confirmed_at) {
        throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
      }
      await spendMail(deps, "reauthentication", email);
      await sql.begin((tx) =>
        mailCode(tx, deps, {
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
      await spendSms(deps, "reauthentication", phone);
      const code = await sql.begin((tx) =>
        issueSmsCode(tx, deps, { userId, purpose: "reauthentication", phone }),
      );
      await sendSmsCode(deps, phone, code);
      return Response.json({});
    }
    const message = "Reauthentication requires the user to have an email or a phone number";
    throw validationFailed(message);
  };
}
