/**
 * `SHA256SUMS`: the checksums of all files of a backup, as `sha256sum -c` reads them. It is written last, so that a
 * folder without it is no backup. Uploaded files that several backups share are beside their folders (`../files/…`).
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";
import { splitLines } from "./lines.ts";

export const SUMS = "SHA256SUMS";
const PRIVATE_MODE = 0o600;
const FILE_PATH = /^(\.\.\/)?files\/[0-9a-f]{2}\/(?<version>[0-9a-f-]{36})$/;

export interface Sum {
  /** Relative to the folder. */
  path: string;
  /** In hexadecimal digits. */
  sha256: string;
  /** Of an uploaded file. */
  version: string | null;
}

/** Writes the files of one backup, and their checksums. */
export class BackupWriter {
  readonly #folder: string;
  readonly #sums: FileHandle;

  private constructor(folder: string, sums: FileHandle) {
    this.#folder = folder;
    this.#sums = sums;
  }

  static async open(folder: string): Promise<BackupWriter> {
    return new BackupWriter(folder, await open(join(folder, SUMS), "wx", PRIVATE_MODE));
  }

  /** Writes a new file durably into a folder that exists; a `.gz` file is compressed. */
  async write(path: string, source: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<void> {
    const hash = createHash("sha256");
    const target = join(this.#folder, path);
    async function* withHash(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const compression = path.endsWith(".gz") ? createGzip({ level: 1 }) : new PassThrough();
    const draft = createWriteStream(`${target}.partial`, { mode: PRIVATE_MODE, flush: true });
    await pipeline(source, compression, withHash, draft, { signal });
    await rename(`${target}.partial`, target);
    await this.#addSum(path, hash.digest("hex"));
  }

  /** Adds a file that is there. */
  async add(path: string, signal: AbortSignal): Promise<void> {
    const sha256 = await hashFile(join(this.#folder, path), signal);
    if (sha256 === null) throw new Error(`${path} vanished while it was being backed up`);
    await this.#addSum(path, sha256);
  }

  async #addSum(path: string, sha256: string): Promise<void> {
    await this.#sums.appendFile(`${sha256}  ${path}\n`);
  }

  /** The checksums are complete. */
  async close(): Promise<void> {
    await this.#sums.sync();
    await this.#sums.close();
  }
}

/** The lines of a folder's checksums. Throws a StartupError when there are none. */
export async function* readSums(folder: string): AsyncGenerator<Sum> {
  try {
    yield* parseSums(createReadStream(join(folder, SUMS)), folder);
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") throw incomplete(folder);
    throw error;
  }
}

/** Throws a StartupError, which names the backup by `name`. */
export async function* parseSums(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  name: string,
): AsyncGenerator<Sum> {
  for await (const line of splitLines(source)) {
    const { sha256, path } = /^(?<sha256>[0-9a-f]{64}) {2}(?<path>.+)$/.exec(line)?.groups ?? {};
    if (sha256 === undefined || path === undefined) throw damaged(name, SUMS);
    const version = FILE_PATH.exec(path)?.groups?.version ?? null;
    if (version === null && path.split("/").includes("..")) throw damaged(name, SUMS);
    yield { sha256, path, version };
  }
}

/** Throws a StartupError when the file is missing or differs from its checksum. */
export async function checkSum(folder: string, { path, sha256 }: Sum, signal: AbortSignal): Promise<void> {
  if ((await hashFile(join(folder, path), signal)) !== sha256) throw damaged(folder, path);
}

/** Null when there is no such file. */
async function hashFile(path: string, signal: AbortSignal): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash, { signal });
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex");
}

export function incomplete(name: string): StartupError {
  return new StartupError(
    `${name} is no complete backup: give a folder that \`npm run backup\` has finished.`,
  );
}

export function damaged(name: string, path: string): StartupError {
  return new StartupError(`${name} is damaged (${path}): restore another backup.`);
}
