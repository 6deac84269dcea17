/** Moments as the forms of prices take them, in the shop's time zone, which is UTC. */

import * as z from "zod/mini";
import { formatTypedMoment, readMoment, UNKNOWN_DAY } from "#app/components/admin/read-day.ts";

/** Where only the day of a beginning or an end is typed, the period has that whole day. */
export const START_TIME = "00:00";
export const END_TIME = "23:59";

/** «21/11/2026 08:00»; empty without one. */
export function toTypedMoment(iso: string | null): string {
  return iso === null ? "" : formatTypedMoment(new Date(iso).toISOString());
}

/** What is typed, as an ISO string; null for an empty field. */
export function optionalMoment(time: string) {
  return z.pipe(
    typedMoment(time),
    z.transform((typed) => toIso(readMoment(typed, time))),
  );
}

/** Like `optionalMoment`, but never empty. */
export function requiredMoment(time: string) {
  return z.pipe(
    typedMoment(time).check(z.minLength(1, "Indiquez le jour et l'heure")),
    z.transform((typed) => toIso(readMoment(typed, time)) ?? ""),
  );
}

const typedMoment = (time: string) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === "" || readMoment(typed, time) !== null, UNKNOWN_DAY),
  );

const toIso = (moment: string | null) => (moment === null ? null : `${moment}:00.000Z`);

export type PeriodState = "planned" | "running" | "over";

export function getPeriodState(
  { starts_at, ends_at }: { starts_at: string | null; ends_at: string | null },
  now: number,
): PeriodState {
  if (starts_at !== null && Date.parse(starts_at) > now) return "planned";
  return ends_at !== null && Date.parse(ends_at) <= now ? "over" : "running";
}
