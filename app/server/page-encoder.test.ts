import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { createDocumentResponse } from "#app/lib/pages/rendered-document.ts";
import { createPageEncoder } from "./page-encoder.ts";

const encode = createPageEncoder({ siteUrl: "https://yaare.example", connectTo: [] });
const headers = { "content-type": "text/html", "cache-control": "no-store" };
const hash = (text: string) => createHash("sha256").update(text).digest("base64");

it("encodes a page alike, whether its document is the body of its response or beside it", async () => {
  const html = "<p>é</p>";
  const document = { html: ["<p>", "é", "</p>"] as const, scripts: [], styles: [] };
  const page = await encode(createDocumentResponse(document, { status: 404, headers }));
  expect(page).toEqual(await encode(new Response(html, { status: 404, headers })));
  expect(new TextDecoder().decode(page.body)).toBe(html);
  expect(page.encoding).toBe("identity");
});

it("keeps the bytes of a page when the next one is encoded", async () => {
  const toDocument = (text: string) =>
    createDocumentResponse({ html: [text, "<style>", `${text}é`], scripts: [], styles: [] }, { headers });
  const one = await encode(toDocument("1"));
  const other = await encode(toDocument("2"));
  expect(new TextDecoder().decode(one.body)).toBe("1<style>1é");
  expect(new TextDecoder().decode(other.body)).toBe("2<style>2é");
});

it("allows the application's scripts and styles, and none that a text brought into the page", async () => {
  const html = "<p><script>steal()</script><style>q{}</style></p><script>own()</script><style>p{}</style>";
  const page = await encode(
    createDocumentResponse({ html: [html, "", ""], scripts: ["own()"], styles: ["p{}"] }, { headers }),
  );
  const policy = new Headers(page.headers).get("content-security-policy") ?? "";
  expect(policy).toContain(`script-src 'self' 'sha256-${hash("own()")}';`);
  expect(policy).toContain(`style-src 'self' 'sha256-${hash("p{}")}';`);
});

it("compresses a page of more than a packet, and no image", async () => {
  const long = "<p>Perceuse à percussion</p>".repeat(100);
  const page = await encode(new Response(long, { headers }));
  expect([page.encoding, brotliDecompressSync(page.body).toString()]).toEqual(["br", long]);
  const image = await encode(new Response(long, { headers: { "content-type": "image/avif" } }));
  expect([image.encoding, new TextDecoder().decode(image.body)]).toEqual(["identity", long]);
});
