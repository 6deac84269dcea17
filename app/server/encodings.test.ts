import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, encode } from "./encodings.ts";

describe("chooseEncoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["GZIP;q=0.8, Br;q=1.0", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip;q=0", "identity"],
    ["br;q=0.5", "br"],
    ["brotli, gzipped", "identity"],
  ])("%s -> %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});

it("encodes what can be decoded again", async () => {
  const bytes = Buffer.from("Ciment, fer à béton, parpaing. ".repeat(200));
  expect(brotliDecompressSync(await encode(bytes, "br"))).toEqual(bytes);
  expect(gunzipSync(await encode(bytes, "gzip"))).toEqual(bytes);
});
