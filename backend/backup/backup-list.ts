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

/** The names of the complete backups, in order. */
export async function listBackups(store: BackupStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of store.list("")) {
    const [name = "", file, ...others] = path.split("/");
    if (file === SUMS && others.length === 0 && parseBackupName(name)) names.push(name);
  }
  return names.sort();
}
