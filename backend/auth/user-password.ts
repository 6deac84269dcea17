/** Changes the caller's password, and checks the required proof. */
import type { AuthDeps, Caller } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { consumeCodeAttempt, tooManyRequests } from "./guards.ts";
import { listAmrEntries } from "./models/amr-claim.ts";
import { consumeOneTimeToken } from "./models/one-time-token.ts";
import { consumeSignInAttempt, SECONDS_PER_ATTEMPT } from "./models/sign-in-limit.ts";
import { hashCode } from "./one-time-codes.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";

interface PasswordChange {
  password?: string;
  current_password?: string;
  nonce?: string;
}

/** A session younger than this has just presented the password or an equivalent. */
const RECENT_SESSION_SECONDS = 24 * 3600;

/**
 * The hash of the new password; undefined when none is requested. Throws weak_password, same_password, or the
 * error of the missing proof: the current password, or the code of /reauthenticate.
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
    // A user who recovers the account does not know the old password.
    if (settings.requireCurrentPassword && !(await isRecovery(deps, caller))) {
      await checkCurrentPassword(deps, caller, current, ip);
    }
    if (await verifyPassword(password, user.encrypted_password)) {
      const message = "New password should be different from the old password.";
      throw new AuthError(422, "same_password", message);
    }
  }
  return hashPassword(password);
}

/** Whether the caller signed in with a recovery link. */
export async function isRecovery({ sql }: AuthDeps, { session }: Caller): Promise<boolean> {
  if (!session) return false;
  const amr = await listAmrEntries(sql, session.id);
  return amr.some(({ method }) => method === "recovery");
}

async function checkCurrentPassword(
  { sql }: AuthDeps,
  { user }: Caller,
  current: string | undefined,
  ip: string,
): Promise<void> {
  const message = "Current password required when setting new password.";
  if (!current) throw new AuthError(400, "current_password_required", message);
  // Limited like any sign-in attempt, in case the access token was stolen.
  const account = user.email ?? user.phone ?? user.id;
  if (!(await consumeSignInAttempt(sql, account, ip))) throw tooManyRequests(SECONDS_PER_ATTEMPT);
  if (!(await verifyPassword(current, user.encrypted_password))) {
    throw new AuthError(400, "current_password_invalid", message);
  }
}

async function checkNonce(
  deps: AuthDeps,
  { user, session }: Caller,
  nonce: string | undefined,
): Promise<void> {
  if (session && session.age_seconds <= RECENT_SESSION_SECONDS) return;
  if (!nonce) {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  await consumeCodeAttempt(deps, `code ${user.id}`);
  const hash = hashCode(deps.secret, user.email ?? user.phone ?? "", nonce);
  const token = await deps.sql.begin((tx) => consumeOneTimeToken(tx, [hash], ["reauthentication_token"]));
  if (token?.user_id === user.id && token.age_seconds <= deps.settings.emailCodeSeconds) return;
  throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
}
