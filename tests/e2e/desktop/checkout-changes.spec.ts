/** What the shop changed between the cart and the button: said before it is paid, and never ordered by surprise. */
import type { Page } from "@playwright/test";
import {
  atCheckout,
  cartLine,
  confirmButton,
  expect,
  expectConfirmed,
  expectLogged,
  forgive,
  francs,
  ordersOf,
  SESSION_KEY,
  storedCart,
  test,
} from "../support/shopper.ts";

const summary = (page: Page) => page.getByRole("region", { name: "Votre commande" });
const problem = (page: Page) => summary(page).getByRole("alert");
const total = (page: Page) => summary(page).getByRole("definition").last();

test.afterEach(async ({ pageErrors }) => {
  await expectLogged(pageErrors, /order: refused/);
  forgive(pageErrors, /status of 40[013]|checkout: the profile was not updated/);
});

test("a price that rose is shown, and paid only after another confirmation", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const drill = await goods({ price: 12_500 });
  await atCheckout(page, shop, known, cartLine(drill, 2));
  await expect(total(page)).toHaveText(francs(27_000));
  await shop.sql`update products set price = 13_000 where id = ${drill.id}`;
  await confirmButton(page).click();
  await expect(problem(page)).toContainText(
    "Le total de votre commande a changé : il est maintenant de 28 000 XOF. Vérifiez, puis confirmez à nouveau.",
  );
  await expect(summary(page)).toContainText(
    new RegExp(`Le prix a augmenté\\s: ${francs(12_500).source} → ${francs(13_000).source}`),
  );
  await expect(total(page)).toHaveText(francs(28_000));
  expect(await ordersOf(shop, known)).toEqual([]);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  const orders = await ordersOf(shop, known);
  expect(orders.map(({ total_amount }) => total_amount)).toEqual([28_000]);
  await expectConfirmed(page, orders[0]);
});

test("a delivery fee that changed is shown, and paid only after another confirmation", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods({ price: 10_000 })));
  await shop.sql`update shop_settings set shipping_fee = 2500`;
  try {
    await confirmButton(page).click();
    await expect(problem(page)).toContainText("il est maintenant de 12 500 XOF");
    await expect(total(page)).toHaveText(francs(12_500));
    await confirmButton(page).click();
    await expect(page).toHaveURL("/order-confirmation");
  } finally {
    await shop.sql`update shop_settings set shipping_fee = 2000`;
  }
  expect((await ordersOf(shop, known)).map(({ total_amount }) => total_amount)).toEqual([12_500]);
});

test("of a stock that shrank the rest is offered; what is gone or sold out is named and left out", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const [short, soldOut, gone] = [await goods({ stock: 9 }), await goods({ stock: 4 }), await goods()];
  const lines = [cartLine(short, 6), cartLine(soldOut), cartLine(gone)];
  await atCheckout(page, shop, known, ...lines);
  await expect(summary(page).getByRole("listitem")).toHaveCount(3);
  await shop.sql`delete from products where id = ${gone.id}`;
  await confirmButton(page).click();
  await expect(problem(page)).toContainText(
    "Un article de votre panier n'est plus en vente. Votre panier a été mis à jour.",
  );
  const lineOf = ({ name }: { name: string }) =>
    summary(page).getByRole("listitem").filter({ hasText: name });
  await expect(lineOf(gone)).toContainText("Ce produit n'est plus vendu");

  await shop.sql`update products set stock = 0 where id = ${soldOut.id}`;
  await shop.sql`update products set stock = 2 where id = ${short.id}`;
  await confirmButton(page).click();
  await expect(problem(page)).toContainText("Stock insuffisant");
  await expect(problem(page)).toContainText(`${short.name} (2 en stock)`);
  await expect(problem(page)).toContainText(`${soldOut.name} (épuisé)`);
  await expect(lineOf(soldOut)).toContainText("Ce produit est en rupture de stock");
  await expect(lineOf(short)).toContainText("Il n'en reste que 2 : la quantité a été ramenée de 6 à 2.");
  expect(await storedCart(page)).toEqual([cartLine({ ...short, stock: 2 }, 2)]);
  expect(await ordersOf(shop, known)).toEqual([]);

  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  expect((await ordersOf(shop, known)).map(({ items_count }) => items_count)).toEqual([2]);
});

test("when the only product is gone the cart says so instead of ordering nothing", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  const gone = await goods();
  await atCheckout(page, shop, known, cartLine(gone));
  await shop.sql`delete from products where id = ${gone.id}`;
  await confirmButton(page).click();
  await expect(page).toHaveURL("/cart");
  await expect(
    page.getByText("Ce produit n'est plus vendu : il a été retiré de votre panier."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible();
  expect(await ordersOf(shop, known)).toEqual([]);
});

/** Spoils the stored access token, and with `refresh` the means of getting another one. */
async function spoilSession(page: Page, refresh: boolean) {
  await page.evaluate(
    ({ key, refresh }) => {
      const session = JSON.parse(localStorage.getItem(key) ?? "{}");
      session.access_token = `${session.access_token.slice(0, -6)}AAAAAA`;
      if (refresh) session.refresh_token = "spoiled-token";
      localStorage.setItem(key, JSON.stringify(session));
    },
    { key: SESSION_KEY, refresh },
  );
}

test("a session that is refused is renewed, and the order confirmed again", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  await spoilSession(page, false);
  await confirmButton(page).click();
  await expect(problem(page)).toContainText("Votre session avait expiré. Confirmez à nouveau.");
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  expect(await ordersOf(shop, known)).toHaveLength(1);
});

test("a session that is over leads to the sign-in page and back, with all that was typed", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const known = await customer();
  await atCheckout(page, shop, known, cartLine(await goods()));
  await page.getByLabel("Notes").fill("Sonner deux fois");
  await spoilSession(page, true);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/login?returnUrl=/checkout");
  await expect(page.getByText("Vous devez être connecté pour finaliser votre commande")).toBeVisible();
  await page.getByLabel("Email").fill(known.email);
  await page.getByLabel("Mot de passe").fill(known.password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByLabel("Notes")).toHaveValue("Sonner deux fois");
  await expect(page.getByLabel("Adresse")).toHaveValue(/Patte d'Oie/);
  await confirmButton(page).click();
  await expect(page).toHaveURL("/order-confirmation");
  expect(await ordersOf(shop, known)).toHaveLength(1);
});
