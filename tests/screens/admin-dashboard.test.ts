/** Admin dashboard: its figures, the latest orders, the pending tasks, and failed reads. */

import { createOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { expectUrl, findTitle } from "#tests/support/screens/admin-layout.ts";
import { clickButton } from "#tests/support/screens/admin-lists.ts";
import {
  allowErrors,
  expect,
  expectLoggedError,
  formatXof,
  getMain,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const DAY_MS = 24 * 3600 * 1000;
const REFRESH = "Actualiser les données";

const region = (name: string | RegExp) => within(screen.getByRole("region", { name }));
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

test("the figures are those of the shop and link to their lists, and so do the quick actions", async ({
  open,
  shop,
  administrator,
}) => {
  await open("/admin/dashboard", { as: await administrator() });
  await findTitle("Tableau de bord");
  const [real] = await shop.sql<Record<string, number>[]>`
    select (select count(*)::int from orders where status = 'pending') as pending,
      (select count(*)::int from products where stock < 5) as low,
      (select count(*)::int from orders) as orders, (select count(*)::int from products) as products,
      (select count(*)::int from categories) as categories,
      (select count(*)::int from technician_profiles) as technicians`;
  const [list] = await getMain().findAllByRole("list");
  const cards = list?.querySelectorAll("a") ?? [];
  expect([...cards].map((card) => [card.textContent, card.getAttribute("href")])).toEqual([
    [`Commandes en attente${real?.pending}`, "/admin/orders?status=pending"],
    [`Stock faible${real?.low}`, "/admin/products?sort=stock"],
    [`Commandes${real?.orders}`, "/admin/orders"],
    [`Produits${real?.products}`, "/admin/products"],
    [`Catégories${real?.categories}`, "/admin/categories"],
    [`Techniciens${real?.technicians}`, "/admin/technicians"],
  ]);
  const actions = region("Actions rapides").getAllByRole("link");
  expect(actions.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Ajouter un produit", "/admin/products/new"],
    ["Ajouter une catégorie", "/admin/categories/new"],
    ["Ajouter un technicien", "/admin/technicians/new"],
  ]);
});

test("a stock of 4 counts as low, 5 does not, and a refresh shows it", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open("/admin/dashboard", { as: await administrator() });
  const low = await screen.findByRole("link", { name: /^Stock faible/ });
  const [{ n = 0 } = {}] = await shop.sql<{ n: number }[]>`
    select count(*)::int as n from products where stock < 5`;
  expect(low).toHaveTextContent(`Stock faible${n}`);
  await createProduct(shop.sql, { stock: 5 });
  await createProduct(shop.sql, { stock: 4 });
  await clickButton(user, REFRESH);
  await waitFor(() => expect(low).toHaveTextContent(`Stock faible${n + 1}`));
  const least = region("Stock sous 5");
  expect(least.getAllByRole("listitem")).toHaveLength(5);
  expect(least.getByRole("link", { name: "Tout voir" })).toHaveAttribute(
    "href",
    "/admin/products?sort=stock",
  );
});

test("the latest five orders, newest first, with their status and their amount in XOF", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const account = await customer();
  const lines = [{ product: await createProduct(shop.sql, { price: 61_750, stock: 50 }), quantity: 1 }];
  const now = Date.now();
  const numbers: string[] = [];
  const statuses = ["completed", "processing", "pending", "cancelled", "completed", "pending"];
  for (const [age, status] of statuses.entries()) {
    const order = await createOrder(shop.sql, account, {
      lines,
      status,
      created_at: new Date(now - age).toISOString(),
      ...(status === "cancelled" ? { cancellation_reason: "Injoignable" } : {}),
    });
    numbers.push(order.number);
  }
  await shop.sql`update orders set credited_amount = 750 where number = ${numbers[0] ?? ""}`;
  await open("/admin/dashboard", { as: await administrator() });
  const table = await screen.findByRole("table", { name: "Les dernières commandes" });
  expect(texts(table.querySelectorAll("tbody th"))).toEqual(numbers.slice(0, 5));
  const badges = [...table.querySelectorAll(".badge")];
  const [green, blue, amber] = ["bg-success-soft", "bg-info-soft", "bg-warning-soft"];
  expect(badges.map((badge) => [badge.textContent, /bg-\S+/.exec(badge.className)?.[0]])).toEqual([
    ["Terminée", green],
    ["En cours", blue],
    ["En attente", amber],
    ["Annulée", amber],
    ["Terminée", green],
  ]);
  const first = table.querySelector("tbody tr");
  expect(first).toHaveTextContent("Fatou Sawadogo");
  expect(first).toHaveTextContent(formatXof(63_000));
  expect(first).toHaveTextContent(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  expect(first).not.toHaveTextContent("€");
});

