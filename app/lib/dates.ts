/**
 * Dates as the shop writes them. The time zone is Ouagadougou's and not the reader's, so that the server's HTML
 * and the browser agree, and an order of the evening carries the shop's date.
 */
const longDate = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Africa/Ouagadougou" });
const dateTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Africa/Ouagadougou",
});

/** «21 novembre 2026». Takes a date or an ISO text; throws a RangeError for a text that is no date. */
export function formatLongDate(date: Date | string): string {
  return longDate.format(typeof date === "string" ? new Date(date) : date);
}

/** «21/11/2026 14:05», for the lists of the back office. The same texts and errors as above. */
export function formatDateTime(date: Date | string): string {
  return dateTime.format(typeof date === "string" ? new Date(date) : date);
}
