/**
 * The wishlist on a phone: its buttons on cards and on a product, the list, and the merge into an account.
 */
import type { Page } from "@playwright/test";
import { getCards } from "#tests/support/e2e/cards.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { getToastRegion } from "#tests/support/e2e/toasts.ts";
import { getWishlistButton, readStoredWishlist, toSearchPath } from "#tests/support/e2e/wishlist.ts";

const getEmptyHeading = (page: Page) =>
  page.getByRole("heading", { name: "Votre liste de souhaits est vide" });

/** Closes the only toast, which may cover other elements. */
const closeToast = (page: Page) =>
  getToastRegion(page).getByRole("button", { name: "Fermer la notification" }).click();

test("a visitor's wishlist buttons are on cards, on the product and in the list, and can be toggled back", async ({
  page,
  createProduct,
}) => {
  const drill = await createProduct();
  await page.goto(toSearchPath(drill));
  const wishlistButton = getWishlistButton(page, drill);
  await expect(wishlistButton).toHaveAttribute("aria-pressed", "false");
  const card = await getCards(page).first().boundingBox();
  await wishlistButton.click();
  await expect(wishlistButton).toHaveAttribute("aria-pressed", "true");
  await expect(wishlistButton).toHaveAccessibleName(`Retirer ${drill.name} de ma liste de souhaits`);
  expect(await getCards(page).first().boundingBox()).toEqual(card);
  const added = getToastRegion(page).getByRole("listitem").filter({ hasText: "Ajouté à votre liste" });
  await expect(added).toContainText(drill.name);
  expect(JSON.parse((await readStoredWishlist(page)) ?? "")).toEqual({ version: 1, ids: [drill.id] });

  await page.goto(`/product/${drill.slug}`);
  await expect(wishlistButton).toHaveAttribute("aria-pressed", "true");
  await wishlistButton.click();
  await expect(wishlistButton).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => readStoredWishlist(page)).toBeNull();
  await closeToast(page);
  await wishlistButton.click();
  await getToastRegion(page).getByRole("link", { name: "Voir la liste" }).click();

  await expect(page).toHaveURL("/wishlist");
  await expect(page.getByText("Votre liste est gardée sur cet appareil.")).toBeVisible();
  await expect(getCards(page).getByRole("heading")).toHaveText(drill.name);
  await expect(page.getByText("1 produit", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Ajouter au panier : ${drill.name}` }).click();
  await expect(page.getByRole("banner").getByTestId("cart-count")).toHaveText("1");
  await closeToast(page);
  await wishlistButton.click();
  await expect(getEmptyHeading(page)).toBeVisible();
  await getToastRegion(page).getByRole("button", { name: "Annuler" }).click();
  await expect(getCards(page).getByRole("heading")).toHaveText(drill.name);
});

test("a wishlist button is large enough for a thumb and covers no badge", async ({ page }) => {
  for (const path of ["/", "/products", "/promotions"]) {
    await page.goto(path);
    const measured = await getCards(page).evaluateAll((all) =>
      all.map((card) => {
        const box = card.querySelector("button[aria-pressed]")?.getBoundingClientRect();
        const badges = [...card.querySelectorAll("p:first-of-type > span")].map((badge) =>
          badge.getBoundingClientRect(),
        );
        return {
          width: box?.width ?? 0,
          height: box?.height ?? 0,
          covers: badges.some((badge) => box && badge.right > box.left && badge.top < box.bottom),
          inside: box ? box.right <= card.getBoundingClientRect().right : false,
        };
      }),
    );
    expect(measured.length).toBeGreaterThan(3);
    for (const button of measured)
      expect(button).toEqual({ width: 44, height: 44, covers: false, inside: true });
  }
});

test("the visitor's wishlist is merged into the account at sign-in and cleared at sign-out", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const [drill, pipe, account] = [await createProduct(), await createProduct(), await customer()];
  await shop.sql`insert into wishlist_items (user_id, product_id) values (${account.id}, ${pipe.id})`;
  await page.goto(toSearchPath(drill));
  await getWishlistButton(page, drill).click();
  await expect(getToastRegion(page)).toContainText("Ajouté à votre liste");
  await page.goto("/wishlist");
  await page.getByRole("link", { name: "Connectez-vous" }).click();
  const form = page.getByRole("tabpanel", { name: "Connexion" });
  await form.getByLabel("Email").fill(account.email);
  await form.getByLabel("Mot de passe").fill(account.password);
  await form.getByRole("button", { name: "Se connecter" }).click();

  await expect(page).toHaveURL("/wishlist");
  await expect(getCards(page).getByRole("heading")).toHaveText([drill.name, pipe.name]);
  await expect(page.getByText("Votre liste est gardée sur cet appareil.")).toHaveCount(0);
  await expect.poll(() => readStoredWishlist(page)).toBeNull();
  await getWishlistButton(page, pipe).click();
  await expect(getCards(page)).toHaveCount(1);
  await expect
    .poll(async () => {
      const rows = await shop.sql`select product_id from wishlist_items where user_id = ${account.id}`;
      return rows.map((row) => row.product_id);
    })
    .toEqual([drill.id]);

  await page.goto(toSearchPath(drill));
  await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "true");
  const accountButton = page
    .getByRole("banner")
    .getByRole("button", { name: account.email.split("@")[0] ?? "" });
  await accountButton.focus();
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByRole("banner").getByText("Connexion")).toBeVisible();
  await page.goto(toSearchPath(drill));
  await expect(getWishlistButton(page, drill)).toHaveAttribute("aria-pressed", "false");
  await page.goto("/wishlist");
  await expect(getEmptyHeading(page)).toBeVisible();
});
