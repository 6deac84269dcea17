/**
 * Postgres's continuous archiving: each segment of the write-ahead log is stored compressed in a folder, at the latest a
 * minute after something was written. Together with a base backup it gives the database of any moment since.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

const SCRIPT = join(import.meta.dirname, "wal-command.mjs");
/** A disk that is lost takes so much with it, if the archive is elsewhere. */
const TIMEOUT_SECONDS = 60;
const ARCHIVE = /^[0-9a-f]{8}$/;
const STORED = /^(?<segment>[0-9A-F]{24})\.gz$/;

/**
 * The name of this cluster's archive in a folder of archives, created if there is none. It is random: a shop that was
 * restored writes other segments of the same names.
 */
export async function openArchive(archives: string): Promise<string> {
  await mkdir(archives, { recursive: true, mode: 0o700 });
  const present = (await readdir(archives)).find((entry) => ARCHIVE.test(entry));
  const name = present ?? randomBytes(4).toString("hex");
  await mkdir(join(archives, name), { recursive: true, mode: 0o700 });
  return name;
}

/** The settings with which a cluster archives into a folder. */
export function getArchiveSettings(archive: string): string[] {
  return [
    "archive_mode=on",
    `archive_timeout=${TIMEOUT_SECONDS}`,
    `archive_command=${toShellCommand("archive", '"%p"', `${escapeWord(archive)}/%f.gz`)}`,
  ];
}

/** The setting with which a cluster that recovers reads an archive. */
export function getRestoreSetting(archive: string): string {
  return `restore_command=${toShellCommand("restore", `${escapeWord(archive)}/%f.gz`, '"%p"')}`;
}

function toShellCommand(command: string, from: string, to: string): string {
  return `exec ${escapeWord(process.execPath)} ${escapeWord(SCRIPT)} ${command} ${from} ${to}`;
}

/** A word of a shell, in which Postgres replaces nothing. */
function escapeWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
}

/** The segments of an archive, from a list of its files, in order. */
export function listSegments(files: readonly string[]): string[] {
  return files.flatMap((file) => STORED.exec(file)?.groups?.segment ?? []).sort();
}

/** The name of the segment that holds a position of the log, such as `1A/2B3C4D`. */
export function getSegment(timeline: number, position: string, segmentBytes: number): string {
  const [high = "0", low = "0"] = position.split("/");
  const segment = Math.floor(Number.parseInt(low, 16) / segmentBytes);
  return [timeline, Number.parseInt(high, 16), segment].map(toHex).join("");
}

/** The first of the segments from `first` on that is missing while a later one is there, or null. */
export function findGap(segments: readonly string[], first: string, segmentBytes: number): string | null {
  const present = new Set(segments);
  const last = segments.at(-1);
  for (let next = first; last !== undefined && next <= last; next = getNextSegment(next, segmentBytes)) {
    if (!present.has(next)) return next;
  }
  return null;
}

function getNextSegment(segment: string, segmentBytes: number): string {
  const [timeline, high, low] = [0, 8, 16].map((start) =>
    Number.parseInt(segment.slice(start, start + 8), 16),
  );
  const isEnd = (low ?? 0) + 1 === 2 ** 32 / segmentBytes;
  return [timeline ?? 0, (high ?? 0) + (isEnd ? 1 : 0), isEnd ? 0 : (low ?? 0) + 1].map(toHex).join("");
}

/** Whether a segment is before another one, on whatever timeline. */
export function isBefore(segment: string, other: string): boolean {
  return segment.slice(8) < other.slice(8);
}

const toHex = (number: number) => number.toString(16).toUpperCase().padStart(8, "0");
