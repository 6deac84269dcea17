/**
 * Hashes and compares passwords with bcrypt, on libuv's threads. They are taken a few at a time, so that a flood
 * of sign-ins leaves a thread for the signatures, files and compression of everyone else.
 */
import { randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import { AuthError } from "./errors.ts";
import { isBcrypt, matchesForeignHash } from "./password-hashes.ts";
import { fitsBcrypt } from "./password-rules.ts";

const COST = 10;
/** libuv has four threads unless it is told otherwise. */
const AT_ONCE = 3;
/** About five seconds of work: who comes later is asked to try again. */
const MAX_WAITING = 250;

let running = 0;
const waiting: (() => void)[] = [];
/** Compared against where there is no hash; made at once, so that the first such answer takes no longer. */
const decoy = bcrypt.hash(randomUUID(), COST);

/** The password must fit bcrypt (password-rules.ts): what is longer would be cut silently. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => bcrypt.hash(password, COST));
}

/**
 * False also without a hash, after the same work: how long an answer takes must not tell whether an account
 * exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (hash && !isBcrypt(hash)) return inTurn(() => matchesForeignHash(password, hash));
  // bcrypt's third name for the same thing, which our library does not know.
  const target = hash?.replace(/^\$2y\$/, "$2b$") || (await decoy);
  const matches = await inTurn(() => bcrypt.compare(password, target));
  return matches && Boolean(hash) && fitsBcrypt(password);
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new AuthError(503, "over_request_rate_limit", "Too many sign-ins at once, try again shortly");
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
