/**
 * Limits of mails and text messages. They are two, because nobody may learn from them who has an account: a
 * request is admitted before the account is looked up, by its recipient and the client's network, and the hourly
 * budget is only looked at; a message that really leaves is spent from that budget, and from what an address may
 * receive whose owner never proved that it is theirs. So requests for unknown recipients empty no budget.
 *
 * The budget of mails has two shares that overlap: sign-ins and recoveries, and everything else, may each use two
 * thirds of it. Neither can leave the other less than a third. Of the text messages, those to numbers that no account
 * has proven may use two thirds: three networks with numbers of their own leave the customers theirs.
 */
import { getClientNetwork } from "#backend/core/client-network.ts";
import { getLimitKey } from "#backend/core/limits/limits.ts";
import type { Limit, LimitName } from "#backend/core/limits/process-limits.ts";
import type { RateLimitRule } from "#backend/core/limits/token-bucket.ts";
import { getMailbox } from "./email-address.ts";
import type { AuthDeps } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { tooManyRequests } from "./guards.ts";

export type MailPurpose =
  | "signup"
  | "sign_in"
  | "recovery"
  | "reauthentication"
  | "email_change"
  | "email_change_current";

export type SmsPurpose = "confirmation" | "phone_change" | "reauthentication" | "factor";

/** What a person needs who has an account and cannot use it. */
const RECOVERY_PURPOSES: readonly MailPurpose[] = ["sign_in", "recovery", "reauthentication"];

const HOUR = 3600;
const SHARE = 2 / 3;

type SendErrorCode = "over_email_send_rate_limit" | "over_sms_send_rate_limit";

/** A bucket that all instances share. */
interface Bucket {
  name: string;
  rule: RateLimitRule;
  /** The key of its row in the table of limits, if it has one. */
  limitKey?: string;
}

/**
 * Call before the account is looked up. Throws over_email_send_rate_limit.
 * @param purpose each purpose has a minimum interval of its own per address
 * @param ip the client's address
 */
export async function admitMail(
  deps: AuthDeps,
  { purpose, email, ip }: { purpose: MailPurpose; email: string; ip: string },
): Promise<void> {
  const code = "over_email_send_rate_limit";
  await admit(deps, code, [
    ...minInterval(`mail ${purpose} ${email}`, deps.settings.emailMinIntervalSeconds),
    limitBucket(deps, "account_mail_received", "recipient", getMailbox(email)),
    limitBucket(deps, "account_mail_caused", "network", getClientNetwork(ip)),
  ]);
  const wait = await findWait(deps, mailBudgets(deps, purpose));
  if (wait > 0) throw new AuthError(429, code, "email rate limit exceeded", { retryAfterSeconds: wait });
}

/**
 * Call when a mail is about to be queued. False when it must not leave.
 * @param isProven whether the account's owner has proved that the address is theirs
 */
export async function spendMail(
  deps: AuthDeps,
  { purpose, email, isProven }: { purpose: MailPurpose; email: string; isProven: boolean },
): Promise<boolean> {
  const unproven = limitBucket(deps, "account_mail_received", "recipient", getMailbox(email), "unproven");
  return spend(deps, [...(isProven ? [] : [unproven]), ...mailBudgets(deps, purpose)]);
}

/** The same for a caller who may know: throws over_email_send_rate_limit instead. */
export async function requireMail(
  deps: AuthDeps,
  mail: { purpose: MailPurpose; email: string; ip: string; isProven: boolean },
): Promise<void> {
  await admitMail(deps, mail);
  if (await spendMail(deps, mail)) return;
  const message = "Too many emails were sent to this address, try again later";
  throw new AuthError(429, "over_email_send_rate_limit", message, { retryAfterSeconds: HOUR });
}

/** Call before the account is looked up. Throws over_sms_send_rate_limit, or sms_send_failed for another country. */
export async function admitSms(
  deps: AuthDeps,
  { purpose, phone, ip }: { purpose: SmsPurpose; phone: string; ip: string },
): Promise<void> {
  const code = "over_sms_send_rate_limit";
  checkCountry(deps, phone);
  const sent = [
    limitBucket(deps, "account_message_received", "recipient", phone),
    limitBucket(deps, "account_message_caused", "network", getClientNetwork(ip)),
  ];
  const isTest = phone in deps.settings.smsTestCodes;
  await admit(deps, code, [...smsInterval(deps, { purpose, phone }), ...(isTest ? [] : sent)]);
  const wait = isTest ? 0 : await findWait(deps, [smsBudget(deps)]);
  if (wait > 0) throw smsLimited(wait);
}

/**
 * Call when the gateway has refused a message, or when its code was used: another may be asked for at once, within the
 * other limits.
 */
