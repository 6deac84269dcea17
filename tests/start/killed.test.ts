/** A kill -9 of any of the shop's processes loses no data. */
import { expect, it } from "vitest";
import { isAlive } from "#harness/is-alive.ts";
import {
  createBrandsClient,
  createShopDataDir,
  killPostgres,
  readPostgresPid,
  startShopProcess,
} from "./shop-process.ts";

it("the command: the shop stops by itself, and a start right after it succeeds", async () => {
  const dataDir = await createShopDataDir();
  const command = startShopProcess({ DATA_DIR: dataDir }, ["scripts/run.mjs", "serve"]);
  await command.opened;
  const postgres = await readPostgresPid(dataDir);
  command.child.kill("SIGKILL");
  const next = startShopProcess({ DATA_DIR: dataDir });
  expect((await fetch(`${await next.opened}/healthz`)).status).toBe(200);
  expect(isAlive(postgres ?? 0)).toBe(false);
});

it("the shop: the next start finds all data, whether Postgres survived or not", async () => {
  const dataDir = await createShopDataDir();
  const names: string[] = [];
  for (const killsPostgresToo of [false, true]) {
    const shop = startShopProcess({ DATA_DIR: dataDir });
    const brands = await createBrandsClient(await shop.opened, dataDir);
    names.push(`Brand ${names.length}`);
    expect(await brands.add(names.at(-1) ?? "")).toBe(201);
    const postgres = await readPostgresPid(dataDir);
    shop.child.kill("SIGKILL");
    await shop.exited;
    if (killsPostgresToo) process.kill(postgres ?? 0, "SIGKILL");
    else expect(isAlive(postgres ?? 0)).toBe(true);
  }
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const brands = await createBrandsClient(await shop.opened, dataDir);
  expect((await brands.list()).sort()).toEqual(names);
});

it("Postgres alone: the shop restarts it and continues", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir });
  const brands = await createBrandsClient(await shop.opened, dataDir);
  expect(await brands.add("Sahelis")).toBe(201);
  await killPostgres(dataDir);
  await expect.poll(() => brands.list().catch(() => null)).toEqual(["Sahelis"]);
  expect(shop.child.exitCode).toBeNull();
});
