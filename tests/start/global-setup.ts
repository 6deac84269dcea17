/** Starts an empty shop once. Tests that are not about a first start run on copies of its data directory. */
import type { TestProject } from "vitest/node";
import { createShopTemplate } from "#tests/support/shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    emptyShop: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await createShopTemplate("empty");
  project.provide("emptyShop", template.dataDir);
  return template.remove;
}
