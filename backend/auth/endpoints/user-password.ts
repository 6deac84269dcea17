/**
 * Changes the caller's password, and checks the required proof. A session from a recovery link may set one new
 * password within some minutes; then it is like any session that a message has opened.
 */
import type { AuthDeps, Caller } from "#backend/auth/endpoint.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { consumeCodeAttempt, tooManyRequests } from "#backend/auth/guards.ts";
import { listAmrEntries, spendRecovery } from "#backend/auth/models/amr-claim.ts";
import { consumeOneTimeToken, countWrongCode } from "#backend/auth/models/one-time-token.ts";
import { consumeSignInAttempt, SECONDS_PER_ATTEMPT } from "#backend/auth/models/sign-in-limit.ts";
import { hashCode } from "#backend/auth/one-time-codes.ts";
import { checkNewPassword, getPasswordRules } from "#backend/auth/passwords/password-rules.ts";
import { hashPassword, verifyPassword } from "#backend/auth/passwords/passwords.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";

interface PasswordChange {
  password?: string;
  current_password?: string;
  nonce?: string;
}

const TOKEN_TYPE = "reauthentication_token";

/** A session younger than this has just presented the password or an equivalent. */
const RECENT_SESSION_SECONDS = 24 * 3600;

/** The methods of sessions that only a mail or a text message has opened. */
const MESSAGE_METHODS = new Set(["recovery", "otp", "magiclink"]);

interface NewPassword {
  hash: string;
  /** Whether the session's recovery stands for the current password: `spendRecovery` must succeed with the change. */
  isByRecovery: boolean;
}

/**
 * The hash of the new password; undefined when none is requested. Throws weak_password, same_password, or the
 * error of the missing proof: the current password, or the code of /reauthenticate.
 */
export async function hashNewPassword(
  deps: AuthDeps,
  caller: Caller,
  { password, current_password: current, nonce }: PasswordChange,
  ip: string,
): Promise<NewPassword | undefined> {
  if (password === undefined) return undefined;
  const { user } = caller;
  const { settings } = deps;
  await checkNewPassword(password, await getPasswordRules(deps, user.id), user.email);
  if (settings.requireReauthentication && !isRecentSession(caller)) await checkNonce(deps, caller, nonce);
  const methods = await listMethods(deps, caller);
  // A user who recovers the account does not know the old password.
  const isByRecovery = methods.some(
    ({ method, age }) => method === "recovery" && age <= settings.recoverySeconds,
  );
  if (user.encrypted_password) {
    if (!isByRecovery) await checkProof(deps, caller, { current, nonce, methods, ip });
    if (await verifyPassword(password, user.encrypted_password, ip)) {
      const message = "New password should be different from the old password.";
      throw new AuthError(422, "same_password", message);
    }
  }
  return { hash: await hashPassword(password, ip), isByRecovery };
}

interface UsedMethod {
  method: string;
  /** In seconds. */
  age: number;
}

async function listMethods({ sql }: AuthDeps, { session }: Caller): Promise<UsedMethod[]> {
  if (!session) return [];
  const now = Date.now() / 1000;
  return (await listAmrEntries(sql, session.id)).map(({ method, timestamp }) => ({
    method,
    age: now - timestamp,
  }));
}

/**
 * The current password where the settings require it, and always for a session that only a message has opened: its
 * holder may type the code of another message instead.
 */
async function checkProof(
  deps: AuthDeps,
  caller: Caller,
  proof: { current?: string; nonce?: string; methods: UsedMethod[]; ip: string },
): Promise<void> {
  const { current, nonce, methods, ip } = proof;
  const isByMessage = methods.length > 0 && methods.every(({ method }) => MESSAGE_METHODS.has(method));
  if (isByMessage && current === undefined) {
    const isRecovery = methods.some(({ method }) => method === "recovery");
    if (nonce || isRecovery || !deps.settings.requireCurrentPassword) return checkNonce(deps, caller, nonce);
  }
  if (isByMessage || deps.settings.requireCurrentPassword)
    await checkCurrentPassword(deps, caller, current, ip);
}

/** Throws when the recovery was spent by another request, or took too long. */
export async function spendRecoverySession(
  tx: TransactionSql,
  { settings }: AuthDeps,
  { session }: Caller,
): Promise<void> {
  if (session && (await spendRecovery(tx, session.id, settings.recoverySeconds))) return;
  throw reauthenticationNeeded();
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
  if (!(await verifyPassword(current, user.encrypted_password, ip))) {
    throw new AuthError(400, "current_password_invalid", message, { actor: user });
  }
}

function isRecentSession({ session }: Caller): boolean {
  return session !== null && session.age_seconds <= RECENT_SESSION_SECONDS;
}

export function reauthenticationNeeded(): AuthError {
  return new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
}

async function checkNonce(deps: AuthDeps, { user }: Caller, nonce: string | undefined): Promise<void> {
  if (!nonce) throw reauthenticationNeeded();
  const { emailCodeSeconds, typedCodeSeconds } = deps.settings;
  const recipient = user.email ?? user.phone ?? "";
  await consumeCodeAttempt(deps, `code ${user.id}`);
  const hash = hashCode(deps.secret, recipient, nonce);
  await countWrongCode(deps.sql, recipient, [hash], [TOKEN_TYPE]);
  const token = await deps.sql.begin((tx) => consumeOneTimeToken(tx, [hash], [TOKEN_TYPE], true));
  const lifetimeSeconds = Math.min(emailCodeSeconds, typedCodeSeconds);
  if (token?.user_id === user.id && token.age_seconds <= lifetimeSeconds) return;
  throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid", { actor: user });
}
