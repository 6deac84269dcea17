/** Orders that staff enter, keep as drafts, change and split. */
import { randomUUID } from "node:crypto";
import type { UserEvent } from "@testing-library/user-event";
import { addDays, getToday } from "#app/lib/format/days.ts";
import { createCustomer } from "#tests/support/accounts.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { clickButton, expectRows } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";

const NEW_PATH = "/admin/orders/new";

async function addProductByCode(user: UserEvent, reference: string) {
  // What a scanner does: the code, then Enter before any list has come.
  await user.type(screen.getByLabelText("Ajouter un article"), `${reference}{Enter}`);
  await screen.findByText(/ ajouté\.$/);
}

async function fillCustomer(user: UserEvent, name: string) {
  await fillField(user, await screen.findByLabelText("Téléphone"), "70 44 55 66");
  await fillField(user, screen.getByLabelText("Nom"), name);
  await fillField(user, screen.getByLabelText("Ville"), "Ouagadougou");
  await fillField(user, screen.getByLabelText("Adresse"), "Pissy, portail bleu");
}

async function createReference(shop: Shop, price: number, stock = 10) {
  const reference = `REF-${randomUUID().slice(0, 8)}`;
  return { reference, product: await createProduct(shop.sql, { price, stock, reference }) };
}

const findOrders = (shop: Shop, name: string) =>
  shop.sql<
    {
      id: string;
      total_amount: number;
      discount_amount: number;
      source: string;
      stage: string;
      delivery_day: string;
    }[]
  >`select id, total_amount, discount_amount, source, stage, delivery_day::text from public.orders where customer_name = ${name}`;

test("a call becomes an order, and what is wrong stands beside its field", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { reference, product } = await createReference(shop, 7000);
  const { user } = await open(NEW_PATH, { as: await administrator("Vente", "sales") });
  await screen.findByText("Aucun article pour le moment.");
  await clickButton(user, "Passer la commande");
  await waitFor(() =>
    expect(screen.getByLabelText("Ajouter un article")).toHaveAccessibleDescription(/au moins un article/),
  );
  await addProductByCode(user, reference);
  expect(screen.getByLabelText("Ajouter un article")).not.toHaveAccessibleDescription(/au moins un article/);
  expect(screen.queryByRole("alert")).toBeNull();
  await addProductByCode(user, reference);
  expect(screen.getByLabelText(`Quantité de ${product.name}`)).toHaveValue("2");
  await clickButton(user, "Passer la commande");
  await waitFor(() => expect(screen.getByLabelText("Téléphone")).toHaveAccessibleDescription(/invalide/));
  expect(screen.getByLabelText("Téléphone")).toHaveFocus();
  expect(screen.getByLabelText("Nom")).toHaveAccessibleDescription(/requis/);
  await fillCustomer(user, "Moussa Appel");
  await fillField(user, screen.getByLabelText("Remise sur le tout (XOF) (facultatif)"), "2 000");
  await screen.findByText(/Votre rôle : 10 % au plus, soit 1\s600\s*XOF/);
  await fillField(user, screen.getByLabelText(/^Motif de la remise/), "Fidélité");
  await clickButton(user, "Passer la commande");
  await waitFor(() =>
    expect(screen.getByLabelText("Remise sur le tout (XOF) (facultatif)")).toHaveAccessibleDescription(
      /10 % au plus/,
    ),
  );
  await expectLoggedError(errors, /the order could not be saved/);
  await fillField(user, screen.getByLabelText("Remise sur le tout (XOF) (facultatif)"), "1 000");
  await waitFor(() =>
    expect(screen.getByText("Total", { selector: "dt" }).nextSibling).toHaveTextContent(/15\s000\s*XOF/),
  );
  const day = screen.getByLabelText("Jour de livraison (facultatif)");
  await fillField(user, day, "31/02");
  await clickButton(user, "Passer la commande");
  await waitFor(() => expect(day).toHaveFocus());
  expect(day).toHaveAccessibleDescription(/Date inconnue/);
  await expectLoggedError(errors, /the order could not be saved/);
  // Without a year the next such day is meant.
  const [_, month = "", dayOfMonth = ""] = addDays(getToday(), 300).split("-");
  await fillField(user, day, `${dayOfMonth}.${month}`);
  await clickButton(user, "Passer la commande");
  await screen.findByRole("heading", { name: /^Commande ORD-\d+ passée$/ });
  const chat = screen.getByRole("link", { name: "Le dire sur WhatsApp" }).getAttribute("href") ?? "";
  expect(decodeURIComponent(chat)).toMatch(
    new RegExp(
      `wa\\.me/22670445566\\?text=Bonjour Moussa Appel.*livraison le ${dayOfMonth}/${month}.*15 000`,
    ),
  );
  expect([...(await findOrders(shop, "Moussa Appel"))]).toMatchObject([
    {
      total_amount: 15_000,
      discount_amount: 1000,
      source: "phone",
      stage: "confirmed",
      delivery_day: addDays(getToday(), 300),
    },
  ]);
});

