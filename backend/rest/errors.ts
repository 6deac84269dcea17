/**
 * All errors of this service, with PostgREST's codes, statuses and texts: clients and their tests compare
 * them literally. The body is always {code, message, details, hint}.
 */
import { LIMIT_REFUSED } from "#backend/core/database/sqlstates.ts";
import type { TokenFailure } from "#backend/core/gateway/tokens.ts";

export interface ErrorBody {
  code: string;
  message: string;
  /** Text for most errors, a list of relationships for an ambiguous embedding. */
  details?: unknown;
  hint?: string | null;
}

/** An error response. `headers` are added to those of every error. */
export class RestError extends Error {
  readonly status: number;
  readonly body: Required<ErrorBody>;
  readonly headers: Record<string, string>;
  readonly statusText: string | undefined;
  /** The limit that refused the request (core/limits/process-limits.ts); null for every other error. */
  limitKey: string | null = null;

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}, statusText?: string) {
    super(body.message);
    this.status = status;
    this.body = {
      code: body.code,
      message: body.message,
      details: body.details ?? null,
      hint: body.hint ?? null,
    };
    this.headers = headers;
    this.statusText = statusText;
  }
}

/** For unexpected errors of the database and of this service: the text reveals nothing internal. */
export const internalError = () => new RestError(500, { code: "PGRSTX00", message: "Internal server error" });

// Group 0: the database is not reachable.

/** The details of a write whose response was lost. They are not PostgREST's, which says nothing about it. */
const OUTCOME_UNKNOWN =
  "It is unknown whether the change was made: send it again only if making it twice has the same effect as once.";

/** `isUncertain`: a write had been sent. */
export const connectionLost = (isUncertain = false) =>
  new RestError(503, {
    code: "PGRST000",
    message: "Database connection error. Retrying the connection.",
    details: isUncertain ? OUTCOME_UNKNOWN : null,
  });

/** The database has not responded before the deadline of the transaction. */
export const deadlineExceeded = (isUncertain: boolean) =>
  new RestError(504, {
    code: "PGRST003",
    message: "Timed out waiting for the response of the database.",
    details: isUncertain ? OUTCOME_UNKNOWN : null,
  });

export const poolTimeout = () =>
  new RestError(504, {
    code: "PGRST003",
    message: "Timed out acquiring connection from connection pool.",
  });

/** Other requests of the caller's network use all connections that it may use at once. */
export const networkBusy = ({ limitKey }: { limitKey: string }) =>
  withLimit(
    limitKey,
    new RestError(
      429,
      {
        code: "PGRST003",
        message: "Too many requests at once.",
        details: "Other requests of the same network use all database connections that one network may use.",
      },
      { "Retry-After": "2" },
    ),
  );

function withLimit(limitKey: string, error: RestError): RestError {
  error.limitKey = limitKey;
  return error;
}

// Group 1: the request itself.

export const queryStringInvalid = (message: string, details: string) =>
  new RestError(400, { code: "PGRST100", message, details });

export const rpcMethodInvalid = (method: string) =>
  new RestError(405, { code: "PGRST101", message: `Cannot use the ${method} method on RPC` });

export const bodyInvalid = (message: string) => new RestError(400, { code: "PGRST102", message });

/** Not an error of PostgREST, which reads bodies of any size, but in its format. */
export const bodyTooLarge = (limit: number) =>
  new RestError(413, {
    code: "PGRST102",
    message: "Request body too large",
    details: `The body must not exceed ${limit} bytes.`,
  });

/** Beyond the limits of the caller's role. The code is that of the parser's own limits, which hold for every role. */
export const queryTooComplex = (limitKey: string, details: string) =>
  withLimit(limitKey, new RestError(400, { code: "PGRST100", message: "The query is too complex", details }));

/** Postgres's program_limit_exceeded. The database refuses a list in the same way while it builds it (query/read.ts). */
export const RESPONSE_TOO_LARGE = "54000";

export const responseTooLarge = (limit: number) =>
  new RestError(413, {
    code: RESPONSE_TOO_LARGE,
    message: "The response is too large",
    details: `It must not exceed ${limit} bytes.`,
    hint: "Select fewer columns and embedded resources, or fewer rows by a limit.",
  });

const rangeInvalid = (details: string, headers: Record<string, string> = {}) =>
  new RestError(416, { code: "PGRST103", message: "Requested range not satisfiable", details }, headers);

export const negativeLimit = () => rangeInvalid("Limit should be greater than or equal to zero.");

export const rangeBoundsReversed = () =>
  rangeInvalid("The lower boundary must be lower than or equal to the upper boundary in the Range header.");

export const offsetOutOfBounds = (offset: number, total: number) =>
  rangeInvalid(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
    "Content-Range": `*/${total}`,
  });

export const putFiltersInvalid = () =>
  new RestError(405, {
    code: "PGRST105",
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });

export const schemaNotExposed = (schema: string, exposed: string[]) =>
  new RestError(406, {
    code: "PGRST106",
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
  });

export const mediaTypeUnavailable = (accepted: string[]) =>
  new RestError(406, {
    code: "PGRST107",
    message: `None of these media types are available: ${accepted.join(", ")}`,
  });

export const notEmbedded = (resource: string) =>
  new RestError(400, {
    code: "PGRST108",
    message: `'${resource}' is not an embedded resource in this request`,
    hint: `Verify that '${resource}' is included in the 'select' query parameter.`,
  });

