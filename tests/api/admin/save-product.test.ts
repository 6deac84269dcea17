/** Saves a product together with its images, with a check for concurrent edits. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, placeOrder, type SignedInUser } from "#tests/support/signed-in-users.ts";
import { ONE_PIXEL_PNG } from "#tests/support/storage-fixture.ts";
import { createSignedInAdmin, listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let paul: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
  paul = await createSignedInAdmin(backend, "paul@yaare.bf", "Paul Kaboré");
});
afterAll(() => backend.close());

const createDrillInput = (values: object = {}) => ({
  id: crypto.randomUUID(),
  name: "Perceuse à percussion",
  slug: "Perceuse à percussion",
  description: "750 W",
  category_id: "",
  reference: "SAH-750",
  price: 7500,
  old_price: "",
  discount: null,
  stock: 4,
  is_new: true,
  is_featured: false,
  features: ["Mandrin 13 mm"],
  specifications: { Puissance: "750 W" },
  more_info_url: "",
  ...values,
});
const IMAGES = [{ image_url: "/a.jpg" }, { image_url: "/b.jpg", is_primary: true }, { image_url: "/c.jpg" }];

async function saveProduct(product: object, images: object[] = [], expected?: string, by = fatou) {
  return by.client.rpc("save_product", {
    product: { ...product },
    images: images.map((image) => ({ ...image })),
    ...(expected !== undefined && { expected_updated_at: expected }),
  });
}

async function listImages(id: string) {
  const { data } = await backend
    .client()
    .from("product_images")
    .select("image_url,is_primary,display_order")
    .eq("product_id", id)
    .order("display_order")
    .throwOnError();
  return data.map((row) => `${row.display_order} ${row.image_url}${row.is_primary ? " *" : ""}`);
}

describe("save_product", () => {
  it("creates a product with its images and a normalized slug", async () => {
    const product = createDrillInput();
    const { data, error } = await saveProduct(product, IMAGES);
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id: product.id,
      slug: "perceuse-a-percussion",
      old_price: null,
      category_id: null,
      more_info_url: null,
      image: "/b.jpg",
      features: ["Mandrin 13 mm"],
      specifications: { Puissance: "750 W" },
    });
    expect(await listImages(product.id)).toEqual(["0 /a.jpg", "1 /b.jpg *", "2 /c.jpg"]);
  });

  it("numbers the slug of a second product of the same name, and lets a product keep its own slug", async () => {
    const second = await saveProduct(createDrillInput(), []);
    expect(second.data?.slug).toBe("perceuse-a-percussion-2");
    const third = await saveProduct(createDrillInput(), []);
    expect(third.data?.slug).toBe("perceuse-a-percussion-3");
    const again = await saveProduct({ id: second.data?.id, price: 7000 }, [], second.data?.updated_at);
    expect(again.data).toMatchObject({ slug: "perceuse-a-percussion-2", price: 7000, stock: 4 });
  });

  it("creates a new product once when it is sent twice", async () => {
    const product = createDrillInput({ name: "Scie", slug: "scie" });
    const first = await saveProduct(product, IMAGES);
    const second = await saveProduct(product, IMAGES);
    expect([first.data?.slug, second.data?.slug]).toEqual(["scie", "scie"]);
    expect(await listImages(product.id)).toHaveLength(3);
  });

  it("reorders, replaces and removes images, and makes the first one primary when none is", async () => {
    const { data } = await saveProduct(createDrillInput({ slug: "photos" }), IMAGES);
    const next = [{ image_url: "/c.jpg" }, { image_url: "/d.jpg" }];
    const saved = await saveProduct({ id: data?.id }, next, data?.updated_at);
    expect(saved.data?.image).toBe("/c.jpg");
    expect(await listImages(data?.id ?? "")).toEqual(["0 /c.jpg *", "1 /d.jpg"]);
    expect((await saveProduct({ id: data?.id }, [], saved.data?.updated_at)).data?.image).toBeNull();
  });

  it("names the uploaded images that no longer exist, and saves nothing", async () => {
    const product = createDrillInput({ slug: "restee-ouverte" });
    const bucket = fatou.client.storage.from("product-pictures");
    const uploaded = () => {
      const path = `${product.id}/${crypto.randomUUID()}.png`;
      return { path, image_url: bucket.getPublicUrl(path).data.publicUrl };
    };
    const [remaining, gone, alsoGone] = [uploaded(), uploaded(), uploaded()];
    expect(
      (await bucket.upload(remaining.path, ONE_PIXEL_PNG, { contentType: "image/png" })).error,
    ).toBeNull();
    expect((await saveProduct(product, [remaining, gone])).error).toMatchObject({
      code: "YA007",
      message: "L'image 2 n'est plus sur le serveur : retirez-la et envoyez-la de nouveau",
    });
    expect((await saveProduct(product, [gone, remaining, alsoGone])).error?.message).toBe(
      "Les images 1, 3 ne sont plus sur le serveur : retirez-les et envoyez-les de nouveau",
    );
    const saved = await saveProduct(product, [remaining]);
    expect(saved.data?.image).toBe(remaining.image_url);
    // An image that the product already has may be missing: the rest must stay editable.
    await backend.database.connect("supabase_admin", 1)`
      insert into public.product_images (product_id, image_url, display_order)
      values (${product.id}, ${gone.image_url}, 1)`;
    const edited = await saveProduct(
      { id: product.id, price: 9000 },
      [remaining, gone],
      saved.data?.updated_at,
    );
    expect(edited.data?.price).toBe(9000);
  });

  it("tells the second of two editors who saved first, and overwrites nothing", async () => {
    const { data: opened } = await saveProduct(createDrillInput({ slug: "deux" }));
    await saveProduct({ id: opened?.id, price: 8000 }, [], opened?.updated_at, paul);
    const late = await saveProduct({ id: opened?.id, price: 9000 }, IMAGES, opened?.updated_at);
    expect([late.status, late.error?.code]).toEqual([409, "PT409"]);
    expect(late.error?.message).toBe("Ce produit a été modifié entre-temps par Paul Kaboré");
    const details = JSON.parse(late.error?.details ?? "");
    expect(details).toMatchObject({ by: "Paul Kaboré", at: expect.any(String) });
    expect(await listImages(opened?.id ?? "")).toEqual([]);
    const informed = await saveProduct({ id: opened?.id, price: 9000 }, [], details.updated_at);
    expect(informed.data?.price).toBe(9000);
    await fatou.client
      .from("products")
      .delete()
      .eq("id", opened?.id ?? "")
      .throwOnError();
    const gone = await saveProduct({ id: opened?.id, price: 9000 }, [], details.updated_at);
    expect([gone.status, gone.error?.message]).toEqual([404, "Ce produit a été supprimé entre-temps"]);
  });

  it("lets exactly one of many concurrent saves succeed", async () => {
    const { data: opened } = await saveProduct(createDrillInput({ slug: "course" }));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        saveProduct({ id: opened?.id, price: 100 + n }, [], opened?.updated_at),
      ),
    );
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it("keeps the stock that was sold while the form was open", async () => {
    const { data: opened } = await saveProduct(createDrillInput({ slug: "vendu", stock: 10 }));
    if (!opened) throw new Error("not saved");
    await placeOrder(
      awa.client,
      createOrderPayload([{ id: opened.id, price: opened.price, quantity: 3 }]),
    ).throwOnError();
    const untouched = await saveProduct({ id: opened.id, stock: 10, stock_seen: 10 }, [], opened.updated_at);
    expect(untouched.data?.stock).toBe(7);
    const restocked = await saveProduct(
      { id: opened.id, stock: 30, stock_seen: 10 },
      [],
      untouched.data?.updated_at,
    );
    expect(restocked.data?.stock).toBe(27);
  });

  it.each([
    ["name", { name: " " }, "Le nom du produit est requis"],
    ["name", { name: "x".repeat(201) }, "Le nom compte au plus 200 caractères"],
    ["reference", { reference: "x".repeat(101) }, "La référence compte au plus 100 caractères"],
    ["description", { description: "x".repeat(20_001) }, "La description compte au plus 20000 caractères"],
    ["old_price", { old_price: "beaucoup" }, "L'ancien prix doit être un nombre positif"],
    ["slug", { slug: "!" }, "Le slug URL est requis"],
    ["price", { price: "" }, "Le prix doit être un nombre positif"],
    ["price", { price: 0 }, "Le prix doit être un nombre positif"],
    ["price", { price: 99.5 }, "Le prix doit être un nombre positif"],
    ["stock", { stock: -1 }, "Le stock doit être un nombre positif ou zéro"],
    ["discount", { discount: 101 }, "La réduction doit être inférieure ou égale à 100%"],
    ["old_price", { old_price: 7500 }, "L'ancien prix doit être supérieur au prix"],
    [
      "discount",
      { old_price: 10000, discount: 30 },
      "La réduction de 30% ne correspond pas aux prix : elle est de 25%",
    ],
    ["category_id", { category_id: crypto.randomUUID() }, "Cette catégorie n'existe plus"],
    ["more_info_url", { more_info_url: "javascript:alert(1)" }, "Entrez une URL valide ou laissez vide"],
    ["features", { features: [1] }, "Les caractéristiques sont une liste de textes"],
    ["specifications", { specifications: [] }, "Les spécifications sont des noms et des valeurs"],
    ["is_new", { is_new: "peut-être" }, "Répondez par oui ou non"],
  ])("names the field %s of %j", async (column, values, message) => {
    const { error, status } = await saveProduct(createDrillInput(values));
    expect([status, error?.code, error?.message]).toEqual([400, "YA007", message]);
    expect(JSON.parse(error?.details ?? "")).toEqual({ problems: [{ column, message }] });
  });

  it("names all invalid fields at once, and an invalid image", async () => {
    const { error } = await saveProduct(createDrillInput({ name: "", price: -1 }), [
      { image_url: "data:text/html,x" },
    ]);
    const { problems } = JSON.parse(error?.details ?? "");
    expect(problems.map((problem: { column: string }) => problem.column)).toEqual([
      "name",
      "price",
      "images",
    ]);
  });

  it("accepts at most fifty images", async () => {
    const manyImages = Array.from({ length: 51 }, (_, n) => ({ image_url: `/${n}.jpg` }));
    const product = createDrillInput({ slug: "beaucoup-de-photos" });
    const { error } = await saveProduct(product, manyImages);
    expect(JSON.parse(error?.details ?? "").problems).toMatchObject([{ column: "images" }]);
    await saveProduct(product, manyImages.slice(1));
    expect(await listImages(product.id)).toHaveLength(50);
  });

  it("records in the audit log what one save changed, without the unchanged images", async () => {
    const { data } = await saveProduct(createDrillInput({ slug: "journal" }), IMAGES);
    await saveProduct({ id: data?.id, price: 6000 }, IMAGES, data?.updated_at);
    const details = (await listAuditLog(fatou.client)).filter((entry) => entry.row_id === data?.id);
    expect(details.map((entry) => entry.table_name)).toEqual([
      "products",
      "product_images",
      "product_images",
      "product_images",
      "products",
    ]);
    expect(details.at(-1)).toMatchObject({ before: { price: 7500 }, after: { price: 6000 } });
  });
});

describe("free_slug", () => {
  it.each([
    ["categories", "Électricité", "electricite"],
    ["technicians", "  Ouédraogo & Fils !  ", "ouedraogo-fils"],
    ["products", "Câble n° 2,5 — Ø 32", "cable-n-2-5-o-32"],
    ["products", "???", null],
  ])("of %s %s is %s", async (kind, name, slug) => {
    expect((await fatou.client.rpc("free_slug", { kind, name })).data).toBe(slug);
  });

  it("increments the number while the slug is taken, except by the product itself", async () => {
    const { data: row } = await fatou.client
      .from("categories")
      .insert({ name: "Outillage", slug: "outillage" })
      .select()
      .single()
      .throwOnError();
    const free = (for_id?: string) =>
      fatou.client.rpc("free_slug", { kind: "categories", name: "Outillage", ...(for_id && { for_id }) });
    expect((await free()).data).toBe("outillage-2");
    expect((await free(row.id)).data).toBe("outillage");
  });
});

describe("other callers", () => {
  it("customers are rejected, visitors do not find the functions", async () => {
    const { id } = await createProduct(backend.database.connect("supabase_admin", 1), {
      price: 1000,
      stock: 1,
    });
    const attempts = (client: typeof awa.client) => [
      client.rpc("save_product", { product: { id, price: 1 }, images: [] }),
      client.rpc("change_products", { ids: [id], change: { price: { set: 1 } } }),
      client.rpc("import_products", { rows: [{ name: "X", price: 1 }], dry_run: false }),
    ];
    for (const { status, error } of await Promise.all(attempts(awa.client)))
      expect([status, error?.code]).toEqual([403, "42501"]);
    for (const { status, error } of await Promise.all(attempts(backend.client())))
      expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it("a category with products cannot be deleted: the response is 409", async () => {
    const { data: category } = await fatou.client
      .from("categories")
      .insert({ name: "Utilisée", slug: "utilisee" })
      .select()
      .single()
      .throwOnError();
    await saveProduct(createDrillInput({ slug: "rangee", category_id: category.id }));
    const { status, error } = await fatou.client.from("categories").delete().eq("id", category.id);
    expect([status, error?.code]).toEqual([409, "23503"]);
  });
});
