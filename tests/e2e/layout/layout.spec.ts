/** The frame around every page, on a phone and on a desktop. */
import { register } from "../support/fixtures.ts";
import { DATA, expect, hold, settled, test } from "../support/storefront.ts";

const PARTS = [
  ["Accueil", "/"],
  ["Produits", "/products"],
  ["Techniciens", "/technicians"],
  ["Demander une cotation", "/request-quote"],
  ["À propos", "/about"],
];

test("the navigation leads to the five parts of the shop, in their order", async ({ page, isMobile }) => {
  await page.goto("/cart");
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  const nav = page.getByRole("navigation", { name: isMobile ? "Menu" : "Navigation principale" });
  const links = nav.getByRole("list").first().getByRole("link");
  await expect(links.first()).toBeVisible();
  expect(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute("href")]))).toEqual(
    PARTS,
  );
  await nav.getByRole("link", { name: "À propos" }).click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("À propos");
});

test("the logo leads home, and a square stands for its picture until that has loaded", async ({ page }) => {
  const release = await hold(page, /\/favicon\.svg$/);
  await page.goto("/cart", { waitUntil: "commit" });
  const logo = page.getByRole("banner").getByRole("link", { name: "Yaaré, accueil" });
  const square = logo.locator("span").first();
  await expect(square).toHaveCSS("background-color", "rgb(184, 57, 26)");
  const place = await square.boundingBox();
  expect(place?.width).toBeGreaterThanOrEqual(36);
  release();
  await expect
    .poll(() => logo.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  expect(await square.boundingBox()).toEqual(place);
  await logo.click();
  await expect(page).toHaveURL("/");
});

test("the search wants more than spaces, and finds with spaces around", async ({ page, goods }) => {
  const product = await goods.add({ name: "Truelle" });
  await page.goto("/cart");
  await settled(page);
  const search = page.getByRole("search");
  const field = search.getByLabel("Rechercher un produit");
  for (const text of ["", "   "]) {
    await field.fill(text);
    await search.getByRole("button", { name: "Rechercher" }).click();
    await field.press("Enter");
  }
  await expect(page).toHaveURL("/cart");
  await field.fill(`  ${goods.word}  `);
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Résultats pour "${goods.word}"`);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("link", { name: product.name })).toBeVisible();
});

test("the account control tells a visitor where to sign in, and a customer who they are", async ({
  page,
  request,
  isMobile,
}) => {
  expect(await (await request.get("/")).text()).toContain("Chargement...");
  await page.goto("/");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Connexion" })).toHaveAttribute(
    "href",
    "/login?returnUrl=/account",
  );

  const { email } = await register(page, "/products");
  await expect(page).toHaveURL("/products");
  const account = banner.getByRole("button", { name: email.split("@")[0] });
  await expect(banner.getByRole("link", { name: "Mon compte" })).toBeHidden();
  if (isMobile) {
    // The toast of the registration leaves the header free.
    await expect(page.getByText("Inscription réussie")).toBeVisible();
    await account.tap();
  } else {
    await account.hover();
  }
  await expect(banner.getByRole("link", { name: "Mon compte" })).toHaveAttribute("href", "/account");
  await banner.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page).toHaveURL("/");
  await expect(banner.getByRole("link", { name: "Connexion" })).toBeVisible();
});

test("the cart in the header, and floating on a phone, counts the pieces and leads to them", async ({
  page,
  goods,
  isMobile,
}) => {
  await goods.add({ name: "Pelle", stock: 9 });
  await goods.add({ name: "Pioche", stock: 9 });
  await page.goto(`/products?search=${goods.word}`);
  const cart = page.getByRole("banner").getByRole("link", { name: /^Panier/ });
  const floating = page.getByRole("navigation", { name: "Accès rapide" }).getByRole("link");
  await expect(cart).toHaveAccessibleName("Panier : 0 article");
  await expect(cart.getByTestId("cart-count")).toBeHidden();
  await page.getByRole("button", { name: /^Ajouter au panier : Pelle/ }).click({ clickCount: 2 });
  await page.getByRole("button", { name: /^Ajouter au panier : Pioche/ }).click();
  await expect(cart.getByTestId("cart-count")).toHaveText("3");
  await expect(cart).toHaveAttribute("href", "/cart");
  if (!isMobile) return expect(floating).toBeHidden();
  await expect(floating.getByTestId("cart-count")).toHaveText("3");
  // The header's cart is in view, and the place of the other one the page's own, until the page is scrolled.
  await expect(floating).not.toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(floating).toBeInViewport({ ratio: 1 });
  await floating.click();
  await expect(page).toHaveURL("/cart");
  await expect(floating).toBeHidden();
});

test("the footer says who the shop is and leads to its conditions and families", async ({
  page,
  shop,
  undo,
}) => {
  const footer = page.getByRole("contentinfo");
  await page.goto("/cart");
  const [before] = await shop.sql`select shop_name, address, phone, email from shop_settings`;
  if (!before) throw new Error("The shop has no settings.");
  for (const text of Object.values(before)) await expect(footer.getByText(text).first()).toBeVisible();
  const links = footer.getByRole("navigation").getByRole("link");
  expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute("href")))).toEqual([
    "/products?category=outils-electriques",
    "/products?category=materiaux",
    "/products?category=plomberie",
    "/products?category=electricite",
    "/wishlist",
    "/delivery",
    "/terms",
    "/privacy",
  ]);

  // A change of the settings reaches pages that were kept.
  undo(() => shop.sql`update shop_settings set ${shop.sql(before)}`);
  await shop.sql`
    update shop_settings set address = 'Rue 12.34, Koudougou', phone = '+226 70 99 88 77', email = 'ici@exemple.bf'`;
  await expect(async () => {
    await page.reload();
    await expect(footer.getByText("Rue 12.34, Koudougou")).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(footer.getByRole("link", { name: "+226 70 99 88 77" })).toHaveAttribute(
    "href",
    "tel:+22670998877",
  );
  await expect(footer.getByRole("link", { name: "ici@exemple.bf" })).toHaveAttribute(
    "href",
    "mailto:ici@exemple.bf",
  );
});

test("the keyboard can skip to the content, and arrives there after each move", async ({ page }) => {
  await page.goto("/cart");
  await settled(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Aller au contenu" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("contentinfo").getByRole("link", { name: "Livraison" }).click();
  await expect(page).toHaveURL("/delivery");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a press on a link is answered at once by the shape of what comes", async ({ page }) => {
  await page.goto("/cart");
  await settled(page);
  const release = await hold(page, DATA);
  await page.getByRole("banner").getByRole("link", { name: "Yaaré, accueil" }).click();
  await expect(page.locator("[data-skeleton=category]")).toHaveCount(6);
  await page.getByRole("contentinfo").getByRole("link", { name: "Plomberie" }).click();
  await expect(page.locator("[data-skeleton=product]")).toHaveCount(8);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Catégorie: Plomberie");
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
});
