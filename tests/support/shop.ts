/** The built shop in a process of its own, with its own port and data directory. */
import { existsSync } from "node:fs";
import { appendFile, cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "#backend/core/database/database.ts";
import { BUILT_SHOP, startServer } from "#harness/server-process.ts";
import { openShopDatabase } from "#harness/shop-database.ts";
import { findMailsUrl } from "./mails.ts";

export interface Shop {
  url: string;
  dataDir: string;
  /** Opens the mails that are stored as files, as the start has printed it. */
  getMailsUrl(): string;
  /** The shop's database, as the superuser. */
  sql: Sql;
  stop(): Promise<void>;
}

/** Starts the built shop on a data directory that is not removed when it stops. */
async function startShop(dataDir: string, env: Record<string, string> = {}): Promise<Shop> {
  const server = await startServer([BUILT_SHOP], { DATA_DIR: dataDir, BACKUP_KEEP: "0", ...env });
  const sql = openShopDatabase(dataDir, 2);
  return {
    url: server.url,
    dataDir,
    getMailsUrl: () => findMailsUrl(server.output.join("\n")),
    sql,
    stop: async () => {
      await sql.end({ timeout: 1 });
      await server.stop();
    },
  };
}

/** Starts a shop on a copy of a data directory; the copy is removed when it stops. */
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

/** Postgres waits for no disk: only a power cut would lose data. */
const WITHOUT_DISK = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n";

/**
 * Creates a data directory to be copied, by starting a shop once: the demo shop, for tests of its pages, or an
 * empty one, for tests of the shop as a process, which has the settings of production. `npm test` names a folder
 * (`TEST_TEMPLATES`) in which the parts of its run share them.
 */
export async function createShopTemplate(
  content: "demo" | "empty",
): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const shared = process.env.TEST_TEMPLATES && join(process.env.TEST_TEMPLATES, content);
  if (shared && existsSync(shared)) return { dataDir: shared, remove: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-template-"));
  const shop = await startShop(dataDir, { DEMO: content === "demo" ? "1" : "0" });
  await shop.stop();
  if (content === "demo") await appendFile(join(dataDir, "postgres/postgresql.conf"), WITHOUT_DISK);
  if (!shared) return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
  await rename(dataDir, shared);
  return { dataDir: shared, remove: async () => {} };
}
