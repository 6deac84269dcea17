/** The lists, counts and searches of the catalogue in a shop with more products than are counted exactly. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  listCatalog,
  listNewArrivals,
  listOffers,
  listProducts,
  listPromotions,
} from "#app/features/catalog/catalog.queries.ts";
import { listCountedCategories } from "#app/features/catalog/categories/categories.queries.ts";
import {
  MAX_NUMBERED_PAGE,
  PAGE_SIZE,
  parseCatalogFilters,
} from "#app/features/catalog/listing/catalog-filters.ts";
import { parseProductSort } from "#app/features/catalog/listing/product-sort.ts";
import { getProductBySlug, listSimilarProducts } from "#app/features/catalog/product/product.queries.ts";
import { listSitemapProducts } from "#app/features/crawlers/sitemap.queries.ts";
import {
  listProductParts,
  MAX_URLS,
  PRODUCTS_PER_PART,
  parseProductPart,
} from "#app/features/crawlers/sitemap.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { collect } from "#harness/collect.ts";
import { fillShop, getCategoryId } from "#harness/fill-shop.ts";
import { toShopSize } from "#harness/shop-size.ts";
import { type Actor, createCustomerActor, runAs, visitor } from "#tests/support/actors.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createOrderInput, insertOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

const PRODUCTS = 10_100;

let backend: TestBackend;
let admin: Sql;
let client: PostgrestClient<Database>;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin", 1);
  await fillShop(admin, {
    ...toShopSize(PRODUCTS),
    customers: 10,
    orders: 10,
    reviews: 1000,
    others: 10,
  });
  client = new PostgrestClient<Database>("http://shop.test/rest/v1", {
    headers: { apikey: backend.keys.anonKey },
    fetch: (input, init) => backend.fetch(input, init),
  });
});
afterAll(() => backend.close());

async function list(query: string, category: string | null = null) {
  const { page } = await listCatalog(client, parseCatalogFilters(new URLSearchParams(query)), category);
  if (!page.ok) throw new Error(`«${query}» could not be read.`);
  return page.value;
}
const selectIds = async (query: string) =>
  (await admin.unsafe<{ id: string }[]>(`select id from public.products p ${query}`)).map(({ id }) => id);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
/** As the last analysis of the table would have found. */
const setSize = (size: number) =>
  admin`update pg_class set reltuples = ${size} where oid = 'public.products'::regclass`;
