/**
 * Changes between the cart and the order: shown before the order is confirmed, and never ordered silently.
 */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { toCartLine } from "#tests/support/browser-storage.ts";
import { listOrders } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  expectOneOrder,
  expectPath,
  getAmounts,
  getConfirmButton,
  getOrderSummary,
  getTexts,
  openCheckout,
  readStoredCart,
} from "#tests/support/screens/checkout.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { findToast } from "#tests/support/screens/toasts.ts";

const getTotal = () => getAmounts("Votre commande").at(-1);

/** The alert above the button after a failed attempt. */
async function findProblem(): Promise<string | undefined> {
  return getTexts([await getOrderSummary().findByRole("alert")])[0];
}

const getLineText = ({ name }: { name: string }) =>
  getTexts(getOrderSummary().getAllByRole("listitem")).find((text) => text.includes(name));

test("a price that changed since the cart is told beside the button before the first try", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const { user } = await openCheckout(open, account, { ...toCartLine(drill, 2), price: 11_000 });
  expect(getTexts(await getOrderSummary().findAllByRole("status"))).toContain(
    "Votre panier a changé. Vérifiez les articles, puis confirmez.",
  );
  expect(getLineText(drill)).toContain(`Le prix a augmenté : ${formatXof(11_000)} → ${formatXof(12_500)}`);
  expect(getTotal()).toBe(formatXof(27_000));
  await shop.sql`update products set stock = 1 where id = ${drill.id}`;
  await user.click(getConfirmButton());
  await findProblem();
  expect(getOrderSummary().queryByText(/Votre panier a changé/)).toBeNull();
});

test.afterEach(async ({ errors }) => {
  await expectLoggedError(errors, /order: refused/);
  allowErrors(errors, /checkout: the profile was not updated/);
});

test("an increased price is shown, and ordered only after another confirmation", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  const { user } = await openCheckout(open, account, toCartLine(drill, 2));
  expect(getTotal()).toBe(formatXof(27_000));
  await shop.sql`update products set price = 13_000 where id = ${drill.id}`;
  await user.click(getConfirmButton());
  expect(await findProblem()).toBe(
    "Le total de votre commande a changé : il est maintenant de 28 000 XOF. Vérifiez, puis confirmez à nouveau.",
  );
  expect(getLineText(drill)).toContain(`Le prix a augmenté : ${formatXof(12_500)} → ${formatXof(13_000)}`);
  expect(getTotal()).toBe(formatXof(28_000));
  expect(await listOrders(shop.sql, account)).toEqual([]);
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(await listOrders(shop.sql, account)).toMatchObject([{ total_amount: 28_000 }]);
});

test("packets that hold another amount are shown, and ordered only after another confirmation", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const tiles = await createProduct(shop.sql, { price: 12_000 });
  const soldBy = { unit: "box", content_size: 1.44, content_unit: "square_metre" };
  await shop.sql`update products set ${shop.sql(soldBy)} where id = ${tiles.id}`;
  const { user } = await openCheckout(open, account, { ...toCartLine(tiles, 3), ...soldBy });
  await shop.sql`update products set content_size = 1.2 where id = ${tiles.id}`;
  await user.click(getConfirmButton());
  expect(await findProblem()).toMatch(/ne se vend plus par la même quantité/);
  expect(getLineText(tiles)).toMatch(/maintenant vendu par carton de 1,2\sm²\s: vous en avez 4 cartons/);
  expect(await listOrders(shop.sql, account)).toEqual([]);
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(await listOrders(shop.sql, account)).toMatchObject([{ total_amount: 50_000 }]);
});

test("an order beyond a limit is refused with the way to reach the shop, which may accept it", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const cement = await createProduct(shop.sql, { price: 6000, stock: 500 });
  const { user } = await openCheckout(open, account, toCartLine(cement, 120));
  await user.click(getConfirmButton());
  expect(await findProblem()).toBe(
    "Une commande compte au plus 100 pièces d'un article. Pour commander, appelez-nous au +226 25 30 11 22 ou écrivez-nous sur WhatsApp au +22670112233.",
  );
  expect(await listOrders(shop.sql, account)).toEqual([]);
  await shop.sql`update profiles set is_trusted = true where id = ${account.id}`;
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
});

