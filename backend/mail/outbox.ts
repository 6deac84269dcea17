/**
 * The table of mails, as senders see it. A mail that is taken out is everybody else's again after the lease: a sender
 * that dies between sending and noting it down sends twice, never not at all.
 */
import type { Sql } from "../core/database.ts";

/** Longer than any attempt takes: the transport gives up well before. */
const LEASE_SECONDS = 600;

interface Owed {
  subject_id: string;
  recipient: string;
  /** This attempt included. */
  attempts: number;
}

/** What a product's link needs. */
export interface ReviewLink {
  name: string;
  token: string;
}

export type AccountKind =
  | "account_confirmation"
  | "account_invitation"
  | "account_recovery"
  | "account_sign_in"
  | "account_email_change"
  | "account_reauthentication";

/** What opens an account, in one of two ways. */
export interface AccountPayload {
  code: string;
  link: string;
  /** The address that the account is to have. */
  newEmail?: string;
}

/** One shape of payload for each kind. */
export type OwedMail = Owed &
  (
    | { kind: "order_confirmation"; payload: object }
    | { kind: "review_request"; payload: { products: ReviewLink[] } }
    | { kind: "technician_message"; payload: object }
    | { kind: AccountKind; payload: AccountPayload }
  );

/** Takes out up to `count` mails that are due, the longest overdue first, past those that others hold. */
export function takeDueMails(sql: Sql, count: number): Promise<OwedMail[]> {
  return sql<OwedMail[]>`
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

/** It has left: its secrets are forgotten, and what it asked for counts as asked. */
export async function markSent(sql: Sql, { subject_id, kind }: OwedMail): Promise<void> {
  await sql`
    with sent as (
      update public.mails set sent_at = now(), payload = '{}', last_error = null
      where subject_id = ${subject_id} and kind = ${kind} and sent_at is null
      returning subject_id, kind
    )
    update public.review_requests r set sent_at = now()
    from sent where sent.kind = 'review_request' and r.order_id = sent.subject_id`;
}

/** It did not leave. @param retrySeconds until the next attempt; null gives it up */
export async function markFailed(
  sql: Sql,
  { subject_id, kind }: OwedMail,
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
