/**
 * POST /factors/:id/challenge: starts the verification of a factor. For a phone, the code is sent as a text
 * message.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { readOptionalBody, text } from "#backend/auth/body.ts";
import { type AuthDeps, type CallerEndpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { checkChannel } from "#backend/auth/endpoints/otp.ts";
import { AuthError } from "#backend/auth/errors.ts";
import { type Factor, findFactor, lockFactor, markChallenged } from "#backend/auth/models/factor.ts";
import { insertFactorChallenge } from "#backend/auth/models/factor-challenge.ts";
import { hashCode } from "#backend/auth/one-time-codes.ts";
import { requireSms } from "#backend/auth/send-rate-limits.ts";
import { createSmsCode, sendSmsCode } from "#backend/auth/sms/sms-codes.ts";
import { factorNotFound, parseFactorId } from "./factor-params.ts";

/** Lifetime of a challenge. */
export const CHALLENGE_SECONDS = 300;

/** Used when the caller's IP address is unknown. */
const UNKNOWN_IP = "0.0.0.0";

const challengeBodySchema = z.object({ channel: text });

export function challengeFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, { user }) => {
    const factorId = parseFactorId(c);
    const { channel } = await readOptionalBody(c.req.raw, challengeBodySchema);
    checkChannel(channel);
    const id = randomUUID();
    const factor = await findFactor(deps.sql, factorId, user.id);
    if (!factor) throw factorNotFound();
    const code = await createChallengeCode(deps, factor, c.env.ip);
    await deps.sql.begin(async (tx) => {
      // The factor may have been deleted meanwhile.
      if (!(await lockFactor(tx, factorId, user.id))) throw factorNotFound();
      const hash = code && hashCode(deps.secret, factor.phone ?? "", code);
      const ip = getClientInfo(c).ip ?? UNKNOWN_IP;
      await insertFactorChallenge(tx, { id, factorId, ip, codeHash: hash });
      await markChallenged(tx, factorId);
    });
    if (code) await sendSmsCode(deps, { purpose: "factor", phone: factor.phone ?? "", code });
    const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS;
    return Response.json({ id, type: factor.factor_type, expires_at: expiresAt });
  };
}

async function createChallengeCode(
  deps: AuthDeps,
  { factor_type: type, phone, status }: Factor,
  ip: string,
): Promise<string | null> {
  if (type === "totp") return null;
  if (type === "phone" && phone && deps.settings.phoneFactorEnabled) {
    await requireSms(deps, { purpose: "factor", phone, ip, isProven: status === "verified" });
    return createSmsCode(deps, phone);
  }
  throw new AuthError(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
}
