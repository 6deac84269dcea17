/**
 * The mutants of access, read from the catalogue of a database that has all migrations, so that none is forgotten and
 * a later `alter policy` counts: policies dropped and widened, row-level security off, privileges taken and given,
 * constraints dropped, and locks removed from functions.
 */
import type { Sql } from "#backend/core/database/database.ts";

export interface CatalogMutant {
  /** What changes: `products: policy «Everyone reads the products» dropped`. */
  name: string;
  sql: string;
  /** Takes it back; missing where that takes a copy of the database. */
  undo?: string;
  /** A name that stands in the titles of the tests that are most likely to notice, which run first; null without any. */
  focus: string | null;
}

const POLICED = ["public", "private", "storage", "realtime"];
const SCHEMAS = ["public", "private"];
const CALLERS = ["anon", "authenticated"];

interface Policy {
  relation: string;
  table: string;
  policy: string;
  qual: string | null;
  with_check: string | null;
}

/** A policy for a role without the privilege protects nothing that the privilege does not: it has no mutants. */
export async function listPolicyMutants(sql: Sql): Promise<CatalogMutant[]> {
  const policies = await sql<Policy[]>`
    select format('%I.%I', schemaname, tablename) as relation, tablename as table, policyname as policy, qual, with_check
    from pg_policies, unnest(case cmd when 'ALL' then array['SELECT', 'INSERT', 'UPDATE', 'DELETE'] else array[cmd] end) as operation
    where schemaname in ${sql(POLICED)} and exists (
      select from unnest(roles) as role
      where has_table_privilege(role, format('%I.%I', schemaname, tablename), operation)
        or operation <> 'DELETE' and has_any_column_privilege(role, format('%I.%I', schemaname, tablename), operation)
    )
    group by 1, 2, 3, 4, 5 order by 1, 3`;
  const tables = await sql<{ relation: string; table: string }[]>`
    select c.oid::regclass::text as relation, c.relname as table from pg_class c
    where c.relrowsecurity and c.relnamespace::regnamespace::text in ${sql(SCHEMAS)} and exists (
      select from unnest(${CALLERS}::text[]) as role
      where has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE') or has_table_privilege(role, c.oid, 'DELETE')
    )
    order by 1`;
  return [
    ...policies.flatMap(mutatePolicy),
    ...tables.map(({ relation, table }) => ({
      name: `${relation}: row-level security off`,
      sql: `alter table ${relation} disable row level security`,
      focus: table,
    })),
  ];
}

function mutatePolicy({ relation, table, policy, qual, with_check }: Policy): CatalogMutant[] {
  const on = `policy "${policy}" on ${relation}`;
  const create = (change: string, sql: string) => ({
    name: `${relation}: policy «${policy}» ${change}`,
    sql,
    focus: table,
  });
  const mutants: CatalogMutant[] = [];
  // Without a permissive policy nothing is visible either.
  if (qual !== "false") mutants.push(create("dropped", `drop ${on}`));
  const [widensRows, widensValues] = [qual, with_check].map(
    (condition) => condition !== null && condition !== "true",
  );
  // Each of two equal conditions protects the rows alone, so both are widened at once.
  if (widensRows && qual === with_check)
    mutants.push(create("using and with check true", `alter ${on} using (true) with check (true)`));
  else {
    if (widensRows) mutants.push(create("using true", `alter ${on} using (true)`));
    if (widensValues) mutants.push(create("with check true", `alter ${on} with check (true)`));
  }
  return mutants;
}

interface Cell {
  role: string;
  object: string;
  focus: string;
  privilege: string;
  is_held: boolean;
}

