/**
 * POST /verify: a code that was typed, or a link's hash that a page hands over, for a session. GET /verify: the link
 * itself, which leads the browser on: with the session in the fragment, with a code for who began with a challenge, or
 * with what is wrong.
 */
import { z } from "zod";
import type { TransactionSql } from "../core/database.ts";
import { readBody, text } from "./body.ts";
import { confirm, isPhoneType, isVerifyType, type VerifyType } from "./confirmations.ts";
import { parseEmail } from "./email-address.ts";
import { type AuthDeps, clientOf, type Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { spendCodeGuess } from "./guards.ts";
import type { AuthenticationMethod } from "./models/amr-claim.ts";
import { issueAuthCode } from "./models/flow-state.ts";
import { codeHash, PKCE_PREFIX } from "./one-time-codes.ts";
import { parsePhone } from "./phone-number.ts";
import { failureRedirect, sessionRedirect } from "./redirect-answers.ts";
import { redirectTargetOf, withFragment, withQuery } from "./redirects.ts";
import { type Grant, sessionResponse, startSession } from "./sessions.ts";

const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});
type VerifyBody = z.infer<typeof verifyBody>;

const HALF = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const BAD_CODE = "Token has expired or is invalid";
const BAD_LINK = "Email link is invalid or has expired";

export function verifyByPost(deps: AuthDeps): Endpoint {
  return async (c) => {
    const shown = await readShown(await readBody(c.req.raw, verifyBody), deps);
    const grant = await deps.sql.begin(async (tx): Promise<Grant | null> => {
      const confirmed = await confirm(tx, deps, shown);
      if (confirmed.kind === "half") return null;
      return startSession(tx, confirmed.userId, shown.type === "recovery" ? "recovery" : "otp", clientOf(c));
    });
    return grant ? sessionResponse(deps, grant) : Response.json({ msg: HALF, code: "200" });
  };
}

async function readShown(
  body: VerifyBody,
  deps: AuthDeps,
): Promise<{ type: VerifyType; hashes: string[]; failure: string }> {
  const { token, token_hash: hash, email, phone } = body;
  const type = readType(body.type);
  if (Boolean(token) === Boolean(hash)) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (hash) {
    if (email || phone || body.redirect_to)
      throw validationFailed("Only the token_hash and type should be provided");
    if (isPhoneType(type)) throw validationFailed("Invalid email verification type");
    return { type, hashes: [hash], failure: BAD_LINK };
  }
  const address = addressOf(type, email, phone);
  await spendCodeGuess(deps, `code ${address}`);
  const made = codeHash(deps.secret, address, token ?? "");
  return { type, hashes: [made, PKCE_PREFIX + made], failure: BAD_CODE };
}

function readType(type: string | undefined): VerifyType {
  if (!type) throw validationFailed("Verify requires a verification type");
  if (!isVerifyType(type)) throw validationFailed("Unsupported verification type");
  return type;
}

function addressOf(type: VerifyType, email: string | undefined, phone: string | undefined): string {
  if (isPhoneType(type) && phone && !email) return parsePhone(phone);
  if (!isPhoneType(type) && email && !phone) return parseEmail(email);
  throw validationFailed("Only an email address or phone number should be provided on verify");
}

export function verifyByLink(deps: AuthDeps): Endpoint {
  return async (c) => {
    // Who only asks whether there is a page, as mail programs do, spends nothing.
    if (c.req.method === "HEAD") return c.body(null, 204);
    const target = redirectTargetOf(c, deps.settings);
    const hash = c.req.query("token") || c.req.query("token_hash");
    const type = readType(c.req.query("type"));
    if (!hash) throw validationFailed("Verify requires a token or a token hash");
    const isPkce = hash.startsWith(PKCE_PREFIX);
    try {
      if (isPhoneType(type)) throw validationFailed("Invalid email verification type");
      const outcome = await deps.sql.begin(async (tx) => {
        const confirmed = await confirm(tx, deps, { type, hashes: [hash], failure: BAD_LINK });
        if (confirmed.kind === "half") return null;
        const { userId } = confirmed;
        return isPkce ? codeFor(tx, userId, type) : startSession(tx, userId, methodOf(type), clientOf(c));
      });
      if (outcome === null) {
        const half = withFragment(target, { message: HALF, sb: "" });
        return c.redirect(isPkce ? withQuery(half, { message: HALF }) : half, 303);
      }
      if (typeof outcome === "string") return c.redirect(withQuery(target, { code: outcome }), 303);
      return await sessionRedirect(c, deps, target, outcome, { type });
    } catch (error) {
      return failureRedirect(c, target, error, isPkce);
    }
  };
}

function methodOf(type: VerifyType): AuthenticationMethod {
  return type === "recovery" ? "recovery" : "otp";
}

async function codeFor(tx: TransactionSql, userId: string, type: VerifyType): Promise<string> {
  const code = await issueAuthCode(tx, userId, flowMethodOf(type));
  if (code) return code;
  throw new AuthError(422, "flow_state_not_found", "No valid flow state found for user.");
}

/** As the flow was begun by signup, recover, otp or a change of address. */
function flowMethodOf(type: VerifyType): AuthenticationMethod {
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
