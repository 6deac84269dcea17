/** The built shop as its users meet it: a process of its own, on its own port and data directory. */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Sql } from "../../backend/core/database.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface Shop {
  url: string;
  dataDir: string;
  /** The shop's database, as the owner of its tables. */
  sql: Sql;
  stop(): Promise<void>;
}

/** Starts the built shop on a data directory that stays when it stops. */
export async function startShop(dataDir: string, env: Record<string, string> = {}): Promise<Shop> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [join(ROOT, "server.ts")], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SITE_URL: url, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  await untilAnswering(child, url, () => output);
  const sql = connectDatabase(
    { kind: "embedded", socketDir: join(dataDir, "socket"), port: 5432, database: "postgres" },
    { user: "supabase_admin", max: 2, applicationName: "test" },
  );
  return {
    url,
    dataDir,
    sql,
    stop: async () => {
      await sql.end({ timeout: 1 });
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** A shop on a copy of a data directory that is removed when it stops. */
export async function startShopCopy(template: string): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-shop-"));
  await cp(template, dataDir, { recursive: true });
  const shop = await startShop(dataDir);
  return {
    ...shop,
    stop: async () => {
      await shop.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(child: ChildProcess, url: string, output: () => string): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The shop did not start:\n${output()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
