/** The customer's orders: the list, the details, ordering again, and access to other customers' orders. */
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectOrders, ORDERS_PATH, ORDERS_URL, queryOrders } from "#tests/support/screens/account.ts";
import { expectPath, getTexts, readStoredCart } from "#tests/support/screens/checkout.ts";
import { expect, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const findDialog = async (number: string) =>
  within(await screen.findByRole("dialog", { name: `Commande ${number}` }));

test("without orders the tab says so and links to the products", async ({ open, customer }) => {
  const { user } = await open(ORDERS_PATH, { as: await customer() });
  await screen.findByRole("heading", { name: "Aucune commande pour le moment" });
  await user.click(screen.getByRole("link", { name: "Découvrir nos produits" }));
  await expectPath("/products");
});

test("orders are listed newest first and ten at a time, each once", async ({ open, shop, customer }) => {
  const account = await customer();
  const screw = await createProduct(shop.sql, { price: 500, stock: 40 });
  const placed: string[] = [];
  // Several orders of the same moment are around the end of the first page.
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 10]) {
    const created_at = `2026-08-${String(30 - day).padStart(2, "0")}T10:00:00.123456Z`;
    const { number } = await createOrder(shop.sql, account, {
      lines: [{ product: screw, quantity: 1 }],
      created_at,
    });
    placed.push(number);
  }
  const { user } = await open(ORDERS_PATH, { as: account });
  await expectOrders(10);
  screen.getByText("10 commandes affichées");
  const more = screen.getByRole("button", { name: "Voir plus" });
  more.focus();
  await user.keyboard("{Enter}");
  await expectOrders(13);
  expect(more).not.toBeInTheDocument();
  const eleventh = queryOrders()[10];
  await waitFor(() => expect(eleventh?.querySelector("a")).toHaveFocus());
  const shown = queryOrders().map((order) => within(order).getByRole("heading").textContent);
  expect(shown.slice(0, 8)).toEqual(placed.slice(0, 8));
  expect(shown.at(-1)).toBe(placed.at(-1));
  expect(shown.toSorted()).toEqual(placed.toSorted());
});

test("an order shows its number, the beginning of its id, date, items, total and status", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const screw = await createProduct(shop.sql, { price: 12_500, stock: 40 });
  const expected = [
    ["pending", "En attente"],
    ["processing", "En cours"],
    ["completed", "Livré"],
    ["cancelled", "Annulé"],
  ] as const;
  const placed: { id: string; number: string }[] = [];
  for (const [index, [status]] of expected.entries()) {
    const order = await createOrder(shop.sql, account, {
      lines: [{ product: screw, quantity: 2 }],
      status,
      created_at: `2026-08-0${9 - index}T23:30:00Z`,
      ...(status === "cancelled" && { cancellation_reason: "Adresse introuvable" }),
    });
    placed.push(order);
  }
  await open(ORDERS_PATH, { as: account });
  await expectOrders(4);
  for (const [index, [, label]] of expected.entries()) {
    const order = queryOrders()[index];
    expect(order).toHaveTextContent(placed[index]?.number ?? "no order");
    expect(order).toHaveTextContent(`${9 - index} août 2026 · n° ${placed[index]?.id.slice(0, 8)}`);
    expect(order).toHaveTextContent("2 articles");
    expect(order).toHaveTextContent("27 000 XOF");
    expect(order).toHaveTextContent(label);
  }
});

test("an order tells what happened to it, without what is the shop's own", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql), quantity: 1 }];
  const { id, number } = await createOrder(shop.sql, account, { lines });
  for (const [kind, data, hours] of [
    ["called", '{"outcome": "no_answer"}', 3],
    ["called", '{"outcome": "confirmed"}', 2],
    ["note", '{"text": "Client pressé"}', 2],
    ["prepared", "{}", 1],
  ] as const) {
    await shop.sql`
      insert into order_events (id, order_id, kind, at, data)
      values (gen_random_uuid(), ${id}, ${kind}, now() - ${hours} * interval '1 hour', ${data}::text::jsonb)`;
  }
  await open(`${ORDERS_PATH}&commande=${id}`, { as: account });
  const steps = within((await findDialog(number)).getByRole("list", { name: "Suivi de la commande" }));
  await waitFor(() =>
    expect(steps.getAllByRole("listitem").map((step) => step.querySelector("span")?.textContent)).toEqual([
      "Passée",
      "Confirmée",
      "Préparée",
    ]),
  );
});

