/** The blocks of the home page: what stands in them, and what they say when there is nothing or it fails. */
import { expect, FAILED_LOAD, forgive, fresh, settled, test } from "../support/storefront.ts";

const SPECIFIED = [
  ["outils-electriques", "Outils électriques"],
  ["plomberie", "Plomberie"],
  ["materiaux", "Matériaux"],
  ["electricite", "Électricité"],
  ["quincaillerie", "Quincaillerie"],
];
const NO_TESTIMONIAL = "Aucun témoignage disponible pour le moment.";

test("the hero leads to the goods and the offers, and the four promises are made", async ({ page }) => {
  await page.goto("/");
  const hero = page.getByRole("main").locator("section").first();
  await expect(hero.getByRole("link", { name: "Voir les produits" })).toHaveAttribute("href", "/products");
  await expect(hero.getByRole("link", { name: "Les promotions" })).toHaveAttribute("href", "/promotions");
  const titles = page.getByRole("region", { name: "Nos engagements" }).getByRole("heading");
  await expect(titles).toHaveText([
    "Livraison rapide",
    "Paiement sécurisé",
    "Qualité garantie",
    "Service client 7j/7",
  ]);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Nouveautés",
    "Nos rayons",
    "Offres spéciales",
    "Ils nous font confiance",
    "Nos marques partenaires",
  ]);
});

test("new arrivals are the newest eight of the new products", async ({ page, shop, goods }) => {
  await goods.add({ name: "Pas neuf", is_new: false });
  await goods.add({ name: "Neuf", is_new: true });
  const newest = await shop.sql<{ name: string }[]>`
    select name from products where is_new order by created_at desc, id limit 8`;
  await page.goto(fresh("/"));
  const arrivals = page.getByRole("region", { name: "Nouveautés" });
  await expect(arrivals.getByRole("heading", { level: 3 })).toHaveText(newest.map(({ name }) => name));
});

test("the families of goods lead into the catalogue; the first four pictures come with the page", async ({
  page,
  shop,
}) => {
  const categories = await shop.sql<{ name: string; slug: string }[]>`
    select name, slug from categories order by name`;
  expect(categories.map(({ slug, name }) => [slug, name])).toEqual(expect.arrayContaining(SPECIFIED));
  await page.goto("/");
  const links = page.getByRole("region", { name: "Nos rayons" }).getByRole("listitem").getByRole("link");
  await expect(links).toHaveText(categories.map(({ name }) => name));
  expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual(
    categories.map(({ slug }) => `/products?category=${slug}`),
  );
  const pictures = await links
    .locator("img")
    .evaluateAll((all) => all.map((img) => img.getAttribute("loading")));
  expect(pictures.slice(0, 4)).toEqual([null, null, null, null]);
  expect(new Set(pictures.slice(4))).toEqual(new Set(["lazy"]));
});

test("offers are at most four, in FCFA, with the rounded drop of the price and the shop's banner", async ({
  page,
  shop,
  goods,
  undo,
}) => {
  await goods.add({ name: "Un quart", price: 7500, old_price: 10_000, is_featured: true });
  await goods.add({ name: "Un tiers", price: 20_000, old_price: 30_000, is_featured: true });
  const offers = await shop.sql<{ name: string }[]>`
    select name from products where is_featured order by created_at desc, id limit 4`;
  await page.goto(fresh("/"));
  const block = page.getByRole("region", { name: "Offres spéciales" });
  await expect(block.getByText("Jusqu'à 30% de réduction")).toBeVisible();
  const cards = block.getByRole("article");
  await expect(cards.getByRole("heading")).toHaveText(offers.map(({ name }) => name));
  const quarter = cards.filter({ hasText: "Un quart" });
  await expect(quarter).toContainText("-25 %");
  await expect(quarter).toContainText("7 500 FCFA");
  await expect(quarter).toContainText("10 000 FCFA");
  await expect(cards.filter({ hasText: "Un tiers" })).toContainText("-33 %");
  await expect(block).not.toContainText("XOF");

  undo(() => shop.sql`update shop_settings set offers_banner = default`);
  await shop.sql`update shop_settings set offers_banner = 'Soldes de fin d''année'`;
  await page.goto(fresh("/"));
  await expect(block.getByText("Soldes de fin d'année")).toBeVisible();
});

