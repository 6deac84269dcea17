/**
 * What Postgres runs for each segment of the write-ahead log: `archive <segment> <target>` stores it compressed, and
 * `restore <stored> <segment>` brings it back. Plain JavaScript with few imports, because it is started once a minute,
 * and for each segment of a recovery.
 *
 * A segment that was archived before is compared, never overwritten: Postgres asks again after a crash, and another
 * segment of the same name belongs to another shop. When the disk is nearly full, the segment is let go (Postgres is
 * told that it is archived): otherwise Postgres would keep it, uncompressed, until the shop stops for want of room. The
 * gap that remains is found by the next round of backups, which begins a new base.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { constants, setPriority } from "node:os";
import { basename, dirname } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

const MIN_FREE_BYTES = 512 * 1024 * 1024;

const [command, from = "", to = ""] = process.argv.slice(2);
try {
  if (command === "archive") {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    archive(from, to);
  } else restore(from, to);
} catch (error) {
  console.error(`${command} of ${basename(from)}: ${error instanceof Error ? error.message : error}`);
  // Above 125 Postgres ends a recovery; below, a segment that cannot be read would pass for one that is not there.
  process.exitCode = command === "archive" ? 1 : 200;
}

/**
 * @param {string} segment
 * @param {string} target
 */
function archive(segment, target) {
  const bytes = readFileSync(segment);
  if (existsSync(target)) {
    if (gunzipSync(readFileSync(target)).equals(bytes)) return;
    throw new Error(`${target} exists with another content: move it away`);
  }
  const { bavail, bsize } = statfsSync(dirname(target));
  if (bavail * bsize < MIN_FREE_BYTES) {
    console.error(`${basename(segment)} is not archived: the disk is nearly full`);
    return;
  }
  const draft = `${target}.partial`;
  writeDurably(draft, gzipSync(bytes));
  renameSync(draft, target);
  const folder = openSync(dirname(target), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/**
 * @param {string} stored
 * @param {string} segment
 */
function restore(stored, segment) {
  // A segment that is missing ends the recovery, or is the one that Postgres asks for to see whether there is one.
  if (!existsSync(stored)) {
    process.exitCode = 1;
    return;
  }
  writeDurably(segment, gunzipSync(readFileSync(stored)));
}

/**
 * @param {string} path
 * @param {Buffer} bytes
 */
function writeDurably(path, bytes) {
  const file = openSync(path, "w", 0o600);
  try {
    for (let position = 0; position < bytes.length; ) position += writeSync(file, bytes, position);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
