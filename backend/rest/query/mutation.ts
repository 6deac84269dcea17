/** A mutation as SQL that returns the affected rows. */
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { DeletePlan, InsertPlan, MutationPlan, UpdatePlan } from "#backend/rest/plan/plan.ts";
import { bodySql } from "./body.ts";
import { columnSql, conditionSql } from "./expressions.ts";
import type { Params } from "./params.ts";

export function mutationSql(plan: MutationPlan, params: Params): string {
  switch (plan.kind) {
    case "insert":
      return insertSql(plan, params);
    case "update":
      return updateSql(plan, params);
    case "delete":
      return deleteSql(plan, params);
    default:
      return plan satisfies never;
  }
}

function insertSql(plan: InsertPlan, params: Params): string {
  const table = quoteQualified(plan.relation);
  const names = plan.columns.map(({ name }) => quoteIdentifier(name)).join(", ");
  const isSingleDefault = plan.columns.length === 0 && !plan.isArray && plan.onConflict === null;
  if (isSingleDefault) return `INSERT INTO ${table} DEFAULT VALUES${returningSql(table, plan.returning)}`;
  const body = bodySql(plan.columns, plan.isArray, params, { one: false, applyDefaults: plan.applyDefaults });
  const where = [
    ...plan.bodyFilter.map((condition) => conditionSql("pgrst_body", condition, params)),
    ...(plan.countInserted ? [countStep(1)] : []),
  ];
  const filter = where.length === 0 ? "" : ` WHERE ${where.join(" AND ")}`;
  return `INSERT INTO ${table}${names && `(${names})`} SELECT ${names} FROM ${body}${filter}${conflictSql(
    plan,
  )}${returningSql(table, plan.returning)}`;
}

function conflictSql({ onConflict, columns, countInserted }: InsertPlan): string {
  if (onConflict === null) return "";
  const target = ` ON CONFLICT(${onConflict.columns.map(quoteIdentifier).join(", ")})`;
  if (onConflict.resolution === "ignore" || columns.length === 0) return `${target} DO NOTHING`;
  const sets = columns.map(({ name }) => `${quoteIdentifier(name)} = EXCLUDED.${quoteIdentifier(name)}`);
  return `${target} DO UPDATE SET ${sets.join(", ")}${countInserted ? ` WHERE ${countStep(-1)}` : ""}`;
}

/** The number of inserted rows, which a setting that is local to the transaction counts. */
export const INSERTED_COUNT = "nullif(current_setting('pgrst.inserted', true), '')::int";

/**
 * A condition that is always true and counts: up for each row that is sent, and down again for each conflict
 * with an existing one. It works for views and partitions too, where system columns are of no use.
 */
function countStep(step: 1 | -1): string {
  return `set_config('pgrst.inserted', (coalesce(${INSERTED_COUNT}, 0) + ${step})::text, true) IS NOT NULL`;
}

function updateSql(plan: UpdatePlan, params: Params): string {
  const table = quoteQualified(plan.relation);
  if (plan.columns.length === 0)
    return `SELECT ${returnedList(table, plan.returning)} FROM ${table} WHERE false`;
  const sets = plan.columns.map(({ name }) => `${quoteIdentifier(name)} = ${columnSql("pgrst_body", name)}`);
  const body = bodySql(plan.columns, plan.isArray, params, { one: true, applyDefaults: plan.applyDefaults });
  const where = plan.where.map((condition) => conditionSql(table, condition, params));
  return `UPDATE ${table} SET ${sets.join(", ")} FROM ${body} WHERE ${where.join(" AND ")}${returningSql(
    table,
    plan.returning,
  )}`;
}

function deleteSql(plan: DeletePlan, params: Params): string {
  const table = quoteQualified(plan.relation);
  const where = plan.where.map((condition) => conditionSql(table, condition, params));
  return `DELETE FROM ${table} WHERE ${where.join(" AND ")}${returningSql(table, plan.returning)}`;
}

function returningSql(table: string, columns: string[]): string {
  return ` RETURNING ${returnedList(table, columns)}`;
}

/** Without columns it still returns one value for each row, so that the rows can be counted. */
function returnedList(table: string, columns: string[]): string {
  return columns.length === 0 ? "1" : columns.map((column) => columnSql(table, column)).join(", ");
}
