/** axe audits of the admin layout, dashboard, settings, search and audit log. */
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";

test("axe: the sign-in page and its errors", { tag: "@long" }, async ({ page }) => {
  await page.goto("/admin/login");
  await expect(page.getByRole("button", { name: "Se connecter" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("L'email est requis")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the dashboard, its menus, and the side menu collapsed and as a sheet", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  await openAdmin(page, shop, await administrator());
  await expect(page.getByRole("table", { name: "Les dernières commandes" })).toBeVisible();
  await expectNoAxeViolations(page);
  for (const name of [/^En attente/, "Réglages", /^Compte de/]) {
    await page.getByRole("button", { name }).click();
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Control+b");
  await expectNoAxeViolations(page);
});

test("axe: the settings, their errors and the dialog before leaving", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/settings");
  await page.getByLabel("Nom de la boutique").fill("");
  await page.getByLabel("Texte du bandeau").fill("95%");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le nom de la boutique est requis")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: /^En attente/ }).click();
  await page.getByRole("link", { name: /^Messages non lus/ }).click();
  await expect(page.getByRole("dialog", { name: "Quitter sans enregistrer ?" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the limits, and the errors of their form", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/limits");
  const edit = page.getByRole("button", { name: "Modifier Inscriptions (Tout le monde, par adresse IP)" });
  const group = page.getByRole("heading", { name: "Comptes et lettres" });
  await expect(group).toBeVisible();
  // Folded, unless another test was refused something today.
  if (!(await edit.isVisible())) await group.click();
  await expect(edit).toBeVisible();
  await expectNoAxeViolations(page);
  await edit.click();
  // The browser shows the stored unit, not the first one.
  await expect(page.getByLabel("Unité de la durée")).toHaveValue("minutes");
  await page.getByLabel("Maximum").fill("dix");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le maximum est un nombre entier")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the search with and without results, and the customer list", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  isMobile,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/users");
  await expect(page.getByRole("table")).toBeVisible();
  await expectNoAxeViolations(page);
  if (isMobile) await page.getByRole("button", { name: "Rechercher", exact: true }).click();
  const field = page.getByRole("combobox", { name: /^Rechercher produits/ });
  await field.fill("ma");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expectNoAxeViolations(page);
  await field.fill("zzqqxx");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("Aucun résultat.");
  await expectNoAxeViolations(page);
});

test("axe: loading and error states", { tag: "@long" }, async ({ page, shop, administrator, pageErrors }) => {
  const releaseAdminCheck = await holdRequests(page, "**/rest/v1/admin_users?*");
  await openAdmin(page, shop, await administrator());
  await expect(page.getByRole("status", { name: "Chargement" })).toBeVisible();
  await expectNoAxeViolations(page);
  await releaseAdminCheck();
  await expectScreen(page, "Tableau de bord");
  await page.route(/\/rest\/v1\/(products|orders)\?/, (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.route("**/rest/v1/admin_users?*", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.goto("/admin/reviews");
  await expect(page.getByText(/n'a pas pu s'ouvrir/)).toBeVisible();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|load |admin: |panne|React Router/);
});

test("axe: the administrators, a customer, an order that is being completed, and a new stock", {
  tag: "@long",
}, async ({ page, shop, createProduct, customer, administrator }) => {
  const account = await customer();
  const product = await createProduct();
  const order = await createCustomerOrder(shop, account, { lines: [{ product, quantity: 1 }] });
  await administrator();
  await openAdmin(page, shop, await administrator(), "/admin/users/administrators");
  await page
    .getByRole("button", { name: /^Retirer/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/users/${account.id}`);
  await expect(page.getByRole("table", { name: "Ses dernières commandes" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/orders?search=${order.number}`);
  await page.getByRole("button", { name: `Terminer la commande ${order.number}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto("/admin/products");
  await page
    .getByRole("button", { name: /^Stock de / })
    .first()
    .click();
  await expectNoAxeViolations(page);
  await page.goto("/admin/invitation?token=none");
  await expect(page.getByText(/n'est plus valable/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the sales figures with a tooltip, and a shop without sales", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  administrator,
}) => {
  await createCustomerOrder(shop, await customer(), {
    lines: [{ product: await createProduct(), quantity: 2 }],
  });
  await openAdmin(page, shop, await administrator(), "/admin/dashboard?days=7");
  const sales = page.getByRole("region", { name: "Ventes par jour" });
  await sales.getByText("Voir les chiffres en tableau").click();
  await expect(sales.getByRole("table", { name: "Ventes par jour" })).toBeVisible();
  const chart = sales.getByRole("slider", { name: "Jour" });
  const box = await chart.boundingBox();
  await chart.hover({ position: { x: (box?.width ?? 0) - 2, y: 20 } });
  await expect(chart).toHaveAttribute("aria-valuenow", "7");
  await expectNoAxeViolations(page);
  await page.route("**/rest/v1/rpc/sales_by_day*", (route) =>
    route.fulfill({ json: [{ day: "2026-11-21", orders: 0, amount: 0 }] }),
  );
  await page.route(/\/rpc\/(best_sellers|low_stock_products)/, (route) => route.fulfill({ json: [] }));
  await page.getByRole("button", { name: "Actualiser les données" }).click();
  await expect(page.getByText("Aucune vente pendant cette période.")).toHaveCount(2);
  await expect(page.getByText("Aucun produit n'est sous le seuil.")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: the audit log with entries, empty and after a failed read", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  administrator,
  pageErrors,
}) => {
  const { id, name } = await createProduct();
  const account = await administrator();
  const by = { actor_id: account.id, actor_name: "Mariam Kaboré", actor_email: account.email };
  const product = { ...by, table_name: "products", row_id: id, what: name };
  const json = shop.sql.json.bind(shop.sql);
  await shop.sql`insert into audit_log ${shop.sql([
    { ...product, action: "insert", before: null, after: json({ name, price: 12_500, is_new: true }) },
    { ...product, action: "update", before: json({ price: 12_500 }), after: json({ price: 11_000 }) },
    {
      ...product,
      table_name: "product_images",
      action: "insert",
      before: null,
      after: json({ image_url: "/pictures/perceuse-1-640.jpg", is_primary: true }),
    },
    { ...product, action: "delete", before: json({ name, price: 11_000 }), after: null },
  ])}`;
  await openAdmin(page, shop, account, `/admin/audit?actor=${account.id}`);
  await expect(getListRows(page)).toHaveCount(4);
  await expectNoAxeViolations(page);
  await page.goto("/admin/audit?from=2024-03-15&to=2024-03-14");
  await expect(page.getByText("Aucun changement ne correspond à ces critères.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.route("**/rest/v1/audit_log*", (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.goto("/admin/audit");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Impossible de charger le journal");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 500|load /);
});
