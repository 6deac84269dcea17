import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeReason } from "./log-reason.ts";

async function describe(output: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "log"), output);
  return describeReason(join(folder, "log"));
}

test.each([
  [
    "initdb: could not look up effective user ID 4711: user does not exist\n",
    " (could not look up effective user ID 4711: user does not exist)",
  ],
  [
    "initdb: error: No space left on device\ninitdb: removing contents of data directory\n",
    " (No space left on device)",
  ],
  [
    "[1] FATAL:  the first\n[1] FATAL:  out of memory\n[1] FATAL:  the database system is starting up\n",
    " (out of memory)",
  ],
  ["[1] LOG:  ready\n", ""],
])("%j", async (output, reason) => {
  expect(await describe(output)).toBe(reason);
  expect(await describe(`${"x".repeat(10_000)}\n${output}`)).toBe(reason);
});

test("nothing is said of a log that is not there", async () => {
  expect(await describeReason(join(tmpdir(), "no such log"))).toBe("");
});
