/** A clean stop also stops Postgres. */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isAlive } from "#harness/is-alive.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { createDataDir, createShopDataDir, readPostgresPid, startShopProcess } from "./shop-process.ts";

it.each(shortOrLong<NodeJS.Signals[]>(["SIGTERM"], ["SIGTERM", "SIGINT", "SIGHUP"]))(
  "%s ends the shop and its Postgres",
  async (signal) => {
    const dataDir = await createShopDataDir();
    const shop = startShopProcess({ DATA_DIR: dataDir });
    await shop.opened;
    const postgres = await readPostgresPid(dataDir);
    shop.child.kill(signal);
    expect(await shop.exited).toBe(0);
    expect(isAlive(postgres ?? 0)).toBe(false);
    expect(await readPostgresPid(dataDir)).toBeNull();
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  },
);

it("does not wait for open sockets: their clients receive the close code of a restart", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const address = (await shop.opened).replace("http", "ws");
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  shop.child.kill("SIGTERM");
  expect((await closed).code).toBe(1012);
  expect(await shop.exited).toBe(0);
});

it("a signal during the start ends the shop once it can", async () => {
  const dataDir = await createDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  await expect.poll(() => readPostgresPid(dataDir)).not.toBeNull();
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  await expect.poll(() => readPostgresPid(dataDir)).toBeNull();
});

it("a signal during a start that hangs ends the shop and its Postgres", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  await expect.poll(() => readPostgresPid(dataDir)).not.toBeNull();
  const postgres = (await readPostgresPid(dataDir)) ?? Number.NaN;
  process.kill(postgres, "SIGSTOP");
  try {
    shop.child.kill("SIGTERM");
    expect(await shop.exited).toBe(0);
  } finally {
    process.kill(postgres, "SIGCONT");
  }
  await expect.poll(() => readPostgresPid(dataDir)).toBeNull();
});

it("the command forwards signals and returns the shop's exit code", async () => {
  const dataDir = await createShopDataDir();
  // Another process that prepares this folder does not block a command that needs no preparation.
  const prepareLock = join(import.meta.dirname, "../../.cache/prepare.lock");
  await writeFile(prepareLock, String(process.pid));
  onTestFinished(() => rm(prepareLock, { force: true }));
  const command = startShopProcess({ DATA_DIR: dataDir }, ["scripts/run.mjs", "serve"]);
  await command.opened;
  command.child.kill("SIGTERM");
  expect(await command.exited).toBe(0);
  expect(await readPostgresPid(dataDir)).toBeNull();
});
