/**
 * Restores a backup into a shop that does not exist yet: everything is prepared in a folder of DATA_DIR and moved into
 * place at the end, so that no start finds half a shop.
 */
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import {
  findUnknownMigration,
  migrateDatabase,
  readMigrationState,
} from "#backend/core/database/migrations.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { StartupError } from "#backend/core/errors.ts";
import { lockDataDir } from "#backend/postgres/data-dir-lock.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { findRunningPostgres } from "#backend/postgres/running-postgres.ts";
import { BASE_FOLDER, KEYS, readBackup } from "./backup-folder.ts";
import { BACKUP_KEY_FILE } from "./backup-key.ts";
import { findDifferences } from "./checksums.ts";
import { FolderStore } from "./copies/backup-store.ts";
import type { BackupManifest, BaseManifest, Manifest } from "./manifest.ts";
import { recoverCluster } from "./recovery.ts";
import { restoreDatabase } from "./restore-dump.ts";
import { restoreDumpFiles, restoreFiles } from "./restore-files.ts";
import type { BackupSource } from "./restore-source.ts";
import { type OpenDatabase, openDatabaseUrl, type ShopLocation } from "./shop-database.ts";
import { stageBackup } from "./stage.ts";
import type { Task } from "./task.ts";

/** Within DATA_DIR: what is not yet in place. It remains after a kill, and the next restore removes it. */
const DRAFT = "restoring";
const STAGED = "staged";
const MIN_FREE_BYTES = 512 * 1024 * 1024;

/** What is restored: the backup as it was proven, the last state of its archive, or that of a moment. */
export type RestorePoint = "proven" | "end" | { time: Date };

/** Resolves to the moment as text. Throws a StartupError that says what to do. */
export async function restoreBackup(
  location: ShopLocation,
  source: BackupSource,
  point: RestorePoint,
  task: Task,
): Promise<string> {
  const { dataDir } = location;
  let backup =
    source.folder === null ? null : await checkBackup(location, source.folder, source.backup, task);
  await checkEmptyFolder(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDataDir(dataDir);
  const draft = join(dataDir, DRAFT);
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    if (backup === null) {
      await stageBackup(source, join(draft, STAGED), task);
      backup = await checkBackup(location, join(draft, STAGED), source.backup, task);
    }
    const { manifest, folder } = backup;
    await checkSpace(folder, manifest, draft);
    const database = await openRestored(location, backup, point, task);
    try {
      await restoreContent({ ...location, dataDir: draft }, backup, { database, source, point }, task);
    } finally {
      await database.close();
    }
    for (const name of [KEYS, BACKUP_KEY_FILE]) {
      const text = await readFile(join(folder, name)).catch(() => null);
      if (text) await writeFile(join(draft, name), text, { mode: 0o600 });
    }
    await rm(join(draft, STAGED), { recursive: true, force: true });
    await moveIntoPlace(draft, dataDir);
    return describeMoment(manifest, point);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await unlock();
  }
}

function describeMoment({ kind, createdAt }: BackupManifest, point: RestorePoint): string {
  if (kind === "dump" || point === "proven") return createdAt;
  return point === "end" ? "the end of the archive" : point.time.toISOString();
}

interface CheckedBackup {
  /** Of all backups. */
  root: string;
  folder: string;
  manifest: BackupManifest;
}

async function checkBackup(
  { databaseUrl }: ShopLocation,
  root: string,
  name: string,
  task: Task,
): Promise<CheckedBackup> {
  task.report("Checking the backup");
  const folder = join(root, name);
  const manifest = await readBackup(folder, task.signal);
  await refuseUnknownMigration(folder, manifest.migrations);
  if (manifest.kind === "base" && databaseUrl) {
    throw new StartupError(
      "A base backup makes a shop with its own Postgres: leave DATABASE_URL out, and move that shop by a dump (`npm run backup -- <folder>`).",
    );
  }
  return { root, folder, manifest };
}

async function refuseUnknownMigration(folder: string, state: BackupManifest["migrations"]): Promise<void> {
  const unknown = await findUnknownMigration(state);
  if (unknown === null) return;
  throw new StartupError(
    `${folder} was made by a version of the shop with another ${unknown}: restore it with that version, or with a newer one.`,
  );
}

