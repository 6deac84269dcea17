/**
 * Dates as the shop shows them, in Ouagadougou's time, which is UTC: the server's HTML and the browser's agree, and an
 * order placed in the evening has the shop's date. Not by Intl (numbers.ts says why).
 */

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
  " ",
);

/** From Monday, which is 1 in a zone's days. */
export const WEEKDAYS: readonly string[] = "lundi mardi mercredi jeudi vendredi samedi dimanche".split(" ");

/** «21 novembre 2026». Takes a date or an ISO string; throws a RangeError for an invalid one. */
export function formatLongDate(date: Date | string): string {
  const valid = toValidDate(date);
  return `${formatDayOfMonth(valid)} ${valid.getUTCFullYear()}`;
}

/** «2026-11-21» -> «samedi 21 novembre». Throws a RangeError for an invalid day. */
export function formatDay(isoDay: string): string {
  const date = toValidDate(isoDay);
  return `${WEEKDAYS[(date.getUTCDay() + 6) % 7]} ${formatDayOfMonth(date)}`;
}

function formatDayOfMonth(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function toValidDate(value: Date | string): Date {
  const date = new Date(value);
  // This throws for an invalid one.
  date.toISOString();
  return date;
}
