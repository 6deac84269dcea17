/** How long a mail that did not leave waits: ever longer, so that a server that is down is not besieged. */

const FIRST_SECONDS = 60;
const LONGEST_SECONDS = 6 * 3600;

/** The last one comes after about two days. */
const MAX_ATTEMPTS = 16;

/**
 * Seconds until the next attempt: a minute, then twice as long each time up to six hours, give or take a tenth, so
 * that what failed together does not come back together. Null after the last attempt.
 * @param chance from 0 to 1
 */
export function retryDelay(attempts: number, chance = Math.random()): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  const delay = Math.min(FIRST_SECONDS * 2 ** (attempts - 1), LONGEST_SECONDS);
  return Math.round(delay * (0.9 + 0.2 * chance));
}
