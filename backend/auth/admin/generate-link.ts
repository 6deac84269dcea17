/** POST /admin/generate_link: the code and the link that a mail would carry, for who sends it by other ways. */
import { z } from "zod";
import type { TransactionSql } from "../../core/database.ts";
import { createAccount, emailExists } from "../accounts.ts";
import { metadata, readBody, text } from "../body.ts";
import { parseEmail } from "../email-address.ts";
import type { AuthContext, AuthDeps, Endpoint } from "../endpoint.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { type CodeRequest, issueMailCode } from "../mailer/codes.ts";
import { findUserByEmail, mergeUserMetadata, requestEmailChange, type User } from "../models/user.ts";
import { checkNewPassword } from "../password-rules.ts";
import { hashPassword } from "../passwords.ts";
import { allowed, redirectTargetOf } from "../redirects.ts";
import { viewOf } from "./users.ts";

const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});
type LinkBody = z.infer<typeof linkBody>;

const TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type LinkType = (typeof TYPES)[number];

export function generateLink(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, linkBody);
    const email = parseEmail(body.email ?? "");
    const known = await findUserByEmail(deps.sql, email);
    const type = typeFor(deps, body, known);
    const passwordHash = type === "signup" && !known ? await newPasswordHash(deps, body) : undefined;
    const redirectTo = targetOf(c, deps, body);
    const answer = await deps.sql.begin(async (tx) => {
      const userId = known?.id ?? (await createAccount(tx, { email, data: body.data, passwordHash }));
      if (known && type === "signup" && body.data) await mergeUserMetadata(tx, userId, body.data);
      const address = await addressFor(tx, { type, userId, email, newEmail: body.new_email });
      const request: CodeRequest = { userId, purpose: type, email: address, redirectTo, pkce: false };
      const { code, hash, link } = await issueMailCode(tx, deps, request);
      const view = await viewOf(tx, userId);
      return {
        ...view,
        action_link: link,
        email_otp: code,
        hashed_token: hash,
        verification_type: type,
        redirect_to: redirectTo,
      };
    });
    return Response.json(answer);
  };
}

/** A sign-in link for who has no account is one to sign up by. */
function typeFor({ settings }: AuthDeps, body: LinkBody, known: User | null): LinkType {
  const type = TYPES.find((one) => one === body.type);
  if (!type) throw validationFailed("Invalid email action link type requested");
  if (known?.confirmed_at && (type === "signup" || type === "invite")) throw emailExists();
  if (type === "email_change_current" && !settings.doubleConfirm) {
    throw validationFailed("Enable secure email change to generate link for current email");
  }
  if (known || type === "signup" || type === "invite") return type;
  if (type === "magiclink") return "signup";
  throw new AuthError(404, "user_not_found", "User with this email not found");
}

/** Who was to get a sign-in link needs no password. */
async function newPasswordHash(
  { settings }: AuthDeps,
  { type, password }: LinkBody,
): Promise<string | undefined> {
  if (type === "magiclink") return undefined;
  if (!password) throw validationFailed("Signup requires a valid password");
  await checkNewPassword(password, settings);
  return hashPassword(password);
}

/** Where the code is for: one of the two addresses where they change. */
async function addressFor(
  tx: TransactionSql,
  request: { type: LinkType; userId: string; email: string; newEmail?: string },
): Promise<string> {
  const { type, userId, email } = request;
  if (type !== "email_change_current" && type !== "email_change_new") return email;
  const newEmail = parseEmail(request.newEmail ?? "");
  if (await findUserByEmail(tx, newEmail)) throw emailExists();
  await requestEmailChange(tx, userId, newEmail);
  return type === "email_change_new" ? newEmail : email;
}

function targetOf(c: AuthContext, { settings }: AuthDeps, { redirect_to: asked }: LinkBody): string {
  return allowed(asked, settings) ?? redirectTargetOf(c, settings);
}
