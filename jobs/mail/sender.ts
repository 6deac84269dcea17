/**
 * Sends the mails of the outbox until it is empty: on a notification, and every few seconds, because orders
 * notify nobody and a failed mail becomes due by itself. Any number of processes may do this at the same
 * time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/log.ts";
import { composeMail } from "./compose-mail.ts";
import type { Shop } from "./mail-content.ts";
import { getShop } from "./mail-data.ts";
import { claimDueMails, markFailed, markSent, type OutboxMail } from "./outbox.ts";
import { retryDelay } from "./retry-delay.ts";
import { DeliveryError, type Transport } from "./transport.ts";

const POLL_INTERVAL_MS = 5_000;
/**
 * Mails sent concurrently. With the pause it limits the rate: servers reject fast senders, and pages come
 * first.
 */
const BATCH_SIZE = 5;
const PAUSE_MS = 250;
/** How long a stop waits for mails in flight; an unfinished one is sent again after the next start. */
const STOP_TIMEOUT_MS = 10_000;

export interface SenderOptions {
  /** Reads orders, messages and settings, and writes mails and review requests. The caller closes it. */
  sql: Sql;
  transport: Transport;
  siteUrl: string;
  /** Null uses the name and address of the shop. */
  from: string | null;
  log: Logger;
}

/** Returns a function that stops it, and resolves when the mails in flight are sent. */
export function startSender(options: SenderOptions): () => Promise<void> {
  const { sql, log } = options;
  let isStopping = false;
  let isPending = false;
  let hasLoggedFailure = false;
  let round: Promise<void> | null = null;

  async function drainOutbox(): Promise<void> {
    do {
      isPending = false;
      try {
        while (!isStopping && (await sendBatch(options)) === BATCH_SIZE) await sleep(PAUSE_MS);
        hasLoggedFailure = false;
      } catch (error) {
        // Logged once, not every few seconds, and with the code alone: messages of the database quote rows.
        if (!hasLoggedFailure) log.warn({ error: getErrorName(error) }, "the outbox could not be emptied");
        hasLoggedFailure = true;
        return;
      }
    } while (isPending && !isStopping);
  }

  const poll = () => {
    isPending = true;
    round ??= drainOutbox().finally(() => {
      round = null;
    });
  };
  const timer = setInterval(poll, POLL_INTERVAL_MS);
  timer.unref();
  // A poll follows a reconnect, as notifications were lost meanwhile. Without a connection the timer remains.
  sql.listen("mails", poll, poll).catch(() => {});
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await Promise.race([round, sleep(STOP_TIMEOUT_MS, null, { ref: false })]);
  };
}

/** Returns how many mails were due. Rejects when the database fails. */
async function sendBatch(options: SenderOptions): Promise<number> {
  const mails = await claimDueMails(options.sql, BATCH_SIZE);
  if (mails.length === 0) return 0;
  const shop = await getShop(options.sql, options.siteUrl);
  const outcomes = await Promise.allSettled(mails.map((mail) => sendOne(mail, shop, options)));
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
  return mails.length;
}

async function sendOne(mail: OutboxMail, shop: Shop, options: SenderOptions): Promise<void> {
  const { sql, log, transport } = options;
  const { kind, subject_id, attempts } = mail;
  try {
    const content = await composeMail(sql, mail, shop);
    if (!content) return await markFailed(sql, mail, "The subject was deleted", null);
    const shopMailbox = { name: shop.name, address: shop.email };
    const id = `${kind.replaceAll("_", "-")}-${subject_id}`;
    await transport.send(
      { replyTo: shopMailbox, ...content },
      { id, from: options.from ?? shopMailbox, to: mail.recipient },
    );
  } catch (error) {
    const reason =
      error instanceof DeliveryError
        ? error.message
        : `The mail could not be composed (${getErrorName(error)})`;
    log.warn({ kind, subject: subject_id, attempts, reason }, "a mail did not leave");
    return await markFailed(sql, mail, reason, retryDelay(attempts));
  }
  await markSent(sql, mail);
}

/** The name or code of an error whose message may quote user data. */
function getErrorName(error: unknown): string {
  return getErrorCode(error) ?? (error instanceof Error ? error.name : "unknown");
}
