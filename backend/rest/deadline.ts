/**
 * The deadline of a transaction. Postgres ends a slow statement by its `statement_timeout`, with an error. The
 * deadline comes shortly after that, for a database that does not respond at all: a frozen server, or a network
 * that drops packets silently.
 */
import type { RestConfig } from "./config.ts";

const UNIT_MS: Record<string, number> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DURATION = /^\s*(?<amount>\d+(?:\.\d+)?)\s*(?<unit>us|ms|s|min|h|d)?\s*$/;
/** Timers of Node have no longer delays. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** In milliseconds. `statementTimeout` is a setting's text, such as `8s`; without it the session's own applies. */
export function getDeadline(
  config: Pick<RestConfig, "deadlineMarginMs" | "defaultDeadlineMs" | "sessionTimeoutMs">,
  statementTimeout: string | undefined,
): number {
  const timeout = statementTimeout === undefined ? config.sessionTimeoutMs : parseDuration(statementTimeout);
  if (timeout === 0) return config.defaultDeadlineMs;
  return Math.min(timeout + config.deadlineMarginMs, MAX_DELAY_MS);
}

/** 0, which is no timeout, for a text that is no duration: Postgres rejects it as well. */
function parseDuration(text: string): number {
  const { amount, unit = "ms" } = DURATION.exec(text)?.groups ?? {};
  return amount === undefined ? 0 : Number(amount) * (UNIT_MS[unit] ?? 1);
}
