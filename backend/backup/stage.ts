/** Brings what a restore needs of encrypted copies to this machine, decrypted, as it was in the folder of the backups. */
import { StartupError } from "#backend/core/errors.ts";
import { isBefore, listSegments } from "#backend/postgres/wal-archive.ts";
import { getFilePath, MANIFEST, parseManifest } from "./backup-folder.ts";
import { FolderStore, readText } from "./copies/backup-store.ts";
import { DecryptionError } from "./copies/encryption.ts";
import type { BackupSource } from "./restore-source.ts";
import { parseSums, SUMS } from "./sums.ts";
import type { Task } from "./task.ts";

/** Throws a StartupError when a file is missing or damaged. */
export async function stageBackup(
  { name, store, backup }: BackupSource,
  folder: string,
  { report, signal }: Task,
): Promise<void> {
  report(`Fetching the backup of ${backup}`);
  const staged = new FolderStore(folder);
  const fetchFile = async (path: string) => {
    signal.throwIfAborted();
    const source = await store.read(path);
    if (source === null) throw new StartupError(`${name} is damaged (${path}): restore another backup.`);
    await staged.write(path, source).catch((error: unknown) => {
      if (!(error instanceof DecryptionError)) throw error;
      throw new StartupError(`${name} is damaged (${error.message}): restore another backup.`);
    });
  };
  for await (const { path } of store.list(`${backup}/`)) await fetchFile(path);
  const manifest = parseManifest(name, await readText(staged, `${backup}/${MANIFEST}`));
  if (manifest.kind === "base") {
    const archive = `wal/${manifest.archive}/`;
    for await (const { path } of store.list(archive)) {
      const [segment] = listSegments([path.slice(archive.length)]);
      if (segment === undefined || !isBefore(segment, manifest.firstSegment)) await fetchFile(path);
    }
    return;
  }
  const sums = await staged.read(`${backup}/${SUMS}`);
  for await (const { version } of parseSums(sums ?? [], name))
    if (version) await fetchFile(getFilePath(version));
}
