/**
 * Hashes and compares passwords with bcrypt, in worker threads. libuv's thread pool is not used: its four threads also
 * serve signatures, files and compression. A network's first passwords (password-queue.ts) are compared at the
 * priority of everything else: a sign-in needs a twentieth of a second of a processor, and stalls without it on a
 * machine that is busy. Others are compared by other workers, of a lower priority, which neither the first ones nor any
 * other request wait for.
 */
import { availableParallelism, getPriority } from "node:os";
import { join } from "node:path";
import { Piscina } from "piscina";
import { getClientNetwork } from "#backend/core/client-network.ts";
import { isBcrypt } from "./password-hashes.ts";
import { PasswordQueue } from "./password-queue.ts";
import { fitsBcrypt } from "./password-rules.ts";
import type { PasswordResult, PasswordTask } from "./password-worker.ts";

/** Of each priority: a quarter of the processors, at most four. Each makes about twenty hashes a second. */
const MAX_WORKERS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 4)));

/** About five seconds of work, of which one network may have one waiting. */
const MAX_WAITING = 100 * MAX_WORKERS;
const MAX_PER_NETWORK = 20 * MAX_WORKERS;
/** Less than what a request may take. */
const MAX_WAIT_MS = 8_000;
/** About a quarter of a busy processor: many people may share a network. */
const LOWER_PRIORITY = 5;

const [firstWorkers, otherWorkers] = [createWorkers(0), createWorkers(LOWER_PRIORITY)];
const queue = new PasswordQueue({
  concurrency: MAX_WORKERS,
  maxPerNetwork: MAX_PER_NETWORK,
  maxWaiting: MAX_WAITING,
  maxWaitMs: MAX_WAIT_MS,
});

function createWorkers(lowerBy: number): Piscina<PasswordTask, PasswordResult> {
  // nice(2) returns the new value, and the library of the pool takes -1 for a failure, which ends the process.
  const niceIncrement = lowerBy > 0 && getPriority() + lowerBy === -1 ? lowerBy + 1 : lowerBy;
  return new Piscina<PasswordTask, PasswordResult>({
    filename: join(import.meta.dirname, "password-worker.ts"),
    // A thread takes about 15 MB, so it ends when nobody has signed in for a while.
    minThreads: 0,
    maxThreads: MAX_WORKERS,
    idleTimeout: 10_000,
    niceIncrement,
    atomics: "disabled",
    recordTiming: false,
  });
}

/** Compared with when an account has no hash. It matches no password and costs as much as any other. */
const DUMMY_HASH = `$2b$10$${"o".repeat(53)}`;

/**
 * The password must fit bcrypt (password-rules.ts), which truncates longer ones silently. Throws as
 * `runInWorker` does.
 * @param ip the client's address; null for the process's own work, which is done at the lower priority
 */
export async function hashPassword(password: string, ip: string | null = null): Promise<string> {
  return String(await runInWorker({ password, hash: null }, ip));
}

/**
 * Returns false also without a hash, after the same work: the response time must not reveal whether an
 * account exists. Throws as `runInWorker` does.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  ip: string | null = null,
): Promise<boolean> {
  const matches = await runInWorker({ password, hash: hash || DUMMY_HASH }, ip);
  if (!hash || matches !== true) return false;
  return !isBcrypt(hash) || fitsBcrypt(password);
}

/** In the turn of the client's network. Throws an AuthError (429, 503) when too much is waiting. */
function runInWorker(task: PasswordTask, ip: string | null): Promise<PasswordResult> {
  const network = ip === null ? null : getClientNetwork(ip);
  return queue.run(network, (isFirst) => (isFirst ? firstWorkers : otherWorkers).run(task));
}
