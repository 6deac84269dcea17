/**
 * The storage service: files of the shop, with the rows of schema storage that say who may read and write them, as
 * Supabase Storage answers for them. `api.ts` is its table of contents.
 */
import { join } from "node:path";
import { createAddressLimiter } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import { messageOf, StartError } from "../core/errors.ts";
import { startHousekeeping } from "../core/housekeeping.ts";
import type { Logger } from "../core/log.ts";
import type { Service } from "../core/service.ts";
import { createApi } from "./api.ts";
import { defaultSettings, type StorageSettings } from "./config.ts";
import { LocalFiles } from "./files/local-files.ts";
import type { S3Settings } from "./files/s3-bucket.ts";
import type { FileStore } from "./files/store.ts";
import { sweep } from "./files/sweep.ts";
import { Renders } from "./images/renders.ts";
import { createUrlTokens } from "./url-tokens.ts";

/** Files that no row names are looked for a while after the start, and then every few hours. */
const SWEEP_MS = 6 * 3_600_000;
const FIRST_SWEEP_MS = 60_000;

/**
 * `sql` is the owner of schema storage and may become the roles of tokens; it stays the caller's to close. The service
 * alone writes to `folder`. Addresses are signed with a key that is derived from `secret`.
 */
export async function createStorage(deps: {
  sql: Sql;
  log: Logger;
  folder: string;
  secret: string;
  /** Where files live instead of `folder`, which then keeps those that are used. */
  s3?: S3Settings | null;
  config?: Partial<StorageSettings>;
}): Promise<Service> {
  const { sql, log, folder } = deps;
  const settings = { ...defaultSettings, ...deps.config };
  const files = await openFiles(folder, settings, deps.s3 ?? null);
  const renders = await Renders.open({
    folder: join(folder, "renders"),
    maxBytes: settings.renderCacheBytes,
    maxPixels: settings.maxInputPixels,
  });
  const urlTokens = createUrlTokens(deps.secret);
  const addresses = createAddressLimiter(settings.addressLimits);
  const api = createApi({ sql, log, settings, files, renders, urlTokens, addresses });
  return {
    fetch: async (request, context) => api.fetch(request, context),
    close: startHousekeeping({ service: "Storage", everyMs: SWEEP_MS, firstMs: FIRST_SWEEP_MS }, log, () =>
      sweep(sql, files, renders, Date.now()),
    ),
  };
}

/** Throws a StartError when the bucket cannot be reached. */
async function openFiles(
  folder: string,
  { freeDiskBytes, keptFileBytes }: StorageSettings,
  s3: S3Settings | null,
): Promise<FileStore> {
  if (s3 === null) return LocalFiles.open(folder, freeDiskBytes);
  const [{ S3Bucket }, { S3Files }] = await Promise.all([
    import("./files/s3-bucket.ts"),
    import("./files/s3-files.ts"),
  ]);
  const bucket = new S3Bucket(s3);
  try {
    await bucket.check();
  } catch (error) {
    throw new StartError(
      `The bucket of S3_URL cannot be used (${messageOf(error)}): check address, keys and region.`,
    );
  }
  return S3Files.open(bucket, join(folder, "kept"), { freeBytes: freeDiskBytes, keptBytes: keptFileBytes });
}
