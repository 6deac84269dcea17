/** The dashboard: its figures, what just happened, what is to be done, and what it says when it cannot be read. */
import { orderFor } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, press, reach } from "../support/keyboard.ts";
import {
  expect,
  expectLogged,
  expectScreen,
  forgive,
  francs,
  hold,
  openOffice,
  test,
} from "../support/office.ts";

const COUNTS = /\/rest\/v1\/rpc\/dashboard_counts/;
const RECENT = /\/rest\/v1\/orders\?.*customer_name/;

test("the figures are those of the shop, with its own threshold, and lead to their lists", async ({
  page,
  shop,
  administrator,
}) => {
  await openOffice(page, shop, await administrator());
  const cards = page.getByRole("main").getByRole("list").first().getByRole("link");
  const [real] = await shop.sql<Record<string, number>[]>`
    select (select count(*)::int from orders where status = 'pending') as pending,
      (select count(*)::int from products where stock < 5) as low,
      (select count(*)::int from orders) as orders, (select count(*)::int from products) as products,
      (select count(*)::int from categories) as categories,
      (select count(*)::int from technician_profiles) as technicians`;
  await expect(cards).toHaveText([
    `Commandes en attente${real?.pending}`,
    `Stock faible${real?.low}`,
    `Commandes${real?.orders}`,
    `Produits${real?.products}`,
    `Catégories${real?.categories}`,
    `Techniciens${real?.technicians}`,
  ]);
  for (const [name, path] of [
    [/^Commandes en attente/, "/admin/orders?status=pending"],
    [/^Produits/, "/admin/products"],
    [/^Catégories/, "/admin/categories"],
    [/^Techniciens/, "/admin/technicians"],
  ] as const) {
    await expect(cards.filter({ hasText: name })).toHaveAttribute("href", path);
  }
});

test("4 pieces left count as low, 5 do not, and the refresh shows it", async ({
  page,
  shop,
  goods,
  administrator,
}) => {
  await openOffice(page, shop, await administrator());
  const low = page.getByRole("link", { name: /^Stock faible/ });
  const [{ n = 0 } = {}] = await shop.sql<
    { n: number }[]
  >`select count(*)::int as n from products where stock < 5`;
  await expect(low).toHaveText(`Stock faible${n}`);
  await goods({ stock: 5 });
  await goods({ stock: 4 });
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  await expect(low).toHaveText(`Stock faible${n + 1}`);
  const least = page.getByRole("region", { name: "Stock sous 5" });
  await expect(least.getByRole("listitem")).toHaveCount(5);
  await expect(least.getByRole("link", { name: "Tout voir" })).toHaveAttribute("href", /\/admin\/products/);
});

test("the latest five orders, newest first, with their status in its colour and their amount in XOF", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const lines = [{ goods: await goods({ price: 61_750, stock: 50 }), quantity: 1 }];
  const now = Date.now();
  const made = [];
  for (const [age, status] of [
    "completed",
    "processing",
    "pending",
    "cancelled",
    "completed",
    "pending",
  ].entries()) {
    made.push({
      ...(await orderFor(shop, known, {
        lines,
        status,
        created_at: new Date(now - age).toISOString(),
        ...(status === "cancelled" ? { cancellation_reason: "Injoignable" } : {}),
      })),
      status,
    });
  }
  await openOffice(page, shop, await administrator());
  const table = page.getByRole("table", { name: "Les dernières commandes" });
  const rows = table.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await expect(rows).toHaveCount(5);
  await expect(rows.getByRole("rowheader")).toHaveText(made.slice(0, 5).map(({ number }) => number));
  await expect(rows.first()).toContainText("Fatou Sawadogo");
  await expect(rows.first()).toContainText(francs(63_750));
  await expect(rows.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(rows.first()).not.toContainText("€");
  const hidden = await table.evaluate(({ parentElement: box }) =>
    box ? box.scrollWidth - box.clientWidth : 1,
  );
  expect(hidden).toBeLessThanOrEqual(0);
  const colours = await rows
    .locator(".badge")
    .evaluateAll((badges) =>
      badges.map((badge) => [badge.textContent, getComputedStyle(badge).backgroundColor]),
    );
  const [green, blue, amber] = ["rgb(227, 242, 233)", "rgb(228, 236, 249)", "rgb(253, 240, 207)"];
  expect(colours).toEqual([
    ["Terminée", green],
    ["En cours", blue],
    ["En attente", amber],
    ["Annulée", amber],
    ["Terminée", green],
  ]);
});

