/**
 * Dates as the shop shows them. The time zone is Ouagadougou's and not the visitor's, so that the server's
 * HTML and the browser's agree, and an order placed in the evening has the shop's date.
 */
import { SHOP_TIME_ZONE } from "#app/lib/models/time-zone.ts";

const longDate = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: SHOP_TIME_ZONE });

/** «21 novembre 2026». Takes a date or an ISO string; throws a RangeError for an invalid one. */
export function formatLongDate(date: Date | string): string {
  return longDate.format(typeof date === "string" ? new Date(date) : date);
}
