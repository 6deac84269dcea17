/**
 * Removes files that no row names. A row is written and deleted by the database's transactions, a file is not: after
 * a crash between the two, or SQL by hand, a file may be left that nothing can reach any more.
 */
import type { Sql } from "../../core/database.ts";
import { findVersions } from "../models/object.ts";
import type { FileStore } from "./store.ts";

/** Longer than the slowest upload: what is younger may be about to be named by a row. */
const GRACE_MS = 24 * 3_600_000;

/** Removes those of these files that no row names any more. `sql` is the owner of the table. */
export async function removeUnnamed(sql: Sql, files: FileStore, versions: string[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const named = await findVersions(sql, versions);
  const unnamed = versions.filter((version) => !named.has(version));
  await files.remove(unnamed);
  return unnamed;
}

export async function sweep(sql: Sql, files: FileStore, now = Date.now()): Promise<void> {
  const olderThan = now - GRACE_MS;
  await files.clearIncoming(olderThan);
  for await (const versions of files.versions(olderThan)) await removeUnnamed(sql, files, versions);
}
