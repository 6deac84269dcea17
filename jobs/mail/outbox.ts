/**
 * The mail outbox. A claimed mail is available to all senders again after the lease: a sender that dies
 * between sending and recording it sends twice, never not at all.
 */
import type { MailKind } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database.ts";

/** Longer than any attempt: the transport times out well before. */
const LEASE_SECONDS = 600;

/** A claimed mail. */
export interface OutboxMail {
  /**
   * The id of the order or message that the mail is about; random for a mail about an account. The subject line is
   * the template's.
   */
  subject_id: string;
  kind: string;
  recipient: string;
  /** What the mail says and nothing else stores; each template parses its own. */
  payload: unknown;
  /** Includes the current attempt. */
  attempts: number;
}

export type AccountMailKind = Extract<MailKind, `account_${string}`>;
type AuthMailKind = AccountMailKind extends `account_${infer Kind}` ? Kind : never;

/** The secret of an account mail, as a code and as a link. */
export interface AccountMailPayload {
  code: string;
  link: string;
  /** The new email address of the account. */
  newEmail?: string;
}

/**
 * Queues a mail about an account in the auth service's transaction. `kind` is that of the auth service:
 * without `account_`.
 */
export async function enqueueAccountMail(
  tx: TransactionSql,
  { kind, recipient, ...payload }: AccountMailPayload & { kind: AuthMailKind; recipient: string },
): Promise<void> {
  await tx`select private.enqueue_account_mail(${kind}, ${recipient}, ${tx.json(payload)})`;
}

/**
 * Claims up to `count` due mails, the longest overdue first, and skips those that other senders have claimed.
 */
export function claimDueMails(sql: Sql, count: number): Promise<OutboxMail[]> {
  return sql<OutboxMail[]>`
    update public.mails m
    set attempts = m.attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from (
      select subject_id, kind from public.mails
      where sent_at is null and failed_at is null and next_attempt_at <= now()
      order by next_attempt_at limit ${count} for update skip locked
    ) due
    where m.subject_id = due.subject_id and m.kind = due.kind
    returning m.subject_id, m.kind, m.recipient, m.payload, m.attempts`;
}

/** Records a sent mail: its payload with the secrets is deleted, and its review request counts as sent. */
export async function markSent(sql: Sql, { subject_id, kind }: OutboxMail): Promise<void> {
  await sql`
    with sent as (
      update public.mails set sent_at = now(), payload = '{}', last_error = null
      where subject_id = ${subject_id} and kind = ${kind} and sent_at is null
      returning subject_id, kind
    )
    update public.review_requests r set sent_at = now()
    from sent where sent.kind = 'review_request' and r.order_id = sent.subject_id`;
}

/** Records a failed attempt. @param retrySeconds until the next attempt; null gives up */
export async function markFailed(
  sql: Sql,
  { subject_id, kind }: OutboxMail,
  reason: string,
  retrySeconds: number | null,
): Promise<void> {
  await sql`
    update public.mails set
      last_error = ${reason},
      failed_at = case when ${retrySeconds === null} then now() end,
      next_attempt_at = now() + make_interval(secs => ${retrySeconds ?? 0})
    where subject_id = ${subject_id} and kind = ${kind} and sent_at is null`;
}
