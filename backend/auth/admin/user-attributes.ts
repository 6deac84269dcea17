/** Parses and validates the account fields that an administrator may set. */
import { z } from "zod";
import { metadata, text } from "#backend/auth/body.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import { validationFailed } from "#backend/auth/errors.ts";
import { isSupportedHash } from "#backend/auth/passwords/password-hashes.ts";
import { fitsBcrypt, MAX_PASSWORD_BYTES } from "#backend/auth/passwords/password-rules.ts";
import { hashPassword } from "#backend/auth/passwords/passwords.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";

const attributes = {
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
  role: text,
};

export const createBodySchema = z.object({ ...attributes, id: text });
export const updateBodySchema = z.object(attributes);
export type AdminUserAttributes = z.infer<typeof updateBodySchema>;

/** The normalized address and number, as far as they are set. Throws validation_failed. */
export function parseContact({ email, phone }: AdminUserAttributes): { email?: string; phone?: string } {
  return { email: email ? parseEmail(email) : undefined, phone: phone ? parsePhone(phone) : undefined };
}

/**
 * The hash as accounts store it; undefined when neither a password nor a hash is set. The strength of a password
 * that an administrator sets is not checked here. Throws validation_failed.
 */
export async function hashPasswordAttribute(
  attributes: AdminUserAttributes,
  ip: string,
): Promise<string | undefined> {
  const { password, password_hash: hash } = attributes;
  if (password && hash) throw validationFailed("Only a password or a password hash should be provided");
  if (hash) {
    if (isSupportedHash(hash)) return hash;
    throw validationFailed("The password hash is of no known kind: bcrypt, Argon2 (v=19) or Firebase scrypt");
  }
  if (!password) return undefined;
  if (!fitsBcrypt(password))
    throw validationFailed(`Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`);
  return hashPassword(password, ip);
}

const UNIT_SECONDS = new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
]);
/** A hundred years. Longer bans are treated as permanent. */
const MAX_BAN_SECONDS = 100 * 365 * 24 * 3600;

/**
 * The end of a ban. Null lifts the ban, undefined leaves it unchanged. Durations use Go's format: `1h30m`,
 * `24h`.
 */
export function parseBanEnd({ ban_duration: duration }: AdminUserAttributes): Date | null | undefined {
  if (duration === undefined) return undefined;
  if (duration === "none") return null;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== duration) {
    throw validationFailed(`invalid format for ban duration: ${JSON.stringify(duration)}`);
  }
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_SECONDS.get(unit ?? "") ?? 0),
    0,
  );
  return new Date(Date.now() + Math.min(seconds, MAX_BAN_SECONDS) * 1000);
}
