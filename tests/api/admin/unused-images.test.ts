/**
 * Uploaded images that nothing refers to are removed after a day; an image that any column refers to stays.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, placeOrder, type SignedInUser } from "#tests/support/signed-in-users.ts";
import { ONE_PIXEL_PNG } from "#tests/support/storage-fixture.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
});
afterAll(() => backend.close());

const BUCKET = "product-pictures";

/** Its name in the bucket, and its URL as a product stores it. */
async function upload() {
  const name = `${crypto.randomUUID()}/${crypto.randomUUID()}.png`;
  const bucket = fatou.client.storage.from(BUCKET);
  expect((await bucket.upload(name, ONE_PIXEL_PNG, { contentType: "image/png" })).error).toBeNull();
  return { name, address: bucket.getPublicUrl(name).data.publicUrl };
}

const removeUnusedImages = async (token: string) => {
  const response = await backend.fetch("/functions/v1/remove-unused-pictures", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
};

const getToken = async ({ client }: SignedInUser) =>
  (await client.auth.getSession()).data.session?.access_token ?? "";
const listFiles = async () => {
  const entries = await readdir(join(backend.dataDir, "storage/objects"), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

it("removes the row and the file of an image that was never saved, and nothing else", async () => {
  const admin = backend.database.connect("supabase_admin", 1);
  const drill = await createProduct(admin, { price: 500, stock: 9 });
  const places = {
    gallery: await upload(),
    order: await upload(),
    journal: await upload(),
    category: await upload(),
    description: await upload(),
    brand: await upload(),
    testimonial: await upload(),
    technician: await upload(),
    nowhere: await upload(),
    young: await upload(),
  };
  await admin`update storage.objects set created_at = now() - interval '25 hours' where name <> ${places.young.name}`;
  const show = (url: string) =>
    admin`insert into public.product_images (product_id, image_url, is_primary) values (${drill.id}, ${url}, true)`;
  // The URL of another size, as another site would use it.
  await show(
    `https://autre.bf${new URL(places.order.address).pathname.replace("/object/", "/render/image/")}?width=320`,
  );
  await placeOrder(awa.client, createOrderPayload([{ ...drill, quantity: 1 }])).throwOnError();
  await admin`update public.order_items set image = null`;
  await admin`delete from public.product_images`;
  await fatou.client
    .from("product_images")
    .insert({ product_id: drill.id, image_url: places.journal.address })
    .throwOnError();
  await admin`delete from public.product_images`;
  await show(places.gallery.address);
  await admin`insert into public.categories (name, slug, image) values ('A', 'a', ${places.category.address})`;
  await admin`update public.products set description = ${`Voir ${places.description.address}.`}`;
  await admin`insert into public.brands (name, logo) values ('A', ${places.brand.address})`;
  await admin`
    insert into public.testimonials (name, content, avatar) values ('A', 'Bien', ${places.testimonial.address})`;
  await admin`
    insert into public.technicians (name, slug, specialty, specialty_slug, description, image)
    values ('Issa', 'issa', 'Plomberie', 'plomberie', 'Dépannage', ${places.technician.address})`;

  expect(await listFiles()).toBe(10);
  for (const token of [backend.keys.anonKey, await getToken(awa), await getToken(fatou)]) {
    expect((await removeUnusedImages(token)).status).toBeGreaterThanOrEqual(401);
  }
  expect(await listFiles()).toBe(10);

  expect(await removeUnusedImages(backend.keys.serviceRoleKey)).toEqual({
    status: 200,
    body: { removed: 1 },
  });
  const left = await admin<{ name: string }[]>`select name from storage.objects where bucket_id = ${BUCKET}`;
  const { nowhere, ...referenced } = places;
  expect(left.map(({ name }) => name).sort()).toEqual(
    Object.values(referenced)
      .map(({ name }) => name)
      .sort(),
  );
  expect(await listFiles()).toBe(9);
  expect((await backend.fetch(nowhere.address)).ok).toBe(false);
  for (const { address } of Object.values(referenced)) expect((await backend.fetch(address)).ok).toBe(true);
  expect((await removeUnusedImages(backend.keys.serviceRoleKey)).body).toEqual({ removed: 0 });
});
