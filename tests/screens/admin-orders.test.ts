/** Admin orders: a row and its details, the filters of the list, and the delivery slip. */
import { vi } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl } from "#tests/support/screens/admin-layout.ts";
import { clickButton, findRow, queryRows } from "#tests/support/screens/admin-lists.ts";
import { findPanel, getCompleteButton, getToggle, toPanelName } from "#tests/support/screens/admin-orders.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  formatXof,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { createUniqueWord } from "#tests/support/unique-word.ts";

const LIST = "/admin/orders";

/** The text of an element with single plain spaces. */
const getPlainText = (element: Element | null | undefined) => element?.textContent.replace(/\s+/g, " ") ?? "";

/** The rows of the orders, without the collapsed details below them. */
const orderRows = () => queryRows().filter((row) => row.querySelector("th"));

async function expectOrders(...numbers: string[]): Promise<void> {
  await waitFor(() => {
    expect(orderRows(), `${window.location.search} ${document.body.textContent?.slice(-900)}`).toHaveLength(
      numbers.length,
    );
    for (const [index, number] of numbers.entries()) expect(orderRows()[index]).toHaveTextContent(number);
  });
}

const expectCount = (count: number) => waitFor(() => expect(orderRows()).toHaveLength(count));

/** Values that the shop itself never writes: its own products have one format. */
const setOrderOptions = (sql: Sql, { id }: { id: string }, options: Record<string, string | number>) => sql`
  update orders set payment_info = jsonb_set(payment_info, '{items,0,options}', ${sql.json(options)})
  where id = ${id}`;

test("an order is one row, which expands to all details", async ({ open, shop, customer, administrator }) => {
  const buyer = await customer();
  const products = [];
  for (const price of [12_500, 500, 700, 900, 1_100]) {
    products.push(await createProduct(shop.sql, { price, stock: 40 }));
  }
  const order = await createOrder(shop.sql, buyer, {
    lines: products.map((product, index) => ({ product, quantity: index === 0 ? 2 : 1 })),
    notes: "Portail bleu, appeler en arrivant",
  });
  await setOrderOptions(shop.sql, order, { Couleur: "bleu", Mandrin: 13 });
  const { user } = await open(`${LIST}?search=${order.number}`, { as: await administrator() });
  // A search with one result expands it.
  const panel = within(await findPanel(order));
  await screen.findByText(/^1 commande$/);
  const row = findRow(order.number);
  for (const text of [
    order.id.slice(0, 8),
    "Fatou Sawadogo",
    "+2 autres produits",
    formatXof(order.total_amount),
    "PENDING",
  ]) {
    expect(getPlainText(row)).toContain(text);
  }
  expect(getPlainText(row)).not.toContain(order.id.slice(0, 9));
  const images = within(row ?? document.body).getAllByRole("img");
  expect(images.map((image) => image.getAttribute("alt"))).toEqual(
    products.slice(0, 3).map(({ name }) => name),
  );
  expect(getCompleteButton(order)).toHaveTextContent("Terminer");

  const [line] = within(panel.getByRole("list", { name: "Articles" })).getAllByRole("listitem");
  expect(getPlainText(line)).toContain(formatXof(25_000));
  expect(getPlainText(line)).toContain("Couleur : bleu, Mandrin : 13");
  panel.getByText("Patte d'Oie, portail bleu");
  panel.getByText("Portail bleu, appeler en arrivant");
  panel.getByText("Paiement à la livraison");
  expect(panel.getByRole("link", { name: "+226 76 54 32 10" })).toHaveAttribute("href", "tel:+22676543210");
  expect(panel.getByRole("link", { name: /^WhatsApp/ }).getAttribute("href")).toMatch(
    new RegExp(`^https://wa\\.me/22676543210\\?text=.*${order.number}`),
  );
  expect(panel.getByText("Commande passée").closest("li")).toHaveTextContent("par Fatou Sawadogo");
  await user.click(getToggle(order));
  expect(screen.queryByRole("region", { name: toPanelName(order) })).toBeNull();
  expect(getToggle(order)).toHaveAttribute("aria-expanded", "false");
});

