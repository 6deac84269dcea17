/**
 * `npm test`: runs all checks and tests, cheapest first, with one summary line at the end. A failure does not
 * keep the later parts from running. selection.ts limits a run to some of them.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ensureBuild } from "#scripts/run/build.mjs";
import { withLock } from "#scripts/run/lock.mjs";
import { createReport } from "#scripts/run/report.mjs";
import { findBrowser } from "./browser.ts";
import { type FailedTest, type Outcome, parsePlaywrightReport, parseVitestReport } from "./reports.ts";
import { type Part, parseSelection, type Selection, toTestCommand, toTitlePattern } from "./selection.ts";

interface Step {
  title: string;
  /** `files` limits the run to these. */
  run(files: string[]): Promise<Outcome>;
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
const RESULTS = resolve(".cache/results.json");
const PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

const steps: Record<Part, Step> = {
  types: { title: "Types", run: () => runScript("typecheck") },
  lint: { title: "Lint", run: () => runScript("lint") },
  imports: { title: "Import rules", run: () => runScript("check:imports") },
  unused: { title: "Dead code", run: () => runScript("check:unused") },
  unit: { title: "Unit tests", run: (files) => runVitest("unit", files) },
  api: { title: "API tests", run: (files) => runVitest("api", files) },
  screens: { title: "Screen tests", run: (files) => runVitest("screens", files) },
  build: { title: "Build", run: build },
  pages: { title: "Page tests", run: (files) => runVitest("pages", files), needsBuild: true },
  start: { title: "Start tests", run: (files) => runVitest("start", files), needsBuild: true },
  browser: { title: "Browser tests", run: runPlaywright, needsBuild: true },
};

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
const report = createReport(process.stdout);
const selection = select();
// All temporary files of tests are in here, including those of a killed browser or Postgres.
const temporary = createTemporaryFolder();
/** The parts of a run share shops and databases that are copied: a later part finds those of an earlier one. */
const templates = join(temporary, "templates");
mkdirSync(templates);
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
async function runScript(script: string): Promise<Outcome> {
  return (await run("sh", ["-c", scripts[script] ?? "false"])) === 0 ? PASSED : FAILED;
}

async function runVitest(project: Part, files: string[]): Promise<Outcome> {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  const title = selection.title === null ? [] : ["-t", toTitlePattern(selection.title)];
  const exitCode = await run("vitest", ["run", "--project", project, ...reporters, ...title, ...files]);
  return readOutcome(exitCode, parseVitestReport);
}

async function build(): Promise<Outcome> {
  try {
    await withLock(".cache/prepare.lock", report, (lock) => ensureBuild(process.execPath, report, lock));
    return PASSED;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return FAILED;
  }
}

async function runPlaywright(files: string[]): Promise<Outcome> {
  const found = await browser;
  if (!found) {
    console.error("No Chromium was found: install one (apt-get install chromium) or set CHROMIUM_PATH.");
    return FAILED;
  }
  const env = { ...found, NODE_ENV: "production", PLAYWRIGHT_JSON_OUTPUT_FILE: RESULTS };
  const title = selection.title === null ? [] : ["-g", toTitlePattern(selection.title)];
  const exitCode = await run("playwright", ["test", "--reporter=list,json", ...title, ...files], env);
  return readOutcome(exitCode, parsePlaywrightReport);
}

/**
 * A runner that failed without a failed test (a file that does not load, a setup that throws) counts as one.
 */
function readOutcome(exitCode: number, read: (json: string, root: string) => Outcome): Outcome {
  try {
    const outcome = read(readFileSync(RESULTS, "utf8"), ROOT);
    return exitCode !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
  } catch {
    return FAILED;
  } finally {
    rmSync(RESULTS, { force: true });
  }
}

/** Resolves to the exit code. */
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: "inherit",
      env: {
        ...process.env,
        ...(selection.isLong && { LONG: "1" }),
        ...env,
        PATH,
        TMPDIR: temporary,
        TEST_TEMPLATES: templates,
        NO_UPDATE_NOTIFIER: "1",
      },
    });
    const interrupt = () => {
      child.once("close", () => process.exit(1));
      child.kill("SIGTERM");
    };
    process.once("SIGTERM", interrupt);
    child.on("error", () => done(1));
    child.on("close", (code) => {
      process.off("SIGTERM", interrupt);
      done(code ?? 1);
    });
  });
}

let isBuilt = true;
const total = { passed: 0, failed: 0 };
const summary: string[] = [];
const failures: FailedTest[] = [];
for (const [part, files] of selection.parts) {
  const step = steps[part];
  console.log(`\n── ${step.title}`);
  const startedAt = performance.now();
  const outcome: Outcome = step.needsBuild && !isBuilt ? FAILED : await step.run(files);
  if (part === "build") isBuilt = outcome.failed === 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { passed, failed } = outcome;
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed === 0 ? "passed" : "FAILED"}  ${step.title}: ${passed} of ${passed + failed} in ${seconds} s`,
  );
  failures.push(...outcome.failures);
}
console.log(`\n${summary.join("\n")}`);
if (failures.length > 0) console.log("\nWhat failed, why, and how to run it alone:");
for (const failure of failures) {
  console.log(
    `${toTestCommand(failure, selection.isLong)}\n${failure.reason.map((line) => `    ${line}`).join("\n")}`,
  );
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
