/**
 * Brings a database up to date: the platform's SQL (what a hosted Supabase already has), then the migrations
 * of `supabase/migrations`. Applied migrations are recorded in the Supabase CLI's own tables, so that the CLI
 * and this process agree.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { StartupError } from "#backend/core/errors.ts";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import type { DatabaseTarget, Sql, TransactionSql } from "./database.ts";
import { withConnection } from "./with-connection.ts";

const LEDGERS = {
  platform: "supabase_migrations.platform_migrations",
  shop: "supabase_migrations.schema_migrations",
} as const;

const PLATFORM = join(import.meta.dirname, "../../platform");
const MIGRATIONS = join(import.meta.dirname, "../../../supabase/migrations");

interface Migration {
  version: string;
  name: string;
  text: string;
}

/** A migration that a database has applied, without its text. */
interface RecordedMigration {
  version: string;
  name: string;
  /** SHA-256 of the text in hexadecimal digits; null when the ledger holds single statements, as the CLI writes them. */
  sha256: string | null;
}

/** All migrations that a database has applied. */
export interface MigrationState {
  platform: RecordedMigration[];
  shop: RecordedMigration[];
}

/**
 * Applies the missing migrations, or those of them that `state` names, each in its own transaction, and returns
 * their number. Throws a StartupError when an applied migration has changed or is unknown, or when the database rejects
 * one.
 */
export async function migrateDatabase(target: DatabaseTarget, state?: MigrationState): Promise<number> {
  const [platform, shop] = await Promise.all([
    readMigrations(PLATFORM, state?.platform),
    readMigrations(MIGRATIONS, state?.shop),
  ]);
  return await withConnection(target, "supabase_admin", async (admin) => {
    await admin`select pg_advisory_lock(${ADVISORY_LOCKS.setup})`;
    await withStartupError("The list of migrations", () =>
      admin.unsafe(`
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.platform_migrations
          (version text primary key, statements text[], name text);
        create table if not exists supabase_migrations.schema_migrations
          (version text primary key, statements text[], name text);
        create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
      `),
    );
    const platformCount = await applyMissing(admin, LEDGERS.platform, platform);
    await admin.unsafe(`
      grant usage on schema supabase_migrations to postgres;
      grant select, insert on all tables in schema supabase_migrations to postgres;
    `);
    const shopCount = await withConnection(target, "postgres", (owner) =>
      applyMissing(owner, LEDGERS.shop, shop),
    );
    return platformCount + shopCount;
  });
}

/** The newest migration of this version of the shop. */
export async function findLastMigration(): Promise<string> {
  return (await readMigrations(MIGRATIONS)).at(-1)?.version ?? "";
}

/** The migrations that a database has applied, in order. */
export async function readMigrationState(sql: Sql | TransactionSql): Promise<MigrationState> {
  return { platform: await listRecorded(sql, LEDGERS.platform), shop: await listRecorded(sql, LEDGERS.shop) };
}

/** The texts stay in the database: parsing megabytes of them would take most of a start. */
async function listRecorded(sql: Sql | TransactionSql, ledger: string): Promise<RecordedMigration[]> {
  return [
    ...(await sql<RecordedMigration[]>`
      select version, name,
        case when cardinality(statements) = 1 then encode(sha256(convert_to(statements[1], 'UTF8')), 'hex') end as sha256
      from ${sql(ledger)} order by version`),
  ];
}

/** The name of a migration of `state` that this version of the shop lacks or has with another text, or null. */
export async function findUnknownMigration({ platform, shop }: MigrationState): Promise<string | null> {
  const isUnknown = (known: Migration[]) => {
    const sums = new Map(known.map(({ version, text }) => [version, getSum(text)]));
    return ({ version, sha256 }: RecordedMigration) =>
      !sums.has(version) || (sha256 !== null && sha256 !== sums.get(version));
  };
  const unknown =
    platform.find(isUnknown(await readMigrations(PLATFORM))) ??
    shop.find(isUnknown(await readMigrations(MIGRATIONS)));
  return unknown ? `${unknown.version}_${unknown.name}.sql` : null;
}

/** Reads the `<version>_<name>.sql` files of a directory, or those of them in `only`, in order. */
async function readMigrations(directory: string, only?: RecordedMigration[]): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const migrations: Migration[] = [];
  // One after the other: each version has more of them, and a process may have few files open.
  for (const file of files) {
    const [version = "", ...name] = file.slice(0, -".sql".length).split("_");
    migrations.push({ version, name: name.join("_"), text: await readFile(join(directory, file), "utf8") });
  }
  if (only === undefined) return migrations;
  return migrations.filter(({ version }) => only.some((recorded) => recorded.version === version));
}

async function applyMissing(sql: Sql, ledger: string, migrations: Migration[]): Promise<number> {
  const applied = await listRecorded(sql, ledger);
  const appliedByVersion = new Map(applied.map((row) => [row.version, row]));
  for (const migration of migrations) checkUnchanged(migration, appliedByVersion.get(migration.version));
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = applied.find(({ version }) => !known.has(version));
  if (unknown) throw newerDatabase(unknown);
  const missing = migrations.filter(({ version }) => !appliedByVersion.has(version));
  for (const { version, name, text } of missing) {
    await withStartupError(`${version}_${name}.sql`, () =>
      sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into ${tx(ledger)} ${tx({ version, name, statements: [text] })}`;
      }),
    );
  }
  return missing.length;
}

/** Turns an error of the database into a StartupError with the reason, because the operator has to fix it. */
async function withStartupError<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const reason = [error.message, error.detail].filter(Boolean).join(": ").replace(/\s+/g, " ");
    throw new StartupError(
      `${what} was refused by the database (${reason}): docs/operations.md says what the shop needs there.`,
    );
  }
}

/** An earlier version of the shop would write into tables that it does not know. */
function newerDatabase({ version, name }: RecordedMigration): StartupError {
  return new StartupError(
    `This database has ${version}_${name}.sql, which this version of the shop does not have: start the version that made it or a newer one, or restore a backup of this version.`,
  );
}

/** Rejects a file that was edited after it was applied: no set of migrations would describe such a database. */
function checkUnchanged({ version, name, text }: Migration, applied: RecordedMigration | undefined): void {
  if (!applied || applied.sha256 === null || applied.sha256 === getSum(text)) return;
  throw new StartupError(
    `${version}_${name}.sql has changed since this database took it: use the version of the shop that made the database, or another one (DATA_DIR or DATABASE_URL).`,
  );
}

function getSum(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
