/**
 * `npm test`: runs all checks and tests, with one summary line at the end. A failure does not keep the later parts
 * from running. selection.ts limits a run to some of them, and lanes.ts says which run at the same time.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, freemem, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { Writable } from "node:stream";
import { ensureBuild } from "#scripts/run/build.mjs";
import { withLock } from "#scripts/run/lock.mjs";
import { createReport } from "#scripts/run/report.mjs";
import { findBrowser } from "./browser.ts";
import { chooseLanes, LANE_COUNT_VARIABLE } from "./lanes.ts";
import { type FailedTest, type Outcome, parsePlaywrightReport, parseVitestReport } from "./reports.ts";
import { type Part, parseSelection, type Selection, toTestCommand, toTitlePattern } from "./selection.ts";

/** Where a part writes: to this process's own output, or to memory until it has ended. */
type Output = NodeJS.WriteStream | Writable;

interface Step {
  title: string;
  /** `files` limits the run to these. */
  run(files: string[], output: Output): Promise<Outcome>;
  /** Whether it runs the built shop: it is skipped when the build failed. */
  needsBuild?: boolean;
}

/** A file system in memory, as Linux has it. */
const MEMORY_FOLDER = "/dev/shm";
/** Free memory in bytes of which the files of a whole run take a quarter at most. */
const MEMORY_NEEDED = 10 * 2 ** 30;
const PASSED: Outcome = { passed: 1, failed: 0, failures: [] };
const FAILED: Outcome = { passed: 0, failed: 1, failures: [] };
const ROOT = process.cwd();
const PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

const steps: Record<Part, Step> = {
  types: { title: "Types", run: runScript("typecheck") },
  lint: { title: "Lint", run: runScript("lint") },
  imports: { title: "Import rules", run: runScript("check:imports") },
  unused: { title: "Dead code", run: runScript("check:unused") },
  unit: { title: "Unit tests", run: runVitest("unit") },
  api: { title: "API tests", run: runVitest("api") },
  screens: { title: "Screen tests", run: runVitest("screens") },
  build: { title: "Build", run: build },
  pages: { title: "Page tests", run: runVitest("pages"), needsBuild: true },
  start: { title: "Start tests", run: runVitest("start"), needsBuild: true },
  browser: { title: "Browser tests", run: runPlaywright, needsBuild: true },
};

const selection = select();
const lanes = chooseLanes([...selection.parts.keys()], availableParallelism());
// All temporary files of tests are in here, including those of a killed browser or Postgres.
const temporary = createTemporaryFolder();
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
// The installation is slow but needs little processor time: it runs beside the first parts.
const browser = selection.parts.has("browser") ? findBrowser() : null;

/**
 * In memory on a machine that has the room (Linux): the two thousand files of a new database cost a disk's file system
 * ten times the processor time of the rest.
 */
function createTemporaryFolder(): string {
  const prefix = "yaare-test-";
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    const free = Math.min(bavail * bsize, freemem());
    if (!process.env.TMPDIR && free >= MEMORY_NEEDED) return mkdtempSync(join(MEMORY_FOLDER, prefix));
  } catch {
    // Another system, or a folder that is not ours to write in.
  }
  return mkdtempSync(join(tmpdir(), prefix));
}

