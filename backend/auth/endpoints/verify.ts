/**
 * POST /verify: exchanges a typed code, or the hash of a link that a page passes on, for a session. GET
 * /verify: the link itself, which redirects the browser with the session in the fragment, with an
 * authorization code for a PKCE flow, or with an error.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import {
  confirmToken,
  countWrongAttempt,
  isPhoneType,
  isVerifyType,
  type PresentedToken,
  type VerifyType,
} from "#backend/auth/confirmations.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import { type AuthDeps, type Endpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { consumeCodeAttempt } from "#backend/auth/guards.ts";
import type { AuthenticationMethod } from "#backend/auth/models/amr-claim.ts";
import { issueAuthCode } from "#backend/auth/models/flow-state.ts";
import { replaceOneTimeToken } from "#backend/auth/models/one-time-token.ts";
import { findUserById } from "#backend/auth/models/user.ts";
import { hashCode, PKCE_PREFIX } from "#backend/auth/one-time-codes.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { createErrorRedirect, createSessionRedirect } from "#backend/auth/redirect-responses.ts";
import { getRedirectTarget, isPageOfSite, withFragment, withQuery } from "#backend/auth/redirects.ts";
import { endSmsInterval, type SmsPurpose } from "#backend/auth/send-rate-limits.ts";
import { createSessionResponse, type SessionGrant, startSession } from "#backend/auth/sessions/sessions.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";

const verifyBodySchema = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});
type VerifyBody = z.infer<typeof verifyBodySchema>;

const PARTIAL_CONFIRMATION_MESSAGE =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const INVALID_CODE_MESSAGE = "Token has expired or is invalid";
const INVALID_LINK_MESSAGE = "Email link is invalid or has expired";

export function verifyByPost(deps: AuthDeps): Endpoint {
  return async (c) => {
    const presented = await readTokenHashes(await readBody(c.req.raw, verifyBodySchema), deps, c.env.ip);
    const grant = await deps.sql.begin(async (tx): Promise<SessionGrant | null> => {
      const confirmed = await confirmToken(tx, deps, presented);
      if (confirmed.kind === "partial") return null;
      return startSession(
        tx,
        confirmed.userId,
        presented.type === "recovery" ? "recovery" : "otp",
        getClientInfo(c),
      );
    });
    // The code is spent. Whoever was told now that one has just been sent would have none.
    if (presented.sms) await endSmsInterval(deps, presented.sms);
    return grant
      ? createSessionResponse(deps, grant)
      : Response.json({ msg: PARTIAL_CONFIRMATION_MESSAGE, code: "200" });
  };
}

async function readTokenHashes(
  body: VerifyBody,
  deps: AuthDeps,
  ip: string,
): Promise<PresentedToken & { sms?: { purpose: SmsPurpose; phone: string } }> {
  const { token, token_hash: hash, email, phone } = body;
  const type = parseVerifyType(body.type);
  if (Boolean(token) === Boolean(hash)) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (hash) {
    if (email || phone || body.redirect_to)
      throw validationFailed("Only the token_hash and type should be provided");
    if (isPhoneType(type)) throw validationFailed("Invalid email verification type");
    return { type, hashes: [hash], isTyped: false, failure: INVALID_LINK_MESSAGE, ip };
  }
  const recipient = parseRecipient(type, email, phone);
  await consumeCodeAttempt(deps, `code ${recipient}`);
  const tokenHash = hashCode(deps.secret, recipient, token ?? "");
  const hashes = [tokenHash, PKCE_PREFIX + tokenHash];
  await countWrongAttempt(deps.sql, recipient, hashes, type);
  const sms = isPhoneType(type) && {
    sms: { purpose: type === "sms" ? "confirmation" : "phone_change", phone: recipient } as const,
  };
  return { type, hashes, isTyped: true, failure: INVALID_CODE_MESSAGE, ip, ...sms };
}

function parseVerifyType(type: string | undefined): VerifyType {
  if (!type) throw validationFailed("Verify requires a verification type");
  if (!isVerifyType(type)) throw validationFailed("Unsupported verification type");
  return type;
}

function parseRecipient(type: VerifyType, email: string | undefined, phone: string | undefined): string {
  if (isPhoneType(type) && phone && !email) return parsePhone(phone);
  if (!isPhoneType(type) && email && !phone) return parseEmail(email);
  throw validationFailed("Only an email address or phone number should be provided on verify");
}

export function verifyByLink(deps: AuthDeps): Endpoint {
  return async (c) => {
    // HEAD requests, as mail programs send them, consume nothing.
    if (c.req.method === "HEAD") return c.body(null, 204);
    const target = getRedirectTarget(c, deps.settings);
    const hash = c.req.query("token") || c.req.query("token_hash");
    const type = parseVerifyType(c.req.query("type"));
    if (!hash) throw validationFailed("Verify requires a token or a token hash");
    const isPkce = hash.startsWith(PKCE_PREFIX);
    try {
      if (isPhoneType(type)) throw validationFailed("Invalid email verification type");
      const outcome = await deps.sql.begin(async (tx) => {
        const confirmed = await confirmToken(tx, deps, {
          type,
          hashes: [hash],
          isTyped: false,
          failure: INVALID_LINK_MESSAGE,
          ip: c.env.ip,
        });
        if (confirmed.kind === "partial") return null;
        const { userId } = confirmed;
        return isPkce
          ? {
              code: await issueFlowCode(tx, userId, type),
              tokenHash: await issueTokenHash(tx, deps, { userId, type, target }),
            }
          : startSession(tx, userId, getAuthenticationMethod(type), getClientInfo(c));
      });
      if (outcome === null) {
        const partialTarget = withFragment(target, { message: PARTIAL_CONFIRMATION_MESSAGE, sb: "" });
        return c.redirect(
          isPkce ? withQuery(partialTarget, { message: PARTIAL_CONFIRMATION_MESSAGE }) : partialTarget,
          303,
        );
      }
      if ("code" in outcome) return c.redirect(toCodeRedirect(target, outcome), 303);
      return await createSessionRedirect(c, deps, target, outcome, { type });
    } catch (error) {
      deps.refusals.add(error, { ip: c.env.ip, path: c.req.path });
      return createErrorRedirect(c, target, error, isPkce);
    }
  };
}

/**
 * The code is for the browser that began the flow. A recovery mail may be opened on another device, which has no
 * verifier: its page may present the hash instead, once the person has pressed a button.
 */
