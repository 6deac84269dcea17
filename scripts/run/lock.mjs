/**
 * One installation or build at a time in this folder: two `npm start` at once must not write one
 * node_modules. The file contains the ids of the processes that hold it: the start itself, and the program
 * that it runs, which continues when the start is killed with -9. The start renews the file while it works: a
 * file left behind in another container, where the same ids are other processes, is recognised by its age.
 */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const heartbeatMs = 1_000;
const abandonedMs = 60_000;
const pollMs = 200;

/** @typedef {{ addHolder(pid: number): void }} Lock `addHolder`: this process holds the lock too, as long as it lives */

/**
 * @template T
 * @param {string} file
 * @param {import("./report.mjs").Report} report
 * @param {(lock: Lock) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, report, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !tryAcquire(file); waited = true) {
    if (!waited) report.info("Waiting for another start that is preparing this folder");
    removeAbandoned(file);
    await sleep(pollMs);
  }
  const renewal = setInterval(() => utimesSync(file, new Date(), new Date()), heartbeatMs);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work({ addHolder: (pid) => appendFileSync(file, `${pid}\n`) });
  } finally {
    clearInterval(renewal);
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function tryAcquire(file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * Two waiters may both see the abandoned lock: each renames it to a unique name, and the one that renamed a
 * lock made meanwhile by the other restores it.
 * @param {string} file
 */
function removeAbandoned(file) {
  const moved = `${file}.${process.pid}`;
  try {
    if (!isAbandoned(file)) return;
    renameSync(file, moved);
    if (isAbandoned(moved)) rmSync(moved);
    else renameSync(moved, file);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  if (Date.now() - statSync(file).mtimeMs > abandonedMs) return true;
  const pids = readFileSync(file, "utf8").split("\n").map(Number).filter(Boolean);
  return pids.length > 0 && !pids.some(isAlive);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, "ESRCH");
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
