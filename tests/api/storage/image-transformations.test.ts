/** Image transformations: sizes and formats. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StorageUser, startStorage, type TestStorage } from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let ada: StorageUser;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
  await put("wide.png", await createImage().png().toBuffer());
  await put("wide.jpg", await createImage().jpeg().toBuffer());
  const blue = await sharp({ create: { width: 200, height: 200, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  const red = sharp({ create: { width: 400, height: 200, channels: 3, background: "red" } });
  await put(
    "flag.png",
    await red
      .composite([{ input: blue, left: 200, top: 0 }])
      .png()
      .toBuffer(),
  );
  const onItsSide = createImage().withMetadata({ orientation: 6 });
  await put("on its side.jpg", await onItsSide.jpeg().toBuffer());
});
afterAll(() => storage.close());

const createImage = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: { r: 200, g: 80, b: 20 } } });

async function put(key: string, body: Buffer | string, contentType = "image/png") {
  const { error } = await storage.service.from("window").upload(key, body, { contentType, upsert: true });
  expect(error).toBeNull();
}

const render = (query: string, headers: Record<string, string> = {}) =>
  storage.fetch(`/storage/v1/render/image/public/window/${query}`, { headers });

async function readImageInfo(response: Response) {
  expect(response.status).toBe(200);
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { type: response.headers.get("content-type"), format, width, height };
}

const listCachedFiles = () => readdir(join(storage.dataDir, "storage", "renders"));

describe("sizes", () => {
  test.each([
    ["width=100", 100, 50],
    ["height=100", 200, 100],
    ["width=100&height=100", 100, 100],
    ["width=100&height=100&resize=cover", 100, 100],
    ["width=100&height=100&resize=contain", 100, 50],
    ["width=100&height=100&resize=fill", 100, 100],
    ["width=9999", 400, 200],
    ["", 400, 200],
  ])("%s", async (query, width, height) => {
    expect(await readImageInfo(await render(`wide.png?${query}`))).toMatchObject({ width, height });
  });

  test.each([
    ["", "half and half"],
    ["gravity=we", "red"],
    ["gravity=ea", "blue"],
    ["gravity=fp&x_offset=0.9&y_offset=0.5", "blue"],
  ])("a part of an image is shown: %s", async (gravity, shown) => {
    const response = await render(`flag.png?width=20&height=20&${gravity}`);
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [left, right] = [data[0] ?? 0, data.at(-3) ?? 0].map((red) => (red > 128 ? "red" : "blue"));
    expect([info.width, info.height]).toEqual([20, 20]);
    expect(left === right ? left : "half and half").toBe(shown);
  });

  test("a focal point without its coordinates is refused", async () => {
    const response = await render("flag.png?width=20&height=20&gravity=fp");
    expect([response.status, await response.json()]).toMatchObject([400, { code: "InvalidRequest" }]);
  });

  test("an image is rotated upright", async () => {
    expect(await readImageInfo(await render("on its side.jpg?width=50"))).toMatchObject({
      width: 50,
      height: 100,
    });
  });
});

describe("formats", () => {
  const webp = { accept: "image/webp,*/*" };
  const both = { accept: "image/avif,image/webp,*/*" };

  test.each([
    ["wide.png?width=40", {}, "image/png"],
    ["wide.jpg?width=40", {}, "image/jpeg"],
    ["wide.jpg?width=40", webp, "image/webp"],
    ["wide.jpg?width=40", both, "image/webp"],
    ["wide.jpg?width=40&format=origin", both, "image/jpeg"],
    ["wide.jpg?width=40&format=avif", {}, "image/avif"],
  ])("%s for %j is %s", async (query, headers, type) => {
    const response = await render(query, headers);
    expect(response.headers.get("vary")).toBe("accept");
    expect(await readImageInfo(response)).toMatchObject({ type, width: 40 });
  });

  test("AVIF is sent to clients that accept it, where the bucket enables it", async () => {
    await storage.owner`update storage.buckets set avif_autodetection = true where id = 'window'`;
    expect(await readImageInfo(await render("wide.jpg?width=41", both))).toMatchObject({
      type: "image/avif",
    });
    await storage.owner`update storage.buckets set avif_autodetection = false where id = 'window'`;
  });

  test("a response describes the transformation as the official service does", async () => {
    const done = async (query: string) => (await render(query)).headers.get("x-transformations");
    expect(await done("wide.jpg?width=40&height=30&gravity=noea&x_offset=2")).toContain("gravity:noea:2:0");
    expect(await done("wide.jpg?width=40&height=30&gravity=sm&x_offset=2")).toMatch(/gravity:sm$/);
    expect(await done("wide.jpg?width=40&height=30&resize=fill&quality=60&format=webp")).toBe(
      "height:30,width:40,resizing_type:force,format:webp,quality:60",
    );
    expect(await done("wide.jpg?width=40&format=origin")).toBe("width:40,resizing_type:fill,quality:80");
  });

  test("a lower quality gives a smaller file", async () => {
    const noise = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: "white",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    });
    await put("noise.jpg", await noise.jpeg({ quality: 100 }).toBuffer());
    const length = async (quality: number) =>
      (await (await render(`noise.jpg?width=150&quality=${quality}`)).arrayBuffer()).byteLength;
    expect(await length(20)).toBeLessThan((await length(95)) / 2);
  });
});

