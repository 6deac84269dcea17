/**
 * The clean-up of orphans: files that no row references. Rows are written and deleted in transactions, files
 * are not: after a crash between the two, or SQL by hand, an unreachable file may remain. The periodic
 * clean-up quarantines such files instead of deleting them at once: many orphans mean that the shop was
 * started on the wrong database.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { StorageDeps } from "#backend/storage/endpoint.ts";
import type { RenderCache } from "#backend/storage/images/render-cache.ts";
import { findReferencedVersions } from "#backend/storage/models/object.ts";
import type { FileStore } from "./file-store.ts";

const DAY_MS = 24 * 3_600_000;
/** Longer than the slowest upload: a younger file may be about to get its row. */
const ORPHAN_GRACE_MS = DAY_MS;
const QUARANTINE_MS = 30 * DAY_MS;

/**
 * Deletes the files of these versions and the images rendered from them, except those that a row still
 * references. Does not reject: files that remain are quarantined by the periodic clean-up.
 */
export async function deleteUnreferencedFiles(
  { sql, files, renderCache, log }: StorageDeps,
  versions: (string | null)[],
): Promise<void> {
  try {
    const known = versions.filter((version) => version !== null);
    for (const version of await deleteOrphans(sql, files, known)) renderCache.deleteVersion(version);
  } catch (error) {
    log.warn({ err: error }, "files of deleted objects could not be removed yet");
  }
}

/** Deletes those of these files that no row references, and returns them. `sql` is the owner of the table. */
async function deleteOrphans(sql: Sql, files: FileStore, versions: string[]): Promise<string[]> {
  const orphans = await findOrphans(sql, versions);
  await files.remove(orphans);
  return orphans;
}

/** `now` is in milliseconds since the epoch. */
export async function cleanUpOrphans(
  sql: Sql,
  files: FileStore,
  renderCache: RenderCache,
  now: number,
): Promise<void> {
  await files.clearIncoming(now - ORPHAN_GRACE_MS);
  await files.clearQuarantine(now - QUARANTINE_MS);
  for await (const versions of files.listVersions(now - ORPHAN_GRACE_MS)) {
    await files.quarantine(await findOrphans(sql, versions));
  }
  for (const version of await findOrphans(sql, renderCache.listVersions()))
    renderCache.deleteVersion(version);
}

async function findOrphans(sql: Sql, versions: string[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const referenced = await findReferencedVersions(sql, versions);
  return versions.filter((version) => !referenced.has(version));
}
