/** Being killed (kill -9) loses nothing, whichever process it is. */
import { expect, it } from "vitest";
import { brandsOf, isAlive, makeShopDir, postgresPid, startProcess } from "./shop-process.ts";

it("the command: the shop stops by itself, and a start right after it succeeds", async () => {
  const dataDir = await makeShopDir();
  const command = startProcess({ DATA_DIR: dataDir }, ["scripts/run.mjs", "serve"]);
  await command.opened;
  const postgres = await postgresPid(dataDir);
  command.child.kill("SIGKILL");
  const next = startProcess({ DATA_DIR: dataDir });
  expect((await fetch(`${await next.opened}/healthz`)).status).toBe(200);
  expect(isAlive(postgres ?? 0)).toBe(false);
});

it("the shop: the next start finds everything, whether Postgres lived on or not", async () => {
  const dataDir = await makeShopDir();
  const written: string[] = [];
  for (const killsPostgresToo of [false, true]) {
    const shop = startProcess({ DATA_DIR: dataDir });
    const brands = await brandsOf(await shop.opened, dataDir);
    written.push(`Brand ${written.length}`);
    expect(await brands.add(written.at(-1) ?? "")).toBe(201);
    const postgres = await postgresPid(dataDir);
    shop.child.kill("SIGKILL");
    await shop.exited;
    if (killsPostgresToo) process.kill(postgres ?? 0, "SIGKILL");
    else expect(isAlive(postgres ?? 0)).toBe(true);
  }
  const shop = startProcess({ DATA_DIR: dataDir });
  const brands = await brandsOf(await shop.opened, dataDir);
  expect((await brands.list()).sort()).toEqual(written);
});

it("Postgres alone: the shop starts it again and goes on", async () => {
  const dataDir = await makeShopDir();
  const shop = startProcess({ DATA_DIR: dataDir });
  const brands = await brandsOf(await shop.opened, dataDir);
  expect(await brands.add("Sahelis")).toBe(201);
  process.kill((await postgresPid(dataDir)) ?? 0, "SIGKILL");
  await expect.poll(() => brands.list().catch(() => null)).toEqual(["Sahelis"]);
  expect(shop.child.exitCode).toBeNull();
});
