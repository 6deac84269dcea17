/** Durations in whole units, as the admin area shows and edits them. */
import { formatCount } from "./numbers.ts";

/** From the longest to the shortest, which every whole number of seconds divides into. */
export const DURATION_UNITS = [
  { name: "days", seconds: 86_400, singular: "jour", plural: "jours" },
  { name: "hours", seconds: 3600, singular: "heure", plural: "heures" },
  { name: "minutes", seconds: 60, singular: "minute", plural: "minutes" },
  { name: "seconds", seconds: 1, singular: "seconde", plural: "secondes" },
] as const;

export type DurationUnit = (typeof DURATION_UNITS)[number]["name"];

/** 5400 -> 90 minutes: the number of the longest unit that expresses the whole seconds exactly. */
export function splitDuration(seconds: number): { count: number; unit: DurationUnit } {
  const { name: unit, seconds: length } = getLongestUnit(seconds);
  return { count: seconds / length, unit };
}

/** The reverse of `splitDuration`. */
export function toSeconds(count: number, unit: DurationUnit): number {
  return count * (DURATION_UNITS.find(({ name }) => name === unit)?.seconds ?? 1);
}

/** 300 -> «5 minutes». */
export function formatDuration(seconds: number): string {
  const unit = getLongestUnit(seconds);
  return formatCount(seconds / unit.seconds, unit.singular, unit.plural);
}

function getLongestUnit(seconds: number): (typeof DURATION_UNITS)[number] {
  return DURATION_UNITS.find((unit) => seconds % unit.seconds === 0) ?? DURATION_UNITS[3];
}
