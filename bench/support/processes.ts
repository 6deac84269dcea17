/** The contestants, each a process of its own: the built shop, and the bare servers it is compared with. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const SHOP_PORT = 3900;
const BARE_PORT = 3901;

export interface Running {
  url: string;
  node: number;
  stop(): Promise<void>;
}

export interface RunningShop extends Running {
  postgres: number;
  dataDir: string;
  anonKey: string;
  serviceRoleKey: string;
}

/** Starts the built shop on a data directory. */
export async function startShop(dataDir: string): Promise<RunningShop> {
  const url = `http://localhost:${SHOP_PORT}`;
  const running = await start(["server.ts"], `${url}/healthz`, {
    PORT: String(SHOP_PORT),
    DATA_DIR: dataDir,
    SITE_URL: url,
  });
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const keys: { anonKey: string; serviceRoleKey: string } = JSON.parse(
    await readFile(join(dataDir, "keys.json"), "utf8"),
  );
  return { ...running, url, dataDir, postgres: Number(pidFile.split("\n")[0]), ...keys };
}

/** Starts one of the servers of `bench/bare/`. */
export async function startBare(name: string, env: Record<string, string>): Promise<Running> {
  const url = `http://localhost:${BARE_PORT}`;
  return { ...(await start([`bench/bare/${name}.ts`], url, { PORT: String(BARE_PORT), ...env })), url };
}

async function start(
  args: string[],
  probe: string,
  env: Record<string, string>,
): Promise<Omit<Running, "url">> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilAnswering(child, probe);
  return {
    node: child.pid ?? 0,
    stop: async () => {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
    },
  };
}

export async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The server for ${url} did not start.`);
}
