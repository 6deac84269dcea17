/**
 * The disk cache of transformed images. A missing image is rendered again, so losing one only costs work. An
 * image's name consists of its source's version and its options, so that no cached image is ever stale.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { getErrorCode } from "#backend/core/errors.ts";
import type { Transform } from "./transform.ts";
import { WorkQueue } from "./work-queue.ts";

export interface RenderedImage {
  handle: FileHandle;
  size: number;
  /** The cache key, unique for the content. */
  name: string;
  contentType: string;
}

export interface RenderCacheOptions {
  folder: string;
  /** The size limit of the cache. */
  maxBytes: number;
  /** The limit of pixels of a source. */
  maxPixels: number;
}

const CONCURRENCY = 2;
const MAX_QUEUED = 100;

export class RenderCache {
  readonly #options: RenderCacheOptions;
  readonly #sizes: LRUCache<string, number>;
  readonly #queue = new WorkQueue(CONCURRENCY, MAX_QUEUED);
  readonly #making = new Map<string, Promise<void>>();

  private constructor(options: RenderCacheOptions) {
    this.#options = options;
    this.#sizes = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose: (_size, name, reason) => {
        if (reason !== "set") void rm(join(options.folder, name), { force: true }).catch(() => {});
      },
    });
  }

  /** Creates the folder if it is missing, and indexes the images already in it. */
  static async open(options: RenderCacheOptions): Promise<RenderCache> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const cache = new RenderCache(options);
    for (const name of await readdir(options.folder)) {
      const path = join(options.folder, name);
      if (name.startsWith("draft-")) await rm(path, { force: true });
      else cache.#sizes.set(name, (await stat(path)).size);
    }
    return cache;
  }

  /**
   * Null when the version was deleted meanwhile. Throws as `transform` does, and SlowDown when too many
   * images are queued.
   */
  async get(source: string, version: string, transformation: Transform): Promise<RenderedImage | null> {
    const name = nameOf(version, transformation);
    return (await this.#open(name)) ?? (await this.#getOrMake(source, name, transformation));
  }

  /** The versions with cached images. */
  listVersions(): string[] {
    return [...new Set([...this.#sizes.keys()].map(versionOf))];
  }

  /** Deletes all images of this version. */
  deleteVersion(version: string): void {
    for (const name of this.#sizes.keys()) if (versionOf(name) === version) this.#sizes.delete(name);
  }

  async #getOrMake(source: string, name: string, transformation: Transform): Promise<RenderedImage | null> {
    const making = this.#making.get(name) ?? this.#make(source, name, transformation);
    this.#making.set(name, making);
    await making.finally(() => this.#making.delete(name));
    return this.#open(name);
  }

  async #make(source: string, name: string, transformation: Transform): Promise<void> {
    const { folder, maxPixels } = this.#options;
    const draft = join(folder, `draft-${randomUUID()}`);
    try {
      const { transform } = await loadTransform();
      await this.#queue.run(() => transform(source, draft, transformation, maxPixels));
      await rename(draft, join(folder, name));
    } finally {
      await rm(draft, { force: true });
    }
    this.#sizes.set(name, (await stat(join(folder, name))).size);
  }

  async #open(name: string): Promise<RenderedImage | null> {
    const path = join(this.#options.folder, name);
    try {
      const { mediaTypeOf } = await loadTransform();
      const contentType = await mediaTypeOf(path);
      const handle = await open(path, "r");
      this.#sizes.get(name);
      return { handle, size: (await handle.stat()).size, name, contentType };
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return null;
      throw error;
    }
  }
}

function versionOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** Loads on first use: the libraries take memory that most processes never need. */
function loadTransform() {
  return import("./transform.ts");
}

function nameOf(version: string, transformation: Transform): string {
  const hash = createHash("sha256").update(JSON.stringify(transformation)).digest("hex");
  return `${version}-${hash.slice(0, 32)}`;
}
