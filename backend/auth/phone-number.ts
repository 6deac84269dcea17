/** Normalizes phone numbers: international (E.164), digits only. */
import { validationFailed } from "./errors.ts";

/** Throws validation_failed. */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, "").replaceAll(" ", "");
  if (/^[1-9]\d{1,14}$/.test(digits)) return digits;
  throw validationFailed("Invalid phone number format (E.164 required)");
}
