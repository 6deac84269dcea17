/** The product page, on a phone and on a desktop: pictures, what a buyer decides on, the ways to buy, the tabs. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, fresh, settled, test } from "../support/storefront.ts";

const PICTURES = [
  "/pictures/perceuse-1-640.jpg",
  "/pictures/perceuse-2-640.jpg",
  "/pictures/perceuse-3-640.jpg",
];

const visible = (locator: Locator) => locator.locator("visible=true");

async function openTab(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole("tab", { name }).click();
  return page.getByRole("tabpanel", { name });
}

test("the gallery shows the primary picture first and goes round both ends", async ({
  page,
  shop,
  goods,
  isMobile,
}) => {
  const { id, slug, name } = await goods.add({ name: "Perceuse" });
  // In the order of their ids they would stand the other way round.
  const [third = "", second = "", first = ""] = [randomUUID(), randomUUID(), randomUUID()].sort();
  await shop.sql`
    insert into product_images (id, product_id, image_url, is_primary, display_order) values
      (${third}, ${id}, ${PICTURES[2] ?? ""}, false, 3), (${first}, ${id}, ${PICTURES[0] ?? ""}, true, 2),
      (${second}, ${id}, ${PICTURES[1] ?? ""}, false, 1)`;
  await page.goto(`/product/${slug}`);
  await settled(page);
  const gallery = page.getByRole("region", { name: "Photos du produit" });
  const pictures = gallery.getByRole("listitem").locator("picture img");
  expect(await pictures.evaluateAll((all) => all.map((img) => img.getAttribute("src")))).toEqual(PICTURES);
  await expect(pictures.first()).toHaveAttribute("alt", name);

  const previous = gallery.getByRole("button", { name: "Photo précédente" });
  const next = gallery.getByRole("button", { name: "Photo suivante" });
  const thumbnails = gallery.getByRole("link", { name: /^Voir la photo/ });
  const shows = async (index: number) => {
    await expect(pictures.nth(index)).toBeInViewport({ ratio: 0.6 });
    if (isMobile) await expect(gallery.getByText(`${index + 1} / 3`)).toBeVisible();
    else await expect(thumbnails.nth(index)).toHaveAttribute("aria-current", "true");
  };
  await shows(0);
  await previous.click();
  await shows(2);
  await next.click();
  await shows(0);
  await next.click();
  await shows(1);
  if (isMobile) {
    // As a finger pushes it: the strip itself scrolls, and the count follows.
    await pictures.nth(1).evaluate((img) => img.closest(".strip")?.scrollBy({ left: 300 }));
  } else {
    await expect(thumbnails).toHaveCount(3);
    await thumbnails.nth(2).click();
  }
  await shows(2);
});

test("what a buyer decides on is there: name, stars, prices, badges, reference, stock", async ({
  page,
  shop,
  goods,
}) => {
  const offer = await goods.add({
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
  await page.goto(fresh(`/product/${offer.slug}`));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(offer.name);
  const stars = main.getByRole("link", { name: /avis/ }).getByRole("img", { name: "3,5 sur 5" });
  await expect(stars).toBeVisible();
  // Seven halves of ten are filled.
  await expect(stars).toHaveCSS("background-image", /\s70%/);
  const box = main.getByRole("heading", { level: 1 }).locator("..");
  await expect(box.getByText("7 500 XOF", { exact: true })).toBeVisible();
  await expect(box.getByText("Ancien prix : 10 000 XOF")).toBeVisible();
  await expect(box.getByText("-25 %")).toBeVisible();
  await expect(box.getByText("Nouveau", { exact: true })).toBeVisible();
  await expect(box.getByText("Référence : MAR-0042")).toBeVisible();
  await expect(box.getByText("4 en stock", { exact: true })).toBeVisible();
  for (const [promise, href] of [
    [/^Livraison gratuite/, "/delivery#gratuite"],
    [/^Livraison en 24\/48h/, "/delivery#delais"],
    [/^Retours faciles et gratuits/, "/terms#retours"],
  ] as const) {
    await expect(box.getByRole("link", { name: promise })).toHaveAttribute("href", href);
  }

  const reduced = await goods.add({ name: "Remise sans ancien prix", discount: 15 });
  await page.goto(`/product/${reduced.slug}`);
  await expect(box.getByText("-15 %")).toBeVisible();

  const plain = await goods.add({ name: "Burin", price: 3000, stock: 0 });
  await page.goto(`/product/${plain.slug}`);
  await expect(box.getByText("Référence : N/A")).toBeVisible();
  await expect(box.getByText("0 en stock", { exact: true })).toBeVisible();
  await expect(box.getByText("Nouveau", { exact: true })).toHaveCount(0);
  await expect(box.getByText("Ancien prix")).toHaveCount(0);
  await expect(box.getByText(/^-\d+ %$/)).toHaveCount(0);
  await expect(box.getByText("Aucun avis")).toBeVisible();
  await expect(visible(main.getByRole("button", { name: "Rupture de stock" }))).toBeDisabled();
  await expect(main.getByRole("button", { name: "Commander maintenant" })).toBeDisabled();
});

test("one to the whole stock go into the cart, or straight to the checkout", async ({ page, goods }) => {
  const { slug, name } = await goods.add({ name: "Scie", price: 12_000, stock: 3 });
  await page.goto(`/product/${slug}`);
  await settled(page);
  const main = page.getByRole("main");
  const fewer = main.getByRole("button", { name: "Diminuer la quantité" });
  const more = main.getByRole("button", { name: "Augmenter la quantité" });
  const quantity = main.getByRole("group", { name: "Quantité" }).getByRole("status");
  await expect(quantity).toHaveText("1");
  await expect(fewer).toBeDisabled();
  await more.click();
  await more.click();
  await expect(quantity).toHaveText("3");
  await expect(more).toBeDisabled();
  await fewer.click();
  await expect(quantity).toHaveText("2");

  await main.getByRole("button", { name: "Ajouter au panier", exact: true }).click();
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(toast).toContainText("Produit ajouté au panier");
  await expect(toast).toContainText(name);
  await expect(toast).toContainText("2");
  const count = page.getByRole("banner").getByTestId("cart-count");
  await expect(count).toHaveText("2");

  await fewer.click();
  await main.getByRole("button", { name: "Commander maintenant" }).click();
  await expect(page).toHaveURL("/login?returnUrl=/checkout");
  await expect(count).toHaveText("3");
});

test("WhatsApp opens the shop's chat with the name, the price and the address of the product", async ({
  page,
  shop,
  goods,
  isMobile,
}) => {
  const { slug, name } = await goods.add({ name: "Échelle", price: 25_000 });
  const [settings] = await shop.sql<{ whatsapp: string }[]>`select whatsapp from shop_settings`;
  await page.goto(`/product/${slug}`);
  const links = page.getByRole("main").locator("a[href^='https://wa.me/']");
  const { origin } = new URL(shop.url);
  const text = `Bonjour, je souhaite commander : ${name}\nPrix : 25 000 XOF\n${origin}/product/${slug}`;
  for (const href of await links.evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""))) {
    const link = new URL(href);
    expect(link.pathname).toBe(`/${settings?.whatsapp}`);
    expect(link.searchParams.get("text")?.replace(/[\u00a0\u202f]/g, " ")).toBe(text);
  }
  await expect(links.filter({ hasText: "Commander via WhatsApp" })).toBeVisible();
  await expect(visible(links)).toHaveCount(isMobile ? 2 : 1);
  await expect(links.first()).toHaveAttribute("target", "_blank");
});

test("the tabs hold the description, the features, the specifications and the reviews", async ({
  page,
  goods,
}) => {
  const full = await goods.add({
    name: "Pompe",
    description: "Pour un forage de quarante mètres.",
    reference: "POM-7",
    features: ["Moteur en inox", "Câble de 30 m"],
    specifications: { Poids: "8 kg", Tension: "220 V" },
    more_info_url: "https://exemple.bf/pompe",
  });
  await page.goto(`/product/${full.slug}`);
  await settled(page);
  await expect(page.getByRole("tab")).toHaveText([
    "Description",
    "Caractéristiques",
    "Spécifications",
    "Avis (0)",
  ]);
  const description = page.getByRole("tabpanel", { name: "Description" });
  await expect(description).toContainText("Pour un forage de quarante mètres.");
  const more = description.getByRole("link", { name: "Plus d'infos sur le produit" });
  await expect(more).toHaveAttribute("href", "https://exemple.bf/pompe");
  await expect((await openTab(page, "Caractéristiques")).getByRole("listitem")).toHaveText([
    "Moteur en inox",
    "Câble de 30 m",
  ]);
  await expect(description).toBeHidden();
  const specifications = await openTab(page, "Spécifications");
  await expect(specifications.getByRole("term")).toHaveText(["Poids", "Tension", "Référence"]);
  await expect(specifications.getByRole("definition")).toHaveText(["8 kg", "220 V", "POM-7"]);
  await page.getByRole("tab", { name: "Spécifications" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Avis (0)" })).toBeFocused();
  await expect(page.getByText("Aucun avis pour ce produit pour le moment.")).toBeVisible();

  const bare = await goods.add({ name: "Sans détails" });
  await page.goto(`/product/${bare.slug}`);
  await settled(page);
  await expect(page.getByText("Aucune description disponible.")).toBeVisible();
  await expect(page.getByText("Plus d'infos sur le produit")).toHaveCount(0);
  await expect(await openTab(page, "Caractéristiques")).toContainText(
    "Aucune caractéristique spécifique disponible.",
  );
  await expect(await openTab(page, "Spécifications")).toContainText(
    "Aucune spécification technique disponible.",
  );
  await expect(specifications.getByRole("definition")).toHaveText(["N/A"]);
});

test("reviews: their mean, the share of each level, and the published ones, newest first", async ({
  page,
  shop,
  goods,
}) => {
  const { id, slug, name } = await goods.add({ name: "Brouette" });
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
  await page.goto(fresh(`/product/${slug}`));
  await settled(page);
  const panel = await openTab(page, "Avis (6)");
  // 23.5 by six, and 4.5 counts as four stars.
  await expect(panel.getByText("3,9", { exact: true })).toBeVisible();
  await expect(panel.getByText("Basé sur 6 avis")).toBeVisible();
  await expect(panel.getByRole("term")).toHaveText([
    "5 étoiles",
    "4 étoiles",
    "3 étoiles",
    "2 étoiles",
    "1 étoile",
  ]);
  await expect(panel.getByRole("definition")).toHaveText(["2", "2", "1", "1", "0"]);
  const bars = panel.getByRole("meter");
  expect(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute("value")))).toEqual([
    "33",
    "33",
    "17",
    "17",
    "0",
  ]);

  const articles = panel.getByRole("article");
  const newestFive = ["Correcte", "Parfaite", "Roue fragile", "Bien", `Avis sur ${name}`];
  await expect(articles.getByRole("heading")).toHaveText(newestFive);
  const untitled = articles.last();
  await expect(untitled).toContainText("Rasmané, le 2 mars 2026");
  await expect(untitled).toContainText("Ce que Rasmané en dit, en quelques mots.");
  await expect(untitled.getByRole("img", { name: "4,5 sur 5" })).toBeVisible();

  await panel.getByRole("link", { name: "Voir plus d'avis" }).click();
  await expect(articles.getByRole("heading")).toHaveText([...newestFive, "Solide"]);
  await expect(panel.getByRole("link", { name: "Voir plus d'avis" })).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]reviews=2/);
});
