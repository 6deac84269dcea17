/** Days as addresses and lists name them, «2026-11-21», as Ouagadougou counts them, which keeps UTC. */

/** A day that there is, from the years that a shop has; null for anything else. */
export function readDay(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The day after, as the end of a day that is not part of it. */
export function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
