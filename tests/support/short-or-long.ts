/**
 * Tests that are slow by nature (recovery drills, generated requests, checks of every screen) have a short
 * form, which `npm test` runs, and a long form, which `npm run test:long` runs.
 */

/** The value for this run's form. */
export function shortOrLong<T>(short: T, long: T): T {
  return process.env.LONG === "1" ? long : short;
}
