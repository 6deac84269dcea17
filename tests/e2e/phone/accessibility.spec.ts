/** No finding of axe on the shop's screens, where what somebody does or what is missing changes them. */
import { expectNoFindings } from "../support/axe.ts";
import { remember } from "../support/shopper.ts";
import { expect, FAILED_LOAD, forgive, fresh, test } from "../support/storefront.ts";

test("home with a toast and its menu, and the suggestions of the search", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Brimbelette" });
  await page.goto("/");
  await page
    .getByRole("region", { name: "Nouveautés" })
    .getByRole("button", { name: /^Ajouter/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toBeVisible();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expectNoFindings(page);

  await page.goto("/");
  await page.getByLabel("Rechercher un produit").pressSequentially("brimbellete");
  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await expect(suggestions.getByRole("option").filter({ hasText: name })).toBeVisible();
  await expectNoFindings(page);
});

test("the filters of the catalogue, each tab of a product, and a product that is not there", async ({
  page,
  shop,
  pageErrors,
}) => {
  await page.goto("/products?category=plomberie&inStock=true");
  await page.getByRole("button", { name: "Filtres", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Prix minimum" })).toBeVisible();
  await expectNoFindings(page);

  const [product] = await shop.sql<{ slug: string }[]>`
    select slug from products where review_count > 2 order by review_count desc limit 1`;
  await page.goto(`/product/${product?.slug}`);
  for (const name of ["Caractéristiques", "Spécifications", /^Avis/]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    await expectNoFindings(page);
  }

  await page.goto("/product/nexiste-pas");
  await expectNoFindings(page);
  forgive(pageErrors, FAILED_LOAD);
});

test("products seen before, under another one and under the empty cart", async ({ page, goods }) => {
  const [drill, pipe, nail] = [await goods.add(), await goods.add(), await goods.add({ stock: 0 })];
  await remember(page, { seen: drill.id + pipe.id });
  const strip = page.getByRole("region", { name: "Vus récemment" });
  for (const [path, count] of [
    [`/product/${nail.slug}`, 2],
    ["/cart", 3],
  ] as const) {
    await page.goto(path);
    // They are fetched when their place above the footer comes near.
    await page.getByRole("contentinfo").getByRole("link").first().scrollIntoViewIfNeeded();
    await expect(strip.getByRole("article")).toHaveCount(count);
    await strip.scrollIntoViewIfNeeded();
    await expectNoFindings(page);
  }
});

test("the categories with an empty one, without any, and unreadable", async ({
  page,
  shop,
  undo,
  refuse,
  showOnly,
}) => {
  undo(() => shop.sql`delete from categories where slug = 'essai-vide'`);
  await shop.sql`insert into categories (name, slug) values ('Essai vide', 'essai-vide')`;
  const main = page.getByRole("main");
  await page.goto(fresh("/categories"));
  await expect(main.getByRole("link", { name: "Essai vide" })).toContainText("Bientôt disponible");
  await expectNoFindings(page);
  await showOnly("categories", "false");
  await page.goto(fresh("/categories"));
  await expect(main.getByRole("heading", { name: "Aucune catégorie pour le moment" })).toBeVisible();
  await expectNoFindings(page);
  await refuse("categories_with_counts");
  await page.goto(fresh("/categories"));
  await expect(main.getByRole("alert")).toContainText("Impossible de charger les catégories");
  await expectNoFindings(page);
});

test("the promotions with an offer, without any, and unreadable", async ({
  page,
  goods,
  refuse,
  showOnly,
}) => {
  const { name } = await goods.add({ price: 500, old_price: 10_000, is_featured: true, stock: 2 });
  const main = page.getByRole("main");
  await page.goto(fresh("/promotions"));
  await expect(main.getByRole("article").filter({ hasText: name })).toContainText("-95 %");
  await expectNoFindings(page);
  await showOnly("products", "not is_featured");
  await page.goto(fresh("/promotions"));
  await expect(main.getByText("Aucune promotion en cours pour le moment.")).toBeVisible();
  await expectNoFindings(page);
  await refuse("products");
  await page.goto(fresh("/promotions"));
  await expect(main.getByRole("alert")).toContainText("Erreur lors du chargement des promotions.");
  await expectNoFindings(page);
});

test("both sides of the sign-in page with their errors, and one that is put right", async ({ page }) => {
  for (const [tab, submit] of [
    ["Connexion", "Se connecter"],
    ["Inscription", "Créer mon compte"],
  ] as const) {
    await page.goto(`/login?tab=${tab.toLowerCase()}`);
    const panel = page.getByRole("tabpanel", { name: tab });
    await panel.getByRole("button", { name: submit }).click();
    await expect(panel.getByText("Email invalide")).toBeVisible();
    await expectNoFindings(page);
  }
  const first = page.getByLabel("Prénom");
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await first.fill("Aminata");
  await expect(first).toHaveAttribute("aria-invalid", "false");
  await expectNoFindings(page);
});
