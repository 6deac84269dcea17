/**
 * The commands: what each needs before it can run (dependencies, a recent Node, a build), and the file that
 * runs it. Plain JavaScript without dependencies: it runs before they are installed.
 */
import { fileURLToPath } from "node:url";
import { ensureBuild, isBuilt } from "./build.mjs";
import { ensureDependencies, isInstallCurrent } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { chooseNode } from "./node-version.mjs";
import { CommandError, createReport } from "./report.mjs";
import { runChild } from "./run-child.mjs";

/**
 * Rendering pages creates much short-lived garbage: medium semi-spaces, an allocator that returns large
 * blocks, and a collection after many pages (app/server/render/idle-gc.ts) save a third of the memory. Tighter
 * limits save more, but then the garbage collection slows every request.
 */
const production = {
  NODE_ENV: "production",
  NODE_OPTIONS: [process.env.NODE_OPTIONS, "--max-semi-space-size=12", "--expose-gc"]
    .filter(Boolean)
    .join(" "),
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "16384",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * `quiet` reserves standard output for the command's own output: the preparation is reported on standard
 * error. A change in one of the paths of `watch` restarts the command.
 * @typedef {{ file: string, args?: string[], env?: Record<string, string>, build?: boolean, quiet?: boolean, watch?: string[] }} Command
 * @type {Record<string, Command>}
 */
const commands = {
  serve: { file: "build/process/server.js", env: production, build: true },
  dev: {
    file: "server.ts",
    args: ["--dev"],
    env: { NODE_ENV: "development" },
    watch: [
      "server.ts",
      "app/server",
      "backend",
      "design",
      "jobs",
      "supabase/functions",
      "supabase/migrations",
    ],
  },
  test: { file: "scripts/test/main.ts" },
  mutation: { file: "scripts/mutation/main.ts" },
  keys: { file: "scripts/keys.ts", quiet: true },
  backup: { file: "scripts/backup.ts" },
  restore: { file: "scripts/restore.ts" },
  "deploy-check": { file: "scripts/deploy-check.ts", build: true },
  audit: { file: "scripts/audit.ts" },
  bench: { file: "bench/main.ts", env: production, build: true },
  drill: { file: "drills/main.ts", env: production, build: true },
  generate: { file: "scripts/generate/main.ts" },
};

/**
 * @param {string | undefined} name
 * @param {string[]} args passed to the command unchanged
 */
export async function run(name, args) {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name ?? ""] : undefined;
  if (!command && name !== "build") {
    console.error(`Usage: node scripts/run.mjs ${[...Object.keys(commands), "build"].join(" | ")}`);
    process.exit(1);
  }
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  const report = createReport(command?.quiet ? process.stderr : process.stdout);
  try {
    const needsBuild = !command || command.build;
    const prepare = () =>
      withLock(".cache/prepare.lock", report, async (lock) => {
        await ensureDependencies(report, lock);
        const chosen = chooseNode(report);
        if (needsBuild) await ensureBuild(chosen, report, lock);
        return chosen;
      });
    // An up-to-date folder is not touched: it may belong to another user.
    const isReady = isInstallCurrent() && (!needsBuild || isBuilt());
    const node = isReady ? chooseNode(report) : await prepare();
    if (command) {
      const { file, args: ownArgs = [], env = {}, watch = [] } = command;
      runChild({ node, args: [file, ...ownArgs, ...args], env, watch });
    }
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/**
 * @param {unknown} error
 * @returns {unknown} one line when the user can fix the problem
 */
function explain(error) {
  if (error instanceof CommandError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(code)) return error;
  return `Cannot prepare ${process.cwd()} (${error instanceof Error ? error.message : ""}): make it writable, or let its owner run \`npm run build\` first.`;
}
