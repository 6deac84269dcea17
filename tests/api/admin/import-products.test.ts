/** The product import: every line is validated, then all of them are imported or none. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchProductPages } from "#app/features/admin/products/csv/csv-export.queries.ts";
import { buildProductsCsv } from "#app/features/admin/products/csv/csv-export.ts";
import { parseProductsFile } from "#app/features/admin/products/csv/csv-import.ts";
import type { ImportRow } from "#app/features/admin/products/csv/csv-rows.ts";
import { listMatchingProducts } from "#app/features/admin/products/list/products.queries.ts";
import type {
  ProductFilters,
  ProductsSearchParams,
} from "#app/features/admin/products/list/products-search-params.ts";
import { formatCsvRow } from "#app/features/admin/shared/csv/csv.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { startAdminBackend } from "./admin-backend.ts";

/** The maximum number of lines in a file; with the demo shop's products it is more than a REST response holds. */
const COUNT = shortOrLong(800, 10_000);

interface Outcome {
  create: number;
  update: number;
  unchanged: number;
  error: number;
  applied: boolean;
  lines: {
    line: number;
    action: string;
    id: string | null;
    changed: string[];
    problems: { column: string; message: string }[];
  }[];
}
type Cells = Record<string, string | number | string[] | Record<string, string>>;

let backend: TestBackend;
let fatou: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou } = await startAdminBackend("demo"));
});
afterAll(() => backend.close());

async function importRows(rows: (Cells | ImportRow)[], dry_run: boolean, request?: string): Promise<Outcome> {
  const { data } = await fatou.client
    .rpc("import_products", { rows, dry_run, ...(request !== undefined && { request }) })
    .throwOnError();
  // The generated types only know it as JSON.
  return JSON.parse(JSON.stringify(data));
}

const ALL: ProductFilters = { search: "", category: null, stock: null, mark: null };

const rest = () => fatou.client.schema("public");

/** The lines of a file, as the admin pages parse it. */
async function parseFile(file: Blob) {
  return (await parseProductsFile(new File([file], "produits.csv"), () => undefined)).rows;
}

async function exportProducts(filters: ProductFilters) {
  const { file } = await buildProductsCsv(fetchProductPages(rest(), filters), () => undefined);
  return parseFile(file);
}

