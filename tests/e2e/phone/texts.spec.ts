/** The pages of text: what they must say, and that their promises can be found from where they are made. */
import { expectNoFindings } from "../support/axe.ts";
import { register } from "../support/fixtures.ts";
import { expect, fresh, settled, test } from "../support/storefront.ts";

const TEXTS = {
  "/about": "À propos",
  "/delivery": "Informations de Livraison",
  "/terms": "Conditions d'utilisation",
  "/privacy": "Politique de Confidentialité",
};

test("each text has its title, its way home, and fits the screen", async ({ page }) => {
  for (const [path, title] of Object.entries(TEXTS)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const trail = page.getByRole("navigation", { name: "Fil d'Ariane" });
    await expect(trail.getByRole("link", { name: "Accueil" })).toHaveAttribute("href", "/");
    await expect(trail.locator("[aria-current=page]")).toContainText(title);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
    const lines = await page
      .getByRole("main")
      .locator(".prose > section p")
      .evaluateAll((all) => all.map((paragraph) => paragraph.getBoundingClientRect().width / 16));
    expect(Math.max(0, ...lines), path).toBeLessThan(45);
  }
});

test("no finding of axe on the texts", async ({ page }) => {
  for (const path of Object.keys(TEXTS)) {
    await page.goto(path);
    await settled(page);
    await expectNoFindings(page);
  }
});

test("the shop says who it is, what it stands for and where it is found", async ({ page, shop, undo }) => {
  await page.goto("/about");
  const main = page.getByRole("main");
  await expect(main).toContainText("née en 2020");
  const mission = main.getByRole("region", { name: "Notre mission" });
  await expect(mission).toContainText("partout au Burkina Faso");
  const values = main.getByRole("region", { name: "Nos valeurs" });
  await expect(values.getByRole("listitem")).toHaveCount(4);
  await expect(main.getByRole("region", { name: "Pourquoi vous payez à la livraison" })).toBeVisible();
  const real = main.getByRole("region", { name: "Reconnaître nos vrais messages" });
  await expect(real).toContainText(new URL(shop.url).host);
  await expect(real).toContainText("Nous ne demandons jamais d'argent avant la livraison");

  const [before] = await shop.sql`select address, phone, whatsapp, email from shop_settings`;
  if (!before) throw new Error("The shop has no settings.");
  const contact = main.getByRole("region", { name: "Nous joindre" });
  await expect(contact).toContainText("Ouagadougou");
  for (const name of [before.phone, before.email]) {
    await expect(contact.getByRole("link", { name })).toBeVisible();
  }
  undo(() => shop.sql`update shop_settings set ${shop.sql(before)}`);
  await shop.sql`
    update shop_settings
    set phone = '+226 70 99 88 77', whatsapp = '22670445566', email = 'ici@exemple.bf', address = 'Rue 5, Ouagadougou'`;
  await page.goto(fresh("/about"));
  await expect(contact).toContainText("Rue 5, Ouagadougou");
  for (const [name, href] of [
    ["+226 70 99 88 77", "tel:+22670998877"],
    ["WhatsApp +226 70 44 55 66", /^https:\/\/wa\.me\/22670445566\?text=/],
    ["ici@exemple.bf", "mailto:ici@exemple.bf"],
  ] as const) {
    await expect(contact.getByRole("link", { name })).toHaveAttribute("href", href);
  }
});

test("delays, and fees that follow the settings", async ({ page, shop, undo }) => {
  await page.goto("/delivery");
  const main = page.getByRole("main");
  const delays = main.getByRole("table").getByRole("row");
  for (const [place, delay] of [
    ["Ouagadougou", "24-48h"],
    ["Bobo-Dioulasso", "2-3 jours"],
    ["Autres grandes villes", "3-5 jours"],
    ["Zones rurales", "5-7 jours"],
  ] as const) {
    await expect(delays.filter({ hasText: place }).getByRole("cell")).toHaveText(delay);
  }
  await expect(delays.filter({ hasText: "3-5 jours" })).toContainText("Koudougou");
  await expect(main).toContainText(
    "Les frais de livraison dépendent de la distance, du poids ou du volume et du type de service. Ils vous sont communiqués à la commande.",
  );
  const fees = main.getByRole("heading", { name: "Frais de livraison" }).locator("..");
  await expect(fees).toContainText("2 000 XOF par commande");
  const free = main.getByRole("heading", { name: "Quand la livraison est gratuite" }).locator("..");
  await expect(free).toContainText("Dès le deuxième article");

  undo(() => shop.sql`update shop_settings set shipping_fee = 2000`);
  await shop.sql`update shop_settings set shipping_fee = 3500`;
  await page.goto(fresh("/delivery"));
  await expect(fees).toContainText("3 500 XOF par commande");
  await page.goto(fresh("/terms"));
  await expect(main).toContainText("ils sont aujourd'hui de 3 500 XOF");
  await shop.sql`update shop_settings set shipping_fee = 0`;
  await page.goto(fresh("/delivery"));
  await expect(fees).toContainText("la livraison est offerte pour toutes les commandes");
  await expect(free).not.toContainText("Dès le deuxième article");
  await expect(free).toContainText("Votre panier affiche 0 XOF de livraison");
});

