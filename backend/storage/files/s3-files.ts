/**
 * Files in a bucket that speaks S3, which several copies of the process share. Files never change, so that those which
 * were read or written lately are kept on this machine's disk too, and all that reads them reads there.
 */
import { type FileHandle, stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { LocalFiles } from "./local-files.ts";
import type { S3Bucket } from "./s3-bucket.ts";
import type { FileStore, IncomingFile } from "./store.ts";

const OBJECTS = "objects/";
const ASIDE = "aside/";

export class S3Files implements FileStore {
  readonly #bucket: S3Bucket;
  readonly #local: LocalFiles;
  /** By version, the bytes of the files that are kept here. */
  readonly #kept: LRUCache<string, number>;
  readonly #fetching = new Map<string, Promise<boolean>>();

  private constructor(bucket: S3Bucket, local: LocalFiles, keptBytes: number) {
    this.#bucket = bucket;
    this.#local = local;
    this.#kept = new LRUCache({
      maxSize: keptBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose: (_size, version, reason) => {
        if (reason !== "set") void local.remove([version]).catch(() => {});
      },
    });
  }

  /** Keeps files of so many bytes in `folder`, and finds again what is kept there. Leaves so many bytes of the disk free. */
  static async open(
    bucket: S3Bucket,
    folder: string,
    { freeBytes, keptBytes }: { freeBytes: number; keptBytes: number },
  ): Promise<S3Files> {
    const local = await LocalFiles.open(folder, freeBytes);
    const files = new S3Files(bucket, local, keptBytes);
    for await (const versions of local.versions(Number.POSITIVE_INFINITY)) {
      for (const version of versions) await files.#note(version);
    }
    return files;
  }

  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    return this.#local.receive(source, limit);
  }

  discard(file: IncomingFile): Promise<void> {
    return this.#local.discard(file);
  }

  async keep(file: IncomingFile, version: string): Promise<void> {
    await this.#bucket.put(OBJECTS + version, file.path);
    await this.#local.keep(file, version);
    this.#kept.set(version, file.size);
  }

  async copy(from: string, to: string): Promise<boolean> {
    return this.#local.path(from) !== null && (await this.#bucket.copy(OBJECTS + from, OBJECTS + to));
  }

  async read(version: string | null): Promise<FileHandle | null> {
    // A file may be given up between the look and the reading of it.
    for (let attempt = 0; attempt < 2; attempt++) {
      const handle = await this.#local.read(version);
      if (handle !== null || version === null || this.#local.path(version) === null) return handle;
      if (!(await this.#fetch(version))) return null;
    }
    return this.#local.read(version);
  }

  async locate(version: string | null): Promise<string | null> {
    const handle = await this.read(version);
    await handle?.close();
    return handle && this.#local.path(version);
  }

  async remove(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      if (this.#local.path(version) === null) continue;
      await this.#bucket.remove(OBJECTS + version);
      this.#kept.delete(version);
    }
  }

  async setAside(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      if (this.#local.path(version) === null) continue;
      await this.#bucket.copy(OBJECTS + version, ASIDE + version);
      await this.remove([version]);
    }
  }

  clearIncoming(olderThan: number): Promise<void> {
    return this.#local.clearIncoming(olderThan);
  }

  async clearAside(olderThan: number): Promise<void> {
    for await (const page of this.#bucket.list(ASIDE)) {
      for (const { key, modified } of page) if (modified < olderThan) await this.#bucket.remove(key);
    }
  }

  async *versions(olderThan: number): AsyncGenerator<string[]> {
    for await (const page of this.#bucket.list(OBJECTS)) {
      yield page.filter(({ modified }) => modified < olderThan).map(({ key }) => key.slice(OBJECTS.length));
    }
  }

  /** Brings a file here, once however many ask for it. False when the bucket does not have it. */
  async #fetch(version: string): Promise<boolean> {
    const fetching = this.#fetching.get(version) ?? this.#download(version);
    this.#fetching.set(version, fetching);
    try {
      return await fetching;
    } finally {
      this.#fetching.delete(version);
    }
  }

  async #download(version: string): Promise<boolean> {
    const source = await this.#bucket.get(OBJECTS + version);
    if (source === null) return false;
    const file = await this.#local.receive(source, this.#kept.maxSize);
    await this.#local.keep(file, version);
    this.#kept.set(version, file.size);
    return true;
  }

  async #note(version: string): Promise<void> {
    const path = this.#local.path(version);
    if (path !== null) this.#kept.set(version, (await stat(path)).size);
  }
}
