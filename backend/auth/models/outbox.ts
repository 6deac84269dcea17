/** The mail outbox of the shop (public.mails). The auth service writes to it through one function. */
import type { TransactionSql } from "#backend/core/database.ts";

export type MailKind =
  | "confirmation"
  | "invitation"
  | "recovery"
  | "sign_in"
  | "email_change"
  | "reauthentication";

/** Queues a mail, which is sent after the transaction commits. */
export async function enqueueMail(
  tx: TransactionSql,
  kind: MailKind,
  recipient: string,
  payload: { code: string; link: string; newEmail?: string },
): Promise<void> {
  await tx`select private.enqueue_account_mail(${kind}, ${recipient}, ${tx.json(payload)})`;
}
