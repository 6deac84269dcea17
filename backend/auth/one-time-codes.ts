/**
 * Six-digit codes and the hashes that links carry. A hash is keyed with a secret of the service, because a
 * code alone could be found from it in a million attempts. It also binds the code to its recipient.
 */
import { createHmac, randomInt } from "node:crypto";

const LENGTH = 6;

/** Prefix of a hash whose link leads to an authorization code, for a PKCE flow. */
export const PKCE_PREFIX = "pkce_";

export function generateCode(): string {
  return String(randomInt(10 ** LENGTH)).padStart(LENGTH, "0");
}

/** 56 hexadecimal digits. `recipient` is the e-mail address or phone number that gets the code. */
export function hashCode(secret: string, recipient: string, code: string): string {
  return createHmac("sha224", secret).update(`${recipient}\n${code}`).digest("hex");
}
