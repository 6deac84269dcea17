/**
 * The disk cache of transformed images. A missing image is rendered again, so losing one only costs work. An
 * image's name consists of its source's version and its options, so that no cached image is ever stale.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { getErrorCode } from "#backend/core/errors.ts";
import { aborted } from "#backend/storage/errors.ts";
import { ImageEncoder } from "./image-encoder.ts";
import type { Transform } from "./transform.ts";
import { type QueuedWork, WorkQueue } from "./work-queue.ts";

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

/** Who waits for an image that may have to be rendered. */
interface RenderRequester {
  network: string;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /** Called before the image is rendered for this client; throws when it may not be. */
  charge(): void;
}

interface Rendering {
  work: QueuedWork<void>;
  waiting: number;
}

/** One at a time: the encoder process does one after the other. */
const QUEUE_LIMITS = {
  concurrency: 1,
  maxQueued: 300,
  maxQueuedOfNetwork: 60,
};

const MAX_CONTENT_TYPES = 5000;

export class RenderCache {
  readonly #options: RenderCacheOptions;
  readonly #sizes: LRUCache<string, number>;
  /** By name: to detect a type is a quarter of the work for a cached image. */
  readonly #contentTypes = new LRUCache<string, string>({ max: MAX_CONTENT_TYPES });
  readonly #queue = new WorkQueue(QUEUE_LIMITS);
  readonly #encoder = new ImageEncoder();
  readonly #renderings = new Map<string, Rendering>();

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
   * Null when the version was deleted meanwhile. Throws as `transform` and `charge` do, SlowDown when too many
   * images are queued, and Aborted when the client has left.
   */
  async get(
    source: string,
    version: string,
    transformation: Transform,
    requester: RenderRequester,
  ): Promise<RenderedImage | null> {
    const name = nameOf(version, transformation);
    const cached = await this.#open(name);
    if (cached) return cached;
    const rendering = this.#findOrStart(source, name, transformation, requester);
    rendering.waiting++;
    try {
      await waitFor(rendering.work.result, requester.signal);
    } finally {
      rendering.waiting--;
      if (rendering.waiting === 0 && rendering.work.drop()) this.#renderings.delete(name);
    }
    return this.#open(name);
  }

  /** The versions with cached images. */
  listVersions(): string[] {
    return [...new Set([...this.#sizes.keys()].map(versionOf))];
  }

  /** Deletes all images of this version. */
  deleteVersion(version: string): void {
    for (const name of this.#sizes.keys()) if (versionOf(name) === version) this.#sizes.delete(name);
  }

  #findOrStart(
    source: string,
    name: string,
    transformation: Transform,
    { network, charge }: RenderRequester,
  ): Rendering {
    const found = this.#renderings.get(name);
    if (found) {
      found.work.join(network);
      return found;
    }
    charge();
    const render = () =>
      this.#render(source, name, transformation).finally(() => this.#renderings.delete(name));
    const rendering = { work: this.#queue.add(network, render), waiting: 0 };
    this.#renderings.set(name, rendering);
    return rendering;
  }

  async #render(source: string, name: string, transformation: Transform): Promise<void> {
    const { folder, maxPixels } = this.#options;
    const draft = join(folder, `draft-${randomUUID()}`);
    try {
      await this.#encoder.transform({ ...transformation, source, target: draft, maxPixels });
      await rename(draft, join(folder, name));
    } finally {
      await rm(draft, { force: true });
    }
    this.#sizes.set(name, (await stat(join(folder, name))).size);
  }

  async #open(name: string): Promise<RenderedImage | null> {
    const path = join(this.#options.folder, name);
    try {
      const contentType = this.#contentTypes.get(name) ?? (await detectType(path));
      this.#contentTypes.set(name, contentType);
      const handle = await open(path, "r");
      this.#sizes.get(name);
      return { handle, size: (await handle.stat()).size, name, contentType };
    } catch (error) {
      if (getErrorCode(error) === "ENOENT") return null;
      throw error;
    }
  }
}

/** Rejects with Aborted when the client leaves first. */
async function waitFor(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = () => reject(aborted());
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    await Promise.race([work, left]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function versionOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** The library is loaded on first use: it takes memory. */
async function detectType(path: string): Promise<string> {
  const { fileTypeFromFile } = await import("file-type");
  return (await fileTypeFromFile(path))?.mime ?? "application/octet-stream";
}

/** The format that was asked for does not matter, only the one that it led to. */
function nameOf(version: string, { options, format }: Transform): string {
  const made = JSON.stringify({ options: { ...options, format: undefined }, format });
  const hash = createHash("sha256").update(made).digest("hex");
  return `${version}-${hash.slice(0, 32)}`;
}
