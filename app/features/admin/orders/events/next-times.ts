/** When to call or come again: the choices that the desk offers. The shop's time zone is UTC. */
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { addDays } from "#app/lib/format/days.ts";
import { formatDay, isServedDay } from "#app/lib/format/weekdays.ts";

const HOUR_MS = 3_600_000;

export interface Choice {
  label: string;
  value: string;
}

/** Times as ISO texts, the soonest first. */
export function listCallTimes(now: Date): Choice[] {
  const tomorrow = addDays(now.toISOString().slice(0, 10), 1);
  const times: [label: string, time: Date][] = [
    ["Dans une heure", new Date(now.getTime() + HOUR_MS)],
    ["Dans trois heures", new Date(now.getTime() + 3 * HOUR_MS)],
    ["Demain matin", new Date(`${tomorrow}T09:00:00Z`)],
    ["Demain après-midi", new Date(`${tomorrow}T15:00:00Z`)],
  ];
  return times.map(([label, time]) => ({
    label: `${label} (${formatDateTime(time).slice(-5)})`,
    value: time.toISOString(),
  }));
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

/**
 * The next three days of those that the zone serves (from Monday, which is 1; none for any), and an empty text for a
 * day that nobody knows yet.
 */
export function listNextDays(today: string, weekdays: readonly number[]): Choice[] {
  const days = WEEK.map((count) => addDays(today, count))
    .filter((day) => isServedDay(day, weekdays))
    .slice(0, 3);
  return [
    ...days.map((day) => ({ label: formatDay(day), value: day })),
    { label: "Le jour n'est pas encore connu", value: "" },
  ];
}
