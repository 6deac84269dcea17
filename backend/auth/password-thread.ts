/**
 * A thread that hashes and compares passwords, one after the other. It works when nobody else wants the processor:
 * whoever signs in waits a little longer, and those who only look around wait for nobody's password.
 */
import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import bcrypt from "bcrypt";
import { isBcrypt, matchesForeignHash } from "./password-hashes.ts";

/** A quarter of a processor that another thread keeps busy: with much less, nobody signs in on a machine under load. */
const NICENESS = 5;
const COST = 10;

/** To compare, or without a hash to make one. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** The hash that was made, or whether the password has the hash that was given. */
export type PasswordAnswer = string | boolean;

if (parentPort === null) throw new Error("This file is a thread of the auth service");
const port = parentPort;

// Elsewhere it would be the priority of the whole process.
if (process.platform === "linux") {
  setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));
}
port.on("message", (task: PasswordTask) => port.postMessage(answer(task)));

function answer({ password, hash }: PasswordTask): PasswordAnswer {
  if (hash === null) return bcrypt.hashSync(password, COST);
  return isBcrypt(hash)
    ? // bcrypt's third name for the same thing, which our library does not know.
      bcrypt.compareSync(password, hash.replace(/^\$2y\$/, "$2b$"))
    : matchesForeignHash(password, hash);
}
