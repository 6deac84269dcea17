/**
 * Makes a backup of a shop, while it sells or while it is stopped: the rows of one snapshot of the database, the
 * files that they reference, and the keys. The rows are exported as text, without the schema: the migrations
 * make it again, in this version of Postgres or in another one.
 */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TransactionSql } from "#backend/core/database.ts";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";
import { readMigrationState } from "#backend/core/migrations.ts";
import { quoteIdentifier, quoteQualified } from "#backend/core/sql-text.ts";
import { withConnection } from "#backend/core/with-connection.ts";
import { defaultSettings } from "#backend/storage/config.ts";
import { openFileStore } from "#backend/storage/files/open-file-store.ts";
import { BackupWriter, getTablePath, KEYS, MANIFEST } from "./backup-folder.ts";
import { listFileVersions, listRoleSettings, listSequences, listTables, type Table } from "./catalog.ts";
import { FileCopy } from "./file-copy.ts";
import { BACKUP_FORMAT, type BackedUpTable, type Manifest } from "./manifest.ts";
import { applyTransactionSettings, openShopDatabase, type ShopLocation } from "./shop-database.ts";
import type { Task } from "./task.ts";

/** Rows that one message of the database holds. */
const ROWS_AT_ONCE = 500;

/** Writes a backup to `folder`, which appears when it is complete. Throws a StartupError. */
export async function createBackup(location: ShopLocation, folder: string, task: Task): Promise<Manifest> {
  const draft = `${folder}.partial`;
  await makeFolders(folder, draft);
  try {
    const manifest = await writeBackup(location, draft, task);
    await rename(draft, folder);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function writeBackup(location: ShopLocation, draft: string, task: Task): Promise<Manifest> {
  const writer = await BackupWriter.open(draft);
  try {
    await writeKeys(location.dataDir, writer, task);
    const manifest = await backUpDatabase(location, draft, writer, task);
    await writer.write(MANIFEST, toSource(`${JSON.stringify(manifest, null, 2)}\n`), task.signal);
    return manifest;
  } finally {
    await writer.close();
  }
}

async function makeFolders(folder: string, draft: string): Promise<void> {
  if (existsSync(folder)) throw new StartupError(`${folder} exists already: give the name of a new folder.`);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(draft, { mode: 0o700 }).catch((error: unknown) => {
    if (getErrorCode(error) !== "EEXIST") throw error;
    throw new StartupError(
      `${draft} exists: another backup is being written there, or one was killed. Delete it if none is running.`,
    );
  });
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  await mkdir(join(draft, "files"), { mode: 0o700 });
}

async function writeKeys(dataDir: string, writer: BackupWriter, { signal }: Task): Promise<void> {
  const text = await readFile(join(dataDir, KEYS), "utf8").catch((error: unknown) => {
    if (getErrorCode(error) !== "ENOENT") throw error;
    throw new StartupError(`${dataDir} holds no keys.json: set DATA_DIR as the shop has it.`);
  });
  await writer.write(KEYS, toSource(text), signal);
}

async function backUpDatabase(
  location: ShopLocation,
  draft: string,
  writer: BackupWriter,
  task: Task,
): Promise<Manifest> {
  const database = await openShopDatabase(location, task.log);
  try {
    // The cache of an S3 bucket belongs to the running shop: this program has one of its own.
    const cache = join(draft, "cache");
    const folder = location.s3 ? cache : join(location.dataDir, "storage");
    const files = await openFileStore(folder, defaultSettings, location.s3);
    const copy = new FileCopy(files, draft, writer, task);
    for (;;) {
      const manifest = await withConnection(database.target, "supabase_admin", async (sql) => {
        const tables = await listTables(sql);
        return sql.begin("isolation level repeatable read read only", async (tx) => {
          // The snapshot is taken by the first statement after this one: no table changes its columns from then on.
          await tx.unsafe(`lock table ${tables.map(quoteQualified).join(", ")} in access share mode`);
          await applyTransactionSettings(tx);
          return (await copy.run(listFileVersions(tx))) ? await backUpRows(tx, copy, writer, task) : null;
        });
      });
      if (manifest === null) continue;
      await rm(cache, { recursive: true, force: true });
      return manifest;
    }
  } finally {
    await database.close();
  }
}

async function backUpRows(
  tx: TransactionSql,
  files: FileCopy,
  writer: BackupWriter,
  { report, signal }: Task,
): Promise<Manifest> {
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(tx)) {
    let rows = 0;
    const lines = readLines(tx, table, (count) => {
      rows += count;
    });
    await writer.write(getTablePath(table), lines, signal);
    const { schema, name } = table;
    tables.push({ schema, name, columns: table.columns.map((column) => column.name), rows });
    if (rows > 0) report(`  ${schema}.${name}: ${rows} rows`);
  }
  const [{ now } = { now: "" }] = await tx<{ now: string }[]>`select to_json(now()) as now`;
  return {
    format: BACKUP_FORMAT,
    createdAt: now,
    migrations: await readMigrationState(tx),
    tables,
    sequences: await listSequences(tx),
    roleSettings: await listRoleSettings(tx),
    files: files.count,
  };
}

async function* readLines(
  tx: TransactionSql,
  table: Table,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`).join(", ");
  const query = `select json_build_array(${values})::text as line from ${quoteQualified(table)}`;
  for await (const rows of tx.unsafe<{ line: string }[]>(query).cursor(ROWS_AT_ONCE)) {
    onRows(rows.length);
    yield `${rows.map(({ line }) => line).join("\n")}\n`;
  }
}

async function* toSource(text: string): AsyncGenerator<string> {
  yield text;
}
