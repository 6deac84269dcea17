/** The contestants, each a process of its own: the built shop, and the bare servers it is compared with. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ServerProcess, startServer } from "./server-process.ts";

export interface RunningShop extends ServerProcess {
  /** The Postgres server's process. */
  postgres: number;
  dataDir: string;
  anonKey: string;
}

/** Starts the built shop on a data directory, where requests may say which address they come from. */
export async function startShop(dataDir: string): Promise<RunningShop> {
  const server = await startServer(["server.ts"], { DATA_DIR: dataDir, TRUST_PROXY: "1" });
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  return { ...server, dataDir, postgres: Number(pidFile.split("\n")[0]), anonKey };
}

/** Starts one of the servers of `bench/bare/`. */
export function startBare(name: string, env: Record<string, string>): Promise<ServerProcess> {
  return startServer([`bench/bare/${name}.ts`], env);
}
