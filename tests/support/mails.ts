/** The mails of a shop without a mail server, as files in its data directory. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";

/** All mails that were written so far, the oldest first. */
export async function readMails(dataDir: string): Promise<Email[]> {
  const directory = join(dataDir, "mails");
  const files = await readdir(directory).catch(() => []);
  const mails = files.filter((file) => file.endsWith(".eml")).sort();
  return Promise.all(mails.map(async (file) => PostalMime.parse(await readFile(join(directory, file)))));
}

/** The address of a mail's recipient. */
export function getRecipient(mail: Email): string | undefined {
  return mail.to?.[0]?.address;
}

/** The tokens of the review links in a mail's text, in order. */
export function parseReviewTokens(mail: Email): string[] {
  return [...(mail.text ?? "").matchAll(/\/review\?token=([\w-]+)/g)].map(([, token = ""]) => token);
}

/** The address that opens the mails, as the start has printed it; empty when it printed none. */
export function findMailsUrl(output: string): string {
  return /http:\S+\/mails\?key=[\w-]+/.exec(output)?.[0] ?? "";
}
