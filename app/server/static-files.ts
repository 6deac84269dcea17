/**
 * Files as bytes. The build is small and asked for by everyone: it is read once, with the compressed copies that were
 * made beside it. Pictures are many: those asked for last are kept.
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { LRUCache } from "lru-cache";
import { securityHeaders } from "./security-headers.ts";
import { StoredAnswer } from "./stored-answer.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const COMPRESSED_COPY = /\.(br|gz)$/;
/** Also keeps a request from leaving the folder: no slash, no leading dot. */
const PICTURE_NAME = /^[a-z0-9][a-z0-9-]*\.(avif|jpg|png|svg|webp)$/;

/** The name of a built asset carries the hash of its content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";
const ONE_WEEK = "public, max-age=604800";
const PICTURE_BYTES_KEPT = 16 * 1024 * 1024;

/** Every file of a built folder, by its address. */
export async function readBuiltFiles(
  folder: string,
  siteUrl: string,
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const copies = new Set(files.filter((file) => COMPRESSED_COPY.test(file)));
  const read = async (file: string) => (copies.has(file) ? await readFile(file) : undefined);
  return new Map(
    await Promise.all(
      files
        .filter((file) => !copies.has(file))
        .map(async (file): Promise<[string, StoredAnswer]> => {
          const address = `/${relative(folder, file)}`;
          const [bytes, br, gzip] = await Promise.all([
            readFile(file),
            read(`${file}.br`),
            read(`${file}.gz`),
          ]);
          const headers = headersOf(file, address.startsWith("/assets/") ? IMMUTABLE : ONE_HOUR, siteUrl);
          return [
            address,
            new StoredAnswer(200, headers, bytes, { ...(br && { br }), ...(gzip && { gzip }) }),
          ];
        }),
    ),
  );
}

/** Pictures of a folder by their file name; null for one that is not there. */
export function createPictures(
  folder: string,
  siteUrl: string,
): (name: string) => Promise<StoredAnswer | null> {
  const kept = new LRUCache<string, StoredAnswer>({
    maxSize: PICTURE_BYTES_KEPT,
    sizeCalculation: (answer) => answer.size + 1,
  });
  return async (name) => {
    const known = kept.get(name);
    if (known) return known;
    if (!PICTURE_NAME.test(name)) return null;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (!bytes) return null;
    const answer = new StoredAnswer(200, headersOf(name, ONE_WEEK, siteUrl), bytes);
    kept.set(name, answer);
    return answer;
  };
}

function headersOf(file: string, cacheControl: string, siteUrl: string): Headers {
  return new Headers({
    ...securityHeaders(siteUrl),
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "cache-control": cacheControl,
  });
}
