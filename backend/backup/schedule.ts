const DAY_MS = 24 * 3_600_000;

/** Whether the last backup is older than the last time that it was `hour` (UTC). */
export function isDue(last: Date | null, now: Date, hour: number): boolean {
  const boundary = new Date(now);
  boundary.setUTCHours(hour, 0, 0, 0);
  if (boundary > now) boundary.setTime(boundary.getTime() - DAY_MS);
  return last === null || last < boundary;
}