async function checkEmptyFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  // A disk's root has a folder of its own.
  const others = names.filter((name) => !["lost+found", "lock", DRAFT].includes(name));
  if (others.length === 0) return;
  if (await findRunningPostgres(dataDir)) {
    throw new StartupError(
      `A shop runs on ${dataDir}: stop it and move ${dataDir} away, or set DATA_DIR to a new folder.`,
    );
  }
  throw new StartupError(
    `${dataDir} is not empty (${others.slice(0, 3).join(", ")}): move it away, or set DATA_DIR to a new folder.`,
  );
}

const sizesSchema = z.object({ Files: z.array(z.object({ Size: z.int() })) });

/** The size of a dumped database is not known beforehand. */
async function checkSpace(folder: string, manifest: BackupManifest, draft: string): Promise<void> {
  const { bavail, bsize } = await statfs(draft);
  let needed = MIN_FREE_BYTES;
  if (manifest.kind === "base") {
    const text = await readFile(join(folder, BASE_FOLDER, "backup_manifest"), "utf8");
    needed += sizesSchema.parse(JSON.parse(text)).Files.reduce((sum, { Size }) => sum + Size, 0);
  }
  if (bavail * bsize >= needed) return;
  throw new StartupError(
    `The disk of DATA_DIR has ${toMegabytes(bavail * bsize)} MB free and the restore needs ${toMegabytes(needed)}: make room, or set DATA_DIR to another disk.`,
  );
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);

async function openRestored(
  { dataDir, databaseUrl }: ShopLocation,
  { root, folder, manifest }: CheckedBackup,
  point: RestorePoint,
  task: Task,
): Promise<OpenDatabase> {
  const draft = join(dataDir, DRAFT);
  if (databaseUrl) return openDatabaseUrl(databaseUrl);
  if (manifest.kind === "dump") {
    const server = await startPostgres({ dataDir: draft, log: task.log });
    return { target: server.target("postgres"), close: server.stop };
  }
  task.report("Recovering the database");
  const archive = join(root, "wal", manifest.archive);
  const target = point === "proven" ? { position: manifest.position } : point;
  const server = await recoverCluster({ folder, manifest, archive, dataDir: draft, target }, task);
  return { target: server.target("postgres"), close: server.stop };
}

interface Content {
  database: OpenDatabase;
  source: BackupSource;
  point: RestorePoint;
}

/** Afterwards the database has this version's migrations, and the files of its rows. `location` is that of the draft. */
async function restoreContent(
  location: ShopLocation,
  { folder, manifest }: CheckedBackup,
  { database: { target }, source, point }: Content,
  task: Task,
): Promise<void> {
  if (manifest.kind === "dump") {
    await restoreDatabase(target, folder, manifest satisfies Manifest, task);
    await restoreDumpFiles(location, folder, task);
  } else {
    await checkRecovered(target, folder, manifest, { point, task });
    const store = source.folder === null ? source.store : new FolderStore(source.folder);
    await restoreFiles(location, target, store, task);
  }
  await migrateDatabase(target);
  await withConnection(target, "supabase_admin", (sql) => sql`analyze`);
}

async function checkRecovered(
  target: DatabaseTarget,
  folder: string,
  manifest: BaseManifest,
  { point, task }: { point: RestorePoint; task: Task },
): Promise<void> {
  await withConnection(target, "supabase_admin", async (sql) => {
    await refuseUnknownMigration(folder, await readMigrationState(sql));
    if (point !== "proven") return;
    const differences = await findDifferences(sql, manifest.tables, task.signal);
    if (differences.length === 0) return task.report("  all tables are as they were backed up");
    throw new StartupError(`${folder} is damaged (${differences.join(", ")}): restore another backup.`);
  });
}

/** The database is last: what a start would take for a new shop is there only with all the rest. */
async function moveIntoPlace(draft: string, dataDir: string): Promise<void> {
  const names = (await readdir(draft)).filter((name) => name !== "lock" && name !== "socket");
  for (const name of names.sort())
    if (name !== "postgres") await rename(join(draft, name), join(dataDir, name));
  if (names.includes("postgres")) await rename(join(draft, "postgres"), join(dataDir, "postgres"));
}
