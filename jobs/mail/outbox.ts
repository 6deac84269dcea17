/**
 * The mail outbox. A claim leases a mail to one sender for a short time, which the sender renews while it
 * works. A lease that ended belongs to a sender that died: another sender claims the mail then.
 */
import { randomUUID } from "node:crypto";
import type { MailKind } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

/** A claimed mail. */
export interface OutboxMail {
  /**
   * The id of the order, its event, the message or the stock alert that the mail is about; random for a mail about an account. The
   * subject line is the template's.
   */
  subject_id: string;
  kind: string;
  recipient: string;
  /** What the mail says and nothing else stores; each template parses its own. */
  payload: unknown;
  /** Includes the current attempt. */
  attempts: number;
  created_at: Date;
  /** Distinguishes this claim from every other of the same mail. */
  lease_id: string;
}

export type AccountMailKind = Extract<MailKind, `account_${string}`>;
type AuthMailKind = AccountMailKind extends `account_${infer Kind}` ? Kind : never;

/** The secret of an account mail, as a code and as a link. A mail that only tells something has no code. */
export interface AccountMailPayload {
  code?: string;
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
 * Urgent are the mails about accounts: a person waits for their code in front of the screen. Text messages go another
 * way, which fails by itself.
 */
export type MailQueue = "urgent" | "ordinary" | "text";

/**
 * The time through which a sender has seen the database without a gap, by the database's clock. After an
 * outage, the senders that live need a moment to renew their leases: a lease that ended meanwhile proves
 * nothing.
 */
export interface WatchedTime {
  since: Date | null;
  until: Date | null;
}

export interface ClaimOptions {
  leaseSeconds: number;
  queue: MailQueue;
  /** The leases of this process, which are its own even after their end. */
  heldLeases: string[];
  watched: WatchedTime;
}

/**
 * Claims the most urgent of the due mails in this queue, and of those the longest overdue. Skips those that other
 * senders hold. A lease that ended is taken over only by a sender that has watched the database for as long as a
 * lease. `watched` is for the next claim.
 */
export async function claimDueMail(
  sql: Sql,
  { leaseSeconds, queue, heldLeases, watched }: ClaimOptions,
): Promise<{ mail: OutboxMail | null; watched: WatchedTime }> {
  const lease = sql`make_interval(secs => ${leaseSeconds})`;
  // Account mails, order mails, notices. The index mails_due_idx has the same expression.
  const urgency = sql`case when starts_with(kind, 'account_') then 1 when starts_with(kind, 'order_') then 2 else 3 end`;
  const conditions = {
    urgent: sql`(${urgency}) = 1`,
    ordinary: sql`(${urgency}) > 1 and kind not in ('order_text', 'admin_invitation_text')`,
    text: sql`(${urgency}) > 1 and kind in ('order_text', 'admin_invitation_text')`,
  } satisfies Record<MailQueue, unknown>;
  const [row] = await sql<((OutboxMail | { subject_id: null }) & { since: Date; until: Date })[]>`
    with watched as (
      select now() as until,
        case
          when now() - ${watched.until}::timestamptz < ${lease} / 2 then ${watched.since}::timestamptz else now()
        end as since
    ),
    due as (
      select m.subject_id, m.kind from public.mails m
      where sent_at is null and failed_at is null and next_attempt_at <= now()
        and ${conditions[queue]}
        and (
          leased_until is null
          or leased_until <= now() and lease_id <> all (${toUuids(sql, heldLeases)})
            and (select since from watched) <= now() - ${lease}
        )
      order by ${urgency}, next_attempt_at limit 1
      for update skip locked
    ),
    claimed as (
      update public.mails m
      set attempts = m.attempts + 1, lease_id = ${randomUUID()}, leased_until = now() + ${lease},
        next_attempt_at = now() + ${lease}
      from due where m.subject_id = due.subject_id and m.kind = due.kind
      returning m.subject_id, m.kind, m.recipient, m.payload, m.attempts, m.created_at, m.lease_id
    )
    select * from watched left join claimed on true`;
  if (!row) throw new Error("The claim returned no row");
  const { since, until, ...mail } = row;
  return { mail: mail.subject_id === null ? null : mail, watched: { since, until } };
}

/** As text: the sender's connections know no array types. */
function toUuids(sql: Sql, ids: string[]) {
  return sql`string_to_array(${ids.join()}, ',')::uuid[]`;
}

/** Renews the leases of these mails, and returns those that still exist. */
export async function renewLeases(sql: Sql, mails: OutboxMail[], leaseSeconds: number): Promise<string[]> {
  const rows = await sql<{ lease_id: string }[]>`
    update public.mails set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where subject_id = any (${toUuids(
      sql,
      mails.map(({ subject_id }) => subject_id),
    )})
      and lease_id = any (${toUuids(
        sql,
        mails.map(({ lease_id }) => lease_id),
      )})
      and sent_at is null
    returning lease_id`;
  return rows.map(({ lease_id }) => lease_id);
}

/**
 * Records a sent mail, whoever holds its lease now: its payload with the secrets is deleted, and its review
 * request counts as sent. `isLocal`: it was written as a file on this machine.
 */
export async function markSent(sql: Sql, { subject_id, kind }: OutboxMail, isLocal: boolean): Promise<void> {
  await sql`
    with sent as (
      update public.mails
      set sent_at = now(), is_local = ${isLocal}, payload = '{}', last_error = null, lease_id = null, leased_until = null
      where subject_id = ${subject_id} and kind = ${kind} and sent_at is null
      returning subject_id, kind
    )
    update public.review_requests r set sent_at = now()
    from sent where sent.kind = 'review_request' and r.order_id = sent.subject_id`;
}

export interface FailedAttempt {
  reason: string;
  /** How many attempts count from now on. */
  attempts: number;
  /** Until the next attempt; null gives up. */
  retrySeconds: number | null;
}

/** Records a failed attempt and ends the lease, unless another sender has taken the mail over. */
export async function markFailed(
  sql: Sql,
  { subject_id, kind, lease_id }: OutboxMail,
  { reason, attempts, retrySeconds }: FailedAttempt,
): Promise<void> {
  await sql`
    update public.mails set
      last_error = ${reason},
      attempts = ${attempts},
      failed_at = case when ${retrySeconds === null} then now() end,
      next_attempt_at = now() + make_interval(secs => ${retrySeconds ?? 0}),
      lease_id = null,
      leased_until = null
    where subject_id = ${subject_id} and kind = ${kind} and lease_id = ${lease_id} and sent_at is null`;
}
