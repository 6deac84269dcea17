/**
 * Files in a folder of this machine. One is written under `incoming/` first and gets its name when it is whole and safe
 * on the disk, so that whatever bears a version's name is a whole file.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../core/errors.ts";
import { diskFull, entityTooLarge } from "../errors.ts";
import type { FileStore, IncomingFile } from "./store.ts";

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PRIVATE = 0o600;

export class LocalFiles implements FileStore {
  readonly #incoming: string;
  readonly #objects: string;
  readonly #aside: string;

  readonly #freeBytes: number;

  private constructor(folder: string, freeBytes: number) {
    this.#freeBytes = freeBytes;
    this.#incoming = join(folder, "incoming");
    this.#objects = join(folder, "objects");
    this.#aside = join(folder, "aside");
  }

  /** Makes the folder where there is none, for its owner alone. Leaves so many bytes of its disk free. */
  static async open(folder: string, freeBytes: number): Promise<LocalFiles> {
    const store = new LocalFiles(folder, freeBytes);
    for (const path of [folder, store.#incoming, store.#objects, store.#aside]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    return store;
  }

  async receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    const disk = await statfs(this.#incoming);
    if (disk.bavail * disk.bsize < this.#freeBytes + limit) throw diskFull();
    const path = join(this.#incoming, randomUUID());
    const file = await open(path, "wx", PRIVATE);
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
      throw error;
    }
  }

  async discard({ path }: IncomingFile): Promise<void> {
    await rm(path, { force: true });
  }

  async keep({ path }: IncomingFile, version: string): Promise<void> {
    await this.#name(version, (named) => rename(path, named));
  }

  async copy(from: string, to: string): Promise<boolean> {
    const source = this.path(from);
    if (source === null) return false;
    try {
      await this.#name(to, (named) => link(source, named));
      return true;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
  }

  async #name(version: string, name: (path: string) => Promise<void>): Promise<void> {
    const folder = join(this.#objects, version.slice(0, 2));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await name(join(folder, version));
    await syncFolder(folder);
  }

  async read(version: string | null): Promise<FileHandle | null> {
    const path = this.path(version);
    if (path === null) return null;
    try {
      return await open(path, "r");
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }

  async locate(version: string | null): Promise<string | null> {
    return this.path(version);
  }

  /** Null for what is not a version: rows may have been written by hand, and lead anywhere. */
  path(version: string | null): string | null {
    if (version === null || !VERSION.test(version)) return null;
    return join(this.#objects, version.slice(0, 2), version);
  }

  async remove(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      const path = this.path(version);
      if (path) await rm(path, { force: true });
    }
  }

  async setAside(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      const path = this.path(version);
      if (path) await rename(path, join(this.#aside, version));
    }
  }

  async clearIncoming(olderThan: number): Promise<void> {
    await clear(this.#incoming, olderThan);
  }

  async clearAside(olderThan: number): Promise<void> {
    await clear(this.#aside, olderThan);
  }

  async *versions(olderThan: number): AsyncGenerator<string[]> {
    for (const folder of await readdir(this.#objects)) {
      yield await filesBefore(join(this.#objects, folder), olderThan);
    }
  }
}

async function clear(folder: string, olderThan: number): Promise<void> {
  for (const name of await filesBefore(folder, olderThan)) await rm(join(folder, name), { force: true });
}

async function filesBefore(folder: string, olderThan: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => null);
    if (info && info.ctimeMs < olderThan) found.push(name);
  }
  return found;
}

/** A new name outlives a power cut only once its folder is written. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
