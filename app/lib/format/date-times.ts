/**
 * Dates with times, for the admin area: separate from dates.ts, so that the pages of the shop do not load
 * them.
 */
const dateTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "Africa/Ouagadougou",
});

/** «21/11/2026 14:05». Takes a date or an ISO string; throws a RangeError for an invalid one. */
export function formatDateTime(date: Date | string): string {
  return dateTime.format(typeof date === "string" ? new Date(date) : date);
}

const timeZone = "Africa/Ouagadougou";
const day = new Intl.DateTimeFormat("fr-FR", { weekday: "long", day: "numeric", month: "long", timeZone });
const shortDay = new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone });

/** A day as «2026-11-21» -> «samedi 21 novembre». */
export function formatDay(isoDay: string): string {
  return day.format(new Date(isoDay));
}

/** A day as «2026-11-21» -> «21 nov.». */
export function formatShortDay(isoDay: string): string {
  return shortDay.format(new Date(isoDay));
}
