/**
 * Dates as the shop shows them, in Ouagadougou's time, which is UTC: the server's HTML and the browser's agree, and an
 * order placed in the evening has the shop's date. Not by Intl (numbers.ts says why).
 */

const MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(
  " ",
);

/** «21 novembre 2026». Takes a date or an ISO string; throws a RangeError for an invalid one. */
export function formatLongDate(date: Date | string): string {
  const valid = toValidDate(date);
  return `${formatDayOfMonth(valid)} ${valid.getUTCFullYear()}`;
}

/** «21 novembre», «1er novembre». */
export function formatDayOfMonth(date: Date): string {
  const day = date.getUTCDate();
  return `${day === 1 ? "1er" : day} ${MONTHS[date.getUTCMonth()]}`;
}

/** Throws a RangeError for an invalid date. */
export function toValidDate(value: Date | string): Date {
  const date = new Date(value);
  date.toISOString();
  return date;
}
