/** A product and its pictures saved at once, by one of two editors. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import { createGoods } from "../database/goods.ts";
import { orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { PNG } from "../storage/service.ts";
import { createStaff, journal, openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let paul: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
  paul = await createStaff(backend, "paul@yaare.bf", "Paul Kaboré");
});
afterAll(() => backend.close());

const drill = (values: object = {}) => ({
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
const PICTURES = [
  { image_url: "/a.jpg" },
  { image_url: "/b.jpg", is_primary: true },
  { image_url: "/c.jpg" },
];

async function save(product: object, images: object[] = [], expected?: string, by = fatou) {
  return by.client.rpc("save_product", {
    product: { ...product },
    images: images.map((image) => ({ ...image })),
    ...(expected !== undefined && { expected_updated_at: expected }),
  });
}

async function picturesOf(id: string) {
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
  it("makes a product with its pictures, its slug brought into form", async () => {
    const product = drill();
    const { data, error } = await save(product, PICTURES);
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
    expect(await picturesOf(product.id)).toEqual(["0 /a.jpg", "1 /b.jpg *", "2 /c.jpg"]);
  });

  it("gives the next of a name a number, and a product its own slug back", async () => {
    const second = await save(drill(), []);
    expect(second.data?.slug).toBe("perceuse-a-percussion-2");
    const third = await save(drill(), []);
    expect(third.data?.slug).toBe("perceuse-a-percussion-3");
    const again = await save({ id: second.data?.id, price: 7000 }, [], second.data?.updated_at);
    expect(again.data).toMatchObject({ slug: "perceuse-a-percussion-2", price: 7000, stock: 4 });
  });

  it("saves a new product once when it is sent twice", async () => {
    const product = drill({ name: "Scie", slug: "scie" });
    const first = await save(product, PICTURES);
    const second = await save(product, PICTURES);
    expect([first.data?.slug, second.data?.slug]).toEqual(["scie", "scie"]);
    expect(await picturesOf(product.id)).toHaveLength(3);
  });

  it("reorders, replaces and removes pictures, and without a primary one takes the first", async () => {
    const { data } = await save(drill({ slug: "photos" }), PICTURES);
    const next = [{ image_url: "/c.jpg" }, { image_url: "/d.jpg" }];
    const saved = await save({ id: data?.id }, next, data?.updated_at);
    expect(saved.data?.image).toBe("/c.jpg");
    expect(await picturesOf(data?.id ?? "")).toEqual(["0 /c.jpg *", "1 /d.jpg"]);
    expect((await save({ id: data?.id }, [], saved.data?.updated_at)).data?.image).toBeNull();
  });

  it("names the pictures that were uploaded for it and are gone, and saves nothing", async () => {
    const product = drill({ slug: "restee-ouverte" });
    const bucket = fatou.client.storage.from("product-pictures");
    const uploaded = () => {
      const path = `${product.id}/${crypto.randomUUID()}.png`;
      return { path, image_url: bucket.getPublicUrl(path).data.publicUrl };
    };
    const [kept, gone, alsoGone] = [uploaded(), uploaded(), uploaded()];
    expect((await bucket.upload(kept.path, PNG, { contentType: "image/png" })).error).toBeNull();
    expect((await save(product, [kept, gone])).error).toMatchObject({
      code: "YA007",
      message: "L'image 2 n'est plus sur le serveur : retirez-la et envoyez-la de nouveau",
    });
    expect((await save(product, [gone, kept, alsoGone])).error?.message).toBe(
      "Les images 1, 3 ne sont plus sur le serveur : retirez-les et envoyez-les de nouveau",
    );
    const saved = await save(product, [kept]);
    expect(saved.data?.image).toBe(kept.image_url);
    // What it shows already may be broken, and the rest of it is still to be edited.
    await backend.database.connect("supabase_admin", 1)`
      insert into public.product_images (product_id, image_url, display_order)
      values (${product.id}, ${gone.image_url}, 1)`;
    const edited = await save({ id: product.id, price: 9000 }, [kept, gone], saved.data?.updated_at);
    expect(edited.data?.price).toBe(9000);
  });

  it("tells the second of two editors who was first, and overwrites nothing", async () => {
    const { data: opened } = await save(drill({ slug: "deux" }));
    await save({ id: opened?.id, price: 8000 }, [], opened?.updated_at, paul);
    const late = await save({ id: opened?.id, price: 9000 }, PICTURES, opened?.updated_at);
    expect([late.status, late.error?.code]).toEqual([409, "PT409"]);
    expect(late.error?.message).toBe("Ce produit a été modifié entre-temps par Paul Kaboré");
    const told = JSON.parse(late.error?.details ?? "");
    expect(told).toMatchObject({ by: "Paul Kaboré", at: expect.any(String) });
    expect(await picturesOf(opened?.id ?? "")).toEqual([]);
    const informed = await save({ id: opened?.id, price: 9000 }, [], told.updated_at);
    expect(informed.data?.price).toBe(9000);
    await fatou.client
      .from("products")
      .delete()
      .eq("id", opened?.id ?? "")
      .throwOnError();
    const gone = await save({ id: opened?.id, price: 9000 }, [], told.updated_at);
    expect([gone.status, gone.error?.message]).toEqual([404, "Ce produit a été supprimé entre-temps"]);
  });

  it("lets one of many who save at the same moment win", async () => {
    const { data: opened } = await save(drill({ slug: "course" }));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save({ id: opened?.id, price: 100 + n }, [], opened?.updated_at)),
    );
    expect(outcomes.filter(({ error }) => error === null)).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it("keeps what was ordered while the form was open", async () => {
    const { data: opened } = await save(drill({ slug: "vendu", stock: 10 }));
    if (!opened) throw new Error("not saved");
    await place(awa.client, orderOf([{ id: opened.id, price: opened.price, quantity: 3 }])).throwOnError();
    const untouched = await save({ id: opened.id, stock: 10, stock_seen: 10 }, [], opened.updated_at);
    expect(untouched.data?.stock).toBe(7);
    const restocked = await save(
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
    const { error, status } = await save(drill(values));
    expect([status, error?.code, error?.message]).toEqual([400, "YA007", message]);
    expect(JSON.parse(error?.details ?? "")).toEqual({ problems: [{ column, message }] });
  });

  it("names every field at once, and a picture that is none", async () => {
    const { error } = await save(drill({ name: "", price: -1 }), [{ image_url: "data:text/html,x" }]);
    const { problems } = JSON.parse(error?.details ?? "");
    expect(problems.map((problem: { column: string }) => problem.column)).toEqual([
      "name",
      "price",
      "images",
    ]);
  });

  it("takes fifty pictures and no more", async () => {
    const pictures = Array.from({ length: 51 }, (_, n) => ({ image_url: `/${n}.jpg` }));
    const product = drill({ slug: "beaucoup-de-photos" });
    const { error } = await save(product, pictures);
    expect(JSON.parse(error?.details ?? "").problems).toMatchObject([{ column: "images" }]);
    await save(product, pictures.slice(1));
    expect(await picturesOf(product.id)).toHaveLength(50);
  });

  it("tells the journal what changed in one save, and not the pictures that stayed", async () => {
    const { data } = await save(drill({ slug: "journal" }), PICTURES);
    await save({ id: data?.id, price: 6000 }, PICTURES, data?.updated_at);
    const told = (await journal(fatou.client)).filter((entry) => entry.row_id === data?.id);
    expect(told.map((entry) => entry.table_name)).toEqual([
      "products",
      "product_images",
      "product_images",
      "product_images",
      "products",
    ]);
    expect(told.at(-1)).toMatchObject({ before: { price: 7500 }, after: { price: 6000 } });
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

  it("counts on where a name is taken, but not by the row itself", async () => {
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

describe("others", () => {
  it("a customer is refused, a visitor does not find the calls", async () => {
    const { id } = await createGoods(backend.database.connect("supabase_admin", 1), 1000, 1);
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

  it("a category that products use is not deleted, and says so with 409", async () => {
    const { data: category } = await fatou.client
      .from("categories")
      .insert({ name: "Utilisée", slug: "utilisee" })
      .select()
      .single()
      .throwOnError();
    await save(drill({ slug: "rangee", category_id: category.id }));
    const { status, error } = await fatou.client.from("categories").delete().eq("id", category.id);
    expect([status, error?.code]).toEqual([409, "23503"]);
  });
});
