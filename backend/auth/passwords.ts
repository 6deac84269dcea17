/**
 * Hashes and compares passwords with bcrypt, in worker threads. libuv's thread pool is not used: its four
 * threads also serve signatures, files and compression, at normal priority. The workers have a lower
 * priority: a sign-in takes a little longer, and no other request waits for a password hash.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { AuthError } from "./errors.ts";
import { isBcrypt } from "./password-hashes.ts";
import { fitsBcrypt } from "./password-rules.ts";
import type { PasswordResult, PasswordTask } from "./password-worker.ts";

/** A quarter of the processors, at most four. Each makes about twenty hashes a second. */
const MAX_WORKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));

/** About five seconds of work. */
const MAX_QUEUE = 100 * MAX_WORKERS;

const workerPool = new Piscina<PasswordTask, PasswordResult>({
  filename: join(import.meta.dirname, "password-worker.ts"),
  // A thread takes about 15 MB, so it ends when nobody has signed in for a while.
  minThreads: 0,
  maxThreads: MAX_WORKERS,
  idleTimeout: 10_000,
  maxQueue: MAX_QUEUE,
  // Gives the workers about a quarter of a busy processor: with much less, sign-ins stall on a machine under
  // load.
  niceIncrement: 5,
  atomics: "disabled",
  recordTiming: false,
});

/** Compared with when an account has no hash. It matches no password and costs as much as any other. */
const DUMMY_HASH = `$2b$10$${"o".repeat(53)}`;

/**
 * The password must fit bcrypt (password-rules.ts), which truncates longer ones silently. Throws as
 * `runInWorker` does.
 */
export async function hashPassword(password: string): Promise<string> {
  return String(await runInWorker({ password, hash: null }));
}

/**
 * Returns false also without a hash, after the same work: the response time must not reveal whether an
 * account exists. Throws as `runInWorker` does.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await runInWorker({ password, hash: hash || DUMMY_HASH });
  if (!hash || matches !== true) return false;
  return !isBcrypt(hash) || fitsBcrypt(password);
}

/** First come, first served. Throws an AuthError (503) when the queue is full. */
function runInWorker(task: PasswordTask): Promise<PasswordResult> {
  if (workerPool.queueSize >= MAX_QUEUE) {
    throw new AuthError(503, "over_request_rate_limit", "Too many sign-ins at once, try again shortly");
  }
  return workerPool.run(task);
}
