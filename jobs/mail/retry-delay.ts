/**
 * The delay before the next attempt to send a mail. It grows, so that a server that is down is not
 * overloaded.
 */

const MIN_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 6 * 3600;

/** The last attempt is after about two days. */
const MAX_ATTEMPTS = 16;

/**
 * Seconds until the next attempt: a minute, then twice as long each time up to six hours, with a jitter of a
 * tenth, so that mails that failed together are not retried together. Null after the last attempt.
 * @param chance from 0 to 1
 */
export function retryDelay(attempts: number, chance = Math.random()): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  const delay = Math.min(MIN_DELAY_SECONDS * 2 ** (attempts - 1), MAX_DELAY_SECONDS);
  return Math.round(delay * (0.9 + 0.2 * chance));
}

/** Enough to space the attempts of one mail by eight minutes. */
const MAX_SERVER_FAILURES = 4;

/**
 * The attempts that count, and the seconds until the next one, after an attempt that failed by the server's
 * fault. Such attempts count only up to the fourth, so that they never use up those of the mail.
 * @param attempts with this one
 */
export function retryAfterServerFailure(
  attempts: number,
  chance = Math.random(),
): { attempts: number; retrySeconds: number | null } {
  return {
    attempts: attempts > MAX_SERVER_FAILURES ? attempts - 1 : attempts,
    retrySeconds: retryDelay(Math.min(attempts, MAX_SERVER_FAILURES), chance),
  };
}
