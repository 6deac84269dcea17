/** What somebody means who types a day, and what is wrong with it. */
import { formatTypedDay, parseTypedDay } from "#app/lib/format/typed-day.ts";

export const UNKNOWN_DAY = "Date inconnue";
const TOO_EARLY = "Cette date est passée";
const TOO_LATE = "Cette date est trop lointaine";

/** Days in the format of URLs, both included. */
export interface DayRange {
  earliest?: string | undefined;
  latest?: string | undefined;
}

/** In the format of URLs; null for a text that names no day. Where no year is typed, the next such day is meant. */
export function readDay(typed: string, { earliest = "" }: DayRange = {}): string | null {
  const year = new Date().getUTCFullYear();
  const day = parseTypedDay(typed, year);
  return day !== null && day < earliest ? (parseTypedDay(typed, year + 1) ?? day) : day;
}

/** The time may be missing, and its minutes. */
const TYPED_MOMENT = /^(?<day>.*?)(?:\s+(?:à\s*)?(?<hour>\d{1,2})\s*[h:]\s*(?<minute>\d{2})?)?$/i;

/** «2026-11-21T08:00» for «21/11/2026 08:00» or «21/11 8h»; `time` is meant where none is typed. */
export function readMoment(typed: string, time: string): string | null {
  const { day = "", hour, minute = "00" } = TYPED_MOMENT.exec(typed.trim())?.groups ?? {};
  const read = readDay(day);
  if (read === null) return null;
  if (hour === undefined) return `${read}T${time}`;
  return Number(hour) < 24 && Number(minute) < 60 ? `${read}T${hour.padStart(2, "0")}:${minute}` : null;
}

/** «21/11/2026 08:00» for «2026-11-21T08:00». */
export function formatTypedMoment(moment: string): string {
  return `${formatTypedDay(moment.slice(0, 10))} ${moment.slice(11, 16)}`;
}

/** What a field is for: a day, or with a time, which is meant where none is typed, a moment. */
export interface DayKind extends DayRange {
  time?: string | undefined;
}

/** The day or the moment that is typed. */
export function readDayOrMoment(typed: string, { earliest, time }: DayKind): string | null {
  return time === undefined ? readDay(typed, { earliest }) : readMoment(typed, time);
}

/** Undefined for an empty text. */
export function findDayProblem(typed: string, kind: DayKind): string | undefined {
  if (typed.trim() === "") return undefined;
  const { earliest = "", latest } = kind;
  const day = readDayOrMoment(typed, kind);
  if (day === null) return UNKNOWN_DAY;
  if (day < earliest) return TOO_EARLY;
  return latest !== undefined && day > latest ? TOO_LATE : undefined;
}
