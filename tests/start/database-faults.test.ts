/** An embedded Postgres that ends, cannot start, or does not respond: the shop says so, and continues after it. */
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { isAlive } from "#harness/is-alive.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import {
  createBrandsClient,
  createShopDataDir,
  killPostgres,
  readPostgresPid,
  startShopProcess,
} from "./shop-process.ts";

async function startShop(dataDir: string) {
  const shop = startShopProcess({ DATA_DIR: dataDir, LOG_LEVEL: "warn" });
  const url = await shop.opened;
  return { shop, url, brands: await createBrandsClient(url, dataDir) };
}

async function readHealth(url: string) {
  const response = await fetch(`${url}/healthz`);
  return {
    status: response.status,
    body: await response.json(),
    retryAfter: response.headers.get("retry-after"),
  };
}

const HEALTHY = { status: 200, body: { status: "ok" }, retryAfter: null };
const UNHEALTHY = { status: 503, body: { status: "unavailable", database: "no answer" }, retryAfter: "2" };

it("Postgres is started again as soon as what prevented its start has ended", async () => {
  const dataDir = await createShopDataDir();
  const { shop, url, brands } = await startShop(dataDir);
  await expect.poll(() => readHealth(url)).toEqual(HEALTHY);
  expect((await fetch(`${url}/`)).status).toBe(200);
  const control = join(dataDir, "postgres/global/pg_control");
  await rename(control, `${control}.away`);
  await killPostgres(dataDir);
  await expect.poll(() => readHealth(url)).toEqual(UNHEALTHY);
  await expect.poll(() => shop.stderr().match(/postgres does not start/g)?.length ?? 0).toBeGreaterThan(1);
  expect((await fetch(`${url}/`)).status, "a cached page is still served").toBe(200);
  // The long form is longer than Postgres was tried once.
  await sleep(shortOrLong(0, 60_000));
  await rename(`${control}.away`, control);
  await expect.poll(() => readHealth(url), { timeout: shortOrLong(30_000, 90_000) }).toEqual(HEALTHY);
  await expect.poll(() => brands.add("Sahelis")).toBe(201);
  await expect.poll(() => shop.stderr()).toMatch(/postgres is running again/);
});

it("a shop whose Postgres does not start can be stopped", async () => {
  const dataDir = await createShopDataDir();
  const { shop } = await startShop(dataDir);
  const control = join(dataDir, "postgres/global/pg_control");
  await rename(control, `${control}.away`);
  await killPostgres(dataDir);
  await expect.poll(() => shop.stderr()).toMatch(/postgres does not start/);
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
});

it("Postgres killed again and again: the shop lives, and so does what it has acknowledged", async () => {
  const dataDir = await createShopDataDir();
  const { shop, brands } = await startShop(dataDir);
  const added: string[] = [];
  for (let round = 0; round < shortOrLong(3, 20); round++) {
    const adding = Array.from({ length: 10 }, async (_, index) => {
      const name = `Brand ${round} ${index}`;
      if ((await brands.add(name)) === 201) added.push(name);
    });
    const killed = await killPostgres(dataDir);
    await Promise.all(adding);
    // Connections of the killed one answer for a moment.
    await expect.poll(async () => [null, killed].includes(await readPostgresPid(dataDir))).toBe(false);
    await expect.poll(() => brands.list().catch(() => null)).not.toBeNull();
  }
  expect(await brands.list()).toEqual(expect.arrayContaining(added));
  expect(shop.child.exitCode).toBeNull();
});

it("while Postgres is frozen, health and cached pages are answered, and a write ends with 504", async () => {
  const dataDir = await createShopDataDir();
  const { url, brands } = await startShop(dataDir);
  expect(await brands.add("Before")).toBe(201);
  expect((await fetch(`${url}/`)).status).toBe(200);
  const postmaster = (await readPostgresPid(dataDir)) ?? 0;
  const frozen = [postmaster, ...(await listChildren(postmaster))];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of frozen) if (isAlive(pid)) process.kill(pid, name);
  };
  onTestFinished(() => signal("SIGCONT"));
  signal("SIGSTOP");
  const writing = brands.add("Meanwhile");
  expect(await readHealth(url)).toEqual(UNHEALTHY);
  expect((await fetch(`${url}/`)).status).toBe(200);
  expect(await writing).toBe(504);
  signal("SIGCONT");
  await expect.poll(() => readHealth(url)).toEqual(HEALTHY);
  await expect.poll(() => brands.add("After")).toBe(201);
});

async function listChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}