test("what is typed is cleared only when that is confirmed", async ({ open, administrator }) => {
  const { user } = await open(NEW_PATH, { as: await administrator("Vente", "sales") });
  await fillCustomer(user, "Moussa Effacé");
  await clickButton(user, "Tout effacer");
  await clickButton(user, "Annuler");
  expect(screen.getByLabelText("Nom")).toHaveValue("Moussa Effacé");
  await clickButton(user, "Tout effacer");
  await clickButton(user, "Effacer");
  expect(screen.getByLabelText("Nom")).toHaveValue("");
});

test("a number shows its account, its orders and its address", async ({ open, shop, administrator }) => {
  const { reference, product } = await createReference(shop, 4000);
  const customer = await createCustomer(shop.sql);
  await shop.sql`update public.profiles set first_name = 'Fatoumata', phone = '+226 76 54 32 10' where id = ${customer.id}`;
  const { number, id } = await createOrder(shop.sql, customer, { lines: [{ product, quantity: 1 }] });
  await shop.sql.begin(async (tx) => {
    for (const kind of ["prepared", "on_road", "refused"]) {
      const event = { id: randomUUID(), order_id: id, kind, data: { reason: "Absente" } };
      await tx`select * from private.record_order_event(${tx.json(event)})`;
    }
  });
  const { user } = await open(NEW_PATH, { as: await administrator() });
  await fillField(user, await screen.findByLabelText("Téléphone"), "76543210");
  await screen.findByText(number);
  expect(screen.getByText("1 commande refusée")).toBeVisible();
  await clickButton(user, /^Commander pour Fatoumata/);
  // Another number has another account: this one is chosen again.
  await fillField(user, screen.getByLabelText("Téléphone"), "78 00 11 22");
  await screen.findByText(/^Nouveau numéro/);
  await fillField(user, screen.getByLabelText("Téléphone"), "76543210");
  await clickButton(user, /^Commander pour Fatoumata/);
  await clickButton(user, /^Livrer à : Patte d'Oie/);
  expect(screen.getByLabelText("Ville")).toHaveValue("Ouagadougou");
  await fillField(user, screen.getByLabelText("Nom"), "Fatou Compte");
  await addProductByCode(user, reference);
  await clickButton(user, "Passer la commande");
  await screen.findByRole("heading", { name: /passée$/ });
  const [order] = await shop.sql`select user_id from public.orders where customer_name = 'Fatou Compte'`;
  expect(order).toEqual({ user_id: customer.id });
});

test("a customer with a price list is told, and pays, their own prices", async ({
  open,
  shop,
  administrator,
}) => {
  const { reference, product } = await createReference(shop, 4000);
  const customer = await createCustomer(shop.sql);
  await shop.sql`update public.profiles set first_name = 'Rasmata', phone = '+226 76 00 77 88' where id = ${customer.id}`;
  await shop.sql`
    with list as (insert into public.price_lists (name, percent) values ('Chantiers', 10) returning id)
    insert into public.price_list_members (user_id, state, list_id, trade, decided_at)
    select ${customer.id}, 'granted', id, 'Maçonne', now() from list`;
  const { user } = await open(NEW_PATH, { as: await administrator("Vente", "sales") });
  await fillCustomer(user, "Rasmata Zongo");
  await fillField(user, screen.getByLabelText("Téléphone"), "76007788");
  expect(await screen.findByText("Prix « Chantiers »")).toBeVisible();
  await clickButton(user, /^Commander pour Rasmata/);
  await addProductByCode(user, reference);
  await waitFor(() =>
    expect(screen.getByText("Total", { selector: "dt" }).nextSibling).toHaveTextContent(/5\s600\s*XOF/),
  );
  const line = screen.getByLabelText(`Quantité de ${product.name}`).closest("li");
  expect(line).toHaveTextContent(/3\s600\s*XOF/);
  await clickButton(user, "Passer la commande");
  await screen.findByRole("heading", { name: /^Commande ORD-\d+ passée$/ });
});

test("a failed network loses nothing, and what is sent twice counts once", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { reference } = await createReference(shop, 3000);
  const { user } = await open(NEW_PATH, { as: await administrator() });
  await fillCustomer(user, "Moussa Réseau");
  await addProductByCode(user, reference);
  await waitFor(() =>
    expect(screen.getByText("Total", { selector: "dt" }).nextSibling).toHaveTextContent(/5\s000/),
  );
  // The order arrives, and its answer is lost.
  const restore = shop.network.respond(/place_staff_order/, async (_request, forward) => {
    await forward();
    throw new TypeError("Failed to fetch");
  });
  await clickButton(user, "Passer la commande");
  await screen.findByText(/Rien n'est perdu/);
  await expectLoggedError(errors, /the order could not be saved/);
  expect(screen.getByLabelText("Nom")).toHaveValue("Moussa Réseau");
  restore();
  await clickButton(user, "Passer la commande");
  await screen.findByRole("heading", { name: /passée$/ });
  expect(await findOrders(shop, "Moussa Réseau")).toHaveLength(1);
});

test("a draft is kept for the team, continued, and gone once it is placed", async ({
  open,
  shop,
  administrator,
}) => {
  const { reference, product } = await createReference(shop, 9000);
  const { user } = await open(NEW_PATH, { as: await administrator("Vente", "sales") });
  await fillField(user, await screen.findByLabelText("Nom"), "Moussa Brouillon");
  await user.click(screen.getByLabelText("Comptoir"));
  await addProductByCode(user, reference);
  await clickButton(user, /^Brouillon/);
  await expectNewestToast("Brouillon enregistré");

  const other = await open("/admin/orders/drafts", { as: await administrator("Gérant", "manager") });
  await expectRows("Moussa Brouillon");
  await other.user.click(await screen.findByRole("link", { name: "Moussa Brouillon" }));
  await screen.findByDisplayValue("Moussa Brouillon");
  expect(screen.getByLabelText(`Quantité de ${product.name}`)).toHaveValue("1");
  expect(screen.getByLabelText("Emporté")).toBeChecked();
  await fillField(other.user, screen.getByLabelText("Téléphone"), "70 44 55 66");
  await clickButton(other.user, "Passer la commande");
  await screen.findByRole("heading", { name: /passée$/ });
  expect([...(await findOrders(shop, "Moussa Brouillon"))]).toMatchObject([
    { total_amount: 9000, source: "counter" },
  ]);
  expect(await shop.sql`select from public.order_drafts`).toHaveLength(0);
});

test("a draft whose product is gone says which", async ({ open, shop, administrator, errors }) => {
  const [gone, sold] = [await createReference(shop, 4000), await createReference(shop, 3000)];
  const { user } = await open(NEW_PATH, { as: await administrator("Vente", "sales") });
  await fillCustomer(user, "Salif Ancien");
  for (const { reference } of [gone, sold]) await addProductByCode(user, reference);
  await shop.sql`delete from public.products where id = ${gone.product.id}`;
  await fillField(user, screen.getByLabelText(`Quantité de ${sold.product.name}`), "2");
  const mark = await screen.findByText("N'est plus en vente : retirez-le");
  await expectLoggedError(errors, /the order could not be computed/);
  expect(mark.closest("li")).toHaveTextContent(gone.product.name);
  await clickButton(user, `Retirer ${gone.product.name}`);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: `Retirer ${sold.product.name}` })).toHaveFocus(),
  );
  await waitFor(() =>
    expect(screen.getByText("Total", { selector: "dt" }).nextSibling).toHaveTextContent(/8\s000\s*XOF/),
  );
  await clickButton(user, `Retirer ${sold.product.name}`);
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test("an order is changed, and the customer is to be told and given back", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { product } = await createReference(shop, 6000);
  const customer = await createCustomer(shop.sql);
  const { id, number } = await createOrder(shop.sql, customer, { lines: [{ product, quantity: 3 }] });
  await shop.sql`
    insert into public.cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 20000, ${id})`;
  await shop.sql`update public.orders set shipping_address = shipping_address || '{"latitude": 12.3, "longitude": -1.5}' where id = ${id}`;
  const { user } = await open(`/admin/orders?search=${number}`, { as: await administrator() });
  await user.click(await screen.findByRole("link", { name: "Modifier" }));
  const quantity = await screen.findByLabelText(`Quantité de ${product.name}`);
  expect(await screen.findByRole("button", { name: "Enregistrer les changements" })).toBeDisabled();
  await fillField(user, quantity, "11");
  await screen.findByText("10 en stock");
  await clickButton(user, "Enregistrer les changements");
  await screen.findByText(/Stock insuffisant/);
  await expectLoggedError(errors, /the order could not be saved/);
  await fillField(user, quantity, "1");
  await waitFor(() =>
    expect(screen.getByText("Total", { selector: "dt" }).nextSibling).toHaveTextContent(/8\s000/),
  );
  await clickButton(user, "Enregistrer les changements");
  await screen.findByRole("heading", { name: `Commande ${number} modifiée` });
  expect(screen.getByText("À rembourser", { selector: "dt" }).nextSibling).toHaveTextContent(/12\s000\s*XOF/);
  const [stored] = await shop.sql`
    select total_amount, shipping_address ->> 'latitude' as latitude from public.orders where id = ${id}`;
  expect(stored).toEqual({ total_amount: 8000, latitude: "12.3" });
});

