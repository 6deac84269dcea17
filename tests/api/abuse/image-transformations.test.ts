/**
 * A visitor who asks for an image in many sizes occupies neither the machine nor the sizes that others need. The
 * bucket of the shop's images offers the shop's own widths; what other public buckets render is limited by the
 * client's network, and networks take turns.
 */
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStorage, type TestStorage } from "#tests/support/storage-fixture.ts";

const ATTACKER = "203.0.113.7";
const NEIGHBOUR = "203.0.113.200";
const VISITOR = "198.51.100.9";

let storage: TestStorage;
let photo: Buffer;
beforeAll(async () => {
  storage = await startStorage();
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "teal", noise } })
    .jpeg()
    .toBuffer();
});
afterAll(() => storage.close());

async function upload(bucket: string): Promise<string> {
  const key = `${randomUUID()}/${randomUUID()}.jpg`;
  const { error } = await storage.service.from(bucket).upload(key, photo, { contentType: "image/jpeg" });
  expect(error).toBeNull();
  return `/storage/v1/render/image/public/${bucket}/${key}`;
}

const countRenders = async () => (await readdir(join(storage.dataDir, "storage", "renders"))).length;

async function readImage(response: Response) {
  expect(response.status).toBe(200);
  const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { format, width };
}

it("130 widths of a product's image in AVIF are two images in WebP", async () => {
  const url = await upload("product-pictures");
  const before = await countRenders();
  const widths = Array.from({ length: 130 }, (_, index) => 100 + index * 5);
  const responses = await Promise.all(
    widths.map((width) =>
      storage.fetch(`${url}?width=${width}&height=${width}&quality=99&format=avif`, {}, ATTACKER),
    ),
  );
  const images = await Promise.all(responses.map(readImage));
  expect(images).toEqual(widths.map((width) => ({ format: "webp", width: width <= 320 ? 320 : 640 })));
  expect((await countRenders()) - before).toBe(2);

  // A shopper's browser finds them rendered already, and the original format beside them.
  const accept = { accept: "image/webp,*/*" };
  const shown = await storage.fetch(`${url}?width=640`, { headers: accept }, VISITOR);
  expect(await readImage(shown)).toEqual({ format: "webp", width: 640 });
  expect((await countRenders()) - before).toBe(2);
  expect(await readImage(await storage.fetch(`${url}?width=320`, {}, VISITOR))).toEqual({
    format: "jpeg",
    width: 320,
  });
});

it("the widths are the bucket's, whichever way leads to an image", async () => {
  const path = (await upload("product-pictures")).split("product-pictures/")[1] ?? "";
  const signed = await storage.service
    .from("product-pictures")
    .createSignedUrl(path, 60, { transform: { width: 33 } });
  expect(await readImage(await storage.fetch(signed.data?.signedUrl ?? ""))).toMatchObject({ width: 320 });
  const authenticated = `/storage/v1/render/image/authenticated/product-pictures/${path}?width=33`;
  const headers = { authorization: `Bearer ${storage.keys.anonKey}` };
  expect(await readImage(await storage.fetch(authenticated, { headers }))).toMatchObject({ width: 320 });
});

it("a network that has had much rendered is refused, and only that one", async () => {
  const url = await upload("window");
  const ask = (ip: string, width: number) =>
    storage.fetch(`${url}?width=${width}&format=avif`, {}, ip).then(({ status, headers }) => {
      return { width, status, retryAfter: Number(headers.get("retry-after")) };
    });
  const attack = Promise.all(Array.from({ length: 40 }, (_, index) => ask(ATTACKER, 20 + index)));
  const visit = Promise.all([ask(VISITOR, 200), ask("2001:db8::1", 201)]);
  const answers = await attack;
  const made = answers.flatMap(({ status, width }) => (status === 200 ? [width] : []));
  expect(made.length).toBeGreaterThanOrEqual(10);
  expect(made.length).toBeLessThan(20);
  for (const { status, retryAfter } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, retryAfter]).toEqual([429, expect.toSatisfy((seconds: number) => seconds > 0)]);
  }
  expect(await visit).toMatchObject([{ status: 200 }, { status: 200 }]);
  // What is rendered costs nothing, whichever of them came first.
  const [width = 0] = made;
  expect(await ask(ATTACKER, width)).toMatchObject({ status: 200 });
  expect(await ask(NEIGHBOUR, width)).toMatchObject({ status: 200 });
});

it("what nobody waits for any more is not rendered", async () => {
  const url = await upload("window");
  const before = await countRenders();
  const controller = new AbortController();
  const { signal } = controller;
  const left = Array.from({ length: 40 }, (_, index) =>
    storage.fetch(`${url}?width=${300 + index}`, { signal }, "192.0.2.1"),
  );
  const stayed = storage.fetch(`${url}?width=339`, {}, "192.0.2.2");
  setTimeout(() => controller.abort(), 5);
  await Promise.allSettled(left);
  expect(await readImage(await stayed)).toMatchObject({ width: 339 });
  // Those that had begun, and the one for which somebody stayed.
  expect((await countRenders()) - before).toBeLessThan(30);
});
