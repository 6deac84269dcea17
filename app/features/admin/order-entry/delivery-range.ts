/** The days that the database accepts for a delivery that staff plan. */
import type { DayRange } from "#app/components/admin/read-day.ts";
import { addDays, getToday } from "#app/lib/format/days.ts";

export function getDeliveryRange(): DayRange {
  const today = getToday();
  return { earliest: today, latest: addDays(today, 365) };
}
