import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { busyPage, errorPage } from "./error-page.ts";
import { withReference } from "./reference.ts";

it.each([errorPage, busyPage])("an error page names the request", async (page) => {
  const response = await withReference(page(), "id-of-one");
  expect(response.status).toBe(page().status);
  expect(await response.text()).toContain("<p data-reference>Référence\u00a0: id-of-one</p>");
});

it.each([
  ["br", brotliCompressSync],
  ["gzip", gzipSync],
])("a page in %s is decoded", async (encoding, compress) => {
  const headers = { "content-type": "text/html", "content-encoding": encoding, etag: '"x"', "x-kept": "1" };
  const body = new Uint8Array(compress('<p class="a" data-reference=""></p>'));
  const response = await withReference(new Response(body, { status: 500, headers }), "id-of-one");
  expect(await response.text()).toBe('<p class="a" data-reference="">Référence\u00a0: id-of-one</p>');
  expect([...response.headers.keys()].sort()).toEqual(["content-type", "x-kept"]);
});

it("leaves what is no page, and a page without a request, as it is", async () => {
  const json = Response.json({ code: 1 }, { status: 500 });
  expect(await withReference(json, "id-of-one")).toBe(json);
  const page = errorPage();
  expect(await withReference(page, undefined)).toBe(page);
});
