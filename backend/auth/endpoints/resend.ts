/** POST /resend: sends a pending code again. The response does not reveal whether one is pending. */
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { runInConstantTime } from "#backend/auth/constant-time.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthContext, AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { enqueueEmailChangeMails } from "#backend/auth/mailer/email-change.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import { hasPendingFlow } from "#backend/auth/models/flow-state.ts";
import { findUserByEmail, findUserByPhone, findUserByPhoneChange } from "#backend/auth/models/user.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { admitMail, admitSms, spendMail, spendSms } from "#backend/auth/send-rate-limits.ts";
import { issueSmsCode, sendSmsCodeInBackground } from "#backend/auth/sms/sms-codes.ts";
import { spendEmailChange } from "./user-contact.ts";

const resendBodySchema = z.object({ type: text, email: text, phone: text });

export function resend(deps: AuthDeps): Endpoint {
  return async (c) => {
    const { type, email, phone } = await readBody(c.req.raw, resendBodySchema);
    if (email && phone) throw validationFailed("Only an email address or phone number should be provided.");
    switch (type) {
      case "signup":
      case "email_change":
        if (!email) throw validationFailed("Type provided requires an email address");
        return runInConstantTime(deps, () => resendMail(deps, c, type, parseEmail(email)));
      case "sms":
      case "phone_change":
        if (!phone) throw validationFailed("Type provided requires a phone number");
        return runInConstantTime(deps, () => resendSms(deps, c, type, parsePhone(phone)));
      default:
        throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
    }
  };
}

async function resendMail(
  deps: AuthDeps,
  c: AuthContext,
  type: "signup" | "email_change",
  email: string,
): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.emailEnabled)
    throw new AuthError(400, "email_provider_disabled", "Email logins are disabled");
  await admitMail(deps, { purpose: type, email, ip: c.env.ip });
  const user = await findUserByEmail(sql, email);
  const redirectTo = getRedirectTarget(c, settings);
  const isUnconfirmed = type === "signup" && user && !user.confirmed_at;
  if (isUnconfirmed && (await spendMail(deps, { purpose: "signup", email, isProven: false }))) {
    await sql.begin(async (tx) => {
      const pkce = await hasPendingFlow(tx, user.id, "email/signup");
      await enqueueMailCode(tx, deps, { userId: user.id, purpose: "signup", email, redirectTo, pkce });
    });
  }
  const newEmail = user?.email_change;
  if (type === "email_change" && user && newEmail && (await spendEmailChange(deps, user, newEmail))) {
    await sql.begin(async (tx) => {
      const pkce = await hasPendingFlow(tx, user.id, "email_change");
      await enqueueEmailChangeMails(tx, deps, { user, newEmail, redirectTo, pkce });
    });
  }
  return Response.json({});
}

async function resendSms(
  deps: AuthDeps,
  c: AuthContext,
  type: "sms" | "phone_change",
  phone: string,
): Promise<Response> {
  const { sql, settings } = deps;
  if (!settings.phoneEnabled)
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  const purpose = type === "sms" ? "confirmation" : "phone_change";
  await admitSms(deps, { purpose, phone, ip: c.env.ip });
  const user = type === "sms" ? await findUserByPhone(sql, phone) : await findUserByPhoneChange(sql, phone);
  if (!user || (type === "sms" && user.phone_confirmed_at)) return Response.json({});
  if (!(await spendSms(deps, { phone, isProven: false }))) return Response.json({});
  const code = await sql.begin((tx) => issueSmsCode(tx, deps, { userId: user.id, purpose, phone }));
  sendSmsCodeInBackground(deps, { purpose, phone, code });
  return Response.json({});
}
