/**
 * `npm run backup` makes and proves a backup in DATA_DIR/backups now, as the shop does each night. `npm run backup --
 * <folder>` writes a dump into a new folder: it moves a shop to another place, or to another version of Postgres. With
 * `--when-due` it is the shop that calls.
 */
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { writeBackupFolder } from "#backend/backup/backup-draft.ts";
import { runBackupRound, withBackupLock } from "#backend/backup/backup-round.ts";
import { writeDump } from "#backend/backup/dump.ts";
import { proveBackup } from "#backend/backup/prove-backup.ts";
import { openShopDatabase } from "#backend/backup/shop-database.ts";
import type { Task } from "#backend/backup/task.ts";
import { describeNewKey, loadBackupKey } from "#backend/core/backup-key.ts";
import { type Config, readConfig } from "#backend/core/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { writeLastBackup } from "#backend/core/last-backup.ts";
import { runTask } from "./run-task.ts";

await runTask(async (task) => {
  const args = process.argv.slice(2);
  const [folder, ...others] = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  const isDue = options[0] === "--when-due";
  if (others.length > 0 || options.length > (isDue ? 2 : 0)) {
    throw new StartupError("Usage: npm run backup, or npm run backup -- <new folder> for a dump");
  }
  const config = readConfig(process.env);
  if (config.supabase) {
    throw new StartupError(
      "SUPABASE_URL is set: the hosted project makes the backups of its database and files.",
    );
  }
  // The shop goes on selling beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (folder) return makeDump(config, resolve(folder), task);
  if (config.backup.copy) {
    const { key, isNew } = await loadBackupKey(config.dataDir);
    if (isNew) task.report(describeNewKey(key));
  }
  const elsewhere = options[1]?.replace("--made-elsewhere=", "");
  const madeElsewhere = elsewhere ? new Date(elsewhere) : null;
  const made = await runBackupRound(config, { isForced: !isDue, madeElsewhere }, task);
  if (made) task.report(`The backup is proven, and in ${made}.`);
});

async function makeDump(config: Config, folder: string, task: Task): Promise<void> {
  const database = await openShopDatabase(config, task.log);
  try {
    const made = await withBackupLock(database.target, () =>
      writeBackupFolder(
        `${folder}.partial`,
        config.dataDir,
        {
          write: (draft, writer) =>
            writeDump(config, database.target, { draft, isPooled: false }, writer, task),
          prove: (draft, manifest) => proveBackup(draft, manifest, config.dataDir, task),
          getFolder: () => folder,
        },
        task,
      ),
    );
    if (!made)
      throw new StartupError("Another backup of this shop is being made: wait until it is finished.");
    await writeLastBackup(config.dataDir, new Date(made.manifest.createdAt));
    task.report(`The shop as it was at ${made.manifest.createdAt} is in ${folder}.`);
  } finally {
    await database.close();
  }
}
