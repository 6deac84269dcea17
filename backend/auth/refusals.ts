/**
 * Records refused requests as security events. A flood of them is what they are about, so they are collected and
 * written together every few seconds, equal ones as one with a count, and a bounded number at a time.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import { AuthError, type ErrorCode } from "./errors.ts";
import { insertEvents, type SecurityEvent, type TimedEvent } from "./models/audit-log-entry.ts";

/** What a wrong proof of identity is answered with. */
const FAILED_PROOFS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_credentials",
  "user_banned",
  "otp_expired",
  "current_password_invalid",
  "reauthentication_not_valid",
  "mfa_verification_failed",
  "bad_code_verifier",
  "refresh_token_already_used",
]);

const FLUSH_MS = 3_000;
const MAX_PENDING = 100;
const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export interface RefusalLog {
  /** Records the response to a refused request; other errors are ignored. `path` is the request's. */
  add(error: unknown, request: { ip: string; path: string }): void;
  /** Writes what is pending. */
  close(): Promise<void>;
}

export function createRefusalLog(sql: Sql, log: Logger): RefusalLog {
  const pending = new Map<string, { event: TimedEvent; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const entries = [...pending.values()];
    pending.clear();
    if (entries.length === 0) return;
    const events = entries.map(({ event, count }) => ({ ...event, traits: { ...event.traits, count } }));
    try {
      await insertEvents(sql, events);
    } catch (error) {
      log.warn({ err: error, events: events.length }, "security events were not recorded");
    }
  }

  return {
    add: (error, request) => {
      const event = toEvent(error, request);
      if (!event) return;
      const key = JSON.stringify([event.action, event.actor?.id, event.ip, event.traits]);
      // Beyond the bound only the number remains.
      const kept = pending.has(key) || pending.size < MAX_PENDING ? key : "";
      const entry = pending.get(kept);
      if (entry) entry.count += 1;
      else pending.set(kept, { event: { ...(kept ? event : anonymous(event)), at: new Date() }, count: 1 });
      timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    close: flush,
  };
}

function toEvent(error: unknown, { ip, path }: { ip: string; path: string }): SecurityEvent | null {
  if (!(error instanceof AuthError)) return null;
  const { code, status, extras } = error;
  const actor = extras.actor ?? null;
  const place: JsonObject = { reason: code, path: path.replace(IDS, ":id").slice(0, 100) };
  if (status === 429) return { action: "limit_refused", actor, ip, traits: place };
  return FAILED_PROOFS.has(code) ? { action: "login_failed", actor, ip, traits: place } : null;
}

function anonymous({ action }: SecurityEvent): SecurityEvent {
  return { action, actor: null, ip: "", traits: { reason: "many" } };
}
