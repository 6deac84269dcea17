/**
 * `npm run restore -- <source> [--to "2026-11-27 14:05"]`: makes the shop of this environment, where there is none yet, from
 * a backup, the folder of the backups, or their encrypted copies.
 */
import { join, resolve } from "node:path";
import { type RestorePoint, restoreBackup } from "#backend/backup/restore.ts";
import { openSource } from "#backend/backup/restore-source.ts";
import { readConfig } from "#backend/core/config/config.ts";
import { StartupError } from "#backend/core/errors.ts";
import { runTask } from "./run-task.ts";

const USAGE = 'Usage: npm run restore -- <folder or bucket of backups> [--to "2026-11-27 14:05"]';

await runTask(async (task) => {
  const args = process.argv.slice(2);
  const toIndex = args.indexOf("--to");
  const to = toIndex === -1 ? null : parseMoment(args.splice(toIndex, 2)[1] ?? "");
  const [text, ...others] = args;
  if (!text || others.length > 0) throw new StartupError(USAGE);
  const config = readConfig(process.env);
  if (config.supabase)
    throw new StartupError("SUPABASE_URL is set: a backup is not restored into a hosted project.");
  const { BACKUP_KEY: key, BACKUP_KEY_FILE: keyFile, BACKUP_REGION: region } = process.env;
  const drafts = join(config.dataDir, "restoring");
  const isAddress = /^https?:/.test(text);
  const source = await openSource(isAddress ? text : resolve(text), { to, key, keyFile, region, drafts });
  const point: RestorePoint = to ? { time: to } : source.isChosen ? "proven" : "end";
  const moment = await restoreBackup(config, source, point, task);
  task.report(`The shop as it was at ${moment} is in ${config.dataDir}: \`npm start\` opens it.`);
});

/** Burkina Faso has the time of UTC. */
function parseMoment(text: string): Date {
  const isLocal = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/.test(text);
  const moment = new Date(isLocal ? `${text.replace(" ", "T")}${text.length > 10 ? "" : "T00:00"}Z` : text);
  if (Number.isNaN(moment.getTime())) {
    throw new StartupError(`--to ${text} is no moment: write it as "2026-11-27 14:05" (UTC).`);
  }
  if (moment > new Date())
    throw new StartupError(`--to ${text} is in the future: give a moment that is over.`);
  return moment;
}
