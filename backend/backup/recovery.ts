/** Makes a running cluster of a base backup and the archived write-ahead log, as it was at one moment. */
import { createReadStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { StartupError } from "#backend/core/errors.ts";
import { locateBinaries } from "#backend/postgres/binaries.ts";
import { type EmbeddedPostgres, startPostgres } from "#backend/postgres/index.ts";
import { findReason } from "#backend/postgres/log-reason.ts";
import { getRestoreSetting } from "#backend/postgres/wal-archive.ts";
import { BASE_ARCHIVE } from "./backup-folder.ts";
import type { BaseManifest } from "./manifest.ts";
import type { Task } from "./task.ts";

/** A position of the log, a time, or the end of what was archived. */
type RecoveryTarget = { position: string } | { time: Date } | "end";

export interface Recovery {
  /** The folder of the base backup. */
  folder: string;
  manifest: BaseManifest;
  /** The folder of its archive. */
  archive: string;
  /** Gets the cluster, in `postgres/`. */
  dataDir: string;
  target: RecoveryTarget;
  /** Additional settings of the server. */
  settings?: string[];
}

/** Resolves when the database is open. Throws a StartupError when it cannot be recovered up to there. */
export async function recoverCluster(recovery: Recovery, { log, signal }: Task): Promise<EmbeddedPostgres> {
  const { folder, manifest, archive, dataDir, target, settings = [] } = recovery;
  const { majorVersion } = await locateBinaries();
  if (manifest.postgresVersion !== majorVersion) {
    throw new StartupError(
      `${folder} was made by Postgres ${manifest.postgresVersion} and this shop has Postgres ${majorVersion}: restore it with the version of the shop that made it, and move the shop by a dump, as docs/operations.md says under "A new major Postgres".`,
    );
  }
  const cluster = join(dataDir, "postgres");
  await mkdir(cluster, { mode: 0o700 });
  await pipeline(
    createReadStream(join(folder, BASE_ARCHIVE)),
    createGunzip(),
    unpackTar(cluster, { dmode: 0o700, fmode: 0o600 }),
    { signal },
  );
  await writeFile(join(cluster, "recovery.signal"), "");
  try {
    return await startPostgres({
      dataDir,
      log,
      attempts: 1,
      settings: [
        getRestoreSetting(archive),
        // No connection before the target is reached.
        "hot_standby=off",
        "recovery_target_action=promote",
        ...getTargetSettings(target),
        ...settings,
      ],
    });
  } catch (error) {
    signal.throwIfAborted();
    throw (await explain(dataDir, folder)) ?? error;
  }
}

function getTargetSettings(target: RecoveryTarget): string[] {
  if (target === "end") return [];
  if ("time" in target) {
    // Postgres reads it before it knows the names of time zones, and the letter of UTC is one.
    return [`recovery_target_time=${target.time.toISOString().replace("Z", "+00")}`];
  }
  return [`recovery_target_lsn=${target.position}`, "recovery_target_inclusive=off"];
}

async function explain(dataDir: string, folder: string): Promise<StartupError | null> {
  const output = await readFile(join(dataDir, "postgres.log"), "utf8").catch(() => "");
  if (output.includes("recovery ended before configured recovery target was reached")) {
    const last = /last completed transaction was at log time (?<time>[^\n]+?)(\.\d+)?\+00/.exec(output)
      ?.groups?.time;
    return new StartupError(
      last === undefined
        ? "The archived write-ahead log does not reach that moment: give an earlier one."
        : `The archived write-ahead log ends at ${last} (UTC): give a moment before, or leave --to out for that state.`,
    );
  }
  // What the restore command has said of a segment that it could not read.
  const segment = /^restore of (?<segment>[0-9A-F]+)\.gz: /m.exec(output)?.groups?.segment;
  if (segment !== undefined) {
    return new StartupError(
      `The archived write-ahead log is damaged (${segment}): give an earlier moment with --to, or restore another backup.`,
    );
  }
  const reason = findReason(output);
  return reason === null
    ? null
    : new StartupError(`Postgres cannot recover ${folder} (${reason}): restore another backup.`);
}
