/** Creates the demo shop's data directory once. Each worker of the page tests runs on a copy of it. */
import type { TestProject } from "vitest/node";
import { createShopTemplate } from "#tests/support/shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await createShopTemplate("demo");
  project.provide("template", template.dataDir);
  return template.remove;
}
