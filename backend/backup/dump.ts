/**
 * A dump of a shop, made while it sells or while it is stopped: the rows of one snapshot of the database and the
 * files that they reference. The rows are exported as text, without the schema: the migrations
 * make it again, in this version of Postgres or in another one.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseTarget, TransactionSql } from "#backend/core/database/database.ts";
import { readMigrationState } from "#backend/core/database/migrations.ts";
import { quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { defaultSettings } from "#backend/storage/config.ts";
import { openFileStore } from "#backend/storage/files/open-file-store.ts";
import { getTablePath } from "./backup-folder.ts";
import { listFileVersions, listRoleSettings, listSequences, listTables, type Table } from "./catalog.ts";
import { sumTable } from "./checksums.ts";
import { FileCopy } from "./file-copy.ts";
import { BACKUP_FORMAT, type BackedUpTable, type Manifest } from "./manifest.ts";
import { applyTransactionSettings, type ShopLocation } from "./shop-database.ts";
import type { BackupWriter } from "./sums.ts";
import type { Task } from "./task.ts";

/** Rows that one message of the database holds. */
const ROWS_AT_ONCE = 500;

/** Writes the rows and the files into the folder `draft`. `isPooled`: the files go beside it, for other backups too. */
export async function writeDump(
  location: ShopLocation,
  target: DatabaseTarget,
  { draft, isPooled }: { draft: string; isPooled: boolean },
  writer: BackupWriter,
  task: Task,
): Promise<Manifest> {
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  // The cache of an S3 bucket belongs to the running shop: this program has one of its own.
  const cache = join(draft, "cache");
  const folder = location.s3 ? cache : join(location.dataDir, "storage");
  const files = await openFileStore(folder, defaultSettings, location.s3);
  const copy = new FileCopy(files, draft, writer, task, isPooled);
  for (;;) {
    const manifest = await withConnection(target, "supabase_admin", async (sql) => {
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
    const sum = await sumTable(tx, { schema, name, columns: table.columns.map((column) => column.name) });
    if (sum.rows !== rows)
      throw new Error(`${schema}.${name} has ${sum.rows} rows, of which ${rows} were read`);
    tables.push(sum);
    if (rows > 0) report(`  ${schema}.${name}: ${rows} rows`);
  }
  const [{ now } = { now: "" }] = await tx<{ now: string }[]>`select to_json(now()) as now`;
  return {
    kind: "dump",
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
