/** Creates the transaction of a prepared request: settings, access mode, and the check before the commit. */

import { quoteQualified } from "#backend/core/database/sql-text.ts";
import { getRequestId } from "#backend/core/observability/request-id.ts";
import type { ApiRequest } from "./api-request/api-request.ts";
import type { Preferences } from "./api-request/preferences.ts";
import { allowsTxOverride, type RestConfig } from "./config.ts";
import { getDeadline } from "./deadline.ts";
import { maxAffectedExceeded, notSingular, putKeyMismatch } from "./errors.ts";
import type { Transaction } from "./main-tx.ts";

import type { Plan } from "./plan/plan.ts";
import { isReadOnly, type PreparedRequest } from "./prepared-request.ts";
import { bind } from "./query/params.ts";
import { createSettings } from "./query/settings.ts";
import type { ResultRow } from "./query/statement.ts";

export interface Caller {
  role: string;
  /** See `Transaction`. */
  sessionId: string | null;
  roleSettings: [name: string, value: string][];
  /** JSON text, like the following properties of the HTTP request. */
  claims: string;
  method: string;
  path: string;
  headers: string;
  cookies: string;
  /** Of the client, for limits. */
  address: string;
}

export function createTransaction(
  prepared: Exclude<PreparedRequest, { kind: "info" }>,
  config: RestConfig,
  body: string,
  caller: Caller,
): Transaction {
  const { request, main } = prepared;
  const plan = prepared.kind === "transaction" ? prepared.plan : null;
  const { preferences, schema } = request;
  const routineSettings = plan?.kind === "call" ? plan.call.routine.settings : [];
  const { roleSettings, role, sessionId, claims, method, path, headers, cookies, address } = caller;
  const extra = [...roleSettings, ...routineSettings];
  const { extraSearchPath, preRequest } = config;
  const { timezone } = preferences;
  const plannedCount = prepared.kind === "transaction" ? prepared.plannedCount : null;
  const readOnly = isReadOnly(prepared);
  return {
    readOnly,
    isolation: extra.findLast(([name]) => name === "default_transaction_isolation")?.[1] ?? null,
    settings: createSettings({
      readOnly,
      schema: schema.name,
      extraSearchPath,
      role,
      extra,
      timezone,
      claims,
      method,
      path,
      headers,
      cookies,
      address: readOnly ? null : address,
      requestId: getRequestId() ?? null,
    }),
    sessionId,
    preRequest: preRequest && { text: `SELECT ${quoteQualified(preRequest)}()`, params: [] },
    main: bind(main, body),
    isText: plan?.mediaType.kind === "explain",
    countEstimate: plan &&
      plannedCount && { statement: bind(plannedCount, body), isNeeded: (row) => needsEstimate(plan, row) },
    check: plan && createResultCheck(request, plan),
    rollback: shouldRollBack(config, preferences),
    deadlineMs: getDeadline(config, extra.findLast(([name]) => name === "statement_timeout")?.[1]),
  };
}

function shouldRollBack(config: RestConfig, { tx }: Preferences): boolean {
  if (allowsTxOverride(config) && tx !== null) return tx === "rollback";
  return config.txEnd.startsWith("rollback");
}

function needsEstimate(plan: Plan, row: ResultRow): boolean {
  if (plan.kind === "mutate" || plan.count === null) return false;
  return plan.count === "planned" || Number(row.total) > plan.maxRows;
}

/** Null when the result needs no check after the statement has run. */
function createResultCheck({ preferences }: ApiRequest, plan: Plan): Transaction["check"] {
  if (plan.mediaType.kind === "explain") return null;
  const isSingle = plan.mediaType.kind === "object";
  const isPut =
    plan.kind === "mutate" && plan.mutation.kind === "insert" && plan.mutation.bodyFilter.length > 0;
  const isCapped = plan.kind === "call" || (plan.kind === "mutate" && plan.mutation.kind !== "insert");
  const maxAffected = preferences.handling === "strict" && isCapped ? preferences.maxAffected : null;
  if (!isSingle && !isPut && maxAffected === null) return null;
  return ({ page }) => {
    const rows = Number(page);
    if (isPut && rows !== 1) throw putKeyMismatch();
    if (isSingle && rows !== 1) throw notSingular(rows);
    if (maxAffected !== null && rows > maxAffected) throw maxAffectedExceeded(rows);
  };
}
