/**
 * The mails that this process holds: claims them, and renews their leases while they are being sent. A mail
 * whose lease could not be renewed in time may be sent by another process, so its own sending is aborted.
 */
import type { Sql } from "#backend/core/database/database.ts";
import { claimDueMail, type MailQueue, type OutboxMail, renewLeases, type WatchedTime } from "./outbox.ts";

/** A lease outlives two renewals that fail. */
const RENEWALS_PER_LEASE = 3;

export interface HeldMail extends OutboxMail {
  /** Aborted when the lease is lost. */
  signal: AbortSignal;
}

export interface Leases {
  /** Claims a mail and holds it until `release`. Null when none is due; rejects when the database fails. */
  claim(queue: MailQueue): Promise<HeldMail | null>;
  release(mail: OutboxMail): void;
  /** Ends the renewals. */
  stop(): void;
}

interface Holding {
  mail: OutboxMail;
  lost: AbortController;
  expiry: NodeJS.Timeout;
}

export function createLeases(sql: Sql, leaseMs: number): Leases {
  const leaseSeconds = leaseMs / 1000;
  const holdings = new Map<string, Holding>();
  let watched: WatchedTime = { since: null, until: null };

  /** The lease began no earlier than the statement was sent. */
  const startExpiry = (lost: AbortController, sentAt: number) =>
    setTimeout(() => lost.abort(), Math.max(0, sentAt + leaseMs - performance.now())).unref();

  async function renew(): Promise<void> {
    if (holdings.size === 0) return;
    const renewing = [...holdings.values()];
    const sentAt = performance.now();
    const mails = renewing.map(({ mail }) => mail);
    const renewed = new Set(await renewLeases(sql, mails, leaseSeconds));
    for (const holding of renewing) {
      clearTimeout(holding.expiry);
      if (!renewed.has(holding.mail.lease_id)) holding.lost.abort();
      else if (holdings.has(holding.mail.lease_id)) holding.expiry = startExpiry(holding.lost, sentAt);
    }
  }

  // A renewal that fails is repeated by the next one.
  const timer = setInterval(() => renew().catch(() => {}), leaseMs / RENEWALS_PER_LEASE);
  timer.unref();

  return {
    claim: async (queue) => {
      const sentAt = performance.now();
      const claim = await claimDueMail(sql, {
        leaseSeconds,
        queue,
        heldLeases: [...holdings.keys()],
        watched,
      });
      watched = claim.watched;
      const { mail } = claim;
      if (!mail) return null;
      const lost = new AbortController();
      holdings.set(mail.lease_id, { mail, lost, expiry: startExpiry(lost, sentAt) });
      return { ...mail, signal: lost.signal };
    },
    release: ({ lease_id }) => {
      clearTimeout(holdings.get(lease_id)?.expiry);
      holdings.delete(lease_id);
    },
    stop: () => clearInterval(timer),
  };
}
