/** A data directory of an earlier version, whose upgrade is killed again and again before it is let through. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "#backend/core/database/database.ts";
import { readMigrationState } from "#backend/core/database/migrations.ts";
import { readPid } from "#backend/postgres/cluster-process.ts";
import { BUILT_SHOP, startServer } from "#harness/server-process.ts";
import { listMigrationFiles } from "#scripts/generate/migration-sums.ts";
import { createFormerShop, sumKept } from "./support/former-shop.ts";
import { type Drill, expectSame, getSize, toSeconds } from "./support/report.ts";
import { withCluster } from "./support/with-cluster.ts";

const FIRST_KILL_MS = 1_000;

export const upgrade: Drill = {
  title: "the upgrade of an earlier version, killed in the middle",
  // The fourth version is the one before orders had stages, variants and prices.
  sizes: { orders: 100_000, kills: 20, version: 4, "step-ms": 1_000 },
  run: async (sizes, print) => {
    const dataDir = await mkdtemp(join(tmpdir(), "yaare-drill-"));
    try {
      await createFormerShop(dataDir, getSize(sizes, "version"), getSize(sizes, "orders"));
      const before = await withCluster(dataDir, sumKept);
      const migrations = listMigrationFiles().length;
      const steps: number[] = [];
      for (let kill = 0; kill < getSize(sizes, "kills"); kill++) {
        await killDuringStart(dataDir, FIRST_KILL_MS + kill * getSize(sizes, "step-ms"));
        const { sums, applied } = await withCluster(dataDir, readState);
        expectSame(`rows after kill ${kill + 1}`, sums, before);
        steps.push(applied);
        if (applied === migrations) break;
      }
      const start = performance.now();
      const server = await startServer([BUILT_SHOP], { DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "silent" });
      const { status } = await fetch(`${server.url}/readyz`);
      print(
        `did: ${steps.length} kills, after which ${steps.join(", ")} of ${migrations} migrations were applied`,
      );
      print(`back: ready ${toSeconds(performance.now() - start)} after the last start`);
      expectSame("the answer of /readyz", status, 200);
      await server.stop();
      const { sums, applied } = await withCluster(dataDir, readState);
      expectSame("migrations", applied, migrations);
      expectSame("rows after the upgrade", sums, before);
      print(`found: ${before["public.orders"]?.split(" ")[0]} orders and all other rows as before`);
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** The rows that no upgrade may change, and the number of migrations that were applied. */
async function readState(sql: Sql) {
  const { platform, shop } = await readMigrationState(sql);
  return { sums: await sumKept(sql), applied: platform.length + shop.length };
}

/** Starts the shop, and kills it with its Postgres after so many milliseconds. */
async function killDuringStart(dataDir: string, milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [BUILT_SHOP], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DEMO: "0",
      PORT: "0",
      LOG_LEVEL: "silent",
    },
    stdio: "ignore",
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  await sleep(milliseconds);
  child.kill("SIGKILL");
  await exited;
  const pid = await readPid(join(dataDir, "postgres"));
  if (pid !== null) process.kill(pid, "SIGKILL");
}
