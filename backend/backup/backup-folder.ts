/**
 * The folder of a backup: `manifest.json`, `keys.json`, `tables/<schema>.<table>.jsonl.gz` (a row each line, an
 * array of the columns' texts as Postgres prints them), `files/<2 digits>/<version>`, and `SHA256SUMS` over all
 * of them, as `sha256sum -c` reads it. Only its owner may read it.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";
import { type BackedUpTable, type Manifest, manifestShape } from "./manifest.ts";

export const MANIFEST = "manifest.json";
export const KEYS = "keys.json";
const SUMS = "SHA256SUMS";
const FILE_PATH = /^files\/[0-9a-f]{2}\/(?<version>[0-9a-f-]{36})$/;
const PRIVATE_MODE = 0o600;

/** A stored file of the backup: `path` is relative to the folder, `sha256` is in hexadecimal digits. */
export interface StoredFile {
  path: string;
  version: string;
  sha256: string;
}

export function getTablePath({ schema, name }: Pick<BackedUpTable, "schema" | "name">): string {
  return `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}.jsonl.gz`;
}

export function getFilePath(version: string): string {
  return `files/${version.slice(0, 2)}/${version}`;
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
    const target = createWriteStream(join(this.#folder, path), {
      flags: "wx",
      mode: PRIVATE_MODE,
      flush: true,
    });
    async function* withHash(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const compression = path.endsWith(".gz") ? createGzip({ level: 1 }) : new PassThrough();
    await pipeline(source, compression, withHash, target, { signal });
    await this.#sums.appendFile(`${hash.digest("hex")}  ${path}\n`);
  }

  /** The checksums are complete. */
  async close(): Promise<void> {
    await this.#sums.sync();
    await this.#sums.close();
  }
}

/** Reads a complete backup. Throws a StartupError when a file is missing or differs from its checksum. */
export async function readManifest(folder: string, signal: AbortSignal): Promise<Manifest> {
  const paths = new Set<string>();
  let files = 0;
  for await (const { path, sha256 } of readSums(folder)) {
    if ((await hashFile(join(folder, path), signal)) !== sha256) throw damaged(folder, path);
    if (FILE_PATH.test(path)) files++;
    else paths.add(path);
  }
  if (!paths.has(MANIFEST)) throw incomplete(folder);
  const manifest = parseManifest(folder, await readFile(join(folder, MANIFEST), "utf8"));
  const missing = [KEYS, ...manifest.tables.map(getTablePath)].find((path) => !paths.has(path));
  if (missing !== undefined || files !== manifest.files) throw damaged(folder, missing ?? SUMS);
  return manifest;
}

function parseManifest(folder: string, text: string): Manifest {
  const parsed = manifestShape.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new StartupError(
    `${folder} was made by a newer version of the shop: restore it with that version, or with a newer one.`,
  );
}

/** The stored files that the checksums name. */
export async function* listStoredFiles(folder: string): AsyncGenerator<StoredFile> {
  for await (const { path, sha256 } of readSums(folder)) {
    const version = FILE_PATH.exec(path)?.groups?.version;
    if (version !== undefined) yield { path, version, sha256 };
  }
}

/** The rows of a table: each is a JSON array of texts. */
export async function* readRows(folder: string, table: BackedUpTable): AsyncGenerator<string> {
  const source = createReadStream(join(folder, getTablePath(table)));
  yield* splitLines(source.pipe(createGunzip().once("close", () => source.destroy())));
}

interface Sum {
  path: string;
  sha256: string;
}

async function* readSums(folder: string): AsyncGenerator<Sum> {
  try {
    for await (const line of splitLines(createReadStream(join(folder, SUMS)))) {
      const { sha256, path } = /^(?<sha256>[0-9a-f]{64}) {2}(?<path>.+)$/.exec(line)?.groups ?? {};
      if (sha256 === undefined || path === undefined || path.split("/").includes("..")) {
        throw damaged(folder, SUMS);
      }
      yield { sha256, path };
    }
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") throw incomplete(folder);
    throw error;
  }
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

/** Lines end with a line feed only: a row's text may contain the other line separators of Unicode. */
async function* splitLines(source: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of source.setEncoding("utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function incomplete(folder: string): StartupError {
  return new StartupError(
    `${folder} is no complete backup: give a folder that \`npm run backup\` has finished.`,
  );
}

function damaged(folder: string, path: string): StartupError {
  return new StartupError(`${folder} is damaged (${path}): restore another backup.`);
}
