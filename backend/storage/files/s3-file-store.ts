/**
 * The file store in an S3 bucket, which several instances share. Files never change, so recently read or
 * written ones are cached on the local disk, and all reads go through this cache.
 */
import { type FileHandle, stat } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { FileStore, IncomingFile } from "./file-store.ts";
import { LocalFileStore } from "./local-file-store.ts";
import type { S3Bucket } from "./s3-bucket.ts";

const OBJECTS_PREFIX = "objects/";
const QUARANTINE_PREFIX = "aside/";

export class S3FileStore implements FileStore {
  readonly #bucket: S3Bucket;
  readonly #local: LocalFileStore;
  /** By version, the size of each cached file. */
  readonly #cached: LRUCache<string, number>;
  readonly #fetching = new Map<string, Promise<boolean>>();

  private constructor(bucket: S3Bucket, local: LocalFileStore, cacheBytes: number) {
    this.#bucket = bucket;
    this.#local = local;
    this.#cached = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose: (_size, version, reason) => {
        if (reason !== "set") void local.remove([version]).catch(() => {});
      },
    });
  }

  /**
   * Caches files of up to `cacheBytes` in `folder`, with those already there. Leaves `freeBytes` of the disk
   * free.
   */
  static async open(
    bucket: S3Bucket,
    folder: string,
    { freeBytes, cacheBytes }: { freeBytes: number; cacheBytes: number },
  ): Promise<S3FileStore> {
    const local = await LocalFileStore.open(folder, freeBytes);
    const files = new S3FileStore(bucket, local, cacheBytes);
    for await (const versions of local.listVersions(Number.POSITIVE_INFINITY)) {
      for (const version of versions) await files.#recordSize(version);
    }
    return files;
  }

  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    return this.#local.receive(source, limit);
  }

  discard(file: IncomingFile): Promise<void> {
    return this.#local.discard(file);
  }

  async commit(file: IncomingFile, version: string): Promise<void> {
    await this.#bucket.put(OBJECTS_PREFIX + version, file.path);
    await this.#local.commit(file, version);
    this.#cached.set(version, file.size);
  }

  async copy(from: string, to: string): Promise<boolean> {
    return (
      this.#local.path(from) !== null && (await this.#bucket.copy(OBJECTS_PREFIX + from, OBJECTS_PREFIX + to))
    );
  }

  async read(version: string | null): Promise<FileHandle | null> {
    // A file may be evicted from the cache between the download and the read.
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
      await this.#bucket.remove(OBJECTS_PREFIX + version);
      this.#cached.delete(version);
    }
  }

  async quarantine(versions: Iterable<string>): Promise<void> {
    for (const version of versions) {
      if (this.#local.path(version) === null) continue;
      await this.#bucket.copy(OBJECTS_PREFIX + version, QUARANTINE_PREFIX + version);
      await this.remove([version]);
    }
  }

  clearIncoming(olderThan: number): Promise<void> {
    return this.#local.clearIncoming(olderThan);
  }

  async clearQuarantine(olderThan: number): Promise<void> {
    for await (const page of this.#bucket.list(QUARANTINE_PREFIX)) {
      for (const { key, modified } of page) if (modified < olderThan) await this.#bucket.remove(key);
    }
  }

  async *listVersions(olderThan: number): AsyncGenerator<string[]> {
    for await (const page of this.#bucket.list(OBJECTS_PREFIX)) {
      yield page
        .filter(({ modified }) => modified < olderThan)
        .map(({ key }) => key.slice(OBJECTS_PREFIX.length));
    }
  }

  /** Downloads a file into the cache, once for concurrent reads. False when the bucket does not have it. */
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
    const source = await this.#bucket.get(OBJECTS_PREFIX + version);
    if (source === null) return false;
    const file = await this.#local.receive(source, this.#cached.maxSize);
    await this.#local.commit(file, version);
    this.#cached.set(version, file.size);
    return true;
  }

  async #recordSize(version: string): Promise<void> {
    const path = this.#local.path(version);
    if (path !== null) this.#cached.set(version, (await stat(path)).size);
  }
}
