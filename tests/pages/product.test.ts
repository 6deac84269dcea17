/** The server-rendered product page: its details, tabs and reviews, and missing products. */
import { within } from "@testing-library/dom";
import { expect, fetchPage, test } from "#tests/support/pages/pages.ts";
import {
  fetchMain,
  getAttributes,
  getText,
  getTexts,
  revokeReadDuringTest,
} from "#tests/support/pages/storefront.ts";
import { TestProducts } from "#tests/support/products.ts";
import type { Shop } from "#tests/support/shop.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

/** A product's page. The HTML contains all tab panels; after hydration all but the first are hidden. */
async function openProduct(shop: Shop, slug: string, query = "") {
  const page = await fetchMain(shop, `/product/${slug}${query}`, UNCACHED);
  const heading = page.main.getByRole("heading", { level: 1 });
  /** Found by the tab that controls it: a hidden panel has no accessible name. */
  function panel(name: string): HTMLElement {
    const id = page.main.getByRole("tab", { name }).getAttribute("aria-controls");
    const found = page.element.querySelector<HTMLElement>(`[id="${id}"][role=tabpanel]`);
    if (!found) throw new Error(`There is no panel of ${name}.`);
    return found;
  }
  return { ...page, heading, box: getText(heading.parentElement), panel };
}

test("the product's details are shown: name, stars, prices, badges, reference, stock", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  const offer = await products.add({
    name: "Marteau",
    price: 7500,
    old_price: 10_000,
    is_new: true,
    stock: 4,
    reference: "MAR-0042",
  });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published) values
      (${offer.id}, 4, 'Un bon marteau', 'Awa', 'awa@exemple.bf', true),
      (${offer.id}, 3, 'Le manche est court', 'Ali', 'ali@exemple.bf', true)`;
  const { heading, box, main } = await openProduct(shop, offer.slug);
  expect(getText(heading)).toBe(offer.name);
  const stars = main.getByRole("link", { name: /avis/ }).querySelector("[role=img]");
  expect(stars?.getAttribute("aria-label")).toBe("3,5 sur 5");
  for (const words of [
    "7 500 XOF",
    "Ancien prix : 10 000 XOF",
    "-25 %",
    "Nouveau",
    "Référence : MAR-0042",
    "4 en stock",
  ]) {
    expect(box).toContain(words);
  }
  for (const [promise, href] of [
    [/^Livraison gratuite/, "/delivery#gratuite"],
    [/^Livraison en 24\/48h/, "/delivery#delais"],
    [/^Retours faciles et gratuits/, "/terms#retours"],
  ] as const) {
    expect(main.getByRole("link", { name: promise }).getAttribute("href")).toBe(href);
  }
  expect(getText(main.getByRole("link", { name: /^Livraison gratuite/ }))).toBe(
    "Livraison gratuite (sous conditions)2 000 XOF une fois par commande, gratuite pour les articles suivants",
  );

  const reduced = await products.add({ name: "Remise sans ancien prix", discount: 15 });
  expect((await openProduct(shop, reduced.slug)).box).toContain("-15 %");
});

test("a sold-out product without an offer has no badge and no old price, and offers an alert in place of a purchase", async ({
  shop,
}) => {
  const plain = await new TestProducts(shop.sql).add({ name: "Burin", price: 3000, stock: 0 });
  const { box, main } = await openProduct(shop, plain.slug);
  for (const words of ["Référence : N/A", "0 en stock", "Aucun avis"]) expect(box).toContain(words);
  expect(box).not.toMatch(/Nouveau|Ancien prix|-\d+ %/);
  expect(box).toContain("Rupture de stock");
  main.getByRole("button", { name: "Me prévenir" });
  for (const name of ["Ajouter au panier", "Commander maintenant", "Augmenter la quantité"])
    expect(main.queryByRole("button", { name })).toBeNull();
  expect(main.getByRole("img", { name: plain.name }).getAttribute("src")).toBe("/placeholder.svg");
});

test("the gallery starts with the primary image and has the others in their order, with a thumbnail each", async ({
  shop,
}) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({ name: "Perceuse" });
  const url = (number: number) => `/pictures/perceuse-${number}-640.jpg`;
  await shop.sql`
    insert into product_images (product_id, image_url, is_primary, display_order) values
      (${id}, ${url(3)}, false, 3), (${id}, ${url(1)}, true, 2), (${id}, ${url(2)}, false, 1)`;
  const gallery = (await openProduct(shop, slug)).main.getByRole("region", { name: "Photos du produit" });
  const images = gallery.querySelectorAll("picture img");
  expect(getAttributes(images, "src")).toEqual([url(1), url(2), url(3)]);
  expect(getAttributes(images, "alt")).toEqual([name, `${name}, photo 2`, `${name}, photo 3`]);
  const thumbnails = within(gallery).getAllByRole("link", { name: /^Voir la photo/ });
  expect(getAttributes(thumbnails, "href")).toEqual(["#photo-1", "#photo-2", "#photo-3"]);
});

test("WhatsApp opens the shop's chat with the name, the price and the URL of the product", async ({
  shop,
}) => {
  const { slug, name } = await new TestProducts(shop.sql).add({ name: "Échelle", price: 25_000 });
  const [settings] = await shop.sql<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
  const { main } = await openProduct(shop, slug);
  const links = main.getAllByRole("link", { name: /WhatsApp$/ });
  expect(links.map((link) => link.getAttribute("aria-label") ?? getText(link))).toEqual([
    "Demander sur WhatsApp",
    "Commander via WhatsApp",
  ]);
  expect(getAttributes(links, "target")).toEqual(["_blank", "_blank"]);
  for (const href of getAttributes(links, "href")) {
    const link = new URL(href ?? "");
    expect(link.origin + link.pathname).toBe(`https://wa.me/${settings?.whatsapp}`);
    expect(link.searchParams.get("text")?.replace(/[\u00a0\u202f]/g, " ")).toBe(
      `Bonjour, je souhaite commander : ${name}\nPrix : 25 000 XOF\n${shop.url}/product/${slug}`,
    );
  }
});

