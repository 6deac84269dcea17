/**
 * Codes of six digits and the hashes that links carry. A hash is keyed with a secret of the service, for the code
 * alone could be found from it by trying a million; it binds the code to the address that it was sent to.
 */
import { createHmac, randomInt } from "node:crypto";

const LENGTH = 6;

/** In front of a hash whose link leads to a code for who began with a challenge. */
export const PKCE_PREFIX = "pkce_";

export function newCode(): string {
  return String(randomInt(10 ** LENGTH)).padStart(LENGTH, "0");
}

/** 56 hexadecimal digits. */
export function codeHash(secret: string, address: string, code: string): string {
  return createHmac("sha224", secret).update(`${address}\n${code}`).digest("hex");
}
