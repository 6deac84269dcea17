/**
 * POST /token?grant_type=password. A wrong account or password always gives the same response in the same
 * time. Only a caller with the right password learns that an account is banned or unconfirmed.
 */
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { type AuthContext, type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { consumeClientLimit, createParallelLimit, tooManyRequests } from "#backend/auth/guards.ts";
import {
  consumeSignInAttempt,
  recordTrustedNetwork,
  SECONDS_PER_ATTEMPT,
} from "#backend/auth/models/sign-in-limit.ts";
import { findUserByEmail, findUserByPhone, isBanned, replacePassword } from "#backend/auth/models/user.ts";
import { isBcrypt } from "#backend/auth/passwords/password-hashes.ts";
import {
  findPasswordWeakness,
  fitsBcrypt,
  getPasswordRules,
} from "#backend/auth/passwords/password-rules.ts";
import { hashPassword, verifyPassword } from "#backend/auth/passwords/passwords.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { createSessionResponse, startSession } from "#backend/auth/sessions/sessions.ts";

const passwordBodySchema = z.object({ email: text, phone: text, password: text });

/** Applies its own limits: the body is read before, because it may arrive slowly. */
export function passwordGrant(deps: AuthDeps): Endpoint {
  const limitParallel = createParallelLimit(deps, "parallel_sign_ins");
  const signIn = createSignIn(deps);
  return async (c) => {
    const body = await readBody(c.req.raw, passwordBodySchema);
    return limitParallel(c, async () => {
      await consumeClientLimit(deps, "sign_in", c);
      return signIn(c, body);
    });
  };
}

function createSignIn(deps: AuthDeps) {
  const { sql } = deps;
  return async (c: AuthContext, { password = "", ...body }: z.infer<typeof passwordBodySchema>) => {
    const { email, phone } = checkAccountName(body, deps);
    const account = email ?? phone ?? "";
    if (!(await consumeSignInAttempt(sql, account, c.env.ip))) throw tooManyRequests(SECONDS_PER_ATTEMPT);
    const user = await (email ? findUserByEmail(sql, email) : findUserByPhone(sql, account));
    const matches = await verifyPassword(password, user?.encrypted_password ?? null, c.env.ip);
    if (!user || !matches) {
      const actor = user ?? undefined;
      throw new AuthError(400, "invalid_credentials", "Invalid login credentials", { actor });
    }
    if (isBanned(user)) throw new AuthError(400, "user_banned", "User is banned", { actor: user });
    if (email && !user.email_confirmed_at)
      throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    if (phone && !user.phone_confirmed_at)
      throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");

    if (user.encrypted_password && !isBcrypt(user.encrypted_password) && fitsBcrypt(password)) {
      const passwordHash = await hashPassword(password, c.env.ip);
      // A password that was changed meanwhile stays.
      await sql.begin((tx) => replacePassword(tx, user, passwordHash));
    }
    const [grant] = await Promise.all([
      sql.begin((tx) => startSession(tx, user.id, "password", getClientInfo(c))),
      recordTrustedNetwork(sql, account, c.env.ip),
    ]);
    return createSessionResponse(deps, grant, {
      weak_password: findPasswordWeakness(password, await getPasswordRules(deps, user.id)) ?? undefined,
    });
  };
}

function checkAccountName(
  { email, phone }: { email?: string; phone?: string },
  { settings }: AuthDeps,
): { email?: string; phone?: string } {
  if (email && phone) {
    const message = "Only an email address or phone number should be provided on login.";
    throw validationFailed(message);
  }
  if (phone) {
    if (settings.phoneEnabled) return { phone: parsePhone(phone) };
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
  if (!email) throw validationFailed("missing email or phone");
  if (settings.emailEnabled) return { email };
  throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
}
