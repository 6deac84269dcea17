import { expect, it } from "vitest";
import { FRAME_SLOT, TITLE_HEADER } from "./offline-caches.ts";
import { createOfflinePage } from "./offline-page.ts";

/** The part of a cache that the page reads, with these responses by path. */
function createCache(responses: Record<string, Response>) {
  const toPath = (request: RequestInfo | URL) =>
    typeof request === "string"
      ? request
      : new URL(request instanceof Request ? request.url : request).pathname;
  return {
    keys: async () => Object.keys(responses).map((path) => new Request(`http://shop.test${path}`)),
    match: async (request: RequestInfo | URL) => responses[toPath(request)]?.clone(),
  };
}

const toCopy = (title: string) =>
  new Response("", { headers: { [TITLE_HEADER]: encodeURIComponent(title) } });
const copies = createCache({
  "/product/perceuse": toCopy("Perceuse à percussion, 45 000 XOF"),
  "/product/tole": toCopy("Tôle <bac>, 6 000 XOF"),
});
const frame = createCache({
  "/offline-frame": new Response(`<header></header><main>${FRAME_SLOT}</main>`, {
    headers: { "content-security-policy": "default-src 'none'" },
  }),
});

const open = (path: string, app = frame) => createOfflinePage(new URL(path, "http://shop.test"), copies, app);

it("lists the copies in the shop's frame, the last one first", async () => {
  const response = await open("/technicians");
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
  const html = await response.text();
  expect(html).toMatch(/^<header><\/header><main><div.+<\/main>$/s);
  expect(html).toContain("Cette page n'a pas encore été vue sur cet appareil.");
  expect(html.indexOf("/product/tole")).toBeLessThan(html.indexOf("/product/perceuse"));
  expect(html).toContain("Tôle &#60;bac&#62;");
});

it("searches the copies, without regard to accents and case", async () => {
  const found = await (await open("/products?search=TOLE+bac")).text();
  expect(found).toContain("/product/tole");
  expect(found).not.toContain("/product/perceuse");
  expect(await (await open("/products?search=brouette")).text()).toContain("Aucune page vue ne correspond");
});

it("is a page of its own before a frame is stored", async () => {
  expect(await (await open("/about", createCache({}))).text()).toMatch(
    /^<!doctype html>.+<h1[^>]*>Vous êtes hors ligne/s,
  );
});