/** How many rows of a table a statement reads. */
async function countReads(
  statement: string,
  actor: Actor = visitor,
  table = "public.products",
): Promise<number> {
  const api = backend.database.connect("authenticator", 1);
  const count = async (tx: TransactionSql) => {
    const [row] = await tx<{ rows: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::integer as rows
      from pg_stat_xact_user_tables where relid = ${table}::regclass`;
    return row?.rows ?? 0;
  };
  return await runAs(api, actor, async (tx) => {
    const before = await count(tx);
    await tx.unsafe(statement);
    return (await count(tx)) - before;
  });
}
const NEWEST = "order by created_at desc, id";

describe("a search while it is typed", () => {
  // As if there were a million. Every description has «maison», and the wood screws are called «vis à bois».
  beforeAll(() => setSize(1_000_000));
  afterAll(() => setSize(PRODUCTS));

  it("compares a part of the documents of which only the description has a word that begins so", async () => {
    const statement = "select private.find_documents('maiso:*ABC', '', 20, true)";
    expect(await countReads(statement, visitor, "private.product_documents")).toBeLessThan(PRODUCTS);
  });

  it.each([
    [
      "of which the names have its parts",
      "private.find_products('p.search_text like ''%vis bo%''', 'true', '', true, true, 200)",
    ],
    ["whose texts have a reference that the shop has", "public.search_products('REF-4242')"],
  ])("does not read the products %s", async (_, call) => {
    const scans = await admin.begin(async (tx) => {
      await tx.unsafe(`select ${call}`);
      const [row] = await tx<{ scans: number }[]>`
        select pg_stat_get_xact_numscans('public.products_search_text_idx'::regclass)::integer as scans`;
      return row?.scans;
    });
    expect(scans).toBe(0);
  });

  it("compares the best sellers with the filters until there are enough", async () => {
    const statement = "select private.find_documents('model', 'price >= 1000', 200, false)";
    expect(await countReads(statement)).toBeLessThan(600);
  });
});

describe("counts", () => {
  it("are exact up to 10,000, whatever the conditions", async () => {
    for (const [query, condition] of [
      ["inStock=true", "stock > 0"],
      ["newOnly=true", "is_new"],
      ["minPrice=50000&inStock=true", "price >= 50000 and stock > 0"],
      ["search=MODÈLE+qgqngdf7", "name like '%modèle QGQNGDF7%'"],
    ] as const) {
      const [row] = await admin.unsafe(
        `select count(*)::integer as total from public.products where ${condition}`,
      );
      expect(await list(query), query).toMatchObject({ total: row?.total, isExact: true });
    }
    const category = getCategoryId(1);
    const [row] =
      await admin`select count(*)::integer as total from products where category_id = ${category}`;
    expect(await list("", category)).toMatchObject({ total: row?.total, isExact: true });
  });

  it("are estimates beyond", async () => {
    const { total, isExact } = await list("");
    expect(isExact).toBe(false);
    expect(total / PRODUCTS).toBeCloseTo(1, 1);
  });

  it("of a search in a large shop are exact below 400", async () => {
    // As if there were twice as many products: more than 20,000.
    await setSize(2 * PRODUCTS);
    try {
      const everywhere = await list("search=modele");
      expect(everywhere).toMatchObject({ isExact: false });
      expect(everywhere.total / PRODUCTS).toBeCloseTo(2, 1);
      const [row] = await admin`
        select count(*)::integer as total from public.search_products('échelle', row_limit => 10000)`;
      expect(await list("search=échelle")).toMatchObject({ total: row?.total, isExact: true });
      expect(await list("search=qgqngdf7")).toMatchObject({ total: 1, isExact: true });
    } finally {
      await setSize(PRODUCTS);
    }
  });

  it("of the categories follow every change of a product's category", async () => {
    const expectExact = async () => {
      const rows = await admin<{ name: string; count: number }[]>`
        select c.name, count(p.id)::integer from public.categories c left join public.products p on p.category_id = c.id
        group by c.id`;
      const counted = await listCountedCategories(client);
      expect(Object.fromEntries(counted.map(({ name, productCount }) => [name, productCount]))).toEqual(
        Object.fromEntries(rows.map(({ name, count }) => [name, count])),
      );
    };
    await expectExact();
    await admin`insert into public.categories (name, slug) values ('Nouveau rayon', 'nouveau-rayon')`;
    const { id } = await createProduct(admin, { category: "nouveau-rayon" });
    await expectExact();
    await admin`update public.products set category_id = ${getCategoryId(2)} where id = ${id}`;
    await expectExact();
    await admin`update public.products set category_id = null where id = ${id}`;
    await expectExact();
    await admin`update public.products set category_id = ${getCategoryId(2)} where id = ${id}`;
    await admin`delete from public.products where id = ${id}`;
    await expectExact();
    await admin`delete from public.categories where slug = 'nouveau-rayon'`;
    await expectExact();
  });
});

describe("deep pages", () => {
  it("continue after the product before them, and end with the list", async () => {
    const all = await selectIds(NEWEST);
    const last = await list(`page=${MAX_NUMBERED_PAGE}`);
    const start = (MAX_NUMBERED_PAGE - 1) * PAGE_SIZE;
    expect(ids(last.products)).toEqual(all.slice(start, start + PAGE_SIZE));
    let page = last;
    const read = all.slice(0, start + PAGE_SIZE);
    while (page.hasMore) {
      page = await list(`page=${page.page + 1}&after=${page.products.at(-1)?.id}`);
      read.push(...ids(page.products));
    }
    expect(read).toEqual(all);
  });

  it("without that product, or after an unknown one, are the last page that a number finds", async () => {
    expect(await list("page=5000")).toMatchObject({ page: MAX_NUMBERED_PAGE });
    const unknown = "page=5000&after=00000000-0000-0000-0000-000000000000";
    expect(await list(unknown)).toMatchObject({ page: MAX_NUMBERED_PAGE });
    const { page, total } = await listPromotions(client, 5000, null);
    expect(page).toBe(Math.ceil(total / PAGE_SIZE));
  });
});

describe("a search", () => {
  it.each([
    ["vis", "name ilike '%vis%'"],
    ["qgqngdf7", "name ilike '%qgqngdf7%'"],
    ["échelle", "name ilike '%échelle%'"],
    ["a", "name ilike '%a%' or name ilike '%à%'"],
  ])("for «%s» finds the products with that name first, page by page", async (search, condition) => {
    const expected = new Set(await selectIds(`where ${condition}`));
    const first = await list(`search=${search}`);
    const second = await list(`search=${search}&page=2`);
    const found = ids(second.page === 2 ? [...first.products, ...second.products] : first.products);
    expect(new Set(found).size).toBe(found.length);
    expect(found.slice(0, expected.size).filter((id) => !expected.has(id))).toEqual([]);
  });

  it("for a reference finds its product first, then those with such references", async () => {
    const [exact = ""] = await selectIds("where reference = 'REF-12'");
    const others = await selectIds("where reference like 'REF-12%' and reference <> 'REF-12'");
    const found = await list("search=ref-12");
    expect(found.products[0]?.id).toBe(exact);
    expect(others).toEqual(expect.arrayContaining(ids(found.products.slice(1))));
    expect(found.total).toBe(others.length + 1);
  });

  it("for a reference does not read the other products", async () => {
    const [{ reference } = { reference: "" }] = await admin<{ reference: string }[]>`
      select reference from public.products where reference is not null order by reference desc limit 1`;
    expect(await countReads(`select from public.search_products('${reference}')`)).toBeLessThan(500);
  });

  it("combines with the other filters", async () => {
    const category = getCategoryId(1);
    const expected = await selectIds(
      `where name ilike '%vis%' and category_id = '${category}' and stock > 0 and price between 1000 and 50000`,
    );
    const found = await list("search=vis&inStock=true&minPrice=1000&maxPrice=50000", category);
    expect(expected).toEqual(expect.arrayContaining(ids(found.products)));
    expect(found.total).toBeGreaterThanOrEqual(expected.length);
  });
});

it("a search for a word that thousands of old products have sorts the newest of these", async () => {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.products
      set name = name || ' galet', search_text = private.product_search_text(name || ' galet', reference)
      where id in (select id from public.products order by created_at, id limit 6000)`;
  });
  // An index that is read alone needs it.
  await admin`vacuum public.products`;
  const expected = await selectIds(`where name like '% galet' ${NEWEST}`);
  const pages = [];
  for (let page = 1; page <= 10; page += 1)
    pages.push(ids((await list(`search=galet&page=${page}`)).products));
  const sorted = pages.flat().slice(0, 200);
  expect(sorted.toSorted()).toEqual(expected.slice(0, 200).toSorted());
  expect(pages.flat().slice(200)).toEqual(expected.slice(200, 10 * PAGE_SIZE));
  const inStock = new Set(await selectIds("where in_stock"));
  expect(sorted.toSorted((one, other) => Number(inStock.has(other)) - Number(inStock.has(one)))).toEqual(
    sorted,
  );
});

