/** A new password for the caller's account, and what has to be shown for it. */
import type { AuthDeps, Caller } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { spendCodeGuess, tooManyRequests } from "./guards.ts";
import { listAmrEntries } from "./models/amr-claim.ts";
import { takeOneTimeToken } from "./models/one-time-token.ts";
import { SECONDS_PER_GUESS, spendGuess } from "./models/sign-in-limit.ts";
import { codeHash } from "./one-time-codes.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

interface PasswordChange {
  password?: string;
  current_password?: string;
  nonce?: string;
}

/** A session this young has just shown the password, or what stands for it. */
const FRESH_SECONDS = 24 * 3600;

/**
 * The hash of the new password; undefined when none is to be set. Throws weak_password, same_password, or what is
 * missing: the current password, the code of /reauthenticate.
 */
export async function newPasswordHash(
  deps: AuthDeps,
  caller: Caller,
  { password, current_password: current, nonce }: PasswordChange,
  ip: string,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const { user } = caller;
  const { settings } = deps;
  await checkNewPassword(password, settings);
  if (settings.requireReauthentication) await checkNonce(deps, caller, nonce);
  if (user.encrypted_password) {
    // Who recovers the account does not know the old one.
    if (settings.requireCurrentPassword && !(await isRecovery(deps, caller))) {
      await checkCurrent(deps, caller, current, ip);
    }
    if (await verifyPassword(password, user.encrypted_password)) {
      const message = "New password should be different from the old password.";
      throw new AuthError(422, "same_password", message);
    }
  }
  return hashPassword(password);
}

/** Whether the caller came by a link to recover the account. */
export async function isRecovery({ sql }: AuthDeps, { session }: Caller): Promise<boolean> {
  if (!session) return false;
  const amr = await listAmrEntries(sql, session.id);
  return amr.some(({ method }) => method === "recovery");
}

async function checkCurrent(
  { sql }: AuthDeps,
  { user }: Caller,
  current: string | undefined,
  ip: string,
): Promise<void> {
  const message = "Current password required when setting new password.";
  if (!current) throw new AuthError(400, "current_password_required", message);
  // A guess like any other, to who has got hold of an access token.
  const account = user.email ?? user.phone ?? user.id;
  if (!(await spendGuess(sql, account, ip))) throw tooManyRequests(SECONDS_PER_GUESS);
  if (!(await verifyPassword(current, user.encrypted_password))) {
    throw new AuthError(400, "current_password_invalid", message);
  }
}

async function checkNonce(
  deps: AuthDeps,
  { user, session }: Caller,
  nonce: string | undefined,
): Promise<void> {
  if (session && session.age_seconds <= FRESH_SECONDS) return;
  if (!nonce) {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  await spendCodeGuess(deps, `code ${user.id}`);
  const hash = codeHash(deps.secret, user.email ?? user.phone ?? "", nonce);
  const token = await deps.sql.begin((tx) => takeOneTimeToken(tx, [hash], ["reauthentication_token"]));
  if (token?.user_id === user.id && token.age_seconds <= deps.settings.emailCodeSeconds) return;
  throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}
