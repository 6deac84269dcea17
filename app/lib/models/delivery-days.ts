/** The days and half-days of deliveries, in French. */
import { formatDay, WEEKDAYS } from "#app/lib/format/weekdays.ts";
import type { HalfDay } from "#app/lib/supabase/database.types.ts";

export const HALF_DAY_LABELS: Readonly<Record<HalfDay, string>> = {
  morning: "matin (8 h – 12 h)",
  afternoon: "après-midi (14 h – 18 h)",
};

/** «mardi 24 novembre, matin (8 h – 12 h)»; without a half-day the day alone. */
export function formatDeliveryDay(day: string, half: HalfDay | null): string {
  const label = half && HALF_DAY_LABELS[half];
  return label ? `${formatDay(day)}, ${label}` : formatDay(day);
}

/** «lundi, mardi», «du lundi au samedi», «tous les jours». */
export function formatWeekdays(days: readonly number[]): string {
  const names = days.flatMap((day) => WEEKDAYS[day - 1] ?? []);
  if (names.length === 7) return "tous les jours";
  const first = days[0] ?? 0;
  const isRange = names.length > 2 && days.every((day, index) => day === first + index);
  return isRange ? `du ${names[0]} au ${names.at(-1)}` : names.join(", ");
}

/** «24 h», «3 jours». */
export function formatDelay(hours: number): string {
  return hours > 48 && hours % 24 === 0 ? `${hours / 24}\u00a0jours` : `${hours}\u00a0h`;
}