test("orders are counted by status, each linking to its list", async ({ open, shop, administrator }) => {
  const real = await shop.sql<{ status: string; orders: number; amount: number }[]>`
    select status, count(*)::int as orders, sum(total_amount - credited_amount)::int as amount from orders group by status`;
  await open("/admin/dashboard", { as: await administrator() });
  const table = await screen.findByRole("table", { name: "Commandes par statut" });
  const rows = [...table.querySelectorAll("tbody tr")];
  expect(rows).toHaveLength(4);
  for (const [index, [status, label]] of [
    ["pending", "En attente"],
    ["processing", "En cours"],
    ["completed", "Terminée"],
    ["cancelled", "Annulée"],
  ].entries()) {
    const { orders, amount } = real.find((row) => row.status === status) ?? { orders: 0, amount: 0 };
    expect(rows[index]).toHaveTextContent(`${label}${orders}${formatXof(amount)}`);
    expect(rows[index]?.querySelector("a")).toHaveAttribute("href", `/admin/orders?status=${status}`);
  }
});

test("sales by day are read by the arrow keys and listed in a table, for the period in the URL", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const account = await customer();
  const wanted = await createProduct(shop.sql, { price: 61_750, stock: 5000 });
  const sell = (age: number, quantity: number, values = {}) =>
    createOrder(shop.sql, account, {
      lines: [{ product: wanted, quantity }],
      created_at: new Date(Date.now() - age * DAY_MS).toISOString(),
      ...values,
    });
  await sell(3, 900);
  await sell(60, 901);
  await sell(3, 5, { status: "cancelled", cancellation_reason: "Injoignable" });
  const [real] = await shop.sql<{ orders: number; amount: number; sum: number }[]>`
    select count(*)::int as orders, sum(total_amount - credited_amount)::int as amount,
      (select sum(total_amount - credited_amount)::int from orders where status <> 'cancelled' and created_at >= current_date - 6) as sum
    from orders where status <> 'cancelled' and created_at::date = current_date - 3`;
  if (!real) throw new Error("no orders");
  const { user, router } = await open("/admin/dashboard?days=7", { as: await administrator() });
  const slider = await screen.findByRole("slider", { name: "Jour" });
  expect(screen.getByRole("region", { name: "Ventes par jour" })).toHaveTextContent(formatXof(real.sum));
  expect(slider).toHaveAttribute("aria-valuenow", "7");
  slider.focus();
  await user.keyboard("{Home}");
  expect(slider).toHaveAttribute("aria-valuenow", "1");
  await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  const words = `${real.orders} ${real.orders > 1 ? "commandes" : "commande"}, ${formatXof(real.amount)}`;
  expect(slider.getAttribute("aria-valuetext")?.replace(/\s/g, " ")).toContain(`: ${words}`);
  // The bars of a chart with that day as its maximum are as high as its figure.
  const heights = [...slider.querySelectorAll("rect[rx]")].map((bar) => Number(bar.getAttribute("height")));
  expect(heights).toHaveLength(7);
  expect(Math.max(...heights)).toBe(heights[3]);
  const rows = [...screen.getByRole("table", { name: "Ventes par jour" }).querySelectorAll("tbody tr")];
  expect(rows).toHaveLength(7);
  expect(rows[3]).toHaveTextContent(formatXof(real.amount));

  const [best] = region("Meilleures ventes sur 7 jours").getAllByRole("link");
  expect(best).toHaveTextContent(`${wanted.name}900 pièces`);
  expect(best).toHaveAttribute("href", `/admin/products/edit/${wanted.id}`);
  const period = within(screen.getByRole("navigation", { name: "Période" }));
  await user.click(period.getByRole("link", { name: "90 jours" }));
  await expectUrl(router, "/admin/dashboard?days=90");
  expect(await screen.findByRole("region", { name: "Meilleures ventes sur 90 jours" })).toHaveTextContent(
    /1\s80[1-9]\spièces/,
  );
  expect(period.getByRole("link", { name: "90 jours" })).toHaveAttribute("aria-current", "true");
  await router.navigate("/admin/dashboard?days=nimporte");
  await waitFor(() => expect(screen.getByRole("slider")).toHaveAttribute("aria-valuemax", "30"));
});

