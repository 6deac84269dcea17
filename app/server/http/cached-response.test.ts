import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CachedResponse, type RawResponse } from "./cached-response.ts";
import { compressBrotli } from "./encodings.ts";

const text = Buffer.from("<p>Perceuse à percussion</p>".repeat(100));
const html = new Headers({ "content-type": "text/html; charset=utf-8" });
const get = { method: "GET", acceptEncoding: undefined, ifNoneMatch: undefined };

function toHeaders(response: RawResponse): Headers {
  const headers = new Headers();
  for (let i = 0; i < response.headers.length; i += 2)
    headers.append(response.headers[i] ?? "", response.headers[i + 1] ?? "");
  return headers;
}

describe("CachedResponse", () => {
  it("sends each coding with its own ETag and length, and with Vary", async () => {
    const cached = new CachedResponse(200, html, text);
    const plain = await cached.respond(get);
    const gzip = await cached.respond({ ...get, acceptEncoding: "gzip" });
    expect(plain.body).toEqual(text);
    expect(gunzipSync(gzip.body ?? "")).toEqual(text);
    expect(toHeaders(gzip).get("content-encoding")).toBe("gzip");
    expect(toHeaders(gzip).get("content-length")).toBe(String(gzip.body?.length));
    expect(toHeaders(gzip).get("vary")).toBe("Accept-Encoding");
    expect(toHeaders(gzip).get("etag")).not.toBe(toHeaders(plain).get("etag"));
  });

  it("creates a coding once and then responds synchronously", async () => {
    const cached = new CachedResponse(200, html, text);
    const [first, second] = await Promise.all([
      cached.respond({ ...get, acceptEncoding: "br" }),
      cached.respond({ ...get, acceptEncoding: "br" }),
    ]);
    expect(first.body).toBe(second.body);
    expect(cached.respond({ ...get, acceptEncoding: "br" })).not.toBeInstanceOf(Promise);
  });

  it("stores a compressed page as brotli and still responds to every client", async () => {
    const br = Buffer.from(compressBrotli(text));
    const cached = new CachedResponse(200, html, null, { br });
    expect(cached.size).toBe(br.length);
    expect(cached.respond({ ...get, acceptEncoding: "br" })).not.toBeInstanceOf(Promise);
    const plain = await cached.respond(get);
    expect(plain.body).toEqual(text);
    expect(cached.size).toBe(br.length);
    const gzip = await cached.respond({ ...get, acceptEncoding: "gzip" });
    expect(gunzipSync(gzip.body ?? "")).toEqual(text);
  });

  it("decompresses a page once for all who are answered at the same time", async () => {
    const cached = new CachedResponse(200, html, null, { br: Buffer.from(compressBrotli(text)) });
    const [first, ...others] = await Promise.all([cached.respond(get), cached.respond(get)]);
    others.push(await cached.respond(get));
    expect(first.body).toEqual(text);
    for (const { body } of others) expect(body).toBe(first.body);
  });

  it("uses the copies that were compressed at build time", async () => {
    const br = Buffer.from("ready");
    const response = await new CachedResponse(200, html, text, { br }).respond({
      ...get,
      acceptEncoding: "br",
    });
    expect(response.body).toBe(br);
  });

  it("responds with 304 without a body when the client has this coding", async () => {
    const cached = new CachedResponse(200, html, text);
    const etag = toHeaders(await cached.respond(get)).get("etag") ?? "";
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await cached.respond({ ...get, ifNoneMatch });
      expect(response).toMatchObject({ status: 304, body: null });
      expect(toHeaders(response).get("etag")).toBe(etag);
      expect(toHeaders(response).has("content-length")).toBe(false);
    }
    const otherCoding = await cached.respond({ ...get, ifNoneMatch: etag, acceptEncoding: "br" });
    expect(otherCoding.status).toBe(200);
  });

  it("sends an error without an ETag and never as 304", async () => {
    const response = await new CachedResponse(404, html, text).respond({ ...get, ifNoneMatch: "*" });
    expect(response.status).toBe(404);
    expect(toHeaders(response).has("etag")).toBe(false);
  });

  it("does not compress images and short texts", async () => {
    const image = new CachedResponse(200, new Headers({ "content-type": "image/avif" }), text);
    const short = new CachedResponse(200, html, Buffer.from("court"));
    for (const cached of [image, short]) {
      const response = await cached.respond({ ...get, acceptEncoding: "br, gzip" });
      expect(toHeaders(response).has("content-encoding")).toBe(false);
      expect(toHeaders(response).has("vary")).toBe(false);
    }
  });

  it("responds to HEAD with the headers of GET", async () => {
    const cached = new CachedResponse(200, html, text);
    const head = await cached.respond({ ...get, method: "HEAD" });
    expect(head.body).toBeNull();
    expect(head.headers).toEqual((await cached.respond(get)).headers);
  });
});