test("each status is shown in capitals and in its color, and none is «N/A»", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const buyer = await customer();
  const screw = await createProduct(shop.sql, { stock: 40 });
  const name = `Tons ${createUniqueWord()}`;
  const shown = [
    ["pending", "PENDING", "bg-warning-soft"],
    ["en_attente", "EN_ATTENTE", "bg-warning-soft"],
    ["processing", "PROCESSING", "bg-info-soft"],
    ["en_cours", "EN_COURS", "bg-info-soft"],
    ["completed", "COMPLETED", "bg-success-soft"],
    ["terminée", "TERMINÉE", "bg-success-soft"],
    ["cancelled", "CANCELLED", "bg-danger-soft"],
    ["annulée", "ANNULÉE", "bg-danger-soft"],
    ["on-the-road", "ON-THE-ROAD", "bg-surface-muted"],
    [null, "N/A", "bg-surface-muted"],
  ] as const;
  const given = new Map<string, string | null>();
  for (const [status] of shown) {
    const { id } = await createOrder(shop.sql, buyer, { lines: [{ product: screw, quantity: 1 }] });
    given.set(id, status);
  }
  await shop.sql`update orders set customer_name = ${name} where user_id = ${buyer.id}`;
  // The database accepts only four of these statuses, so the response is changed.
  shop.network.respond(/orders\?.*select=(\*|%2A)/, async (_request, forward) => {
    const response = await forward();
    const found: { id: string }[] = await response.json();
    const rows = found.map((row) => ({ ...row, status: given.get(row.id) }));
    const { status, headers } = response;
    return Response.json(rows, { status, headers: { "content-range": headers.get("content-range") ?? "" } });
  });
  await open(`${LIST}?search=${encodeURIComponent(name)}`, { as: await administrator() });
  await expectCount(10);
  for (const [, label, tone] of shown) expect(screen.getByText(label)).toHaveClass(tone);
});

test("orders are searched by number, name and phone, filtered by status and days, and paged, newest first", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const buyer = await customer();
  const screw = await createProduct(shop.sql, { stock: 90 });
  const lines = [{ product: screw, quantity: 1 }];
  const uniqueWord = createUniqueWord();
  const orders = [];
  for (let n = 0; n < 27; n += 1) {
    const created_at = new Date(Date.UTC(2026, 2, 10, 12) - n * 86_400_000).toISOString();
    orders.push(
      await createOrder(shop.sql, buyer, { lines, created_at, ...(n === 3 && { status: "processing" }) }),
    );
  }
  await shop.sql`update orders set customer_name = ${`Zénabou ${uniqueWord}`} where user_id = ${buyer.id}`;
  const [newest, second, third, fourth] = orders;
  if (!newest || !second || !third || !fourth) throw new Error("There are no orders.");
  await shop.sql`update orders set customer_phone = '+22651020304' where id = ${second.id}`;
  const account = await administrator();
  const { user, router } = await open(LIST, { as: account });
  const search = await screen.findByRole("searchbox", { name: "Rechercher une commande" });
  await fillField(user, search, `zenabou ${uniqueWord}`);
  await screen.findByText(/^27 commandes$/);
  await expectCount(25);
  expect(orderRows()[0]).toHaveTextContent(newest.number);
  expect(orderRows()[1]).toHaveTextContent(second.number);
  await user.click(screen.getByRole("link", { name: "Suivant" }));
  await expectCount(2);
  expect(router.state.location.search).toContain("page=2");
  const status = screen.getByLabelText("Statut");
  status.focus();
  await user.selectOptions(status, "En cours");
  await expectOrders(fourth.number);
  expect(status).toHaveFocus();
  expect(router.state.location.search).toMatch(/[?&]status=processing(&|$)/);
  expect(router.state.location.search).not.toContain("page=");
  await user.selectOptions(status, "Tous les statuts");
  await user.type(screen.getByLabelText("Du"), "07/03/2026");
  await user.type(screen.getByLabelText("Au"), "9.3.26{Enter}");
  await expectOrders(second.number, third.number, fourth.number);

  const again = await open(window.location.pathname + window.location.search);
  await expectOrders(second.number, third.number, fourth.number);
  expect(screen.getByLabelText("Du")).toHaveValue("07/03/2026");
  expect(window.location.search).toMatch(/from=2026-03-07&to=2026-03-09/);
  await again.user.click(screen.getByRole("link", { name: "Effacer" }));
  await expectUrl(again.router, LIST);
  const field = screen.getByRole("searchbox", { name: "Rechercher une commande" });
  for (const [text, found] of [
    [newest.number, newest.number],
    ["51 02 03 04", second.number],
    [newest.number.slice(4), newest.number],
  ] as const) {
    await fillField(again.user, field, text);
    await waitFor(() =>
      expect(again.router.state.location.search).toContain(encodeURI(text).replaceAll("%20", "+")),
    );
    await expectOrders(found);
  }
  await fillField(again.user, field, "z");
  await screen.findByText("Saisissez au moins deux lettres pour chercher.");
  await fillField(again.user, field, "zzqqxx");
  await screen.findByText("Aucune commande ne correspond à ces critères.");
  const last = await open(`${LIST}?search=${uniqueWord}&page=99`);
  expect(await screen.findByRole("navigation", { name: "Pages" })).toHaveTextContent("26 à 27");
  await waitFor(() => expect(last.router.state.location.search).toContain("page=2"));
});

