/**
 * The shop's main way by keyboard alone, from the home page to the printed order and out again, on a phone and on a
 * desktop: whatever is pressed, the focus is somewhere, drawn, and in sight.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { enter, expectFocusInSight, press, reach, write } from "../support/keyboard.ts";
import { expect, settled, test } from "../support/storefront.ts";

/** Arrived on another page: the keyboard begins at its content. */
async function expectArrived(page: Page, url: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("main")).toBeFocused();
}

test("from the home page to the order, to the paper, and out again", async ({
  page,
  shop,
  goods,
  isMobile,
}) => {
  test.setTimeout(180_000);
  const main = page.getByRole("main");
  const drill = await goods.add({ name: "Perceuse", stock: 5, price: 30_000 });
  const saw = await goods.add({ name: "Scie", stock: 5 });
  for (const [index, number] of [1, 2].entries()) {
    await shop.sql`
      insert into product_images (product_id, image_url, display_order)
      values (${drill.id}, ${`/pictures/technicien-${number}-640.jpg`}, ${index})`;
  }

  await page.goto("/");
  await settled(page);
  await write(page, page.getByLabel("Rechercher un produit"), goods.word);
  await page.keyboard.press("Enter");
  await expectArrived(page, `/products?search=${goods.word}`);

  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  if (isMobile) await enter(page, filters.getByRole("button", { name: "Filtres", exact: true }));
  await reach(page, filters.getByRole("checkbox", { name: "En stock seulement" }));
  await page.keyboard.press("Space");
  await enter(page, filters.getByRole("button", { name: "Appliquer les filtres" }));
  await expect(page).toHaveURL(/inStock=true/);
  await expect(main.getByRole("article")).toHaveCount(2);
  await expectFocusInSight(page);
  // A chip that is pressed goes, and the focus does not go with it.
  await enter(page, main.getByRole("link", { name: "Retirer le filtre En stock" }));
  await expect(page).not.toHaveURL(/inStock/);
  await expectFocusInSight(page);

  await enter(page, page.getByRole("button", { name: `Ajouter au panier : ${saw.name}` }));
  await expect(page.getByText("Produit ajouté au panier")).toBeVisible();
  await enter(page, main.getByRole("link", { name: drill.name }));
  await expectArrived(page, `/product/${drill.slug}`);

  await enter(page, main.getByRole("button", { name: "Photo suivante" }));
  await enter(page, main.getByRole("button", { name: /^Ajouter .* à ma liste de souhaits/ }).first());
  const more = main.getByRole("button", { name: "Augmenter la quantité" });
  await reach(page, more);
  for (let pressed = 0; pressed < 5; pressed += 1) await press(page, "Enter");
  await expect(more, "at its end it keeps the focus").toBeFocused();
  await expect(more).toBeDisabled();
  await enter(page, main.getByRole("button", { name: "Ajouter au panier", exact: true }));
  await expect(page.getByText(`5 × ${drill.name}`)).toBeVisible();
  await reach(page, main.getByRole("tab", { name: "Description" }));
  await press(page, "ArrowRight");
  await expect(main.getByRole("tab", { name: "Caractéristiques" })).toBeFocused();
  await expect(main.getByRole("tabpanel", { name: "Caractéristiques" })).toBeVisible();

  await enter(page, page.getByRole("banner").getByRole("link", { name: "Panier : 6 articles" }), "Shift+Tab");
  await expectArrived(page, "/cart");
  await enter(page, main.getByRole("button", { name: `Retirer ${saw.name} du panier` }));
  await expect(main.getByText(saw.name)).toHaveCount(0);
  await write(page, main.getByRole("textbox", { name: `Quantité de ${drill.name}` }), "2");
  await press(page, "Enter");
  await enter(page, main.getByRole("link", { name: /commande/i }).first());
  await expectArrived(page, "/login?returnUrl=/checkout");

  await reach(page, page.getByRole("tab", { name: "Connexion" }));
  await press(page, "ArrowRight");
  await expect(page.getByRole("tab", { name: "Inscription" })).toBeFocused();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await write(page, form.getByLabel("Prénom"), "Aminata");
  await press(page, "Enter");
  const lastName = form.getByLabel("Nom", { exact: true });
  await expect(lastName, "the first wrong field gets the focus").toBeFocused();
  await write(page, lastName, "Ouédraogo");
  await write(page, form.getByLabel("Téléphone"), "70 12 34 56");
  await write(page, form.getByLabel("Email"), `client-${randomUUID().slice(0, 8)}@exemple.bf`);
  await write(page, form.getByLabel("Mot de passe", { exact: true }), "mot-de-passe-1");
  await write(page, form.getByLabel("Confirmer le mot de passe"), "mot-de-passe-1");
  await press(page, "Enter");
  await expectArrived(page, "/checkout");

  await expect(page.getByLabel("Prénom")).toHaveValue("Aminata");
  await write(page, page.getByLabel("Adresse"), "Secteur 15, portail bleu");
  await write(page, page.getByLabel("Ville"), "Ouagadougou");
  await enter(page, main.getByRole("button", { name: "Confirmer la commande" }));
  await expectArrived(page, "/order-confirmation");
  await enter(page, main.getByRole("link", { name: "Voir ou imprimer ma commande" }));
  await expectArrived(page, /\/account\/orders\//);
  await reach(page, main.getByRole("button", { name: "Imprimer" }));

  const banner = page.getByRole("banner");
  await reach(page, banner.getByRole("button", { name: /^client-/ }), "Shift+Tab");
  await enter(page, banner.getByRole("link", { name: "Mon compte" }));
  await expectArrived(page, "/account");
  await reach(page, page.getByRole("tab", { name: "Profil" }));
  await press(page, "ArrowRight");
  const details = main.getByRole("link", { name: /^Détails de la commande/ });
  await enter(page, details);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  await press(page, "Escape");
  await expect(details).toBeFocused();

  await reach(page, banner.getByRole("button", { name: /^client-/ }), "Shift+Tab");
  await enter(page, banner.getByRole("button", { name: "Déconnexion" }));
  await expectArrived(page, "/");
  await expect(banner.getByRole("link", { name: "Connexion" })).toBeVisible();
});

test("more of a list goes on from its first new card", async ({ page }) => {
  await page.goto("/products?minPrice=3&maxPrice=100000&page=1");
  await settled(page);
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  // From the end of the page the way is shorter.
  await page.keyboard.press("Shift+Tab");
  await enter(page, page.getByRole("link", { name: "Voir plus" }), "Shift+Tab");
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(24).getByRole("link")).toBeFocused();
  await expectFocusInSight(page);
});

test("a toast that is closed gives the focus back", async ({ page, goods }) => {
  await goods.add({ name: "Pelle", stock: 4 });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  await enter(page, page.getByRole("button", { name: /^Ajouter au panier/ }));
  const close = page.getByRole("button", { name: "Fermer la notification" });
  await enter(page, close, "Shift+Tab");
  await expect(close).toHaveCount(0);
  await expectFocusInSight(page);
});
