/** What a thread of `passwords.ts` runs: hashes and compares passwords, one after the other. */
import bcrypt from "bcrypt";
import { isBcrypt, matchesForeignHash } from "./password-hashes.ts";

const COST = 10;

/** To compare, or without a hash to make one. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** The hash that was made, or whether the password has the hash that was given. */
export type PasswordAnswer = string | boolean;

/** Without a hash the password's new one; with a hash whether it is the password's. */
export default function answer({ password, hash }: PasswordTask): PasswordAnswer {
  if (hash === null) return bcrypt.hashSync(password, COST);
  return isBcrypt(hash)
    ? // bcrypt's third name for the same thing, which our library does not know.
      bcrypt.compareSync(password, hash.replace(/^\$2y\$/, "$2b$"))
    : matchesForeignHash(password, hash);
}