function toCodeRedirect(
  target: string,
  { code, tokenHash }: { code: string; tokenHash: string | null },
): string {
  const redirect = withQuery(target, { code });
  return tokenHash ? withFragment(redirect, { token_hash: tokenHash, type: "recovery", sb: "" }) : redirect;
}

/**
 * The hash of a new recovery token, which exchanging the code deletes. Null for other kinds of links, and for
 * other sites: their pages may not expect it.
 */
async function issueTokenHash(
  tx: TransactionSql,
  { settings }: AuthDeps,
  { userId, type, target }: { userId: string; type: VerifyType; target: string },
): Promise<string | null> {
  if (type !== "recovery" || !isPageOfSite(target, settings)) return null;
  const hash = randomBytes(28).toString("hex");
  const user = await findUserById(tx, userId);
  await replaceOneTimeToken(tx, { userId, type: "recovery_token", hash, relatesTo: user?.email ?? "" });
  return hash;
}

function getAuthenticationMethod(type: VerifyType): AuthenticationMethod {
  return type === "recovery" ? "recovery" : "otp";
}

async function issueFlowCode(tx: TransactionSql, userId: string, type: VerifyType): Promise<string> {
  const code = await issueAuthCode(tx, userId, getFlowMethod(type));
  if (code) return code;
  throw new AuthError(422, "flow_state_not_found", "No valid flow state found for user.");
}

/** The flow's method, as signup, recover, otp or a change of address began it. */
function getFlowMethod(type: VerifyType): AuthenticationMethod {
  switch (type) {
    case "signup":
      return "email/signup";
    case "recovery":
    case "invite":
    case "email_change":
      return type;
    default:
      return "magiclink";
  }
}
