/**
 * A place that holds backups as files named by paths: the folder of the data directory, a folder elsewhere, or a bucket.
 * A path that is there is complete.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { S3Config } from "#backend/core/config/s3-config.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import { syncFolder } from "#backend/core/sync-folder.ts";
import { S3Bucket } from "#backend/storage/files/s3-bucket.ts";

export interface StoredFile {
  path: string;
  /** Milliseconds since the epoch: when it came here, or later. */
  modified: number;
}

export interface BackupStore {
  /** The files below a folder, which is "" or ends with a slash. */
  list(folder: string): AsyncIterable<StoredFile>;
  /** Null when there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Writes a file durably, which appears as a whole. */
  write(path: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  remove(path: string): Promise<void>;
}

const DRAFT = ".partial";

export class FolderStore implements BackupStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    const entries = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(
      (error: unknown) => {
        if (getErrorCode(error) === "ENOENT") return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const path = folder + entry.name;
      if (path.endsWith(DRAFT)) continue;
      if (entry.isDirectory()) yield* this.list(`${path}/`);
      else if (entry.isFile()) {
        const info = await stat(join(this.#folder, path)).catch(() => null);
        if (info) yield { path, modified: info.ctimeMs };
      }
    }
  }

  async read(path: string): Promise<AsyncIterable<Uint8Array> | null> {
    const target = join(this.#folder, path);
    return (await stat(target).catch(() => null)) && createReadStream(target);
  }

  async write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const target = join(this.#folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(source, createWriteStream(target + DRAFT, { mode: 0o600, flush: true }));
    await rename(target + DRAFT, target);
    await syncFolder(dirname(target));
  }

  async remove(path: string): Promise<void> {
    await rm(join(this.#folder, path), { force: true });
    // Folders that hold nothing any more go with their last file.
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      const isEmpty = await rmdir(join(this.#folder, folder)).then(
        () => true,
        () => false,
      );
      if (!isEmpty) break;
    }
  }
}

/** Files are written to `drafts`, a folder of this machine, before they are sent: S3 wants to know their size. */
export class BucketStore implements BackupStore {
  readonly #bucket: S3Bucket;
  readonly #drafts: FolderStore;
  readonly #folder: string;

  constructor(s3: S3Config, drafts: string) {
    this.#bucket = new S3Bucket(s3);
    this.#drafts = new FolderStore(drafts);
    this.#folder = drafts;
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for await (const page of this.#bucket.list(folder)) {
      for (const { key, modified } of page) yield { path: key, modified };
    }
  }

  read(path: string): Promise<AsyncIterable<Uint8Array> | null> {
    return this.#bucket.get(path);
  }

  async write(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#drafts.write("sending", source);
    await this.#bucket.put(path, join(this.#folder, "sending"));
    await this.#drafts.remove("sending");
  }

  remove(path: string): Promise<void> {
    return this.#bucket.remove(path);
  }
}

/** Empty when there is no such file. */
export async function readText(store: BackupStore, path: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await store.read(path)) ?? []) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
