/** `npm run restore -- <folder>`: makes the shop of this environment from a backup, where there is none yet. */
import { resolve } from "node:path";
import { restoreBackup } from "#backend/backup/restore-backup.ts";
import { readConfig } from "#backend/core/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { runTask } from "./run-task.ts";

await runTask(async (task) => {
  const [folder, ...others] = process.argv.slice(2);
  if (!folder || others.length > 0) throw new StartupError("Usage: npm run restore -- <folder of a backup>");
  const config = readConfig(process.env);
  if (config.supabase)
    throw new StartupError("SUPABASE_URL is set: a backup is not restored into a hosted project.");
  const { createdAt } = await restoreBackup(config, resolve(folder), task);
  task.report(`The shop as it was at ${createdAt} is in ${config.dataDir}: \`npm start\` opens it.`);
});
