/**
 * `npm run backup` makes and proves a backup in DATA_DIR/backups now, as the shop does each night. `npm run backup --
 * <folder>` writes a dump into a new folder: it moves a shop to another place, or to another version of Postgres. With
 * `--when-due` it is the shop that calls.
 */
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { writeBackupFolder } from "#backend/backup/backup-draft.ts";
import { describeNewKey, loadBackupKey } from "#backend/backup/backup-key.ts";
import { ANOTHER_BACKUP, runBackupRound, withBackupLock } from "#backend/backup/backup-round.ts";
import { writeDump } from "#backend/backup/dump.ts";
import { proveBackup } from "#backend/backup/prove-backup.ts";
import { openShopDatabase } from "#backend/backup/shop-database.ts";
import type { Task } from "#backend/backup/task.ts";
import { type Config, readConfig } from "#backend/core/config/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { writeLastBackup } from "#backend/core/last-backup.ts";
import { runTask } from "./run-task.ts";

const ELSEWHERE = "--made-elsewhere=";

await runTask(async (task) => {
  const args = process.argv.slice(2);
  const [folder, ...others] = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  const isDue = options.includes("--when-due");
  const isUnproven = options.includes("--unproven");
  const madeElsewhere = options.find((option) => option.startsWith(ELSEWHERE))?.slice(ELSEWHERE.length);
  const known = [isDue, isUnproven, madeElsewhere].filter(Boolean).length;
  if (others.length > 0 || options.length !== known || (isUnproven && !folder)) {
    throw new StartupError(
      "Usage: npm run backup, or npm run backup -- <new folder> [--unproven] for a dump",
    );
  }
  const config = readConfig(process.env);
  if (config.supabase) {
    throw new StartupError(
      "SUPABASE_URL is set: the hosted project makes the backups of its database and files.",
    );
  }
  // The shop goes on selling beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (folder) return makeDump(config, resolve(folder), { isUnproven }, task);
  if (config.backup.copy) {
    const { key, isNew } = await loadBackupKey(config.dataDir);
    if (isNew) task.report(describeNewKey(key));
  }
  const round = { isForced: !isDue, madeElsewhere: madeElsewhere ? new Date(madeElsewhere) : null };
  const made = await runBackupRound(config, round, task);
  if (made) task.report(`The backup is proven, and in ${made}.`);
});

/** One that is not proven does not count as a backup. */
async function makeDump(
  config: Config,
  folder: string,
  { isUnproven }: { isUnproven: boolean },
  task: Task,
): Promise<void> {
  if (existsSync(folder)) throw new StartupError(`${folder} exists already: give the name of a new folder.`);
  const database = await openShopDatabase(config, task.log);
  try {
    const { target } = database;
    const made = await withBackupLock(target, () =>
      writeBackupFolder(
        `${folder}.partial`,
        config.dataDir,
        {
          write: (draft, writer) => writeDump(config, target, { draft, isPooled: false }, writer, task),
          prove: async (draft, manifest) => {
            if (!isUnproven) await proveBackup(draft, manifest, config.dataDir, task);
          },
          getFolder: () => folder,
        },
        task,
      ),
    );
    if (!made) throw new StartupError(ANOTHER_BACKUP);
    const { createdAt } = made.manifest;
    if (!isUnproven) await writeLastBackup(config.dataDir, new Date(createdAt));
    task.report(`The shop as it was at ${createdAt} is in ${folder}.`);
  } finally {
    await database.close();
  }
}
