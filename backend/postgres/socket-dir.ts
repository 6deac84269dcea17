/**
 * The directory of the server's socket, which only the user of the shop can enter. It is in the data directory,
 * or, where that path does not do for a socket, in the system's temporary one. There every user can
 * create a directory of that name first, and would then own the socket to which the shop sends its rows.
 */
import { createHash } from "node:crypto";
import { lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";

/** Longer paths do not fit a socket address. A letter with an accent has two bytes. */
const MAX_BYTES = 80;
const PRIVATE_MODE = 0o700;

/** Creates the directory if it is missing. Throws a StartupError when it may be another user's. */
export async function prepareSocketDir(dataDir: string, temporaryDir = tmpdir()): Promise<string> {
  const inside = join(dataDir, "socket");
  // Postgres and its clients take a comma for the end of a path.
  if (Buffer.byteLength(inside) <= MAX_BYTES && !inside.includes(",")) {
    await mkdir(inside, { recursive: true, mode: PRIVATE_MODE });
    return inside;
  }
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const outside = join(temporaryDir, `yaare-${name}`);
  await mkdir(outside, { mode: PRIVATE_MODE }).catch((error: unknown) => {
    if (getErrorCode(error) !== "EEXIST") throw error;
  });
  if (!(await isPrivate(outside))) {
    throw new StartupError(
      `${outside}, for the socket of Postgres, is not a directory of this user alone: remove it, or set a DATA_DIR with a shorter path.`,
    );
  }
  return outside;
}

/** Whether the path is a directory, no link to one, which belongs to this user and which nobody else may enter. */
async function isPrivate(path: string): Promise<boolean> {
  const stats = await lstat(path);
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o777) === PRIVATE_MODE;
}
