/** Days with their names. Apart from dates.ts, which pages load that name no day of the week. */
import { formatDayOfMonth, toValidDate } from "./dates.ts";

/** From Monday, which is 1 in a zone's days. */
export const WEEKDAYS: readonly string[] = "lundi mardi mercredi jeudi vendredi samedi dimanche".split(" ");

/** «2026-11-21» -> «samedi 21 novembre». Throws a RangeError for an invalid day. */
export function formatDay(isoDay: string): string {
  return `${WEEKDAYS[getWeekday(isoDay) - 1]} ${formatDayOfMonth(toValidDate(isoDay))}`;
}

/** Whether a zone serves the day of the week; with no days, every one. Throws a RangeError for an invalid day. */
export function isServedDay(isoDay: string, days: readonly number[]): boolean {
  return days.length === 0 || days.includes(getWeekday(isoDay));
}

/** From Monday, which is 1. */
function getWeekday(isoDay: string): number {
  return ((toValidDate(isoDay).getUTCDay() + 6) % 7) + 1;
}
