/** The embedded Postgres of a shop, which archives its write-ahead log if the shop makes backups. */
import { join } from "node:path";
import type { Config } from "#backend/core/config/config.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { type EmbeddedPostgres, startPostgres } from "./index.ts";
import { getArchiveSettings, openArchive } from "./wal-archive.ts";

/** The folder of the archives. */
export const getArchivesFolder = (dataDir: string) => join(dataDir, "backups/wal");

/** Whatever starts the Postgres of a shop starts it by this: what is written meanwhile would be missing in the archive. */
export async function startShopPostgres(
  { dataDir, backup }: Pick<Config, "dataDir" | "backup">,
  log: Logger,
): Promise<EmbeddedPostgres> {
  if (backup.keep === 0) return startPostgres({ dataDir, log });
  const archives = getArchivesFolder(dataDir);
  const settings = getArchiveSettings(join(archives, await openArchive(archives)));
  return startPostgres({ dataDir, log, settings });
}
