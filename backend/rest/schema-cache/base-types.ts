/** Part of a catalog query (`with recursive …`): `base_types`, the base type of each domain. */
import type { Sql } from "#backend/core/database/database.ts";

export function baseTypesSql(sql: Sql) {
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
