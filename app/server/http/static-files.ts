/**
 * Files as cached responses. The build is small and requested by every visitor: it is read once, with the
 * compressed copies that were created at build time. The files of the demo shop are many: the most recently used ones
 * are cached.
 */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { LRUCache } from "lru-cache";
import { CachedResponse } from "./cached-response.ts";
import { type PublicSite, securityHeaders } from "./security-headers.ts";

const MIME_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
};
const COMPRESSED_COPY = /\.(br|gz)$/;
/** Also prevents path traversal: no slash, no leading dot. */
const SEED_FILE_NAME = /^[a-z0-9][a-z0-9-]*\.(avif|jpg|pdf|png|svg|webp)$/;

/** The name of a built asset contains the hash of its content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_HOUR = "public, max-age=3600";
const ONE_WEEK = "public, max-age=604800";
const SEED_CACHE_BYTES = 16 * 1024 * 1024;

/** Every file of a build folder by its URL path. */
export async function readBuiltFiles(
  folder: string,
  site: PublicSite,
): Promise<ReadonlyMap<string, CachedResponse>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const copies = new Set(files.filter((file) => COMPRESSED_COPY.test(file)));
  const read = (file: string) => (copies.has(file) ? readFileSync(file) : undefined);
  const built = new Map<string, CachedResponse>();
  // Without promises, hundreds of small files take half of the processor time, and one file descriptor.
  for (const file of files) {
    if (copies.has(file)) continue;
    const path = `/${relative(folder, file)}`;
    const [br, gzip] = [read(`${file}.br`), read(`${file}.gz`)];
    const headers = createHeaders(file, path.startsWith("/assets/") ? IMMUTABLE : ONE_HOUR, site);
    const copy = { ...(br && { br }), ...(gzip && { gzip }) };
    built.set(path, new CachedResponse(200, headers, readFileSync(file), copy));
  }
  return built;
}

/** Loads images and data sheets of a folder by their file name; null for one that does not exist. */
export function createSeedFileLoader(
  folder: string,
  site: PublicSite,
): (name: string) => Promise<CachedResponse | null> {
  const cache = new LRUCache<string, CachedResponse>({
    maxSize: SEED_CACHE_BYTES,
    sizeCalculation: (response) => response.size + 1,
  });
  return async (name) => {
    const cached = cache.get(name);
    if (cached) return cached;
    if (!SEED_FILE_NAME.test(name)) return null;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (!bytes) return null;
    const response = new CachedResponse(200, createHeaders(name, ONE_WEEK, site), bytes);
    cache.set(name, response);
    return response;
  };
}

function createHeaders(file: string, cacheControl: string, site: PublicSite): Headers {
  return new Headers({
    ...securityHeaders(site),
    "content-type": MIME_TYPES[extname(file)] ?? "application/octet-stream",
    "cache-control": cacheControl,
  });
}
