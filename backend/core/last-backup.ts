/** When the last backup was made that was proven: a note in the data directory, of the shop's own backups and of `npm run backup`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "./values/parse-json.ts";

const noteSchema = z.object({ completedAt: z.iso.datetime() });

const getPath = (dataDir: string) => join(dataDir, "last-backup.json");

export async function writeLastBackup(dataDir: string, completedAt: Date): Promise<void> {
  await writeFile(getPath(dataDir), `${JSON.stringify({ completedAt: completedAt.toISOString() })}\n`);
}

/** Null when none is known. */
export async function readLastBackup(dataDir: string): Promise<Date | null> {
  const text = await readFile(getPath(dataDir), "utf8").catch(() => "");
  const note = noteSchema.safeParse(parseJson(text));
  return note.success ? new Date(note.data.completedAt) : null;
}