test("the tabs hold the description, the features, the specifications and the reviews", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  const full = await products.add({
    name: "Pompe",
    description: "Pour un forage de quarante mètres.",
    reference: "POM-7",
    features: ["Moteur en inox", "Câble de 30 m"],
    specifications: { Poids: "8 kg", Tension: "220 V" },
    more_info_url: "https://exemple.bf/pompe",
  });
  const { main, panel } = await openProduct(shop, full.slug);
  expect(getTexts(main.getAllByRole("tab"))).toEqual([
    "Description",
    "Caractéristiques",
    "Spécifications",
    "Avis (0)",
  ]);
  expect(getText(panel("Description"))).toContain("Pour un forage de quarante mètres.");
  const more = within(panel("Description")).getByText("Plus d'infos sur le produit");
  expect(more.getAttribute("href")).toBe("https://exemple.bf/pompe");
  expect(getTexts(panel("Caractéristiques").querySelectorAll("li"))).toEqual([
    "Moteur en inox",
    "Câble de 30 m",
  ]);
  expect(getTexts(panel("Spécifications").querySelectorAll("dt"))).toEqual(["Poids", "Tension", "Référence"]);
  expect(getTexts(panel("Spécifications").querySelectorAll("dd"))).toEqual(["8 kg", "220 V", "POM-7"]);
  expect(getText(panel("Avis (0)"))).toContain("Aucun avis pour ce produit pour le moment.");
});

test("the empty tabs of a product say so", async ({ shop }) => {
  const bare = await new TestProducts(shop.sql).add({ name: "Sans détails" });
  const { main, panel } = await openProduct(shop, bare.slug);
  expect(getText(panel("Description"))).toBe("Aucune description disponible.");
  expect(main.queryByText("Plus d'infos sur le produit")).toBeNull();
  expect(getText(panel("Caractéristiques"))).toBe("Aucune caractéristique spécifique disponible.");
  expect(getText(panel("Spécifications"))).toContain("Aucune spécification technique disponible.");
  expect(getTexts(panel("Spécifications").querySelectorAll("dd"))).toEqual(["N/A"]);
});

