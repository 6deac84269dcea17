/** Catalogue queries of backup and restore: what a database of the shop consists of, besides its schema. */
import type { PendingQuery, Row } from "postgres";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import type { BackedUpSequence, RoleSetting } from "./manifest.ts";

/** Realtime's messages are missing on purpose: they are delivered when they are written. */
const SCHEMAS = ["auth", "storage", "public", "private"];
/** Its rows say that the demo shop was inserted. The other tables of this schema are written by the migrations. */
const SEED_FILES = "seed_files";
/** The roles that the platform's SQL creates. */
const ROLES = [
  "anon",
  "authenticated",
  "service_role",
  "authenticator",
  "supabase_auth_admin",
  "supabase_storage_admin",
  "supabase_realtime_admin",
  "postgres",
];

export interface Table extends QualifiedName {
  /** Without generated columns. */
  columns: { name: string; type: string }[];
}

/** A part of a table that stands in the way of loading rows in any order. */
export interface TablePart extends QualifiedName {
  part: string;
  /** What creates it again. */
  definition: string;
}

/**
 * The tables with rows to preserve. What an unlogged table holds may be lost in any crash, and what belongs to
 * an extension is created with it.
 */
export async function listTables(sql: Sql | TransactionSql): Promise<Table[]> {
  return selectTables(
    sql,
    sql`(n.nspname in ${sql(SCHEMAS)} or (n.nspname = 'supabase_migrations' and c.relname = ${SEED_FILES}))
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  );
}

/** All tables that survive a crash, but Postgres's own. */
export async function listAllTables(sql: Sql | TransactionSql): Promise<Table[]> {
  return selectTables(sql, sql`n.nspname not in ('pg_catalog', 'information_schema')`);
}

async function selectTables(sql: Sql | TransactionSql, condition: PendingQuery<Row[]>): Promise<Table[]> {
  return sql<Table[]>`
    select n.nspname as schema, c.relname as name, json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum
    ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence = 'p' and ${condition}
    group by n.nspname, c.relname
    order by n.nspname, c.relname`;
}

/** The sequences that have been used, with values that no row of an earlier snapshot exceeds. */
export async function listSequences(sql: TransactionSql): Promise<BackedUpSequence[]> {
  return sql<BackedUpSequence[]>`
    select schemaname as schema, sequencename as name, last_value::text as "lastValue"
    from pg_sequences where schemaname in ${sql(SCHEMAS)} and last_value is not null order by 1, 2`;
}

/** The settings of the shop's roles (`alter role … set`). */
export async function listRoleSettings(sql: Sql | TransactionSql): Promise<RoleSetting[]> {
  return sql<RoleSetting[]>`
    select r.rolname as role, d.setdatabase <> 0 as "ofDatabase",
      split_part(s.setting, '=', 1) as name, substr(s.setting, position('=' in s.setting) + 1) as value
    from pg_db_role_setting d
    join pg_roles r on r.oid = d.setrole
    cross join lateral unnest(d.setconfig) as s (setting)
    where r.rolname in ${sql(ROLES)}
      and d.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    order by 1, 2, 3`;
}

export async function listForeignKeys(sql: TransactionSql): Promise<TablePart[]> {
  return sql<TablePart[]>`
    select n.nspname as schema, c.relname as name, k.conname as part, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname in ${sql(SCHEMAS)}
    order by 1, 2, 3`;
}

/** The triggers that fire in an ordinary session, without those of the constraints. */
export async function listTriggers(sql: TransactionSql): Promise<TablePart[]> {
  return sql<TablePart[]>`
    select n.nspname as schema, c.relname as name, t.tgname as part,
      case t.tgenabled when 'A' then 'enable always trigger' else 'enable trigger' end as definition
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled in ('O', 'A') and c.relkind = 'r' and n.nspname in ${sql(SCHEMAS)}
    order by 1, 2, 3`;
}

/** The versions of all stored files, in batches. */
export async function* listFileVersions(sql: TransactionSql): AsyncGenerator<string[]> {
  const query = sql<{ version: string }[]>`select version from storage.objects where version is not null`;
  for await (const rows of query.cursor(1000)) yield rows.map(({ version }) => version);
}
