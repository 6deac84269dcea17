/**
 * The mails about accounts. The auth service sends nothing itself: the application queues each mail in the
 * transaction that creates its code, so that neither exists without the other.
 */
import type { TransactionSql } from "#backend/core/database/database.ts";

export type AccountMailKind =
  | "confirmation"
  | "invitation"
  | "recovery"
  | "sign_in"
  | "email_change"
  | "reauthentication"
  | "access_removed";

interface AccountMail {
  kind: AccountMailKind;
  recipient: string;
  /** The secret, as a code and as a link. A mail that only tells something has no code, and the link of the site. */
  code?: string;
  link: string;
  /** The new address of the account, for a mail about a change of address. */
  newEmail?: string;
}

/** Queues a mail, to be sent after the transaction commits. */
export type EnqueueAccountMail = (tx: TransactionSql, mail: AccountMail) => Promise<void>;
