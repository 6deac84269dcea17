/** The shop of `npm run dev`, whose pages are made from the sources. */
import { expect, it } from "vitest";
import { createShopDataDir, readPostgresPid, startShopProcess } from "./shop-process.ts";

it("a shop in development mode serves its pages, and SIGTERM ends it", async () => {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir, NODE_ENV: "development" }, ["server.ts", "--dev"]);
  const page = await fetch(await shop.opened);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("capturedClick");
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  expect(await readPostgresPid(dataDir)).toBeNull();
});
