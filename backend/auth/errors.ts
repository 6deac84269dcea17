/**
 * The error responses of the service, with Supabase Auth's codes and formats. Clients that send the API
 * version 2024-01-01 or later get `{code, message}`, older ones `{code: <status>, error_code, msg}`.
 */

import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "#backend/core/database/database-unavailable.ts";
import {
  DEADLOCK_DETECTED,
  FOREIGN_KEY_VIOLATION,
  SERIALIZATION_FAILURE,
  UNIQUE_VIOLATION,
} from "#backend/core/database/sqlstates.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import { type Logger, logRefusedAccess } from "#backend/core/observability/log.ts";

import type { Actor } from "./models/audit-log-entry.ts";

export type ErrorCode =
  | "anonymous_provider_disabled"
  | "bad_code_verifier"
  | "bad_json"
  | "bad_jwt"
  | "bad_oauth_callback"
  | "bad_oauth_state"
  | "conflict"
  | "current_password_invalid"
  | "current_password_required"
  | "email_conflict_identity_not_deletable"
  | "email_exists"
  | "email_not_confirmed"
  | "email_provider_disabled"
  | "feature_disabled"
  | "flow_state_expired"
  | "flow_state_not_found"
  | "identity_already_exists"
  | "identity_not_found"
  | "insufficient_aal"
  | "invalid_credentials"
  | "manual_linking_disabled"
  | "mfa_challenge_expired"
  | "mfa_factor_name_conflict"
  | "mfa_factor_not_found"
  | "mfa_ip_address_mismatch"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_phone_verify_not_enabled"
  | "mfa_totp_enroll_not_enabled"
  | "mfa_verification_failed"
  | "mfa_verified_factor_exists"
  | "mfa_webauthn_enroll_not_enabled"
  | "no_authorization"
  | "not_admin"
  | "not_found"
  | "otp_disabled"
  | "otp_expired"
  | "over_email_send_rate_limit"
  | "over_request_rate_limit"
  | "over_sms_send_rate_limit"
  | "passkey_disabled"
  | "phone_exists"
  | "phone_not_confirmed"
  | "phone_provider_disabled"
  | "provider_disabled"
  | "reauthentication_needed"
  | "reauthentication_not_valid"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "request_entity_too_large"
  | "request_timeout"
  | "same_password"
  | "saml_provider_disabled"
  | "session_expired"
  | "session_not_found"
  | "signup_disabled"
  | "single_identity_not_deletable"
  | "sms_send_failed"
  | "too_many_enrolled_mfa_factors"
  | "unexpected_failure"
  | "user_already_exists"
  | "user_banned"
  | "user_not_found"
  | "user_sso_managed"
  | "validation_failed"
  | "weak_password"
  | "web3_provider_disabled";

interface Extras {
  /** Why a password is weak; sent as `weak_password.reasons`. */
  reasons?: string[];
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number;
  /** Uses OAuth's error format, with this value as `error`. */
  oauth?: string;
  /** For the log only. */
  cause?: unknown;
  /** For the security events only: the account that the request was about. */
  actor?: Actor;
}

/** An error response. Its message is meant for the caller and holds no secret. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(status: number, code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.extras = extras;
  }
}

/** A field that is missing or has an invalid format. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

const VERSION_HEADER = "x-supabase-api-version";
const FIRST_VERSION = "2024-01-01";
/**
 * Postgres error codes of concurrency conflicts: the account was deleted before the write, another request
 * was faster, or a deadlock was resolved.
 */
const CONFLICT_SQLSTATES: ReadonlySet<string> = new Set([
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  SERIALIZATION_FAILURE,
  DEADLOCK_DETECTED,
]);
const SERVER_ERROR_CODES = new Set<ErrorCode>(["unexpected_failure", "request_timeout"]);

/**
 * Turns any thrown value into a response. Unexpected errors are logged under the id that the response
 * contains.
 */
export function createErrorResponse(thrown: unknown, request: Request, log: Logger): Response {
  const error = thrown instanceof AuthError ? thrown : createUnexpectedError(thrown);
  const errorId = SERVER_ERROR_CODES.has(error.code) ? randomUUID() : undefined;
  if (errorId) {
    log.error(
      { errorId, path: new URL(request.url).pathname, cause: toLogFields(error.extras.cause) },
      error.message,
    );
  }
  if (error.code === "not_admin") logRefusedAccess(log, { code: error.code }, request);
  const headers = new Headers({ "x-sb-error-code": error.code, "cache-control": "no-store" });
  const { reasons, retryAfterSeconds } = error.extras;
  if (retryAfterSeconds) headers.set("retry-after", String(retryAfterSeconds));
  const weak = reasons ? { weak_password: { reasons } } : {};

  if (error.extras.oauth) {
    const body = { error: error.extras.oauth, error_description: error.message };
    return Response.json(body, { status: error.status, headers });
  }
  if (supportsApiVersion2024(request.headers.get(VERSION_HEADER))) {
    headers.set(VERSION_HEADER, FIRST_VERSION);
    const body = { code: error.code, message: error.message, ...weak };
    return Response.json(body, { status: error.status, headers });
  }
  const body = { code: error.status, error_code: error.code, msg: error.message, error_id: errorId, ...weak };
  return Response.json(body, { status: error.status, headers });
}

function createUnexpectedError(cause: unknown): AuthError {
  if (CONFLICT_SQLSTATES.has(getErrorCode(cause) ?? "")) {
    return new AuthError(409, "conflict", "Another request changed what this one is about, please retry");
  }
  // The official client keeps the session after a 503, and ends it after a 500.
  if (isDatabaseUnavailable(cause)) {
    return new AuthError(503, "unexpected_failure", "The database is not available, please retry", { cause });
  }
  const message = "Unexpected failure, please check server logs for more information";
  return new AuthError(500, "unexpected_failure", message, { cause });
}

function supportsApiVersion2024(version: string | null): boolean {
  if (version === null || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= FIRST_VERSION;
}

/** Logs only these fields: the detail of a Postgres error can hold a whole row, password hash included. */
function toLogFields(cause: unknown): { message: string; code?: string; stack?: string } | undefined {
  if (cause === undefined) return undefined;
  if (!(cause instanceof Error)) return { message: String(cause) };
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  return { message: cause.message, code, stack: cause.stack };
}
