/** The codes of text messages: made and kept in the transaction, sent after it, for a provider takes its time. */
import type { TransactionSql } from "../../core/database.ts";
import type { AuthDeps } from "../endpoint.ts";
import { AuthError } from "../errors.ts";
import { replaceOneTimeToken, type TokenType } from "../models/one-time-token.ts";
import { markSent, type SentColumn } from "../models/user.ts";
import { codeHash, newCode } from "../one-time-codes.ts";

export type SmsPurpose = "confirmation" | "phone_change" | "reauthentication";

const PURPOSES: Record<SmsPurpose, { tokenType: TokenType; sent: SentColumn }> = {
  confirmation: { tokenType: "confirmation_token", sent: "confirmation_sent_at" },
  phone_change: { tokenType: "phone_change_token", sent: "phone_change_sent_at" },
  reauthentication: { tokenType: "reauthentication_token", sent: "reauthentication_sent_at" },
};

/** The code, for `sendSmsCode` once the transaction is committed. */
export async function issueSmsCode(
  tx: TransactionSql,
  deps: AuthDeps,
  { userId, purpose, phone }: { userId: string; purpose: SmsPurpose; phone: string },
): Promise<string> {
  const { tokenType, sent } = PURPOSES[purpose];
  const code = smsCodeFor(deps, phone);
  const hash = codeHash(deps.secret, phone, code);
  await replaceOneTimeToken(tx, { userId, type: tokenType, hash, relatesTo: phone });
  await markSent(tx, userId, sent);
  return code;
}

/** A new code; for a number of the tests its own. */
export function smsCodeFor({ settings }: AuthDeps, phone: string): string {
  return settings.smsTestCodes[phone] ?? newCode();
}

/** Without anyone waiting for the provider, whose time would tell that there is somebody. What fails is logged. */
export function sendSmsCodeUnseen(deps: AuthDeps, phone: string, code: string): void {
  sendSmsCode(deps, phone, code).catch((error: unknown) => deps.log.warn({ error }, "a code did not leave"));
}

/** Throws sms_send_failed. */
export async function sendSmsCode({ sms, settings }: AuthDeps, phone: string, code: string): Promise<void> {
  if (phone in settings.smsTestCodes) return;
  if (!sms) throw new AuthError(422, "sms_send_failed", "No SMS provider is configured");
  await sms.send(phone, settings.smsText.replaceAll("{code}", code));
}
