/**
 * A round of the backups that a shop makes by itself, in a process beside it: keeps the files that came since the last
 * round, makes the backup of the day when it is due, proves it, removes the oldest ones, and sends encrypted copies
 * elsewhere. One at a time of all copies of a shop.
 */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { ADVISORY_LOCKS } from "#backend/core/database/advisory-locks.ts";
import type { DatabaseTarget, Sql, TransactionSql } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { getErrorMessage, StartupError } from "#backend/core/errors.ts";
import { writeLastBackup } from "#backend/core/last-backup.ts";
import { parseJson } from "#backend/core/values/parse-json.ts";
import { findGap, listSegments, openArchive } from "#backend/postgres/wal-archive.ts";
import { LocalFileStore } from "#backend/storage/files/local-file-store.ts";
import { writeBackupFolder } from "./backup-draft.ts";
import { MANIFEST, parseManifest } from "./backup-folder.ts";
import { loadBackupKey } from "./backup-key.ts";
import { findNewestBackup, isInFuture, listBackups, parseBackupName, toBackupName } from "./backup-list.ts";
import { writeBaseBackup } from "./base-backup.ts";
import { FolderStore } from "./copies/backup-store.ts";
import { copyBackups } from "./copies/copy-backups.ts";
import { writeDump } from "./dump.ts";
import { addNewFiles } from "./file-pool.ts";
import type { BackupManifest } from "./manifest.ts";
import { proveBackup, removeProof } from "./prove-backup.ts";
import { openCopy } from "./restore-source.ts";
import { applyRetention } from "./retention.ts";
import { isDue } from "./schedule.ts";
import { applyTransactionSettings, openShopDatabase, type ShopLocation } from "./shop-database.ts";
import type { Task } from "./task.ts";

export const ANOTHER_BACKUP = "Another backup of this shop is being made: wait until it is finished.";

const DRAFT = "new.partial";
const SENDING = "sending.partial";
const FAILURE = "failed.json";
/** After a backup that failed, which may have read all of the database. */
const PAUSE_MS = 3_600_000;
const MIN_FREE_BYTES = 512 * 1024 * 1024;

export interface Round {
  /** Makes a backup now. */
  isForced: boolean;
  /** When another copy of the shop has made the last one. */
  madeElsewhere: Date | null;
}

const getBackupsFolder = (dataDir: string) => join(dataDir, "backups");

