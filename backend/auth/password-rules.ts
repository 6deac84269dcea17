/** Which passwords are taken. */
import { createHash } from "node:crypto";
import type { PasswordGroup } from "../core/auth-options.ts";
import type { AuthSettings } from "./config.ts";
import { AuthError, validationFailed } from "./errors.ts";

/** bcrypt reads no further. */
export const MAX_PASSWORD_BYTES = 72;

const LEAKS_TIMEOUT_MS = 3_000;

const GROUPS: Record<PasswordGroup, { pattern: RegExp; name: string }> = {
  lower: { pattern: /\p{Ll}/u, name: "a lower-case letter" },
  upper: { pattern: /\p{Lu}/u, name: "an upper-case letter" },
  digit: { pattern: /\d/, name: "a digit" },
  symbol: { pattern: /[^\p{L}\d\s]/u, name: "a symbol" },
};

type Reason = "length" | "characters" | "pwned";

export interface PasswordWeakness {
  message: string;
  reasons: Reason[];
}

type Rules = Pick<AuthSettings, "minPasswordLength" | "passwordGroups">;

/** Why a password that fits would not be taken today, as far as it tells by itself; null when it would. */
export function weaknessOf(
  password: string,
  { minPasswordLength, passwordGroups }: Rules,
): PasswordWeakness | null {
  const isShort = [...password].length < minPasswordLength;
  const missing = passwordGroups
    .map((group) => GROUPS[group])
    .filter(({ pattern }) => !pattern.test(password));
  if (!isShort && missing.length === 0) return null;
  const messages: string[] = [];
  if (isShort) messages.push(`Password should be at least ${minPasswordLength} characters.`);
  if (missing.length > 0) {
    messages.push(`Password should contain ${missing.map(({ name }) => name).join(" and ")}.`);
  }
  const reasons: Reason[] = [
    ...(isShort ? ["length" as const] : []),
    ...(missing.length > 0 ? ["characters" as const] : []),
  ];
  return { message: messages.join(" "), reasons };
}

/** Throws validation_failed when it does not fit, weak_password when it is too easy. */
export async function checkNewPassword(
  password: string,
  settings: Rules & Pick<AuthSettings, "leakedPasswordsUrl">,
): Promise<void> {
  if (!fitsBcrypt(password)) {
    const message = `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`;
    throw validationFailed(message);
  }
  const weakness = weaknessOf(password, settings) ?? (await leakOf(password, settings.leakedPasswordsUrl));
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, { reasons: weakness.reasons });
}

export function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

/** Asks with the first five digits of its hash whether others know it. Who does not answer knows of none. */
async function leakOf(password: string, url: string | null): Promise<PasswordWeakness | null> {
  if (!url) return null;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${url.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
      headers: { "add-padding": "true" },
      signal: AbortSignal.timeout(LEAKS_TIMEOUT_MS),
    });
    const lines = response.ok ? (await response.text()).split("\n") : [];
    const count = lines.find((line) => line.startsWith(`${hash.slice(5)}:`))?.split(":")[1];
    if (!Number(count)) return null;
  } catch {
    return null;
  }
  const message = "Password is known to be weak and easy to guess, please choose a different one.";
  return { message, reasons: ["pwned"] };
}
