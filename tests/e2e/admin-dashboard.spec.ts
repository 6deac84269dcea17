/** The dashboard: its figures, what just happened, what is to be done, and what it says when it cannot be read. */
import { orderFor } from "./account.ts";
import { expect, expectScreen, forgive, francs, hold, openOffice, test } from "./office.ts";

const COUNTS = /\/rest\/v1\/products\?select=id&stock=lt/;
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
        created_at: new Date(now + 3_600_000 - age * 1000).toISOString(),
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
  await expect(rows.first()).not.toContainText("€");
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
  await expect(page.getByRole("table")).toBeVisible();
  forgive(pageErrors, /status of 500|load (dashboard counts|recent orders)/);
});