test.each(["width=-1", "width=a", "height=1.5", "resize=squeeze", "quality=5", "quality=101", "format=bmp"])(
  "%s is rejected",
  async (query) => {
    const response = await render(`wide.png?${query}`);
    expect([response.status, await response.json()]).toMatchObject([400, { code: "InvalidRequest" }]);
  },
);

describe("a source image is rejected", () => {
  /** A PNG whose header claims a size, with the minimum of bytes. */
  function claiming(width: number, height: number): Buffer {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
      const framed = Buffer.alloc(body.length + 8);
      framed.writeUInt32BE(data.length);
      body.copy(framed, 4);
      framed.writeUInt32BE(crc(body), body.length + 4);
      return framed;
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 1000)));
    return Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", header),
      chunk("IDAT", lines),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }

  function crc(bytes: Buffer): number {
    let value = 0xffffffff;
    for (const byte of bytes) {
      value ^= byte;
      for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    }
    return ~value >>> 0;
  }

  test("that would decompress to more than the limit", async () => {
    const bomb = claiming(60_000, 60_000);
    expect(bomb.length).toBeLessThan(100_000);
    await put("bomb.png", bomb);
    const response = await render("bomb.png?width=10");
    expect([response.status, await response.json()]).toMatchObject([400, { code: "EntityTooLarge" }]);
  });

  test.each([
    ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "image/svg+xml"],
    ["a text", "not an image", "image/png"],
    ["a truncated image", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "image/png"],
  ])("%s", async (_what, body, type) => {
    await put("refused", body, type);
    const response = await render("refused?width=10");
    expect([response.status, await response.json()]).toMatchObject([400, { code: "InvalidRequest" }]);
    expect((await listCachedFiles()).filter((name) => name.startsWith("draft-"))).toEqual([]);
  });
});

describe("transformed images", () => {
  test("are cached, rendered once for concurrent requests, and deleted with their source", async () => {
    await put("cached.png", await createImage().png().toBuffer());
    const before = await listCachedFiles();
    const responses = await Promise.all(Array.from({ length: 10 }, () => render("cached.png?width=77")));
    const tags = new Set(responses.map((response) => response.headers.get("etag")));
    for (const response of responses) expect(await readImageInfo(response)).toMatchObject({ width: 77 });
    expect(tags.size).toBe(1);
    expect(await listCachedFiles()).toHaveLength(before.length + 1);
    const [tag] = tags;
    expect((await render("cached.png?width=77", { "if-none-match": tag ?? "" })).status).toBe(304);

    await put("cached.png", await createImage().negate().png().toBuffer());
    expect((await render("cached.png?width=77")).headers.get("etag")).not.toBe(tag);
    await storage.service.from("window").remove(["cached.png"]);
    await expect.poll(listCachedFiles).toEqual(before);
    expect((await render("cached.png?width=77")).status).toBe(400);
  });

  test("are sent with the same security headers as the originals", async () => {
    const { headers } = await render("wide.png?width=10&download=small.png");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="small\.png"/);
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cache-control")).toBe("public, max-age=3600");
  });
});

describe("a user who may read the original", () => {
  const transform = { width: 20, height: 20 };

  test("may transform it, and create a signed URL for that", async () => {
    const key = `${ada.id}/mine.png`;
    await ada.storage
      .from("papers")
      .upload(key, await createImage().png().toBuffer(), { contentType: "image/png" });
    const { data } = await ada.storage.from("papers").download(key, { transform });
    const size = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
    expect([size.width, size.height]).toEqual([20, 20]);
    const signed = await ada.storage.from("papers").createSignedUrl(key, 60, { transform });
    const larger = `${signed.data?.signedUrl}&width=300&height=300`;
    expect(await readImageInfo(await storage.fetch(larger))).toMatchObject({ width: 20, height: 20 });
    const ben = await storage.createUser();
    expect((await ben.storage.from("papers").download(key, { transform })).error).not.toBeNull();
  });

  test("gets the official client's public URLs", async () => {
    const { data } = storage.anon.from("window").getPublicUrl("wide.png", { transform });
    expect(await readImageInfo(await storage.fetch(data.publicUrl))).toMatchObject({ width: 20, height: 20 });
  });
});
