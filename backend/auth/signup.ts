/**
 * POST /signup: an account by e-mail and password. With autoconfirm it answers with a session; without, with the
 * account, or for an address that is taken with one made up, so that nobody learns who has an account.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createAccount } from "./accounts.ts";
import { type JsonObject, metadata, readBody, text } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import { type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError } from "./errors.ts";
import { listIdentities } from "./models/identity.ts";
import { findUserByEmail, findUserById } from "./models/user.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { sessionResponse, startSession } from "./sessions.ts";
import { userView } from "./user-view.ts";

const signupBody = z.object({ email: text, phone: text, password: text, data: metadata });

export function signup(deps: AuthDeps): Endpoint {
  const { sql, settings } = deps;
  return async (c) => {
    const body = await readBody(c.req.raw, signupBody);
    const { email, password, data } = checkSignup(body, deps);

    // Before the account is looked for: a taken address takes as long as a free one.
    const passwordHash = await hashPassword(password);
    if (await findUserByEmail(sql, email)) return taken(deps, email, data);
    const account = { email, passwordHash, data, confirmed: settings.autoconfirm };
    try {
      if (settings.autoconfirm) {
        const grant = await sql.begin(async (tx) => {
          const id = await createAccount(tx, account);
          return startSession(tx, id, "password", clientOf(c));
        });
        return await sessionResponse(deps, grant);
      }
      const id = await sql.begin((tx) => createAccount(tx, account));
      const [user, identities] = await Promise.all([findUserById(sql, id), listIdentities(sql, id)]);
      if (!user) throw new AuthError(500, "unexpected_failure", "Database error loading user after sign-up");
      return Response.json(userView(user, identities));
    } catch (error) {
      if (error instanceof AuthError && error.code === "email_exists") return taken(deps, email, data);
      throw error;
    }
  };
}

function checkSignup(
  { email, phone, password, data }: z.infer<typeof signupBody>,
  { settings }: AuthDeps,
): { email: string; password: string; data: JsonObject } {
  if (!settings.signupEnabled) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (!email && !phone) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!password) throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  checkNewPassword(password, settings.minPasswordLength);
  if (email && phone) {
    const message = "Only an email address or phone number should be provided on signup.";
    throw new AuthError(400, "validation_failed", message);
  }
  if (!email) throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
  return { email: parseEmail(email), password, data: data ?? {} };
}

function taken({ settings }: AuthDeps, email: string, data: JsonObject): Response {
  if (settings.autoconfirm) throw new AuthError(422, "user_already_exists", "User already registered");
  const now = new Date();
  return Response.json({
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
}
