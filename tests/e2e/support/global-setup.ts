/** Makes the demo shop's data directory once; each worker of the browser tests runs on a copy of it. */
import { makeTemplate } from "../../support/shop.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const template = await makeTemplate("demo");
  process.env.SHOP_TEMPLATE = template.dataDir;
  return template.remove;
}
