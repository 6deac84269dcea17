/**
 * What becomes of files that no row names. A row is written and deleted by the database's transactions, a file is not:
 * after a crash between the two, or SQL by hand, a file may be left that nothing can reach any more. Such files are set
 * aside and not removed at once: a whole folder of them means that someone has started the shop on the wrong database.
 */
import type { Sql } from "../../core/database.ts";
import type { Renders } from "../images/renders.ts";
import { findVersions } from "../models/object.ts";
import type { FileStore } from "./store.ts";

const DAY_MS = 24 * 3_600_000;
/** Longer than the slowest upload: what is younger may be about to be named by a row. */
const GRACE_MS = DAY_MS;
const ASIDE_MS = 30 * DAY_MS;

/** Removes those of these files that no row names any more, and returns them. `sql` is the owner of the table. */
export async function removeUnnamed(sql: Sql, files: FileStore, versions: string[]): Promise<string[]> {
  const unnamed = await unnamedOf(sql, versions);
  await files.remove(unnamed);
  return unnamed;
}

/** `now` is in milliseconds since the epoch. */
export async function sweep(sql: Sql, files: FileStore, renders: Renders, now: number): Promise<void> {
  await files.clearIncoming(now - GRACE_MS);
  await files.clearAside(now - ASIDE_MS);
  for await (const versions of files.versions(now - GRACE_MS)) {
    await files.setAside(await unnamedOf(sql, versions));
  }
  for (const version of await unnamedOf(sql, renders.versions())) renders.forget(version);
}

async function unnamedOf(sql: Sql, versions: string[]): Promise<string[]> {
  if (versions.length === 0) return [];
  const named = await findVersions(sql, versions);
  return versions.filter((version) => !named.has(version));
}
