/**
 * How often mails and text messages leave: to one address, and to all together. Spent before anyone looks whether the
 * address has an account, so that a refusal tells nothing about that.
 */
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";

const HOUR_SECONDS = 3600;

/** Throws over_email_send_rate_limit. @param purpose what one address may get side by side */
export async function spendMail(
  { limits, settings }: AuthDeps,
  purpose: string,
  email: string,
): Promise<void> {
  const every = settings.emailEverySeconds;
  if (every > 0) {
    const wait = await limits.spend(`mail ${purpose} ${email}`, { burst: 1, perSecond: 1 / every });
    if (wait > 0) throw tooSoon("over_email_send_rate_limit", wait);
  }
  const wait = await limits.spend("mails", hourly(settings.emailsPerHour));
  if (wait === 0) return;
  throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", {
    retryAfterSeconds: wait,
  });
}

/** Throws over_sms_send_rate_limit. */
export async function spendSms(
  { limits, settings }: AuthDeps,
  purpose: string,
  phone: string,
): Promise<void> {
  const every = settings.smsEverySeconds;
  if (every > 0) {
    const wait = await limits.spend(`sms ${purpose} ${phone}`, { burst: 1, perSecond: 1 / every });
    if (wait > 0) throw tooSoon("over_sms_send_rate_limit", wait);
  }
  if (phone in settings.smsTestCodes) return;
  const wait = await limits.spend("sms", hourly(settings.smsPerHour));
  if (wait === 0) return;
  throw new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded", {
    retryAfterSeconds: wait,
  });
}

function hourly(count: number): { burst: number; perSecond: number } {
  return { burst: count, perSecond: count / HOUR_SECONDS };
}

function tooSoon(
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
  retryAfterSeconds: number,
): AuthError {
  const message = `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;
  return new AuthError(429, code, message, { retryAfterSeconds });
}
