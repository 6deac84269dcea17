/**
 * The short formats of the admin area: separate from dates.ts, so that the pages of the shop do not load them, nor
 * Intl. The time zone is the shop's.
 */
import { SHOP_TIME_ZONE as timeZone } from "#app/lib/models/time-zone.ts";

const dateTime = new Intl.DateTimeFormat("fr-FR", { dateStyle: "short", timeStyle: "short", timeZone });
const shortDay = new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone });

/** «21/11/2026 14:05». Takes a date or an ISO string; throws a RangeError for an invalid one. */
export function formatDateTime(date: Date | string): string {
  return dateTime.format(typeof date === "string" ? new Date(date) : date);
}

/** «2026-11-21» -> «21 nov.». Throws a RangeError for an invalid day. */
export function formatShortDay(isoDay: string): string {
  return shortDay.format(new Date(isoDay));
}
