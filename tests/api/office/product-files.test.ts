/** The pictures of products in the storage: everyone sees them, administrators add them, and nobody replaces one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import type { Shopper } from "../orders/shoppers.ts";
import { failureOf, PNG, REFUSED } from "../storage/service.ts";
import { openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
});
afterAll(() => backend.close());

const bucketOf = (client = backend.client()) => client.storage.from("product-pictures");
const newPath = (type = "png") => `${crypto.randomUUID()}/${crypto.randomUUID()}.${type}`;
const AS_PNG = { contentType: "image/png" };

it("an administrator uploads a picture, and everyone sees it, also in another size", async () => {
  const path = newPath();
  expect((await bucketOf(fatou.client).upload(path, PNG, AS_PNG)).error).toBeNull();
  const { publicUrl } = bucketOf().getPublicUrl(path).data;
  const answer = await backend.fetch(publicUrl);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
  const smaller = await backend.fetch(`${publicUrl.replace("/object/", "/render/image/")}?width=320`, {
    headers: { accept: "image/webp" },
  });
  expect([smaller.status, smaller.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

it("visitors and customers upload none", async () => {
  for (const client of [backend.client(), awa.client])
    expect(failureOf(await bucketOf(client).upload(newPath(), PNG, AS_PNG))).toEqual(REFUSED);
});

it("nobody replaces, moves or removes one that is there", async () => {
  const path = newPath();
  await bucketOf(fatou.client).upload(path, PNG, AS_PNG);
  for (const client of [backend.client(), awa.client, fatou.client]) {
    const bucket = bucketOf(client);
    expect((await bucket.upload(path, PNG, { ...AS_PNG, upsert: true })).error).not.toBeNull();
    expect((await bucket.update(path, PNG, AS_PNG)).error).not.toBeNull();
    expect((await bucket.move(path, newPath())).error).not.toBeNull();
    expect((await bucket.remove([path])).data).toEqual([]);
  }
  expect((await bucketOf(fatou.client).upload(path, PNG, AS_PNG)).error).toMatchObject({ statusCode: "409" });
  expect((await backend.fetch(bucketOf().getPublicUrl(path).data.publicUrl)).status).toBe(200);
});

it.each([
  [
    "of a type that pages do not show",
    newPath("heic"),
    Buffer.from("\0\0\0\x18ftypheic"),
    "image/heic",
    "415",
  ],
  ["that only claims to be a picture", newPath(), Buffer.from("<svg/>"), "image/png", "415"],
  ["of more than five megabytes", newPath(), Buffer.concat([PNG, Buffer.alloc(5 << 20)]), "image/png", "413"],
  ["outside a product's folder", `${crypto.randomUUID()}.png`, PNG, "image/png", "403"],
  ["of another name", `${crypto.randomUUID()}/photo.png`, PNG, "image/png", "403"],
])("not even an administrator uploads one %s", async (_what, path, body, contentType, statusCode) => {
  const { error } = await bucketOf(fatou.client).upload(path, body, { contentType });
  expect(error).toMatchObject({ statusCode });
});
