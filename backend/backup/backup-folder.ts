/**
 * The folder of a backup. A dump has `manifest.json`, `keys.json`, `tables/<schema>.<table>.jsonl.gz` (a row each line,
 * an array of the columns' texts as Postgres prints them) and `files/<2 digits>/<version>`. A base backup has
 * `manifest.json`, `keys.json` and `postgres/`, as Postgres itself writes it. `SHA256SUMS` covers all of them. Only its
 * owner may read it.
 */
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { StartupError } from "#backend/core/errors.ts";
import { parseJson } from "#backend/core/values/parse-json.ts";
import { splitLines } from "./lines.ts";
import {
  type BackedUpTable,
  type BackupManifest,
  baseManifestSchema,
  type Manifest,
  manifestShape,
} from "./manifest.ts";
import { checkSum, damaged, incomplete, readSums, SUMS, type Sum } from "./sums.ts";

export const MANIFEST = "manifest.json";
export const KEYS = "keys.json";
/** Within a base backup, as Postgres names them. */
export const BASE_FOLDER = "postgres";
export const BASE_ARCHIVE = `${BASE_FOLDER}/base.tar.gz`;

export function getTablePath({ schema, name }: Pick<BackedUpTable, "schema" | "name">): string {
  return `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}.jsonl.gz`;
}

export function getFilePath(version: string): string {
  return `files/${version.slice(0, 2)}/${version}`;
}

/**
 * Reads a complete backup. Throws a StartupError when a file is missing or differs from its checksum. The uploaded files
 * of a base backup are not read: a restore checks those that it needs.
 */
export async function readBackup(folder: string, signal: AbortSignal): Promise<BackupManifest> {
  const paths = new Set<string>();
  let files = 0;
  const shared: Sum[] = [];
  for await (const sum of readSums(folder)) {
    if (sum.version !== null) files++;
    else paths.add(sum.path);
    if (sum.path.startsWith("../")) shared.push(sum);
    else await checkSum(folder, sum, signal);
  }
  if (!paths.has(MANIFEST)) throw incomplete(folder);
  const manifest = parseManifest(folder, await readFile(join(folder, MANIFEST), "utf8"));
  const needed =
    manifest.kind === "dump" ? [KEYS, ...manifest.tables.map(getTablePath)] : [KEYS, BASE_ARCHIVE];
  const missing = needed.find((path) => !paths.has(path));
  if (missing !== undefined || files !== manifest.files) throw damaged(folder, missing ?? SUMS);
  if (manifest.kind === "dump") for (const sum of shared) await checkSum(folder, sum, signal);
  return manifest;
}

/** Throws a StartupError, which names the backup by `name`. */
export function parseManifest(name: string, text: string): BackupManifest {
  const json = parseJson(text);
  const base = baseManifestSchema.safeParse(json);
  if (base.success) return base.data;
  const dump = manifestShape.safeParse(json);
  if (dump.success) return dump.data;
  throw new StartupError(
    `${name} was made by a newer version of the shop: restore it with that version, or with a newer one.`,
  );
}

/** The uploaded files of a dump: `path` is relative to the folder. */
export async function* listStoredFiles(
  folder: string,
): AsyncGenerator<{ path: string; version: string; sha256: string }> {
  for await (const { path, version, sha256 } of readSums(folder)) {
    if (version !== null) yield { path, version, sha256 };
  }
}

/** The rows of a table: each is a JSON array of texts. */
export async function* readRows(folder: string, table: Pick<Manifest["tables"][number], "schema" | "name">) {
  const source = createReadStream(join(folder, getTablePath(table)));
  yield* splitLines(source.pipe(createGunzip().once("close", () => source.destroy())));
}
