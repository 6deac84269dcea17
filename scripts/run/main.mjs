/**
 * What each command needs before it can run (dependencies, a Node that is new enough, a build), and the file that
 * it is handed over to. Plain JavaScript without dependencies: it runs before they are installed.
 */
import { ensureBuild, isBuilt } from "./build.mjs";
import { ensureDependencies, isStamped } from "./dependencies.mjs";
import { handOver } from "./hand-over.mjs";
import { withLock } from "./lock.mjs";
import { chooseNode } from "./node-version.mjs";
import { createReport, Failure } from "./report.mjs";

/**
 * Pages are made of much that is garbage at once: nurseries of a middling size, a heap that gives large blocks back, and
 * a collection after many pages (app/server/give-back.ts) keep a third of the memory free. Tighter limits keep more
 * free, but collecting then slows every request.
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
 * `quiet` keeps standard output for the command's own answer: what is prepared is told on standard error. A change in
 * what `watch` names starts the command again.
 * @typedef {{ file: string, args?: string[], env?: Record<string, string>, build?: boolean, quiet?: boolean, watch?: string[] }} Command
 * @type {Record<string, Command>}
 */
const commands = {
  serve: { file: "server.ts", env: production, build: true },
  dev: {
    file: "server.ts",
    args: ["--dev"],
    env: { NODE_ENV: "development" },
    watch: ["server.ts", "app/server", "backend", "supabase/functions", "supabase/migrations"],
  },
  test: { file: "scripts/test/main.ts" },
  keys: { file: "scripts/keys.ts", quiet: true },
  bench: { file: "bench/main.ts", env: production, build: true },
  generate: { file: "scripts/generate/main.ts" },
};

/**
 * @param {string | undefined} name
 * @param {string[]} args handed to the command as they are
 */
export async function run(name, args) {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name ?? ""] : undefined;
  if (!command && name !== "build") {
    console.error(`Usage: node scripts/run.mjs ${[...Object.keys(commands), "build"].join(" | ")}`);
    process.exit(1);
  }
  process.chdir(new URL("../..", import.meta.url).pathname);
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
    // What is in order is not touched: it may belong to somebody else.
    const isReady = isStamped() && (!needsBuild || isBuilt());
    const node = isReady ? chooseNode(report) : await prepare();
    if (command) {
      const { file, args: ownArgs = [], env = {}, watch = [] } = command;
      handOver({ node, args: [file, ...ownArgs, ...args], env, watch });
    }
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/**
 * @param {unknown} error
 * @returns {unknown} one line where a person can do something about it
 */
function explain(error) {
  if (error instanceof Failure) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(code)) return error;
  return `Cannot prepare ${process.cwd()} (${error instanceof Error ? error.message : ""}): make it writable, or let its owner run \`npm run build\` first.`;
}
