/** Product images in storage: public to read, added by administrators, and never replaced. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { ACCESS_DENIED_ERROR, ONE_PIXEL_PNG, toErrorSummary } from "#tests/support/storage-fixture.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
});
afterAll(() => backend.close());

const getBucket = (client = backend.client()) => client.storage.from("product-pictures");
const createPath = (type = "png") => `${crypto.randomUUID()}/${crypto.randomUUID()}.${type}`;
const PNG_OPTIONS = { contentType: "image/png" };

it("an administrator uploads an image, and everyone can read it, also in another size", async () => {
  const path = createPath();
  expect((await getBucket(fatou.client).upload(path, ONE_PIXEL_PNG, PNG_OPTIONS)).error).toBeNull();
  const { publicUrl } = getBucket().getPublicUrl(path).data;
  const response = await backend.fetch(publicUrl);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await response.arrayBuffer())).toEqual(ONE_PIXEL_PNG);
  const smaller = await backend.fetch(`${publicUrl.replace("/object/", "/render/image/")}?width=320`, {
    headers: { accept: "image/webp" },
  });
  expect([smaller.status, smaller.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

it("visitors and customers cannot upload", async () => {
  for (const client of [backend.client(), awa.client])
    expect(toErrorSummary(await getBucket(client).upload(createPath(), ONE_PIXEL_PNG, PNG_OPTIONS))).toEqual(
      ACCESS_DENIED_ERROR,
    );
});

it("nobody replaces, moves or removes an existing image", async () => {
  const path = createPath();
  await getBucket(fatou.client).upload(path, ONE_PIXEL_PNG, PNG_OPTIONS);
  for (const client of [backend.client(), awa.client, fatou.client]) {
    const bucket = getBucket(client);
    expect((await bucket.upload(path, ONE_PIXEL_PNG, { ...PNG_OPTIONS, upsert: true })).error).not.toBeNull();
    expect((await bucket.update(path, ONE_PIXEL_PNG, PNG_OPTIONS)).error).not.toBeNull();
    expect((await bucket.move(path, createPath())).error).not.toBeNull();
    expect((await bucket.remove([path])).data).toEqual([]);
  }
  expect((await getBucket(fatou.client).upload(path, ONE_PIXEL_PNG, PNG_OPTIONS)).error).toMatchObject({
    statusCode: "409",
  });
  expect((await backend.fetch(getBucket().getPublicUrl(path).data.publicUrl)).status).toBe(200);
});

it.each([
  [
    "of a type that browsers do not display",
    createPath("heic"),
    Buffer.from("\0\0\0\x18ftypheic"),
    "image/heic",
    "415",
  ],
  ["that only claims to be an image", createPath(), Buffer.from("<svg/>"), "image/png", "415"],
  [
    "of more than five megabytes",
    createPath(),
    Buffer.concat([ONE_PIXEL_PNG, Buffer.alloc(5 << 20)]),
    "image/png",
    "413",
  ],
  ["outside a product's folder", `${crypto.randomUUID()}.png`, ONE_PIXEL_PNG, "image/png", "403"],
  ["of another name", `${crypto.randomUUID()}/photo.png`, ONE_PIXEL_PNG, "image/png", "403"],
])("not even an administrator uploads an image %s", async (_what, path, body, contentType, statusCode) => {
  const { error } = await getBucket(fatou.client).upload(path, body, { contentType });
  expect(error).toMatchObject({ statusCode });
});
