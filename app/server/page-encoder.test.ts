import { expect, it } from "vitest";
import { createDocumentResponse } from "#app/lib/pages/rendered-document.ts";
import { createPageEncoder } from "./page-encoder.ts";

const encode = createPageEncoder({ siteUrl: "https://yaare.example", connectTo: [] });
const html = "<p>é</p><style>p{}</style>";
const headers = { "content-type": "text/html", "cache-control": "no-store" };

it("encodes a page alike, whether its document is the body of its response or beside it", async () => {
  const page = await encode(createDocumentResponse(html, { status: 404, headers }));
  expect(page).toEqual(await encode(new Response(html, { status: 404, headers })));
  expect(new TextDecoder().decode(page.body)).toBe(html);
  expect(new Headers(page.headers).get("content-security-policy")).toMatch(/style-src 'self' 'sha256-/);
});
