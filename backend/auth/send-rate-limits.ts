/**
 * Rate limits of mails and text messages: per recipient, and in total. They are consumed before the account
 * is looked up, so that a rejection reveals nothing about it.
 */
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";

const HOUR_SECONDS = 3600;

/** Throws over_email_send_rate_limit. @param purpose each purpose has a limit of its own per address */
export async function consumeMailLimit(
  { rateLimiter, settings }: AuthDeps,
  purpose: string,
  email: string,
): Promise<void> {
  const minInterval = settings.emailMinIntervalSeconds;
  if (minInterval > 0) {
    const wait = await rateLimiter.consume(`mail ${purpose} ${email}`, {
      burst: 1,
      perSecond: 1 / minInterval,
    });
    if (wait > 0) throw sendRateLimited("over_email_send_rate_limit", wait);
  }
  const wait = await rateLimiter.consume("mails", hourly(settings.emailsPerHour));
  if (wait === 0) return;
  throw new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", {
    retryAfterSeconds: wait,
  });
}

/** Throws over_sms_send_rate_limit. */
export async function consumeSmsLimit(
  { rateLimiter, settings }: AuthDeps,
  purpose: string,
  phone: string,
): Promise<void> {
  const minInterval = settings.smsMinIntervalSeconds;
  if (minInterval > 0) {
    const wait = await rateLimiter.consume(`sms ${purpose} ${phone}`, {
      burst: 1,
      perSecond: 1 / minInterval,
    });
    if (wait > 0) throw sendRateLimited("over_sms_send_rate_limit", wait);
  }
  if (phone in settings.smsTestCodes) return;
  const wait = await rateLimiter.consume("sms", hourly(settings.smsPerHour));
  if (wait === 0) return;
  throw new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded", {
    retryAfterSeconds: wait,
  });
}

function hourly(count: number): { burst: number; perSecond: number } {
  return { burst: count, perSecond: count / HOUR_SECONDS };
}

function sendRateLimited(
  code: "over_email_send_rate_limit" | "over_sms_send_rate_limit",
  retryAfterSeconds: number,
): AuthError {
  const message = `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;
  return new AuthError(429, code, message, { retryAfterSeconds });
}
