/** Pictures that were uploaded and never saved go after a day; what anything names stays, wherever it is named. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import { createGoods } from "../database/goods.ts";
import { orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { PNG } from "../storage/service.ts";
import { openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
});
afterAll(() => backend.close());

const BUCKET = "product-pictures";

/** Its name in the bucket, and its address as a product names it. */
async function upload() {
  const name = `${crypto.randomUUID()}/${crypto.randomUUID()}.png`;
  const bucket = fatou.client.storage.from(BUCKET);
  expect((await bucket.upload(name, PNG, { contentType: "image/png" })).error).toBeNull();
  return { name, address: bucket.getPublicUrl(name).data.publicUrl };
}

const remove = async (token: string) => {
  const response = await backend.fetch("/functions/v1/remove-unused-pictures", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, answer: await response.json() };
};

const tokenOf = async ({ client }: Shopper) =>
  (await client.auth.getSession()).data.session?.access_token ?? "";
const files = async () => {
  const entries = await readdir(join(backend.dataDir, "storage/objects"), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

it("removes row and file of what nobody saved, and nothing else", async () => {
  const admin = backend.database.connect("supabase_admin", 1);
  const drill = await createGoods(admin, 500, 9);
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
  // A size of it, as another site would name it.
  await show(
    `https://autre.bf${new URL(places.order.address).pathname.replace("/object/", "/render/image/")}?width=320`,
  );
  await place(awa.client, orderOf([{ ...drill, quantity: 1 }])).throwOnError();
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

  expect(await files()).toBe(10);
  for (const token of [backend.keys.anonKey, await tokenOf(awa), await tokenOf(fatou)]) {
    expect((await remove(token)).status).toBeGreaterThanOrEqual(401);
  }
  expect(await files()).toBe(10);

  expect(await remove(backend.keys.serviceRoleKey)).toEqual({ status: 200, answer: { removed: 1 } });
  const left = await admin<{ name: string }[]>`select name from storage.objects where bucket_id = ${BUCKET}`;
  const { nowhere, ...kept } = places;
  expect(left.map(({ name }) => name).sort()).toEqual(
    Object.values(kept)
      .map(({ name }) => name)
      .sort(),
  );
  expect(await files()).toBe(9);
  expect((await backend.fetch(nowhere.address)).ok).toBe(false);
  for (const { address } of Object.values(kept)) expect((await backend.fetch(address)).ok).toBe(true);
  expect((await remove(backend.keys.serviceRoleKey)).answer).toEqual({ removed: 0 });
});
