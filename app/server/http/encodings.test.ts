import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compress, compressBrotli } from "./encodings.ts";

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

it("compresses losslessly", async () => {
  const bytes = Buffer.from("Ciment, fer à béton, parpaing. ".repeat(200));
  expect(brotliDecompressSync(await compress(bytes, "br"))).toEqual(bytes);
  expect(brotliDecompressSync(compressBrotli(bytes))).toEqual(bytes);
  expect(gunzipSync(await compress(bytes, "gzip"))).toEqual(bytes);
});
