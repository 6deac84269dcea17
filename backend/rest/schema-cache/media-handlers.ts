/**
 * Catalog query: the database's own media types. A domain named like a media type makes the function that
 * returns it, or the aggregate over rows that does, the handler of that type.
 */
import type { Sql } from "#backend/core/database/database.ts";
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";

export interface MediaHandler {
  /**
   * The function that creates the body: an aggregate over the rows, or the domain as a function of the single
   * value.
   */
  routine: QualifiedName;
  /** The relation whose rows the aggregate accepts; null for any. */
  row: QualifiedName | null;
  /** The Content-Type. */
  type: string;
  /** Whether the body is bytes instead of text. */
  isBinary: boolean;
}

/** By target, which is a quoted relation or routine or `*`, then by media type. */
export type MediaHandlers = ReadonlyMap<string, ReadonlyMap<string, MediaHandler>>;

interface HandlerRow {
  schema: string;
  name: string;
  target_schema: string;
  target: string;
  target_kind: "relation" | "any" | "routine";
  accepted: string;
  is_binary: boolean;
}

export async function listMediaHandlers(sql: Sql, schemas: string[]): Promise<MediaHandlers> {
  const rows = await sql<HandlerRow[]>`
    with media_types as (
      select t.oid, t.typname as name, n.nspname as schema, t.typbasetype = 'bytea'::regtype as is_binary
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where t.typtype = 'd' and (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or t.typname = '*/*')
    ),
    exposed as (
      select p.*, n.nspname as schema
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in (select jsonb_array_elements_text(${sql.json(schemas)}))
    )
    select
      p.schema, p.proname as name, n.nspname as target_schema, a.typname as target,
      case when a.typname = 'anyelement' then 'any' else 'relation' end as target_kind,
      lower(m.name) as accepted, m.is_binary
    from exposed p
    join media_types m on m.oid = p.prorettype
    join pg_type a on a.oid = p.proargtypes[0]
    join pg_namespace n on n.oid = a.typnamespace
    left join pg_class c on c.oid = a.typrelid
    where p.prokind = 'a' and p.pronargs = 1
      and (a.typname = 'anyelement' or c.relkind in ('r', 'v', 'm', 'f', 'p'))
    union all
    select m.schema, m.name, p.schema, p.proname, 'routine', lower(m.name), m.is_binary
    from exposed p join media_types m on m.oid = p.prorettype
    where p.prokind = 'f' and not p.proretset`;
  const handlers = new Map<string, Map<string, MediaHandler>>();
  for (const row of rows) {
    const target = { schema: row.target_schema, name: row.target };
    const key = row.target_kind === "any" ? "*" : quoteQualified(target);
    const byMediaType = handlers.get(key) ?? new Map<string, MediaHandler>();
    byMediaType.set(row.accepted, {
      routine: { schema: row.schema, name: row.name },
      row: row.target_kind === "relation" ? target : null,
      type: row.accepted === "*/*" ? "application/octet-stream" : row.accepted,
      isBinary: row.is_binary,
    });
    handlers.set(key, byMediaType);
  }
  return handlers;
}