test("an unknown status is shown as it is, in the color of a pending one", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql), quantity: 1 }];
  for (const _ of ["strange", "pending"]) await createOrder(shop.sql, account, { lines });
  shop.network.respond(ORDERS_URL, async (_request, forward) => {
    const [first, ...others]: object[] = await (await forward()).json();
    return Response.json([{ ...first, status: "on-the-road" }, ...others]);
  });
  await open(ORDERS_PATH, { as: account });
  const badge = await screen.findByText("on-the-road");
  expect(badge.className).toBe(screen.getByText("En attente").className);
});

test("an order that is not over leads to its page, where it can be cancelled", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql), quantity: 1 }];
  const order = await createOrder(shop.sql, account, { lines });
  const { user } = await open(`${ORDERS_PATH}&commande=${order.id}`, { as: account });
  await user.click(await screen.findByRole("link", { name: "Suivre ou annuler" }));
  await screen.findByRole("button", { name: "Annuler la commande" });
});

test("the orders of the profile's e-mail are requested, newest first", async ({ open, shop, customer }) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql), quantity: 1 }];
  await createOrder(shop.sql, account, { lines });
  const former = await createOrder(shop.sql, account, { lines });
  await shop.sql`update orders set customer_email = 'autrefois@exemple.bf' where id = ${former.id}`;
  await shop.sql`update profiles set email = 'autrefois@exemple.bf' where id = ${account.id}`;
  await open(ORDERS_PATH, { as: account });
  await waitFor(() =>
    expect(queryOrders().map((order) => within(order).getByRole("heading").textContent)).toEqual([
      former.number,
    ]),
  );
  const [request] = shop.network.listRequests(/\/rest\/v1\/orders\?.*autrefois/);
  const { searchParams } = new URL(request?.url ?? "");
  expect(searchParams.get("order")).toBe("created_at.desc,id.asc");
  expect(searchParams.get("limit")).toBe("11");
});

test("the details of an order are complete, in each documented format of its address", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const [drill, screw] = [
    await createProduct(shop.sql, { name: "Perceuse à colonne", price: 45_000 }),
    await createProduct(shop.sql, { price: 500 }),
  ];
  const order = await createOrder(shop.sql, account, {
    lines: [
      { product: drill, quantity: 1 },
      { product: screw, quantity: 4 },
    ],
    status: "cancelled",
    cancellation_reason: "Vous avez demandé l'annulation par téléphone.",
    notes: "Appeler avant\nde venir",
    created_at: "2026-08-01T10:00:00Z",
  });
  const { user } = await open(ORDERS_PATH, { as: account });
  await user.click(await screen.findByRole("link", { name: `Détails de la commande ${order.number}` }));
  await expectPath(`${ORDERS_PATH}&commande=${order.id}`);
  const dialog = await screen.findByRole("dialog", { name: `Commande ${order.number}` });
  expect(dialog).toHaveTextContent(`Passée le 1er août 2026 · n° ${order.id.slice(0, 8)}`);
  expect(dialog).toHaveTextContent("Annulé");
  expect(dialog).toHaveTextContent("Vous avez demandé l'annulation par téléphone.");
  const lines = within(within(dialog).getByRole("list", { name: "Articles" })).getAllByRole("listitem");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toHaveTextContent(/Perceuse à colonne.*45 000 XOF/);
  expect(lines[1]).toHaveTextContent(/4 × 500 XOF\s?2 000 XOF/);
  const definitions = () => getTexts(within(screen.getByRole("dialog")).getAllByRole("definition"));
  expect(definitions()).toEqual([
    "47 000 XOF",
    "2 000 XOF",
    "49 000 XOF",
    "Fatou SawadogoPatte d'Oie, portail bleuOuagadougou+226 76 54 32 10",
    "Paiement à la livraison",
    "Appeler avant de venir",
  ]);

  const address = {
    street: "Rue 15.42",
    city: "Ouagadougou",
    state: "Kadiogo",
    postalCode: "01 BP 12",
    country: "Burkina Faso",
  };
  await shop.sql`update orders set shipping_address = ${shop.sql.json(address)} where id = ${order.id}`;
  await open(`${ORDERS_PATH}&commande=${order.id}`);
  await findDialog(order.number);
  expect(definitions()).toContain(
    "Fatou SawadogoRue 15.4201 BP 12 OuagadougouKadiogoBurkina Faso+226 76 54 32 10",
  );
});

