/** A product with its variants: the form saves both at once, and a file brings both. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findItems } from "#app/features/admin/order-entry/item-search.queries.ts";
import { fetchProductPages } from "#app/features/admin/products/csv/csv-export.queries.ts";
import { buildProductsCsv } from "#app/features/admin/products/csv/csv-export.ts";
import { importProducts, validateImport } from "#app/features/admin/products/csv/csv-import.mutations.ts";
import { parseProductsFile } from "#app/features/admin/products/csv/csv-import.ts";
import { saveProduct } from "#app/features/admin/products/form/product.mutations.ts";
import { findProduct } from "#app/features/admin/products/form/product.queries.ts";
import { productSchema } from "#app/features/admin/products/form/product.schema.ts";
import {
  emptyProduct,
  type StoredProduct,
  toProductInput,
} from "#app/features/admin/products/form/product.ts";
import type { ProductInput } from "#app/features/admin/shared/fields/product-fields.ts";
import type { VariantRow } from "#app/features/admin/shared/fields/variant-fields.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";
import { startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou } = await startAdminBackend("demo"));
});
afterAll(() => backend.close());

const rest = () => fatou.client.schema("public");

const row = (choices: string[], values: Partial<VariantRow> = {}): VariantRow => ({
  ...{ id: null, reference: "", barcode: "", price: "1500", old_price: "", stock: "4" },
  ...{ weight_grams: "", content_size: "", image: "", choices },
  ...values,
});

function save(stored: StoredProduct | null, input: ProductInput, id: string = stored?.id ?? randomUUID()) {
  const version = {
    id,
    updatedAt: stored?.updated_at ?? null,
    stock: stored?.stock ?? null,
    variantStocks: new Map(stored?.variants.map((variant) => [variant.id, variant.stock])),
  };
  return saveProduct(rest(), version, productSchema.parse(input), "inventory");
}

async function createTube(): Promise<StoredProduct> {
  const name = `Tube ${createUniqueWord()}`;
  return save(null, {
    ...emptyProduct,
    name,
    slug: name,
    price: "9",
    options: [{ name: "Diamètre", choices: ["20 mm", "25 mm"] }],
    variants: [
      row(["20 mm"], { reference: `${name}-20` }),
      row(["25 mm"], { price: "1900", old_price: "2200" }),
    ],
  });
}

const summarize = ({ variants }: StoredProduct) =>
  variants.map(({ choices, price, stock }) => `${choices.join(" · ")} : ${price}, ${stock}`);

async function reload({ id }: StoredProduct): Promise<StoredProduct> {
  return (await findProduct(rest(), id)) ?? expect.fail();
}

describe("the form", () => {
  it("saves a new product with its variants, which give it its price and stock", async () => {
    const tube = await createTube();
    expect(tube).toMatchObject({ price: 1500, old_price: null, stock: 8, reference: null, barcode: null });
    expect(summarize(tube)).toEqual(["20 mm : 1500, 4", "25 mm : 1900, 4"]);
    expect(await reload(tube)).toEqual(tube);
  });

  it("changes, adds and removes variants; a variant keeps its id", async () => {
    const tube = await createTube();
    const input = toProductInput(tube);
    const [first] = input.variants;
    const saved = await save(tube, {
      ...input,
      options: [{ name: "Diamètre", choices: ["20 mm", "32 mm"] }],
      variants: [{ ...(first ?? expect.fail()), price: "1600" }, row(["32 mm"], { stock: "" })],
    });
    expect(summarize(saved)).toEqual(["20 mm : 1600, 4", "32 mm : 1500, 0"]);
    expect(saved.variants[0]?.id).toBe(tube.variants[0]?.id);
    expect(saved).toMatchObject({ price: 1500, stock: 4 });
  });

  it("applies a stock as the difference to the one that the form showed", async () => {
    const tube = await createTube();
    for (const { id } of tube.variants)
      await fatou.client
        .rpc("set_product_stock", { product: id ?? "", stock: 3, stock_seen: 4 })
        .throwOnError();
    const input = toProductInput(tube);
    const saved = await save(tube, {
      ...input,
      variants: input.variants.map((variant, index) => (index === 0 ? { ...variant, stock: "10" } : variant)),
    });
    expect(summarize(saved)).toEqual(["20 mm : 1500, 9", "25 mm : 1900, 3"]);
  });

  it("turns a product into one with variants and back", async () => {
    const name = `Seau ${createUniqueWord()}`;
    const plain = await save(null, {
      ...emptyProduct,
      name,
      slug: name,
      price: "2500",
      stock: "7",
      reference: name,
    });
    const withVariants = await save(plain, {
      ...toProductInput(plain),
      options: [{ name: "Couleur", choices: ["noir"] }],
      variants: [row(["noir"], { price: "2600", stock: "3" })],
    });
    expect(withVariants).toMatchObject({ price: 2600, stock: 3, reference: null });
    const back = await save(withVariants, {
      ...toProductInput(withVariants),
      ...{ options: [], variants: [], price: "2400", stock: "5", reference: name },
    });
    expect(back).toMatchObject({ price: 2400, stock: 5, reference: name, variants: [], options: [] });
  });

  it("saves nothing when another administrator was first, or a value is invalid", async () => {
    const tube = await createTube();
    const input = toProductInput(tube);
    await save(tube, { ...input, description: "Autre" });
    await expect(save(tube, { ...input, description: "Trop tard" })).rejects.toMatchObject({
      name: expect.stringContaining("Error"),
      message: expect.stringMatching(/^Ce produit a été modifié entre-temps/),
    });
    const newer = await reload(tube);
    const { error } = await fatou.client.rpc("save_product_with_variants", {
      product: { id: tube.id, description: "Non" },
      images: [],
      options: [{ name: "Diamètre", choices: ["20 mm"] }],
      variants: [{ choices: ["20 mm"], price: 0, stock: 1, barcode: "6,13E+12" }],
      expected_updated_at: newer.updated_at,
    });
    expect(error?.code).toBe("YA007");
    expect(JSON.parse(error?.details ?? "")).toEqual({
      problems: [
        { column: "variants.0.price", message: "Le prix doit être un nombre positif" },
        {
          column: "variants.0.barcode",
          message: "Le tableur a abrégé ce code-barres : mettez sa colonne au format Texte",
        },
      ],
    });
    expect(await reload(tube)).toEqual(newer);
  });

  it("saves a thousand variants in one request", async () => {
    const sizes = Array.from({ length: 50 }, (_, index) => `${index + 1} mm`);
    const lengths = Array.from({ length: 20 }, (_, index) => `${index + 1} m`);
    const name = `Barre ${createUniqueWord()}`;
    const saved = await save(null, {
      ...emptyProduct,
      name,
      slug: name,
      price: "1",
      options: [
        { name: "Diamètre", choices: sizes },
        { name: "Longueur", choices: lengths },
      ],
      variants: sizes.flatMap((size) => lengths.map((length) => row([size, length]))),
    });
    expect(saved).toMatchObject({ stock: 4000 });
    expect(saved.variants).toHaveLength(1000);
    const again = await save(saved, { ...toProductInput(saved), description: "Encore" });
    expect(again.variants.map(({ id }) => id)).toEqual(saved.variants.map(({ id }) => id));
  });
});

const HEADER =
  "Nom;Référence;Prix;Ancien prix;Stock;Code-barres;Unité;Contenu;Unité du contenu;Variante;Slug";
const parse = async (lines: string[]) =>
  parseProductsFile(new File([[HEADER, ...lines].join("\n")], "x.csv"), () => undefined);
const apply = async (lines: string[]) =>
  importProducts(rest(), (await parse(lines)).rows, randomUUID(), "inventory");
const idOf = async (slug: string) => {
  const { data } = await fatou.client
    .from("products")
    .select("id")
    .eq("slug", slug)
    .maybeSingle()
    .throwOnError();
  return data?.id ?? "";
};

describe("a file", () => {
  it("creates a product with its variants, then changes, adds and leaves others as they are", async () => {
    const slug = `dalle-${createUniqueWord().toLowerCase()}`;
    const created = await apply([
      `Dalle;;;;;;Carton;1,44;m²;;${slug}`,
      `;${slug}-g;9 500;;12;6120;;;;Couleur: gris;`,
      `;${slug}-b;9 900;11 000;;;;1,2;;Couleur: beige;`,
    ]);
    expect(created).toMatchObject({ create: 1, update: 0, error: 0, applied: true });
    const stored = await findProduct(rest(), await idOf(slug));
    expect(stored).toMatchObject({
      unit: "box",
      content_size: 1.44,
      content_unit: "square_metre",
      price: 9500,
    });
    expect(stored?.variants).toMatchObject([
      {
        choices: ["gris"],
        reference: `${slug}-g`,
        barcode: "6120",
        price: 9500,
        stock: 12,
        content_size: null,
      },
      { choices: ["beige"], price: 9900, old_price: 11_000, stock: 0, content_size: 1.2 },
    ]);
    const changed = await apply([
      `;;9 700;;;;;;;Couleur: beige;${slug}`,
      `;;8 000;;5;;;;;Couleur: noir;${slug}`,
    ]);
    expect(changed).toMatchObject({ create: 0, update: 1, error: 0, applied: true });
    expect(changed.lines).toMatchObject([
      {
        line: 2,
        action: "update",
        is_variant: true,
        name: "Dalle – beige",
        changed: expect.arrayContaining(["price"]),
      },
      { line: 3, action: "create", is_variant: true, name: "Dalle – noir" },
    ]);
    const after = await findProduct(rest(), await idOf(slug));
    expect(after && summarize(after)).toEqual(["gris : 9500, 12", "beige : 9700, 0", "noir : 8000, 5"]);
    expect(after?.price).toBe(8000);
  });

  it("changes nothing when its last line is broken, and says which", async () => {
    const tube = await createTube();
    const lines = [
      `Autre nom;;;;;;;;;;${tube.slug}`,
      ";;1 700;;;;;;;Diamètre: 20 mm;",
      ";;-5;;;;;;;Diamètre: 25 mm;",
    ];
    const { rows } = await parse(lines);
    const report = await importProducts(rest(), rows, randomUUID(), "inventory");
    expect(report).toMatchObject({ error: 1, applied: false });
    expect(report.lines.filter(({ action }) => action === "error")).toMatchObject([
      { line: 4, problems: [{ column: "price", message: "Le prix doit être un nombre positif" }] },
    ]);
    expect(await reload(tube)).toEqual(tube);
  });

  it.each([
    [";;1500;;;;;;;Longueur: 2 m;", "variant", "Écrivez un choix pour chaque option : Diamètre"],
    [";;1500;1400;;;;;;Diamètre: 20 mm;", "old_price", "L'ancien prix doit être supérieur au prix"],
    [";;;;;;;;;Diamètre: 40 mm;", "price", "Le prix doit être un nombre positif"],
  ])("reports %j", async (line, column, message) => {
    const tube = await createTube();
    const { rows } = await parse([line.replace(/;$/, `;${tube.slug}`)]);
    const report = await validateImport(rest(), rows);
    expect(report.lines.flatMap(({ problems }) => problems)).toEqual([{ column, message }]);
  });

  it("reports a price beside a product with variants, and the same variant twice", async () => {
    const tube = await createTube();
    const { rows } = await parse([
      `;;999;;;;;;;;${tube.slug}`,
      ";;1500;;;;;;;Diamètre: 20 mm;",
      ";;1600;;;;;;;Diamètre: 20 mm;",
    ]);
    const report = await validateImport(rest(), rows);
    expect(report.lines.map(({ line, problems }) => [line, problems.map(({ message }) => message)])).toEqual([
      [2, ["Ce produit a des variantes : écrivez ceci sur leurs lignes"]],
      [3, []],
      [4, ["Même variante que la ligne 3"]],
    ]);
  });

  it("round-trips: an exported file changes nothing", async () => {
    const tube = await createTube();
    const filters = { search: tube.name, category: null, stock: null, mark: null };
    const { file } = await buildProductsCsv(fetchProductPages(rest(), filters), () => undefined);
    const { rows, problems } = await parseProductsFile(new File([file], "x.csv"), () => undefined);
    expect(problems).toEqual([]);
    const report = await validateImport(rest(), rows);
    expect(report).toMatchObject({ create: 0, update: 0, error: 0 });
    expect(report.lines.map(({ action }) => action)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });
});

describe("a bulk change", () => {
  const change = (ids: string[], values: Record<string, Record<string, number>>) =>
    rest().rpc("change_products", { ids, change: { ...values } });

  it("changes the prices of all variants, and ends an offer that the price reaches", async () => {
    const tube = await createTube();
    const { data } = await change([tube.id], { price: { percent: 20 } });
    expect(data).toEqual({ changed: 1, unchanged: 0 });
    const after = await reload(tube);
    expect(summarize(after)).toEqual(["20 mm : 1800, 4", "25 mm : 2280, 4"]);
    expect(after.variants.map(({ old_price }) => old_price)).toEqual([null, null]);
    expect(after.price).toBe(1800);
  });

  it("changes no stock of a product with variants, and no price beyond the limits", async () => {
    const tube = await createTube();
    const { error } = await change([tube.id], { stock: { set: 0 } });
    expect(error?.message).toBe(
      `Le stock de « ${tube.name} » est celui de ses variantes : il se change dans leur grille`,
    );
    const outside = await change([tube.id], { price: { add: -1600 } });
    expect(outside.error?.message).toMatch(/^Le prix de « .* » sortirait des limites$/);
    expect(await reload(tube)).toEqual(tube);
  });
});

it("an order of a variant is no edit of its product: an open form saves", async () => {
  const tube = await createTube();
  const [first] = tube.variants;
  await rest()
    .rpc("set_product_stock", { product: first?.id ?? "", stock: 1, stock_seen: 4 })
    .throwOnError();
  const now = await reload(tube);
  expect(now).toMatchObject({ stock: 5, updated_at: tube.updated_at });
});

describe("the search of staff", () => {
  const names = async (query: string) => (await findItems(rest(), query)).map(({ name }) => name);

  it("finds a variant by its reference, its bar code, and the words of its name and choice", async () => {
    const tube = await createTube();
    const input = toProductInput(tube);
    const code = randomUUID();
    await save(tube, {
      ...input,
      variants: input.variants.map((variant, index) =>
        index === 1 ? { ...variant, barcode: code } : variant,
      ),
    });
    expect(await names(`${tube.name}-20`)).toEqual([`${tube.name} – 20 mm`]);
    expect(await names(code)).toEqual([`${tube.name} – 25 mm`]);
    expect(await names(tube.name)).toEqual([`${tube.name} – 20 mm`, `${tube.name} – 25 mm`]);
    const [, word = ""] = tube.name.split(" ");
    expect(await names(`${word} 25`)).toEqual([`${tube.name} – 25 mm`]);
    expect(await names('x",id.gt.0,"')).toEqual([]);
    await rest().from("products").update({ unit: "metre", step_size: 0.5 }).eq("id", tube.id).throwOnError();
    expect(await findItems(rest(), code)).toMatchObject([
      { barcode: code, price: 1900, sold_by: { unit: "metre", step_size: 0.5 } },
    ]);
  });
});
