/**
 * POST /signup: an account by e-mail or phone and password, or an anonymous one (anonymous.ts). Where
 * addresses are confirmed automatically the response is a session. Else it is the account, or an invented one
 * for a registered address, so that the response does not reveal who has an account.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { checkSignupEnabled, createAccount } from "#backend/auth/accounts.ts";
import { metadata, readBody, text } from "#backend/auth/body.ts";
import { runInConstantTime } from "#backend/auth/constant-time.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import { type AuthContext, type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { parseChallenge } from "#backend/auth/grants/pkce.ts";
import { consumeClientLimit } from "#backend/auth/guards.ts";
import { beginMailFlow } from "#backend/auth/mailer/flows.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import type { Challenge } from "#backend/auth/models/flow-state.ts";
import { listIdentities } from "#backend/auth/models/identity.ts";
import { findUserByEmail, findUserById, findUserByPhone, type User } from "#backend/auth/models/user.ts";
import { checkNewPassword } from "#backend/auth/passwords/password-rules.ts";
import { hashPassword } from "#backend/auth/passwords/passwords.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { admitMail, admitSms, spendMail, spendSms } from "#backend/auth/send-rate-limits.ts";
import { createSessionResponse, startSession } from "#backend/auth/sessions/sessions.ts";
import { issueSmsCode, sendSmsCodeInBackground } from "#backend/auth/sms/sms-codes.ts";
import { toUserView } from "#backend/auth/user-view.ts";
import type { JsonObject } from "#backend/core/values/json.ts";
import { signInAnonymously } from "./anonymous.ts";
import { checkChannel } from "./otp.ts";

const signupBodySchema = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});

interface SignupRequest {
  /** Exactly one of email and phone is set. */
  email?: string;
  phone?: string;
  password: string;
  data: JsonObject;
  challenge: Challenge | null;
}

export function signup(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, signupBodySchema);
    if (!body.email && !body.phone) return signInAnonymously(deps, c, body.data ?? {});
    await consumeClientLimit(deps, "sign_up", c);
    const request = await checkSignup(body, deps);
    const { settings } = deps;
    if (request.email ? settings.autoconfirm : settings.phoneAutoconfirm)
      return signUpConfirmed(deps, c, request);
    return runInConstantTime(deps, () => signUpUnconfirmed(deps, c, request));
  };
}

async function checkSignup(
  body: z.infer<typeof signupBodySchema>,
  { settings }: AuthDeps,
): Promise<SignupRequest> {
  const { email, phone, password, data = {} } = body;
  checkSignupEnabled(settings);
  if (!password) throw validationFailed("Signup requires a valid password");
  if (email && phone) {
    const message = "Only an email address or phone number should be provided on signup.";
    throw validationFailed(message);
  }
  if (email && !settings.emailEnabled) {
    throw new AuthError(422, "email_provider_disabled", "Email signups are disabled");
  }
  if (phone && !settings.phoneEnabled) {
    throw new AuthError(422, "phone_provider_disabled", "Phone signups are disabled");
  }
  await checkNewPassword(password, settings, email);
  checkChannel(body.channel);
  const challenge = parseChallenge(body);
  // Phone verification returns the session directly: no redirect takes place, so PKCE does not apply.
  if (phone && challenge) throw validationFailed("PKCE not supported for phone signups");
  if (email) return { email: parseEmail(email), password, data, challenge };
  return { phone: parsePhone(phone ?? ""), password, data, challenge };
}

async function signUpConfirmed(
  deps: AuthDeps,
  c: AuthContext,
  { password, ...request }: SignupRequest,
): Promise<Response> {
  // Hashed before the account is looked up: a registered address takes as long as a free one.
  const passwordHash = await hashPassword(password, c.env.ip);
  const { email, phone, data } = request;
  if (await findExistingUser(deps, request)) throw userAlreadyExists();
  try {
    const grant = await deps.sql.begin(async (tx) => {
      const confirmed = { emailConfirmed: Boolean(email), phoneConfirmed: Boolean(phone) };
      const id = await createAccount(tx, { email, phone, passwordHash, data, ...confirmed });
      return startSession(tx, id, "password", getClientInfo(c));
    });
    return await createSessionResponse(deps, grant);
  } catch (error) {
    throw isAlreadyRegistered(error) ? userAlreadyExists() : error;
  }
}

async function signUpUnconfirmed(deps: AuthDeps, c: AuthContext, request: SignupRequest): Promise<Response> {
  const { sql } = deps;
  const { email, phone, data } = request;
  const passwordHash = await hashPassword(request.password, c.env.ip);
  const { ip } = c.env;
  if (email) await admitMail(deps, { purpose: "signup", email, ip });
  if (phone) await admitSms(deps, { purpose: "confirmation", phone, ip });
  const existing = await findExistingUser(deps, request);
  if (existing?.confirmed_at) return Response.json(createFakeUser(request));
  const isSent = phone
    ? await spendSms(deps, { phone, isProven: false })
    : await spendMail(deps, { purpose: "signup", email: email ?? "", isProven: false });
  try {
    const { id, code } = await sql.begin(async (tx) => {
      const id = existing?.id ?? (await createAccount(tx, { email, phone, passwordHash, data }));
      if (!isSent) return { id, code: null };
      if (phone) {
        const code = await issueSmsCode(tx, deps, { userId: id, purpose: "confirmation", phone });
        return { id, code };
      }
      const pkce = await beginMailFlow(tx, id, request.challenge, "email/signup");
      const redirectTo = getRedirectTarget(c, deps.settings);
      await enqueueMailCode(tx, deps, {
        userId: id,
        purpose: "signup",
        email: email ?? "",
        redirectTo,
        pkce,
      });
      return { id, code: null };
    });
    if (phone && code) sendSmsCodeInBackground(deps, { purpose: "confirmation", phone, code });
    const [user, identities] = await Promise.all([findUserById(sql, id), listIdentities(sql, id)]);
    if (!user) throw new AuthError(500, "unexpected_failure", "Database error loading user after sign-up");
    if (!existing) return Response.json(toUserView(user, identities));
    // The caller may be someone other than the first sign-up, so its data is not returned.
    const withoutData = identities.map((identity) => ({
      ...identity,
      identity_data: { sub: id, email: email ?? "" },
    }));
    return Response.json({ ...toUserView(user, withoutData), user_metadata: data });
  } catch (error) {
    if (isAlreadyRegistered(error)) return Response.json(createFakeUser(request));
    throw error;
  }
}

function findExistingUser(
  { sql }: AuthDeps,
  { email, phone }: Pick<SignupRequest, "email" | "phone">,
): Promise<User | null> {
  return email ? findUserByEmail(sql, email) : findUserByPhone(sql, phone ?? "");
}

function isAlreadyRegistered(error: unknown): boolean {
  return error instanceof AuthError && (error.code === "email_exists" || error.code === "phone_exists");
}

function userAlreadyExists(): AuthError {
  return new AuthError(422, "user_already_exists", "User already registered");
}

/** An account that does not exist. */
function createFakeUser({ email = "", phone = "", data }: SignupRequest): object {
  const now = new Date();
  const provider = email ? "email" : "phone";
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
