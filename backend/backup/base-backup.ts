/**
 * A base backup: Postgres itself copies the files of its cluster (`BASE_BACKUP`, the command behind pg_basebackup), while
 * the shop sells. The archived write-ahead log makes a whole database of it, of any moment since.
 *
 * What it is compared with when it is restored: a new logical replication slot gives a snapshot together with the
 * position of the log at which it was valid. The snapshot has exactly the transactions whose commits stand before that
 * position, so that a cluster that recovers up to there has the same rows, whatever was sold meanwhile.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { connectDatabase, type DatabaseTarget, type Sql } from "#backend/core/database/database.ts";
import { readMigrationState } from "#backend/core/database/migrations.ts";
import { lowerSessionPriority } from "#backend/core/database/session-priority.ts";
import { quoteLiteral } from "#backend/core/database/sql-text.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { StartupError } from "#backend/core/errors.ts";
import { getArchivesFolder } from "#backend/postgres/shop-postgres.ts";
import { getSegment, openArchive } from "#backend/postgres/wal-archive.ts";
import { defaultSettings } from "#backend/storage/config.ts";
import { openFileStore } from "#backend/storage/files/open-file-store.ts";
import { BASE_FOLDER } from "./backup-folder.ts";
import { listAllTables, listFileVersions } from "./catalog.ts";
import { sumTable } from "./checksums.ts";
import { FileCopy } from "./file-copy.ts";
import { BACKUP_FORMAT, type BaseManifest } from "./manifest.ts";
import { applyTransactionSettings, type ShopLocation } from "./shop-database.ts";
import type { BackupWriter } from "./sums.ts";
import type { Task } from "./task.ts";

/** In kB a second: orders read and write on the same disk. */
const MAX_RATE = 64 * 1024;
/** A tenth of a busy processor. */
const LOWER_BY = 10;
const SLOT = "yaare_backup";
/** The archive of a busy shop may be so far behind. */
const ARCHIVE_TIMEOUT_MS = 300_000;
const ARCHIVE_POLL_MS = 200;

const rangesSchema = z.object({
  "WAL-Ranges": z.tuple([z.object({ Timeline: z.int(), "Start-LSN": z.string() })]),
});
const slotSchema = z.tuple([z.object({ consistent_point: z.string(), snapshot_name: z.string() })]);

/** Writes the cluster and the list of files into the folder `draft`, which is in the folder of the backups. */
export async function writeBaseBackup(
  location: ShopLocation,
  target: DatabaseTarget,
  draft: string,
  writer: BackupWriter,
  task: Task,
): Promise<BaseManifest> {
  const archives = getArchivesFolder(location.dataDir);
  const archive = await openArchive(archives);
  await copyCluster(target, join(draft, BASE_FOLDER), task);
  for (const name of ["base.tar.gz", "backup_manifest"])
    await writer.add(`${BASE_FOLDER}/${name}`, task.signal);
  const text = await readFile(join(draft, BASE_FOLDER, "backup_manifest"), "utf8");
  const [range] = rangesSchema.parse(JSON.parse(text))["WAL-Ranges"];
  return withSnapshot(target, task, async (sql, { position, snapshot }) => {
    const [server] = await sql<{ version: string; bytes: number }[]>`
      select current_setting('server_version_num')::integer / 10000 || '' as version,
        setting::integer as bytes from pg_settings where name = 'wal_segment_size'`;
    if (!server) throw new Error("Postgres has no wal_segment_size");
    const state = await sql.begin("isolation level repeatable read read only", async (tx) => {
      await tx.unsafe(`set transaction snapshot ${quoteLiteral(snapshot)}`);
      await applyTransactionSettings(tx);
      const files = await copyFiles(location, listFileVersions(tx), draft, writer, task);
      const tables: BaseManifest["tables"] = [];
      for (const table of await listAllTables(tx)) {
        task.signal.throwIfAborted();
        const { schema, name } = table;
        tables.push(
          await sumTable(tx, { schema, name, columns: table.columns.map((column) => column.name) }),
        );
      }
      const [{ now } = { now: "" }] = await tx<{ now: string }[]>`select to_json(now()) as now`;
      return { createdAt: now, migrations: await readMigrationState(tx), tables, files };
    });
    await waitForArchive(sql, getSegment(range.Timeline, position, server.bytes), task.signal);
    return {
      kind: "base",
      format: BACKUP_FORMAT,
      ...state,
      postgresVersion: server.version,
      archive,
      segmentBytes: server.bytes,
      firstSegment: getSegment(range.Timeline, range["Start-LSN"], server.bytes),
      position,
    };
  });
}

