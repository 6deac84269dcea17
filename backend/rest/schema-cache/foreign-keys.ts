/** Catalog query: foreign keys with their columns in pairs, except those of partitions. */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";

const foreignKeyRowSchema = z.object({
  constraint: z.string(),
  schema: z.string(),
  relation: z.string(),
  foreign_schema: z.string(),
  foreign_relation: z.string(),
  columns: z.array(z.string()),
  foreign_columns: z.array(z.string()),
  /** Whether the columns are unique, which makes the relationship one-to-one. */
  is_unique: z.boolean(),
});
export type ForeignKeyRow = z.infer<typeof foreignKeyRowSchema>;

export async function listForeignKeys(sql: Sql): Promise<ForeignKeyRow[]> {
  const rows = await sql`
    select
      f.conname as constraint,
      n.nspname as schema,
      c.relname as relation,
      fn.nspname as foreign_schema,
      fc.relname as foreign_relation,
      pairs.own as columns,
      pairs.other as foreign_columns,
      exists (
        select from pg_constraint u
        where u.conrelid = f.conrelid
          and u.contype in ('p', 'u')
          and u.conkey @> f.conkey
          and u.conkey <@ f.conkey
      ) as is_unique
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_class fc on fc.oid = f.confrelid
    join pg_namespace fn on fn.oid = fc.relnamespace
    cross join lateral (
      select jsonb_agg(a.attname order by k.position) as own,
             jsonb_agg(b.attname order by k.position) as other
      from unnest(f.conkey, f.confkey) with ordinality as k (own, other, position)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.other
    ) pairs
    where f.contype = 'f' and f.conparentid = 0
    order by f.conrelid, f.conname`;
  return z.array(foreignKeyRowSchema).parse(rows);
}
