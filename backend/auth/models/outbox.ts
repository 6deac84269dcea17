/** The shop's outbox (public.mails), as far as the auth service may reach it: through one function. */
import type { TransactionSql } from "../../core/database.ts";

export type MailKind =
  | "confirmation"
  | "invitation"
  | "recovery"
  | "sign_in"
  | "email_change"
  | "reauthentication";

/** Owes a mail from when the transaction is committed. */
export async function oweMail(
  tx: TransactionSql,
  kind: MailKind,
  recipient: string,
  payload: { code: string; link: string; newEmail?: string },
): Promise<void> {
  await tx`select private.owe_account_mail(${kind}, ${recipient}, ${tx.json(payload)})`;
}
