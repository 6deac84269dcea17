/**
 * Copies the files that a snapshot references. A file that was deleted after the snapshot is missing: then a
 * newer snapshot is needed, in which its row is gone.
 */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "#backend/storage/files/file-store.ts";
import { getFilePath } from "./backup-folder.ts";
import { addToPool } from "./file-pool.ts";
import type { BackupWriter } from "./sums.ts";
import type { Task } from "./task.ts";

export class FileCopy {
  readonly #files: FileStore;
  readonly #draft: string;
  readonly #writer: BackupWriter;
  readonly #task: Task;
  readonly #isPooled: boolean;
  readonly #copied = new Set<string>();
  #missing = new Set<string>();

  /** `isPooled`: the files go beside the folder, where they are shared with other backups. */
  constructor(files: FileStore, draft: string, writer: BackupWriter, task: Task, isPooled: boolean) {
    this.#files = files;
    this.#draft = draft;
    this.#writer = writer;
    this.#task = task;
    this.#isPooled = isPooled;
  }

  get count(): number {
    return this.#copied.size;
  }

  /**
   * `batches` are the versions that a snapshot references. Returns false when a newer snapshot is needed. Files
   * that a second snapshot still lacks are reported.
   */
  async run(batches: AsyncIterable<string[]>): Promise<boolean> {
    const missing = new Set<string>();
    for await (const versions of batches) {
      for (const version of versions) if (!(await this.#copy(version))) missing.add(version);
    }
    const isNew = [...missing].some((version) => !this.#missing.has(version));
    this.#missing = missing;
    if (isNew) return false;
    this.#task.report(`  files: ${this.count}`);
    if (missing.size > 0) this.#task.report(`  files that the shop itself lacks: ${[...missing].join(", ")}`);
    return true;
  }

  async #copy(version: string): Promise<boolean> {
    if (this.#copied.has(version)) return true;
    const isThere = this.#isPooled ? await this.#share(version) : await this.#write(version);
    if (isThere) this.#copied.add(version);
    return isThere;
  }

  async #share(version: string): Promise<boolean> {
    const { signal } = this.#task;
    if (!(await addToPool(this.#files, dirname(this.#draft), version, signal))) return false;
    await this.#writer.add(`../${getFilePath(version)}`, signal);
    return true;
  }

  async #write(version: string): Promise<boolean> {
    const path = getFilePath(version);
    const handle = await this.#files.read(version);
    if (handle === null) return false;
    await mkdir(dirname(join(this.#draft, path)), { recursive: true, mode: 0o700 });
    await this.#writer.write(path, handle.createReadStream(), this.#task.signal);
    return true;
  }
}
