/**
 * One data directory, one process. The lock file names its owner by process number and start time, so that
 * a number that was given to another program after a crash is not mistaken for the owner.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, StartError } from "../core/errors.ts";

/** A start that follows a stop at once meets the old process's last moments. */
const PATIENCE_MS = 3_000;
const POLL_MS = 50;

/** Takes the lock and returns the function that gives it back. Throws a StartError when it stays held. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "lock");
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ pid: process.pid, startedAt: await startTimeOf(process.pid) }));
  const deadline = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      try {
        await link(draft, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if (codeOf(error) !== "EEXIST") throw error;
      }
      const owner = await readOwner(file);
      if (!owner || !(await isAlive(owner))) {
        await removeStale(file);
        continue;
      }
      if (Date.now() > deadline) {
        throw new StartError(
          `${dataDir} is in use by process ${owner.pid}: stop that one first, or set another DATA_DIR.`,
        );
      }
      await sleep(POLL_MS);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

interface Owner {
  pid: number;
  startedAt: string | null;
}

async function readOwner(file: string): Promise<Owner | null> {
  try {
    const owner: Owner = JSON.parse(await readFile(file, "utf8"));
    return Number.isInteger(owner.pid) ? owner : null;
  } catch {
    return null;
  }
}

async function isAlive({ pid, startedAt }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
  }
  const now = await startTimeOf(pid);
  return startedAt === null || now === null ? true : now === startedAt;
}

/** Only one of several processes wins the rename; the others then meet the winner's lock. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const moved = await readOwner(aside);
  if (moved && (await isAlive(moved))) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/** The kernel's start time of a process in clock ticks, or null where /proc does not exist. */
async function startTimeOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold spaces; the time is the 22nd.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
