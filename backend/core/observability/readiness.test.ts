import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReadinessCheck, isWritable } from "./readiness.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const works = async () => true;
const fails = async () => false;
const rejects = async () => {
  throw new Error("gone");
};

it("is ready when all that it needs works", async () => {
  const check = createReadinessCheck({ database: works, storage: works }, { outbox: fails });
  expect(await check()).toEqual({
    isReady: true,
    parts: { database: "ok", storage: "ok", outbox: "failing" },
  });
});

it.each([fails, rejects])("is not ready when one part does not work", async (part) => {
  const check = createReadinessCheck({ database: works, storage: part });
  expect(await check()).toEqual({ isReady: false, parts: { database: "ok", storage: "failing" } });
});

it("does not wait for a part that hangs", async () => {
  const check = createReadinessCheck({ database: () => new Promise(() => {}) });
  const answer = check();
  await vi.advanceTimersByTimeAsync(2_001);
  expect((await answer).parts).toEqual({ database: "failing" });
});

it("asks its parts once a second, however often it is asked", async () => {
  const part = vi.fn(works);
  const check = createReadinessCheck({ database: part });
  await Promise.all([check(), check(), check()]);
  expect(part).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  await check();
  expect(part).toHaveBeenCalledTimes(2);
});

it("knows whether a folder can be written to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "yaare-ready-"));
  expect(await isWritable(folder)).toBe(true);
  await rm(folder, { recursive: true });
  expect(await isWritable(folder)).toBe(false);
});
