import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { StoredAnswer, type WireAnswer } from "./stored-answer.ts";

const text = Buffer.from("<p>Perceuse à percussion</p>".repeat(100));
const html = new Headers({ "content-type": "text/html; charset=utf-8" });
const get = { method: "GET", acceptEncoding: undefined, ifNoneMatch: undefined };

function headersOf(answer: WireAnswer): Headers {
  const headers = new Headers();
  for (let i = 0; i < answer.headers.length; i += 2)
    headers.append(answer.headers[i] ?? "", answer.headers[i + 1] ?? "");
  return headers;
}

describe("StoredAnswer", () => {
  it("sends each coding with its own tag, length and Vary", async () => {
    const stored = new StoredAnswer(200, html, text);
    const plain = await stored.answer(get);
    const gzip = await stored.answer({ ...get, acceptEncoding: "gzip" });
    expect(plain.body).toEqual(text);
    expect(gunzipSync(gzip.body ?? "")).toEqual(text);
    expect(headersOf(gzip).get("content-encoding")).toBe("gzip");
    expect(headersOf(gzip).get("content-length")).toBe(String(gzip.body?.length));
    expect(headersOf(gzip).get("vary")).toBe("Accept-Encoding");
    expect(headersOf(gzip).get("etag")).not.toBe(headersOf(plain).get("etag"));
  });

  it("makes a coding once and then answers at once", async () => {
    const stored = new StoredAnswer(200, html, text);
    const [first, second] = await Promise.all([
      stored.answer({ ...get, acceptEncoding: "br" }),
      stored.answer({ ...get, acceptEncoding: "br" }),
    ]);
    expect(first.body).toBe(second.body);
    expect(stored.answer({ ...get, acceptEncoding: "br" })).not.toBeInstanceOf(Promise);
  });

  it("keeps a packed page as brotli and still answers everyone", async () => {
    const stored = new StoredAnswer(200, html, text);
    const plain = await stored.answer(get);
    await stored.pack();
    expect(stored.size).toBeLessThan(text.length);
    expect(stored.answer({ ...get, acceptEncoding: "br" })).not.toBeInstanceOf(Promise);
    expect(await stored.answer(get)).toEqual(plain);
    const gzip = await stored.answer({ ...get, acceptEncoding: "gzip" });
    expect(gunzipSync(gzip.body ?? "")).toEqual(text);
  });

  it("uses the copies that were made before", async () => {
    const br = Buffer.from("ready");
    const answer = await new StoredAnswer(200, html, text, { br }).answer({ ...get, acceptEncoding: "br" });
    expect(answer.body).toBe(br);
  });

  it("answers 304 without a body when the client has this coding", async () => {
    const stored = new StoredAnswer(200, html, text);
    const etag = headersOf(await stored.answer(get)).get("etag") ?? "";
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await stored.answer({ ...get, ifNoneMatch });
      expect(answer).toMatchObject({ status: 304, body: null });
      expect(headersOf(answer).get("etag")).toBe(etag);
      expect(headersOf(answer).has("content-length")).toBe(false);
    }
    const otherCoding = await stored.answer({ ...get, ifNoneMatch: etag, acceptEncoding: "br" });
    expect(otherCoding.status).toBe(200);
  });

  it("gives no tag to a failure and never answers it with 304", async () => {
    const answer = await new StoredAnswer(404, html, text).answer({ ...get, ifNoneMatch: "*" });
    expect(answer.status).toBe(404);
    expect(headersOf(answer).has("etag")).toBe(false);
  });

  it("leaves pictures and short texts as they are", async () => {
    const picture = new StoredAnswer(200, new Headers({ "content-type": "image/avif" }), text);
    const short = new StoredAnswer(200, html, Buffer.from("court"));
    for (const stored of [picture, short]) {
      const answer = await stored.answer({ ...get, acceptEncoding: "br, gzip" });
      expect(headersOf(answer).has("content-encoding")).toBe(false);
      expect(headersOf(answer).has("vary")).toBe(false);
    }
  });

  it("answers HEAD with the headers of GET", async () => {
    const stored = new StoredAnswer(200, html, text);
    const head = await stored.answer({ ...get, method: "HEAD" });
    expect(head.body).toBeNull();
    expect(head.headers).toEqual((await stored.answer(get)).headers);
  });
});
