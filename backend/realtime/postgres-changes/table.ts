/** Catalogue query: the tables that can be subscribed to, as they are at this moment. */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";

const columnSchema = z.object({
  name: z.string(),
  /** A type's name, as in `values.ts`. */
  type: z.string(),
  /** The base type of a domain, otherwise the type itself. */
  baseType: z.string(),
  /** The type as SQL text. */
  sqlType: z.string(),
  isPrimaryKey: z.boolean(),
});
const tableSchema = z.object({
  oid: z.number(),
  schema: z.string(),
  name: z.string(),
  columns: z.array(columnSchema),
});

export type Column = z.infer<typeof columnSchema>;
export type Table = z.infer<typeof tableSchema>;

export const PUBLICATION = "supabase_realtime";

/** The table with this object id, published or not; null when it no longer exists. */
export async function findTable(sql: Sql, oid: number): Promise<Table | null> {
  const [found] = await listTables(sql, sql`c.oid = ${oid}`);
  return found ?? null;
}

/** The published tables of a schema, or the one of that name; of every schema for `*`. */
export function listPublishedTables(sql: Sql, schema: string, name: string | null): Promise<Table[]> {
  return listTables(
    sql,
    sql`(n.nspname = ${schema} or ${schema} = '*') and (c.relname = ${name} or ${name === null})
      and exists (
        select from pg_publication_tables p
        where p.pubname = ${PUBLICATION} and p.schemaname = n.nspname and p.tablename = c.relname
      )`,
  );
}

async function listTables(sql: Sql, condition: ReturnType<Sql>): Promise<Table[]> {
  const rows = await sql`
    select c.oid, n.nspname as schema, c.relname as name, coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', a.attname,
        'type', t.typname,
        'baseType', coalesce(b.typname, t.typname),
        'sqlType', format('%I.%I', s.nspname, t.typname),
        'isPrimaryKey', coalesce(a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1]), false)
      ) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_namespace s on s.oid = t.typnamespace
      left join pg_type b on b.oid = t.typbasetype
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and ${condition}`;
  return z.array(tableSchema).parse(rows);
}
