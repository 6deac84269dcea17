/**
 * POST /factors/:id/verify: checks the proof. The session is upgraded to aal2 and gets new tokens. The user's
 * sessions that stay at aal1 end, because they have not presented the second factor.
 */

import { verify as verifyTotp } from "otplib";
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { type AuthDeps, type CallerEndpoint, getClientInfo } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { consumeCodeAttempt } from "#backend/auth/guards.ts";
import { saveAmrClaim } from "#backend/auth/models/amr-claim.ts";
import { type Actor, recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import {
  deleteUnverifiedFactors,
  type Factor,
  lockFactor,
  markVerified,
} from "#backend/auth/models/factor.ts";
import {
  type FactorChallenge,
  findFactorChallenge,
  markChallengeVerified,
} from "#backend/auth/models/factor-challenge.ts";
import { consumeRateLimit } from "#backend/auth/models/rate-limit.ts";
import { deleteAal1Sessions, lockSession, upgradeSession } from "#backend/auth/models/session.ts";
import { hashCode } from "#backend/auth/one-time-codes.ts";
import {
  createSessionResponse,
  readSubject,
  rotateRefreshToken,
  type SessionGrant,
} from "#backend/auth/sessions/sessions.ts";
import { getClientNetwork } from "#backend/core/client-network.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import { CHALLENGE_SECONDS } from "./challenge.ts";
import { factorNotFound, parseFactorId } from "./factor-params.ts";

const verifyBodySchema = z.object({ challenge_id: text, code: text });

const STEP_SECONDS = 30;
/** TOTP codes are accepted one step early or late. A code can be used once within that window. */
const SINGLE_USE = { burst: 1, perSecond: 1 / (3 * STEP_SECONDS) };

/** Five wrong codes end a challenge, which lives for minutes: the bucket does not refill meanwhile. */
const CHALLENGE_ATTEMPTS = { burst: 5, perSecond: 1 / 86_400 };

export function verifyFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, { user, session }) => {
    const factorId = parseFactorId(c);
    const { challenge_id: challengeId = "", code } = await readBody(c.req.raw, verifyBodySchema);
    if (!code) throw validationFailed("Code needs to be non-empty");
    if (!isUuid(challengeId)) throw challengeNotFound();
    if (!session) throw new AuthError(403, "session_not_found", "The token names no session");
    await consumeCodeAttempt(deps, `factor ${factorId}`);
    const isEnded = (await deps.rateLimiter.consume(`challenge ${challengeId}`, CHALLENGE_ATTEMPTS)) > 0;
    if (isEnded) throw challengeExpired(challengeId);

    const client = getClientInfo(c);
    const grant = await deps.sql.begin(async (tx): Promise<SessionGrant> => {
      const factor = await lockFactor(tx, factorId, user.id);
      if (!factor) throw factorNotFound();
      const challenge = await findFactorChallenge(tx, challengeId, factorId);
      checkChallenge(challenge, client.ip);
      if (!(await isValidProof(tx, deps, factor, challenge, code))) throw wrongCode(factor, user);
      if (!(await lockSession(tx, session.id))) throw sessionNotFound();
      await markChallengeVerified(tx, challengeId);
      await markVerified(tx, factorId);
      await upgradeToAal2(tx, user.id, session.id, factor);
      const event = {
        actor: user,
        ip: c.env.ip,
        traits: { factor_id: factorId, factor_type: factor.factor_type },
      };
      await recordEvent(tx, { action: "verification_attempted", ...event });
      const refreshToken = await rotateRefreshToken(tx, { userId: user.id, sessionId: session.id }, client);
      return { ...(await readSubject(tx, user.id, session.id, "aal2")), refreshToken };
    });
    return createSessionResponse(deps, grant);
  };
}

function checkChallenge(
  challenge: FactorChallenge | null,
  ip: string | null,
): asserts challenge is FactorChallenge {
  if (!challenge || challenge.verified_at) throw challengeNotFound();
  if (ip && getClientNetwork(challenge.ip_address) !== getClientNetwork(ip)) {
    throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.age_seconds > CHALLENGE_SECONDS) throw challengeExpired(challenge.id);
}

function challengeExpired(id: string): AuthError {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
  return new AuthError(422, "mfa_challenge_expired", message);
}

async function isValidProof(
  tx: TransactionSql,
  { secret }: AuthDeps,
  factor: Factor,
  { otp_code: expected }: FactorChallenge,
  code: string,
): Promise<boolean> {
  if (factor.factor_type === "phone") {
    return expected !== null && expected === hashCode(secret, factor.phone ?? "", code);
  }
  if (!factor.secret || !/^\d{6}$/.test(code)) return false;
  const { valid } = await verifyTotp({ secret: factor.secret, token: code, epochTolerance: STEP_SECONDS });
  return valid && (await consumeRateLimit(tx, `totp ${factor.id} ${code}`, SINGLE_USE)) === 0;
}

async function upgradeToAal2(
  tx: TransactionSql,
  userId: string,
  sessionId: string,
  factor: Factor,
): Promise<void> {
  await upgradeSession(tx, sessionId, factor.id);
  await saveAmrClaim(tx, sessionId, factor.factor_type === "phone" ? "mfa/phone" : "totp");
  await deleteAal1Sessions(tx, userId);
  await deleteUnverifiedFactors(tx, userId);
}

function wrongCode({ factor_type: type }: Factor, actor: Actor): AuthError {
  const kind = type === "phone" ? "MFA Phone" : "TOTP";
  return new AuthError(422, "mfa_verification_failed", `Invalid ${kind} code entered`, { actor });
}

function challengeNotFound(): AuthError {
  const message = "MFA factor with the provided challenge ID not found";
  return new AuthError(422, "mfa_factor_not_found", message);
}

function sessionNotFound(): AuthError {
  const message = "Session from session_id claim in JWT does not exist";
  return new AuthError(403, "session_not_found", message);
}