test("the delivery slip has what the courier needs, and says when nothing is to be delivered any more", async ({
  open,
  shop,
  customer,
  administrator,
  errors,
}) => {
  const drill = await createProduct(shop.sql, { price: 12_500 });
  await shop.sql`update products set reference = 'PER-750' where id = ${drill.id}`;
  const order = await createOrder(shop.sql, await customer(), {
    lines: [{ product: drill, quantity: 2 }],
    notes: "En face de la pharmacie",
  });
  await setOrderOptions(shop.sql, order, { Couleur: "bleu" });
  const [settings] = await shop.sql<{ shop_name: string; phone: string }[]>`
    select shop_name, phone from shop_settings`;
  const restore = shop.network.fail(/\/rest\/v1\/orders\?/);
  const address = `${LIST}/${order.id}/slip`;
  const account = await administrator();
  const { user } = await open(address, { as: account });
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("Impossible de charger la commande");
  expect(screen.getByRole("link", { name: "La commande" })).toHaveAttribute("href", `${LIST}/${order.id}`);
  restore();
  // The paper names the shop: it is not printed with another's name.
  const restoreSettings = shop.network.fail(/\/rest\/v1\/shop_settings\?/);
  await clickButton(user, "Réessayer", failed);
  await waitFor(() =>
    expect(screen.getByRole("alert")).toHaveTextContent(
      "Impossible de charger les coordonnées de la boutique",
    ),
  );
  await expectLoggedError(errors, /load shop settings/);
  expect(screen.queryByRole("article")).toBeNull();
  restoreSettings();
  await clickButton(user, "Réessayer");
  const slip = await screen.findByRole("article", { name: "Bon de livraison" });
  for (const text of [
    order.number,
    order.id.slice(0, 8),
    settings?.shop_name ?? "no settings",
    settings?.phone ?? "no settings",
    "Fatou Sawadogo",
    "Patte d'Oie, portail bleu",
    "+226 76 54 32 10",
    "En face de la pharmacie",
    "À encaisser en espèces",
    formatXof(order.total_amount),
    "Signature du client",
    "Réf. PER-750",
  ]) {
    expect(getPlainText(slip)).toContain(text);
  }
  within(slip).getByRole("img", { name: `Code-barres ${order.number}` });
  const line = within(slip)
    .getAllByRole("row")
    .find((row) => row.textContent.includes(drill.name));
  expect(line?.querySelector("td")?.textContent).toBe("2");
  expect(getPlainText(line)).toContain(formatXof(25_000));
  expect(getPlainText(line)).toContain("Couleur : bleu");
  await expectLoggedError(errors, /load order/);

  await shop.sql`
    insert into cash_movements (from_account, to_account, amount, order_id)
    values ('order', 'drawer', 5000, ${order.id})`;
  await open(address);
  await waitFor(() =>
    expect(getPlainText(screen.getByRole("article"))).toContain(
      `Déjà payé−${formatXof(5000)}À encaisser en espèces${formatXof(order.total_amount - 5000)}`,
    ),
  );
  await shop.sql`update orders set status = 'completed' where id = ${order.id}`;
  await open(address);
  await screen.findByText("Cette commande est terminée : il n'y a plus rien à livrer.");
  expect(screen.getByRole("article")).toHaveTextContent("Payée/terminée");
  expect(screen.getByRole("article")).not.toHaveTextContent("À encaisser");
  await open(`${LIST}/none/slip`);
  await screen.findByRole("heading", { name: "Commande introuvable" });
});

test("the slip of a cancelled order is marked, and collects nothing", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const order = await createOrder(shop.sql, await customer(), {
    lines: [{ product: await createProduct(shop.sql), quantity: 1 }],
    status: "cancelled",
    cancellation_reason: "Client injoignable",
  });
  await open(`${LIST}/${order.id}/slip`, { as: await administrator() });
  const slip = await screen.findByRole("article", { name: "Bon de livraison" });
  expect(slip).toHaveTextContent("ANNULÉE");
  expect(slip).not.toHaveTextContent("À encaisser");
});

test("the orders of one customer, and the export of what is listed", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const buyer = await customer();
  const product = await createProduct(shop.sql, { stock: 40 });
  const lines = [{ product, quantity: 2 }];
  const order = await createOrder(shop.sql, buyer, { lines, created_at: "2026-02-03T10:00:00Z" });
  await createOrder(shop.sql, buyer, { lines, created_at: "2026-02-04T10:00:00Z", status: "processing" });
  await createOrder(shop.sql, await customer(), { lines, created_at: "2026-02-03T11:00:00Z" });
  const { user } = await open(`${LIST}?customer=${buyer.id}&from=2026-02-03&to=2026-02-03`, {
    as: await administrator(),
  });
  await expectOrders(order.number);
  await screen.findByText(/^1 commande$/);
  const saved: Blob[] = [];
  const createUrl = vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return "blob:orders";
  });
  await clickButton(user, /^Exporter/);
  await waitFor(() => expect(saved).toHaveLength(1));
  createUrl.mockRestore();
  const [header, row, ...more] = (await saved[0]?.text())?.trim().split("\r\n") ?? [];
  expect(header).toContain("Numéro;Date;Statut;Client");
  expect(row).toContain(`${order.number};03/02/2026 10:00;En attente;`);
  expect(row).toContain(`2 × ${product.name}`);
  expect(more).toEqual([]);
});
