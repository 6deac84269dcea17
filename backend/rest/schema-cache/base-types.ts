/** Part of a catalogue query (`with recursive …`): `base_types`, what each domain is at its bottom. */
import type { Sql } from "../../core/database.ts";

export function baseTypes(sql: Sql) {
  return sql`
    domains as (
      select oid, typbasetype as base from pg_type where typtype = 'd'
      union all
      select domains.oid, t.typbasetype
      from domains join pg_type t on t.oid = domains.base
      where t.typtype = 'd'
    ),
    base_types as (
      select domains.oid, domains.base
      from domains join pg_type t on t.oid = domains.base
      where t.typtype <> 'd'
    )`;
}