test("the terms hold what the shop promises elsewhere", async ({ page }) => {
  await page.goto("/terms");
  const main = page.getByRole("main");
  for (const [section, words] of [
    [
      "Votre commande",
      "Le contrat est conclu quand la page de confirmation affiche votre numéro de commande",
    ],
    ["Le paiement à la livraison", "Nous n'acceptons aucun paiement avant la livraison"],
    ["Vérifier et refuser à la livraison", "ne vous coûte rien"],
    [
      "Retours faciles et gratuits : les conditions",
      "Vous le rapportez à notre adresse : le retour est gratuit",
    ],
    ["Commandes sérieuses uniquement", "Les frais de traitement ne sont pas remboursés"],
    ["Les techniciens et les cotations", "sont indépendants"],
    ["Droit applicable et litiges", "droit du Burkina Faso"],
  ] as const) {
    await expect(main.getByRole("heading", { name: section }).locator("..")).toContainText(words);
  }
  await expect(main.locator("time")).toHaveAttribute("datetime", /^\d{4}-\d{2}-\d{2}$/);
});

test("the privacy policy names what the browser really keeps, and who watches over it", async ({
  page,
  shop,
}) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where stock > 0 and review_count > 0 order by created_at desc limit 1`;
  await page.goto(`/product/${product?.slug}`);
  await settled(page);
  const main = page.getByRole("main");
  await main
    .getByRole("button", { name: /à ma liste de souhaits$/ })
    .first()
    .click();
  await main.locator("button:visible", { hasText: "Ajouter au panier" }).first().click();
  await main.getByRole("tab", { name: /^Avis/ }).click();
  await main
    .getByRole("button", { name: /^Utile/ })
    .first()
    .click();
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await expect
    .poll(async () => (await keys()).toSorted())
    .toEqual(["cart", "device-id", "review-votes", "seen", "wishlist"]);
  const asVisitor = await keys();
  await register(page, "/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Politique de Confidentialité");
  const kept = page.getByRole("heading", { name: "Ce qui reste dans votre navigateur" }).locator("..");
  for (const key of [...asVisitor, ...(await keys())]) await expect(kept).toContainText(key);
  expect(await page.context().cookies()).toEqual([]);
  await expect(main).toContainText("n'écrit aucun cookie");
  await expect(main).toContainText("loi n° 001-2021/AN du 30 mars 2021");
  await expect(main.getByRole("link", { name: "www.cil.bf" })).toHaveAttribute("href", "https://www.cil.bf");
});

test("the contents lead to the sections, by keyboard too", async ({ page, isMobile }) => {
  await page.goto("/terms");
  await settled(page);
  if (isMobile) {
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
  }
  const contents = page.getByRole("navigation", { name: "Sommaire" });
  await expect(contents).toHaveCount(1);
  const links = contents.getByRole("link");
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  expect(await links.allTextContents()).toEqual(await headings.allTextContents());
  await contents.getByRole("link", { name: "Les garanties" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/terms#garantie");
  await expect(page.getByRole("heading", { name: "Les garanties" })).toBeInViewport();
});

test("a product's promises lead to their conditions", async ({ page, goods }) => {
  const { slug } = await goods.add({ name: "Truelle" });
  for (const [promise, url, heading] of [
    [/^Livraison gratuite/, "/delivery#gratuite", "Quand la livraison est gratuite"],
    [/^Livraison en 24\/48h/, "/delivery#delais", "Délais de livraison"],
    [/^Retours faciles et gratuits/, "/terms#retours", "Retours faciles et gratuits : les conditions"],
  ] as const) {
    await page.goto(`/product/${slug}`);
    await settled(page);
    await page.getByRole("main").getByRole("link", { name: promise }).click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole("heading", { name: heading })).toBeInViewport();
  }
});

test("every link in the texts leads somewhere that exists", async ({ page, request }) => {
  for (const path of Object.keys(TEXTS)) {
    await page.goto(path);
    const hrefs = await page
      .getByRole("main")
      .locator("a[href^='/'], a[href^='#']")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
    expect(hrefs, path).not.toEqual([]);
    for (const href of new Set(hrefs)) {
      const { pathname, hash } = new URL(href, `http://shop${path}`);
      const response = await request.get(pathname);
      expect(response.status(), href).toBe(200);
      if (hash) expect(await response.text(), href).toContain(`id="${hash.slice(1)}"`);
    }
  }
});

test("nobody agrees to what they could not read before", async ({ page, goods }) => {
  await goods.add({ name: "Seau", stock: 4 });
  await page.goto(`/products?search=${goods.word}`);
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await page.goto("/cart");
  const notice = page.getByRole("complementary").filter({ hasText: "Commandes sérieuses uniquement" });
  await expect(notice.getByRole("link")).toHaveAttribute("href", "/terms#commandes-serieuses");

  await page.goto("/login");
  await page.getByRole("tab", { name: "Inscription" }).click();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  for (const [name, href] of [
    ["conditions d'utilisation", "/terms"],
    ["politique de confidentialité", "/privacy"],
  ] as const) {
    await expect(form.getByRole("link", { name })).toHaveAttribute("href", href);
  }

  await register(page, "/checkout");
  const summary = page.getByRole("region").filter({ has: page.getByRole("button", { name: /^Confirmer/ }) });
  const [terms] = await Promise.all([
    page.waitForEvent("popup"),
    summary.getByRole("link", { name: "conditions d'utilisation" }).click(),
  ]);
  await expect(terms.getByRole("heading", { level: 1 })).toHaveText("Conditions d'utilisation");
  await expect(page).toHaveURL("/checkout");
});
