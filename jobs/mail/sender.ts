/**
 * Sends the mails of the outbox until it is empty: on a notification, and every few seconds, because orders
 * notify nobody and a failed mail becomes due by itself. Any number of processes may do this at the same
 * time. Each mail has a connection of its own, and urgent mails do not wait for others that hang: they come
 * first, the last free connection is theirs, and so is a circuit breaker.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { traceWork } from "#backend/core/observability/tracing.ts";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import { createLeases, type HeldMail } from "./leases.ts";
import type { MailQueue } from "./outbox.ts";
import { getErrorName, sendMail } from "./send-mail.ts";
import { MAX_CONNECTIONS, type Transport } from "./transport.ts";

/** Milliseconds. */
interface Timing {
  pollMs: number;
  /** The pause of a connection between two mails: servers reject fast senders, and pages come first. */
  pauseMs: number;
  /** How soon the mails of a dead sender are taken over. */
  leaseMs: number;
  /** How long a stop waits for mails in flight; an unfinished one is sent again after its lease. */
  stopMs: number;
  /** The first and the longest pause after failures of the mail server. */
  minServerPauseMs: number;
  maxServerPauseMs: number;
}

const TIMING: Timing = {
  pollMs: 5_000,
  pauseMs: 100,
  leaseMs: 30_000,
  stopMs: 10_000,
  minServerPauseMs: 10_000,
  maxServerPauseMs: 300_000,
};

/**
 * How long a stop waits for the database to answer a claim: a mail that is claimed after the stop is held until its lease
 * has run out.
 */
const CLAIM_MS = 10_000;

const MAIL_QUEUES: readonly MailQueue[] = ["urgent", "ordinary"];

/** Server failures in a row after which nothing is sent for a while. */
const MAX_SERVER_FAILURES = 3;

export interface SenderOptions {
  /** Reads orders, messages and settings, and writes mails and review requests. The caller closes it. */
  sql: Sql;
  transport: Transport;
  /** What is sent, the most urgent first. */
  queues?: readonly MailQueue[];
  siteUrl: string;
  /** Null uses the name and address of the shop. */
  from: string | null;
  log: Logger;
  timing?: Partial<Timing>;
}

/** Returns a function that stops it, and resolves when the mails in flight are sent. */
export function startSender({
  timing,
  queues = MAIL_QUEUES,
  ...options
}: SenderOptions): () => Promise<void> {
  const { sql, log } = options;
  const { pollMs, pauseMs, leaseMs, stopMs, minServerPauseMs, maxServerPauseMs } = { ...TIMING, ...timing };
  const leases = createLeases(sql, leaseMs);
  const breakers = new Map(
    queues.map((queue) => [
      queue,
      createCircuitBreaker(
        { failures: MAX_SERVER_FAILURES, minPauseMs: minServerPauseMs, maxPauseMs: maxServerPauseMs },
        (isOpen) =>
          log.warn(
            { queue },
            isOpen
              ? "the server of mails or texts fails: a pause"
              : "the server of mails or texts works again",
          ),
      ),
    ]),
  );
  const stopping = new AbortController();
  /** Ends the attempts to record what was sent. */
  const abandoned = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let isPending = false;
  let hasLoggedFailure = false;
  let round: Promise<void> | null = null;

  async function send(mail: HeldMail, breaker: CircuitBreaker): Promise<void> {
    await traceWork(`mail ${mail.kind}`, {}, () =>
      sendMail(mail, { ...options, breaker, abandoned: abandoned.signal }),
    );
    leases.release(mail);
    await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => {});
  }

  /** Returns whether there was a mail to send. */
  async function startNext(queue: MailQueue, breaker: CircuitBreaker): Promise<boolean> {
    const connections = queue === "urgent" ? MAX_CONNECTIONS : MAX_CONNECTIONS - 1;
    if (inFlight.size >= connections || !breaker.admit()) return false;
    let mail: HeldMail | null = null;
    try {
      mail = await leases.claim(queue);
    } finally {
      if (!mail) breaker.cancel();
    }
    if (!mail) return false;
    const sending = send(mail, breaker).finally(() => {
      inFlight.delete(sending);
      poll();
    });
    inFlight.add(sending);
    return true;
  }

  async function startAll(): Promise<void> {
    for (const [queue, breaker] of breakers)
      while (!stopping.signal.aborted && (await startNext(queue, breaker)));
  }

  async function drainOutbox(): Promise<void> {
    do {
      isPending = false;
      try {
        await startAll();
        hasLoggedFailure = false;
      } catch (error) {
        // Logged once, not every few seconds, and with the code alone: messages of the database quote rows.
        if (!hasLoggedFailure) log.warn({ error: getErrorName(error) }, "the outbox could not be emptied");
        hasLoggedFailure = true;
        return;
      }
    } while (isPending && !stopping.signal.aborted);
  }

  const poll = () => {
    isPending = true;
    round ??= drainOutbox().finally(() => {
      round = null;
    });
  };
  const timer = setInterval(poll, pollMs);
  timer.unref();
  // A poll follows a reconnect, as notifications were lost meanwhile. Without a connection the timer remains.
  sql.listen("mails", poll, poll).catch(() => {});
  return async () => {
    stopping.abort();
    clearInterval(timer);
    const claimed = Promise.race([round, sleep(CLAIM_MS, null, { ref: false })]);
    const settled = (async () => {
      await round;
      await Promise.all(inFlight);
    })();
    await Promise.race([settled, Promise.all([claimed, sleep(stopMs, null, { ref: false })])]);
    abandoned.abort();
    leases.stop();
  };
}
