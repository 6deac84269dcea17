/**
 * Dates as the shop writes them. The time zone is Ouagadougou's and not the reader's, so that the server's HTML
 * and the browser agree, and an order of the evening carries the shop's date.
 */
const longDate = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Africa/Ouagadougou" });

/** «21 novembre 2026». Takes a date or an ISO text; throws a RangeError for a text that is no date. */
export function formatLongDate(date: Date | string): string {
  return longDate.format(typeof date === "string" ? new Date(date) : date);
}
