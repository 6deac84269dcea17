/** A result as an answer: status, headers and body, with what the database said about them. */

import { OPEN_HEADERS } from "../../core/http.ts";
import type { Action } from "../api-request/action.ts";
import type { ApiRequest } from "../api-request/api-request.ts";
import { offsetOutOfBounds, responseHeadersInvalid, responseStatusInvalid } from "../errors.ts";
import type { TransactionResult } from "../main-tx.ts";
import { contentTypeOf, type MediaType } from "../plan/media-type.ts";
import type { Plan } from "../plan/plan.ts";
import type { ResultRow } from "../query/statement.ts";
import { contentRange, rangeStatus } from "./content-range.ts";
import { errorResponse } from "./error-response.ts";
import { type PreferenceScope, preferenceApplied } from "./preference-applied.ts";

export interface ResponseContext {
  request: ApiRequest;
  plan: Plan;
  txOverride: boolean;
  /** False where it is not to be told. */
  serverTiming: string | false;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | null;
}

/** Throws PGRST111 and 112 for settings of the database that make no sense. */
export function respond(context: ResponseContext, result: TransactionResult): Response {
  const { request, plan } = context;
  const total = totalOf(plan, result);
  const { offset } = request.range;
  if (plan.kind !== "mutate" && total !== null && offset > total) {
    const headersOnly = !plan.represented;
    return errorResponse(offsetOutOfBounds(offset, total), headersOnly);
  }
  const answer =
    plan.mediaType.kind === "explain"
      ? explained(plan.mediaType, result.row)
      : plan.kind === "mutate"
        ? mutated(plan, request, result.row)
        : listed(plan, request, result.row, total);
  if (plan.mediaType.kind === "custom" && plan.mediaType.handler.isBinary) answer.body = bytesOf(answer.body);
  addCommonHeaders(answer, context);
  const status = statusOverride(result.row.status) ?? answer.status;
  const headers =
    result.row.headers === null ? answer.headers : withHeaders(answer.headers, result.row.headers);
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? answer.body : null, { status, headers });
}

/** Null when no total was asked for. */
function totalOf(plan: Plan, { row, plannedRows }: TransactionResult): number | null {
  const exact = row.total === null ? null : Number(row.total);
  if (plan.kind === "mutate" || plan.count === null) return null;
  if (plannedRows === null) return exact;
  return exact === null ? plannedRows : Math.max(exact, plannedRows);
}

/** Postgres writes bytes as `\\x` and hexadecimal digits. */
function bytesOf(body: Answer["body"]): Answer["body"] {
  if (body === null) return null;
  return new Uint8Array(Buffer.from(Buffer.from(body).toString("latin1", 2), "hex"));
}

function explained(mediaType: MediaType, { body }: ResultRow): Answer {
  return { status: 200, headers: { "Content-Type": contentTypeOf(mediaType) }, body };
}

function listed(
  plan: Extract<Plan, { kind: "read" | "call" }>,
  request: ApiRequest,
  row: ResultRow,
  total: number | null,
): Answer {
  const first = request.range.offset;
  const last = first + Number(row.page) - 1;
  const headers: Record<string, string> = { "Content-Range": contentRange(first, last, total) };
  if (plan.kind === "call" && plan.call.routine.returns.kind === "void") {
    return { status: 204, headers, body: null };
  }
  headers["Content-Type"] = contentTypeOf(plan.mediaType);
  if (plan.kind === "read") {
    const query = request.query.canonical;
    headers["Content-Location"] = `/${encodeURIComponent(plan.read.relation.name)}${query && "?"}${query}`;
  }
  return { status: rangeStatus(first, last, total), headers, body: row.body };
}

function mutated(plan: Extract<Plan, { kind: "mutate" }>, request: ApiRequest, row: ResultRow): Answer {
  const rows = Number(row.page);
  const total = request.preferences.count === null ? null : rows;
  const represented = request.preferences.return === "representation";
  const headers: Record<string, string> = {};
  if (represented) headers["Content-Type"] = contentTypeOf(plan.mediaType);
  const body = represented ? row.body : null;
  const { mutation } = plan;
  switch (mutation.kind) {
    case "insert": {
      const isNew = !mutation.countInserted || Number(row.inserted ?? 0) > 0;
      if (mutation.bodyFilter.length > 0) {
        return { status: represented ? (isNew ? 201 : 200) : 204, headers, body };
      }
      headers["Content-Range"] = contentRange(1, 0, total);
      if (row.location !== null) {
        const query = new URLSearchParams(row.location).toString();
        headers.Location = `/${encodeURIComponent(mutation.relation.name)}?${query}`;
      }
      return { status: isNew ? 201 : 200, headers, body };
    }
    case "update":
      headers["Content-Range"] = contentRange(0, rows - 1, total);
      return { status: represented ? 200 : 204, headers, body };
    case "delete":
      headers["Content-Range"] = contentRange(1, 0, total);
      return { status: represented ? 200 : 204, headers, body };
    default:
      return mutation satisfies never;
  }
}

function addCommonHeaders(
  { headers }: Answer,
  { request, plan, txOverride, serverTiming }: ResponseContext,
): void {
  const { action, preferences, schema } = request;
  const scope = scopeOf(action);
  if (scope !== null) {
    const resolves =
      plan.kind === "mutate" && plan.mutation.kind === "insert" && plan.mutation.onConflict !== null;
    const applied = preferenceApplied(preferences, scope, { resolves, txOverride });
    if (applied !== null) headers["Preference-Applied"] = applied;
  }
  if (schema.negotiated) headers["Content-Profile"] = schema.name;
  if (serverTiming !== false) headers["Server-Timing"] = serverTiming;
  Object.assign(headers, OPEN_HEADERS);
}

function scopeOf({ kind }: Action): PreferenceScope | null {
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

function statusOverride(setting: string | null): number | null {
  if (setting === null) return null;
  const status = Number(setting);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw responseStatusInvalid();
  return status;
}

/** `[{"Name": "value"}, …]`; a name that is already there is left as the database says. */
function withHeaders(headers: Record<string, string>, setting: string): Headers {
  const all = new Headers(headers);
  const given = new Headers();
  for (const [name, value] of parseHeaders(setting)) {
    try {
      given.append(name, value);
    } catch {
      throw responseHeadersInvalid();
    }
  }
  for (const name of given.keys()) all.delete(name);
  for (const [name, value] of given) all.append(name, value);
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
