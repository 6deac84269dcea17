/**
 * A copy of the sources in which mutants are tested, so that the working tree never holds one. The packages are
 * shared with the working tree by a link.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { applyMutant, type Mutant } from "./mutant.ts";

/** Everything else is source. */
const NOT_COPIED = [".cache", ".git", "build", "data", "node_modules"];

type TestResult = "passed" | "failed" | "timeout";

interface Workspace {
  /** The absolute path of the copy. */
  root: string;
  /** Runs unit and API tests until the first failure; `timeout` in ms. */
  test(tests: readonly string[], timeout: number): Promise<TestResult>;
  testMutant(mutant: Mutant, tests: readonly string[], timeout: number): Promise<TestResult>;
  /** Also stops the tests that are running. */
  remove(): Promise<void>;
}

const KILL_AFTER_MS = 10_000;

export async function createWorkspace(): Promise<Workspace> {
  await mkdir(".cache", { recursive: true });
  const root = await mkdtemp(resolve(".cache/mutation-"));
  for (const entry of await readdir(".")) {
    if (!NOT_COPIED.includes(entry)) await cp(entry, join(root, entry), { recursive: true });
  }
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  let running: ChildProcess | null = null;

  const test: Workspace["test"] = (tests, timeout) =>
    new Promise((resolveResult, reject) => {
      const vitest = join(root, "node_modules/vitest/vitest.mjs");
      const projects = ["--project", "unit", "--project", "api"];
      const args = [vitest, "run", ...projects, "--bail=1", "--reporter=dot", ...tests];
      // A group of its own, so that a mutant that hangs ends with its database and its workers.
      const child = spawn(process.execPath, args, { cwd: root, stdio: "ignore", detached: true });
      running = child;
      let timedOut = false;
      let killTimer: NodeJS.Timeout | undefined;
      const timer = setTimeout(() => {
        timedOut = true;
        stopGroup(child, "SIGTERM");
        // A worker in an endless loop ignores the polite signal.
        killTimer = setTimeout(() => stopGroup(child, "SIGKILL"), KILL_AFTER_MS);
      }, timeout);
      child.once("error", reject);
      child.once("exit", (code) => {
        running = null;
        clearTimeout(timer);
        clearTimeout(killTimer);
        resolveResult(timedOut ? "timeout" : code === 0 ? "passed" : "failed");
      });
    });

  return {
    root,
    test,
    async testMutant(mutant, tests, timeout) {
      const path = join(root, mutant.file);
      const original = await readFile(path, "utf8");
      await writeFile(path, applyMutant(original, mutant));
      const result = await test(tests, timeout);
      await writeFile(path, original);
      return result;
    },
    async remove() {
      if (running) stopGroup(running, "SIGTERM");
      await rm(root, { recursive: true, force: true });
    },
  };
}

function stopGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid) process.kill(-pid, signal);
}
