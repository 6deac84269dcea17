/** The request's JSON body as rows: `FROM (…) pgrst_body`, read by Postgres with the columns' own types. */
import { quoteIdentifier } from "../../core/sql-text.ts";
import type { Params } from "./params.ts";

interface BodyColumn {
  name: string;
  type: string;
  default: string | null;
}

export interface BodyOptions {
  /** Take only the first row. */
  one: boolean;
  /** A member that is absent takes the column's default instead of null. */
  applyDefaults: boolean;
}

export function bodySql(
  columns: BodyColumn[],
  payload: { text: string; isArray: boolean },
  params: Params,
  { one, applyDefaults }: BodyOptions,
): string {
  const body = params.add(payload.text);
  const limit = one ? " LIMIT 1" : "";
  if (columns.length === 0) {
    return payload.isArray
      ? `(SELECT FROM json_array_elements(${body})${limit}) pgrst_body`
      : "(SELECT) pgrst_body";
  }
  const names = columns.map(({ name }) => quoteIdentifier(name)).join(", ");
  const typed = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(", ");
  const json = applyDefaults ? "jsonb" : "json";
  const toRows = payload.isArray ? `${json}_to_recordset` : `${json}_to_record`;
  const source = applyDefaults ? withDefaults(columns, body, payload.isArray, params) : body;
  return `(SELECT ${names} FROM ${toRows}(${source}) AS pgrst_row(${typed})${limit}) pgrst_body`;
}

/** Default expressions come from the catalogue, never from the request. */
function withDefaults(columns: BodyColumn[], body: string, isArray: boolean, params: Params): string {
  const defaults = columns
    .filter((column) => column.default !== null)
    .map((column) => `${params.add(column.name)}::text, ${column.default}`);
  const object = `jsonb_build_object(${defaults.join(", ")})`;
  if (!isArray) return `${object} || ${body}::jsonb`;
  return `(SELECT jsonb_agg(${object} || pgrst_element) FROM jsonb_array_elements(${body}) AS pgrst_element)`;
}