test("testimonials come newest first, brands by name", async ({ page, shop }) => {
  const testimonials = await shop.sql<{ name: string; role: string | null; content: string }[]>`
    select name, role, content from testimonials order by created_at desc limit 9`;
  const brands = await shop.sql<{ name: string }[]>`select name from brands order by name`;
  await page.goto("/");
  const said = page.getByRole("region", { name: "Ils nous font confiance" }).getByRole("figure");
  await expect(said).toHaveText(
    testimonials.map(({ name, role, content }) => `«\u00a0${content}\u00a0»${name}${role ?? ""}`),
  );
  await expect(said.getByRole("img", { name: /^\d,\d sur 5$/ })).toHaveCount(testimonials.length);
  const logos = page.getByRole("region", { name: "Nos marques partenaires" }).getByRole("img");
  expect(await logos.evaluateAll((all) => all.map((logo) => logo.getAttribute("alt")))).toEqual(
    brands.map(({ name }) => name),
  );
});

test("a brand without a logo, or with one that fails, shows its name", async ({
  page,
  shop,
  undo,
  pageErrors,
}) => {
  undo(() => shop.sql`delete from brands where name like 'Essai %'`);
  await shop.sql`
    insert into brands (name, logo) values ('Essai absent', null), ('Essai cassé', '/pictures/missing.svg')`;
  await page.goto(fresh("/"));
  const brands = page.getByRole("region", { name: "Nos marques partenaires" });
  await brands.scrollIntoViewIfNeeded();
  await expect(brands.getByText("Essai absent", { exact: true })).toBeVisible();
  await expect(brands.getByText("Essai cassé", { exact: true })).toBeVisible();
  await expect(brands.getByRole("img", { name: "Essai cassé" })).toBeHidden();
  await expect(brands.getByText("Sahelis", { exact: true })).toBeHidden();
  forgive(pageErrors, FAILED_LOAD);
});

test("empty blocks say so or are not there", async ({ page, showOnly }) => {
  await showOnly("products", "not is_new and not is_featured");
  await showOnly("testimonials", "false");
  await showOnly("categories", "false");
  await page.goto(fresh("/"));
  await expect(page.getByText(NO_TESTIMONIAL)).toBeVisible();
  for (const name of ["Nouveautés", "Nos rayons"]) {
    await expect(page.getByRole("main").getByRole("heading", { name })).toHaveCount(0);
  }
  const offers = page.getByRole("region", { name: "Offres spéciales" });
  await expect(offers).toContainText("Aucune promotion en cours pour le moment.");
  await expect(offers.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
});

test("a block that fails says so and leaves the others standing", async ({ page, refuse }) => {
  for (const table of ["products", "testimonials", "brands"]) await refuse(table);
  const response = await page.goto(fresh("/"));
  expect(response?.status()).toBe(200);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  expect(await response?.text()).not.toMatch(/permission denied|42501/);
  await expect(page.getByRole("heading", { name: "Nouveautés" })).toHaveCount(0);
  const offers = page.getByRole("region", { name: "Offres spéciales" });
  await expect(offers.getByRole("alert")).toContainText("Erreur lors du chargement des promotions.");
  await expect(offers.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await expect(page.getByText(NO_TESTIMONIAL)).toBeVisible();
  await expect(page.getByRole("region", { name: "Nos rayons" }).getByRole("listitem")).toHaveCount(6);
  const toasts = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toasts).toHaveCount(2);
  await expect(toasts.filter({ hasText: "Impossible de charger les témoignages" })).toContainText("Erreur");
  await expect(toasts.filter({ hasText: "Impossible de charger les marques partenaires" })).toContainText(
    "Erreur",
  );
});

test("families that cannot be read are an error of their block alone", async ({ page, refuse }) => {
  await refuse("categories");
  await page.goto(fresh("/"));
  await settled(page);
  await expect(page.getByRole("region", { name: "Nos rayons" }).getByRole("alert")).toHaveText(
    "Error: Impossible de charger les catégories",
  );
  await expect(page.getByRole("region", { name: "Nouveautés" }).getByRole("article")).toHaveCount(8);
});
