/**
 * POST /token?grant_type=password. Whatever is wrong with the account or the password, the answer is the same and
 * takes as long; that an account is banned or unconfirmed is told only to who knows its password.
 */
import { z } from "zod";
import { readBody, text } from "./body.ts";
import { type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { isBanned, tooManyRequests } from "./guards.ts";
import { rememberNetwork, SECONDS_PER_GUESS, spendGuess } from "./models/sign-in-limit.ts";
import { findUserByEmail } from "./models/user.ts";
import { weaknessOf } from "./password-rules.ts";
import { verifyPassword } from "./passwords.ts";
import { sessionResponse, startSession } from "./sessions.ts";

const passwordBody = z.object({ email: text, phone: text, password: text });

export function passwordGrant(deps: AuthDeps): Endpoint {
  const { sql, settings } = deps;
  return async (c) => {
    const { email, phone, password = "" } = await readBody(c.req.raw, passwordBody);
    if (email && phone) {
      const message = "Only an email address or phone number should be provided on login.";
      throw new AuthError(400, "validation_failed", message);
    }
    if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
    if (!email) throw new AuthError(400, "validation_failed", "missing email or phone");

    if (!(await spendGuess(sql, email, c.env.ip))) throw tooManyRequests(SECONDS_PER_GUESS);
    const user = await findUserByEmail(sql, email);
    const matches = await verifyPassword(password, user?.encrypted_password ?? null);
    if (!user || !matches) throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
    if (isBanned(user.banned_until)) throw new AuthError(400, "user_banned", "User is banned");
    if (!user.email_confirmed_at) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");

    const [grant] = await Promise.all([
      sql.begin((tx) => startSession(tx, user.id, "password", clientOf(c))),
      rememberNetwork(sql, email, c.env.ip),
    ]);
    return sessionResponse(deps, grant, weaknessOf(password, settings.minPasswordLength));
  };
}