describe("a sorted list", () => {
  it.each([
    ["price-asc", "order by price, id"],
    ["price-desc", "order by price desc, id desc"],
    ["rating", "order by rating desc, review_count desc, id"],
    ["newest", NEWEST],
  ])("continues behind any product by %s, also among equal ones", async (sort, order) => {
    for (const [filter, condition] of [
      ["", "true"],
      ["&inStock=true", "stock > 0"],
    ]) {
      const expected = await selectIds(`where ${condition} ${order}`);
      for (const position of [30, Math.floor(expected.length / 2), expected.length - 10]) {
        const found = await list(
          `sort=${sort}${filter}&page=${MAX_NUMBERED_PAGE + 1}&after=${expected[position - 1]}`,
        );
        expect(ids(found.products), `${sort}${filter} ${position}`).toEqual(
          expected.slice(position, position + PAGE_SIZE),
        );
      }
    }
  });

  it("of a search has its matches in this order", async () => {
    const expected = await selectIds(
      "where id in (select id from public.search_products('échelle', row_limit => 5000)) order by price, id",
    );
    const found = await list("search=échelle&sort=price-asc&page=2");
    expect(ids(found.products)).toEqual(expected.slice(PAGE_SIZE, 2 * PAGE_SIZE));
  });
});

describe("facets of a large shop", () => {
  // More than 20,000, so that no list reads all of its products.
  beforeAll(() => setSize(3 * PRODUCTS));
  afterAll(() => setSize(PRODUCTS));

  const ORDERS = [
    ["", NEWEST],
    ["&sort=price-asc", "order by price, id"],
    ["&sort=price-desc", "order by price desc, id desc"],
    ["&sort=rating", "order by rating desc, review_count desc, id"],
  ] as const;
  const isWithin = (low: number, high: number) =>
    `exists (select from unnest(facet_keys) k where k like 'diametre:%' and split_part(k, ':', 2)::numeric between ${low} and ${high})`;

  it.each([
    // Few products have them.
    ["facet=couleur:gris&facet=diametre:10", "facet_keys @> '{couleur:gris,diametre:10}'"],
    [
      "facet=diametre:10-40&facet=matiere:inox&minPrice=1000&maxPrice=20000",
      `'matiere:inox' = any (facet_keys) and ${isWithin(10, 40)} and price between 1000 and 20000`,
    ],
    // Every product has one, and few meet the filter.
    ["facet=diametre:0-&minPrice=80000", "price >= 80000"],
    // More have them than are read, and those that meet the filters are among the first of the order.
    ["facet=diametre:0-", "true"],
    ["facet=diametre:0-&inStock=true&maxPrice=50000", "in_stock and price <= 50000"],
    // They exclude one another.
    ["facet=etanche:oui&facet=etanche:non&facet=diametre:10-20&facet=puissance:4000-", "false"],
  ])("«%s» list what a plain query lists, in every order, page by page", async (query, condition) => {
    for (const [sort, order] of ORDERS) {
      const expected = await selectIds(`where ${condition} ${order}`);
      const pages = Math.min(3, Math.max(1, Math.ceil(expected.length / PAGE_SIZE)));
      const found = [];
      for (let page = 1; page <= pages; page += 1) {
        found.push(...ids((await list(`${query}${sort}&page=${page}`)).products));
      }
      expect(found, sort).toEqual(expected.slice(0, pages * PAGE_SIZE));
    }
  });

  it("are counted where few products have them, and estimated beyond", async () => {
    const [few] = await admin`
      select count(*)::integer as total from public.products where facet_keys @> '{couleur:gris,diametre:10}'`;
    expect(await list("facet=couleur:gris&facet=diametre:10")).toMatchObject({
      total: few?.total,
      isExact: true,
    });
    const many = await list("facet=diametre:0-&inStock=true");
    const [inStock] = await admin`select count(*)::integer as total from public.products where in_stock`;
    expect(many.isExact).toBe(false);
    expect(Math.abs(many.total / inStock?.total - 1)).toBeLessThan(0.2);
  });

  it("have exact values where few products meet the filters, as a plain query counts them", async () => {
    const category = getCategoryId(24);
    const { data } = await client
      .rpc("list_facets", {
        category,
        min_price: 1000,
        max_price: 20_000,
        facets: ["couleur:gris", "etanche:oui"],
      })
      .throwOnError();
    const count = (where: string, facet: string) =>
      admin.unsafe<{ value: string; total: number }[]>(`
      select split_part(k, ':', 2) as value, count(*)::integer as total from public.products, unnest(facet_keys) k
      where category_id = '${category}' and price between 1000 and 20000 and ${where} and k like '${facet}:%'
      group by k order by k`);
    for (const [facet, where] of [
      ["couleur", "'etanche:oui' = any (facet_keys)"],
      ["etanche", "'couleur:gris' = any (facet_keys)"],
      ["matiere", "facet_keys @> '{couleur:gris,etanche:oui}'"],
    ] as const) {
      const found = data.find(({ key }) => key === facet);
      const options: { value: string; total: number }[] = JSON.parse(JSON.stringify(found?.options ?? []));
      const totals = options.map(({ value, total }) => ({ value, total }));
      totals.sort((a, b) => (a.value < b.value ? -1 : 1));
      const expected = await count(where, facet);
      expect(expected.length, facet).toBeGreaterThan(1);
      expect(totals, facet).toEqual([...expected]);
      expect(found?.is_exact, facet).toBe(true);
    }
  });

  it("have the page, the total and the values of plain queries, wherever they are exact", async () => {
    const categories = [null, getCategoryId(1), getCategoryId(3), getCategoryId(24)];
    const filterTexts = [
      "",
      "&minPrice=1000&maxPrice=20000",
      "&minPrice=60000",
      "&inStock=true",
      "&newOnly=true",
    ];
    const facetsOf = [
      ["couleur:gris", "couleur:noir"],
      ["matiere:inox", "matiere:laiton"],
      ["diametre:10", "diametre:12"],
      ["etanche:oui"],
      ["marque:aquanova"],
    ];
    let exactTotals = 0;
    let exactFacets = 0;
    for (let round = 0; round < 30; round += 1) {
      const category = categories[round % categories.length] ?? null;
      const [sort, order] = ORDERS[round % 3] ?? ORDERS[0];
      // One to three of the facets.
      const chosen = [round, round * 2, round * 3 + 1].map((n) => facetsOf[n % facetsOf.length] ?? []);
      const facets = [...new Set(chosen)];
      const query = `${facets
        .flat()
        .map((value) => `&facet=${value}`)
        .join("")}${filterTexts[round % 5]}${sort}`;
      const filters = parseCatalogFilters(new URLSearchParams(query));
      const { page, facets: shown } = await listCatalog(client, filters, category);
      if (!page.ok || !shown.ok) throw new Error(`«${query}» failed.`);
      const plain = [
        category ? `category_id = '${category}'` : "true",
        `price >= ${filters.minPrice}`,
        `price <= ${filters.maxPrice ?? 1_000_000}`,
        ...(filters.inStock ? ["in_stock"] : []),
        ...(filters.newOnly ? ["is_new"] : []),
      ];
      const meetAllBut = (left: string[] | undefined) =>
        [
          ...plain,
          ...facets.filter((keys) => keys !== left).map((keys) => `facet_keys && '{${keys.join(",")}}'`),
        ].join(" and ");
      if (page.value.isExact) {
        exactTotals += 1;
        const expected = await selectIds(`where ${meetAllBut(undefined)} ${order}`);
        expect(page.value.total, query).toBe(expected.length);
        expect(ids(page.value.products), query).toEqual(expected.slice(0, PAGE_SIZE));
      }
      for (const { key, options } of shown.value.filter((facet) => facet.isExact)) {
        exactFacets += 1;
        const rows = await admin.unsafe<{ value: string; total: number }[]>(`
          select split_part(k, ':', 2) as value, count(*)::integer as total
          from public.products, unnest(facet_keys) k
          where ${meetAllBut(facets.find((keys) => keys[0]?.startsWith(`${key}:`)))} and k like '${key}:%' group by k`);
        const counted = new Map(rows.map(({ value, total }) => [value, total]));
        for (const { value, total } of options) {
          expect(total, `${query} ${key}:${value}`).toBe(counted.get(value) ?? 0);
        }
      }
    }
    expect(exactTotals).toBeGreaterThan(20);
    expect(exactFacets).toBeGreaterThan(60);
  });

  it.each([
    "select public.list_faceted_products('{couleur:gris,couleur:noir,matiere:inox,matiere:laiton,diametre:10-60}', min_price => 1000, max_price => 20000)",
    "select public.list_faceted_products('{diametre:0-,etanche:oui}', sort => 'rating')",
    "select public.count_products(facets => '{diametre:0-,etanche:oui}', max_price => 20000)",
    "select public.count_products(facets => '{diametre:0-}')",
  ])("read a part of the products: %s", async (statement) => {
    expect(await countReads(statement)).toBeLessThan(9500);
  });

  it("read a sample, and the products of the order up to the end of the page", async () => {
    const statement = "select public.list_faceted_products('{diametre:0-}', sort => 'price-asc')";
    expect(await countReads(statement)).toBeLessThan(PRODUCTS / 3 + 500);
  });

  it("read a sample, and what its total takes, for a page that is far behind all", async () => {
    await setSize(1_000_000);
    const statement =
      "select public.list_faceted_products('{matiere:inox,diametre:10-40}', sort => 'newest', row_offset => 9984)";
    expect(await countReads(statement)).toBeLessThan(1000);
    await setSize(3 * PRODUCTS);
  });

  it("read a part of the products for a late page by rating, and of those for the rest", async () => {
    const statement =
      "select public.list_faceted_products('{diametre:0-,etanche:oui}', sort => 'rating', row_offset => 9000)";
    expect(await countReads(statement)).toBeLessThan(12_000);
  });
});