test("a changed delivery fee is shown, and ordered only after another confirmation", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await openCheckout(
    open,
    account,
    toCartLine(await createProduct(shop.sql, { price: 10_000 })),
  );
  await shop.sql`update shop_settings set shipping_fee = 2500`;
  try {
    await user.click(getConfirmButton());
    expect(await findProblem()).toContain("il est maintenant de 12 500 XOF");
    expect(getTotal()).toBe(formatXof(12_500));
    await user.click(getConfirmButton());
    await expectOneOrder(shop.sql, account);
  } finally {
    await shop.sql`update shop_settings set shipping_fee = 2000`;
  }
  expect(await listOrders(shop.sql, account)).toMatchObject([{ total_amount: 12_500 }]);
});

test("a deleted product is named and left out", async ({ open, customer, shop }) => {
  const account = await customer();
  const [drill, gone] = [await createProduct(shop.sql), await createProduct(shop.sql)];
  const { user } = await openCheckout(open, account, toCartLine(drill), toCartLine(gone));
  await shop.sql`delete from products where id = ${gone.id}`;
  await user.click(getConfirmButton());
  expect(await findProblem()).toBe(
    "Un article de votre panier n'est plus en vente. Votre panier a été mis à jour.",
  );
  expect(getLineText(gone)).toContain("Ce produit n'est plus vendu");
  expect(readStoredCart()).toEqual([toCartLine(drill)]);
  expect(await listOrders(shop.sql, account)).toEqual([]);
});

test("a reduced stock limits the quantity, and a sold-out product is named and left out", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const short = await createProduct(shop.sql, { stock: 9 });
  const soldOut = await createProduct(shop.sql, { stock: 4 });
  const { user } = await openCheckout(open, account, toCartLine(short, 6), toCartLine(soldOut));
  await shop.sql`update products set stock = 0 where id = ${soldOut.id}`;
  await shop.sql`update products set stock = 2 where id = ${short.id}`;
  await user.click(getConfirmButton());
  const problem = await findProblem();
  expect(problem).toContain("Stock insuffisant");
  expect(problem).toContain(`${short.name} (2 en stock)`);
  expect(problem).toContain(`${soldOut.name} (épuisé)`);
  expect(getLineText(soldOut)).toContain("Ce produit est en rupture de stock");
  expect(getLineText(short)).toContain("Il n'en reste que 2 : la quantité a été ramenée de 6 à 2.");
  expect(readStoredCart()).toEqual([toCartLine({ ...short, stock: 2 }, 2)]);
  expect(await listOrders(shop.sql, account)).toEqual([]);

  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
  expect(await listOrders(shop.sql, account)).toMatchObject([{ items_count: 2 }]);
});

test("when the only product is deleted the cart says so instead of ordering nothing", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const gone = await createProduct(shop.sql);
  const { user } = await openCheckout(open, account, toCartLine(gone));
  await shop.sql`delete from products where id = ${gone.id}`;
  await user.click(getConfirmButton());
  await expectPath("/cart");
  await screen.findByText(/Ce produit n'est plus vendu\s: il a été retiré de votre panier\./);
  screen.getByRole("heading", { name: "Votre panier est vide" });
  expect(await listOrders(shop.sql, account)).toEqual([]);
});

/** Invalidates the stored access token and the refresh token. */
function invalidateSession(): void {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "{}");
  session.access_token = `${session.access_token.slice(0, -6)}AAAAAA`;
  session.refresh_token = "spoiled-token";
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

test("an ended session leads to the sign-in page and back, with everything that was typed", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const { user } = await openCheckout(open, account, toCartLine(await createProduct(shop.sql)));
  await fillField(user, screen.getByLabelText(/^Notes/), "Sonner deux fois");
  invalidateSession();
  await user.click(getConfirmButton());
  await expectPath("/login?returnUrl=/checkout");
  expect(await findToast("Connexion requise")).toHaveTextContent(
    "Vous devez être connecté pour finaliser votre commande",
  );
  const signIn = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  await fillField(user, signIn.getByLabelText("Email"), account.email);
  await fillField(user, signIn.getByLabelText("Mot de passe"), account.password);
  await user.click(signIn.getByRole("button", { name: "Se connecter" }));
  await expectPath("/checkout");
  expect(await screen.findByLabelText(/^Notes/)).toHaveValue("Sonner deux fois");
  await waitFor(() => expect(screen.queryByText("Chargement de votre profil...")).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>("Adresse").value).toMatch(/Patte d'Oie/);
  await user.click(getConfirmButton());
  await expectOneOrder(shop.sql, account);
});