test("quick actions lead to the forms", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator());
  const actions = page.getByRole("region", { name: "Actions rapides" }).getByRole("link");
  await expect(actions).toHaveText(["Ajouter un produit", "Ajouter une catégorie", "Ajouter un technicien"]);
  const addresses = await actions.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(addresses).toEqual(["/admin/products/new", "/admin/categories/new", "/admin/technicians/new"]);
});

test("what cannot be read says so, leaves the rest, and is read again", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const refuse = { status: 500, json: { message: "panne" } };
  await page.route(COUNTS, (route) => route.fulfill(refuse));
  await page.route(RECENT, (route) => route.fulfill(refuse));
  await openOffice(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  const alerts = page.getByRole("main").getByRole("alert");
  await expect(alerts).toContainText([
    "Impossible de charger les chiffres",
    "Impossible de charger les commandes",
  ]);
  await expect(page.getByRole("region", { name: "Stock sous 5" }).getByRole("listitem")).toHaveCount(5);
  await page.unroute(COUNTS);
  await page.unroute(RECENT);
  const again = await hold(page, RECENT);
  await alerts.first().getByRole("button", { name: "Réessayer" }).click();
  await expect(alerts.first().getByRole("button", { name: "Réessayer" })).toBeDisabled();
  await again.release();
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Produits \d/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Les dernières commandes" })).toBeVisible();
  await expectLogged(pageErrors, /load dashboard counts/);
  await expectLogged(pageErrors, /load recent orders/);
  forgive(pageErrors, /status of 500/);
});