test("reviews: their mean, the share of each level, and the published ones, newest first", async ({
  shop,
}) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({ name: "Brouette" });
  const reviews = [
    { rating: 5, title: "Solide", day: "2026-03-01", author: "Salif", is_published: true },
    { rating: 4.5, title: null, day: "2026-03-02", author: "Rasmané", is_published: true },
    { rating: 4, title: "Bien", day: "2026-03-03", author: "Aïcha", is_published: true },
    { rating: 2, title: "Roue fragile", day: "2026-03-04", author: "Issouf", is_published: true },
    { rating: 1, title: "Cachée", day: "2026-03-05", author: "Personne", is_published: false },
    { rating: 5, title: "Parfaite", day: "2026-03-06", author: "Clarisse", is_published: true },
    { rating: 3, title: "Correcte", day: "2026-03-07", author: "Adama", is_published: true },
  ];
  for (const { day, author, ...review } of reviews) {
    await shop.sql`insert into product_reviews ${shop.sql({
      ...review,
      product_id: id,
      name: author,
      email: "client@exemple.bf",
      comment: `Ce que ${author} en dit, en quelques mots.`,
      created_at: `${day}T12:00:00Z`,
    })}`;
  }
  const panel = (await openProduct(shop, slug)).panel("Avis (6)");
  // The six ratings add up to 23.5, and one of 4.5 counts as four stars.
  expect(getText(panel.querySelector("strong"))).toBe("3,9");
  within(panel).getByText("Basé sur 6 avis");
  const levels = ["5 étoiles", "4 étoiles", "3 étoiles", "2 étoiles", "1 étoile"];
  expect(getTexts(panel.querySelectorAll("dt"))).toEqual(levels);
  expect(getTexts(panel.querySelectorAll("dd"))).toEqual(["2", "2", "1", "1", "0"]);
  expect(getAttributes(panel.querySelectorAll("meter"), "value")).toEqual(["33", "33", "17", "17", "0"]);

  const newestFive = ["Correcte", "Parfaite", "Roue fragile", "Bien", `Avis sur ${name}`];
  expect(getTexts(panel.querySelectorAll("article h3"))).toEqual(newestFive);
  const untitled = [...panel.querySelectorAll("article")].at(-1);
  expect(getText(untitled)).toContain("Rasmané, le 2 mars 2026");
  expect(getText(untitled)).toContain("Ce que Rasmané en dit, en quelques mots.");
  expect(untitled?.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("4,5 sur 5");

  const more = within(panel).getByText("Voir plus d'avis").getAttribute("href");
  expect(more).toBe(`/product/${slug}?reviews=2#avis-5`);
  const whole = (await openProduct(shop, slug, "?reviews=2")).panel("Avis (6)");
  expect(getTexts(whole.querySelectorAll("article h3"))).toEqual([...newestFive, "Solide"]);
  expect(within(whole).queryByText("Voir plus d'avis")).toBeNull();
});

test("a malformed page number of the reviews shows the first page", async ({ shop }) => {
  const { slug, name } = await new TestProducts(shop.sql).add({ name: "Casque" });
  for (const reviews of ["abc", "-3", "0", "1e9", "999999999999999999999", "2.5", ""]) {
    const { status, heading } = await openProduct(shop, slug, `?reviews=${reviews}`);
    expect([status, getText(heading)], reviews).toEqual([200, name]);
  }
});

test("an unknown product is not found, whatever the URL contains, and links to the products", async ({
  shop,
}) => {
  for (const nonsense of ["a%00b", "%F0%9F%94%A8", "%E0%A4%A", "x".repeat(5000)]) {
    expect((await fetchPage(shop, `/product/${nonsense}`)).status, nonsense).toBe(404);
  }
  const { status, main } = await fetchMain(shop, "/product/nexiste-pas");
  expect(status).toBe(404);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Produit non trouvé.");
  expect(main.getByRole("link", { name: "Voir tous les produits" }).getAttribute("href")).toBe("/products");
});

test("a failed read of a product is reported without its cause, and the page is not cached", async ({
  shop,
}) => {
  const { slug } = await new TestProducts(shop.sql).add({ name: "Illisible" });
  await revokeReadDuringTest(shop, "products");
  const { status, headers, html, main } = await fetchMain(shop, `/product/${slug}`, UNCACHED);
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(html).not.toMatch(/permission denied|42501/);
  expect(getText(main.getByRole("heading", { level: 1 }))).toBe("Ce produit n'a pas pu être lu");
  expect(main.getByRole("link", { name: "Réessayer" }).getAttribute("href")).toBe(`/product/${slug}`);
  main.getByRole("link", { name: "Voir tous les produits" });
});

test("a failed read of the reviews leaves the product", async ({ shop }) => {
  const { id, slug, name } = await new TestProducts(shop.sql).add({ name: "Gants" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'De bons gants', 'Awa', 'awa@exemple.bf', true)`;
  await revokeReadDuringTest(shop, "product_reviews");
  const { status, heading, panel } = await openProduct(shop, slug);
  expect([status, getText(heading)]).toEqual([200, name]);
  const failure = within(panel("Avis (1)")).getByText("Impossible de charger les avis clients");
  expect(failure.getAttribute("role")).toBe("alert");
});

test("an accessory of the same category is not repeated among the similar products", async ({ shop }) => {
  const products = new TestProducts(shop.sql);
  const [category] = await shop.sql`select id from public.categories where slug = 'jardinage'`;
  const row = { category_id: category?.id, stock: 5, rating: 5, review_count: 1000 };
  const [pump, float, hose] = [
    await products.add({ name: "Pompe", ...row }),
    await products.add({ name: "Flotteur", ...row }),
    await products.add({ name: "Tuyau", ...row }),
  ];
  await shop.sql`
    insert into public.product_accessories (product_id, accessory_id, position) values (${pump.id}, ${float.id}, 1)`;
  const { main } = await openProduct(shop, pump.slug);
  const textOf = (name: string) => getText(main.getByRole("region", { name }));
  expect(textOf("Accessoires")).toContain(float.name);
  expect(textOf("Produits similaires")).toContain(hose.name);
  expect(textOf("Produits similaires")).not.toContain(float.name);
});
