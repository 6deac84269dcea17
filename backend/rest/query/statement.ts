/**
 * A plan as a single statement: the rows as finished text, their number, the total, and the response settings
 * of the database. Postgres builds the JSON; it is never parsed here.
 */
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { BodyType, MediaType } from "#backend/rest/plan/media-type.ts";
import type { Plan, ReadPlan } from "#backend/rest/plan/plan.ts";
import type { Routine } from "#backend/rest/schema-cache/schema-cache.ts";
import { callSql } from "./call.ts";
import { INSERTED_COUNT, mutationSql } from "./mutation.ts";
import { Params, type Statement } from "./params.ts";
import { countSql, listSourceSql, readSql, SOURCE } from "./read.ts";

/** The columns of the main statement's single row, in this order. */
export interface ResultRow {
  /** All rows that match, whatever the range. */
  total: string | null;
  /** The rows in the response. */
  page: string;
  body: Uint8Array<ArrayBuffer> | null;
  headers: string | null;
  status: string | null;
  /** The rows that an upsert inserted; `location` is the query string of the single inserted row. */
  inserted: string | null;
  location: string | null;
}

/** The name of the rows of the response. */
const ROW = "pgrst_row";

/** The headers and the status that functions of the database may set for the response. */
export const RESPONSE_SETTINGS =
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
      const { source: rows, row } = listSourceSql(plan.read, readSql(plan.read, params), ROW);
      if (!plan.returnsRows) {
        return `SELECT ${totalSql(plan, params)}, count(*), NULL, ${RESPONSE_SETTINGS} FROM ${rows}`;
      }
      const body = bodySql(plan.mediaType, getRowsForm(null, row), params, plan.read);
      return `SELECT ${totalSql(plan, params)}, count(*), ${body}, ${RESPONSE_SETTINGS} FROM ${rows}`;
    }
    case "mutate": {
      const { mutation, read, returnsRows, mediaType } = plan;
      const source = mutationSql(mutation, params);
      const extra = `${mutation.kind === "insert" && mutation.countInserted ? INSERTED_COUNT : "NULL"}, ${
        mutation.kind === "insert" ? locationSql(mutation.locationColumns, params) : "NULL"
      }`;
      if (!returnsRows) {
        return `WITH ${SOURCE} AS (${source}) SELECT NULL, count(*), NULL, ${RESPONSE_SETTINGS}, ${extra} FROM ${SOURCE}`;
      }
      const { source: rows, row } = listSourceSql(read, readSql(read, params), ROW);
      const body = bodySql(mediaType, getRowsForm(null, row), params, read);
      return `WITH ${SOURCE} AS (${source}) SELECT NULL, count(*), ${body}, ${RESPONSE_SETTINGS}, ${extra} FROM ${rows}`;
    }
    case "call": {
      const { routine } = plan.call;
      const source = callSql(plan.call, plan.read.computed, params);
      const { source: rows, row } = listSourceSql(plan.read, readSql(plan.read, params), ROW);
      const body = !plan.returnsRows
        ? "NULL"
        : bodySql(plan.mediaType, getRowsForm(routine, row), params, plan.read);
      const total = totalSql(plan, params);
      if (plan.returnsRows && plan.mediaType.kind === "custom" && !routine.returns.set) {
        // The value may be the media type already, which is not an aggregate: it cannot stand beside a count.
        return `WITH ${SOURCE} AS (${source}) SELECT ${total}, 1, (SELECT ${body} FROM ${rows}), ${RESPONSE_SETTINGS}`;
      }
      // The count is at least one even when a limit leaves no row, and always an aggregate: without a row
      // there would be no result.
      const page = routine.returns.set ? "count(*)" : "greatest(count(*), 1)";
      return `WITH ${SOURCE} AS (${source}) SELECT ${total}, ${page}, ${body}, ${RESPONSE_SETTINGS} FROM ${rows}`;
    }
    default:
      return plan satisfies never;
  }
}

/** The number of rows without the range. `maxRows` + 1 is enough for an estimate. */
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

/** The planner's row estimate; null when the statement is not a read. */
export function plannedCountStatement(plan: Plan): Statement | null {
  if (plan.kind !== "read") return null;
  const params = new Params();
  const text = `EXPLAIN (FORMAT JSON) ${countSql(plan.read, params)}`;
  return { text, params: params.values };
}

/** Whether the result is a list, and the SQL of each element and of its row, which is another one for scalars. */
interface RowsForm {
  element: string;
  row: string;
  list: boolean;
}

function getRowsForm(routine: Routine | null, row: string): RowsForm {
  if (routine === null || routine.returns.kind === "composite") {
    return { element: row, row, list: routine === null || routine.returns.set };
  }
  return { element: `${ROW}.pgrst_scalar`, row, list: routine.returns.set };
}

function bodySql(
  mediaType: MediaType,
  { element, row, list }: RowsForm,
  params: Params,
  read: ReadPlan,
): string {
  const bodyType: BodyType = mediaType.kind === "explain" ? mediaType.of : mediaType;
  switch (bodyType.kind) {
    case "json":
      return list ? `coalesce(json_agg(${element}), '[]')` : firstSql(`json_agg(${element})`);
    case "array-stripped":
      return list
        ? `coalesce(json_strip_nulls(json_agg(${element})), '[]')`
        : firstSql(`json_strip_nulls(json_agg(${element}))`);
    case "object":
      return firstSql(
        bodyType.stripNulls ? `json_strip_nulls(json_agg(${element}))` : `json_agg(${element})`,
      );
    case "csv":
      return csvSql(read, row, params);
    case "geojson":
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${element})::json), '[]'))`;
    case "custom": {
      const { routine, row: type } = bodyType.handler;
      const typed = type === null ? element : `${element}::${quoteQualified(type)}`;
      return `${quoteQualified(routine)}(${typed})`;
    }
    default:
      return bodyType satisfies never;
  }
}

function firstSql(array: string): string {
  return `coalesce(${array}->0, 'null')`;
}

/** The text form of a row is a CSV line in brackets. The header comes from any one row. */
function csvSql(read: ReadPlan, row: string, params: Params): string {
  const line = `${row}::text`;
  const header = `(SELECT coalesce(string_agg(pgrst_key, ','), '') FROM (SELECT json_object_keys(row_to_json(pgrst_any)) AS pgrst_key FROM (${readSql(
    { ...read, limit: 1 },
    params,
  )}) AS pgrst_any) AS pgrst_keys)`;
  return `${header} || E'\\n' || coalesce(string_agg(substring(${line}, 2, length(${line}) - 2), E'\\n'), '')`;
}

/** `key=eq.value&…` of the inserted row; null unless there is exactly one. */
function locationSql(columns: string[], params: Params): string {
  if (columns.length === 0) return "NULL";
  const pairs = columns.map((column) => {
    const value = `${SOURCE}.${quoteIdentifier(column)}::text`;
    return `${params.add(`${column}=`)}::text || coalesce('eq.' || ${value}, 'is.null')`;
  });
  return `(SELECT min(pgrst_key) FROM (SELECT ${pairs.join(" || '&' || ")} AS pgrst_key FROM ${SOURCE}) AS pgrst_keys HAVING count(*) = 1)`;
}
