/** POST /admin/generate_link: the code and the link of a mail, for clients that send them in another way. */
import { z } from "zod";
import { createAccount, emailExists } from "#backend/auth/accounts.ts";
import { metadata, readBody, text } from "#backend/auth/body.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthContext, AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { type CodeRequest, issueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import {
  findUserByEmail,
  mergeUserMetadata,
  requestEmailChange,
  type User,
} from "#backend/auth/models/user.ts";
import { checkNewPassword } from "#backend/auth/passwords/password-rules.ts";
import { hashPassword } from "#backend/auth/passwords/passwords.ts";
import { getAllowedRedirect, getRedirectTarget } from "#backend/auth/redirects.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { readUserView } from "./users.ts";

const linkBodySchema = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});
type LinkBody = z.infer<typeof linkBodySchema>;

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
    const body = await readBody(c.req.raw, linkBodySchema);
    const email = parseEmail(body.email ?? "");
    const existing = await findUserByEmail(deps.sql, email);
    const type = resolveLinkType(deps, body, existing);
    const passwordHash = type === "signup" && !existing ? await newPasswordHash(deps, body) : undefined;
    const redirectTo = resolveRedirectTarget(c, deps, body);
    const properties = await deps.sql.begin(async (tx) => {
      const userId = existing?.id ?? (await createAccount(tx, { email, data: body.data, passwordHash }));
      if (existing && type === "signup" && body.data) await mergeUserMetadata(tx, userId, body.data);
      const address = await resolveRecipient(tx, { type, userId, email, newEmail: body.new_email });
      const request: CodeRequest = { userId, purpose: type, email: address, redirectTo, pkce: false };
      const { code, hash, link } = await issueMailCode(tx, deps, request);
      const view = await readUserView(tx, userId);
      return {
        ...view,
        action_link: link,
        email_otp: code,
        hashed_token: hash,
        verification_type: type,
        redirect_to: redirectTo,
      };
    });
    return Response.json(properties);
  };
}

/** Without an account, a sign-in link becomes a sign-up link. */
function resolveLinkType({ settings }: AuthDeps, body: LinkBody, existing: User | null): LinkType {
  const type = TYPES.find((one) => one === body.type);
  if (!type) throw validationFailed("Invalid email action link type requested");
  if (existing?.confirmed_at && (type === "signup" || type === "invite")) throw emailExists();
  if (type === "email_change_current" && !settings.doubleConfirm) {
    throw validationFailed("Enable secure email change to generate link for current email");
  }
  if (existing || type === "signup" || type === "invite") return type;
  if (type === "magiclink") return "signup";
  throw new AuthError(404, "user_not_found", "User with this email not found");
}

/** A sign-in link that became a sign-up link needs no password. */
async function newPasswordHash(
  { settings }: AuthDeps,
  { type, password }: LinkBody,
): Promise<string | undefined> {
  if (type === "magiclink") return undefined;
  if (!password) throw validationFailed("Signup requires a valid password");
  await checkNewPassword(password, settings);
  return hashPassword(password);
}

/** The recipient of the code. A change of address has two: the old and the new one. */
async function resolveRecipient(
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

function resolveRedirectTarget(
  c: AuthContext,
  { settings }: AuthDeps,
  { redirect_to: redirectTo }: LinkBody,
): string {
  return getAllowedRedirect(redirectTo, settings) ?? getRedirectTarget(c, settings);
}
