/** Normalizes e-mail addresses: valid by the rules of a browser's e-mail field, and in lower case. */
import { z } from "zod";
import { validationFailed } from "./errors.ts";

const ADDRESS = z.email({ pattern: z.regexes.html5Email });
const MAX_LENGTH = 255;

/** Throws validation_failed. */
export function parseEmail(email: string): string {
  if (email.length > MAX_LENGTH) {
    throw validationFailed("An email address is too long");
  }
  if (!ADDRESS.safeParse(email).success) {
    throw validationFailed("Unable to validate email address: invalid format");
  }
  return email.toLowerCase();
}

/** Both names of one provider, which ignores the dots in a mailbox's name. */
const DOTLESS_DOMAIN = /@g(?:oogle)?mail\.com$/;

/**
 * What the spellings of one mailbox have in common, for the limits of what it receives: the address without the suffix
 * that begins with a plus, and without dots where the provider ignores them. The SQL of the
 * limits has the same rule. `email` is as parseEmail returns it.
 */
export function getMailbox(email: string): string {
  const address = email.replace(/\+[^@]*@/, "@");
  if (!DOTLESS_DOMAIN.test(address)) return address;
  return `${address.slice(0, address.indexOf("@")).replaceAll(".", "")}@gmail.com`;
}
