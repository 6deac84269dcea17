import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withLock } from "./lock.mjs";

let folder: string;
let file: string;
let notes: string[];
const report = {
  step: <T>(_: string, work: () => Promise<T>) => work(),
  info: (line: string) => notes.push(line),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-lock-"));
  file = join(folder, "cache/prepare.lock");
  notes = [];
});
afterEach(() => rm(folder, { recursive: true }));

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

it("lets one process work at a time, and reports that the others wait", async () => {
  let working = 0;
  let most = 0;
  const work = () =>
    withLock(file, report, async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setTimeout(resolve, 20));
      working -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
  expect(notes).toHaveLength(2);
  expect(existsSync(file)).toBe(false);
});

it("is released when the work fails", async () => {
  await expect(withLock(file, report, () => Promise.reject(new Error("no network")))).rejects.toThrow(
    "no network",
  );
  expect(existsSync(file)).toBe(false);
});

it("takes over from a start that was killed", async () => {
  await withLock(file, report, async () => {});
  await writeFile(file, `${await deadPid()}\n`);
  expect(await withLock(file, report, async () => "worked")).toBe("worked");
});

it("takes over from another container, where the id is another process", async () => {
  await withLock(file, report, async () => {});
  await writeFile(file, `${process.pid}\n`);
  const longAgo = new Date(Date.now() - 120_000);
  await utimes(file, longAgo, longAgo);
  expect(await withLock(file, report, async () => "worked")).toBe("worked");
});

it("waits for a program that outlived the start which ran it", async () => {
  await withLock(file, report, async () => {});
  const program = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await writeFile(file, `${await deadPid()}\n${program.pid}\n`);
  let worked = false;
  const waiting = withLock(file, report, async () => {
    worked = true;
  });
  await expect.poll(() => notes.length).toBe(1);
  expect(worked).toBe(false);
  program.kill("SIGKILL");
  await waiting;
  expect(worked).toBe(true);
});
