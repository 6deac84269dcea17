/**
 * The errors of the service, with Supabase Storage's own names and shapes: the body contains the true status
 * as text, while the HTTP status is 400 for nearly all of them.
 */

import postgres from "postgres";
import { isDatabaseUnavailable } from "#backend/core/database/database-unavailable.ts";
import {
  CHARACTER_NOT_IN_REPERTOIRE,
  DATETIME_FIELD_OVERFLOW,
  DEADLOCK_DETECTED,
  INSUFFICIENT_PRIVILEGE,
  INVALID_DATETIME_FORMAT,
  INVALID_TEXT_REPRESENTATION,
  LIMIT_REFUSED,
  QUERY_CANCELED,
  RAISE_EXCEPTION,
  SERIALIZATION_FAILURE,
  SESSION_ENDED,
  UNIQUE_VIOLATION,
  UNTRANSLATABLE_CHARACTER,
} from "#backend/core/database/sqlstates.ts";
import { parseRefusal } from "#backend/core/limits/limits.ts";
import { type Logger, logRefusedAccess } from "#backend/core/observability/log.ts";
import { S3Error } from "./files/s3-error.ts";

export type ErrorCode =
  | "Aborted"
  | "AccessDenied"
  | "BucketAlreadyExists"
  | "DatabaseTimeout"
  | "EntityTooLarge"
  | "FeatureNotEnabled"
  | "InternalError"
  | "InvalidBucketName"
  | "InvalidJWT"
  | "InvalidKey"
  | "InvalidMimeType"
  | "InvalidRange"
  | "InvalidRequest"
  | "InvalidSignature"
  | "KeyAlreadyExists"
  | "NoSuchBucket"
  | "NoSuchKey"
  | "ResourceAlreadyExists"
  | "ResourceNotEmpty"
  | "SlowDown";

interface StorageErrorOptions {
  /** The field `error` of the body; by default the code. */
  error?: string;
  /** The HTTP status; by default 400, or the status itself for server errors. */
  status?: number;
  headers?: Record<string, string>;
}

/** An error response. The message is meant for the caller and contains nothing secret. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly extras: StorageErrorOptions;

  constructor(statusCode: number, code: ErrorCode, message: string, extras: StorageErrorOptions = {}) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.extras = extras;
  }
}

export const noSuchBucket = () =>
  new StorageError(404, "NoSuchBucket", "Bucket not found", { error: "Bucket not found" });

/** The same response for a missing object and for one that the caller may not read. */
export const noSuchKey = () => new StorageError(404, "NoSuchKey", "Object not found", { error: "not_found" });

export const accessDenied = (message = "Access denied") =>
  new StorageError(403, "AccessDenied", message, { error: "Unauthorized" });

/** A request without a token, where a caller is needed. */
export const headerMissing = () =>
  new StorageError(400, "InvalidRequest", "headers must have required property 'authorization'", {
    error: "Error",
  });

export const featureNotEnabled = () =>
  new StorageError(403, "FeatureNotEnabled", "feature not enabled for this tenant", { status: 403 });

const alreadyExists = (code: ErrorCode) =>
  new StorageError(409, code, "The resource already exists", { error: "Duplicate" });
export const keyAlreadyExists = () => alreadyExists("KeyAlreadyExists");
export const bucketAlreadyExists = () => alreadyExists("BucketAlreadyExists");

export const bucketNotEmpty = () =>
  new StorageError(409, "ResourceNotEmpty", "The bucket you tried to delete is not empty");

export const entityTooLarge = (entity = "object", limit = "the maximum allowed size") =>
  new StorageError(413, "EntityTooLarge", `The ${entity} exceeded ${limit}`, {
    error: "Payload too large",
  });

export const invalidMimeType = (type: string) =>
  new StorageError(415, "InvalidMimeType", `mime type ${type} is not supported`, {
    error: "invalid_mime_type",
  });

export const invalidKey = (key: string) => new StorageError(400, "InvalidKey", `Invalid key: ${key}`);

export const invalidBucketName = () =>
  new StorageError(400, "InvalidBucketName", "Bucket name invalid", { error: "Invalid Input" });

