/**
 * Catalog query: the origin of view columns. Postgres stores it only in the view's parsed query, as the text
 * of a node tree. Of that tree only the outer target list is read.
 */
import type { Sql } from "#backend/core/database/database.ts";

interface ViewDefinitionRow {
  oid: number;
  definition: string;
}

export interface ColumnOrigin {
  /** The view's column by its number, and the column of the relation (possibly another view) behind it. */
  column: number;
  relationOid: number;
  relationColumn: number;
}

/** Origins by the view's oid. */
export async function listViewOrigins(sql: Sql): Promise<Map<number, ColumnOrigin[]>> {
  const rows = await sql<ViewDefinitionRow[]>`
    select c.oid::int8::float8 as oid, r.ev_action::text as definition
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class
    join pg_namespace n on n.oid = c.relnamespace
    where r.rulename = '_RETURN'
      and c.relkind in ('v', 'm')
      and n.nspname not in ('pg_catalog', 'information_schema')`;
  return new Map(rows.map((row) => [row.oid, readTargetList(row.definition)]));
}

/** A brace or bracket, or a run of other characters in which a backslash escapes the next one. */
const TOKEN = /[{}()]|(?:\\[\s\S]|[^\s{}()\\])+/g;

/** The columns of a node tree's outer query that are plain columns of a relation. */
export function readTargetList(tree: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  let braces = 0;
  let brackets = 0;
  let listStart: number | null = null;
  let key = "";
  let entry: Record<string, number> = {};
  for (const [token] of tree.matchAll(TOKEN)) {
    if (token === "{") {
      braces++;
    } else if (token === "}") {
      if (listStart !== null && braces === 2) {
        const {
          ":resno": column = 0,
          ":resorigtbl": relationOid = 0,
          ":resorigcol": relationColumn = 0,
        } = entry;
        if (relationOid > 0) origins.push({ column, relationOid, relationColumn });
        entry = {};
      }
      braces--;
    } else if (token === "(") {
      brackets++;
      if (braces === 1 && key === ":targetList") listStart ??= brackets;
    } else if (token === ")") {
      if (listStart === brackets) return origins;
      brackets--;
    } else {
      if (braces === 2 && key.startsWith(":")) entry[key] = Number(token);
      key = token;
    }
  }
  return origins;
}
