/**
 * Reports this process to the database every minute, with its disk, its periodic work and how fast the database is,
 * and lets the database tell the owner what is wrong. `/admin/status` shows it.
 */
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import type { DatabaseTarget, Sql } from "#backend/core/database/database.ts";
import { readLastBackup } from "#backend/core/last-backup.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { listTaskRuns, startPeriodicTask } from "#backend/core/timing/periodic-task.ts";
import { connectJob } from "./connect-job.ts";

const INTERVAL_MS = 60_000;
const INITIAL_DELAY_MS = 2_000;
/** The median of so many answers is the speed of the database. */
const PINGS = 5;

export interface StateConfig {
  dataDir: string;
  /** The port that the process listens on: it distinguishes the processes of one machine. */
  port: number;
  /** Of the shop. */
  version: string;
  /** When the certificate of the process's own TLS ends; null without one. */
  getCertificateEnd(): Date | null;
}

/** Returns a stop function, which takes the process out of the list. */
export function startShopState(
  target: DatabaseTarget,
  config: StateConfig,
  log: Logger,
): () => Promise<void> {
  const sql = connectJob(target, "shop state");
  const startedAt = new Date();
  const name = `${hostname()}:${config.port}`;
  const stop = startPeriodicTask(
    { name: "Shop state", intervalMs: INTERVAL_MS, initialDelayMs: INITIAL_DELAY_MS },
    log,
    () => reportInstance(sql, { ...config, name, startedAt }),
  );
  return async () => {
    await stop();
    await sql`delete from private.instances where name = ${name}`.catch(() => {});
    await sql.end({ timeout: 1 });
  };
}

export async function reportInstance(
  sql: Sql,
  {
    name,
    startedAt,
    version,
    dataDir,
    getCertificateEnd,
  }: Omit<StateConfig, "port"> & { name: string; startedAt: Date },
): Promise<void> {
  const disk = await statfs(dataDir);
  const instance = {
    name,
    version,
    started_at: startedAt,
    database_ms: await measureDatabase(sql),
    disk_free_bytes: disk.bavail * disk.bsize,
    disk_total_bytes: disk.blocks * disk.bsize,
    backed_up_at: await readLastBackup(dataDir),
    certificate_ends_at: getCertificateEnd(),
    tasks: sql.json(listTaskRuns().map((run) => ({ ...run }))),
  };
  await sql`
    insert into private.instances ${sql(instance)}
    on conflict (name) do update set ${sql(instance)}, seen_at = now()`;
  await sql`select private.tell_shop_problems()`;
}

/** In milliseconds. */
async function measureDatabase(sql: Sql): Promise<number> {
  const times: number[] = [];
  for (let ping = 0; ping < PINGS; ping++) {
    const started = performance.now();
    await sql`select`;
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(PINGS / 2)] ?? 0;
}
