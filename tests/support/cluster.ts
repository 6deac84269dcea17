/**
 * One Postgres for a whole run of API tests, with two template databases: the shop's schema alone, and the
 * demo shop. It runs in a temporary directory without fsync, because its data is discarded. In a run of `npm test`
 * the screen tests take over the one of the API tests, with its templates.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "#backend/core/database/database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type EmbeddedPostgres, startPostgres } from "#backend/postgres/index.ts";
import { insertDemoShop } from "#jobs/demo-shop.ts";

export interface ClusterAddress {
  socketDir: string;
  port: number;
}

declare module "vitest" {
  interface ProvidedContext {
    cluster: ClusterAddress;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env.TEST_TEMPLATES && join(process.env.TEST_TEMPLATES, "cluster");
  const takenOver = shared && existsSync(shared) ? shared : null;
  const dataDir = takenOver ?? (await mkdtemp(join(tmpdir(), "yaare-test-")));
  const postgres = await startPostgres({
    dataDir,
    log: createLogger("error"),
    settings: [
      "fsync=off",
      // Tests say themselves what the statistics are: some make a table seem larger than it is.
      "autovacuum=off",
      "synchronous_commit=off",
      "full_page_writes=off",
      "max_connections=300",
      // The files are in the page cache: handing reads to other processes costs more than the reads.
      "io_method=sync",
    ],
  });
  if (!takenOver) await createTemplates(postgres);
  const target = postgres.target("template_empty");
  if (target.kind === "embedded")
    project.provide("cluster", { socketDir: target.socketDir, port: target.port });
  return async () => {
    await postgres.stop();
    if (shared && !takenOver) await rename(dataDir, shared);
    else await rm(dataDir, { recursive: true, force: true });
  };
}

async function createTemplates(postgres: EmbeddedPostgres): Promise<void> {
  const admin = connectDatabase(postgres.target("postgres"), {
    user: "supabase_admin",
    max: 1,
    applicationName: "test",
  });
  try {
    await admin.unsafe("create database template_empty");
    await migrateDatabase(postgres.target("template_empty"));
    await admin.unsafe("create database template_demo template template_empty strategy file_copy");
    await insertDemoShop(postgres.target("template_demo"));
  } finally {
    await admin.end();
  }
}
