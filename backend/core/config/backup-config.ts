/** The configuration of the backups that a shop makes by itself. */
import { isAbsolute, resolve } from "node:path";
import { StartupError } from "#backend/core/errors.ts";
import { readNumber } from "./env-values.ts";
import { readBucket, type S3Config } from "./s3-config.ts";

/** Where encrypted copies of the backups go: a bucket, or the absolute path of a folder. */
export type BackupCopy = { kind: "s3"; s3: S3Config } | { kind: "folder"; path: string };

export interface BackupConfig {
  /** How many daily backups are kept in `dataDir`; 0 makes none, and archives no write-ahead log. */
  keep: number;
  /** From this hour (UTC) on, each day's backup is made. */
  hour: number;
  copy: BackupCopy | null;
}

const DEFAULT_KEEP = 7;
const DEFAULT_HOUR = 2;

/** Throws a StartupError that names the variable. */
export function readBackupConfig(env: NodeJS.ProcessEnv): BackupConfig {
  const hour = readNumber("BACKUP_HOUR", env.BACKUP_HOUR) ?? DEFAULT_HOUR;
  if (hour > 23) throw new StartupError(`BACKUP_HOUR=${hour} is not an hour from 0 to 23.`);
  return {
    keep: readNumber("BACKUP_KEEP", env.BACKUP_KEEP) ?? DEFAULT_KEEP,
    hour,
    copy: env.BACKUP_COPY ? readBackupCopy("BACKUP_COPY", env.BACKUP_COPY, env.BACKUP_REGION) : null,
  };
}

/** `name` is the variable or the argument that holds the value. Throws a StartupError that names it. */
export function readBackupCopy(name: string, value: string, region: string | undefined): BackupCopy {
  if (/^https?:/.test(value)) return { kind: "s3", s3: readBucket(name, value, region) };
  if (!isAbsolute(value) || /^\w+:/.test(value)) {
    throw new StartupError(
      `${name} is neither the absolute path of a folder nor of the form https://key:secret@host/bucket.`,
    );
  }
  return { kind: "folder", path: resolve(value) };
}
