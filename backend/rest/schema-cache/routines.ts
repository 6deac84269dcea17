/** Catalog query: the functions of the exposed schemas that can be called by argument names. */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { baseTypesSql } from "./base-types.ts";
import type { Parameter, Routine } from "./schema-cache.ts";

const parameterSchema: z.ZodType<Parameter> = z.object({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  variadic: z.boolean(),
});
const routineRowSchema = z.object({
  oid: z.number(),
  schema: z.string(),
  name: z.string(),
  parameters: z.array(parameterSchema),
  returns_set: z.boolean(),
  returns_composite: z.boolean(),
  return_schema: z.string(),
  return_type: z.string(),
  volatility: z.string(),
  settings: z.array(z.string()).nullable(),
});
type RoutineRow = z.infer<typeof routineRowSchema>;

/**
 * `hoisted` settings take effect at the start of a transaction or statement, so the function's own come too
 * late.
 */
export async function listRoutines(sql: Sql, schemas: string[], hoisted: string[]): Promise<Routine[]> {
  const rows = await sql`
    with recursive ${baseTypesSql(sql)},
    functions as materialized (
      select p.*, n.nspname as schema
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where p.prokind = 'f' and n.nspname in (select jsonb_array_elements_text(${sql.json(schemas)}))
    ),
    arguments as (
      select p.oid,
        jsonb_agg(
          jsonb_build_object(
            'name', coalesce(a.name, ''),
            'type', case a.type
              when 'bit'::regtype then 'bit varying'
              when 'bit[]'::regtype then 'bit varying[]'
              when 'character'::regtype then 'character varying'
              when 'character[]'::regtype then 'character varying[]'
              else format_type(a.type, null)
            end,
            'required', a.position <= p.pronargs - p.pronargdefaults,
            'variadic', coalesce(a.mode = 'v', false)
          ) order by a.position
        ) as parameters,
        count(*) filter (where coalesce(a.name, '') = '') as unnamed,
        min(format_type(a.type, null)) as first_type
      from functions p
      cross join lateral unnest(p.proargnames, p.proargtypes::oid[], p.proargmodes)
        with ordinality as a (name, type, mode, position)
      where a.type is not null
      group by p.oid
    )
    select
      p.oid::int8::float8 as oid,
      p.schema,
      p.proname as name,
      coalesce(a.parameters, '[]') as parameters,
      p.proretset as returns_set,
      t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) as returns_composite,
      tn.nspname as return_schema,
      coalesce(tc.relname, t.typname) as return_type,
      p.provolatile::text as volatility,
      to_jsonb(p.proconfig) as settings
    from functions p
    left join base_types b on b.oid = p.prorettype
    join pg_type t on t.oid = coalesce(b.base, p.prorettype)
    join pg_namespace tn on tn.oid = t.typnamespace
    left join pg_class tc on tc.oid = t.typrelid
    left join arguments a on a.oid = p.oid
    where t.typname not in ('trigger', 'event_trigger', 'internal')
      and (
        coalesce(a.unnamed, 0) = 0
        or (p.pronargs = 1 and a.first_type in ('bytea', 'json', 'jsonb', 'text', 'xml'))
      )
    order by p.schema, p.proname, p.pronargs, a.parameters::text collate "C", p.oid`;
  return z
    .array(routineRowSchema)
    .parse(rows)
    .map((row) => toRoutine(row, hoisted));
}

function toRoutine(row: RoutineRow, hoisted: string[]): Routine {
  const isVoid = row.return_schema === "pg_catalog" && row.return_type === "void";
  return {
    oid: row.oid,
    schema: row.schema,
    name: row.name,
    parameters: row.parameters,
    returns: {
      set: row.returns_set,
      kind: isVoid ? "void" : row.returns_composite ? "composite" : "scalar",
      type: { schema: row.return_schema, name: row.return_type },
    },
    volatility: row.volatility === "i" ? "immutable" : row.volatility === "s" ? "stable" : "volatile",
    settings: (row.settings ?? []).map(splitSetting).filter(([name]) => hoisted.includes(name)),
  };
}

/** `name=value`, as Postgres stores it; a value may contain the sign as well. */
export function splitSetting(setting: string): [name: string, value: string] {
  const at = setting.indexOf("=");
  return [setting.slice(0, at), setting.slice(at + 1)];
}
