/** Reads the mails that the file transport has saved, for the local pages. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address, Email } from "postal-mime";
import { getErrorCode } from "#backend/core/errors.ts";

/** The file names of the file transport; other files of the folder are ignored. */
const FILE_NAME = /^\d{8}T\d{9}Z-[a-z]+(-[a-z]+)*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml$/;

export function mailDirectory(dataDir: string): string {
  return join(dataDir, "mails");
}

export interface SavedMail extends Email {
  file: string;
}

/** The newest first, at most `count`. */
export async function listSavedMails(directory: string, count: number): Promise<SavedMail[]> {
  const files = await readdir(directory).catch(ignoreNotFound([]));
  const newest = files
    .filter((file) => FILE_NAME.test(file))
    .sort()
    .reverse()
    .slice(0, count);
  const mails = await Promise.all(newest.map((file) => findSavedMail(directory, file)));
  return mails.filter((mail) => mail !== null);
}

/** Null when there is no such mail. */
export async function findSavedMail(directory: string, file: string): Promise<SavedMail | null> {
  if (!FILE_NAME.test(file)) return null;
  const bytes = await readFile(join(directory, file)).catch(ignoreNotFound(null));
  if (!bytes) return null;
  const { default: PostalMime } = await import("postal-mime");
  return { file, ...(await PostalMime.parse(bytes)) };
}

/** «Awa Zongo <awa@exemple.bf>, …» */
export function formatAddresses(addresses: Address | Address[] | undefined): string {
  return [addresses ?? []]
    .flat()
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(", ");
}

function ignoreNotFound<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (getErrorCode(error) === "ENOENT") return fallback;
    throw error;
  };
}