test("any period can be chosen, and is compared with the days before it", async ({
  open,
  shop,
  customer,
  administrator,
}) => {
  const account = await customer();
  const product = await createProduct(shop.sql, { price: 8000, stock: 5000 });
  await shop.sql`update products set unit = 'metre', step_size = 0.5 where id = ${product.id}`;
  const sell = (day: string, quantity: number) =>
    createOrder(shop.sql, account, {
      lines: [{ product, quantity }],
      created_at: `${day}T10:00:00Z`,
    });
  const day = (age: number) => new Date(Date.now() - age * DAY_MS).toISOString().slice(0, 10);
  // Days without other orders, whose total is that of these.
  const [first, last] = [day(301), day(300)];
  await shop.sql`delete from orders where created_at >= ${day(304)}::date and created_at < ${day(299)}::date`;
  const before = await sell(day(302), 10);
  await sell(first, 10);
  const after = await sell(last, 20);
  const { router } = await open(`/admin/dashboard?from=${first}&to=${last}`, { as: await administrator() });
  const sales = await screen.findByRole("region", { name: "Ventes par jour" });
  expect(await screen.findByLabelText("Du")).toHaveValue(first.split("-").reverse().join("/"));
  const total = before.total_amount + after.total_amount;
  const change = Math.round(((total - before.total_amount) / before.total_amount) * 100);
  const text = sales.textContent.replace(/\s/g, " ");
  expect(text).toContain(`Montant${formatXof(total)}+${change} %`);
  expect(text).toContain(`Comparé aux 2 jours d'avant : ${formatXof(before.total_amount)}, 1 commande.`);
  expect(region(/^Meilleures ventes du /).getByRole("link")).toHaveTextContent(/15\sm/);
  await router.navigate("/admin/dashboard?days=1");
  await screen.findByRole("region", { name: "Meilleures ventes aujourd'hui" });
  await router.navigate("/admin/dashboard?days=365");
  await waitFor(() => expect(screen.getByRole("slider")).toHaveAttribute("aria-valuemax", "365"));
});

test("a failed read is reported, leaves the rest, and can be retried", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const RECENT = /\/rest\/v1\/orders\?.*customer_name/;
  const restores = [shop.network.fail(/\/rpc\/dashboard_counts/), shop.network.fail(RECENT)];
  const { user } = await open("/admin/dashboard", { as: await administrator() });
  await findTitle("Tableau de bord");
  const alerts = () => getMain().queryAllByRole("alert");
  await waitFor(() => expect(alerts()).toHaveLength(2));
  const [figures, orders] = alerts();
  expect(figures).toHaveTextContent("Impossible de charger les chiffres");
  expect(orders).toHaveTextContent("Impossible de charger les commandes");
  expect(region("Stock sous 5").getAllByRole("listitem")).toHaveLength(5);
  for (const restore of restores) restore();
  const release = shop.network.hold(RECENT);
  const retry = getMain().getAllByRole("button", { name: "Réessayer" })[0];
  if (!retry) throw new Error("no other try");
  await user.click(retry);
  await waitFor(() => expect(retry).toHaveAttribute("aria-busy", "true"));
  release();
  await waitFor(() => expect(alerts()).toHaveLength(0));
  expect(screen.getByRole("link", { name: /^Produits\s*\d/ })).toBeVisible();
  expect(screen.getByRole("table", { name: "Les dernières commandes" })).toBeVisible();
  await expectLoggedError(errors, /load dashboard counts/);
  await expectLoggedError(errors, /load recent orders/);
});

test("a shop without sales says so, and every failed part is read again with all others", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { network } = shop;
  const fill = [
    network.respond(/\/rpc\/sales_by_day/, () =>
      Response.json([{ day: "2026-11-21", orders: 0, amount: 0 }]),
    ),
    network.respond(/\/rpc\/(best_sellers|low_stock_products)/, () => Response.json([])),
  ];
  const { user } = await open("/admin/dashboard", { as: await administrator() });
  expect(await screen.findAllByText("Aucune vente pendant cette période.")).toHaveLength(2);
  expect(screen.getByText("Aucun produit n'est sous le seuil.")).toBeVisible();
  for (const undo of fill) undo();
  // The rights are asked anew, too; without an answer the screen keeps those that it knows.
  const restore = network.fail(/\/rpc\/(?!get_admin_access|my_rights)/);
  await clickButton(user, REFRESH);
  const alerts = () => getMain().queryAllByRole("alert");
  await waitFor(() => expect(alerts()).toHaveLength(5));
  for (const [index, failure] of [
    "Impossible de charger les chiffres",
    "Impossible de charger les ventes",
    "Impossible de charger les meilleures ventes",
    "Impossible de charger les statuts",
    "Impossible de charger les produits",
  ].entries()) {
    expect(alerts()[index]).toHaveTextContent(failure);
  }
  restore();
  await clickButton(user, REFRESH);
  await waitFor(() => expect(alerts()).toHaveLength(0));
  expect(screen.getByRole("slider", { name: "Jour" })).toBeVisible();
  allowErrors(errors, /load |the pending counts could not be loaded/);
});
