/**
 * Locks a data directory for one process. The lock file names its owner by process id, start time and start of the
 * machine, so that an id that another program got after a crash is not mistaken for the owner. The start time of a
 * program may be hidden (`ProtectProc=invisible` of systemd): after a power cut the start of the machine still tells.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getErrorCode, StartupError } from "#backend/core/errors.ts";
import { readProcessStat } from "#backend/core/process-stat.ts";

/** How long to wait: a start right after a stop overlaps with the end of the old process. */
const LOCK_TIMEOUT_MS = 3_000;
const POLL_MS = 50;

/** Takes the lock and returns the function that releases it. Throws a StartupError when it stays held. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, "lock");
  const draft = `${file}.${randomUUID()}`;
  const own: LockOwner = {
    pid: process.pid,
    startedAt: readProcess(process.pid).startedAt,
    bootId: await getBootId(),
  };
  await writeFile(draft, JSON.stringify(own));
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  try {
    for (;;) {
      try {
        await link(draft, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if (getErrorCode(error) !== "EEXIST") throw error;
      }
      const owner = await readOwner(file);
      if (!owner || !(await isAlive(owner))) {
        await removeStaleLock(file);
        continue;
      }
      if (performance.now() > deadline) {
        throw new StartupError(
          `${dataDir} is in use by process ${owner.pid}: stop that one first, or set another DATA_DIR.`,
        );
      }
      await sleep(POLL_MS);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

interface LockOwner {
  pid: number;
  startedAt: string | null;
  /** Missing in a lock of an early version of the shop. */
  bootId?: string | null;
}

async function readOwner(file: string): Promise<LockOwner | null> {
  try {
    const owner: LockOwner = JSON.parse(await readFile(file, "utf8"));
    return Number.isInteger(owner.pid) ? owner : null;
  } catch {
    return null;
  }
}

async function isAlive({ pid, startedAt, bootId }: LockOwner): Promise<boolean> {
  if (bootId && bootId !== (await getBootId())) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) === "ESRCH") return false;
  }
  const now = readProcess(pid);
  // One that has ended, and whose parent has not asked for its exit code, still has its id.
  if (now.state === "Z") return false;
  return startedAt === null || now.startedAt === null ? true : now.startedAt === startedAt;
}

/**
 * Removes a stale lock. Only one of several processes wins the rename; the others then find the winner's
 * lock.
 */
async function removeStaleLock(file: string): Promise<void> {
  const movedFile = `${file}.${randomUUID()}`;
  try {
    await rename(file, movedFile);
  } catch (error) {
    if (getErrorCode(error) !== "ENOENT") throw error;
  }
  const movedOwner = await readOwner(movedFile);
  if (movedOwner && (await isAlive(movedOwner))) await link(movedFile, file).catch(() => {});
  await rm(movedFile, { force: true });
}

/** The kernel's state of a process and its start time in clock ticks; null where /proc does not exist. */
function readProcess(pid: number): { state: string | null; startedAt: string | null } {
  const fields = readProcessStat(pid);
  return { state: fields[0] ?? null, startedAt: fields[19] ?? null };
}

/** Names the time since the machine was started; null where /proc does not exist. */
async function getBootId(): Promise<string | null> {
  const id = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return id.trim() || null;
}
