/** Creates the demo shop's data directory once. Each worker of the browser tests runs on a copy of it. */
import { createShopTemplate } from "#tests/support/shop.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const template = await createShopTemplate("demo");
  process.env.SHOP_TEMPLATE = template.dataDir;
  return template.remove;
}
