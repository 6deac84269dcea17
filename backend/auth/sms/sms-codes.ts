/**
 * The codes of text messages. They are created and stored in the transaction, and sent after it, because the
 * gateway is slow.
 */

import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { replaceOneTimeToken, type TokenType } from "#backend/auth/models/one-time-token.ts";
import { markSent, type SentAtColumn } from "#backend/auth/models/user.ts";
import { generateCode, hashCode } from "#backend/auth/one-time-codes.ts";
import { endSmsInterval, type SmsPurpose } from "#backend/auth/send-rate-limits.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";

/** A code of a second factor is stored with its challenge. */
type AccountPurpose = Exclude<SmsPurpose, "factor">;

interface SmsCode {
  purpose: SmsPurpose;
  phone: string;
  code: string;
}

const PURPOSES: Record<AccountPurpose, { tokenType: TokenType; sent: SentAtColumn }> = {
  confirmation: { tokenType: "confirmation_token", sent: "confirmation_sent_at" },
  phone_change: { tokenType: "phone_change_token", sent: "phone_change_sent_at" },
  reauthentication: { tokenType: "reauthentication_token", sent: "reauthentication_sent_at" },
};

/** Creates a code, for `sendSmsCode` after the transaction commits. */
export async function issueSmsCode(
  tx: TransactionSql,
  deps: AuthDeps,
  { userId, purpose, phone }: { userId: string; purpose: AccountPurpose; phone: string },
): Promise<string> {
  const { tokenType, sent } = PURPOSES[purpose];
  const code = createSmsCode(deps, phone);
  const hash = hashCode(deps.secret, phone, code);
  await replaceOneTimeToken(tx, { userId, type: tokenType, hash, relatesTo: phone });
  await markSent(tx, userId, sent);
  return code;
}

/** A random code, or the fixed code of a test number. */
export function createSmsCode({ settings }: AuthDeps, phone: string): string {
  return settings.smsTestCodes[phone] ?? generateCode();
}

/**
 * Sends without being awaited: the gateway's response time would reveal that an account exists. Failures are
 * logged.
 */
export function sendSmsCodeInBackground(deps: AuthDeps, message: SmsCode): void {
  sendSmsCode(deps, message).catch((error: unknown) => deps.log.warn({ error }, "a code did not leave"));
}

/** Throws sms_send_failed. */
export async function sendSmsCode(deps: AuthDeps, { purpose, phone, code }: SmsCode): Promise<void> {
  const { sms, settings } = deps;
  if (phone in settings.smsTestCodes) return;
  if (!sms) throw new AuthError(422, "sms_send_failed", "No SMS provider is configured");
  try {
    await sms.send(phone, settings.smsText.replaceAll("{code}", code));
  } catch (error) {
    await endSmsInterval(deps, { purpose, phone });
    throw error;
  }
}
