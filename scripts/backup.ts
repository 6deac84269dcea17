/** `npm run backup -- <folder>`: backs up the shop of this environment into a new folder, while it sells. */
import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { createBackup } from "#backend/backup/create-backup.ts";
import { readConfig } from "#backend/core/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { writeLastBackup } from "#backend/core/last-backup.ts";
import { runTask } from "./run-task.ts";

await runTask(async (task) => {
  const [folder, ...others] = process.argv.slice(2);
  if (!folder || others.length > 0) throw new StartupError("Usage: npm run backup -- <new folder>");
  const config = readConfig(process.env);
  if (config.supabase) {
    throw new StartupError(
      "SUPABASE_URL is set: the hosted project makes the backups of its database and files.",
    );
  }
  // The shop goes on selling beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { createdAt } = await createBackup(config, resolve(folder), task);
  await writeLastBackup(config.dataDir, new Date(createdAt));
  task.report(`The shop as it was at ${createdAt} is in ${resolve(folder)}.`);
});
