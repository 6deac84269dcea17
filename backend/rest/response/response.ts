/** Creates the response of a result: status, headers and body, with the response settings of the database. */

import { CORS_HEADERS, mayHaveLength } from "#backend/core/http/http.ts";
import type { Action } from "#backend/rest/api-request/action.ts";
import type { ApiRequest } from "#backend/rest/api-request/api-request.ts";
import { offsetOutOfBounds, responseHeadersInvalid, responseStatusInvalid } from "#backend/rest/errors.ts";
import type { TransactionResult } from "#backend/rest/main-tx.ts";
import { formatContentType, type MediaType } from "#backend/rest/plan/media-type.ts";
import type { Plan } from "#backend/rest/plan/plan.ts";
import type { ResultRow } from "#backend/rest/query/statement.ts";
import { formatContentRange, getRangeStatus } from "./content-range.ts";
import { createErrorResponse } from "./error-response.ts";
import { formatPreferenceApplied, type PreferenceScope } from "./preference-applied.ts";
import { formatServerTiming, type RequestTiming } from "./server-timing.ts";

export interface ResponseContext {
  request: ApiRequest;
  plan: Plan;
  txOverride: boolean;
  /** Null when it is disabled. */
  timing: RequestTiming | null;
}

interface ResponseParts {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}

/** Throws PGRST111 and 112 for invalid response settings of the database. */
export function createResponse(context: ResponseContext, result: TransactionResult): Response {
  const started = performance.now();
  const { request, plan } = context;
  const total = parseTotal(plan, result);
  const { offset } = request.range;
  if (plan.kind !== "mutate" && total !== null && offset > total) {
    const headersOnly = !plan.returnsRows;
    return createErrorResponse(offsetOutOfBounds(offset, total), headersOnly);
  }
  const parts =
    plan.mediaType.kind === "explain"
      ? createExplainResponse(plan.mediaType, result.row)
      : plan.kind === "mutate"
        ? createMutationResponse(plan, request, result.row)
        : createListResponse(plan, request, result.row, total);
  if (plan.mediaType.kind === "custom" && plan.mediaType.handler.isBinary)
    parts.body = decodeBytes(parts.body);
  addCommonHeaders(parts, context);
  const status = parseStatusOverride(result.row.status) ?? parts.status;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const body = hasBody ? parts.body : null;
  if (body === null && !isHead(request.action) && mayHaveLength(status)) {
    parts.headers["Content-Length"] = "0";
  }
  if (context.timing !== null)
    parts.headers["Server-Timing"] = formatServerTiming(context.timing, performance.now() - started);
  const headers =
    result.row.headers === null ? parts.headers : withHeaders(parts.headers, result.row.headers);
  return new Response(body, { status, headers });
}

/** A response to HEAD does not say how long the body would be. */
function isHead(action: Action): boolean {
  return action.kind === "read" ? action.headersOnly : action.kind === "call" && action.method === "HEAD";
}

/** Null when no total was requested. */
function parseTotal(plan: Plan, { row, plannedRows }: TransactionResult): number | null {
  const exact = row.total === null ? null : Number(row.total);
  if (plan.kind === "mutate" || plan.count === null) return null;
  if (plannedRows === null) return exact;
  return exact === null ? plannedRows : Math.max(exact, plannedRows);
}

/** Postgres writes bytes as `\\x` and hexadecimal digits. */
function decodeBytes(body: ResponseParts["body"]): ResponseParts["body"] {
  if (body === null) return null;
  return new Uint8Array(Buffer.from(Buffer.from(body).toString("latin1", 2), "hex"));
}

function createExplainResponse(mediaType: MediaType, { body }: ResultRow): ResponseParts {
  return { status: 200, headers: { "Content-Type": formatContentType(mediaType) }, body };
}

function createListResponse(
  plan: Extract<Plan, { kind: "read" | "call" }>,
  request: ApiRequest,
  row: ResultRow,
  total: number | null,
): ResponseParts {
  const first = request.range.offset;
  const last = first + Number(row.page) - 1;
  const headers: Record<string, string> = { "Content-Range": formatContentRange(first, last, total) };
  if (plan.kind === "call" && plan.call.routine.returns.kind === "void") {
    return { status: 204, headers, body: null };
  }
  headers["Content-Type"] = formatContentType(plan.mediaType);
  if (plan.kind === "read") {
    const query = request.query.canonical;
    headers["Content-Location"] = `/${encodeURIComponent(plan.read.relation.name)}${query && "?"}${query}`;
  }
  return { status: getRangeStatus(first, last, total), headers, body: row.body };
}

