/** Keeps the encrypted copies of the backups: sends what they lack, and removes what is too old there. */

import { listBackups, parseBackupName } from "#backend/backup/backup-list.ts";
import { applyRetention } from "#backend/backup/retention.ts";
import { SUMS } from "#backend/backup/sums.ts";
import type { BackupStore, FolderStore } from "./backup-store.ts";

/** Files and the log first, and of a backup its checksums last: a copy that has them is complete. */
const ORDER = [/^files\//, /^wal\//, new RegExp(`/(?!${SUMS}$)[^/]+$`), /./];

/** Resolves to the number of files that were sent. */
export async function copyBackups(
  local: FolderStore,
  copy: BackupStore,
  keep: number,
  signal: AbortSignal,
): Promise<number> {
  const present = new Set<string>();
  for await (const { path } of copy.list("")) present.add(path);
  const complete = new Set(await listBackups(local));
  const missing: string[] = [];
  for await (const { path } of local.list("")) {
    const [folder = ""] = path.split("/");
    const isPart = folder === "files" || folder === "wal" || complete.has(folder);
    if (isPart && !present.has(path)) missing.push(path);
  }
  const rank = (path: string) => ORDER.findIndex((pattern) => pattern.test(path));
  missing.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  let count = 0;
  for (const path of missing) {
    signal.throwIfAborted();
    const source = await local.read(path);
    // The retention of the folder may have removed it.
    if (source === null) continue;
    await copy.write(path, source);
    count++;
  }
  if (missing.some((path) => parseBackupName(path.split("/")[0] ?? "")))
    await applyRetention(copy, keep, [...complete]);
  return count;
}
