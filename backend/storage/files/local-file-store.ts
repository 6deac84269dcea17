/**
 * The file store in a local folder. A file is written under `incoming/` first and renamed when it is complete
 * and synced to the disk, so that every file named by a version is complete.
 */

import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode } from "#backend/core/errors.ts";
import { syncFolder } from "#backend/core/sync-folder.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import { diskFull, entityTooLarge } from "#backend/storage/errors.ts";
import type { FileStore, IncomingFile } from "./file-store.ts";

const PRIVATE_MODE = 0o600;
/** No room on the disk, and none for this user. */
const FULL_DISK = new Set(["ENOSPC", "EDQUOT"]);

export class LocalFileStore implements FileStore {
  readonly #incoming: string;
  readonly #objects: string;
  readonly #quarantine: string;

  readonly #freeBytes: number;

  private constructor(folder: string, freeBytes: number) {
    this.#freeBytes = freeBytes;
    this.#incoming = join(folder, "incoming");
    this.#objects = join(folder, "objects");
    this.#quarantine = join(folder, "aside");
  }

  /**
   * Creates the folder if it is missing, readable by its owner alone. Uploads leave `freeBytes` of its disk
   * free.
   */
  static async open(folder: string, freeBytes: number): Promise<LocalFileStore> {
    const store = new LocalFileStore(folder, freeBytes);
    for (const path of [folder, store.#incoming, store.#objects, store.#quarantine]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    return store;
  }

  async receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    const disk = await statfs(this.#incoming);
    if (disk.bavail * disk.bsize < this.#freeBytes + limit) throw diskFull();
    const path = join(this.#incoming, randomUUID());
    const file = await open(path, "wx", PRIVATE_MODE);
    try {
      const hash = createHash("sha256");
      let size = 0;
      for await (const chunk of source) {
        size += chunk.byteLength;
        if (size > limit) throw entityTooLarge();
        hash.update(chunk);
        await file.appendFile(chunk);
      }
      await file.datasync();
      await file.close();
      return { path, size, hash: hash.digest("hex") };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      // Others, the database among them, may have filled it since the upload began.
      throw FULL_DISK.has(getErrorCode(error) ?? "") ? diskFull() : error;
    }
  }

  async discard({ path }: IncomingFile): Promise<void> {
    await rm(path, { force: true });
  }

  async commit({ path }: IncomingFile, version: string): Promise<void> {
    await this.#place(version, (target) => rename(path, target));
  }

  async copy(from: string, to: string): Promise<boolean> {
    const source = this.path(from);
    if (source === null) return false;
    try {
      await this.#place(to, (target) => link(source, target));
      return true;
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return false;
      throw error;
    }
  }

  async #place(version: string, move: (path: string) => Promise<void>): Promise<void> {
    const folder = join(this.#objects, version.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await move(join(folder, version));
    await syncFolder(folder);
  }

  async read(version: string | null): Promise<FileHandle | null> {
    const path = this.path(version);
    if (path === null) return null;
    try {
      return await open(path, "r");
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return null;
      throw error;
    }
  }

  async locate(version: string | null): Promise<string | null> {
    return this.path(version);
  }

  /** Null for an invalid version: rows may have been written by hand, and must not name other paths. */
  path(version: string | null): string | null {
    if (version === null || !isUuid(version)) return null;
    return join(this.#objects, version.slice(0, 2), version);
  }

  async remove(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      const path = this.path(version);
      if (path) await rm(path, { force: true });
    }
  }

  async quarantine(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      const path = this.path(version);
      if (path) await rename(path, join(this.#quarantine, version));
    }
  }

  async clearIncoming(olderThan: number): Promise<void> {
    await deleteOlderThan(this.#incoming, olderThan);
  }

  async clearQuarantine(olderThan: number): Promise<void> {
    await deleteOlderThan(this.#quarantine, olderThan);
  }

  async *listVersions(olderThan: number): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.#objects)) {
      yield await listOlderThan(join(this.#objects, folder), olderThan);
    }
  }
}

async function deleteOlderThan(folder: string, olderThan: number): Promise<void> {
  for (const name of await listOlderThan(folder, olderThan)) await rm(join(folder, name), { force: true });
}

async function listOlderThan(folder: string, olderThan: number): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => null);
    if (info && info.ctimeMs < olderThan) names.push(name);
  }
  return names;
}
