/**
 * The rest of the main flow by keyboard alone, from the cart to the printed order and the sign-out: after
 * every key the focus has an outline and is in view, also where the phone layout has floating elements.
 */
import { randomUUID } from "node:crypto";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import {
  expectNavigated,
  expectVisibleFocus,
  focusByTab,
  pressEnterOn,
  pressKey,
  typeInto,
} from "#tests/support/e2e/keyboard.ts";
import { createOrder } from "#tests/support/orders.ts";

// A toast may cover the focused element until it disappears by itself.
test.use({ holdToasts: false });

test("by keyboard from the cart, through a registration, to the checkout", { tag: "@long" }, async ({
  page,
  createProduct,
}) => {
  const main = page.getByRole("main");
  const [saw, drill] = [await createProduct(), await createProduct()];
  await setLocalStorage(page, toCartEntry(toCartLine(saw), toCartLine(drill, 5)));
  await page.goto("/cart");
  await pressEnterOn(page, main.getByRole("button", { name: `Retirer ${saw.name} du panier` }));
  await expect(main.getByText(saw.name)).toHaveCount(0);
  await typeInto(page, main.getByRole("textbox", { name: `Quantité de ${drill.name}` }), "2");
  await pressKey(page, "Enter");
  await pressEnterOn(page, main.getByRole("link", { name: /commande/i }).first());
  await expectNavigated(page, "/login?returnUrl=/checkout");

  await focusByTab(page, page.getByRole("tab", { name: "Connexion" }));
  await pressKey(page, "ArrowRight");
  await expect(page.getByRole("tab", { name: "Inscription" })).toBeFocused();
  const form = page.getByRole("tabpanel", { name: "Inscription" });
  await typeInto(page, form.getByLabel("Prénom"), "Aminata");
  await pressKey(page, "Enter");
  const lastName = form.getByLabel("Nom", { exact: true });
  await expect(lastName, "the first wrong field gets the focus").toBeFocused();
  await typeInto(page, lastName, "Ouédraogo");
  await typeInto(page, form.getByLabel("Téléphone"), "70 12 34 56");
  await typeInto(page, form.getByLabel("Email"), `client-${randomUUID().slice(0, 8)}@exemple.bf`);
  await typeInto(page, form.getByLabel("Mot de passe", { exact: true }), "mot-de-passe-1");
  await typeInto(page, form.getByLabel("Confirmer le mot de passe"), "mot-de-passe-1");
  await pressKey(page, "Enter");
  await expectNavigated(page, "/checkout");
});

test("by keyboard from the checkout to the order and its print page", async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const main = page.getByRole("main");
  const session = await signInOverApi(shop, await customer());
  await setLocalStorage(page, {
    ...toCartEntry(toCartLine(await createProduct())),
    ...toSessionEntry(session),
  });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await typeInto(page, page.getByLabel("Adresse"), "Secteur 15, portail bleu");
  await typeInto(page, page.getByLabel("Ville"), "Ouagadougou");
  await pressEnterOn(page, main.getByRole("button", { name: "Confirmer la commande" }));
  await expectNavigated(page, "/order-confirmation");
  await pressEnterOn(page, main.getByRole("link", { name: "Voir ou imprimer ma commande" }));
  await expectNavigated(page, /\/account\/orders\//);
  // The focus is on the heading, which comes after the button.
  await focusByTab(page, main.getByRole("button", { name: "Imprimer" }), "Shift+Tab");
});

test("by keyboard through the account, into an order's details and back, and to the sign-out", {
  tag: "@long",
}, async ({ page, shop, createProduct, customer }) => {
  const me = await customer();
  await createOrder(shop.sql, me, { lines: [{ product: await createProduct(), quantity: 1 }] });
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, me)));
  await page.goto("/about");
  const banner = page.getByRole("banner");
  const account = banner.getByRole("button", { name: me.email.split("@")[0] });
  await focusByTab(page, account);
  await pressEnterOn(page, banner.getByRole("link", { name: "Mon compte" }));
  await expectNavigated(page, "/account");
  await focusByTab(page, page.getByRole("tab", { name: "Profil" }));
  await pressKey(page, "ArrowRight");
  const details = page.getByRole("main").getByRole("link", { name: /^Détails de la commande/ });
  await pressEnterOn(page, details);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  await pressKey(page, "Escape");
  await expect(details).toBeFocused();

  await focusByTab(page, account, "Shift+Tab");
  await pressEnterOn(page, banner.getByRole("button", { name: "Déconnexion" }));
  await expectNavigated(page, "/");
  await expect(banner.getByRole("link", { name: "Connexion" })).toBeVisible();
});

test("after «Voir plus» the focus continues at the first new card", async ({ page }) => {
  await page.goto("/products?minPrice=3&maxPrice=100000&page=1");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  // From the end of the page there are fewer elements to tab through.
  await page.keyboard.press("Shift+Tab");
  await pressEnterOn(page, page.getByRole("link", { name: "Voir plus" }), "Shift+Tab");
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(24).getByRole("link")).toBeFocused();
  await expectVisibleFocus(page);
});