export async function endSmsInterval(
  deps: AuthDeps,
  message: { purpose: SmsPurpose; phone: string },
): Promise<void> {
  for (const { name, rule } of smsInterval(deps, message)) await deps.rateLimiter.reset(name, rule);
}

/**
 * Call when a message is about to leave. False when it must not. Test numbers get none, and cost nothing.
 * @param isProven whether an account has proven that the number is its own
 */
export async function spendSms(
  deps: AuthDeps,
  { phone, isProven }: { phone: string; isProven: boolean },
): Promise<boolean> {
  if (phone in deps.settings.smsTestCodes) return true;
  const unproven = hourly("sms to unproven numbers", Math.ceil(deps.settings.smsPerHour * SHARE));
  return spend(deps, [...(isProven ? [] : [unproven]), smsBudget(deps)]);
}

/** The same for a message that every admitted request sends: throws over_sms_send_rate_limit instead. */
export async function requireSms(
  deps: AuthDeps,
  message: { purpose: SmsPurpose; phone: string; ip: string; isProven: boolean },
): Promise<void> {
  await admitSms(deps, message);
  if (!(await spendSms(deps, message))) throw smsLimited(HOUR);
}

/** Throws over_request_rate_limit. */
export async function consumeEmailChange(deps: AuthDeps, userId: string): Promise<void> {
  const wait = await consume(deps, limitBucket(deps, "email_change", "account", userId));
  if (wait > 0) throw tooManyRequests(wait);
}

function limitBucket(
  { limits }: AuthDeps,
  name: LimitName,
  scope: Limit["scope"],
  key: string,
  audience: Limit["audience"] = "everyone",
): Bucket {
  const limitKey = getLimitKey({ name, audience, scope });
  return { name: `${limitKey} ${key}`, rule: limits.getRule(name, scope, audience), limitKey };
}

function minInterval(name: string, seconds: number): Bucket[] {
  return seconds > 0 ? [{ name, rule: { burst: 1, perSecond: 1 / seconds } }] : [];
}

function smsInterval(
  { settings }: AuthDeps,
  { purpose, phone }: { purpose: SmsPurpose; phone: string },
): Bucket[] {
  return minInterval(`sms ${purpose} ${phone}`, settings.smsMinIntervalSeconds);
}

function mailBudgets({ settings }: AuthDeps, purpose: MailPurpose): Bucket[] {
  const { emailsPerHour } = settings;
  const share = RECOVERY_PURPOSES.includes(purpose) ? "mails for recovery" : "other mails";
  return [hourly(share, Math.ceil(emailsPerHour * SHARE)), hourly("mails", emailsPerHour)];
}

/** Messages to some countries cost so much that whoever earns by them has them sent (AUTH_SMS_COUNTRIES). */
function checkCountry({ settings: { smsCountries } }: AuthDeps, phone: string): void {
  if (smsCountries.length === 0 || smsCountries.some((code) => phone.startsWith(code))) return;
  throw new AuthError(422, "sms_send_failed", "No text messages are sent to this country");
}

function smsBudget({ settings }: AuthDeps): Bucket {
  return hourly("sms", settings.smsPerHour);
}

function hourly(name: string, count: number): Bucket {
  return { name, rule: { burst: count, perSecond: count / HOUR } };
}

async function admit(deps: AuthDeps, code: SendErrorCode, buckets: Bucket[]): Promise<void> {
  for (const bucket of buckets) {
    const wait = await consume(deps, bucket);
    if (wait === 0) continue;
    const message = `For security purposes, you can only request this after ${wait} seconds.`;
    throw new AuthError(429, code, message, { retryAfterSeconds: wait });
  }
}

async function spend(deps: AuthDeps, buckets: Bucket[]): Promise<boolean> {
  for (const bucket of buckets) {
    if ((await consume(deps, bucket)) > 0) return false;
  }
  return true;
}

/** The whole seconds to wait; 0 when it was allowed. */
async function consume({ rateLimiter, limits }: AuthDeps, { name, rule, limitKey }: Bucket): Promise<number> {
  const wait = await rateLimiter.consume(name, rule);
  if (wait > 0 && limitKey) limits.countRefusal(limitKey);
  return wait;
}

/** The whole seconds until all of the budgets have something left; 0 when they have. */
async function findWait({ rateLimiter }: AuthDeps, buckets: Bucket[]): Promise<number> {
  const waits = await Promise.all(buckets.map(({ name, rule }) => rateLimiter.peek(name, rule)));
  return Math.max(...waits);
}

function smsLimited(retryAfterSeconds: number): AuthError {
  return new AuthError(429, "over_sms_send_rate_limit", "SMS rate limit exceeded", { retryAfterSeconds });
}
