/** Days in the format of URLs and lists, «2026-11-21». They are UTC days, which are Ouagadougou's. */

/** An existing day of the years 2000 to 2099; null for anything else. */
export function parseDay(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The day after «2026-11-21», a result of `parseDay`: the exclusive end of that day. */
export function getNextDay(day: string): string {
  return addDays(day, 1);
}

/** The day `count` days after a result of `parseDay`, or before it. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Today in Ouagadougou. */
export function getToday(): string {
  return new Date().toISOString().slice(0, 10);
}
