/** What a place of backups need not keep any more: backups but the newest ones, and what only the others needed. */
import { isBefore } from "#backend/postgres/wal-archive.ts";
import { MANIFEST, parseManifest } from "./backup-folder.ts";
import { listBackups, parseBackupName } from "./backup-list.ts";
import { type BackupStore, readText, type StoredFile } from "./copies/backup-store.ts";
import { parseSums, SUMS } from "./sums.ts";

export interface KeptBackup {
  name: string;
  /** The archive and the first segment that it needs; null for a dump. */
  log: { archive: string; firstSegment: string } | null;
  /** Of its uploaded files. */
  versions: ReadonlySet<string>;
}

/** An upload is stored before its row is. */
const GRACE_MS = 24 * 3_600_000;

/**
 * The paths to remove. `kept` are the newest backups in order, at least one. A file that came after the oldest of them
 * stays: a moment between two backups may need it.
 */
export function planRemovals(kept: readonly KeptBackup[], files: readonly StoredFile[]): string[] {
  const [oldest] = kept;
  if (!oldest) return [];
  const since = parseBackupName(oldest.name)?.getTime() ?? 0;
  return files.filter((file) => !isNeeded(file, kept, since)).map(({ path }) => path);
}

function isNeeded({ path, modified }: StoredFile, kept: readonly KeptBackup[], since: number): boolean {
  const [folder = "", second = "", third = ""] = path.split("/");
  if (folder === "files") {
    return modified > since - GRACE_MS || kept.some(({ versions }) => versions.has(third));
  }
  if (folder === "wal") {
    const { segment } = /^(?<segment>[0-9A-F]{24})/.exec(third)?.groups ?? {};
    if (segment === undefined) return true;
    const first = kept.flatMap(({ log }) => (log?.archive === second ? log.firstSegment : []));
    return first.length === 0 ? modified > since : first.some((needed) => !isBefore(segment, needed));
  }
  // What is newer than the newest one is being written.
  const isBackup = parseBackupName(folder) !== null;
  return !isBackup || folder > (kept.at(-1)?.name ?? "") || kept.some(({ name }) => name === folder);
}

/** Keeps the newest backups, `keep` of them, and those of `needed`, which are older only by a clock that is wrong. */
export async function applyRetention(
  store: BackupStore,
  keep: number,
  needed: readonly string[],
): Promise<void> {
  const kept: KeptBackup[] = [];
  const names = await listBackups(store);
  const newest = names.slice(-keep);
  for (const name of names.filter((name) => newest.includes(name) || needed.includes(name))) {
    kept.push(await readKept(store, name));
  }
  const files: StoredFile[] = [];
  for await (const file of store.list("")) files.push(file);
  const removals = planRemovals(kept, files);
  // Without its checksums a backup is none: they go first.
  const isSums = (path: string) => path.endsWith(`/${SUMS}`);
  for (const path of removals.filter(isSums)) await store.remove(path);
  for (const path of removals.filter((path) => !isSums(path))) await store.remove(path);
}

async function readKept(store: BackupStore, name: string): Promise<KeptBackup> {
  const manifest = parseManifest(name, await readText(store, `${name}/${MANIFEST}`));
  const versions = new Set<string>();
  for await (const { version } of parseSums((await store.read(`${name}/${SUMS}`)) ?? [], name)) {
    if (version !== null) versions.add(version);
  }
  const { archive, firstSegment } = manifest.kind === "base" ? manifest : { archive: "", firstSegment: "" };
  return { name, log: archive === "" ? null : { archive, firstSegment }, versions };
}
