/** Loads a dump: makes the database that its migrations describe, and inserts the rows. */
import postgres from "postgres";
import type { DatabaseTarget, Sql, TransactionSql } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { StartupError } from "#backend/core/errors.ts";
import { readRows } from "./backup-folder.ts";
import { listForeignKeys, listRoleSettings, listTables, listTriggers, type Table } from "./catalog.ts";
import type { BackedUpTable, Manifest } from "./manifest.ts";
import { applyTransactionSettings } from "./shop-database.ts";
import type { Task } from "./task.ts";

/** The characters of rows that one statement inserts. */
const BATCH_LENGTH = 1024 * 1024;

/** Makes the tables and loads the rows into an empty database, without the migrations that were added since. */
export async function restoreDatabase(
  target: DatabaseTarget,
  folder: string,
  manifest: Manifest,
  task: Task,
): Promise<void> {
  await withConnection(target, "supabase_admin", checkEmptyDatabase);
  task.report("Making the tables");
  await migrateDatabase(target, manifest.migrations);
  await withConnection(target, "supabase_admin", async (sql) => {
    await sql.begin((tx) => loadRows(tx, folder, manifest, task));
    await restoreRoleSettings(sql, manifest, task);
  });
}

async function checkEmptyDatabase(sql: Sql): Promise<void> {
  const [row] = await sql`
    select from pg_namespace where nspname in ('supabase_migrations', 'auth', 'storage')`;
  if (row) {
    throw new StartupError(
      "The database of DATABASE_URL holds a shop, or the part of one that could not be restored: give an empty database.",
    );
  }
}

/**
 * Loads all rows in one transaction. Meanwhile the tables have no foreign keys, which would demand an order of
 * the rows, and no triggers, which would change them again.
 */
async function loadRows(tx: TransactionSql, folder: string, manifest: Manifest, task: Task): Promise<void> {
  await applyTransactionSettings(tx);
  const tables = new Map((await listTables(tx)).map((table) => [quoteQualified(table), table]));
  const [foreignKeys, triggers] = [await listForeignKeys(tx), await listTriggers(tx)];
  for (const key of foreignKeys) {
    await tx.unsafe(`alter table ${quoteQualified(key)} drop constraint ${quoteIdentifier(key.part)}`);
  }
  for (const trigger of triggers) {
    await tx.unsafe(
      `alter table ${quoteQualified(trigger)} disable trigger ${quoteIdentifier(trigger.part)}`,
    );
  }
  await tx.unsafe(`truncate ${[...tables.keys()].join(", ")}`);
  for (const saved of manifest.tables) {
    const table = tables.get(quoteQualified(saved));
    if (table) await loadTable(tx, folder, saved, table, task);
    else task.report(`  ${saved.schema}.${saved.name} is no table of the shop, and is left out`);
  }
  for (const { schema, name, lastValue } of manifest.sequences) {
    await tx`select setval(${quoteQualified({ schema, name })}::regclass, ${lastValue}::bigint)`;
  }
  task.report("Checking the references between the rows");
  for (const key of foreignKeys) {
    await tx.unsafe(
      `alter table ${quoteQualified(key)} add constraint ${quoteIdentifier(key.part)} ${key.definition}`,
    );
  }
  for (const trigger of triggers) {
    await tx.unsafe(
      `alter table ${quoteQualified(trigger)} ${trigger.definition} ${quoteIdentifier(trigger.part)}`,
    );
  }
}

async function loadTable(
  tx: TransactionSql,
  folder: string,
  saved: BackedUpTable,
  table: Table,
  { report, signal }: Task,
): Promise<void> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = saved.columns.map((name, index) => `(line ->> ${index})::${types.get(name) ?? "text"}`);
  const statement = `
    insert into ${quoteQualified(table)} (${saved.columns.map(quoteIdentifier).join(", ")})
    overriding system value
    select ${values.join(", ")} from jsonb_array_elements($1::text::jsonb) as line`;
  let rows = 0;
  for await (const batch of readBatches(folder, saved)) {
    signal.throwIfAborted();
    rows += (await tx.unsafe(statement, [`[${batch.join(",")}]`])).count;
  }
  if (rows !== saved.rows) {
    throw new StartupError(
      `${folder} has ${rows} rows of ${saved.schema}.${saved.name} instead of ${saved.rows}: restore another backup.`,
    );
  }
  if (rows > 0) report(`  ${saved.schema}.${saved.name}: ${rows} rows`);
}

async function* readBatches(folder: string, table: BackedUpTable): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let length = 0;
  for await (const line of readRows(folder, table)) {
    batch.push(line);
    length += line.length;
    if (length < BATCH_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Sets what the platform's SQL has not set by itself. */
async function restoreRoleSettings(sql: Sql, { roleSettings }: Manifest, { report }: Task): Promise<void> {
  const present = new Set((await listRoleSettings(sql)).map((setting) => JSON.stringify(setting)));
  const [database] = await sql<{ name: string }[]>`select current_database() as name`;
  for (const setting of roleSettings) {
    if (present.has(JSON.stringify(setting))) continue;
    const { role, name, value } = setting;
    const scope = setting.ofDatabase ? `in database ${quoteIdentifier(database?.name ?? "")}` : "";
    try {
      await sql.begin(async (tx) => {
        await tx`select set_config(${name}, ${value}, true)`;
        await tx.unsafe(`alter role ${quoteIdentifier(role)} ${scope} set ${name} from current`);
      });
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      report(`  the setting ${name} of role ${role} was not restored (${error.message})`);
    }
  }
}
