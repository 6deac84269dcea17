/** No finding of axe on the shop's screens, on a phone and on a desktop. */
import { expectNoFindings } from "../support/axe.ts";
import { register } from "../support/fixtures.ts";
import { expect, FAILED_LOAD, forgive, settled, test } from "../support/storefront.ts";

test("home, its menu and its toasts", async ({ page, isMobile }) => {
  await page.goto("/");
  await settled(page);
  await expectNoFindings(page);
  await page
    .getByRole("region", { name: "Nouveautés" })
    .getByRole("button", { name: /^Ajouter/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toBeVisible();
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expectNoFindings(page);
});

test("the catalogue, its filters, and the empty list", async ({ page, isMobile }) => {
  await page.goto("/products?category=plomberie&inStock=true");
  await settled(page);
  if (isMobile) await page.getByRole("button", { name: "Filtres", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Prix minimum" })).toBeVisible();
  await expectNoFindings(page);
  await page.goto("/products?search=zzzzzz");
  await expectNoFindings(page);
});

test("a product with each of its tabs", async ({ page, shop }) => {
  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where review_count > 2 order by review_count desc limit 1`;
  await page.goto(`/product/${product?.slug}`);
  await settled(page);
  await expectNoFindings(page);
  for (const name of ["Caractéristiques", "Spécifications", /^Avis/]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    await expectNoFindings(page);
  }
});

test("what is not found", async ({ page, pageErrors }) => {
  for (const path of ["/nowhere", "/product/nexiste-pas"]) {
    await page.goto(path);
    await expectNoFindings(page);
  }
  forgive(pageErrors, FAILED_LOAD);
});

test("the cart, both sides of the sign-in page with their errors, and the checkout", async ({
  page,
  goods,
}) => {
  await goods.add({ name: "Seau", stock: 4 });
  await page.goto("/cart");
  await expect(page.getByText("Votre panier est vide")).toBeVisible();
  await expectNoFindings(page);
  await page.goto(`/products?search=${goods.word}`);
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Panier/ })
    .click();
  await expect(page.getByRole("textbox", { name: /^Quantité de Seau/ })).toBeVisible();
  await expectNoFindings(page);

  await page.goto("/login");
  for (const [tab, submit] of [
    ["Connexion", "Se connecter"],
    ["Inscription", "Créer mon compte"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await expectNoFindings(page);
    await page.getByRole("tabpanel", { name: tab }).getByRole("button", { name: submit }).click();
    await expect(page.getByText("Email invalide").locator("visible=true")).toBeVisible();
    await expectNoFindings(page);
  }

  await register(page, "/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Aminata");
  await expectNoFindings(page);
});
