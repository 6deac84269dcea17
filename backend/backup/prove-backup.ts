/**
 * Proves a backup: restores it into a throw-away Postgres beside it, and compares the checksums of all tables with those of
 * the snapshot that was backed up.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { quoteQualified } from "#backend/core/database/sql-text.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { StartupError } from "#backend/core/errors.ts";
import { stopOrphan } from "#backend/postgres/cluster-process.ts";
import { type EmbeddedPostgres, startPostgres } from "#backend/postgres/index.ts";
import { getArchivesFolder } from "#backend/postgres/shop-postgres.ts";
import { listTables } from "./catalog.ts";
import { findDifferences } from "./checksums.ts";
import type { BackupManifest } from "./manifest.ts";
import { recoverCluster } from "./recovery.ts";
import { restoreDatabase } from "./restore-dump.ts";
import { applyTransactionSettings } from "./shop-database.ts";
import type { Task } from "./task.ts";

/** Nothing of it has to survive, and it gets little memory. */
const SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  "shared_buffers=16MB",
  "wal_level=replica",
];

/** Throws a StartupError when the backup in `folder` cannot be restored, or has other rows. */
export async function proveBackup(
  folder: string,
  manifest: BackupManifest,
  dataDir: string,
  task: Task,
): Promise<void> {
  task.report("Restoring it to compare the checksums");
  const proof = `${folder}.proof`;
  await removeProof(proof);
  await mkdir(proof, { mode: 0o700 });
  try {
    const server = await startRestored(folder, manifest, { dataDir, proof }, task);
    try {
      const differences = await withConnection(server.target("postgres"), "supabase_admin", (sql) =>
        sql.begin("read only", async (tx) => {
          await applyTransactionSettings(tx);
          return findDifferences(tx, await listProven(tx, manifest), task.signal);
        }),
      );
      if (differences.length > 0) {
        throw new StartupError(
          `The backup was discarded, because its copy differs from the shop (${differences.join(", ")}): the disk or the memory of this machine may be damaged, see postgres.log.`,
        );
      }
    } finally {
      await server.stop();
    }
  } finally {
    await removeProof(proof);
  }
}

/** A dump leaves tables out that are none of the shop. */
async function listProven(sql: TransactionSql, { kind, tables }: BackupManifest) {
  if (kind === "base") return tables;
  const names = new Set((await listTables(sql)).map(quoteQualified));
  return tables.filter((table) => names.has(quoteQualified(table)));
}

/** Also one whose process was killed. */
export async function removeProof(proof: string): Promise<void> {
  await stopOrphan(join(proof, "postgres"));
  await rm(proof, { recursive: true, force: true, maxRetries: 5 });
}

async function startRestored(
  folder: string,
  manifest: BackupManifest,
  { dataDir, proof }: { dataDir: string; proof: string },
  task: Task,
): Promise<EmbeddedPostgres> {
  if (manifest.kind === "base") {
    const { position, archive } = manifest;
    return recoverCluster(
      {
        folder,
        manifest,
        archive: join(getArchivesFolder(dataDir), archive),
        dataDir: proof,
        target: { position },
        settings: SETTINGS,
      },
      task,
    );
  }
  const server = await startPostgres({ dataDir: proof, log: task.log, settings: SETTINGS });
  try {
    await restoreDatabase(server.target("postgres"), folder, manifest, { ...task, report: () => {} });
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
