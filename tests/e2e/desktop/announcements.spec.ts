/**
 * What a screen reader says without being asked: places whose changes are announced stand there before anything
 * changes in them, because a reader only follows those it knows.
 */
import type { Locator } from "@playwright/test";
import { expectNoFindings } from "../support/axe.ts";
import { DATA, expect, fresh, hold, settled, test } from "../support/storefront.ts";

/** Asserts that a place is still the same element, whatever stands in it now, when the returned function is called. */
async function known(place: Locator): Promise<() => Promise<void>> {
  await place.evaluate((element) => element.setAttribute("data-known", ""));
  return () => expect(place).toHaveAttribute("data-known");
}

test("toasts: an empty polite region from the server on, with alerts for what failed", async ({
  page,
  goods,
  refuse,
}) => {
  const html = await (await page.request.get("/products")).text();
  expect(html).toMatch(/<section aria-label="Notifications" aria-live="polite"[^>]*><\/section>/);

  const { name } = await goods.add({ name: "Pelle", stock: 3 });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  const region = page.getByRole("region", { name: "Notifications" });
  const stays = await known(region);
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await expect(region.getByRole("listitem")).toContainText(`Produit ajouté au panier${name}`);
  await expect(region.getByRole("alert")).toHaveCount(0);
  await stays();
  await refuse("products");
  await page.goto(fresh("/products"));
  await expect(region.getByRole("alert")).toContainText("Erreur");
});

test("the cart: its count in the link's name, its total as it changes", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Pioche", stock: 5, price: 4000 });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  const link = page.getByRole("banner").getByRole("link", { name: /^Panier/ });
  await expect(link).toHaveAccessibleName("Panier : 0 article");
  await page.getByRole("button", { name: /^Ajouter au panier/ }).click();
  await expect(link).toHaveAccessibleName("Panier : 1 article");
  await link.click();
  const total = page.getByRole("region", { name: "Récapitulatif" }).getByRole("status");
  await expect(total).toHaveText(/^6\s000\sXOF$/);
  const stays = await known(total);
  await page.getByRole("button", { name: `Augmenter la quantité de ${name}` }).click();
  await expect(total).toHaveText(/^10\s000\sXOF$/);
  await stays();
  await expect(link).toHaveAccessibleName("Panier : 2 articles");
});

test("results of filters: on their way, then how many", async ({ page, goods }) => {
  await goods.add({ name: "Robinet", stock: 3, category: "plomberie" });
  await goods.add({ name: "Robinet épuisé", stock: 0, category: "plomberie" });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  const count = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /produit/ });
  await expect(count).toHaveText("2 produits");
  const stays = await known(count);
  const release = await hold(page, DATA);
  await page.getByRole("checkbox", { name: "En stock seulement" }).check();
  await page.getByRole("button", { name: "Appliquer les filtres" }).click();
  await expect(count).toHaveText("Chargement des produits...");
  release();
  await expect(count).toHaveText("1 produit");
  await stays();
  await page.getByRole("link", { name: "Retirer le filtre En stock" }).click();
  await expect(count).toHaveText("2 produits");
  await stays();
});

test("more of a list: how much of it there is now", async ({ page }) => {
  await page.goto("/products?minPrice=4&maxPrice=100000");
  await settled(page);
  const shown = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /produits sur/ });
  await expect(shown).toHaveText(/^24 produits sur \d+$/);
  const stays = await known(shown);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(shown).toHaveText(/^48 produits sur \d+$/);
  await stays();
});

test("quantities as they are chosen, and suggestions as they come", async ({ page, goods }) => {
  const { slug } = await goods.add({ name: "Tournevis", stock: 5 });
  await page.goto(`/product/${slug}`);
  await settled(page);
  const quantity = page.getByRole("group", { name: "Quantité" }).getByRole("status");
  const stays = await known(quantity);
  await page.getByRole("button", { name: "Augmenter la quantité" }).click();
  await expect(quantity).toHaveText("2");
  await stays();

  await page.getByLabel("Rechercher un produit").focus();
  const suggested = page.getByRole("search").getByRole("status");
  await expect(suggested).toBeEmpty();
  const same = await known(suggested);
  await page.keyboard.type(goods.word);
  await expect(suggested).toHaveText("2 suggestions");
  await same();
});

test("a heart says whether it is full, and what became of it", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Truelle" });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  await page.getByRole("button", { name: `Ajouter ${name} à ma liste de souhaits` }).click();
  await expect(
    page.getByRole("button", { name: `Retirer ${name} de ma liste`, pressed: true }),
  ).toBeVisible();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText(name);
});

test("errors of a form: the first wrong field has the focus, and each says what is wrong with it", async ({
  page,
}) => {
  await page.goto("/login?tab=inscription");
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await form.getByRole("button", { name: "Créer mon compte" }).click();
  const first = form.getByLabel("Prénom");
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("aria-invalid", "true");
  await expect(first).toHaveAccessibleDescription(/Le prénom est requis/);
  await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/Email invalide/);
  await first.fill("Aminata");
  await expect(first).toHaveAttribute("aria-invalid", "false");
  await expectNoFindings(page);
});

test("a move to another page: its title, and the focus where it begins", async ({ page }) => {
  await page.goto("/cart");
  await settled(page);
  for (const [name, title] of [
    ["Livraison", /^Informations de Livraison/],
    ["Plomberie", /^Catégorie: Plomberie|^Plomberie/],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("main")).toBeFocused();
  }
});
