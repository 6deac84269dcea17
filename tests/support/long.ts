/**
 * Tests that are slow by nature (drills, generated requests, walks over every screen) have a short form, which `npm test`
 * runs, and a whole one, which `npm run test:long` runs.
 */

/** How much of something a run takes. */
export function shortOrLong<T>(short: T, long: T): T {
  return process.env.LONG === "1" ? long : short;
}
