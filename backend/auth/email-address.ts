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
