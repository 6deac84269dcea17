/** Makes the demo shop's data directory once; each worker of the browser tests runs on a copy of it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startShop } from "../support/shop.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), "yaare-template-"));
  const shop = await startShop(template);
  await shop.stop();
  process.env.SHOP_TEMPLATE = template;
  return () => rm(template, { recursive: true, force: true });
}
