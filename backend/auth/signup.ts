/**
 * POST /signup: an account by e-mail or phone and password, or none of them (anonymous.ts). Where addresses count as
 * confirmed it answers with a session; else with the account, or for an address that is taken with one made up, so
 * that nobody learns who has an account.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createAccount } from "./accounts.ts";
import { signInAnonymously } from "./anonymous.ts";
import { type JsonObject, metadata, readBody, text } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import { type AuthContext, type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { inEvenTime } from "./even-time.ts";
import { spendAddress } from "./guards.ts";
import { mailCode } from "./mailer/codes.ts";
import { beginMailFlow } from "./mailer/flows.ts";
import type { Challenge } from "./models/flow-state.ts";
import { listIdentities } from "./models/identity.ts";
import { findUserByEmail, findUserById, findUserByPhone, type User } from "./models/user.ts";
import { checkChannel } from "./otp.ts";
import { checkNewPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { parsePhone } from "./phone-number.ts";
import { readChallenge } from "./pkce.ts";
import { redirectTargetOf } from "./redirects.ts";
import { spendMail, spendSms } from "./send-limits.ts";
import { sessionResponse, startSession } from "./sessions.ts";
import { issueSmsCode, sendSmsCodeUnseen } from "./sms/codes.ts";
import { userView } from "./user-view.ts";

const signupBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});

interface Signup {
  /** One of the two. */
  email?: string;
  phone?: string;
  password: string;
  data: JsonObject;
  challenge: Challenge | null;
}

export function signup(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, signupBody);
    if (!body.email && !body.phone) return signInAnonymously(deps, c, body.data ?? {});
    await spendAddress(deps, "signup", c);
    const asked = await checkSignup(body, deps);
    const { settings } = deps;
    if (asked.email ? settings.autoconfirm : settings.phoneAutoconfirm) return signUpAtOnce(deps, c, asked);
    return inEvenTime(deps, () => signUpToConfirm(deps, c, asked));
  };
}

async function checkSignup(body: z.infer<typeof signupBody>, { settings }: AuthDeps): Promise<Signup> {
  const { email, phone, password, data = {} } = body;
  if (!settings.signupEnabled) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
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
  await checkNewPassword(password, settings);
  checkChannel(body.channel);
  const challenge = readChallenge(body);
  // Its answer holds the session once the code came back: nothing is led through a browser.
  if (phone && challenge) throw validationFailed("PKCE not supported for phone signups");
  if (email) return { email: parseEmail(email), password, data, challenge };
  return { phone: parsePhone(phone ?? ""), password, data, challenge };
}

async function signUpAtOnce(
  deps: AuthDeps,
  c: AuthContext,
  { password, ...asked }: Signup,
): Promise<Response> {
  // Before the account is looked for: a taken address takes as long as a free one.
  const passwordHash = await hashPassword(password);
  const { email, phone, data } = asked;
  if (await find(deps, asked)) throw taken();
  try {
    const grant = await deps.sql.begin(async (tx) => {
      const confirmed = { emailConfirmed: Boolean(email), phoneConfirmed: Boolean(phone) };
      const id = await createAccount(tx, { email, phone, passwordHash, data, ...confirmed });
      return startSession(tx, id, "password", clientOf(c));
    });
    return await sessionResponse(deps, grant);
  } catch (error) {
    throw isTaken(error) ? taken() : error;
  }
}

async function signUpToConfirm(deps: AuthDeps, c: AuthContext, asked: Signup): Promise<Response> {
  const { sql } = deps;
  const { email, phone, data } = asked;
  const passwordHash = await hashPassword(asked.password);
  if (email) await spendMail(deps, "signup", email);
  if (phone) await spendSms(deps, "confirmation", phone);
  const known = await find(deps, asked);
  if (known?.confirmed_at) return Response.json(madeUp(asked));
  try {
    const { id, code } = await sql.begin(async (tx) => {
      const id = known?.id ?? (await createAccount(tx, { email, phone, passwordHash, data }));
      if (phone) {
        const code = await issueSmsCode(tx, deps, { userId: id, purpose: "confirmation", phone });
        return { id, code };
      }
      const pkce = await beginMailFlow(tx, id, asked.challenge, "email/signup");
      const redirectTo = redirectTargetOf(c, deps.settings);
      await mailCode(tx, deps, { userId: id, purpose: "signup", email: email ?? "", redirectTo, pkce });
      return { id, code: null };
    });
    if (phone && code) sendSmsCodeUnseen(deps, phone, code);
    const [user, identities] = await Promise.all([findUserById(sql, id), listIdentities(sql, id)]);
    if (!user) throw new AuthError(500, "unexpected_failure", "Database error loading user after sign-up");
    if (!known) return Response.json(userView(user, identities));
    // Whoever asks need not be who signed up before: nothing that was said then is shown.
    const bare = identities.map((identity) => ({
      ...identity,
      identity_data: { sub: id, email: email ?? "" },
    }));
    return Response.json({ ...userView(user, bare), user_metadata: data });
  } catch (error) {
    if (isTaken(error)) return Response.json(madeUp(asked));
    throw error;
  }
}

function find({ sql }: AuthDeps, { email, phone }: Pick<Signup, "email" | "phone">): Promise<User | null> {
  return email ? findUserByEmail(sql, email) : findUserByPhone(sql, phone ?? "");
}

function isTaken(error: unknown): boolean {
  return error instanceof AuthError && (error.code === "email_exists" || error.code === "phone_exists");
}

function taken(): AuthError {
  return new AuthError(422, "user_already_exists", "User already registered");
}

/** An account that nobody has. */
function madeUp({ email = "", phone = "", data }: Signup): object {
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
