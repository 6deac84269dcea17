/** Answers a request that failed: counts it where a limit refused it, and logs it where whoever runs the shop has to know. */
import postgres from "postgres";
import type { Limits } from "#backend/core/limits/limits.ts";
import { type Logger, logRefusedAccess } from "#backend/core/observability/log.ts";
import { internalError, RESPONSE_TOO_LARGE, RestError } from "./errors.ts";
import { type Audience, getAudience } from "./read-limits.ts";
import { fromDatabaseError } from "./response/database-error.ts";
import { createErrorResponse } from "./response/error-response.ts";

interface FailedRequest {
  request: Request;
  /** The role that the token claims. */
  role: string | null;
  anonRole: string | null;
  /** The id of the signed-in user. */
  user: string | undefined;
}

interface FailureDeps {
  limits: Limits;
  log: Logger;
}

export function createFailureResponse(error: unknown, failed: FailedRequest, deps: FailureDeps): Response {
  return createErrorResponse(toRestError(error, failed, deps), failed.request.method === "HEAD");
}

function toRestError(
  error: unknown,
  { request, role, anonRole, user }: FailedRequest,
  { limits, log }: FailureDeps,
): RestError {
  const audience = getAudience(role ?? "", anonRole);
  if (error instanceof RestError) {
    countRefusal(limits, error, audience);
    return error;
  }
  if (error instanceof postgres.PostgresError) {
    const restError = fromDatabaseError(error, role === anonRole);
    limits.countRefusalOf(error);
    countRefusal(limits, restError, audience);
    if (restError.status >= 500) log.warn({ code: error.code }, error.message);
    // Visitors are asked to sign in by a 401.
    if (restError.status === 403) logRefusedAccess(log, { code: error.code, role, user }, request);
    return restError;
  }
  log.error({ err: error }, "a request failed");
  return internalError();
}

function countRefusal(limits: Limits, { limitKey, body }: RestError, audience: Audience): void {
  if (limitKey !== null) limits.countRefusal(limitKey);
  else if (body.code === RESPONSE_TOO_LARGE) limits.countRefusal(`read_bytes/${audience}/request`);
}
