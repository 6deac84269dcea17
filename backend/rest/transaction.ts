/** What a prepared request needs of the database: settings, access, and what must hold before the commit. */

import { quoteQualified } from "../core/sql-text.ts";
import type { ApiRequest } from "./api-request/api-request.ts";
import type { Preferences } from "./api-request/preferences.ts";
import { allowsTxOverride, type RestConfig } from "./config.ts";
import { maxAffectedExceeded, notSingular, putKeyMismatch } from "./errors.ts";
import type { Transaction } from "./main-tx.ts";
import type { Prepared } from "./pipeline.ts";
import type { Plan } from "./plan/plan.ts";
import { bind } from "./query/params.ts";
import { settingsOf } from "./query/settings.ts";
import type { ResultRow } from "./query/statement.ts";

export interface Caller {
  role: string;
  roleSettings: [name: string, value: string][];
  /** JSON text, as the other properties of the HTTP request that follow. */
  claims: string;
  method: string;
  path: string;
  headers: string;
  cookies: string;
}

export function transactionFor(
  prepared: Exclude<Prepared, { kind: "info" }>,
  config: RestConfig,
  body: string,
  caller: Caller,
): Transaction {
  const { request, main } = prepared;
  const plan = prepared.kind === "transaction" ? prepared.plan : null;
  const { preferences, schema } = request;
  const routineSettings = plan?.kind === "call" ? plan.call.routine.settings : [];
  const { roleSettings, role, claims, method, path, headers, cookies } = caller;
  const extra = [...roleSettings, ...routineSettings];
  const { extraSearchPath, preRequest } = config;
  const { timezone } = preferences;
  const plannedCount = prepared.kind === "transaction" ? prepared.plannedCount : null;
  const readOnly = plan === null || plan.kind === "read" || (plan.kind === "call" && plan.readOnly);
  return {
    readOnly,
    isolation: extra.findLast(([name]) => name === "default_transaction_isolation")?.[1] ?? null,
    settings: settingsOf({
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
    }),
    before: preRequest && { text: `SELECT ${quoteQualified(preRequest)}()`, params: [] },
    main: bind(main, body),
    isText: plan?.mediaType.kind === "explain",
    plan: plan &&
      plannedCount && { statement: bind(plannedCount, body), needed: (row) => wantsEstimate(plan, row) },
    check: plan && checkFor(request, plan),
    rollback: rollsBack(config, preferences),
  };
}

function rollsBack(config: RestConfig, { tx }: Preferences): boolean {
  if (allowsTxOverride(config) && tx !== null) return tx === "rollback";
  return config.txEnd.startsWith("rollback");
}

function wantsEstimate(plan: Plan, row: ResultRow): boolean {
  if (plan.kind === "mutate" || plan.count === null) return false;
  return plan.count === "planned" || Number(row.total) > plan.maxRows;
}

/** Null when nothing can be refused any more once the statement has run. */
function checkFor({ preferences }: ApiRequest, plan: Plan): Transaction["check"] {
  if (plan.mediaType.kind === "explain") return null;
  const isSingle = plan.mediaType.kind === "object";
  const isPut =
    plan.kind === "mutate" && plan.mutation.kind === "insert" && plan.mutation.bodyFilter.length > 0;
  const isCapped = plan.kind === "call" || (plan.kind === "mutate" && plan.mutation.kind !== "insert");
  const most = preferences.handling === "strict" && isCapped ? preferences.maxAffected : null;
  if (!isSingle && !isPut && most === null) return null;
  return ({ page }) => {
    const rows = Number(page);
    if (isPut && rows !== 1) throw putKeyMismatch();
    if (isSingle && rows !== 1) throw notSingular(rows);
    if (most !== null && rows > most) throw maxAffectedExceeded(rows);
  };
}
