import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DecryptionError, decrypt, encrypt } from "./encryption.ts";

const KEY = randomBytes(32);
const CHUNK = 64 * 1024;
/** The bytes before the first chunk. */
const HEADER = 41;

async function* toSource(bytes: Uint8Array, step = 10_000) {
  for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const seal = (bytes: Uint8Array) => collect(encrypt(toSource(bytes), KEY, "wal/1"));
const open = (bytes: Uint8Array, key = KEY, path = "wal/1") => collect(decrypt(toSource(bytes), key, path));

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 17])("%d bytes come back", async (size) => {
  const bytes = randomBytes(size);
  const sealed = await seal(bytes);
  expect(sealed.length).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / CHUNK)));
  expect(sealed.includes(bytes.subarray(0, 16)) && size > 16).toBe(false);
  expect((await open(sealed)).equals(bytes)).toBe(true);
});

test("the same file is encrypted otherwise each time", async () => {
  const bytes = randomBytes(100);
  expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
});

describe("what is refused", () => {
  const bytes = randomBytes(2 * CHUNK + 100);

  test.each([0, 20, HEADER, HEADER + CHUNK + 5, HEADER + 2 * CHUNK + 40])(
    "a changed byte at %d",
    async (position) => {
      const sealed = await seal(bytes);
      sealed.writeUInt8(sealed.readUInt8(position) ^ 1, position);
      await expect(open(sealed)).rejects.toThrow(DecryptionError);
    },
  );

  test.each([0, 10, HEADER, HEADER + 5, HEADER + CHUNK + 16, HEADER + 2 * (CHUNK + 16)])(
    "a file that was cut off after %d bytes",
    async (length) => {
      await expect(open((await seal(bytes)).subarray(0, length))).rejects.toThrow(DecryptionError);
    },
  );

  test("chunks in another order, another key, another path", async () => {
    const sealed = await seal(bytes);
    const chunk = (index: number) =>
      sealed.subarray(HEADER + index * (CHUNK + 16), HEADER + (index + 1) * (CHUNK + 16));
    const swapped = Buffer.concat([sealed.subarray(0, HEADER), chunk(1), chunk(0), chunk(2)]);
    await expect(open(swapped)).rejects.toThrow(DecryptionError);
    await expect(open(sealed, randomBytes(32))).rejects.toThrow(DecryptionError);
    await expect(open(sealed, KEY, "wal/2")).rejects.toThrow(DecryptionError);
  });
});
