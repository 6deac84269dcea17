/** PKCE (RFC 7636): parses the code challenge of a request, and checks the code verifier against it. */
import { createHash, timingSafeEqual } from "node:crypto";
import { validationFailed } from "#backend/auth/errors.ts";
import type { Challenge, ChallengeMethod } from "#backend/auth/models/flow-state.ts";

interface ChallengeFields {
  code_challenge?: string;
  code_challenge_method?: string;
}

/** Null when there is none. Throws validation_failed. */
export function parseChallenge(fields: ChallengeFields): Challenge | null {
  const { code_challenge: value, code_challenge_method: name } = fields;
  if (!value && !name) return null;
  if (!value || !name) {
    const message = "PKCE flow requires code_challenge_method and code_challenge";
    throw validationFailed(message);
  }
  if (value.length < 43 || value.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[\w.~-]+$/.test(value)) {
    const message =
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes";
    throw validationFailed(message);
  }
  const method = parseChallengeMethod(name);
  if (!method) throw validationFailed("Invalid code_challenge_method");
  return { value, method };
}

/** Compares in constant time. */
export function matchesChallenge(verifier: string, { value, method }: Challenge): boolean {
  const made = method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const [a, b] = [Buffer.from(made), Buffer.from(value)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseChallengeMethod(name: string): ChallengeMethod | null {
  const method = name.toLowerCase();
  return method === "s256" || method === "plain" ? method : null;
}
