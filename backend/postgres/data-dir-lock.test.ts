import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lockDataDir } from "./data-dir-lock.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
});

const readLock = async () => JSON.parse(await readFile(join(dataDir, "lock"), "utf8"));

test("a lock that was left by a power cut is taken, though its process id is another program's now", async () => {
  // As of a program whose start time is hidden.
  const owner = { pid: process.pid, startedAt: null, bootId: "00000000-0000-4000-8000-000000000000" };
  await writeFile(join(dataDir, "lock"), JSON.stringify(owner));
  const unlock = await lockDataDir(dataDir);
  expect(await readLock()).toMatchObject({ pid: process.pid });
  await unlock();
  expect(await readdir(dataDir)).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a lock whose owner has ended is taken, though nobody has asked for its exit code",
  async () => {
    // The shell becomes a program that asks for no exit code of the child that it inherits.
    const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void parent.kill());
    const [line] = await once(parent.stdout.setEncoding("utf8"), "data");
    const pid = Number(line);
    await writeFile(join(dataDir, "lock"), JSON.stringify({ pid, startedAt: null }));
    const unlock = await lockDataDir(dataDir);
    expect(await readLock()).toMatchObject({ pid: process.pid });
    await unlock();
  },
);