export async function listGrantMutants(sql: Sql): Promise<CatalogMutant[]> {
  const cells = await sql<Cell[]>`
    with relations as (
      select c.oid, c.oid::regclass::text as relation, c.relname::text as name from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace::regnamespace::text in ${sql(SCHEMAS)}
    ),
    of_tables as (
      select role, relation as object, name as focus, privilege,
        has_table_privilege(role, oid, privilege) as is_held,
        privilege <> 'delete' and has_any_column_privilege(role, oid, case privilege when 'delete' then 'select' else privilege end) as is_held_in_part,
        oid
      from relations, unnest(${CALLERS}::text[]) as role, unnest('{select,insert,update,delete}'::text[]) as privilege
    ),
    of_columns as (
      select t.role, t.object, t.focus, format('%s (%I)', t.privilege, a.attname) as privilege,
        has_column_privilege(t.role, t.oid, a.attnum, t.privilege) as is_held
      from of_tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where not t.is_held and t.is_held_in_part
    )
    select role, object, focus, privilege, is_held from of_tables where is_held or not is_held_in_part
    union all select * from of_columns
    union all
    select role, 'function ' || p.oid::regprocedure, p.proname, 'execute', has_function_privilege(role, p.oid, 'execute')
    from pg_proc p, unnest(${CALLERS}::text[]) as role
    where p.pronamespace::regnamespace::text in ${sql(SCHEMAS)} and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    order by 2, 1, 4`;
  return cells.map(({ role, object, focus, privilege, is_held }) => ({
    name: `${object}: ${privilege} ${is_held ? "taken from" : "given to"} ${role}`,
    sql: is_held
      ? `revoke ${privilege} on ${object} from ${role}`
      : `grant ${privilege} on ${object} to ${role}`,
    focus,
  }));
}

export async function listConstraintMutants(sql: Sql): Promise<CatalogMutant[]> {
  return sql<CatalogMutant[]>`
    select k.conrelid::regclass || ': ' || k.conname || ' dropped' as name,
      format('alter table %s drop constraint %I cascade', k.conrelid::regclass, k.conname) as sql, k.conname::text as focus
    from pg_constraint k
    where k.contype in ('c', 'u', 'x', 'f') and k.conrelid <> 0 and k.connamespace::regnamespace::text in ${sql(SCHEMAS)}
    union all
    select k.contypid::regtype || ': ' || k.conname || ' dropped',
      format('alter domain %s drop constraint %I', k.contypid::regtype, k.conname), k.conname
    from pg_constraint k where k.contypid <> 0 and k.connamespace::regnamespace::text in ${sql(SCHEMAS)}
    union all
    select i.indrelid::regclass || ': ' || c.relname || ' dropped', format('drop index %s', i.indexrelid::regclass), c.relname
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and c.relnamespace::regnamespace::text in ${sql(SCHEMAS)}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1`;
}

/** What a lock is replaced by: nothing, or what the program goes on with as if it had the lock. */
const LOCKS: readonly [RegExp, string][] = [
  [/\s+for (no key )?(update|share)( of \w+)?( skip locked| nowait)?\b/g, ""],
  [/\bperform pg_advisory_xact_lock(_shared)?\([^;]*;/g, "null;"],
  [/\bpg_try_advisory_xact_lock\((?:[^()]|\([^()]*\))*\)/g, "true"],
];

export async function listLockMutants(sql: Sql): Promise<CatalogMutant[]> {
  const functions = await sql<{ name: string; focus: string; definition: string }[]>`
    select p.oid::regprocedure::text as name, p.proname::text as focus, pg_get_functiondef(p.oid) as definition
    from pg_proc p where p.pronamespace::regnamespace::text in ${sql(SCHEMAS)} and p.prokind = 'f'
    order by 1`;
  return functions.flatMap(({ name, focus, definition }) => mutateLocks(name, focus, definition));
}

export function mutateLocks(name: string, focus: string, definition: string): CatalogMutant[] {
  const code = definition.replace(/--.*$/gm, (comment) => " ".repeat(comment.length));
  return LOCKS.flatMap(([lock, replacement]) =>
    [...code.matchAll(lock)].map((match) => ({
      name: `${name}: «${match[0].trim().replace(/\s+/g, " ")}» removed`,
      sql: code.slice(0, match.index) + replacement + code.slice(match.index + match[0].length),
      undo: definition,
      focus,
    })),
  );
}