describe("a search in a large shop", () => {
  beforeAll(() => setSize(3 * PRODUCTS));
  afterAll(() => setSize(PRODUCTS));

  it.each([
    ["search=vis&minPrice=50000", "name ilike '%vis%' and price >= 50000"],
    ["search=modele&minPrice=90000&inStock=true", "price >= 90000 and in_stock"],
    ["search=modele&minPrice=149999", "price >= 149999"],
  ])("finds the products of the name that meet them: «%s»", async (query, condition) => {
    const expected = await selectIds(`where ${condition}`);
    const found = await list(query);
    expect(expected).toEqual(expect.arrayContaining(ids(found.products)));
    expect(found.products).toHaveLength(Math.min(PAGE_SIZE, expected.length));
  });

  it("is estimated where it checks the filters for a part of the matches", async () => {
    const [row] = await admin`select count(*)::integer as total from public.products where price >= 90000`;
    const found = await list("search=modele&minPrice=90000");
    expect(found.isExact).toBe(false);
    expect(found.total / row?.total).toBeGreaterThan(0.5);
  });

  it("checks the filters for a part of the matches", async () => {
    const rows = await countReads("select public.search_products('modele', min_price => 149999)");
    // All of them once, and not in each step.
    expect(rows).toBeLessThan(2 * PRODUCTS);
  });

  it("reads its matches once, for the page and the facets", async () => {
    const matches = await countReads("select private.search_product_ids('vis', '', 1000)");
    // With the 1,000 whose facets are counted, and the names by which the total is estimated.
    expect(await countReads("select public.read_catalog_page('vis')")).toBeLessThan(2 * matches + 1200);
  });
});