export const responseHeadersInvalid = () =>
  new RestError(500, {
    code: "PGRST111",
    message:
      "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  });

export const responseStatusInvalid = () =>
  new RestError(500, { code: "PGRST112", message: "response.status guc must be a valid status code" });

export const putRangeNotAllowed = () =>
  new RestError(400, {
    code: "PGRST114",
    message: "limit/offset querystring parameters are not allowed for PUT",
  });

export const putKeyMismatch = () =>
  new RestError(400, {
    code: "PGRST115",
    message: "Payload values do not match URL in primary key column(s)",
  });

export const notSingular = (rows: number) =>
  new RestError(406, {
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${rows} rows`,
  });

export const methodUnsupported = (method: string) =>
  new RestError(405, { code: "PGRST117", message: `Unsupported HTTP method: ${method}` });

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(400, {
    code: "PGRST118",
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const embedFilterInvalid = (target: string) =>
  new RestError(400, {
    code: "PGRST120",
    message: `Bad operator on the '${target}' embedded resource`,
    details: "Only is null or not is null filters are allowed on embedded resources",
  });

export const raiseInvalid = (details: string, hint: string) =>
  new RestError(500, {
    code: "PGRST121",
    message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
    details,
    hint,
  });

export const preferencesInvalid = (preferences: string[]) =>
  new RestError(400, {
    code: "PGRST122",
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${preferences.join(", ")}`,
  });

export const aggregatesNotAllowed = () =>
  new RestError(400, { code: "PGRST123", message: "Use of aggregate functions is not allowed" });

export const maxAffectedExceeded = (rows: number) =>
  new RestError(400, {
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: `The query affects ${rows} rows`,
  });

export const pathInvalid = () =>
  new RestError(404, { code: "PGRST125", message: "Invalid path specified in request URL" });

export const rootDisabled = () =>
  new RestError(404, { code: "PGRST126", message: "Root endpoint metadata is disabled" });

export const aggregateInSpread = () =>
  new RestError(400, {
    code: "PGRST127",
    message: "Feature not implemented",
    details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
  });

export const maxAffectedOnSingle = () =>
  new RestError(400, {
    code: "PGRST128",
    message: "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
  });

/** The database's own refusals have the same code (core/database/sqlstates.ts). The limit has counted it. */
export const tooManyFailedAnswers = (waitSeconds: number) =>
  new RestError(
    429,
    {
      code: LIMIT_REFUSED,
      message: "Too many calls whose response failed.",
      hint: "Call the function without filters, casts and embedded resources, and without asking for a single object.",
    },
    { "Retry-After": String(waitSeconds) },
  );

/** Of queries that Postgres has cancelled because they took too long. */
export const tooManyCancelledReads = (waitSeconds: number) =>
  new RestError(
    429,
    {
      code: LIMIT_REFUSED,
      message: "Too many queries that took too long.",
      hint: "Ask for fewer rows, with filters that an index answers.",
    },
    { "Retry-After": String(waitSeconds) },
  );

// Group 2: not found in the schema cache.

export const relationshipNotFound = (
  parent: string,
  child: string,
  embedHint: string | null,
  schema: string,
  hint: string | null,
) =>
  new RestError(400, {
    code: "PGRST200",
    message: `Could not find a relationship between '${parent}' and '${child}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${parent}' and '${child}${
      embedHint === null ? "" : `' using the hint '${embedHint}`
    }' in the schema '${schema}', but no matches were found.`,
    hint,
  });

/** Worded as Postgres reports it for PostgREST's own statement. */
export const duplicateEmbed = (name: string) =>
  new RestError(400, { code: "42712", message: `table name "${name}" specified more than once` });

export const relationshipAmbiguous = (
  parent: string,
  child: string,
  candidates: Record<string, string>[],
  suggestions: string[],
) =>
  new RestError(300, {
    code: "PGRST201",
    message: `Could not embed because more than one relationship was found for '${parent}' and '${child}'`,
    details: candidates,
    hint: `Try changing '${child}' to one of the following: ${suggestions.join(
      ", ",
    )}. Find the desired relationship in the 'details' key.`,
  });

export const routineNotFound = (message: string, details: string, hint: string | null) =>
  new RestError(404, { code: "PGRST202", message, details, hint });

export const routineAmbiguous = (signatures: string[]) =>
  new RestError(300, {
    code: "PGRST203",
    message: `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });

export const columnNotFound = (relation: string, column: string) =>
  new RestError(400, {
    code: "PGRST204",
    message: `Could not find the '${column}' column of '${relation}' in the schema cache`,
  });

export const relationNotFound = (schema: string, relation: string, hint: string | null) =>
  new RestError(404, {
    code: "PGRST205",
    message: `Could not find the table '${schema}.${relation}' in the schema cache`,
    hint,
  });

// Group 3: the token.

export function tokenInvalid(failure: TokenFailure): RestError {
  const undecodable = failure.reason === "malformed" || failure.reason === "signature";
  return new RestError(
    401,
    { code: undecodable ? "PGRST301" : "PGRST303", message: failure.message, details: failure.details },
    {
      "WWW-Authenticate": `Bearer error="invalid_token", error_description=${JSON.stringify(failure.message)}`,
    },
  );
}

export const tokenRequired = () =>
  new RestError(
    401,
    { code: "PGRST302", message: "Anonymous access is disabled" },
    { "WWW-Authenticate": "Bearer" },
  );

export const audienceInvalid = () => tokenInvalid({ reason: "claims", message: "JWT not in audience" });

/** A missing role and one that may not be switched to give the same response. */
export const roleNotAllowed = (role: string) =>
  new RestError(
    401,
    { code: "22023", message: `role "${role}" does not exist` },
    { "WWW-Authenticate": "Bearer" },
  );

/** The error of the safeupdate extension of a hosted project. */
export const whereRequired = (statement: "UPDATE" | "DELETE") =>
  new RestError(400, { code: "21000", message: `${statement} requires a WHERE clause` });