/** Resolves to the folder of the new backup, or null when none was due. Throws a StartupError. */
export async function runBackupRound(
  location: ShopLocation,
  round: Round,
  task: Task,
): Promise<string | null> {
  const { dataDir, backup } = location;
  if (backup.keep === 0) {
    throw new StartupError(
      "BACKUP_KEEP=0 turns the backups in DATA_DIR off: `npm run backup -- <folder>` makes a dump.",
    );
  }
  const database = await openShopDatabase(location, task.log);
  try {
    const folder = getBackupsFolder(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const made = await withBackupLock(database.target, async (sql) => {
      await removeRemains(folder);
      if (!location.s3) {
        const storage = join(dataDir, "storage");
        const files = await LocalFileStore.open(storage, 0);
        await addNewFiles(files, { objects: join(storage, "objects"), folder }, task.signal);
      }
      const made =
        round.isForced || (await isBackupDue(location, round))
          ? await makeBackup(location, database.target, sql, task)
          : null;
      if (backup.copy) await sendCopies(location, backup.copy, task);
      return { folder: made };
    });
    if (made === null && round.isForced) {
      throw new StartupError(ANOTHER_BACKUP);
    }
    return made?.folder ?? null;
  } finally {
    await database.close();
  }
}

/** Resolves to null when another process has the lock. */
export async function withBackupLock<T>(
  target: DatabaseTarget,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T | null> {
  return withConnection(target, "supabase_admin", async (sql: Sql) => {
    // The transaction holds the lock, and nothing else that anybody would wait for.
    const result = await sql.begin(async (tx) => {
      await applyTransactionSettings(tx);
      const [row] = await tx<
        { locked: boolean }[]
      >`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.backup}) as locked`;
      return row?.locked ? { value: await work(tx) } : null;
    });
    return result?.value ?? null;
  });
}

/** What a round that was killed has left. */
async function removeRemains(folder: string): Promise<void> {
  await removeProof(join(folder, `${DRAFT}.proof`));
  for (const name of [DRAFT, SENDING]) await rm(join(folder, name), { recursive: true, force: true });
}

const failureSchema = z.object({ at: z.iso.datetime(), message: z.string() });

async function isBackupDue({ dataDir, databaseUrl, backup }: ShopLocation, round: Round): Promise<boolean> {
  const folder = getBackupsFolder(dataDir);
  const now = new Date();
  const last = findNewestBackup(await listBackups(new FolderStore(folder)), now);
  const madeHere = last === undefined ? null : parseBackupName(last);
  const made = [madeHere, round.madeElsewhere]
    .filter((time) => time !== null && !isInFuture(time, now))
    .sort((a, b) => Number(a) - Number(b));
  const isNeeded =
    isDue(made.at(-1) ?? null, now, backup.hour) ||
    (!databaseUrl && (last === undefined || (await hasGap(folder, last))));
  if (!isNeeded) return false;
  const text = await readFile(join(folder, FAILURE), "utf8").catch(() => "");
  const failure = failureSchema.safeParse(parseJson(text)).data;
  if (failure && now.getTime() - Date.parse(failure.at) < PAUSE_MS) {
    throw new StartupError(`${failure.message} It is tried again after an hour.`);
  }
  return true;
}

/** Whether the archived log does not lead on from the last backup: then a new one is needed. */
async function hasGap(folder: string, name: string): Promise<boolean> {
  const manifest = parseManifest(name, await readFile(join(folder, name, MANIFEST), "utf8"));
  if (manifest.kind === "dump") return true;
  const archive = await openArchive(join(folder, "wal"));
  if (archive !== manifest.archive) return true;
  const segments = listSegments(await readdir(join(folder, "wal", archive)));
  return findGap(segments, manifest.firstSegment, manifest.segmentBytes) !== null;
}

async function makeBackup(
  location: ShopLocation,
  target: DatabaseTarget,
  sql: TransactionSql,
  task: Task,
): Promise<string> {
  const { dataDir, backup } = location;
  const folder = getBackupsFolder(dataDir);
  try {
    await checkSpace(sql, folder);
    const made = await writeBackupFolder<BackupManifest>(
      join(folder, DRAFT),
      dataDir,
      {
        write: (draft, writer) =>
          location.databaseUrl
            ? writeDump(location, target, { draft, isPooled: true }, writer, task)
            : writeBaseBackup(location, target, draft, writer, task),
        prove: (draft, manifest) => proveBackup(draft, manifest, dataDir, task),
        getFolder: ({ createdAt }) => join(folder, toBackupName(createdAt)),
      },
      task,
    );
    await writeLastBackup(dataDir, new Date(made.manifest.createdAt));
    await rm(join(folder, FAILURE), { force: true });
    await applyRetention(new FolderStore(folder), backup.keep, [basename(made.folder)]);
    return made.folder;
  } catch (error) {
    if (!task.signal.aborted) {
      const failure = { at: new Date().toISOString(), message: getErrorMessage(error) };
      await writeFile(join(folder, FAILURE), JSON.stringify(failure)).catch(() => {});
    }
    throw error;
  }
}

/** The backup is compressed, the proof is a whole second database. */
async function checkSpace(sql: TransactionSql, folder: string): Promise<void> {
  const [{ bytes } = { bytes: 0 }] = await sql<{ bytes: number }[]>`
    select pg_database_size(current_database())::float8 as bytes`;
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * 2 + MIN_FREE_BYTES;
  if (bavail * bsize >= needed) return;
  const [free, wanted] = [bavail * bsize, needed].map((value) => Math.ceil(value / 1024 / 1024));
  throw new StartupError(
    `The disk of DATA_DIR has ${free} MB free and a backup needs ${wanted}: make room, or keep fewer (BACKUP_KEEP).`,
  );
}

async function sendCopies(
  { dataDir, backup: { keep } }: ShopLocation,
  copy: NonNullable<ShopLocation["backup"]["copy"]>,
  { report, signal }: Task,
): Promise<void> {
  const { key } = await loadBackupKey(dataDir);
  const folder = getBackupsFolder(dataDir);
  if (copy.kind === "folder" && !existsSync(copy.path)) {
    throw new StartupError(
      `The folder ${copy.path} of BACKUP_COPY is not there: plug the disk in, or make it.`,
    );
  }
  try {
    const store = openCopy(copy, key, join(folder, SENDING));
    const count = await copyBackups(new FolderStore(folder), store, keep, signal);
    if (count > 0) report(`  files sent to the copy: ${count}`);
  } catch (error) {
    signal.throwIfAborted();
    throw new StartupError(
      `The copy of the backups could not be sent to BACKUP_COPY (${getErrorMessage(error)}): the backup on this machine is made.`,
    );
  }
}
