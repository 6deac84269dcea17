/** Stopping in order takes Postgres along. */
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isAlive, makeDataDir, makeShopDir, postgresPid, startProcess } from "./shop-process.ts";

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends the shop and its Postgres", async (signal) => {
  const dataDir = await makeShopDir();
  const shop = startProcess({ DATA_DIR: dataDir });
  await shop.opened;
  const postgres = await postgresPid(dataDir);
  shop.child.kill(signal);
  expect(await shop.exited).toBe(0);
  expect(isAlive(postgres ?? 0)).toBe(false);
  expect(await postgresPid(dataDir)).toBeNull();
  expect(existsSync(join(dataDir, "lock"))).toBe(false);
});

it("SIGTERM ends a shop that is being developed as well", async () => {
  const dataDir = await makeShopDir();
  const shop = startProcess({ DATA_DIR: dataDir, NODE_ENV: "development" }, ["server.ts", "--dev"]);
  await shop.opened;
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  expect(await postgresPid(dataDir)).toBeNull();
});

it("does not wait for open sockets: their clients are told that the service restarts", async () => {
  const dataDir = await makeShopDir();
  const shop = startProcess({ DATA_DIR: dataDir });
  const address = (await shop.opened).replace("http", "ws");
  const { anonKey }: { anonKey: string } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const socket = new WebSocket(`${address}/realtime/v1/websocket?apikey=${anonKey}&vsn=2.0.0`);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
  shop.child.kill("SIGTERM");
  expect((await closed).code).toBe(1012);
  expect(await shop.exited).toBe(0);
});

it("a signal during the start is obeyed when it can be", async () => {
  const dataDir = await makeDataDir();
  const shop = startProcess({ DATA_DIR: dataDir });
  await expect.poll(() => postgresPid(dataDir)).not.toBeNull();
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  expect(await postgresPid(dataDir)).toBeNull();
});

it("the command passes signals on and gives the shop's exit code back", async () => {
  const dataDir = await makeShopDir();
  // Whoever prepares this folder does not concern a command for which it is in order.
  const preparing = join(import.meta.dirname, "../../.cache/prepare.lock");
  await writeFile(preparing, String(process.pid));
  onTestFinished(() => rm(preparing, { force: true }));
  const command = startProcess({ DATA_DIR: dataDir }, ["scripts/run.mjs", "serve"]);
  await command.opened;
  command.child.kill("SIGTERM");
  expect(await command.exited).toBe(0);
  expect(await postgresPid(dataDir)).toBeNull();
});
