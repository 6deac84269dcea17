/**
 * A plan as the one statement that does everything: the rows as finished text, their number, the total,
 * and what the database says about the answer. Postgres builds the JSON; it is never parsed here.
 */
import { quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import type { BodyType, MediaType } from "../plan/media-type.ts";
import type { Plan, ReadPlan } from "../plan/plan.ts";
import type { Routine } from "../schema-cache/schema-cache.ts";
import { callSql } from "./call.ts";
import { insertedSql, mutationSql } from "./mutation.ts";
import { Params, type Statement } from "./params.ts";
import { countSql, readSql, SOURCE } from "./read.ts";

/** The columns of a main statement's one row, in this order. */
export interface ResultRow {
  /** All rows that match, whatever the range. */
  total: string | null;
  /** Rows in the answer. */
  page: string;
  body: Uint8Array<ArrayBuffer> | null;
  headers: string | null;
  status: string | null;
  /** Rows that an upsert added; `location` is the query string that finds the one inserted row. */
  inserted: string | null;
  location: string | null;
}

const GUC =
  "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')";

export function mainStatement(plan: Plan): Statement {
  const params = new Params();
  const text = explainSql(plan.mediaType) + mainSql(plan, params);
  return { text, params: params.values };
}

function explainSql(mediaType: MediaType): string {
  if (mediaType.kind !== "explain") return "";
  const { format, options } = mediaType;
  return `EXPLAIN (${[`FORMAT ${format}`, ...options].join(", ").toUpperCase()}) `;
}

function mainSql(plan: Plan, params: Params): string {
  switch (plan.kind) {
    case "read": {
      const rows = `(${readSql(plan.read, params)}) AS pgrst_row`;
      if (!plan.represented) {
        return `SELECT ${totalSql(plan, params)}, count(*), NULL, ${GUC} FROM ${rows}`;
      }
      const body = bodyOf(plan.mediaType, rowsForm(null), params, plan.read);
      return `SELECT ${totalSql(plan, params)}, count(*), ${body}, ${GUC} FROM ${rows}`;
    }
    case "mutate": {
      const { mutation, read, represented, mediaType } = plan;
      const source = mutationSql(mutation, params);
      const extra = `${mutation.kind === "insert" && mutation.countInserted ? insertedSql : "NULL"}, ${
        mutation.kind === "insert" ? locationSql(mutation.locationColumns, params) : "NULL"
      }`;
      if (!represented) {
        return `WITH ${SOURCE} AS (${source}) SELECT NULL, count(*), NULL, ${GUC}, ${extra} FROM ${SOURCE}`;
      }
      const body = bodyOf(mediaType, rowsForm(null), params, read);
      const rows = readSql(read, params);
      return `WITH ${SOURCE} AS (${source}) SELECT NULL, count(*), ${body}, ${GUC}, ${extra} FROM (${rows}) AS pgrst_row`;
    }
    case "call": {
      const { routine } = plan.call;
      const source = callSql(plan.call, plan.read.computed, params);
      const rows = readSql(plan.read, params);
      const body = !plan.represented ? "NULL" : bodyOf(plan.mediaType, rowsForm(routine), params, plan.read);
      const total = totalSql(plan, params);
      if (plan.represented && plan.mediaType.kind === "custom" && !routine.returns.set) {
        // Its value may be the media type already: no aggregate, which a count beside it would have to be.
        return `WITH ${SOURCE} AS (${source}) SELECT ${total}, 1, (SELECT ${body} FROM (${rows}) AS pgrst_row), ${GUC}`;
      }
      // One even where a limit leaves nothing, and an aggregate always: without rows there would be no answer.
      const page = routine.returns.set ? "count(*)" : "greatest(count(*), 1)";
      return `WITH ${SOURCE} AS (${source}) SELECT ${total}, ${page}, ${body}, ${GUC} FROM (${rows}) AS pgrst_row`;
    }
    default:
      return plan satisfies never;
  }
}

/** How many rows there would be without range; a little more than `maxRows` is enough for an estimate. */
function totalSql({ count, read, maxRows }: Extract<Plan, { count: unknown }>, params: Params): string {
  switch (count) {
    case "exact":
      return `(SELECT count(*) FROM (${countSql(read, params)}) AS pgrst_counted)`;
    case "estimated":
      return `(SELECT count(*) FROM (${countSql(read, params)} LIMIT ${maxRows + 1}) AS pgrst_counted)`;
    case "planned":
    case null:
      return "NULL";
    default:
      return count satisfies never;
  }
}

/** The planner's guess at the number of rows; null where it does not see the rows' relation. */
export function plannedCountStatement(plan: Plan): Statement | null {
  if (plan.kind !== "read") return null;
  const params = new Params();
  const text = `EXPLAIN (FORMAT JSON) ${countSql(plan.read, params)}`;
  return { text, params: params.values };
}

/** Whether the result is a list, and what each element is. */
function rowsForm(routine: Routine | null): { element: string; list: boolean } {
  if (routine === null || routine.returns.kind === "composite") {
    return { element: "pgrst_row", list: routine === null || routine.returns.set };
  }
  return { element: "pgrst_row.pgrst_scalar", list: routine.returns.set };
}

function bodyOf(
  mediaType: MediaType,
  { element, list }: { element: string; list: boolean },
  params: Params,
  read: ReadPlan,
): string {
  const bodyType: BodyType = mediaType.kind === "explain" ? mediaType.of : mediaType;
  switch (bodyType.kind) {
    case "json":
      return list ? `coalesce(json_agg(${element}), '[]')` : first(`json_agg(${element})`);
    case "array-stripped":
      return list
        ? `coalesce(json_strip_nulls(json_agg(${element})), '[]')`
        : first(`json_strip_nulls(json_agg(${element}))`);
    case "object":
      return first(bodyType.stripNulls ? `json_strip_nulls(json_agg(${element}))` : `json_agg(${element})`);
    case "csv":
      return csv(read, params);
    case "geojson":
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${element})::json), '[]'))`;
    case "custom": {
      const { routine, row } = bodyType.handler;
      const typed = row === null ? element : `${element}::${quoteQualified(row)}`;
      return `${quoteQualified(routine)}(${typed})`;
    }
    default:
      return bodyType satisfies never;
  }
}

function first(array: string): string {
  return `coalesce(${array}->0, 'null')`;
}

/** A row's own text form is a line of CSV in brackets. The header comes from any one row. */
function csv(read: ReadPlan, params: Params): string {
  const line = "pgrst_row::text";
  const header = `(SELECT coalesce(string_agg(pgrst_key, ','), '') FROM (SELECT json_object_keys(row_to_json(pgrst_any)) AS pgrst_key FROM (${readSql(
    { ...read, limit: 1 },
    params,
  )}) AS pgrst_any) AS pgrst_keys)`;
  return `${header} || E'\\n' || coalesce(string_agg(substring(${line}, 2, length(${line}) - 2), E'\\n'), '')`;
}

/** `key=eq.value&…` of the one row; null when there are more or none. */
function locationSql(columns: string[], params: Params): string {
  if (columns.length === 0) return "NULL";
  const pairs = columns.map((column) => {
    const value = `${SOURCE}.${quoteIdentifier(column)}::text`;
    return `${params.add(`${column}=`)}::text || coalesce('eq.' || ${value}, 'is.null')`;
  });
  return `(SELECT min(pgrst_key) FROM (SELECT ${pairs.join(" || '&' || ")} AS pgrst_key FROM ${SOURCE}) AS pgrst_keys HAVING count(*) = 1)`;
}
