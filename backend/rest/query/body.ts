/** The request's JSON body as rows: `FROM (…) pgrst_body`, parsed by Postgres with the columns' own types. */
import { quoteIdentifier } from "#backend/core/database/sql-text.ts";
import type { Column } from "#backend/rest/schema-cache/schema-cache.ts";
import type { Params } from "./params.ts";

type BodyColumn = Pick<Column, "name" | "type" | "default" | "representation">;

export interface BodyOptions {
  /** Use only the first row. */
  one: boolean;
  /** An absent member gets the column's default instead of null. */
  applyDefaults: boolean;
}

/** `isArray`: whether the body is an array of objects, or one object. */
export function bodySql(
  columns: BodyColumn[],
  isArray: boolean,
  params: Params,
  { one, applyDefaults }: BodyOptions,
): string {
  if (columns.length === 0 && !isArray) return "(SELECT) pgrst_body";
  const body = params.addBody();
  const limit = one ? " LIMIT 1" : "";
  if (columns.length === 0) return `(SELECT FROM json_array_elements(${body})${limit}) pgrst_body`;
  const typed = columns
    .map(
      ({ name, type, representation }) =>
        `${quoteIdentifier(name)} ${representation?.fromJson ? "json" : type}`,
    )
    .join(", ");
  const values = columns
    .map(({ name, representation }) => {
      const column = quoteIdentifier(name);
      return representation?.fromJson ? `${representation.fromJson}(${column}) AS ${column}` : column;
    })
    .join(", ");
  const json = applyDefaults ? "jsonb" : "json";
  const toRows = isArray ? `${json}_to_recordset` : `${json}_to_record`;
  const source = applyDefaults ? withDefaults(columns, body, isArray, params) : body;
  return `(SELECT ${values} FROM ${toRows}(${source}) AS pgrst_row(${typed})${limit}) pgrst_body`;
}

/** Default expressions come from the catalog, never from the request. */
function withDefaults(columns: BodyColumn[], body: string, isArray: boolean, params: Params): string {
  const defaults = columns
    .filter((column) => column.default !== null)
    .map((column) => `${params.add(column.name)}::text, ${defaultSql(column)}`);
  const object = `jsonb_build_object(${defaults.join(", ")})`;
  if (!isArray) return `${object} || ${body}::jsonb`;
  return `(SELECT jsonb_agg(${object} || pgrst_element) FROM jsonb_array_elements(${body}) AS pgrst_element)`;
}

/** A default is converted to the form that the same value would have in the body. */
function defaultSql({ type, default: value, representation }: BodyColumn): string {
  return representation?.toJson && representation.fromJson
    ? `${representation.toJson}((${value})::${type})`
    : `${value}`;
}