async function getProductByReference(reference: string) {
  const { data } = await fatou.client
    .from("products")
    .select("*,categories(name)")
    .eq("reference", reference)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Two products of the demo shop without an old price. */
async function createTwoProducts() {
  const { data } = await fatou.client
    .from("products")
    .select("id,name,slug,reference,price,stock")
    .is("old_price", null)
    .order("slug")
    .limit(2)
    .throwOnError();
  const [first, second] = data;
  if (!first?.reference || !second?.reference) throw new Error("the demo shop has no such products");
  return [
    { ...first, reference: first.reference },
    { ...second, reference: second.reference },
  ] as const;
}

describe("an export of a search", () => {
  it("has the order of the list, as the selection of all products has", async () => {
    // The name of the first one contains the search; the second one, which is newer, has its words.
    await importRows([{ reference: "ORDRE-1", name: "Boulon zarbi inox", price: "900", stock: "4" }], false);
    await importRows([{ reference: "ORDRE-2", name: "Inox pour zarbi", price: "100", stock: "4" }], false);
    const filters = { ...ALL, search: "zarbi inox" };
    const listReferences = async (order: ProductsSearchParams["order"]) => {
      const references = [];
      for await (const page of fetchProductPages(rest(), filters, order))
        references.push(...page.map(({ reference }) => reference));
      const matching = await listMatchingProducts(rest(), { filters, order });
      expect(matching.map(({ reference }) => reference)).toEqual(references);
      return references;
    };
    expect(await listReferences(null)).toEqual(["ORDRE-1", "ORDRE-2"]);
    expect(await listReferences({ by: "price", descending: false })).toEqual(["ORDRE-2", "ORDRE-1"]);
    await fatou.client.from("products").delete().in("reference", ["ORDRE-1", "ORDRE-2"]).throwOnError();
  });
});

describe("a dry run", () => {
  it("reports the outcome of each line and changes nothing", async () => {
    const [first, second] = await createTwoProducts();
    const outcome = await importRows(
      [
        { reference: first.reference, stock: String(first.stock + 7) },
        { reference: second.reference, price: second.price },
        { reference: "NOUVEAU-1", name: "Brouette", price: "25000", stock: "3" },
      ],
      true,
    );
    expect(outcome).toMatchObject({ create: 1, update: 1, unchanged: 1, error: 0, applied: false });
    expect(outcome.lines).toMatchObject([
      { line: 1, action: "update", id: first.id, changed: ["stock"], problems: [] },
      { line: 2, action: "unchanged", id: second.id, changed: [] },
      { line: 3, action: "create", id: null },
    ]);
    expect((await getProductByReference(first.reference))?.stock).toBe(first.stock);
    expect(await getProductByReference("NOUVEAU-1")).toBeNull();
  });

  it.each<[string, Cells, string]>([
    ["name", { price: "10" }, "Le nom du produit est requis"],
    ["price", { name: "X" }, "Le prix doit être un nombre positif"],
    ["price", { name: "X", price: "12,5" }, "Le prix doit être un nombre positif"],
    ["stock", { name: "X", price: "10", stock: "-1" }, "Le stock doit être un nombre positif ou zéro"],
    ["stock", { name: "X", price: "10", stock: "beaucoup" }, "Le stock doit être un nombre positif ou zéro"],
    ["old_price", { name: "X", price: "10", old_price: "9" }, "L'ancien prix doit être supérieur au prix"],
    [
      "discount",
      { name: "X", price: "10", discount: "150" },
      "La réduction doit être inférieure ou égale à 100%",
    ],
    ["category", { name: "X", price: "10", category: "Jouets" }, "La catégorie « Jouets » n'existe pas"],
    [
      "slug",
      { name: "X", price: "10", slug: "Pas Un Slug" },
      "Le slug se compose de minuscules, de chiffres et de tirets",
    ],
    ["is_new", { name: "X", price: "10", is_new: "bof" }, "Répondez par oui ou non"],
    [
      "barcode",
      { name: "X", price: "10", barcode: "6,13E+12" },
      "Le tableur a abrégé ce code-barres : mettez sa colonne au format Texte",
    ],
    [
      "more_info_url",
      { name: "X", price: "10", more_info_url: "javascript:x" },
      "Entrez une URL valide ou laissez vide",
    ],
    ["features", { name: "X", price: "10", features: "a" }, "Les caractéristiques sont une liste de textes"],
  ])("names the column %s of %j", async (column, cells, message) => {
    const { error, lines } = await importRows([cells], true);
    expect(error).toBe(1);
    expect(lines[0]?.problems).toEqual([{ column, message }]);
  });

  it("finds two lines about the same product", async () => {
    const [first, second] = await createTwoProducts();
    const { lines } = await importRows(
      [
        { reference: first.reference, stock: "1" },
        { slug: first.slug, stock: "2" },
        { reference: "MEME", name: "A", price: "1" },
        { reference: "MEME", name: "B", price: "1" },
        { reference: second.reference, slug: first.slug },
      ],
      true,
    );
    expect(lines.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      [],
      ["Même produit que la ligne 1"],
      [],
      ["Même produit que la ligne 3"],
      ["Ce slug est déjà celui d'un autre produit", "Même produit que la ligne 2"],
    ]);
  });

  it("finds a product by its reference in any case, and first by the case of the file", async () => {
    const [first] = await createTwoProducts();
    const shouted = first.reference.toUpperCase();
    const twin = first.reference.toLowerCase();
    expect(twin).not.toBe(shouted);
    const change = (reference: string) => importRows([{ reference, price: "77" }], true);
    expect((await change(shouted)).lines).toMatchObject([{ action: "update" }]);
    // Shops may have two products from before, and their exports are imported as they are.
    const name = "Jumeau";
    const reference = first.reference === twin ? shouted : twin;
    await rest()
      .from("products")
      .insert({ name, slug: "jumeau", price: 1, description: "", reference })
      .throwOnError();
    const { lines } = await importRows(
      [
        { reference: shouted, price: "77" },
        { reference: twin, price: "78" },
        { reference: "neuf-1", name: "A", price: "1" },
        { reference: "NEUF-1", name: "B", price: "1" },
      ],
      true,
    );
    expect(lines.map(({ action }) => action)).toEqual(["update", "update", "create", "error"]);
  });

  it("numbers the lines as in the file", async () => {
    const { lines } = await importRows(
      [
        { line: 2, reference: "DOUBLE", name: "A", price: "1" },
        { line: 5, reference: "DOUBLE", name: "B", price: "1" },
      ],
      true,
    );
    expect(lines.map(({ line, problems }) => [line, problems.map(({ message }) => message)])).toEqual([
      [2, []],
      [5, ["Même produit que la ligne 2"]],
    ]);
  });
});

