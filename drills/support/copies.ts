/** Several processes on one Postgres behind a balancer, as docs/operations.md describes them. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { startPostgres } from "#backend/postgres/index.ts";
import { findFreePort } from "#harness/find-free-port.ts";
import { BUILT_SHOP, type ServerProcess, startServer } from "#harness/server-process.ts";
import { startBalancer } from "./balancer.ts";
import type { Shop } from "./drill-shop.ts";

const DATABASE = "drill";

interface Copy {
  /** Starts it, and again after it was killed. */
  start(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export interface Copies extends Shop {
  copies: readonly Copy[];
}

export async function openCopies(count: number, env: Record<string, string>): Promise<Copies> {
  const folder = await mkdtemp(join(tmpdir(), "yaare-drill-"));
  const [databaseDir, dataDir] = [join(folder, "database"), join(folder, "shop")];
  const postgres = await startPostgres({
    dataDir: databaseDir,
    log: createLogger("error"),
    settings: ["max_connections=300"],
  });
  await withConnection(postgres.target("postgres"), "supabase_admin", async (sql) => {
    await sql`create role shop login createrole bypassrls replication`;
    await sql.unsafe(`create database ${DATABASE} owner shop`);
  });
  const ports = await Promise.all(Array.from({ length: count }, findFreePort));
  const balancer = await startBalancer(ports);
  const url = `http://localhost:${balancer.port}`;
  const copies = ports.map((port) =>
    createCopy({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres:///${DATABASE}`,
      PGUSER: "shop",
      PGHOST: join(databaseDir, "socket"),
      DEMO: "0",
      LOG_LEVEL: "silent",
      TRUST_PROXY: "1",
      SITE_URL: url,
      ...env,
      PORT: String(port),
    }),
  );
  for (const copy of copies) await copy.start();
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  return {
    dataDir,
    url,
    anonKey,
    copies,
    withDatabase: (work) => withConnection(postgres.target(DATABASE), "supabase_admin", work),
    stop: async () => {
      for (const copy of copies) copy.signal("SIGKILL");
      await balancer.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function createCopy(env: Record<string, string>): Copy {
  let server: ServerProcess | null = null;
  return {
    start: async () => {
      server = await startServer([BUILT_SHOP], env);
    },
    signal: (signal) => {
      if (server !== null) process.kill(server.pid, signal);
    },
  };
}
