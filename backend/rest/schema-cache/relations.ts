/**
 * Catalog query: tables, views, materialized views and foreign tables with their columns and primary keys. It
 * covers every schema except the system's, because an exposed view may read a table that is not exposed.
 */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { baseTypesSql } from "./base-types.ts";

const relationRowSchema = z.object({
  oid: z.number(),
  schema: z.string(),
  name: z.string(),
  is_view: z.boolean(),
  insertable: z.boolean(),
  updatable: z.boolean(),
  deletable: z.boolean(),
  primary_key: z.array(z.string()),
  columns: z.array(
    z.object({
      number: z.number(),
      name: z.string(),
      type: z.string(),
      base_type: z.string(),
      default: z.string().nullable(),
    }),
  ),
});
export type RelationRow = z.infer<typeof relationRowSchema>;

export async function listRelations(sql: Sql): Promise<RelationRow[]> {
  const rows = await sql`
    with recursive ${baseTypesSql(sql)},
    -- Most of the four thousand columns of a database are the system's and its indexes'.
    relations as materialized (
      select c.oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
        pg_relation_is_updatable(c.oid, true) as events
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'f', 'p')
        and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and n.nspname not like 'pg\\_temp\\_%'
    ),
    relation_columns as (
      select a.attrelid, jsonb_agg(
        jsonb_build_object(
          'number', a.attnum,
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod),
          'base_type', format_type(coalesce(b.base, a.atttypid), null),
          'default', case
            when a.attidentity <> '' then format('nextval(%L::regclass)', i.objid::regclass)
            when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), y.default_of_domain)
          end
        ) order by a.attnum
      ) as columns
      from relations r
      join pg_attribute a on a.attrelid = r.oid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join base_types b on b.oid = a.atttypid
      left join lateral (
        select pg_get_expr(t.typdefaultbin, 0) as default_of_domain
        from pg_type t where t.oid = a.atttypid and t.typtype = 'd'
      ) y on true
      left join pg_depend i
        on i.classid = 'pg_class'::regclass and i.refclassid = 'pg_class'::regclass
        and i.refobjid = a.attrelid and i.refobjsubid = a.attnum and i.deptype = 'i'
      where a.attnum > 0 and not a.attisdropped
      group by a.attrelid
    )
    select
      r.oid::int8::float8 as oid,
      r.schema,
      r.name,
      r.is_view,
      r.events & 8 = 8 as insertable,
      r.events & 4 = 4 as updatable,
      r.events & 16 = 16 as deletable,
      coalesce(k.names, '[]') as primary_key,
      coalesce(c.columns, '[]') as columns
    from relations r
    left join relation_columns c on c.attrelid = r.oid
    left join lateral (
      select jsonb_agg(a.attname order by a.attnum) as names
      from pg_constraint p
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any (p.conkey)
      where p.conrelid = r.oid and p.contype = 'p'
    ) k on true`;
  return z.array(relationRowSchema).parse(rows);
}
