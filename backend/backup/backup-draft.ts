/** Writes the folder of a backup beside its place, proves it, and moves it there: what has its name is complete. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";
import { syncFolder } from "#backend/core/sync-folder.ts";
import { KEYS, MANIFEST } from "./backup-folder.ts";
import { BACKUP_KEY_FILE, readBackupKey } from "./backup-key.ts";
import type { BackupManifest } from "./manifest.ts";
import { BackupWriter } from "./sums.ts";
import type { Task } from "./task.ts";

interface Steps<M extends BackupManifest> {
  /** Writes all but the keys and the manifest, into the folder `draft`. */
  write(draft: string, writer: BackupWriter): Promise<M>;
  /** Throws a StartupError when what is in the folder cannot be restored. */
  prove(draft: string, manifest: M): Promise<void>;
  getFolder(manifest: M): string;
}

/** The folder `draft` must not exist, and is gone afterwards. Resolves to the folder of the backup. */
export async function writeBackupFolder<M extends BackupManifest>(
  draft: string,
  dataDir: string,
  { write, prove, getFolder }: Steps<M>,
  { signal }: Task,
): Promise<{ folder: string; manifest: M }> {
  await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
  await mkdir(draft, { mode: 0o700 }).catch((error: unknown) => {
    if (getErrorCode(error) !== "EEXIST") throw error;
    throw new StartupError(
      `${draft} exists: another backup is being written there, or one was killed. Delete it if none is running.`,
    );
  });
  try {
    const writer = await BackupWriter.open(draft);
    let manifest: M;
    try {
      await writer.write(KEYS, toSource(await readKeys(dataDir)), signal);
      const key = await readBackupKey(dataDir);
      if (key) await writer.write(BACKUP_KEY_FILE, toSource(`${key.text}\n`), signal);
      manifest = await write(draft, writer);
      await writer.write(MANIFEST, toSource(`${JSON.stringify(manifest, null, 2)}\n`), signal);
    } finally {
      await writer.close();
    }
    await prove(draft, manifest);
    const folder = getFolder(manifest);
    if (existsSync(folder))
      throw new StartupError(`${folder} exists already: give the name of a new folder.`);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function readKeys(dataDir: string): Promise<string> {
  return readFile(join(dataDir, KEYS), "utf8").catch((error: unknown) => {
    if (getErrorCode(error) !== "ENOENT") throw error;
    throw new StartupError(`${dataDir} holds no keys.json: set DATA_DIR as the shop has it.`);
  });
}

async function* toSource(text: string): AsyncGenerator<string> {
  yield text;
}