export const invalidRequest = (message: string) => new StorageError(400, "InvalidRequest", message);

/** The client is gone, so nobody reads the response. */
export const aborted = () => new StorageError(499, "Aborted", "Request aborted", { status: 499 });

export const slowDown = (retryAfterSeconds = 5) =>
  new StorageError(429, "SlowDown", "Too many requests, please retry", {
    status: 429,
    headers: { "retry-after": String(retryAfterSeconds) },
  });

/** A limit of the shop, with its message for the user. */
const limitRefused = (message: string, detail = "") => {
  const retrySeconds = parseRefusal(detail)?.retrySeconds;
  const headers: Record<string, string> = retrySeconds ? { "retry-after": String(retrySeconds) } : {};
  return new StorageError(429, "SlowDown", message, { status: 429, headers });
};

/** A server error, so that it is logged for the operator. */
export const diskFull = () => new StorageError(507, "InternalError", "The disk is full");

/** Converts anything thrown to a response. Server errors are logged. */
export function errorResponse(thrown: unknown, request: Request, log: Logger): Response {
  const error = thrown instanceof StorageError ? thrown : fromUnknownError(thrown);
  const { statusCode, code, message, extras } = error;
  if (statusCode >= 500) log.error({ err: thrown, path: new URL(request.url).pathname }, message);
  if (code === "AccessDenied") logRefusedAccess(log, { code }, request);
  return Response.json(
    { statusCode: String(statusCode), error: extras.error ?? code, message, code },
    {
      status: extras.status ?? (statusCode >= 500 ? statusCode : 400),
      headers: { ...extras.headers, "cache-control": "no-store" },
    },
  );
}

export const databaseUnavailable = () =>
  new StorageError(503, "DatabaseTimeout", "The database is not available, please retry");

const filesUnavailable = () =>
  new StorageError(503, "SlowDown", "The files are not available, please retry", {
    headers: { "retry-after": "5" },
  });

function fromUnknownError(thrown: unknown): StorageError {
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable();
  if (thrown instanceof S3Error) return filesUnavailable();
  if (thrown instanceof postgres.PostgresError) return fromPostgresError(thrown);
  return new StorageError(500, "InternalError", "Internal server error", { error: "Internal" });
}

function fromPostgresError(error: postgres.PostgresError): StorageError {
  switch (error.code) {
    case INSUFFICIENT_PRIVILEGE:
      return accessDenied("new row violates row-level security policy");
    case UNIQUE_VIOLATION:
      return alreadyExists("ResourceAlreadyExists");
    case QUERY_CANCELED:
      return new StorageError(544, "DatabaseTimeout", "The connection to the database timed out");
    case SERIALIZATION_FAILURE: // two transactions conflicted: the other one has succeeded
    case DEADLOCK_DETECTED:
      return slowDown();
    case CHARACTER_NOT_IN_REPERTOIRE:
    case UNTRANSLATABLE_CHARACTER:
      return invalidRequest("A text contains characters that cannot be stored");
    case INVALID_DATETIME_FORMAT: // an invalid date, and one out of range
    case DATETIME_FIELD_OVERFLOW:
    case INVALID_TEXT_REPRESENTATION: // a claim of the token that is not of the type that a policy casts it to
      return invalidRequest("A value is not of the form that it must have");
    case SESSION_ENDED:
      return accessDenied("JWT session not found");
    case LIMIT_REFUSED:
      return limitRefused(error.message, error.detail);
    case RAISE_EXCEPTION: // a rule of the shop, with a message for its users
      return invalidRequest(error.message);
    default:
      return new StorageError(500, "InternalError", "Internal server error", { error: "Internal" });
  }
}

/**
 * Whether the database certainly rolled back. Other errors may mean that only the reply to a commit was lost.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof StorageError || error instanceof postgres.PostgresError;
}

/** Whether this is an error of Postgres with that code. */
export function isDatabaseError(error: unknown, code: string): boolean {
  return error instanceof postgres.PostgresError && error.code === code;
}
