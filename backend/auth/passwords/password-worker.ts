/** The worker thread of `passwords.ts`: hashes and compares passwords, one after the other. */
import bcrypt from "bcrypt";
import { isBcrypt, matchesImportedHash } from "./password-hashes.ts";

const COST = 10;

/** The hash to compare with; null to create one. */
export interface PasswordTask {
  password: string;
  hash: string | null;
}

/** The new hash, or whether the password matches the given hash. */
export type PasswordResult = string | boolean;

/** Creates a hash when none is given, else compares. */
export default function runPasswordTask({ password, hash }: PasswordTask): PasswordResult {
  if (hash === null) return bcrypt.hashSync(password, COST);
  return isBcrypt(hash)
    ? // bcrypt's third prefix for the same algorithm, which the library does not know.
      bcrypt.compareSync(password, hash.replace(/^\$2y\$/, "$2b$"))
    : matchesImportedHash(password, hash);
}
