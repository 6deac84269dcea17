/**
 * The uploaded files that the backups of a folder share: `files/<2 digits>/<version>`. A file never changes, so that each is
 * there once. On the disk of the shop it is a second name of the same file and takes no room.
 */
import { createReadStream, existsSync } from "node:fs";
import { link, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileStore } from "#backend/storage/files/file-store.ts";
import { getFilePath } from "./backup-folder.ts";

/** Adds the file of a version to the pool in `folder`. False when the shop does not have it. */
export async function addToPool(
  files: FileStore,
  folder: string,
  version: string,
  signal: AbortSignal,
): Promise<boolean> {
  const target = join(folder, getFilePath(version));
  if (existsSync(target)) return true;
  const source = await files.locate(version);
  if (source === null || !existsSync(source)) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await link(source, target);
  } catch {
    // It is on another disk, or was deleted meanwhile.
    if (!existsSync(source)) return false;
    const draft = `${target}.partial`;
    await rm(draft, { force: true });
    await pipeline(createReadStream(source), (chunks) =>
      writeFile(draft, chunks, { mode: 0o600, flush: true, signal }),
    );
    await rename(draft, target);
  }
  return true;
}

/**
 * Adds the files that have come into a local store since the last call: a moment between two backups may need one that is
 * deleted by then.
 */
export async function addNewFiles(
  files: FileStore,
  { objects, folder }: { objects: string; folder: string },
  signal: AbortSignal,
): Promise<void> {
  for (const name of await readdir(objects).catch(() => [])) {
    const present = new Set(await readdir(join(folder, "files", name)).catch(() => []));
    for (const version of await readdir(join(objects, name))) {
      if (!present.has(version)) await addToPool(files, folder, version, signal);
    }
  }
}
