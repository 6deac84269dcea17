/**
 * The storage service: files of the shop, with the rows of schema storage that say who may read and write them, as
 * Supabase Storage answers for them. `api.ts` is its table of contents.
 */
import { join } from "node:path";
import { createAddressLimiter } from "../core/address-limits.ts";
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import type { Service } from "../core/service.ts";
import { createApi } from "./api.ts";
import { defaultSettings, type StorageSettings } from "./config.ts";
import { FileStore } from "./files/store.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { Renders } from "./images/renders.ts";
import { createUrlTokens } from "./url-tokens.ts";

/**
 * `sql` is the owner of schema storage and may become the roles of tokens; it stays the caller's to close. The service
 * alone writes to `folder`. Addresses are signed with a key that is derived from `secret`.
 */
export async function createStorage(deps: {
  sql: Sql;
  log: Logger;
  folder: string;
  secret: string;
  config?: Partial<StorageSettings>;
}): Promise<Service> {
  const { sql, log, folder } = deps;
  const settings = { ...defaultSettings, ...deps.config };
  const files = await FileStore.open(folder, settings.freeDiskBytes);
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
    close: startHousekeeping({ sql, files, renders, log }),
  };
}
