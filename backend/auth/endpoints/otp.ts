/**
 * POST /otp (alias /magiclink): sends a link and a code by mail, or a code by text message, for signing in. A
 * missing account is created unless the request says otherwise.
 */
import { z } from "zod";
import { checkSignupEnabled, createAccount } from "#backend/auth/accounts.ts";
import { metadata, readBody, text } from "#backend/auth/body.ts";
import { runInConstantTime } from "#backend/auth/constant-time.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthContext, AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { parseChallenge } from "#backend/auth/grants/pkce.ts";
import { beginMailFlow } from "#backend/auth/mailer/flows.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import { isEmailProven } from "#backend/auth/models/identity.ts";
import { findUserByEmail, findUserByPhone } from "#backend/auth/models/user.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { admitMail, admitSms, spendMail, spendSms } from "#backend/auth/send-rate-limits.ts";
import { issueSmsCode, sendSmsCode } from "#backend/auth/sms/sms-codes.ts";

const otpBodySchema = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type OtpBody = z.infer<typeof otpBodySchema>;

export function otp(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, otpBodySchema);
    if (body.email && body.phone)
      throw validationFailed("Only an email address or phone number should be provided");
    if (body.email && body.channel) throw validationFailed("Channel should only be specified with Phone OTP");
    if (body.email) return otpByMail(deps, c, body, body.email);
    if (body.phone) return otpBySms(deps, c, body, body.phone);
    throw validationFailed("One of email or phone must be set");
  };
}

/** Both channels send a text message, because that is what the gateways accept. */
export function checkChannel(channel: string | undefined): void {
  if (!channel || channel === "sms" || channel === "whatsapp") return;
  throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'");
}

async function otpByMail(deps: AuthDeps, c: AuthContext, body: OtpBody, address: string): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.emailEnabled)
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  const email = parseEmail(address);
  const challenge = parseChallenge(body);
  return runInConstantTime(deps, async () => {
    await admitMail(deps, { purpose: "sign_in", email, ip: c.env.ip });
    const user = await findUserByEmail(sql, email);
    if (!user) checkUserCreationAllowed(deps, body);
    const isProven = user !== null && (await isEmailProven(sql, user));
    if (!(await spendMail(deps, { purpose: "sign_in", email, isProven }))) return Response.json({});
    await sql.begin(async (tx) => {
      const userId = user?.id ?? (await createAccount(tx, { email, data: body.data }));
      // An unconfirmed address gets a confirmation mail, unless addresses are confirmed automatically.
      const purpose = user?.confirmed_at || settings.autoconfirm ? "magiclink" : "signup";
      const pkce = await beginMailFlow(
        tx,
        userId,
        challenge,
        purpose === "signup" ? "email/signup" : "magiclink",
      );
      await enqueueMailCode(tx, deps, {
        userId,
        purpose,
        email,
        redirectTo: getRedirectTarget(c, settings),
        pkce,
      });
    });
    return Response.json({});
  });
}

async function otpBySms(deps: AuthDeps, c: AuthContext, body: OtpBody, number: string): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.phoneEnabled) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  checkChannel(body.channel);
  const phone = parsePhone(number);
  return runInConstantTime(deps, async () => {
    await admitSms(deps, { purpose: "confirmation", phone, ip: c.env.ip });
    const user = await findUserByPhone(sql, phone);
    if (!user) checkUserCreationAllowed(deps, body);
    if (!(await spendSms(deps, { phone, isProven: Boolean(user?.phone_confirmed_at) })))
      return Response.json({});
    const code = await sql.begin(async (tx) => {
      const userId = user?.id ?? (await createAccount(tx, { phone, data: body.data }));
      return issueSmsCode(tx, deps, { userId, purpose: "confirmation", phone });
    });
    await sendSmsCode(deps, { purpose: "confirmation", phone, code });
    return Response.json({});
  });
}

function checkUserCreationAllowed({ settings }: AuthDeps, { create_user: mayCreate }: OtpBody): void {
  if (mayCreate === false) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  checkSignupEnabled(settings);
}
