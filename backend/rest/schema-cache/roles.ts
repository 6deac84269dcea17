/**
 * Catalog query: the roles that a request may run as, which are those the role `authenticator` is a member
 * of, whichever role logs in. Their ALTER ROLE settings are included because SET ROLE does not apply them,
 * and timeouts would have no effect. The settings of `authenticator` come first, unless it applies them
 * itself by logging in.
 */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { splitSetting } from "./routines.ts";

const roleRowSchema = z.object({ name: z.string(), settings: z.array(z.string()) });

/** The settings of each role; of two with the same name the later one applies. */
export async function listRoles(sql: Sql): Promise<Map<string, [name: string, value: string][]>> {
  const rows = await sql`
    with recursive granted as (
      select m.roleid
      from pg_auth_members m join pg_roles r on r.oid = m.member
      where r.rolname = 'authenticator'
      union
      select m.roleid from pg_auth_members m join granted g on g.roleid = m.member
    )
    select
      r.rolname as name,
      coalesce(
        (
          select jsonb_agg(s.setting order by d.setrole = r.oid, d.setdatabase)
          from pg_db_role_setting d
          cross join lateral unnest(d.setconfig) as s (setting)
          join pg_settings p on p.name = split_part(s.setting, '=', 1)
          where (d.setrole = r.oid or current_user <> 'authenticator' and d.setrole = 'authenticator'::regrole)
            and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
            and (p.context = 'user' or has_parameter_privilege(current_user, p.name, 'set'))
            and p.name not in ('role', 'session_authorization', 'search_path')
        ),
        '[]'
      ) as settings
    from pg_roles r join granted g on g.roleid = r.oid`;
  return new Map(
    z
      .array(roleRowSchema)
      .parse(rows)
      .map((row) => [row.name, row.settings.map(splitSetting)]),
  );
}
