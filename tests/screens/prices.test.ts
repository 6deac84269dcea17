/** Prices by quantity, promo codes and the prices of professionals, as customers and staff see them. */
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { listOrders } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  getAmounts,
  getConfirmButton,
  openCheckout,
  readStoredCart,
} from "#tests/support/screens/checkout.ts";
import {
  expect,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const getTotal = () => getAmounts("Votre commande").at(-1);

test("the product page shows the prices by quantity, and the cart what is missing to the next", async ({
  open,
  shop,
}) => {
  const cement = await createProduct(shop.sql, { price: 5000, stock: 100 });
  await shop.sql`
    insert into price_breaks (product_id, minimum_quantity, price) values (${cement.id}, 10, 4500)`;
  await open(`/product/${cement.slug}`);
  const steps = await screen.findByRole("list", { name: "Prix par quantité" });
  expect(steps).toHaveTextContent(/dès 10\s: 4\s500\sXOF/);
  const { user } = await open("/cart", { storage: toCartEntry(toCartLine(cement, 9)) });
  await screen.findByText(/Dès 10\s: 4\s500\sXOF, encore 1/);
  await user.click(screen.getByRole("button", { name: `Augmenter la quantité de ${cement.name}` }));
  await waitFor(() => expect(getAmounts("Récapitulatif")[0]).toBe(formatXof(45_000)));
  expect(readStoredCart()).toMatchObject([{ price_steps: [{ minimum_quantity: 10, price: 4500 }] }]);
});

test("a calculator names the price of its quantity, and what a field does not accept", async ({
  open,
  shop,
}) => {
  const [category] = await shop.sql<{ id: string }[]>`
    insert into categories (name, slug, calculators)
    values ('Agglos', 'agglos', '[{"kind": "blocks", "word": "agglo", "waste": 0, "rate": 10}]') returning id`;
  const block = await createProduct(shop.sql, { name: "Agglo creux de 15", price: 325, stock: 2000 });
  await shop.sql`update products set category_id = ${category?.id ?? ""} where id = ${block.id}`;
  await shop.sql`
    insert into price_breaks (product_id, minimum_quantity, price) values (${block.id}, 200, 310)`;
  const { user } = await open(`/product/${block.slug}`);
  await user.click(await screen.findByRole("button", { name: "Calculer la quantité" }));
  const length = await screen.findByLabelText("Longueur (m)");
  await user.type(length, "99999");
  await screen.findByText(/^Au plus 10\s000$/);
  expect(length).toBeInvalid();
  await user.clear(length);
  await user.type(length, "abc");
  await screen.findByText("Un nombre de plus de 0");
  await user.clear(length);
  await user.type(length, "99999999999");
  await screen.findByText(/^Au plus 10\s000$/);
  await user.clear(length);
  await user.type(length, "10 m");
  const height = screen.getByLabelText("Hauteur (m)");
  await user.type(height, "150 cm");
  await screen.findByRole("button", { name: /^Ajouter 150/ });
  await user.clear(height);
  await user.type(height, "2m50");
  await screen.findByText(new RegExp(`: ${formatXof(250 * 310).replaceAll(/\s/g, "\\s")}$`));
  await user.click(screen.getByRole("button", { name: /^Ajouter 250/ }));
  await waitFor(() => expect(readStoredCart()).toMatchObject([{ id: block.id, quantity: 250 }]));
});

test("a calculator keeps what was typed when another variant is chosen", async ({ open, shop }) => {
  const [category] = await shop.sql<{ id: string }[]>`
    insert into categories (name, slug, calculators)
    values ('Carreaux', 'carreaux', '[{"kind": "blocks", "word": "agglo", "waste": 0, "rate": 10}]') returning id`;
  const block = await createProduct(shop.sql, { name: "Agglo plein" });
  await shop.sql`update products set category_id = ${category?.id ?? ""} where id = ${block.id}`;
  await shop.sql`insert into product_options (product_id, position, name, choices) values (${block.id}, 1, 'Taille', '{15,20}')`;
  await shop.sql`
    insert into product_variants (product_id, position, choices, price, stock)
    values (${block.id}, 1, '{15}', 300, 500), (${block.id}, 2, '{20}', 400, 500)`;
  const { user } = await open(`/product/${block.slug}`);
  await user.click(await screen.findByRole("button", { name: "Calculer la quantité" }));
  await user.type(await screen.findByLabelText("Longueur (m)"), "10");
  await user.type(screen.getByLabelText("Hauteur (m)"), "2");
  await user.click(screen.getByRole("radio", { name: /^20/ }));
  await screen.findByText(new RegExp(`: ${formatXof(200 * 400).replaceAll(/\s/g, "\\s")}$`));
  expect(screen.getByLabelText("Longueur (m)")).toHaveValue("10");
});

test("a promo code is entered, refused beside its field, applied and ordered, and staff see it", async ({
  open,
  customer,
  administrator,
  shop,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  await shop.sql`insert into promo_codes (code, kind, amount) values ('RENTREE26', 'amount', 1500)`;
  const { user } = await openCheckout(open, account, toCartLine(drill, 1));
  const field = () => screen.getByLabelText(/Code promo/);
  await user.type(field(), "inconnu");
  await user.click(screen.getByRole("button", { name: "Appliquer" }));
  await screen.findByText("Ce code n'existe pas");
  expect(field()).toBeInvalid();
  await waitFor(() => expect(field()).toHaveFocus());
  await user.clear(field());
  // Who confirms without «Appliquer» gets the code applied, and sees the new total before ordering.
  await user.type(field(), "rentree26");
  await user.click(getConfirmButton());
  await screen.findByText(/^Un code promo restait à appliquer/);
  await screen.findByText("RENTREE26");
  expect(await listOrders(shop.sql, account)).toEqual([]);
  expect(getTotal()).toBe(formatXof(13_000));
  await user.click(getConfirmButton());
  await waitFor(async () => {
    const orders = await listOrders(shop.sql, account);
    expect(orders).toMatchObject([{ total_amount: 13_000 }]);
  });
  const [order] = await listOrders(shop.sql, account);
  await open(`/admin/orders/${order?.id}`, { as: await administrator() });
  expect(await screen.findByText("Remise (Code RENTREE26)")).toBeVisible();
  await screen.findByText(`−${formatXof(1500)}`);
});

test("a promo code that was entered is still applied after a look at the cart, until it is removed", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const drill = await createProduct(shop.sql, { price: 12_500 });
  await shop.sql`insert into promo_codes (code, kind, amount) values ('RETOUR26', 'amount', 1500)`;
  const { user } = await openCheckout(open, account, toCartLine(drill, 1));
  await user.type(screen.getByLabelText(/Code promo/), "retour26{Enter}");
  await screen.findByText("RETOUR26");
  await waitFor(() => expect(screen.getByRole("button", { name: "Retirer le code" })).toHaveFocus());
  await open("/cart");
  await open("/checkout");
  await screen.findByText("RETOUR26");
  expect(getTotal()).toBe(formatXof(13_000));
  await user.click(screen.getByRole("button", { name: "Retirer le code" }));
  await waitFor(() => expect(screen.getByLabelText(/Code promo/)).toHaveFocus());
  await open("/cart");
  await open("/checkout");
  await waitFor(() => expect(getTotal()).toBe(formatXof(14_500)));
  expect(screen.getByLabelText(/Code promo/)).toHaveValue("");
});

test("a customer reads what became of the prices of professionals that they had", async ({
  open,
  customer,
  shop,
}) => {
  const account = await customer();
  const [list] = await shop.sql<{ id: string }[]>`
    insert into price_lists (name, percent) values ('Artisans', 10) returning id`;
  const id = list?.id ?? "";
  await shop.sql`
    insert into price_list_members (user_id, state, list_id, trade, decided_at)
    values (${account.id}, 'granted', ${id}, 'Maçon', now())`;
  await open("/account", { as: account });
  await screen.findByText(/^Vous avez les prix professionnels \(Maçon\)/);
  await shop.sql`update price_lists set is_active = false where id = ${id}`;
  await open("/account", { as: account });
  await screen.findByText(/^La boutique a suspendu vos prix professionnels/);
  await shop.sql`
    update price_list_members set state = 'withdrawn', list_id = null, reason = 'Sans commande'
    where user_id = ${account.id}`;
  await open("/account", { as: account });
  await screen.findByText(/^Vous n'avez plus les prix professionnels\s: Sans commande$/);
});

test("a professional asks for their prices with their trade", async ({ open, customer, shop }) => {
  const account = await customer();
  const { user } = await open("/account", { as: account });
  const panel = within(await screen.findByRole("region", { name: "Prix professionnels" }));
  const send = () => user.click(panel.getByRole("button", { name: "Demander les prix professionnels" }));
  await panel.findByLabelText("Votre métier");
  await send();
  await panel.findByText("Indiquez votre métier");
  await user.type(panel.getByLabelText("Votre métier"), "Maçon à Kaya");
  await send();
  await panel.findByText(/Votre demande est enregistrée \(Maçon à Kaya\)/);
  const members = await shop.sql`select state, trade from price_list_members where user_id = ${account.id}`;
  expect(members).toMatchObject([{ state: "requested", trade: "Maçon à Kaya" }]);
});
