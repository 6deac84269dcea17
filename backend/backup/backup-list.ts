/** The backups of a place, by their names: the moment of each, as `2026-11-28T02-00-07Z`. */
import type { BackupStore } from "./copies/backup-store.ts";
import { SUMS } from "./sums.ts";

const NAME = /^(?<date>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})-(?<minute>\d{2})-(?<second>\d{2})Z$/;

/** `createdAt` is ISO text. */
export function toBackupName(createdAt: string): string {
  const [seconds = ""] = new Date(createdAt).toISOString().split(".");
  return `${seconds.replaceAll(":", "-")}Z`;
}

/** Null for the name of something else. */
export function parseBackupName(name: string): Date | null {
  const { date, hour, minute, second } = NAME.exec(name)?.groups ?? {};
  return date === undefined ? null : new Date(`${date}T${hour}:${minute}:${second}Z`);
}

/** The clock of a database may be so far ahead of that of the shop. */
const CLOCK_DIFFERENCE_MS = 3_600_000;

/** What a clock has dated that was far ahead would be the newest for as long as it was. */
export function isInFuture(moment: Date, now: Date): boolean {
  return moment.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS;
}

/** Of names in order. */
export function findNewestBackup(names: readonly string[], now: Date): string | undefined {
  return names.findLast((name) => !isInFuture(parseBackupName(name) ?? now, now));
}

/** The names of the complete backups, in order. */
export async function listBackups(store: BackupStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of store.list("")) {
    const [name = "", file, ...others] = path.split("/");
    if (file === SUMS && others.length === 0 && parseBackupName(name)) names.push(name);
  }
  return names.sort();
}
