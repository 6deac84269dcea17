/** POST /factors/:id/challenge: asks for a proof, which a text message helps to give where it is a phone. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readBody, text } from "../body.ts";
import { type AuthDeps, type CallerEndpoint, clientOf } from "../endpoint.ts";
import { AuthError } from "../errors.ts";
import { insertFactorChallenge } from "../models/challenge.ts";
import { type Factor, findFactor, lockFactor, markChallenged } from "../models/factor.ts";
import { codeHash } from "../one-time-codes.ts";
import { checkChannel } from "../otp.ts";
import { spendSms } from "../send-limits.ts";
import { sendSmsCode, smsCodeFor } from "../sms/codes.ts";
import { factorIdOf, factorNotFound } from "./factor-id.ts";

/** Life of a challenge. */
export const CHALLENGE_SECONDS = 300;

/** Where the caller's address is not known. */
const UNKNOWN_ADDRESS = "0.0.0.0";

const challengeBody = z.object({ channel: text });

export function challengeFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, { user }) => {
    const factorId = factorIdOf(c);
    const { channel } = c.req.raw.body ? await readBody(c.req.raw, challengeBody) : {};
    checkChannel(channel);
    const id = randomUUID();
    const factor = await findFactor(deps.sql, factorId, user.id);
    if (!factor) throw factorNotFound();
    const code = await codeFor(deps, factor);
    await deps.sql.begin(async (tx) => {
      // It may have gone meanwhile.
      if (!(await lockFactor(tx, factorId, user.id))) throw factorNotFound();
      const hash = code && codeHash(deps.secret, factor.phone ?? "", code);
      const ip = clientOf(c).ip ?? UNKNOWN_ADDRESS;
      await insertFactorChallenge(tx, { id, factorId, ip, codeHash: hash });
      await markChallenged(tx, factorId);
    });
    if (code) await sendSmsCode(deps, factor.phone ?? "", code);
    const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS;
    return Response.json({ id, type: factor.factor_type, expires_at: expiresAt });
  };
}

async function codeFor(deps: AuthDeps, { factor_type: type, phone }: Factor): Promise<string | null> {
  if (type === "totp") return null;
  if (type === "phone" && phone && deps.settings.phoneFactorEnabled) {
    await spendSms(deps, "factor", phone);
    return smsCodeFor(deps, phone);
  }
  throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
}