function createMutationResponse(
  plan: Extract<Plan, { kind: "mutate" }>,
  request: ApiRequest,
  row: ResultRow,
): ResponseParts {
  const rows = Number(row.page);
  const { count } = request.preferences;
  const total = count === null || count === "planned" ? null : rows;
  const hasRepresentation = request.preferences.return === "representation";
  const headers: Record<string, string> = {};
  if (hasRepresentation) headers["Content-Type"] = formatContentType(plan.mediaType);
  const body = hasRepresentation ? row.body : null;
  const { mutation } = plan;
  switch (mutation.kind) {
    case "insert": {
      const isNew = !mutation.countInserted || Number(row.inserted ?? 0) > 0;
      if (mutation.bodyFilter.length > 0) {
        return { status: hasRepresentation ? (isNew ? 201 : 200) : 204, headers, body };
      }
      headers["Content-Range"] = formatContentRange(1, 0, total);
      if (row.location !== null) {
        const query = new URLSearchParams(row.location).toString();
        headers.Location = `/${encodeURIComponent(mutation.relation.name)}?${query}`;
      }
      return { status: isNew ? 201 : 200, headers, body };
    }
    case "update":
      headers["Content-Range"] = formatContentRange(0, rows - 1, total);
      return { status: hasRepresentation ? 200 : 204, headers, body };
    case "delete":
      headers["Content-Range"] = formatContentRange(1, 0, total);
      return { status: hasRepresentation ? 200 : 204, headers, body };
    default:
      return mutation satisfies never;
  }
}

function addCommonHeaders({ headers }: ResponseParts, { request, plan, txOverride }: ResponseContext): void {
  const { action, preferences, schema } = request;
  const scope = getPreferenceScope(action);
  if (scope !== null) {
    const resolves =
      plan.kind === "mutate" && plan.mutation.kind === "insert" && plan.mutation.onConflict !== null;
    const applied = formatPreferenceApplied(preferences, scope, { resolves, txOverride });
    if (applied !== null) headers["Preference-Applied"] = applied;
  }
  if (schema.negotiated) headers["Content-Profile"] = schema.name;
  Object.assign(headers, CORS_HEADERS);
}

function getPreferenceScope({ kind }: Action): PreferenceScope | null {
  switch (kind) {
    case "read":
    case "insert":
    case "update":
    case "upsert-one":
    case "delete":
    case "call":
      return kind;
    case "inspect":
    case "root-info":
    case "relation-info":
    case "routine-info":
      return null;
    default:
      return kind satisfies never;
  }
}

function parseStatusOverride(setting: string | null): number | null {
  if (setting === null) return null;
  const status = Number(setting);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw responseStatusInvalid();
  return status;
}

/** `[{"Name": "value"}, …]`. These headers replace default headers of the same name. */
function withHeaders(headers: Record<string, string>, setting: string): Headers {
  const all = new Headers(headers);
  const databaseHeaders = new Headers();
  for (const [name, value] of parseHeaders(setting)) {
    try {
      databaseHeaders.append(name, value);
    } catch {
      throw responseHeadersInvalid();
    }
  }
  for (const name of databaseHeaders.keys()) all.delete(name);
  for (const [name, value] of databaseHeaders) all.append(name, value);
  return all;
}

function parseHeaders(setting: string): [string, string][] {
  let list: unknown;
  try {
    list = JSON.parse(setting);
  } catch {
    throw responseHeadersInvalid();
  }
  if (!Array.isArray(list)) throw responseHeadersInvalid();
  return list.map((element: unknown) => {
    const entries = typeof element === "object" && element !== null ? Object.entries(element) : [];
    const [first, second] = entries;
    if (first === undefined || second !== undefined || typeof first[1] !== "string")
      throw responseHeadersInvalid();
    return [first[0], first[1]];
  });
}