describe("the products by falling stock", () => {
  beforeAll(() => setSize(3 * PRODUCTS));
  afterAll(() => setSize(PRODUCTS));

  it("are those of a plain query, page by page", async () => {
    const expected = await selectIds("order by stock desc, name, id");
    for (const skip of [0, 25, 1000]) {
      const rows = await admin<{ id: string }[]>`select public.list_highest_stocks(${skip}, 26) as id`;
      expect(ids(rows)).toEqual(expected.slice(skip, skip + 26));
    }
  });

  it("are read in the blocks that have them", async () => {
    await admin`vacuum public.products`;
    const clerk = await createCustomerActor(admin, "clerk@exemple.bf");
    // A third of the made-up size is the sample.
    expect(await countReads("select public.list_highest_stocks()", clerk)).toBeLessThan(PRODUCTS / 2);
  });
});

it("the parts of the sitemap contain each product once", async () => {
  const parts = listProductParts(4 * PRODUCTS_PER_PART);
  expect(parts).toHaveLength(4);
  const found = await Promise.all(
    parts.map(async (part) => {
      const range = parseProductPart(part);
      return range ? collect(listSitemapProducts(client, range.first, range.last, MAX_URLS)) : [];
    }),
  );
  expect(ids(found.flat(2)).sort()).toEqual((await selectIds("")).sort());
});

