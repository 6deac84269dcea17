/** Where a restore reads from: a folder of backups, one of them, a folder or a bucket with encrypted copies. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BackupCopy, readBackupCopy } from "#backend/core/config/backup-config.ts";
import { getErrorMessage, StartupError } from "#backend/core/errors.ts";
import { type BackupKey, parseBackupKey, readBackupKeyFile } from "./backup-key.ts";
import { findNewestBackup, listBackups, parseBackupName } from "./backup-list.ts";
import { type BackupStore, BucketStore, FolderStore } from "./copies/backup-store.ts";
import { EncryptedStore } from "./copies/encrypted-store.ts";
import { incomplete, SUMS } from "./sums.ts";

export interface BackupSource {
  /** For messages, without secrets. */
  name: string;
  store: BackupStore;
  /** The folder of a store that is not encrypted. */
  folder: string | null;
  /** The name of the backup. */
  backup: string;
  /** Whether it was named, and not the last one of the folder. */
  isChosen: boolean;
}

export interface SourceOptions {
  /** The last backup before this moment; null for the newest one. */
  to: Date | null;
  /** Of BACKUP_KEY, and of BACKUP_KEY_FILE. */
  key: string | undefined;
  keyFile: string | undefined;
  region: string | undefined;
  /** A folder for files that are received. */
  drafts: string;
}

/** Throws a StartupError that says what to do. */
export async function openSource(text: string, options: SourceOptions): Promise<BackupSource> {
  if (/^https?:/.test(text)) {
    return openEncrypted(readBackupCopy("The source", text, options.region), "The bucket", options);
  }
  const folder = text;
  if (existsSync(join(folder, SUMS))) {
    if (options.to && parseBackupName(basename(folder)) === null) {
      throw new StartupError(`${folder} is a dump, which has one moment only: leave --to out.`);
    }
    const [root, backup] = [dirname(folder), basename(folder)];
    return { name: folder, store: new FolderStore(root), folder: root, backup, isChosen: true };
  }
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.some((name) => parseBackupName(name))) {
    const store = new FolderStore(folder);
    const backup = chooseBackup(await listBackups(store), folder, options.to);
    return { name: folder, store, folder, backup, isChosen: false };
  }
  if (names.some((name) => /^[0-9a-f]{16}$/.test(name))) {
    return openEncrypted({ kind: "folder", path: folder }, folder, options);
  }
  // A data directory, where they are in a folder.
  if (names.includes("backups")) return openSource(join(folder, "backups"), options);
  throw incomplete(folder);
}

export function openCopy(copy: BackupCopy, key: BackupKey, drafts: string): BackupStore {
  const store = copy.kind === "s3" ? new BucketStore(copy.s3, drafts) : new FolderStore(copy.path);
  return new EncryptedStore(store, key);
}

async function openEncrypted(copy: BackupCopy, name: string, options: SourceOptions): Promise<BackupSource> {
  const key = await findKey(options);
  if (key === null) {
    throw new StartupError(
      `${name} holds encrypted backups: set BACKUP_KEY to their key, or BACKUP_KEY_FILE to a file with it.`,
    );
  }
  const store = openCopy(copy, key, options.drafts);
  const backups = await listBackups(store).catch((error: unknown) => {
    throw new StartupError(
      `${name} cannot be read (${getErrorMessage(error)}): check the address and the keys.`,
    );
  });
  if (backups.length === 0) {
    throw new StartupError(
      `${name} holds no backup of this key: check BACKUP_KEY, which was shown when the backups were begun.`,
    );
  }
  return { name, store, folder: null, backup: chooseBackup(backups, name, options.to), isChosen: false };
}

async function findKey({ key, keyFile }: SourceOptions): Promise<BackupKey | null> {
  if (key) {
    const parsed = parseBackupKey(key);
    if (parsed) return parsed;
    throw new StartupError("BACKUP_KEY is no key of backups: it has 43 letters, digits, - and _.");
  }
  if (!keyFile) return null;
  const read = await readBackupKeyFile(keyFile);
  if (read) return read;
  throw new StartupError(`There is no file ${keyFile}: set BACKUP_KEY_FILE to the file with the key.`);
}

function chooseBackup(names: readonly string[], source: string, to: Date | null): string {
  const chosen = to
    ? names.findLast((name) => (parseBackupName(name) ?? to) <= to)
    : (findNewestBackup(names, new Date()) ?? names.at(-1));
  if (chosen !== undefined) return chosen;
  const [oldest] = names;
  if (oldest === undefined) throw incomplete(source);
  const moment = parseBackupName(oldest)?.toISOString().slice(0, 19).replace("T", " ");
  throw new StartupError(`${source} begins at ${moment} (UTC): give a later moment.`);
}
