/**
 * The catalogue queries for `schema.sql`, one for each kind of object. Every query returns the object's name,
 * so that the printer can group an object's parts, and has an order that does not depend on history.
 */
import type { Sql } from "#backend/core/database/database.ts";

/**
 * A part of an object's description: `owner` is the object's quoted name, `text` one SQL clause or statement.
 */
export interface SqlPart {
  owner: string;
  text: string;
}

const SCHEMAS = ["public", "private"];

export function listDomains(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select
      format('%I.%I', n.nspname, t.typname) as owner,
      format('create domain %I.%I as %s %s', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod), string_agg(
        format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ' ' order by k.conname collate "C"
      )) as text
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    join pg_constraint k on k.contypid = t.oid
    where t.typtype = 'd' and n.nspname in ${sql(SCHEMAS)}
    group by n.nspname, t.typname, t.typbasetype, t.typtypmod
    order by 1`;
}

export function listTables(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select c.oid::regclass::text as owner, coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', '') as text
    from (select oid, relname, relnamespace, relkind, reloptions from pg_class) c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ${sql(SCHEMAS)}
    order by n.nspname collate "C" desc, c.relname collate "C"`;
}

export function listColumns(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select
      c.oid::regclass::text as owner,
      concat_ws(' ',
        quote_ident(a.attname),
        format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        case when a.attgenerated = 's' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          else 'default ' || pg_get_expr(d.adbin, d.adrelid) end
      ) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and n.nspname in ${sql(SCHEMAS)}
    order by c.oid::regclass::text collate "C", a.attnum`;
}

/** Not-null constraints are printed with their columns. */
export function listConstraints(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select
      k.conrelid::regclass::text as owner,
      format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as text
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype in ('p', 'u', 'c', 'f', 'x') and n.nspname in ${sql(SCHEMAS)}
    order by 1, position(k.contype in 'pucfx'), k.conname collate "C"`;
}

/** Indexes that do not belong to a constraint. */
export function listIndexes(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select i.indrelid::regclass::text as owner, pg_get_indexdef(i.indexrelid) as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${sql(SCHEMAS)}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by 1, c.relname collate "C"`;
}

/** Includes triggers on tables of other schemas that run a function of the shop. */
export function listTriggers(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select t.tgrelid::regclass::text as owner, pg_get_triggerdef(t.oid) as text
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
    join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and n.nspname in ${sql(SCHEMAS)}
    order by 1, t.tgname collate "C"`;
}

export function listPolicies(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select
      format('%I.%I', p.schemaname, p.tablename)::regclass::text as owner,
      concat_ws(' ',
        format('create policy %I on %I.%I', p.policyname, p.schemaname, p.tablename),
        'as ' || lower(nullif(p.permissive, 'PERMISSIVE')),
        'for ' || lower(p.cmd),
        'to ' || array_to_string(p.roles, ', '),
        'using (' || p.qual || ')',
        'with check (' || p.with_check || ')'
      ) as text
    from pg_policies p
    where p.schemaname in ${sql(SCHEMAS)}
    order by 1, p.cmd, p.policyname collate "C"`;
}

export function listViews(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select
      c.oid::regclass::text as owner,
      format('create view %I.%I with (%s) as\n%s', n.nspname, c.relname, array_to_string(c.reloptions, ', '),
        pg_get_viewdef(c.oid)) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname in ${sql(SCHEMAS)}
    order by n.nspname collate "C" desc, c.relname collate "C"`;
}

export function listFunctions(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select p.oid::regprocedure::text as owner, rtrim(pg_get_functiondef(p.oid), E'\n') as text
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${sql(SCHEMAS)}
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by n.nspname collate "C" desc, p.oid::regprocedure::text collate "C"`;
}

export function listComments(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select c.oid::regclass::text as owner, format(
      case when d.objsubid = 0 then 'comment on %s %s is %L' else 'comment on column %2$s.%4$I is %3$L' end,
      case c.relkind when 'v' then 'view' else 'table' end, c.oid::regclass, d.description, a.attname
    ) as text
    from pg_description d
    join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    where n.nspname in ${sql(SCHEMAS)}
    union all
    select p.oid::regprocedure::text, format('comment on function %s is %L', p.oid::regprocedure, d.description)
    from pg_description d
    join pg_proc p on p.oid = d.objoid and d.classoid = 'pg_proc'::regclass
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${sql(SCHEMAS)}
    union all
    select format('%I.%I', n.nspname, t.typname), format('comment on domain %I.%I is %L', n.nspname, t.typname, d.description)
    from pg_description d
    join pg_type t on t.oid = d.objoid and d.classoid = 'pg_type'::regclass
    join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${sql(SCHEMAS)}
    order by 1, 2`;
}

/**
 * Privileges of the API's roles and of everyone; the owner has all. `maintain` is left out, since Postgres
 * has it only from version 17 on.
 */
export function listGrants(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    with held as (
      select c.oid::regclass::text as owner, acl.grantee, lower(acl.privilege_type) as privilege,
        null::name as column_name, -1 as position, 'on ' || c.oid::regclass as target
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      cross join lateral aclexplode(c.relacl) acl
      where c.relkind in ('r', 'p', 'v') and n.nspname in ${sql(SCHEMAS)} and acl.grantee <> c.relowner
      union all
      select c.oid::regclass::text, acl.grantee, lower(acl.privilege_type), a.attname, a.attnum, 'on ' || c.oid::regclass
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid
      cross join lateral aclexplode(a.attacl) acl
      where n.nspname in ${sql(SCHEMAS)} and acl.grantee <> c.relowner
      union all
      select p.oid::regprocedure::text, acl.grantee, lower(acl.privilege_type), null, -1,
        'on function ' || p.oid::regprocedure
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      cross join lateral aclexplode(p.proacl) acl
      where n.nspname in ${sql(SCHEMAS)} and acl.grantee <> p.proowner
    ), privileges as (
      select owner, grantee, target, privilege,
        privilege || coalesce(' (' || string_agg(quote_ident(column_name), ', ' order by position) || ')', '') as granted
      from held
      where privilege <> 'maintain'
      group by owner, grantee, target, privilege
    )
    select owner, format('grant %s %s to %s',
      case when count(*) filter (where privilege = granted) = 7 then 'all'
        else string_agg(granted, ', ' order by privilege) end,
      target, coalesce((select rolname from pg_roles where oid = grantee), 'public')) as text
    from privileges
    group by owner, target, grantee
    order by 1, 2`;
}

/** Whether row-level security is on. */
export function listSecuredTables(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select c.oid::regclass::text as owner, format('alter table %s enable row level security', c.oid::regclass) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relrowsecurity and n.nspname in ${sql(SCHEMAS)}
    order by 1`;
}

/** The tables whose changes are published, as realtime delivers them. */
export function listPublishedTables(sql: Sql): Promise<SqlPart[]> {
  return sql<SqlPart[]>`
    select r.prrelid::regclass::text as owner,
      format('alter publication %I add table %s', p.pubname, r.prrelid::regclass) as text
    from pg_publication_rel r
    join pg_publication p on p.oid = r.prpubid
    join pg_class c on c.oid = r.prrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${sql(SCHEMAS)}
    order by 1, 2`;
}
