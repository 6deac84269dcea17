/** The rules for new passwords. */
import { createHash } from "node:crypto";
import type { PasswordGroup } from "#backend/auth/auth-options.ts";
import type { AuthSettings } from "#backend/auth/config.ts";
import type { AuthDeps } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** bcrypt ignores further bytes. */
export const MAX_PASSWORD_BYTES = 72;

const LEAK_CHECK_TIMEOUT_MS = 3_000;

const GROUPS: Record<PasswordGroup, { pattern: RegExp; name: string }> = {
  lower: { pattern: /\p{Ll}/u, name: "a lower-case letter" },
  upper: { pattern: /\p{Lu}/u, name: "an upper-case letter" },
  digit: { pattern: /\d/, name: "a digit" },
  symbol: { pattern: /[^\p{L}\d\s]/u, name: "a symbol" },
};

const EASY_TO_GUESS = "Password is known to be weak and easy to guess, please choose a different one.";

type Reason = "length" | "characters" | "pwned";

export interface PasswordWeakness {
  message: string;
  reasons: Reason[];
}

export type PasswordRules = Pick<
  AuthSettings,
  "minPasswordLength" | "passwordGroups" | "passwordWords" | "leakedPasswordsUrl"
>;

/** The minimum for administrators, whatever it is for customers. */
const ADMIN_PASSWORD_LENGTH = 12;

/** The rules for an account that may be an administrator's. */
export async function getPasswordRules(
  { sql, settings, isAdministrator }: Pick<AuthDeps, "sql" | "settings" | "isAdministrator">,
  userId: string,
): Promise<PasswordRules> {
  return (await isAdministrator(sql, userId)) ? withAdminLength(settings) : settings;
}

export function withAdminLength(rules: PasswordRules): PasswordRules {
  return { ...rules, minPasswordLength: Math.max(rules.minPasswordLength, ADMIN_PASSWORD_LENGTH) };
}

/**
 * Why a password would be rejected today, without looking it up elsewhere; null when it would not.
 * @param email the account's: the part before the @ is no password for it
 */
export function findPasswordWeakness(
  password: string,
  { minPasswordLength, passwordGroups, passwordWords }: Omit<PasswordRules, "leakedPasswordsUrl">,
  email = "",
): PasswordWeakness | null {
  const isShort = [...password].length < minPasswordLength;
  const missing = passwordGroups
    .map((group) => GROUPS[group])
    .filter(({ pattern }) => !pattern.test(password));
  const words = [...passwordWords, email.split("@", 1).join("")].map(toLetters);
  const isEasy = isCommonPassword(password) || isOneOf(words, toLetters(password));
  const isCommon = !isShort && missing.length === 0 && isEasy;
  if (!isShort && missing.length === 0 && !isCommon) return null;
  const messages: string[] = isCommon ? [EASY_TO_GUESS] : [];
  if (isShort) messages.push(`Password should be at least ${minPasswordLength} characters.`);
  if (missing.length > 0) {
    messages.push(`Password should contain ${missing.map(({ name }) => name).join(" and ")}.`);
  }
  const reasons: Reason[] = [
    ...(isShort ? ["length" as const] : []),
    ...(missing.length > 0 ? ["characters" as const] : []),
    ...(isCommon ? ["pwned" as const] : []),
  ];
  return { message: messages.join(" "), reasons };
}

/** `Yaaré-2026!` is `yaare`. */
function toLetters(text: string): string {
  return text.normalize("NFD").toLowerCase().replace(/\P{L}/gu, "");
}

function isOneOf(words: string[], word: string): boolean {
  return word !== "" && words.includes(word);
}

/** Throws validation_failed when it is too long, weak_password when it is too easy. */
export async function checkNewPassword(
  password: string,
  settings: PasswordRules,
  email?: string | null,
): Promise<void> {
  if (!fitsBcrypt(password)) {
    const message = `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`;
    throw validationFailed(message);
  }
  const weakness =
    findPasswordWeakness(password, settings, email ?? "") ??
    (await findPasswordLeak(password, settings.leakedPasswordsUrl));
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, { reasons: weakness.reasons });
}

export function fitsBcrypt(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

/**
 * Looks up the first five digits of the hash in the leaked-password service. A service that does not respond
 * counts as no match.
 */
async function findPasswordLeak(password: string, url: string | null): Promise<PasswordWeakness | null> {
  if (!url) return null;
  const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
  try {
    const response = await fetch(`${url.replace(/\/$/, "")}/${hash.slice(0, 5)}`, {
      headers: { "add-padding": "true" },
      signal: AbortSignal.timeout(LEAK_CHECK_TIMEOUT_MS),
    });
    const lines = response.ok ? (await response.text()).split("\n") : [];
    const count = lines.find((line) => line.startsWith(`${hash.slice(5)}:`))?.split(":")[1];
    if (!Number(count)) return null;
  } catch {
    return null;
  }
  return { message: EASY_TO_GUESS, reasons: ["pwned"] };
}
