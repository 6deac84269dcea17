/**
 * `npm test`: everything that can be wrong, cheapest first, and one line at the end with the sum. A failure does not
 * keep the later steps from running. `npm test -- unit browser` runs only the steps of these names.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { ensureBuild } from "../run/build.mjs";
import { withLock } from "../run/lock.mjs";
import { createReport } from "../run/report.mjs";
import { findBrowser } from "./browser.ts";
import { type Count, readPlaywrightCount, readVitestCount } from "./counts.ts";

interface Step {
  name: string;
  title: string;
  run(): Promise<Count>;
  /** Whether it runs the built shop: there is no sense in it when the build failed. */
  needsBuild?: boolean;
}

const PASSED: Count = { passed: 1, failed: 0 };
const FAILED: Count = { passed: 0, failed: 1 };
const RESULTS = resolve(".cache/results.json");
const PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
const report = createReport(process.stdout);

const steps: Step[] = [
  { name: "types", title: "Types", run: () => check("typecheck") },
  { name: "lint", title: "Lint", run: () => check("lint") },
  { name: "imports", title: "Import rules", run: () => check("check:imports") },
  { name: "unused", title: "Dead code", run: () => check("check:unused") },
  { name: "unit", title: "Unit tests", run: () => vitest("unit") },
  { name: "api", title: "API tests", run: () => vitest("api") },
  { name: "build", title: "Build", run: build },
  { name: "start", title: "Start tests", run: () => vitest("start"), needsBuild: true },
  { name: "browser", title: "Browser tests", run: playwright, needsBuild: true },
];

/** One of the checks of package.json, as `npm run` would run it. */
async function check(script: string): Promise<Count> {
  return (await runShell(scripts[script] ?? "false")) === 0 ? PASSED : FAILED;
}

async function vitest(project: string): Promise<Count> {
  const reporters = `--reporter=default --reporter=json --outputFile.json=${RESULTS}`;
  return countOf(await runShell(`vitest run --project ${project} ${reporters}`), readVitestCount);
}

async function build(): Promise<Count> {
  try {
    await withLock(".cache/prepare.lock", report, (lock) => ensureBuild(process.execPath, report, lock));
    return PASSED;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return FAILED;
  }
}

async function playwright(): Promise<Count> {
  const browser = await findBrowser();
  if (!browser) {
    console.error("No Chromium was found: install one (apt-get install chromium) or set CHROMIUM_PATH.");
    return FAILED;
  }
  const env = { ...browser, NODE_ENV: "production", PLAYWRIGHT_JSON_OUTPUT_FILE: RESULTS };
  return countOf(await runShell("playwright test --reporter=list,json", env), readPlaywrightCount);
}

/** A runner that failed without a failed test (a file that does not load, a setup that throws) counts as one. */
function countOf(exitCode: number, read: (json: string) => Count): Count {
  try {
    const count = read(readFileSync(RESULTS, "utf8"));
    return exitCode !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
  } catch {
    return FAILED;
  } finally {
    rmSync(RESULTS, { force: true });
  }
}

function runShell(command: string, env: Record<string, string> = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, {
      shell: true,
      stdio: "inherit",
      env: { ...process.env, ...env, PATH, NO_UPDATE_NOTIFIER: "1" },
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

const wanted = process.argv.slice(2);
let isBuilt = true;
const total: Count = { passed: 0, failed: 0 };
const summary: string[] = [];
for (const { name, title, run, needsBuild } of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const { passed, failed }: Count = needsBuild && !isBuilt ? FAILED : await run();
  if (name === "build") isBuilt = failed === 0;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed === 0 ? "passed" : "FAILED"}  ${title}: ${passed} of ${passed + failed} in ${seconds} s`,
  );
}
console.log(`\n${summary.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
