/**
 * The rest of the shop's main way by keyboard alone, from the cart to the paper and out again: whatever is pressed, the
 * focus is somewhere, drawn, and in sight, also where a phone's layout lets something float.
 */
import { randomUUID } from "node:crypto";
import { createOrder } from "../../support/orders.ts";
import { enter, expectArrived, expectFocusInSight, press, reach, write } from "../support/keyboard.ts";
import { asCart, asSession, cartLine, expect, remember, signInOver, test } from "../support/shopper.ts";

// The focus may lie under a toast until that has gone by itself.
test.use({ holdToasts: false });

test("from the cart, through a registration, to the checkout", async ({ page, goods }) => {
  const main = page.getByRole("main");
  const [saw, drill] = [await goods(), await goods()];
  await remember(page, asCart(cartLine(saw), cartLine(drill, 5)));
  await page.goto("/cart");
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
});

test("from the checkout to the order, and to the paper", async ({ page, shop, goods, customer }) => {
  const main = page.getByRole("main");
  const session = await signInOver(shop, await customer());
  await remember(page, { ...asCart(cartLine(await goods())), ...asSession(session) });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await write(page, page.getByLabel("Adresse"), "Secteur 15, portail bleu");
  await write(page, page.getByLabel("Ville"), "Ouagadougou");
  await enter(page, main.getByRole("button", { name: "Confirmer la commande" }));
  await expectArrived(page, "/order-confirmation");
  await enter(page, main.getByRole("link", { name: "Voir ou imprimer ma commande" }));
  await expectArrived(page, /\/account\/orders\//);
  await reach(page, main.getByRole("button", { name: "Imprimer" }));
});

test("through the account, into an order's details and out of them, and out of the shop", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const me = await customer();
  await createOrder(shop.sql, me, { lines: [{ goods: await goods(), quantity: 1 }] });
  await remember(page, asSession(await signInOver(shop, me)));
  await page.goto("/about");
  const banner = page.getByRole("banner");
  const account = banner.getByRole("button", { name: me.email.split("@")[0] });
  await reach(page, account);
  await enter(page, banner.getByRole("link", { name: "Mon compte" }));
  await expectArrived(page, "/account");
  await reach(page, page.getByRole("tab", { name: "Profil" }));
  await press(page, "ArrowRight");
  const details = page.getByRole("main").getByRole("link", { name: /^Détails de la commande/ });
  await enter(page, details);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
  await press(page, "Escape");
  await expect(details).toBeFocused();

  await reach(page, account, "Shift+Tab");
  await enter(page, banner.getByRole("button", { name: "Déconnexion" }));
  await expectArrived(page, "/");
  await expect(banner.getByRole("link", { name: "Connexion" })).toBeVisible();
});

test("more of a list goes on from its first new card", async ({ page }) => {
  await page.goto("/products?minPrice=3&maxPrice=100000&page=1");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(24);
  // From the end of the page the way is shorter.
  await page.keyboard.press("Shift+Tab");
  await enter(page, page.getByRole("link", { name: "Voir plus" }), "Shift+Tab");
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(24).getByRole("link")).toBeFocused();
  await expectFocusInSight(page);
});
