/** Turns Postgres errors into responses: SQLSTATE to status, and errors that a function defines itself. */
import {
  DEADLOCK_DETECTED,
  QUERY_CANCELED,
  SERIALIZATION_FAILURE,
} from "#backend/core/database/sqlstates.ts";
import { parseRefusal } from "#backend/core/limits/limits.ts";
import { type ErrorBody, RestError, raiseInvalid } from "#backend/rest/errors.ts";

/** The fields of an error in postgres.js. */
interface DatabaseError {
  code: string;
  message: string;
  detail?: string;
  hint?: string;
}

/** `isAnonymous`: for the anonymous role, missing privileges mean that a token is missing. */
export function fromDatabaseError(error: DatabaseError, isAnonymous: boolean): RestError {
  if (error.code === "PGRST") return parseRaisedError(error.message, error.detail);
  const status = getStatus(error.code, error.message, isAnonymous);
  return new RestError(
    status,
    {
      code: error.code,
      message: stripInternalNames(error.message),
      details: error.detail ?? null,
      hint: error.hint === undefined ? null : stripInternalNames(error.hint),
    },
    getHeaders(status, error),
    /^PT[2-5]\d\d$/.test(error.code) ? error.message : undefined,
  );
}

/** Nothing of the request has happened, and the same one may succeed in a moment. */
const TRANSIENT = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, QUERY_CANCELED];
const TRANSIENT_SECONDS = "2";

function getHeaders(status: number, { code, detail = "" }: DatabaseError): Record<string, string> {
  // The status is PostgREST's, which is that of a server error.
  if (TRANSIENT.includes(code)) return { "Retry-After": TRANSIENT_SECONDS };
  if (status === 401) return { "WWW-Authenticate": "Bearer" };
  const retrySeconds = status === 429 ? parseRefusal(detail)?.retrySeconds : null;
  return retrySeconds ? { "Retry-After": String(retrySeconds) } : {};
}

/** Column names in messages lose the prefix that our statements give to joined relations. */
function stripInternalNames(text: string): string {
  return text.replace(/\bpgrst_\w+\./g, "");
}

function getStatus(code: string, message: string, isAnonymous: boolean): number {
  switch (code) {
    case "23503":
    case "23505":
      return 409;
    case "25006":
      return 405;
    case "21000":
      return message.endsWith("requires a WHERE clause") ? 400 : 500;
    case "22023":
      return message.startsWith("role") && message.endsWith("does not exist") ? 401 : 400;
    case "53400":
      return 500;
    case "55000":
      // Not PostgREST's status, which is 500: the caller has used a method that OPTIONS does not list for the view.
      return /^cannot (insert into|update|delete from|merge into) view/.test(message) ? 405 : 500;
    case "54000":
    case "XX000":
      // Not PostgREST's status either: a value of the caller is written so, `{{{{{{{1}}}}}}}` or `!!!!…a`.
      return /^(number of array dimensions|tsquery stack too small)/.test(message) ? 400 : 500;
    case "57P01":
      return 503;
    case "P0001":
      return 400;
    case "42883":
      return message.startsWith("function xmlagg(") ? 406 : 404;
    case "42P01":
      return 404;
    case "42P17":
      return 500;
    case "42501":
      return isAnonymous ? 401 : 403;
  }
  if (code.startsWith("PT")) {
    const status = Number(code.slice(2));
    return status >= 200 && status <= 599 ? status : 500;
  }
  switch (code.slice(0, 2)) {
    case "08":
    case "53":
      return 503;
    case "0L":
    case "0P":
    case "28":
      return 403;
    case "09":
    case "25":
    case "2D":
    case "38":
    case "39":
    case "3B":
    case "40":
    case "54":
    case "55":
    case "57":
    case "58":
    case "F0":
    case "HV":
    case "P0":
    case "XX":
      return 500;
    default:
      return 400;
  }
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** RAISE with SQLSTATE 'PGRST': the message is the body, the detail holds status and headers. */
function parseRaisedError(message: string, detail: string | undefined): RestError {
  const body = parseErrorBody(message);
  if (body === null) return raiseInvalid(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT);
  if (!detail) return raiseInvalid("DETAIL is missing in the RAISE statement", DETAIL_HINT);
  const control = parseControl(detail);
  if (control === null) return raiseInvalid(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT);
  return new RestError(control.status, body, control.headers, control.statusText);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function parseErrorBody(text: string): ErrorBody | null {
  const value = parseObject(text);
  if (typeof value?.code !== "string" || typeof value.message !== "string") return null;
  const { code, message, details, hint } = value;
  return {
    code,
    message,
    details: typeof details === "string" ? details : null,
    hint: typeof hint === "string" ? hint : null,
  };
}

function parseControl(text: string) {
  const value = parseObject(text);
  const { status, headers, status_text: statusText } = value ?? {};
  if (typeof status !== "number" || !Number.isInteger(status) || status < 200 || status > 599) return null;
  if (typeof headers !== "object" || headers === null) return null;
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    status,
    headers: Object.fromEntries(entries),
    statusText: typeof statusText === "string" ? statusText : undefined,
  };
}
