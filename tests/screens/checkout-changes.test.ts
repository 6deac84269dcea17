/** What changed between the cart and the button: said before it is paid, and never ordered by surprise. */
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { cartLine } from "../support/browser-storage.ts";
import { ordersOf } from "../support/orders.ts";
import { createProduct } from "../support/products.ts";
import {
  expect,
  expectLogged,
  fill,
  forgive,
  francs,
  screen,
  test,
  waitFor,
  within,
} from "./support/screen.ts";
import {
  amountsIn,
  confirmButton,
  expectOneOrder,
  expectPath,
  findToast,
  openCheckout,
  orderSummary,
  storedCart,
  textsOf,
} from "./support/shopping.ts";

const total = () => amountsIn("Votre commande").at(-1);

/** What stands above the button after a try that failed. */
async function problem(): Promise<string | undefined> {
  return textsOf([await orderSummary().findByRole("alert")])[0];
}

const textOfLine = ({ name }: { name: string }) =>
  textsOf(orderSummary().getAllByRole("listitem")).find((text) => text.includes(name));

test.afterEach(async ({ errors }) => {
  await expectLogged(errors, /order: refused/);
  forgive(errors, /checkout: the profile was not updated/);
});

test("a price that rose is shown, and paid only after another confirmation", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const { user } = await openCheckout(open, known, cartLine(drill, 2));
  expect(total()).toBe(francs(27_000));
  await shop.sql`update products set price = 13_000 where id = ${drill.id}`;
  await user.click(confirmButton());
  expect(await problem()).toBe(
    "Le total de votre commande a changé : il est maintenant de 28 000 XOF. Vérifiez, puis confirmez à nouveau.",
  );
  expect(textOfLine(drill)).toContain(`Le prix a augmenté : ${francs(12_500)} → ${francs(13_000)}`);
  expect(total()).toBe(francs(28_000));
  expect(await ordersOf(shop.sql, known)).toEqual([]);
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  expect(await ordersOf(shop.sql, known)).toMatchObject([{ total_amount: 28_000 }]);
});

test("a delivery fee that changed is shown, and paid only after another confirmation", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await openCheckout(
    open,
    known,
    cartLine(await createProduct(shop.sql, { price: 10_000 })),
  );
  await shop.sql`update shop_settings set shipping_fee = 2500`;
  try {
    await user.click(confirmButton());
    expect(await problem()).toContain("il est maintenant de 12 500 XOF");
    expect(total()).toBe(francs(12_500));
    await user.click(confirmButton());
    await expectOneOrder(shop.sql, known);
  } finally {
    await shop.sql`update shop_settings set shipping_fee = 2000`;
  }
  expect(await ordersOf(shop.sql, known)).toMatchObject([{ total_amount: 12_500 }]);
});

test("a product that is gone is named and left out", async ({ open, customer, shop }) => {
  const known = await customer();
  const [drill, gone] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user } = await openCheckout(open, known, cartLine(drill), cartLine(gone));
  await shop.sql`delete from products where id = ${gone.id}`;
  await user.click(confirmButton());
  expect(await problem()).toBe(
    "Un article de votre panier n'est plus en vente. Votre panier a été mis à jour.",
  );
  expect(textOfLine(gone)).toContain("Ce produit n'est plus vendu");
  expect(storedCart()).toEqual([cartLine(drill)]);
  expect(await ordersOf(shop.sql, known)).toEqual([]);
});

test("of a stock that shrank the rest is offered, and what is sold out is named and left out", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const short = await createProduct(shop.sql, { stock: 9 });
  const soldOut = await createProduct(shop.sql, { stock: 4 });
  const { user } = await openCheckout(open, known, cartLine(short, 6), cartLine(soldOut));
  await shop.sql`update products set stock = 0 where id = ${soldOut.id}`;
  await shop.sql`update products set stock = 2 where id = ${short.id}`;
  await user.click(confirmButton());
  const said = await problem();
  expect(said).toContain("Stock insuffisant");
  expect(said).toContain(`${short.name} (2 en stock)`);
  expect(said).toContain(`${soldOut.name} (épuisé)`);
  expect(textOfLine(soldOut)).toContain("Ce produit est en rupture de stock");
  expect(textOfLine(short)).toContain("Il n'en reste que 2 : la quantité a été ramenée de 6 à 2.");
  expect(storedCart()).toEqual([cartLine({ ...short, stock: 2 }, 2)]);
  expect(await ordersOf(shop.sql, known)).toEqual([]);

  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
  expect(await ordersOf(shop.sql, known)).toMatchObject([{ items_count: 2 }]);
});

test("when the only product is gone the cart says so instead of ordering nothing", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const gone = await createProduct(shop.sql);
  const { user } = await openCheckout(open, known, cartLine(gone));
  await shop.sql`delete from products where id = ${gone.id}`;
  await user.click(confirmButton());
  await expectPath("/cart");
  await screen.findByText(/Ce produit n'est plus vendu\s: il a été retiré de votre panier\./);
  screen.getByRole("heading", { name: "Votre panier est vide" });
  expect(await ordersOf(shop.sql, known)).toEqual([]);
});

/** Spoils the stored access token, and with `refresh` the means of getting another one. */
function spoilSession(refresh: boolean): void {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}");
  session.access_token = `${session.access_token.slice(0, -6)}AAAAAA`;
  if (refresh) session.refresh_token = "spoiled-token";
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

test("a session that is refused is renewed, and the order confirmed again", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  spoilSession(false);
  await user.click(confirmButton());
  expect(await problem()).toContain("Votre session avait expiré. Confirmez à nouveau.");
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
});

test("a session that is over leads to the sign-in page and back, with all that was typed", async ({
  open,
  customer,
  shop,
}) => {
  const known = await customer();
  const { user } = await openCheckout(open, known, cartLine(await createProduct(shop.sql)));
  await fill(user, screen.getByLabelText(/^Notes/), "Sonner deux fois");
  spoilSession(true);
  await user.click(confirmButton());
  await expectPath("/login?returnUrl=/checkout");
  expect(await findToast("Connexion requise")).toHaveTextContent(
    "Vous devez être connecté pour finaliser votre commande",
  );
  const signIn = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  await fill(user, signIn.getByLabelText("Email"), known.email);
  await fill(user, signIn.getByLabelText("Mot de passe"), known.password);
  await user.click(signIn.getByRole("button", { name: "Se connecter" }));
  await expectPath("/checkout");
  expect(await screen.findByLabelText(/^Notes/)).toHaveValue("Sonner deux fois");
  await waitFor(() => expect(screen.queryByText("Chargement de votre profil...")).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Adresse").value).toMatch(/Patte d'Oie/);
  await user.click(confirmButton());
  await expectOneOrder(shop.sql, known);
});
