/** Hashes and compares passwords with bcrypt, in threads of their own (password-threads.ts). */
import { availableParallelism } from "node:os";
import { isBcrypt } from "./password-hashes.ts";
import { fitsBcrypt } from "./password-rules.ts";
import { PasswordThreads } from "./password-threads.ts";

/** Half of the processors, as long as they are few: each makes some twenty hashes a second. */
const THREADS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

const threads = new PasswordThreads({
  threads: THREADS,
  // About five seconds of work.
  waiting: 100 * THREADS,
});

/** Compared against where there is no hash: no password's, and as much work as any. */
const DECOY = `$2b$10$${"o".repeat(53)}`;

/** The password must fit bcrypt (password-rules.ts): what is longer would be cut silently. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.ask({ password, hash: null }));
}

/**
 * False also without a hash, after the same work: how long an answer takes must not tell whether an account
 * exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await threads.ask({ password, hash: hash || DECOY });
  if (!hash || matches !== true) return false;
  return !isBcrypt(hash) || fitsBcrypt(password);
}
