/** Days with their names. Apart from dates.ts, which pages load that name no day of the week. */
import { formatDayOfMonth, toValidDate } from "./dates.ts";

/** From Monday, which is 1 in a zone's days. */
export const WEEKDAYS: readonly string[] = "lundi mardi mercredi jeudi vendredi samedi dimanche".split(" ");

/** «2026-11-21» -> «samedi 21 novembre». Throws a RangeError for an invalid day. */
export function formatDay(isoDay: string): string {
  const date = toValidDate(isoDay);
  return `${WEEKDAYS[(date.getUTCDay() + 6) % 7]} ${formatDayOfMonth(date)}`;
}
