/**
 * The storage service, compatible with Supabase Storage: files, and the rows of schema storage, whose
 * policies decide who may read and write them. `api.ts` is its route table.
 */
import { join } from "node:path";
import type { S3Config } from "#backend/core/config/s3-config.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { Service } from "#backend/core/gateway/service.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { createApi } from "./api.ts";
import { defaultSettings, type StorageSettings } from "./config.ts";
import { openFileStore } from "./files/open-file-store.ts";
import { cleanUpOrphans } from "./files/orphan-cleanup.ts";
import { RenderCache } from "./images/render-cache.ts";
import { createUrlTokens } from "./url-tokens.ts";

/** Orphaned files are looked for a while after the start, and then every few hours. */
const CLEANUP_INTERVAL_MS = 6 * 3_600_000;
const FIRST_CLEANUP_MS = 60_000;

/**
 * `sql` is the owner of schema storage and may take the roles of tokens; the caller closes it. Only the
 * service writes to `folder`. URLs are signed with a key that is derived from `secret`.
 */
export async function createStorage(deps: {
  sql: Sql;
  log: Logger;
  folder: string;
  secret: string;
  limits: Limits;
  /** The S3 bucket for the files; `folder` then only caches them. */
  s3?: S3Config | null;
  config?: Partial<StorageSettings>;
}): Promise<Service> {
  const { sql, log, folder, limits } = deps;
  const settings = { ...defaultSettings, ...deps.config };
  const files = await openFileStore(folder, settings, deps.s3 ?? null);
  const renderCache = await RenderCache.open({
    folder: join(folder, "renders"),
    maxBytes: settings.renderCacheBytes,
    maxPixels: settings.maxInputPixels,
  });
  const urlTokens = createUrlTokens(deps.secret);
  const turns = new NetworkTurns(() => limits.getMaximum("parallel_files", "network"));
  const api = createApi({ sql, log, settings, files, renderCache, urlTokens, limits, turns });
  return {
    fetch: async (request, context) => api.fetch(request, context),
    close: startPeriodicTask(
      { name: "Storage", intervalMs: CLEANUP_INTERVAL_MS, initialDelayMs: FIRST_CLEANUP_MS },
      log,
      () => cleanUpOrphans(sql, files, renderCache, Date.now()),
    ),
  };
}
