/** Moments as the forms of prices take them, in the shop's time zone, which is UTC. */

/** «2026-11-21T08:00» of a field; empty without one. */
export function toTypedMoment(iso: string | null): string {
  return iso === null ? "" : new Date(iso).toISOString().slice(0, 16);
}

/** Null for an empty field. */
export function fromTypedMoment(typed: string): string | null {
  return typed === "" ? null : new Date(`${typed}Z`).toISOString();
}

export type PeriodState = "planned" | "running" | "over";

export function getPeriodState(
  { starts_at, ends_at }: { starts_at: string | null; ends_at: string | null },
  now: number,
): PeriodState {
  if (starts_at !== null && Date.parse(starts_at) > now) return "planned";
  return ends_at !== null && Date.parse(ends_at) <= now ? "over" : "running";
}