describe("an import", () => {
  it("finds a category by its slug, its way and its name, of which the family has the first", async () => {
    const insert = (name: string, slug: string, parent_id: string | null) =>
      rest().from("categories").insert({ name, slug, parent_id }).select("id").single().throwOnError();
    const { data: floors } = await insert("Sols", "sols-essai", null);
    await insert("Colles", "colles-essai", null);
    await insert("Colles", "colles-de-sols", floors.id);
    const names = ["colles-de-sols", "sols > colles", "COLLES", "Sols > Clous"];
    const { lines, create } = await importRows(
      names.map((category, index) => ({
        name: `Colle ${index}`,
        price: "10",
        reference: `COL-${index}`,
        category,
      })),
      true,
    );
    expect(create).toBe(3);
    expect(lines.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 1]);
  });

  it("imports every line", async () => {
    const [first, second] = await createTwoProducts();
    const outcome = await importRows(
      [
        { reference: first.reference, stock: "77", is_featured: "oui", category: "PLOMBERIE" },
        { reference: second.reference, price: String(second.price + 500) },
        {
          reference: "NEUF-1",
          name: second.name,
          price: "1000",
          old_price: "2000",
          features: ["Léger"],
          specifications: { Poids: "2 kg" },
        },
      ],
      false,
    );
    expect(outcome).toMatchObject({ create: 1, update: 2, error: 0, applied: true });
    expect(await getProductByReference(first.reference)).toMatchObject({
      stock: 77,
      is_featured: true,
      name: first.name,
      categories: { name: "Plomberie" },
    });
    expect((await getProductByReference(second.reference))?.price).toBe(second.price + 500);
    const created = await getProductByReference("NEUF-1");
    expect(created).toMatchObject({ discount: 50, features: ["Léger"], specifications: { Poids: "2 kg" } });
    expect(created?.slug).toMatch(/-2$/);
  });

  it("imports nothing when one line is invalid", async () => {
    const [first] = await createTwoProducts();
    const before = (await getProductByReference(first.reference))?.stock;
    const outcome = await importRows([{ reference: first.reference, stock: "5000" }, { name: "" }], false);
    expect(outcome).toMatchObject({ update: 1, error: 1, applied: false });
    expect((await getProductByReference(first.reference))?.stock).toBe(before);
  });

  it("is applied once when it is sent twice", async () => {
    const request = crypto.randomUUID();
    const rows = [{ name: "Enclume sans référence", price: "90000" }];
    const responses = [await importRows(rows, false, request), await importRows(rows, false, request)];
    expect(responses[1]).toEqual(responses[0]);
    const { count } = await fatou.client
      .from("products")
      .select("id", { count: "exact", head: true })
      .eq("name", "Enclume sans référence");
    expect(count).toBe(1);
  });

  it("refuses values within values of a specification, with the line, and has a slug for every name", async () => {
    const report = await importRows(
      [
        { line: 2, name: "Scie", price: "100", specifications: { Lame: { Dents: "24" } } },
        { line: 3, name: "Scie égoïne", price: "100", specifications: { Lame: ["24", 30] } },
        { line: 4, name: "电钻", price: "100", specifications: { Puissance: 750, Coffret: true } },
      ],
      true,
    );
    const message =
      "La spécification « Lame » contient une liste ou d'autres spécifications : écrivez un texte";
    expect(report).toMatchObject({
      error: 2,
      create: 1,
      lines: [
        { line: 2, problems: [{ column: "specifications", message }] },
        { line: 3, problems: [{ column: "specifications", message }] },
        { line: 4, action: "create" },
      ],
    });
  });

  it("imports an unchanged export without changes", async () => {
    await fatou.client
      .from("products")
      .insert({
        name: "=Tarière",
        slug: "tariere",
        price: 100,
        description: '+226 ; "garantie"\nà vie ',
        features: ["- légère", ""],
        // Of an earlier version of the shop.
        specifications: { "Ø : mèche": "32 mm", Lots: [1, 2] },
      })
      .throwOnError();
    const exported = await exportProducts(ALL);
    const outcome = await importRows(exported, true);
    expect(outcome).toMatchObject({ create: 0, update: 0, error: 0, unchanged: exported.length });
    expect(exported.find(({ slug }) => slug === "tariere")).toBeDefined();
  });

  it("rejects an empty file and more than ten thousand lines", async () => {
    for (const rows of [[], Array.from({ length: 10_001 }, () => ({}))]) {
      const { error } = await fatou.client.rpc("import_products", { rows });
      expect([error?.code, error?.message]).toEqual(["YA007", "Un fichier compte de 1 à 10000 lignes"]);
    }
  });

  it("imports thousands of lines, first as new products and then as new stock, within the statement timeout", async () => {
    const lines = Array.from({ length: COUNT }, (_, n) => [
      `LOT-${n}`,
      `Boulon zingué ${n}`,
      "Acier zingué, filetage métrique, tête hexagonale, vendu à la pièce.".repeat(2),
      "Quincaillerie",
      String(100 + n),
      "10",
      "non",
    ]);
    const header = ["Référence", "Nom", "Description", "Catégorie", "Prix", "Stock", "Nouveau"];
    const rows = await parseFile(new Blob([header, ...lines].map(formatCsvRow)));
    expect(await importRows(rows, true)).toMatchObject({ error: 0, create: COUNT });
    expect(await importRows(rows, false)).toMatchObject({ create: COUNT, applied: true });
    const restock = await parseFile(
      new Blob(["reference;stock\r\n", ...lines.map(([reference]) => `${reference};12\r\n`)]),
    );
    expect(await importRows(restock, true)).toMatchObject({ update: COUNT });
    expect(await importRows(restock, false)).toMatchObject({ update: COUNT, applied: true });
    const reprice = await parseFile(
      new Blob(["reference;prix\r\n", ...lines.map(([reference], n) => `${reference};${n + 2000}\r\n`)]),
    );
    expect(await importRows(reprice, false)).toMatchObject({ update: COUNT, applied: true });
    // More than one REST response holds, so it is read in pages: each product exists exactly once.
    const slugs: string[] = [];
    for await (const page of fetchProductPages(rest(), ALL)) slugs.push(...page.map(({ slug }) => slug));
    expect(new Set(slugs).size).toBe(slugs.length);
    const { count } = await fatou.client.from("products").select("id", { count: "exact", head: true });
    expect(slugs.length).toBe(count);
  });
});
