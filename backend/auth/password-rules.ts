/** Which passwords are taken. */
import { AuthError } from "./errors.ts";

/** bcrypt reads no further. */
export const MAX_PASSWORD_BYTES = 72;

export interface PasswordWeakness {
  message: string;
  reasons: string[];
}

/** Why a password that fits would not be taken today; null when it would. */
export function weaknessOf(password: string, minLength: number): PasswordWeakness | null {
  if ([...password].length >= minLength) return null;
  return { message: `Password should be at least ${minLength} characters.`, reasons: ["length"] };
}

/** Throws validation_failed when it does not fit, weak_password when it is too easy. */
export function checkNewPassword(password: string, minLength: number): void {
  if (!fitsBcrypt(password)) {
    const message = `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`;
    throw new AuthError(400, "validation_failed", message);
  }
  const weakness = weaknessOf(password, minLength);
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, { reasons: weakness.reasons });
}

export function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}
