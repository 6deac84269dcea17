import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

/** Runs the command with a program in place of npm that answers so. */
async function audit(answer: unknown) {
  const folder = await mkdtemp(join(tmpdir(), "yaare-audit-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "npm"), `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "audit.ts")], {
    env,
    encoding: "utf8",
  });
  return { status, lines: `${stdout}${stderr}`.trimEnd().split("\n") };
}

it("says so when the registry cannot be asked", async () => {
  const { status, lines } = await audit({ message: "ECONNREFUSED", error: { summary: "", detail: "" } });
  expect([status, lines]).toEqual([1, [expect.stringMatching(/ECONNREFUSED\): nothing was looked up\./)]]);
});

it("says so when there is nothing to report", async () => {
  const { status, lines } = await audit({ metadata: { vulnerabilities: { total: 0 } } });
  expect([status, lines]).toEqual([0, ["No known weaknesses in the packages that a shop runs."]]);
});
