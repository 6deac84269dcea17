/**
 * The key that encrypts the copies of the backups which leave the machine: 32 random bytes, in `backup.key` of the
 * data directory, which only its owner may read. Whoever makes it shows it once: a copy is worth nothing without it.
 */
import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";

export const BACKUP_KEY_FILE = "backup.key";
const KEY_BYTES = 32;

export interface BackupKey {
  bytes: Buffer;
  /** Names the key, and tells nothing about it. */
  id: string;
  text: string;
}

/** Null for a text that is no key. */
export function parseBackupKey(text: string): BackupKey | null {
  const bytes = Buffer.from(text.trim(), "base64url");
  if (bytes.length !== KEY_BYTES) return null;
  const id = createHash("sha256").update("backup key id").update(bytes).digest("hex").slice(0, 16);
  return { bytes, id, text: bytes.toString("base64url") };
}

/** Null when the data directory has none. Throws a StartupError for a file that holds no key. */
export async function readBackupKey(dataDir: string): Promise<BackupKey | null> {
  return readBackupKeyFile(join(dataDir, BACKUP_KEY_FILE));
}

/** Null when there is no such file. Throws a StartupError for one that holds no key. */
export async function readBackupKeyFile(file: string): Promise<BackupKey | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  });
  const key = text === null ? null : parseBackupKey(text);
  if (text !== null && key === null) {
    throw new StartupError(`${file} holds no key of backups: write the key into it, or move it away.`);
  }
  return key;
}

/** Reads the key of the data directory, or makes it. `isNew` when it has to be shown. */
export async function loadBackupKey(dataDir: string): Promise<{ key: BackupKey; isNew: boolean }> {
  const present = await readBackupKey(dataDir);
  if (present) return { key: present, isNew: false };
  const text = `${randomBytes(KEY_BYTES).toString("base64url")}\n`;
  const isNew = await writeFile(join(dataDir, BACKUP_KEY_FILE), text, { mode: 0o600, flag: "wx" }).then(
    () => true,
    (error: unknown) => {
      // Another process has made it in the meantime.
      if (getErrorCode(error) === "EEXIST") return false;
      throw error;
    },
  );
  const key = await readBackupKey(dataDir);
  if (!key) throw new Error("backup.key vanished while it was being written");
  return { key, isNew };
}

/** One line for the terminal of whoever runs the shop. */
export function describeNewKey({ text }: BackupKey): string {
  return `The key of the encrypted backups, shown only now: ${text} Keep it elsewhere than on this machine: without it they cannot be restored.`;
}
