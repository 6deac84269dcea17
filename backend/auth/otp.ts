/**
 * POST /otp (and /magiclink, its older name): a link and a code by mail, or a code by text message, that signs in. An
 * account is made where there is none, unless that is not wanted.
 */
import { z } from "zod";
import { createAccount } from "./accounts.ts";
import { metadata, readBody, text } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import type { AuthContext, AuthDeps, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { inEvenTime } from "./even-time.ts";
import { mailCode } from "./mailer/codes.ts";
import { beginMailFlow } from "./mailer/flows.ts";
import { findUserByEmail, findUserByPhone } from "./models/user.ts";
import { parsePhone } from "./phone-number.ts";
import { readChallenge } from "./pkce.ts";
import { redirectTargetOf } from "./redirects.ts";
import { spendMail, spendSms } from "./send-limits.ts";
import { issueSmsCode, sendSmsCode } from "./sms/codes.ts";

const otpBody = z.object({
  email: text,
  phone: text,
  create_user: z.boolean().nullish(),
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type OtpBody = z.infer<typeof otpBody>;

export function otp(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, otpBody);
    if (body.email && body.phone)
      throw validationFailed("Only an email address or phone number should be provided");
    if (body.email && body.channel) throw validationFailed("Channel should only be specified with Phone OTP");
    if (body.email) return otpByMail(deps, c, body, body.email);
    if (body.phone) return otpBySms(deps, body, body.phone);
    throw validationFailed("One of email or phone must be set");
  };
}

/** Codes go by text message whichever of the two is asked for: that is what providers take. */
export function checkChannel(channel: string | undefined): void {
  if (!channel || channel === "sms" || channel === "whatsapp") return;
  throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'");
}

async function otpByMail(deps: AuthDeps, c: AuthContext, body: OtpBody, address: string): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.emailEnabled)
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  const email = parseEmail(address);
  const challenge = readChallenge(body);
  return inEvenTime(deps, async () => {
    await spendMail(deps, "sign_in", email);
    const user = await findUserByEmail(sql, email);
    if (!user) checkCreation(deps, body);
    await sql.begin(async (tx) => {
      const userId = user?.id ?? (await createAccount(tx, { email, data: body.data }));
      // Who has yet to confirm the address is told so, unless addresses are taken as they come.
      const purpose = user?.confirmed_at || settings.autoconfirm ? "magiclink" : "signup";
      const pkce = await beginMailFlow(
        tx,
        userId,
        challenge,
        purpose === "signup" ? "email/signup" : "magiclink",
      );
      await mailCode(tx, deps, { userId, purpose, email, redirectTo: redirectTargetOf(c, settings), pkce });
    });
    return Response.json({});
  });
}

async function otpBySms(deps: AuthDeps, body: OtpBody, number: string): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.phoneEnabled) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
  checkChannel(body.channel);
  const phone = parsePhone(number);
  return inEvenTime(deps, async () => {
    await spendSms(deps, "confirmation", phone);
    const user = await findUserByPhone(sql, phone);
    if (!user) checkCreation(deps, body);
    const code = await sql.begin(async (tx) => {
      const userId = user?.id ?? (await createAccount(tx, { phone, data: body.data }));
      return issueSmsCode(tx, deps, { userId, purpose: "confirmation", phone });
    });
    await sendSmsCode(deps, phone, code);
    return Response.json({});
  });
}

function checkCreation({ settings }: AuthDeps, { create_user: wanted }: OtpBody): void {
  if (wanted === false) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  if (settings.signupEnabled) return;
  throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
}
