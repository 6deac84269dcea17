import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBoundary, readParts } from "./multipart.ts";

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function partsOf(source: AsyncIterable<Uint8Array>, boundary: string) {
  const parts = [];
  for await (const { body, ...part } of readParts(source, boundary)) {
    const chunks = [];
    for await (const chunk of body) chunks.push(chunk);
    parts.push({ ...part, text: Buffer.concat(chunks).toString("latin1") });
  }
  return parts;
}

const form = (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"), "latin1");

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ['multipart/form-data; charset=utf-8; boundary="a b"', "a b"],
  ["multipart/form-data", null],
  ["multipart/mixed; boundary=abc", null],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, null],
])("the boundary of %s is %s", (type, boundary) => {
  expect(parseBoundary(type)).toBe(boundary);
});

const body = form(`--abc
Content-Disposition: form-data; name="cacheControl"

3600
--abc
Content-Disposition: form-data; name=""; filename="a.png"
Content-Type: image/png

first line
--ab, not the end
--abc--
`);

test.each([1, 2, 3, 7, 1000])("reads fields and files in pieces of %i bytes", async (size) => {
  expect(await partsOf(inPieces(body, size), "abc")).toEqual([
    { name: "cacheControl", filename: null, contentType: null, text: "3600" },
    { name: "", filename: "a.png", contentType: "image/png", text: "first line\r\n--ab, not the end" },
  ]);
});

test("skips unread parts", async () => {
  const names = [];
  for await (const part of readParts(inPieces(body, 5), "abc")) names.push(part.name);
  expect(names).toEqual(["cacheControl", ""]);
});

test("parses what FormData serializes, with any bytes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 64 }),
      async (bytes, size) => {
        const data = new FormData();
        data.append("metadata", "{}");
        data.append("", new Blob([new Uint8Array(bytes)], { type: "image/png" }));
        const request = new Request("http://shop.test", { method: "POST", body: data });
        const boundary = parseBoundary(request.headers.get("content-type") ?? "");
        const whole = Buffer.from(await request.arrayBuffer());
        const parts = await partsOf(inPieces(whole, size), boundary ?? "");
        expect(parts.map(({ text }) => text)).toEqual(["{}", Buffer.from(bytes).toString("latin1")]);
      },
    ),
    { numRuns: 50 },
  );
});

describe("rejects", () => {
  const part = `--abc\nContent-Disposition: form-data; name="a"\n\nx\n`;
  test.each([
    ["nothing", ""],
    ["another boundary", "--xyz\n\n"],
    ["a part that is cut off", part],
    ["headers that are cut off", "--abc\nContent-Dispo"],
    ["headers without an end", `--abc\nX: ${"y".repeat(10_000)}`],
    ["a part without a name", "--abc\nContent-Type: text/plain\n\nx\n--abc--"],
    ["something else after the boundary", "--abcX"],
    ["too many parts", `${part.repeat(21)}--abc--`],
  ])("%s", async (_what, text) => {
    await expect(partsOf(inPieces(form(text), 100), "abc")).rejects.toThrow(/The form/);
  });

  test("headers without an end as soon as they are too long", async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield form("--abc\n");
      for (; pieces < 1000; pieces++) yield Buffer.from("X-Y: z\r\n".repeat(100));
    }
    await expect(partsOf(endless(), "abc")).rejects.toThrow(/The form/);
    expect(pieces).toBeLessThan(100);
  });
});
