/** Puts the uploaded files of a backup into the file store of the restored shop. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { StartupError } from "#backend/core/errors.ts";
import { defaultSettings } from "#backend/storage/config.ts";
import { openFileStore } from "#backend/storage/files/open-file-store.ts";
import { getFilePath, listStoredFiles } from "./backup-folder.ts";
import type { BackupStore } from "./copies/backup-store.ts";
import { DecryptionError } from "./copies/encryption.ts";
import type { ShopLocation } from "./shop-database.ts";
import type { Task } from "./task.ts";

const openFiles = ({ dataDir, s3 }: ShopLocation) =>
  openFileStore(join(dataDir, "storage"), defaultSettings, s3);

/** The files of a dump. */
export async function restoreDumpFiles(
  location: ShopLocation,
  folder: string,
  { report, signal }: Task,
): Promise<void> {
  const files = await openFiles(location);
  let count = 0;
  for await (const { path, version, sha256 } of listStoredFiles(folder)) {
    signal.throwIfAborted();
    const source = join(folder, path);
    const file = await files.receive(createReadStream(source), (await stat(source)).size);
    if (file.hash !== sha256) throw new StartupError(`${source} is damaged: restore another backup.`);
    await files.commit(file, version);
    count++;
  }
  report(`  files: ${count}`);
}

interface ReferencedFile {
  version: string;
  size: number;
  /** SHA-256 in hexadecimal digits, or null when the row has none. */
  sha256: string | null;
}

/** The files that the rows of a database reference. Those that the backup lacks are reported. */
export async function restoreFiles(
  location: ShopLocation,
  target: DatabaseTarget,
  store: BackupStore,
  { report, signal }: Task,
): Promise<void> {
  const files = await openFiles(location);
  const missing: string[] = [];
  let count = 0;
  await withConnection(target, "supabase_admin", async (sql) => {
    const query = sql<ReferencedFile[]>`
      select version, coalesce((metadata ->> 'size')::float8, ${defaultSettings.fileSizeLimit}) as size,
        substring(metadata ->> 'eTag' from '^"([0-9a-f]{64})"$') as sha256
      from storage.objects where version is not null`;
    for await (const rows of query.cursor(1000)) {
      for (const { version, size, sha256 } of rows) {
        signal.throwIfAborted();
        const source = await store.read(getFilePath(version));
        if (source === null) {
          missing.push(version);
          continue;
        }
        const file = await files.receive(source, size).catch((error: unknown) => {
          if (!(error instanceof DecryptionError)) throw error;
          throw new StartupError(`The backup is damaged (${error.message}): restore another one.`);
        });
        if (sha256 !== null && file.hash !== sha256) {
          throw new StartupError(`The backup is damaged (${getFilePath(version)}): restore another one.`);
        }
        await files.commit(file, version);
        count++;
      }
    }
  });
  report(`  files: ${count}`);
  if (missing.length > 0) report(`  files that the backup lacks: ${missing.join(", ")}`);
}
