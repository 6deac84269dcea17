/**
 * The period of the dashboard's sales, in the URL: `days=7`, or `from=2026-11-01&to=2026-11-12`. It is compared with
 * as many days before it. What was sold of a product is kept for 366 days, so no period begins earlier.
 */
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { addDays, parseDay } from "#app/lib/format/days.ts";

export const PERIODS = [1, 7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export interface Period {
  /** The length of a period that ends today; null for any other. */
  preset: (typeof PERIODS)[number] | null;
  /** The first and the last day, «2026-11-21». */
  first: string;
  last: string;
  /** The days before it, as many as it has. */
  previous: { first: string; last: string };
}

/** `today`: the day in Ouagadougou, whose time zone is UTC. */
export function parsePeriod(params: URLSearchParams, today: string): Period {
  const earliest = addDays(today, 1 - MAX_DAYS);
  const from = parseDay(params.get("from"));
  const to = parseDay(params.get("to")) ?? today;
  if (from !== null && from <= to && from <= today && to >= earliest) {
    return toPeriod(null, from < earliest ? earliest : from, to > today ? today : to);
  }
  const days = PERIODS.find((each) => String(each) === params.get("days")) ?? DEFAULT_DAYS;
  return toPeriod(days, addDays(today, 1 - days), today);
}

function toPeriod(preset: Period["preset"], first: string, last: string): Period {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
  return { preset, first, last, previous: { first: addDays(first, -days), last: addDays(first, -1) } };
}

/** The value of the `days` parameter, which the default does not need. */
export function toDaysParam(days: (typeof PERIODS)[number]): number | null {
  return days === DEFAULT_DAYS ? null : days;
}

/** «sur 30 jours», «aujourd'hui», «du 1 nov. au 12 nov.». */
export function formatPeriod({ preset, first, last }: Period): string {
  if (preset === 1) return "aujourd'hui";
  if (preset !== null) return `sur ${preset} jours`;
  return first === last
    ? `le ${formatShortDay(first)}`
    : `du ${formatShortDay(first)} au ${formatShortDay(last)}`;
}

/** The change in whole percent; null when there was nothing before. */
export function getChange(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100);
}