test("what was given back and what was paid is told below the total", async ({ open, shop, customer }) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql, { price: 10_000 }), quantity: 3 }];
  const { id, number } = await createOrder(shop.sql, account, { lines });
  await shop.sql`insert into cash_movements (from_account, to_account, amount, order_id) values ('order', 'drawer', 32000, ${id})`;
  await shop.sql`update orders set credited_amount = 10000 where id = ${id}`;
  await open(`${ORDERS_PATH}&commande=${id}`, { as: account });
  await findDialog(number);
  expect(screen.getByRole("dialog")).toHaveTextContent(
    "Total32 000 XOFRefusé ou rendu−10 000 XOFPayé32 000 XOFNous vous devons10 000 XOF",
  );
  expect(queryOrders()[0]).toHaveTextContent("22 000 XOF");
});

test("a dialog opened by a link closes to the list, and an unknown order in the URL opens none", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const order = await createOrder(shop.sql, account, {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
  });
  const { user } = await open(`${ORDERS_PATH}&commande=${order.id}`, { as: account });
  const dialog = await findDialog(order.number);
  await user.click(dialog.getByRole("button", { name: "Fermer" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expectPath(ORDERS_PATH);
  await open(`${ORDERS_PATH}&commande=nonsense`);
  await expectOrders(1);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an order is added to the cart again, at today's prices and as far as there is stock", async ({
  open,
  shop,
  customer,
}) => {
  const account = await customer();
  const { sql } = shop;
  const [drill, screw, glue, saw] = [
    await createProduct(sql, { name: "Perceuse", price: 45_000 }),
    await createProduct(sql, { name: "Vis", price: 500 }),
    await createProduct(sql, { name: "Colle" }),
    await createProduct(sql, { name: "Scie" }),
  ];
  const order = await createOrder(sql, account, {
    lines: [drill, screw, glue, saw].map((product) => ({ product, quantity: 3 })),
  });
  await sql`update products set price = 48000 where id = ${drill.id}`;
  await sql`update products set stock = 2 where id = ${screw.id}`;
  await sql`update products set stock = 0 where id = ${glue.id}`;
  const { user } = await open(`${ORDERS_PATH}&commande=${order.id}`, {
    as: account,
    storage: toCartEntry(toCartLine(saw)),
  });
  await user.click(await screen.findByRole("button", { name: "Commander à nouveau" }));
  await expectPath("/cart");
  await waitFor(() =>
    expect(getToasts()[0]).toHaveTextContent(
      "Articles remis au panierLes prix sont ceux d'aujourd'hui. Plus en vente : Colle. Quantité réduite au stock : Vis.",
    ),
  );
  expect(readStoredCart()).toEqual([
    expect.objectContaining({ id: saw.id, quantity: 1, price: 12_500 }),
    expect.objectContaining({ id: drill.id, quantity: 3, price: 48_000 }),
    expect.objectContaining({ id: screw.id, quantity: 2, price: 500 }),
  ]);

  await sql`update products set stock = 0 where id = any (${[drill.id, screw.id, saw.id]})`;
  const again = await open(`${ORDERS_PATH}&commande=${order.id}`);
  const dialog = await findDialog(order.number);
  await again.user.click(dialog.getByRole("button", { name: "Commander à nouveau" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent(
    /^Les articles de cette commande ne sont plus en vente.$/,
  );
});

test("nobody reads another customer's order, and a URL without an order says so", async ({
  open,
  shop,
  customer,
}) => {
  const [owner, other] = [await customer(), await customer()];
  const order = await createOrder(shop.sql, owner, {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
  });
  await open(`/account/orders/${order.id}`);
  await expectPath(`/login?returnUrl=/account/orders/${order.id}`);
  const { user } = await open(`/account/orders/${order.id}`, { as: other });
  await screen.findByRole("heading", { level: 1, name: "Commande introuvable" });
  expect(screen.getByRole("main")).not.toHaveTextContent(order.number);
  await user.click(screen.getByRole("link", { name: "Voir mes commandes" }));
  await expectPath(ORDERS_PATH);
  await open("/account/orders/nonsense");
  await screen.findByRole("heading", { level: 1, name: "Commande introuvable" });
  expect(getToasts()).toHaveLength(0);
});
