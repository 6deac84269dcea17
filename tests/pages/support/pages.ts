/** What a page test has: the built shop over HTTP, as a browser without script or a crawler meets it. */
import { test as base, inject } from "vitest";
import { type Shop, startShopCopy } from "../../support/shop.ts";

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

/** A page as a document, for the queries of Testing Library and of the DOM. */
export async function getDocument(shop: Shop, path: string): Promise<Document> {
  const response = await fetch(shop.url + path);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** What an address answers: its status and headers, its bytes as text, and the document that they make. */
export async function getPage(shop: Shop, path: string) {
  const response = await fetch(shop.url + path);
  const html = await response.text();
  const document = new DOMParser().parseFromString(html, "text/html");
  return { status: response.status, headers: response.headers, html, document };
}
