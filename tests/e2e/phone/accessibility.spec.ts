/** axe audits of the storefront's screens in their interactive and empty states. */
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { FAILED_LOAD_ERROR } from "#tests/support/e2e/network.ts";

test("axe: the home page with a toast and its menu, and the search suggestions", { tag: "@long" }, async ({
  page,
  products,
}) => {
  const { name } = await products.add({ name: "Brimbelette" });
  await page.goto("/");
  await page
    .getByRole("region", { name: "Nouveautés" })
    .getByRole("button", { name: /^Ajouter/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toBeVisible();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expectNoAxeViolations(page);

  await page.goto("/");
  await page.getByLabel("Rechercher un produit").pressSequentially("brimbellete");
  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await expect(suggestions.getByRole("option").filter({ hasText: name })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the filters of the catalog, each tab of a product, and a missing product", {
  tag: "@long",
}, async ({ page, shop, pageErrors }) => {
  await page.goto("/products?category=plomberie&inStock=true");
  await page.getByRole("button", { name: "Filtres", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Prix minimum" })).toBeVisible();
  await expectNoAxeViolations(page);

  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where review_count > 2 order by review_count desc limit 1`;
  await page.goto(`/product/${product?.slug}`);
  for (const name of ["Caractéristiques", "Spécifications", /^Avis/]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    await expectNoAxeViolations(page);
  }

  await page.goto("/product/nexiste-pas");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("axe: recently viewed products, under another product and under the empty cart", {
  tag: "@long",
}, async ({ page, products }) => {
  const [drill, pipe, nail] = [await products.add(), await products.add(), await products.add({ stock: 0 })];
  await setLocalStorage(page, { seen: drill.id + pipe.id });
  const carousel = page.getByRole("region", { name: "Vus récemment" });
  for (const [path, count] of [
    [`/product/${nail.slug}`, 2],
    ["/cart", 3],
  ] as const) {
    await page.goto(path);
    // The recently viewed products are loaded when their place above the footer comes near the viewport.
    await page.getByRole("contentinfo").getByRole("link").first().scrollIntoViewIfNeeded();
    await expect(carousel.getByRole("article")).toHaveCount(count);
    await carousel.scrollIntoViewIfNeeded();
    await expectNoAxeViolations(page);
  }
});

test("axe: the categories with an empty one, without any, and after a failed read", { tag: "@long" }, async ({
  page,
  shop,
  onTestEnd,
  revokeRead,
  restrictRows,
  pageErrors,
}) => {
  onTestEnd(() => shop.sql`delete from categories where slug = 'essai-vide'`);
  await shop.sql`insert into categories (name, slug) values ('Essai vide', 'essai-vide')`;
  const main = page.getByRole("main");
  await gotoUncached(page, "/categories");
  await expect(main.getByRole("link", { name: "Essai vide" })).toContainText("Bientôt disponible");
  await expectNoAxeViolations(page);
  await restrictRows("categories", "false");
  await gotoUncached(page, "/categories");
  await expect(main.getByRole("heading", { name: "Aucune catégorie pour le moment" })).toBeVisible();
  await expectNoAxeViolations(page);
  await revokeRead("categories_with_counts");
  await gotoUncached(page, "/categories");
  await expect(main.getByRole("alert")).toContainText("Impossible de charger les catégories");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("axe: the promotions with an offer, without any, and after a failed read", { tag: "@long" }, async ({
  page,
  products,
  revokeRead,
  restrictRows,
  pageErrors,
}) => {
  const { name } = await products.add({ price: 500, old_price: 10_000, is_featured: true, stock: 2 });
  const main = page.getByRole("main");
  await gotoUncached(page, "/promotions");
  await expect(main.getByRole("article").filter({ hasText: name })).toContainText("-95 %");
  await expectNoAxeViolations(page);
  await restrictRows("products", "not is_featured");
  await gotoUncached(page, "/promotions");
  await expect(main.getByText("Aucune promotion en cours pour le moment.")).toBeVisible();
  await expectNoAxeViolations(page);
  await revokeRead("products");
  await gotoUncached(page, "/promotions");
  await expect(main.getByRole("alert")).toContainText("Erreur lors du chargement des promotions.");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("axe: both tabs of the sign-in page with their errors, and a corrected form", { tag: "@long" }, async ({
  page,
}) => {
  for (const [tab, submit] of [
    ["Connexion", "Se connecter"],
    ["Inscription", "Créer mon compte"],
  ] as const) {
    await page.goto(`/login?tab=${tab.toLowerCase()}`);
    const panel = page.getByRole("tabpanel", { name: tab });
    await panel.getByRole("button", { name: submit }).click();
    await expect(panel.getByText("Email invalide")).toBeVisible();
    await expectNoAxeViolations(page);
  }
  const first = page.getByLabel("Prénom");
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await first.fill("Aminata");
  await expect(first).toHaveAttribute("aria-invalid", "false");
  await expectNoAxeViolations(page);
});
