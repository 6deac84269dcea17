/**
 * Catalog query: the settings of `ALTER ROLE authenticator SET pgrst.…`. Those for this database take
 * precedence over those for all databases.
 */
import type { Sql } from "#backend/core/database/database.ts";
import { splitSetting } from "./routines.ts";

/** By key, without the prefix. */
export async function listDatabaseSettings(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ setting: string }[]>`
    select s.setting
    from pg_db_role_setting d
    join pg_roles r on r.oid = d.setrole
    cross join lateral unnest(d.setconfig) as s (setting)
    where r.rolname = 'authenticator'
      and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and s.setting like 'pgrst.%'
    order by d.setdatabase`;
  return new Map(
    rows.map(({ setting }) => {
      const [name, value] = splitSetting(setting);
      return [name.slice("pgrst.".length), value];
    }),
  );
}

/** In milliseconds; 0 is none. */
export async function readSessionTimeout(sql: Sql): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select setting::int as ms from pg_settings where name = 'statement_timeout'`;
  return row?.ms ?? 0;
}
