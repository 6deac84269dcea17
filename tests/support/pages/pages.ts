/**
 * The fixtures of the page tests: the built shop over HTTP, as a crawler or a browser without JavaScript
 * requests it.
 */
import { test as base, inject } from "vitest";
import { type Shop, startShopCopy } from "#tests/support/shop.ts";

export { expect } from "vitest";

export const test = base.extend<{ shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const shop = await startShopCopy(inject("template"));
      await use(shop);
      await shop.stop();
    },
    { scope: "worker" },
  ],
});

/** The document of a page, for the queries of Testing Library and of the DOM. */
export async function fetchDocument(shop: Shop, path: string, init?: RequestInit): Promise<Document> {
  const response = await fetch(shop.url + path, init);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** The response of a page: status, headers, HTML text and parsed document. */
export async function fetchPage(shop: Shop, path: string, init?: RequestInit) {
  const response = await fetch(shop.url + path, init);
  const html = await response.text();
  const document = new DOMParser().parseFromString(html, "text/html");
  return { status: response.status, headers: response.headers, html, document };
}
