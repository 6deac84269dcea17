/**
 * Catalog query: functions that take a row of one relation and return rows of another. They can be embedded
 * like a foreign key.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { Relationship } from "./schema-cache.ts";

interface ComputedRow {
  schema: string;
  name: string;
  relation_schema: string;
  relation: string;
  foreign_schema: string;
  foreign_relation: string;
  to_one: boolean;
}

export async function listComputedRelationships(sql: Sql): Promise<Relationship[]> {
  const rows = await sql<ComputedRow[]>`
    select
      pn.nspname as schema,
      p.proname as name,
      an.nspname as relation_schema,
      a.relname as relation,
      rn.nspname as foreign_schema,
      r.relname as foreign_relation,
      not p.proretset or p.prorows = 1 as to_one
    from pg_proc p
    join pg_namespace pn on pn.oid = p.pronamespace
    join pg_class a on a.reltype = p.proargtypes[0] and a.relkind in ('r', 'v', 'm', 'f', 'p')
    join pg_namespace an on an.oid = a.relnamespace
    join pg_class r on r.reltype = p.prorettype and r.relkind in ('r', 'v', 'm', 'f', 'p')
    join pg_namespace rn on rn.oid = r.relnamespace
    where p.pronargs = 1 and p.prokind = 'f'
    order by p.oid`;
  return rows.map((row) => {
    const relation = { schema: row.relation_schema, name: row.relation };
    const foreign = { schema: row.foreign_schema, name: row.foreign_relation };
    return {
      relation,
      foreign,
      isSelf: relation.schema === foreign.schema && relation.name === foreign.name,
      foreignIsView: false,
      cardinality: {
        kind: "computed",
        routine: { schema: row.schema, name: row.name },
        toOne: row.to_one,
      },
    };
  });
}