it("a file of the sitemap is read in batches, and has no more products than the protocol allows", async () => {
  const sizes: number[] = [];
  const counting = new PostgrestClient<Database>("http://shop.test/rest/v1", {
    headers: { apikey: backend.keys.anonKey },
    fetch: async (input, init) => {
      const response = await backend.fetch(input, init);
      sizes.push(JSON.parse(await response.clone().text()).length);
      return response;
    },
  });
  const all = { first: "00000000-0000-0000-0000-000000000000", last: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  const batches = await collect(listSitemapProducts(counting, all.first, all.last, 2500));
  expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(sizes).toEqual([1000, 1000, 500]);
  for (const products of [50_000, 1_000_000, 3_000_000]) {
    expect(products / listProductParts(products).length).toBeLessThanOrEqual(PRODUCTS_PER_PART);
  }
  expect(PRODUCTS_PER_PART).toBeLessThan(MAX_URLS);
});

it("an order rewrites no index entry of a product, unless it takes the last piece", async () => {
  const customer = await createCustomerActor(admin, "awa@exemple.bf");
  const api = backend.database.connect("authenticator", 1);
  const product = await createProduct(admin, { stock: 2 });
  const countUpdates = async (tx: TransactionSql) => {
    const [row] = await tx<{ all: number; hot: number }[]>`
      select n_tup_upd::integer as all, n_tup_hot_upd::integer as hot
      from pg_stat_xact_user_tables where relid = 'public.products'::regclass`;
    return row ?? { all: 0, hot: 0 };
  };
  const order = () =>
    runAs(api, customer, async (tx) => {
      const before = await countUpdates(tx);
      await insertOrder(tx, createOrderInput([{ product, quantity: 1 }]));
      const after = await countUpdates(tx);
      return { all: after.all - before.all, hot: after.hot - before.hot };
    });
  expect(await order()).toEqual({ all: 1, hot: 1 });
  expect(await order()).toEqual({ all: 1, hot: 0 });
});

it("the lists are read through indexes that match their filters and order", async () => {
  const [row] = await admin`select current_database() as database`;
  await admin.unsafe(
    `alter role authenticator in database "${row?.database}" set pgrst.db_plan_enabled = 'true'`,
  );
  await admin`notify pgrst, 'reload config'`;
  const explained: string[] = [];
  const explaining = new PostgrestClient<Database>("http://shop.test/rest/v1", {
    headers: { apikey: backend.keys.anonKey },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("accept", "application/vnd.pgrst.plan+json");
      if (!String(input).includes("/rpc/")) {
        const plan = await (await backend.fetch(input, { ...init, headers })).text();
        expect(plan, String(input)).toContain("Index");
        expect(plan, String(input)).not.toContain('"Seq Scan"');
        explained.push(plan);
      }
      return backend.fetch(input, init);
    },
  });
  const explainPromotions = async (sort: ReturnType<typeof parseProductSort>) => {
    await listPromotions(explaining, 1, sort);
    // What is skipped before a later page is read from the index alone.
    expect(explained.at(-2), String(sort)).toContain('"Index Only Scan"');
  };
  const product = await getProductBySlug(client, "article-77");
  if (!product) throw new Error("The product does not exist.");
  await listSimilarProducts(explaining, product);
  await explainPromotions(null);
  await listNewArrivals(explaining);
  await listOffers(explaining);
  for (const query of ["", "inStock=true", "newOnly=true", "minPrice=95000", "page=400"]) {
    await listProducts(explaining, parseCatalogFilters(new URLSearchParams(query)), null);
  }
  // What a later page skips is read first.
  expect(explained).toHaveLength(5 + 4 + 2);
  // In an order of its own each list reads the index of this order, without sorting.
  explained.length = 0;
  for (const sort of ["price-asc", "price-desc", "rating"]) {
    for (const filter of ["", "inStock=true", "minPrice=1000"]) {
      for (const category of [null, getCategoryId(1)]) {
        const filters = parseCatalogFilters(new URLSearchParams(`sort=${sort}&${filter}`));
        await listProducts(explaining, filters, category);
      }
    }
    await explainPromotions(parseProductSort(sort));
  }
  // The ids of a category are a function's (tests/database/category-tree.test.ts); its products are read by them.
  expect(explained).toHaveLength(3 * (2 * 3 + 2));
  for (const plan of explained) expect(plan).not.toMatch(/"Node Type": "(?:Incremental )?Sort"/);
});

it.each([
  "select * from public.categories_with_counts order by name",
  "select * from public.count_products(in_stock => true, min_price => 90000)",
  "select * from public.search_products('vis', row_limit => 24)",
  "select * from public.search_products('palan', row_limit => 24)",
  "select * from public.suggest_products('modele')",
  "select * from public.suggest_products('zzqqxx')",
  "select * from public.suggest_products('percuse')",
])("reads a part of the products: %s", async (statement) => {
  // Suggestions look for mistakes in the 10,000 newest names, which they read from the index if they can.
  expect(await countReads(statement)).toBeLessThan(6000);
});
