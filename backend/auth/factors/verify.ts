/**
 * POST /factors/:id/verify: the proof. The session rises to aal2 and gets new tokens; those of the user's sessions that
 * stay below end, for whoever is in them has shown less.
 */
import { verify as verifyTotp } from "otplib";
import { z } from "zod";
import type { TransactionSql } from "../../core/database.ts";
import { networkOf } from "../../core/network.ts";
import { readBody, text } from "../body.ts";
import { type AuthDeps, type CallerEndpoint, clientOf } from "../endpoint.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { isUuid, spendCodeGuess } from "../guards.ts";
import { saveAmrClaim } from "../models/amr-claim.ts";
import { type FactorChallenge, findFactorChallenge, markChallengeVerified } from "../models/challenge.ts";
import { deleteUnverifiedFactors, type Factor, lockFactor, markVerified } from "../models/factor.ts";
import { spendLimit } from "../models/rate-limit.ts";
import { deleteLowerSessions, lockSession, raiseSession } from "../models/session.ts";
import { codeHash } from "../one-time-codes.ts";
import { type Grant, readSubject, rotateRefreshToken, sessionResponse } from "../sessions.ts";
import { CHALLENGE_SECONDS } from "./challenge.ts";
import { factorIdOf, factorNotFound } from "./factor-id.ts";

const verifyBody = z.object({ challenge_id: text, code: text });

const STEP_SECONDS = 30;
/** An authenticator shows a code for one step, and we take it one step early or late: it opens once in all that time. */
const ONCE = { burst: 1, perSecond: 1 / (3 * STEP_SECONDS) };

export function verifyFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, { user, session }) => {
    const factorId = factorIdOf(c);
    const { challenge_id: challengeId = "", code } = await readBody(c.req.raw, verifyBody);
    if (!code) throw validationFailed("Code needs to be non-empty");
    if (!isUuid(challengeId)) throw challengeNotFound();
    if (!session) throw new AuthError(403, "session_not_found", "The token names no session");
    await spendCodeGuess(deps, `factor ${factorId}`);

    const client = clientOf(c);
    const grant = await deps.sql.begin(async (tx): Promise<Grant> => {
      const factor = await lockFactor(tx, factorId, user.id);
      if (!factor) throw factorNotFound();
      const challenge = await findFactorChallenge(tx, challengeId, factorId);
      checkChallenge(challenge, client.ip);
      if (!(await proves(tx, deps, factor, challenge, code))) throw wrongCode(factor);
      if (!(await lockSession(tx, session.id))) throw sessionGone();
      await markChallengeVerified(tx, challengeId);
      await markVerified(tx, factorId);
      await rise(tx, user.id, session.id, factor);
      const refreshToken = await rotateRefreshToken(tx, { userId: user.id, sessionId: session.id }, client);
      return { ...(await readSubject(tx, user.id, session.id, "aal2")), refreshToken };
    });
    return sessionResponse(deps, grant);
  };
}

function checkChallenge(
  challenge: FactorChallenge | null,
  ip: string | null,
): asserts challenge is FactorChallenge {
  if (!challenge || challenge.verified_at) throw challengeNotFound();
  if (ip && networkOf(challenge.ip_address) !== networkOf(ip)) {
    throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.age_seconds > CHALLENGE_SECONDS) {
    const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
}

async function proves(
  tx: TransactionSql,
  { secret }: AuthDeps,
  factor: Factor,
  { otp_code: expected }: FactorChallenge,
  code: string,
): Promise<boolean> {
  if (factor.factor_type === "phone") {
    return expected !== null && expected === codeHash(secret, factor.phone ?? "", code);
  }
  if (!factor.secret || !/^\d{6}$/.test(code)) return false;
  const { valid } = await verifyTotp({ secret: factor.secret, token: code, epochTolerance: STEP_SECONDS });
  return valid && (await spendLimit(tx, `totp ${factor.id} ${code}`, ONCE)) === 0;
}

async function rise(tx: TransactionSql, userId: string, sessionId: string, factor: Factor): Promise<void> {
  await raiseSession(tx, sessionId, factor.id);
  await saveAmrClaim(tx, sessionId, factor.factor_type === "phone" ? "mfa/phone" : "totp");
  await deleteLowerSessions(tx, userId);
  await deleteUnverifiedFactors(tx, userId);
}

function wrongCode({ factor_type: type }: Factor): AuthError {
  const kind = type === "phone" ? "MFA Phone" : "TOTP";
  return new AuthError(422, "mfa_verification_failed", `Invalid ${kind} code entered`);
}

function challengeNotFound(): AuthError {
  const message = "MFA factor with the provided challenge ID not found";
  return new AuthError(422, "mfa_factor_not_found", message);
}

function sessionGone(): AuthError {
  const message = "Session from session_id claim in JWT does not exist";
  return new AuthError(403, "session_not_found", message);
}
