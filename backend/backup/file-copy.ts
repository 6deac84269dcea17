/**
 * Copies the files that a snapshot references. A file that was deleted after the snapshot is missing: then a
 * newer snapshot is needed, in which its row is gone.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "#backend/storage/files/file-store.ts";
import { type BackupWriter, getFilePath } from "./backup-folder.ts";
import type { Task } from "./task.ts";

export class FileCopy {
  readonly #files: FileStore;
  readonly #draft: string;
  readonly #writer: BackupWriter;
  readonly #task: Task;
  #missing = new Set<string>();
  count = 0;

  constructor(files: FileStore, draft: string, writer: BackupWriter, task: Task) {
    this.#files = files;
    this.#draft = draft;
    this.#writer = writer;
    this.#task = task;
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
    const path = getFilePath(version);
    const target = join(this.#draft, path);
    if (existsSync(target)) return true;
    const handle = await this.#files.read(version);
    if (handle === null) return false;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await this.#writer.write(path, handle.createReadStream(), this.#task.signal);
    this.count++;
    return true;
  }
}
