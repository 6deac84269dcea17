/** The data sheets, videos and accessories of a product: saved with it, shown to everybody, cleaned up. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
});
afterAll(() => backend.close());

const BUCKET = "product-data-sheets";
const VIDEO = { title: "Le montage", url: "https://exemple.bf/montage" };
const admin = () => backend.database.connect("supabase_admin", 1);

const createDrill = () => createProduct(admin(), { name: "Perceuse", price: 7500, stock: 4 });
const save = (id: string, values: object, version: string | null = null) =>
  fatou.client.rpc("save_product", {
    product: { id, ...values },
    images: [],
    ...(version !== null && { expected_updated_at: version }),
  });
async function getVersion(id: string): Promise<string> {
  const { data } = await fatou.client.from("products").select("updated_at").eq("id", id).single();
  return data?.updated_at ?? "";
}
async function change(id: string, values: object) {
  return save(id, values, await getVersion(id));
}
async function getProblem(id: string, values: object): Promise<string> {
  const { error } = await change(id, values);
  expect(error?.code).toBe("YA007");
  return error?.message ?? "";
}

async function listAccessories(id: string): Promise<string[]> {
  const { data } = await backend
    .client()
    .from("product_accessories")
    .select("accessory_id")
    .eq("product_id", id)
    .order("position")
    .throwOnError();
  return data.map(({ accessory_id }) => accessory_id);
}

async function uploadSheet(user: SignedInUser, product: string, body = "%PDF-1.4\n%%EOF\n") {
  const name = `${product}/${crypto.randomUUID()}.pdf`;
  const bucket = user.client.storage.from(BUCKET);
  const { error } = await bucket.upload(name, new TextEncoder().encode(body), {
    contentType: "application/pdf",
  });
  return { error, name, sheet: { title: "Fiche", url: bucket.getPublicUrl(name).data.publicUrl, size: 15 } };
}

it("keeps the order of the accessories, and leaves them when they are not sent", async () => {
  const { id } = await createDrill();
  const [bit, disc, gloves] = await Promise.all([createDrill(), createDrill(), createDrill()]);
  await change(id, { accessories: [bit.id, disc.id] });
  expect(await listAccessories(id)).toEqual([bit.id, disc.id]);
  await change(id, { accessories: [gloves.id, disc.id, bit.id] });
  expect(await listAccessories(id)).toEqual([gloves.id, disc.id, bit.id]);
  await change(id, { name: "Perceuse 2" });
  expect(await listAccessories(id)).toHaveLength(3);
  await admin()`delete from public.products where id = ${disc.id}`;
  expect(await listAccessories(id)).toEqual([gloves.id, bit.id]);
});

it("says what is wrong with the accessories", async () => {
  const { id } = await createDrill();
  const other = await createDrill();
  expect(await getProblem(id, { accessories: [id] })).toBe("Un produit n'est pas son propre accessoire");
  expect(await getProblem(id, { accessories: [other.id, other.id] })).toContain("deux fois");
  expect(await getProblem(id, { accessories: [crypto.randomUUID()] })).toContain("n'est plus vendu");
  for (const invalid of [null, "a", ["a"], [1]])
    expect(await getProblem(id, { accessories: invalid })).toContain("liste de produits");
  const many = Array.from({ length: 13 }, () => crypto.randomUUID());
  expect(await getProblem(id, { accessories: many })).toBe("Un produit a au plus 12 accessoires");
});

it("an edit of the accessories alone is an edit that others conflict with, and is recorded", async () => {
  const { id } = await createDrill();
  const bit = await createDrill();
  const version = await getVersion(id);
  await change(id, { accessories: [bit.id] });
  expect((await save(id, { accessories: [] }, version)).error?.code).toBe("PT409");
  expect(await listAuditLog(fatou.client, "product_accessories")).toContainEqual(
    expect.objectContaining({
      row_id: id,
      action: "insert",
      after: { accessory_id: bit.id, position: 1 },
    }),
  );
});

it("saves videos and data sheets with the product", async () => {
  const { id } = await createDrill();
  const { sheet } = await uploadSheet(fatou, id);
  const { data } = await change(id, { data_sheets: [sheet], videos: [VIDEO] });
  expect(data).toMatchObject({ data_sheets: [sheet], videos: [VIDEO] });
  expect(await getProblem(id, { videos: [{ ...VIDEO, url: "http://exemple.bf" }] })).toContain("https://");
  expect(await getProblem(id, { data_sheets: [{ ...sheet, title: "" }] })).toContain("un titre");
  for (const url of ["javascript:alert(1)", "JavaScript:https://a.bf", "data:text/html,a", "//a.bf/a b"]) {
    expect(await getProblem(id, { videos: [{ ...VIDEO, url }] })).toContain("https://");
    expect(await getProblem(id, { data_sheets: [{ ...sheet, url }] })).toContain("un fichier");
  }
  const missing = { ...sheet, url: sheet.url.replace(/[0-9a-f-]{36}\.pdf$/, `${crypto.randomUUID()}.pdf`) };
  expect(await getProblem(id, { data_sheets: [missing] })).toContain("n'est plus sur le serveur");
});

it("imports videos from a file, and refuses what is none", async () => {
  const { id } = await createDrill();
  await change(id, { reference: "PER-VID" });
  const importVideos = (videos: unknown) =>
    fatou.client
      .rpc("import_products", {
        rows: [{ reference: "PER-VID", videos: JSON.parse(JSON.stringify(videos)) }],
        dry_run: false,
      })
      .throwOnError();
  expect((await importVideos("à voir")).data).toMatchObject({ error: 1, applied: false });
  expect((await importVideos([VIDEO])).data).toMatchObject({ update: 1, applied: true });
  expect((await importVideos([VIDEO])).data).toMatchObject({ unchanged: 1 });
});

it("only administrators upload data sheets, and only PDF files", async () => {
  const { id } = await createDrill();
  expect((await uploadSheet(awa, id)).error).not.toBeNull();
  expect((await uploadSheet(fatou, id, "<script>")).error).not.toBeNull();
  const { error, sheet } = await uploadSheet(fatou, id);
  expect(error).toBeNull();
  const response = await backend.fetch(sheet.url);
  expect(response.headers.get("content-type")).toBe("application/pdf");
});

it("removes a data sheet that no product names, a day later", async () => {
  const { id } = await createDrill();
  const [kept, removed, young] = [
    await uploadSheet(fatou, id),
    await uploadSheet(fatou, id),
    await uploadSheet(fatou, id),
  ];
  await change(id, { data_sheets: [kept.sheet, removed.sheet] });
  await change(id, { data_sheets: [kept.sheet] });
  await admin()`
    update storage.objects set created_at = now() - interval '25 hours' where name in (${kept.name}, ${removed.name})`;
  const response = await backend.fetch("/functions/v1/remove-unused-pictures", {
    method: "POST",
    headers: { authorization: `Bearer ${backend.keys.serviceRoleKey}` },
  });
  expect(await response.json()).toEqual({ removed: 1 });
  expect((await backend.fetch(removed.sheet.url)).ok).toBe(false);
  for (const { sheet } of [kept, young]) expect((await backend.fetch(sheet.url)).ok).toBe(true);
});
