/** Facets by their address: they work without script, what does not exist is named, and the page cache stays bounded. */
import { randomUUID } from "node:crypto";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import { fetchMain, getCardNames, getText } from "#tests/support/pages/storefront.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const PLUMBING = "/products?category=plomberie";

async function listNames(shop: Shop, key: string) {
  const rows = await shop.sql<{ name: string }[]>`
    select name from products where facet_keys @> ${[key]}
      and category_id in (
        with recursive branch as (
          select id from categories where slug = 'plomberie'
          union all select c.id from categories c join branch b on c.parent_id = b.id
        ) select id from branch
      ) order by created_at desc, id`;
  return rows.map(({ name }) => name);
}

test("values of a facet widen the list, another facet and a range narrow it", async ({ shop }) => {
  const [small, medium] = [await listNames(shop, "diametre:25"), await listNames(shop, "diametre:32")];
  expect(Math.min(small.length, medium.length)).toBeGreaterThan(0);
  const both = await fetchMain(shop, `${PLUMBING}&facet=diametre:32&facet=diametre:25`, UNCACHED);
  expect(new Set(getCardNames(both.element))).toEqual(new Set([...small, ...medium]));
  const range = await fetchMain(shop, `${PLUMBING}&facet=diametre:24-33`, UNCACHED);
  expect(new Set(getCardNames(range.element))).toEqual(new Set([...small, ...medium]));
  const none = await fetchMain(shop, `${PLUMBING}&facet=diametre:32&facet=matiere:laiton`, UNCACHED);
  expect(getCardNames(none.element)).toEqual([]);
});

test("the form without script has the chosen boxes, the counts and the ends of a range", async ({ shop }) => {
  const { document } = await fetchMain(shop, `${PLUMBING}&facet=diametre:32&facet=diametre:20-`, UNCACHED);
  const form = document.querySelector(".filters form");
  const boxes = form?.querySelectorAll("input[name=facet][checked]") ?? [];
  expect([...boxes].map((box) => box.getAttribute("value"))).toEqual(["diametre:32"]);
  const ends = form?.querySelectorAll("select[name=facet] option[selected]:not([value=''])") ?? [];
  expect([...ends].map((end) => end.getAttribute("value"))).toEqual(["diametre:20-"]);
  const box = form?.querySelector("input[value='diametre:25']")?.closest("label");
  const count = (await listNames(shop, "diametre:25")).length;
  expect(box && getText(box)).toBe(`25 mm${count}`);
  const chips = [...document.querySelectorAll("[aria-label='Filtres actifs'] a")].map((chip) =>
    getText(chip),
  );
  expect(chips).toEqual([
    "Retirer le filtre Plomberie",
    "Retirer le filtre Diamètre : dès 20 mm",
    "Retirer le filtre Diamètre : 32 mm",
  ]);
});

test("values that do not exist filter nothing and are named", async ({ shop }) => {
  const { main, element } = await fetchMain(
    shop,
    `${PLUMBING}&facet=diametre:32&facet=gout:fraise&facet=couleur:mauve`,
    UNCACHED,
  );
  main.getByText(/Ces filtres n'existent pas ou n'existent plus.*« couleur:mauve », « gout:fraise »/);
  expect(getCardNames(element)).toEqual(await listNames(shop, "diametre:32"));
});

test("a long list of values, letters and signs is a page like any other", async ({ shop }) => {
  for (const facet of [
    "x".repeat(10_000),
    "🔧:🔩",
    "'; drop table products; --",
    "diametre:",
    ":",
    "%00",
    "a:1-2-3",
  ]) {
    const { status } = await fetchPage(shop, `/products?facet=${encodeURIComponent(facet)}`);
    expect(status).toBe(200);
  }
});

test("the order of the values and invented parameters make no new page", async ({ shop }) => {
  const path = `${PLUMBING}&facet=diametre:25&facet=matiere:pvc`;
  expect((await fetchPage(shop, path)).status).toBe(200);
  const { headers } = await fetchPage(
    shop,
    `/products?facet=matiere:pvc&facet=diametre:25&facet=matiere:pvc&category=plomberie&x=${randomUUID()}`,
  );
  expect(headers.has("age")).toBe(true);
});

test("the count of a list with facets is the count of its page", async ({ shop }) => {
  const response = await fetchPage(shop, "/product-count?category=plomberie&facet=diametre:32");
  expect(JSON.parse(response.html)).toEqual({
    total: (await listNames(shop, "diametre:32")).length,
    isExact: true,
  });
});

test("the product page shows the values of attributes among the specifications", async ({ shop }) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where attributes ? 'couleur' and not specifications ? 'Couleur' order by slug limit 1`;
  const { document } = await fetchMain(shop, `/product/${product?.slug}`, UNCACHED);
  expect([...document.querySelectorAll("dt")].map((name) => name.textContent)).toContain("Couleur");
});

test("a comparison says in what its products differ, and of which it knows nothing", async ({ shop }) => {
  const rows = await shop.sql<{ slug: string; name: string }[]>`
    select slug, name from products where reference in ('SAH-PER-750', 'PRO-PER-1050') order by slug`;
  const slugs = rows.map(({ slug }) => slug);
  const { document, main } = await fetchMain(shop, `/compare?ids=${slugs.join(",")},nulle-part`, UNCACHED);
  expect(main.getAllByRole("columnheader").map((head) => getText(head))).toEqual(
    rows.map(({ name }) => expect.stringContaining(name)),
  );
  main.getByText("Un produit de cette comparaison n'existe plus.");
  const power = getText(main.getByRole("row", { name: /^Puissance/ }));
  expect(power).toMatch(/différent.*1 050 W.*750 W/);
  expect(getText(main.getByRole("row", { name: /^Sans fil/ }))).not.toMatch(/différent/);
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toMatch(/noindex/);
});

test("a comparison of nothing leads to the products", async ({ shop }) => {
  for (const address of [
    "/compare",
    "/compare?ids=",
    "/compare?ids=Pas%20un%20slug",
    "/compare?ids=nulle-part",
  ]) {
    const { main } = await fetchMain(shop, address);
    main.getByText("Aucun produit à comparer.");
    expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
  }
});
