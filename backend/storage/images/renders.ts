/**
 * Transformed pictures, kept on disk and made anew when they are missing: losing any of them costs work, no more. A
 * picture's name tells its source's version and how it was made, so that none is ever out of date.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { codeOf } from "../../core/errors.ts";
import { Queue } from "./queue.ts";
import type { Transform } from "./transform.ts";

export interface Render {
  handle: FileHandle;
  size: number;
  /** Names the content. */
  name: string;
  contentType: string;
}

export interface RendersOptions {
  folder: string;
  /** Bytes kept at most. */
  maxBytes: number;
  /** Of a source. */
  maxPixels: number;
}

const AT_ONCE = 2;
const MAX_WAITING = 100;

export class Renders {
  readonly #options: RendersOptions;
  readonly #sizes: LRUCache<string, number>;
  readonly #queue = new Queue(AT_ONCE, MAX_WAITING);
  readonly #making = new Map<string, Promise<void>>();

  private constructor(options: RendersOptions) {
    this.#options = options;
    this.#sizes = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose: (_size, name, reason) => {
        if (reason !== "set") void rm(join(options.folder, name), { force: true }).catch(() => {});
      },
    });
  }

  /** Makes the folder where there is none, and finds again what is kept in it. */
  static async open(options: RendersOptions): Promise<Renders> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const renders = new Renders(options);
    for (const name of await readdir(options.folder)) {
      const path = join(options.folder, name);
      if (name.startsWith("draft-")) await rm(path, { force: true });
      else renders.#sizes.set(name, (await stat(path)).size);
    }
    return renders;
  }

  /**
   * Null when the version was forgotten meanwhile. Throws as `transform` does, and SlowDown when too many pictures are
   * to be made.
   */
  async get(source: string, version: string, wanted: Transform): Promise<Render | null> {
    const name = nameOf(version, wanted);
    return (await this.#open(name)) ?? (await this.#made(source, name, wanted));
  }

  /** Of which something is kept. */
  versions(): string[] {
    return [...new Set([...this.#sizes.keys()].map(versionOf))];
  }

  /** Removes all that was made of this version. */
  forget(version: string): void {
    for (const name of this.#sizes.keys()) if (versionOf(name) === version) this.#sizes.delete(name);
  }

  async #made(source: string, name: string, wanted: Transform): Promise<Render | null> {
    const making = this.#making.get(name) ?? this.#make(source, name, wanted);
    this.#making.set(name, making);
    await making.finally(() => this.#making.delete(name));
    return this.#open(name);
  }

  async #make(source: string, name: string, wanted: Transform): Promise<void> {
    const { folder, maxPixels } = this.#options;
    const draft = join(folder, `draft-${randomUUID()}`);
    try {
      const { transform } = await loadTransform();
      await this.#queue.run(() => transform(source, draft, wanted, maxPixels));
      await rename(draft, join(folder, name));
    } finally {
      await rm(draft, { force: true });
    }
    this.#sizes.set(name, (await stat(join(folder, name))).size);
  }

  async #open(name: string): Promise<Render | null> {
    const path = join(this.#options.folder, name);
    try {
      const { mediaTypeOf } = await loadTransform();
      const contentType = await mediaTypeOf(path);
      const handle = await open(path, "r");
      this.#sizes.get(name);
      return { handle, size: (await handle.stat()).size, name, contentType };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  }
}

function versionOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** When it is first needed: the libraries behind it take memory that most processes never use. */
function loadTransform() {
  return import("./transform.ts");
}

function nameOf(version: string, wanted: Transform): string {
  const hash = createHash("sha256").update(JSON.stringify(wanted)).digest("hex");
  return `${version}-${hash.slice(0, 32)}`;
}
