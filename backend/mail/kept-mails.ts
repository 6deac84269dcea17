/** The mails that were kept as files, read back for a page of this machine. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address, Email } from "postal-mime";
import { codeOf } from "../core/errors.ts";

/** As the file transport names them; nothing else in the folder is looked at. */
const FILE = /^\d{8}T\d{9}Z-[a-z]+(-[a-z]+)*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml$/;

export function mailDirectory(dataDir: string): string {
  return join(dataDir, "mails");
}

export interface KeptMail extends Email {
  file: string;
}

/** The newest first, at most `count`. */
export async function listKeptMails(directory: string, count: number): Promise<KeptMail[]> {
  const files = await readdir(directory).catch(ignoreAbsence([]));
  const newest = files
    .filter((file) => FILE.test(file))
    .sort()
    .reverse()
    .slice(0, count);
  const mails = await Promise.all(newest.map((file) => findKeptMail(directory, file)));
  return mails.filter((mail) => mail !== null);
}

/** Null when there is none of this name. */
export async function findKeptMail(directory: string, file: string): Promise<KeptMail | null> {
  if (!FILE.test(file)) return null;
  const bytes = await readFile(join(directory, file)).catch(ignoreAbsence(null));
  if (!bytes) return null;
  const { default: PostalMime } = await import("postal-mime");
  return { file, ...(await PostalMime.parse(bytes)) };
}

/** «Awa Zongo <awa@exemple.bf>, …» */
export function addressText(addresses: Address | Address[] | undefined): string {
  return [addresses ?? []]
    .flat()
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(", ");
}

function ignoreAbsence<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) === "ENOENT") return instead;
    throw error;
  };
}
