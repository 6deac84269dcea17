/**
 * Brings a database to the present state: the platform's SQL (what a hosted Supabase already has), then
 * the shop's migrations, then, when asked, the demo shop. What was applied is recorded in the Supabase
 * CLI's own tables, so that the CLI and this process agree about it.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { connectDatabase, type DatabaseTarget, type Sql, type TransactionSql } from "./database.ts";
import { StartError } from "./errors.ts";
import { LOCKS } from "./locks.ts";

const PLATFORM = join(import.meta.dirname, "../platform");
const SUPABASE = join(import.meta.dirname, "../../supabase");
const SEED = "seed/demo.sql";

interface Migration {
  version: string;
  name: string;
  text: string;
}

/** What the ledger knows of one: its text, unless an early state of the shop or the Supabase CLI applied it. */
interface Applied {
  version: string;
  statements: string[] | null;
}

/**
 * Applies what is missing, each file in a transaction of its own. Returns how many were applied. Throws a StartError
 * when one has changed since this database took it, or is refused by it.
 */
export async function migrateDatabase(target: DatabaseTarget): Promise<number> {
  const [platform, shop] = await Promise.all([
    readMigrations(PLATFORM),
    readMigrations(join(SUPABASE, "migrations")),
  ]);
  return await withConnection(target, "supabase_admin", async (admin) => {
    await admin`select pg_advisory_lock(${LOCKS.setup})`;
    await orExplain("The list of migrations", () =>
      admin.unsafe(`
        create schema if not exists supabase_migrations;
        create table if not exists supabase_migrations.platform_migrations
          (version text primary key, statements text[], name text);
        create table if not exists supabase_migrations.schema_migrations
          (version text primary key, statements text[], name text);
        create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null);
      `),
    );
    const platformCount = await applyMissing(admin, "supabase_migrations.platform_migrations", platform);
    await admin.unsafe(`
      grant usage on schema supabase_migrations to postgres;
      grant select, insert on all tables in schema supabase_migrations to postgres;
    `);
    const shopCount = await withConnection(target, "postgres", (owner) =>
      applyMissing(owner, "supabase_migrations.schema_migrations", shop),
    );
    return platformCount + shopCount;
  });
}

/** Whether the demo shop may still be put in: it never was, and there are no goods of anyone's own. */
export function needsSeed(target: DatabaseTarget): Promise<boolean> {
  return withConnection(target, "postgres", isUnseeded);
}

/** Fills an empty database with the demo shop, unless another process just did. */
export async function seedDatabase(target: DatabaseTarget): Promise<void> {
  const text = await readFile(join(SUPABASE, SEED), "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  await withConnection(target, "postgres", (owner) =>
    owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCKS.setup})`;
      if (!(await isUnseeded(tx))) return;
      await tx.unsafe(text);
      await tx`insert into supabase_migrations.seed_files ${tx({ path: SEED, hash })}`;
    }),
  );
}

async function isUnseeded(sql: Sql | TransactionSql): Promise<boolean> {
  const known = await sql`
    select from supabase_migrations.seed_files where path = ${SEED}
    union all select from public.products limit 1`;
  return known.length === 0;
}

/** Reads `<version>_<name>.sql` files of a directory, in order. */
async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const [version = "", ...name] = file.slice(0, -".sql".length).split("_");
      return { version, name: name.join("_"), text: await readFile(join(directory, file), "utf8") };
    }),
  );
}

async function applyMissing(sql: Sql, ledger: string, migrations: Migration[]): Promise<number> {
  const applied = await sql<Applied[]>`select version, statements from ${sql(ledger)}`;
  const known = new Map(applied.map((row) => [row.version, row]));
  for (const migration of migrations) checkUnchanged(migration, known.get(migration.version));
  const missing = migrations.filter(({ version }) => !known.has(version));
  for (const { version, name, text } of missing) {
    await orExplain(`${version}_${name}.sql`, () =>
      sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into ${tx(ledger)} ${tx({ version, name, statements: [text] })}`;
      }),
    );
  }
  return missing.length;
}

/** What the database refuses is for its operator to mend: a StartError tells the reason. */
async function orExplain<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const reason = [error.message, error.detail].filter(Boolean).join(": ").replace(/\s+/g, " ");
    throw new StartError(
      `${what} was refused by the database (${reason}): docs/operations.md says what the shop needs there.`,
    );
  }
}

/** A file that was edited afterwards would leave a database that nothing describes. The CLI keeps statement by statement. */
function checkUnchanged({ version, name, text }: Migration, applied: Applied | undefined): void {
  if (applied === undefined || (applied.statements !== null && applied.statements.length > 1)) return;
  if (applied.statements?.[0] === text) return;
  throw new StartError(
    `${version}_${name}.sql has changed since this database took it: use the version of the shop that made the database, or another one (DATA_DIR or DATABASE_URL).`,
  );
}

/** One connection for a piece of work; closing it also gives back its session locks. */
async function withConnection<T>(
  target: DatabaseTarget,
  user: "supabase_admin" | "postgres",
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = connectDatabase(target, { user, max: 1, applicationName: "setup" });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
