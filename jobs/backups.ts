/**
 * The backups that the shop makes by itself. Each round is a process of its own with a low priority (scripts/backup.ts), so
 * that neither the event loop nor the memory of the shop are taken. It finds out what is due.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Config } from "#backend/core/config/config.ts";
import type { DatabaseTarget } from "#backend/core/database/database.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { connectJob } from "./connect-job.ts";

const INTERVAL_MS = 300_000;
/** A large database is read several times. */
const LONGEST_ROUND_MS = 4 * 3_600_000;
const PROGRAM = join(import.meta.dirname, "../scripts/backup.ts");

/** Returns a stop function, which ends a backup that is being made. */
export function startBackups(
  target: DatabaseTarget,
  { backup }: Pick<Config, "backup">,
  log: Logger,
): () => Promise<void> {
  if (backup.keep === 0) return async () => {};
  const sql = connectJob(target, "backups");
  let child: ChildProcess | null = null;
  let isStopping = false;
  const stop = startPeriodicTask(
    { name: "Backups", intervalMs: INTERVAL_MS, longestRoundMs: LONGEST_ROUND_MS },
    log,
    async () => {
      // Of a shop in several processes one makes the backup, whichever comes first.
      const [row] = await sql<{ last: Date | null }[]>`
        select max(backed_up_at) as last from private.instances`;
      const last = row?.last?.toISOString();
      child = fork(PROGRAM, ["--when-due", ...(last ? [`--made-elsewhere=${last}`] : [])], {
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        execArgv: [],
      });
      if (isStopping) child.kill();
      const reason = await waitForEnd(child);
      child = null;
      if (reason !== null && !isStopping) throw new Error(reason);
    },
  );
  return async () => {
    isStopping = true;
    child?.kill();
    await stop();
    await sql.end({ timeout: 1 });
  };
}

/** Resolves to what a process that failed has said last; null when it has not failed. */
function waitForEnd(child: ChildProcess): Promise<string | null> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve(code === 0 ? null : output.trim().split("\n").at(-1) || `it ended with ${code ?? signal}`);
    });
  });
}