function select(): Selection {
  try {
    return parseSelection(process.argv.slice(2), existsSync);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** One of the checks of package.json, as `npm run` would run it. */
function runScript(name: string): Step["run"] {
  return async (_files, output) =>
    (await run("sh", ["-c", scripts[name] ?? "false"], output)) === 0 ? PASSED : FAILED;
}

function runVitest(project: Part): Step["run"] {
  return async (files, output) => {
    const results = getResultsPath(project);
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
    const title = selection.title === null ? [] : ["-t", toTitlePattern(selection.title)];
    const args = ["run", "--project", project, ...reporters, ...title, ...files];
    return readOutcome(await run("vitest", args, output), results, parseVitestReport);
  };
}

/** A file for the results of a part. */
function getResultsPath(part: Part): string {
  return join(temporary, `${part}.json`);
}

async function build(_files: string[], output: Output): Promise<Outcome> {
  const report = createReport(output);
  try {
    await withLock(".cache/prepare.lock", report, (lock) => ensureBuild(process.execPath, report, lock));
    return PASSED;
  } catch (error) {
    output.write(`${error instanceof Error ? error.message : error}\n`);
    return FAILED;
  }
}

async function runPlaywright(files: string[], output: Output): Promise<Outcome> {
  const found = await browser;
  if (!found) {
    output.write("No Chromium was found: install one (apt-get install chromium) or set CHROMIUM_PATH.\n");
    return FAILED;
  }
  const results = getResultsPath("browser");
  const env = { ...found, NODE_ENV: "production", PLAYWRIGHT_JSON_OUTPUT_FILE: results };
  const title = selection.title === null ? [] : ["-g", toTitlePattern(selection.title)];
  const args = ["test", "--reporter=list,json", ...title, ...files];
  return readOutcome(await run("playwright", args, output, env), results, parsePlaywrightReport);
}

/**
 * A runner that failed without a failed test (a file that does not load, a setup that throws) counts as one.
 */
function readOutcome(
  exitCode: number,
  results: string,
  read: (json: string, root: string) => Outcome,
): Outcome {
  try {
    const outcome = read(readFileSync(results, "utf8"), ROOT);
    return exitCode !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
  } catch {
    return FAILED;
  }
}

const children = new Set<ChildProcess>();
let isInterrupted = false;
process.once("SIGTERM", () => {
  isInterrupted = true;
  if (children.size === 0) process.exit(1);
  for (const child of children) child.kill("SIGTERM");
});

/** Resolves to the exit code. After a SIGTERM it does not, and this process ends with the last child. */
function run(
  command: string,
  args: string[],
  output: Output,
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((done) => {
    const stdio = output === process.stdout ? "inherit" : "pipe";
    const child = spawn(command, args, {
      stdio: ["inherit", stdio, stdio],
      env: {
        ...process.env,
        ...(selection.isLong && { LONG: "1" }),
        ...env,
        [LANE_COUNT_VARIABLE]: String(lanes.length),
        PATH,
        TMPDIR: temporary,
        NO_UPDATE_NOTIFIER: "1",
      },
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.write(chunk));
    child.on("error", () => done(1));
    child.on("close", (code) => {
      children.delete(child);
      if (!isInterrupted) done(code ?? 1);
      else if (children.size === 0) process.exit(1);
    });
  });
}

const built = Promise.withResolvers<boolean>();
const total = { passed: 0, failed: 0 };
const summary: string[] = [];
const failures: FailedTest[] = [];

async function runPart(part: Part, isLive: boolean): Promise<void> {
  const step = steps[part];
  const chunks: Buffer[] = [];
  const output = isLive
    ? process.stdout
    : new Writable({ write: (chunk, _encoding, done) => done(void chunks.push(chunk)) });
  output.write(`\n── ${step.title}\n`);
  const canRun = !step.needsBuild || (await built.promise);
  const startedAt = performance.now();
  const outcome = canRun ? await step.run(selection.parts.get(part) ?? [], output) : FAILED;
  if (part === "build") built.resolve(outcome.failed === 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(Buffer.concat(chunks));
  const { passed, failed } = outcome;
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed === 0 ? "passed" : "FAILED"}  ${step.title}: ${passed} of ${passed + failed} in ${seconds} s`,
  );
  failures.push(...outcome.failures);
}

await Promise.all(
  lanes.map(async (parts, lane) => {
    for (const part of parts) await runPart(part, lane === 0);
  }),
);
console.log(`\n${summary.join("\n")}`);
if (failures.length > 0) console.log("\nWhat failed, why, and how to run it alone:");
for (const failure of failures) {
  console.log(`${toTestCommand(failure)}\n${failure.reason.map((line) => `    ${line}`).join("\n")}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