test("what somebody else changed meanwhile is not overwritten", async ({ open, shop, administrator }) => {
  const { product } = await createReference(shop, 6000);
  const { id } = await createOrder(shop.sql, await createCustomer(shop.sql), {
    lines: [{ product, quantity: 1 }],
  });
  // Its pick-up point was deleted since, and is still where it is fetched.
  await shop.sql`update public.orders set pickup_point_name = 'Dépôt de Zogona', shipping_address = '{}' where id = ${id}`;
  const { user } = await open(`/admin/orders/${id}/edit`, { as: await administrator() });
  await fillField(user, await screen.findByLabelText("Notes (facultatif)"), "Après 15 h");
  expect(screen.getByLabelText("Retrait : Dépôt de Zogona")).toBeChecked();
  const changeElsewhere = (name: string, stage = "confirmed") =>
    shop.sql`update public.orders set updated_at = clock_timestamp(), customer_name = ${name}, stage = ${stage} where id = ${id}`;
  await changeElsewhere("Awa Sanou");
  await clickButton(user, "Enregistrer les changements");
  const notice = await screen.findByText(/modifiée entre-temps.*Rien n'a été remplacé/);
  expect(notice.parentElement).toHaveTextContent(/Étape :Confirmée.*Client :Awa Sanou, /);
  expect(screen.getByLabelText("Notes (facultatif)")).toHaveValue("Après 15 h");
  await clickButton(user, "Prendre leurs valeurs");
  expect(screen.getByLabelText("Notes (facultatif)")).toHaveValue("");
  expect(screen.getByLabelText("Nom")).toHaveValue("Awa Sanou");

  await fillField(user, screen.getByLabelText("Notes (facultatif)"), "Sonner deux fois");
  await changeElsewhere("Awa Zongo");
  await clickButton(user, "Enregistrer les changements");
  await clickButton(user, "Garder les miennes");
  await clickButton(user, "Enregistrer les changements");
  await screen.findByRole("heading", { name: /modifiée$/ });
  const [stored] = await shop.sql`select customer_name, notes from public.orders where id = ${id}`;
  expect(stored).toEqual({ customer_name: "Awa Sanou", notes: "Sonner deux fois" });
});

test("an order that went on the road while it was changed leads to the order", async ({
  open,
  shop,
  administrator,
}) => {
  const { product } = await createReference(shop, 6000);
  const { id } = await createOrder(shop.sql, await createCustomer(shop.sql), {
    lines: [{ product, quantity: 1 }],
    status: "processing",
  });
  const { user } = await open(`/admin/orders/${id}/edit`, { as: await administrator() });
  await fillField(user, await screen.findByLabelText("Notes (facultatif)"), "Après 15 h");
  await shop.sql`update public.orders set updated_at = clock_timestamp(), stage = 'on_road' where id = ${id}`;
  await clickButton(user, "Enregistrer les changements");
  await screen.findByText(/entre-temps.* : En route\. Elle ne se modifie plus/);
  expect(screen.getByRole("link", { name: "Voir la commande" })).toHaveAttribute(
    "href",
    `/admin/orders/${id}`,
  );
  expect(screen.getByRole("button", { name: "Enregistrer les changements" })).toBeDisabled();
});

test("an order is delivered in two, and both totals are shown", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { product } = await createReference(shop, 2500);
  const { product: other } = await createReference(shop, 1000);
  const { id, number } = await createOrder(shop.sql, await createCustomer(shop.sql), {
    lines: [
      { product, quantity: 4 },
      { product: other, quantity: 1 },
    ],
  });
  // The zone of its place is served on Tuesdays.
  await shop.sql`update public.orders set shipping_address = shipping_address || '{"city": "Boromo"}' where id = ${id}`;
  await shop.sql`
    with zone as (insert into public.delivery_zones (name, days) values ('Boromo', '{2}') returning id),
      fee as (insert into public.delivery_fees (zone_id, fee) select id, 3000 from zone)
    insert into public.delivery_places (zone_id, town) select id, 'Boromo' from zone`;
  const { user } = await open(`/admin/orders/${id}/split`, { as: await administrator() });
  const pieces = await screen.findByLabelText(`${product.name}, quantité à livrer plus tard`);
  await fillField(user, pieces, "5");
  await clickButton(user, "Séparer la commande");
  await screen.findAllByText("Les articles à livrer plus tard sont invalides");
  await expectLoggedError(errors, /the order could not be saved/);
  await fillField(user, pieces, "3");
  await shop.sql`update public.orders set updated_at = clock_timestamp() where id = ${id}`;
  await clickButton(user, "Séparer la commande");
  await screen.findByText(/modifiée entre-temps.*Voici ses articles maintenant/);
  await expectLoggedError(errors, /the order could not be saved/);
  expect(screen.getByText("Plus tard", { selector: "dt" }).nextSibling).toHaveTextContent(/7\s500\s*XOF/);
  const day = await screen.findByRole("combobox", { name: "Jour de la seconde livraison (facultatif)" });
  const [soonest, ...days] = within(day).getAllByRole("option");
  expect(soonest).toHaveTextContent("Dès que possible");
  for (const option of days) expect(option).toHaveTextContent(/^mardi /);
  await user.selectOptions(day, days[0]?.textContent ?? "");
  await clickButton(user, "Séparer la commande");
  await screen.findByRole("heading", { name: `Commande ${number} séparée` });
  const totals = await shop.sql`
    select total_amount from public.orders where id = ${id} or split_from_id = ${id} order by total_amount`;
  expect([...totals]).toEqual([{ total_amount: 5500 }, { total_amount: 7500 }]);
});

