/**
 * Sends one claimed mail and records the outcome. What the database could not record stays in memory and is
 * recorded later: only a crash in between sends a mail twice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { composeMail } from "./compose-mail.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { HeldMail } from "./leases.ts";
import { getShop } from "./mail-data.ts";
import { type FailedAttempt, markFailed, markSent } from "./outbox.ts";
import { retryAfterServerFailure, retryDelay } from "./retry-delay.ts";
import type { Transport } from "./transport.ts";

/** The pause before a failed record is repeated doubles between these. */
const MIN_RECORD_PAUSE_MS = 100;
const MAX_RECORD_PAUSE_MS = 5_000;

interface SendOptions {
  sql: Sql;
  transport: Transport;
  siteUrl: string;
  from: string | null;
  log: Logger;
  breaker: CircuitBreaker;
  /** Aborted when the process stops without waiting any longer. */
  abandoned: AbortSignal;
}

/** Resolves when the outcome is recorded, or when the process stops. */
export async function sendMail(mail: HeldMail, options: SendOptions): Promise<void> {
  const { sql, transport, log } = options;
  const { kind, subject_id, attempts } = mail;
  const failure = await attempt(mail, options);
  if (failure)
    log.warn({ kind, subject: subject_id, attempts, reason: failure.reason }, "a mail did not leave");
  await repeatUntilRecorded(
    () => (failure ? markFailed(sql, mail, failure) : markSent(sql, mail, transport.isLocal)),
    options,
  );
}

/** Null when the mail was sent. */
async function attempt(
  mail: HeldMail,
  { sql, transport, siteUrl, from, breaker }: SendOptions,
): Promise<FailedAttempt | null> {
  const { kind, subject_id, attempts, signal } = mail;
  const retry = { attempts, retrySeconds: retryDelay(attempts) };
  try {
    const shop = await getShop(sql, siteUrl);
    const content = await composeMail(sql, mail, shop);
    if (!content) {
      breaker.cancel();
      return { reason: "The subject was deleted", attempts, retrySeconds: null };
    }
    const shopMailbox = { name: shop.name, address: shop.email };
    const envelope = {
      id: `${kind.replaceAll("_", "-")}-${subject_id}`,
      date: mail.created_at,
      from: from ?? shopMailbox,
      to: mail.recipient,
    };
    await transport.send({ replyTo: shopMailbox, ...content }, envelope, signal);
    breaker.succeed();
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryError)) {
      breaker.cancel();
      return { reason: `The mail could not be composed (${getErrorName(error)})`, ...retry };
    }
    const reason = error.message;
    switch (error.fault) {
      case "server":
        breaker.fail();
        return { reason, ...retryAfterServerFailure(attempts) };
      case "interrupted":
        // The mail is due at once, if no other sender holds it.
        breaker.cancel();
        return { reason, attempts: attempts - 1, retrySeconds: 0 };
      case "permanent":
        breaker.succeed();
        return { reason, attempts, retrySeconds: null };
      case "temporary":
        breaker.succeed();
        return { reason, ...retry };
    }
  }
}

async function repeatUntilRecorded(
  record: () => Promise<void>,
  { log, abandoned }: Pick<SendOptions, "log" | "abandoned">,
): Promise<void> {
  for (let pauseMs = MIN_RECORD_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RECORD_PAUSE_MS)) {
    try {
      return await record();
    } catch (error) {
      if (pauseMs === MIN_RECORD_PAUSE_MS)
        log.warn({ error: getErrorName(error) }, "the outcome of a mail could not be recorded yet");
    }
    if (abandoned.aborted) return;
    await sleep(pauseMs, null, { signal: abandoned }).catch(() => {});
  }
}

/** The name or code of an error whose message may quote user data. */
export function getErrorName(error: unknown): string {
  return getErrorCode(error) ?? (error instanceof Error ? error.name : "unknown");
}