test("sales by day are drawn, told by the arrow keys and listed in a table, for the period in the address", async ({
  page,
  shop,
  goods,
  customer,
  administrator,
}) => {
  const known = await customer();
  const wanted = await goods({ price: 61_750, stock: 5000 });
  const DAY_MS = 24 * 3600 * 1000;
  const made = (age: number, quantity: number, values: Partial<Parameters<typeof orderFor>[2]> = {}) =>
    orderFor(shop, known, {
      lines: [{ goods: wanted, quantity }],
      created_at: new Date(Date.now() - age * DAY_MS).toISOString(),
      ...values,
    });
  await made(3, 900);
  await made(60, 901);
  await made(3, 5, { status: "cancelled", cancellation_reason: "Injoignable" });
  const [real] = await shop.sql<{ day: string; long: string; orders: number; amount: number; sum: number }[]>`
    select (current_date - 3)::text as day, count(*)::int as orders, sum(total_amount)::int as amount,
      (select sum(total_amount)::int from orders where status <> 'cancelled' and created_at >= current_date - 6) as sum
    from orders where status <> 'cancelled' and created_at::date = current_date - 3`;
  if (!real) throw new Error("no orders");
  await openOffice(page, shop, await administrator(), "/admin/dashboard?days=7");
  const sales = page.getByRole("region", { name: "Ventes par jour" });
  await expect(sales).toContainText(francs(real.sum));
  const slider = sales.getByRole("slider", { name: "Jour" });
  await reach(page, slider);
  await expect(slider).toHaveAttribute("aria-valuenow", "7");
  await press(page, "Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  for (let step = 0; step < 3; step += 1) await press(page, "ArrowRight");
  const words = new RegExp(`: ${real.orders} commandes?, ${francs(real.amount).source}`);
  await expect(slider).toHaveAttribute("aria-valuetext", words);
  await expect(sales.getByText(words).first()).toBeVisible();
  // The bars of a chart whose highest is that day's reach as high as its figure.
  const heights = await slider
    .locator("rect[rx]")
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
  expect(heights).toHaveLength(7);
  expect(Math.max(...heights)).toBe(heights[3]);
  const box = await slider.boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width - 2, box.y + 20);
  await expect(slider).toHaveAttribute("aria-valuenow", "7");
  await enter(page, sales.getByText("Voir les chiffres en tableau"));
  const rows = sales.getByRole("table", { name: "Ventes par jour" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(4)).toContainText(francs(real.amount));
  await expectNoFindings(page);

  const period = page.getByRole("navigation", { name: "Période" });
  const best = page
    .getByRole("region", { name: "Meilleures ventes sur 7 jours" })
    .getByRole("listitem")
    .first();
  await expect(best).toContainText(`${wanted.name}900 pièces`);
  await expect(best.getByRole("link")).toHaveAttribute("href", `/admin/products/edit/${wanted.id}`);
  await enter(page, period.getByRole("link", { name: "90 jours" }), "Shift+Tab");
  await expect(page).toHaveURL("/admin/dashboard?days=90");
  await expect(period.getByRole("link", { name: "90 jours" })).toBeFocused();
  await expect(period.getByRole("link", { name: "90 jours" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("region", { name: "Meilleures ventes sur 90 jours" })).toContainText(
    /180[1-9] pièces/,
  );
  await page.goto("/admin/dashboard?days=nimporte");
  await expect(slider).toHaveAttribute("aria-valuemax", "30");
});

test("orders by status are counted and drawn, each leading to its list", async ({
  page,
  shop,
  administrator,
}) => {
  await openOffice(page, shop, await administrator());
  const real = await shop.sql<{ status: string; orders: number; amount: number }[]>`
    select status, count(*)::int as orders, sum(total_amount)::int as amount from orders group by status`;
  const rows = page.getByRole("table", { name: "Commandes par statut" }).getByRole("row");
  await expect(rows).toHaveCount(5);
  for (const [index, [status, label]] of [
    ["pending", "En attente"],
    ["processing", "En cours"],
    ["completed", "Terminée"],
    ["cancelled", "Annulée"],
  ].entries()) {
    const known = real.find((row) => row.status === status);
    const row = rows.nth(index + 1);
    await expect(row).toContainText(`${label}${known?.orders ?? 0}`);
    if (known) await expect(row).toContainText(francs(known.amount));
    await expect(row.getByRole("link")).toHaveAttribute("href", `/admin/orders?status=${status}`);
  }
});

test("a shop without sales says so, and each part that fails is read again by itself or with all", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const empty = (rows: unknown[]) => ({ json: rows });
  await page.route(/\/rpc\/sales_by_day/, (route) =>
    route.fulfill(empty([{ day: "2026-11-21", orders: 0, amount: 0 }])),
  );
  await page.route(/\/rpc\/(best_sellers|low_stock_products)/, (route) => route.fulfill(empty([])));
  await openOffice(page, shop, await administrator());
  await expect(page.getByText("Aucune vente pendant cette période.")).toHaveCount(2);
  await expect(page.getByText("Aucun produit n'est sous le seuil.")).toBeVisible();
  await expectNoFindings(page);
  await page.unrouteAll();
  await page.route(/\/rpc\//, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  const alerts = page.getByRole("main").getByRole("alert");
  await expect(alerts).toContainText([
    "Impossible de charger les chiffres",
    "Impossible de charger les ventes",
    "Impossible de charger les meilleures ventes",
    "Impossible de charger les statuts",
    "Impossible de charger les produits",
  ]);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole("slider", { name: "Jour" })).toBeVisible();
  forgive(pageErrors, /status of 500|load /);
});
