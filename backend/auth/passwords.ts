/**
 * Hashes and compares passwords with bcrypt, in threads of their own. libuv's would be the wrong place: four of them
 * serve everybody's signatures, files and compression, at everybody's priority. These yield to all others: whoever
 * signs in waits a little longer, and those who only look around wait for nobody's password.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { AuthError } from "./errors.ts";
import { isBcrypt } from "./password-hashes.ts";
import { fitsBcrypt } from "./password-rules.ts";
import type { PasswordAnswer, PasswordTask } from "./password-thread.ts";

/** A quarter of the processors, as long as they are few: each makes some twenty hashes a second. */
const THREADS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));

/** About five seconds of work. */
const MOST_WAITING = 100 * THREADS;

const threads = new Piscina<PasswordTask, PasswordAnswer>({
  filename: join(import.meta.dirname, "password-thread.ts"),
  // A thread weighs some 15 MB, so that it goes when nobody has signed in for a while.
  minThreads: 0,
  maxThreads: THREADS,
  idleTimeout: 10_000,
  maxQueue: MOST_WAITING,
  // A quarter of a processor that others keep busy: with much less, nobody signs in on a machine under load.
  niceIncrement: 5,
  atomics: "disabled",
  recordTiming: false,
});

/** Compared against where there is no hash: no password's, and as much work as any. */
const DECOY = `$2b$10$${"o".repeat(53)}`;

/** The password must fit bcrypt (password-rules.ts): what is longer would be cut silently. Throws as `ask` does. */
export async function hashPassword(password: string): Promise<string> {
  return String(await ask({ password, hash: null }));
}

/**
 * False also without a hash, after the same work: how long an answer takes must not tell whether an account
 * exists. Throws as `ask` does.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await ask({ password, hash: hash || DECOY });
  if (!hash || matches !== true) return false;
  return !isBcrypt(hash) || fitsBcrypt(password);
}

/** Who comes first is served first. Throws an AuthError (503) when too many wait. */
function ask(task: PasswordTask): Promise<PasswordAnswer> {
  if (threads.queueSize >= MOST_WAITING) {
    throw new AuthError(503, "over_request_rate_limit", "Too many sign-ins at once, try again shortly");
  }
  return threads.run(task);
}
