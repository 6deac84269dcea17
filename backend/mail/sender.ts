/**
 * Takes mails out of the outbox until it is empty: when it is woken, and every few seconds, because orders wake nobody
 * and a mail that failed comes due by itself. Any number of processes may do it side by side.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../core/database.ts";
import { codeOf } from "../core/errors.ts";
import type { Logger } from "../core/log.ts";
import { retryDelay } from "./back-off.ts";
import { compose } from "./compose.ts";
import type { Shop } from "./letter.ts";
import { markFailed, markSent, type OwedMail, takeDueMails } from "./outbox.ts";
import { getShop } from "./subjects.ts";
import { DeliveryError, type Transport } from "./transport.ts";

const LOOK_MS = 5_000;
/** Mails at once. With the pause it is also the pace: servers refuse senders in a hurry, and pages come first. */
const BATCH = 5;
const PAUSE_MS = 250;
/** A mail in flight has this long to leave when the shop stops; after that it leaves again with the next start. */
const STOP_PATIENCE_MS = 10_000;

export interface SenderOptions {
  /** May read orders, messages and settings, and write mails and review requests. Stays the caller's to close. */
  sql: Sql;
  transport: Transport;
  siteUrl: string;
  /** Null sends in the shop's own name. */
  from: string | null;
  log: Logger;
}

/** Returns what stops it, and resolves when the mails in flight have left. */
export function startSender(options: SenderOptions): () => Promise<void> {
  const { sql, log } = options;
  let isStopping = false;
  let isWoken = false;
  let isTroubled = false;
  let round: Promise<void> | null = null;

  async function empty(): Promise<void> {
    do {
      isWoken = false;
      try {
        while (!isStopping && (await sendBatch(options)) === BATCH) await sleep(PAUSE_MS);
        isTroubled = false;
      } catch (error) {
        // Once, not every few seconds; and the code alone: the database's own messages quote rows.
        if (!isTroubled) log.warn({ error: nameOf(error) }, "the outbox could not be emptied");
        isTroubled = true;
        return;
      }
    } while (isWoken && !isStopping);
  }

  const look = () => {
    isWoken = true;
    round ??= empty().finally(() => {
      round = null;
    });
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  // A connection that was lost has heard nothing meanwhile. One that cannot be made leaves the timer.
  sql.listen("mails", look, look).catch(() => {});
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await Promise.race([round, sleep(STOP_PATIENCE_MS, null, { ref: false })]);
  };
}

/** Returns how many mails were due. Rejects when the database fails. */
async function sendBatch(options: SenderOptions): Promise<number> {
  const mails = await takeDueMails(options.sql, BATCH);
  if (mails.length === 0) return 0;
  const shop = await getShop(options.sql, options.siteUrl);
  const outcomes = await Promise.allSettled(mails.map((mail) => sendOne(mail, shop, options)));
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure) throw failure.reason;
  return mails.length;
}

async function sendOne(mail: OwedMail, shop: Shop, options: SenderOptions): Promise<void> {
  const { sql, log, transport } = options;
  const { kind, subject_id, attempts } = mail;
  try {
    const letter = await compose(sql, mail, shop);
    if (!letter) return await markFailed(sql, mail, "What it is about was deleted", null);
    const shopBox = { name: shop.name, address: shop.email };
    const id = `${kind.replaceAll("_", "-")}-${subject_id}`;
    await transport.send(
      { replyTo: shopBox, ...letter },
      { id, from: options.from ?? shopBox, to: mail.recipient },
    );
  } catch (error) {
    const reason = error instanceof DeliveryError ? error.message : `It could not be made (${nameOf(error)})`;
    log.warn({ kind, subject: subject_id, attempts, reason }, "a mail did not leave");
    return await markFailed(sql, mail, reason, retryDelay(attempts));
  }
  await markSent(sql, mail);
}

/** Of an error whose message may quote what people wrote. */
function nameOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : "unknown");
}