test("an order on the road, and a role without the right, change nothing", async ({
  open,
  shop,
  administrator,
}) => {
  const { product } = await createReference(shop, 2500);
  const { id } = await createOrder(shop.sql, await createCustomer(shop.sql), {
    lines: [{ product, quantity: 1 }],
    status: "processing",
  });
  await open(`/admin/orders/${id}/edit`, { as: await administrator("Stock", "stock") });
  await screen.findByRole("heading", { name: "Cet écran n'est pas ouvert à votre rôle" });
  await shop.sql`update public.orders set stage = 'on_road' where id = ${id}`;
  await open(`/admin/orders/${id}/split`, { as: await administrator() });
  await screen.findByText(/est en route, livrée ou annulée/);
});

test("an owner sets what a role may take off, and nobody else sees the fields", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open("/admin/users/administrators", { as: await administrator() });
  const field = await screen.findByLabelText("Vente (% au plus)");
  await fillField(user, field, "101");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/de 0 à 100/));
  await fillField(user, field, "15");
  await clickButton(user, "Enregistrer la limite : Vente");
  await expectNewestToast("Limite enregistrée");
  expect([
    ...(await shop.sql`select maximum_percent from public.discount_limits where role = 'sales'`),
  ]).toEqual([{ maximum_percent: 15 }]);
  await shop.sql`update public.discount_limits set maximum_percent = 10 where role = 'sales'`;
  await open("/admin/users/administrators", { as: await administrator("Gérant", "manager") });
  await screen.findByText(/^Seul un propriétaire/);
  expect(screen.queryByLabelText("Vente (% au plus)")).toBeNull();
});
