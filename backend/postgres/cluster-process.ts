/** The server process of a cluster, as its pid file names it. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getProgramEnvironment } from "#backend/core/config/program-environment.ts";
import { getErrorCode } from "#backend/core/errors.ts";

/** After a crash of our process the server may still run: it is stopped, which needs no recovery. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pid = await readPid(cluster);
  if (pid === null || !(await isClusterProcess(pid, cluster))) return;
  process.kill(pid, "SIGINT");
  for (let waited = 0; waited < 10_000; waited += 50) {
    if ((await readPid(cluster)) !== pid) return;
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
}

/** Another program may have got the process id in the file: only a server of this cluster counts. */
async function isClusterProcess(pid: number, cluster: string): Promise<boolean> {
  const env = getProgramEnvironment();
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(
    () => spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8", env }).stdout ?? "",
  );
  return command.includes(cluster);
}

/** The process id of the cluster's server, or null when it was stopped cleanly. */
export async function readPid(cluster: string): Promise<number | null> {
  try {
    const [first] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
    const pid = Number(first);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return null;
    throw error;
  }
}