/** Writes `base.tar.gz` and `backup_manifest` into a new folder. */
async function copyCluster(target: DatabaseTarget, folder: string, { report, signal }: Task): Promise<void> {
  report("Copying the cluster");
  await withReplication(target, signal, async (sql) => {
    const stream = await sql
      .unsafe(
        `BASE_BACKUP (LABEL 'yaare', TARGET 'server', TARGET_DETAIL ${quoteLiteral(folder)}, COMPRESSION 'gzip',
          COMPRESSION_DETAIL '1', MAX_RATE ${MAX_RATE}, CHECKPOINT 'fast', WAL false, WAIT false,
          MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
      )
      .readable();
    // The stream tells of the progress; an error ends it.
    await stream.resume().toArray();
  });
}

/** Runs `work` while a snapshot is exported that was valid at `position`. */
async function withSnapshot<T>(
  target: DatabaseTarget,
  { report, signal }: Task,
  work: (sql: Sql, at: { position: string; snapshot: string }) => Promise<T>,
): Promise<T> {
  report("Computing the checksums of the tables");
  return withReplication(target, signal, async (replication) => {
    const created = await replication.unsafe(
      `CREATE_REPLICATION_SLOT ${SLOT} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    const [{ consistent_point: position, snapshot_name: snapshot }] = slotSchema.parse([...created]);
    return withConnection(target, "supabase_admin", async (sql) => {
      await lowerPriority(sql);
      return work(sql, { position, snapshot });
    });
  });
}

async function withReplication<T>(
  target: DatabaseTarget,
  signal: AbortSignal,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = connectDatabase(target, {
    user: "supabase_admin",
    max: 1,
    applicationName: "backup",
    arrayTypes: false,
    replication: true,
  });
  const stop = () => void sql.end({ timeout: 0 });
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    await lowerPriority(sql);
    return await work(sql);
  } finally {
    signal.removeEventListener("abort", stop);
    await sql.end({ timeout: 1 });
  }
}

/** The process of Postgres that serves this connection gets out of the way of those that serve the shop. */
async function lowerPriority(sql: Sql): Promise<void> {
  const [{ pid } = { pid: 0 }] = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
  lowerSessionPriority(pid, LOWER_BY);
}

async function copyFiles(
  location: ShopLocation,
  versions: AsyncIterable<string[]>,
  draft: string,
  writer: BackupWriter,
  task: Task,
): Promise<number> {
  const folder = join(location.dataDir, "storage");
  const store = await openFileStore(
    location.s3 ? join(draft, "cache") : folder,
    defaultSettings,
    location.s3,
  );
  const copy = new FileCopy(store, draft, writer, task, true);
  await copy.run(versions);
  return copy.count;
}

/** Resolves when the log up to the end of a segment is archived. Throws a StartupError when that takes too long. */
async function waitForArchive(sql: Sql, segment: string, signal: AbortSignal): Promise<void> {
  await sql`select pg_switch_wal()`;
  const deadline = performance.now() + ARCHIVE_TIMEOUT_MS;
  for (;;) {
    const [row] = await sql`select from pg_stat_archiver where last_archived_wal collate "C" >= ${segment}`;
    if (row) return;
    if (performance.now() > deadline) {
      throw new StartupError(
        "Postgres does not archive its write-ahead log: postgres.log in DATA_DIR says why (archive command failed).",
      );
    }
    await sleep(ARCHIVE_POLL_MS, null, { signal });
  }
}
