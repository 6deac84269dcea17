/** The built shop as its users meet it: a process of its own, on its own port and data directory. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase, type Sql } from "../../backend/core/database.ts";
import { startServer } from "../../bench/support/server-process.ts";

export interface Shop {
  url: string;
  dataDir: string;
  /** The shop's database, as the owner of its tables. */
  sql: Sql;
  stop(): Promise<void>;
}

/** Starts the built shop on a data directory that stays when it stops. */
export async function startShop(dataDir: string, env: Record<string, string> = {}): Promise<Shop> {
  const server = await startServer(["server.ts"], { DATA_DIR: dataDir, ...env });
  const sql = connectDatabase(
    { kind: "embedded", socketDir: join(dataDir, "socket"), port: 5432, database: "postgres" },
    { user: "supabase_admin", max: 2, applicationName: "test" },
  );
  return {
    url: server.url,
    dataDir,
    sql,
    stop: async () => {
      await sql.end({ timeout: 1 });
      await server.stop();
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
