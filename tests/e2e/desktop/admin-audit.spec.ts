/** «Journal»: what administrators changed is read, found and followed to where it is. */
import { randomUUID } from "node:crypto";
import { loadKeys } from "../../../backend/core/keys.ts";
import type { Shop } from "../../support/shop.ts";
import { errorToast } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, reach } from "../support/keyboard.ts";
import {
  type Account,
  expect,
  expectScreen,
  forgive,
  francs,
  listRows,
  openOffice,
  signInOver,
  test,
} from "../support/office.ts";

/** Asks the API as this administrator: only what comes from one is told in the journal. */
async function writeAs(shop: Shop, account: Account) {
  const [{ anonKey }, { access_token }] = await Promise.all([
    loadKeys(shop.dataDir),
    signInOver(shop, account),
  ]);
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${shop.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${access_token}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };
}

test("a change tells who, what and when, with what stood there before, and leads to its row", async ({
  page,
  shop,
  goods,
  administrator,
}) => {
  const account = await administrator(`Rasmata ${randomUUID().slice(0, 6)}`);
  const write = await writeAs(shop, account);
  const wanted = await goods({ price: 12_500, stock: 4 });
  const slug = `jardin-${randomUUID()}`;
  const [{ id: familyId } = { id: "" }] = await shop.sql<{ id: string }[]>`
    select id from categories where name = 'Plomberie'`;
  await write("POST", "categories", { name: "Jardin d'essai", slug });
  await write("DELETE", `categories?slug=eq.${slug}`);
  await write("PATCH", `products?id=eq.${wanted.id}`, {
    price: 11_000,
    stock: 40,
    category_id: familyId,
    is_new: true,
    reference: "REF-1",
    description: "Très solide",
  });
  await write("POST", "product_images", {
    product_id: wanted.id,
    image_url: "/pictures/perceuse-1-640.jpg",
    is_primary: true,
  });
  await openOffice(page, shop, account, "/admin/dashboard");
  await page.goto(`/admin/audit?actor=${account.id}`);
  await expectScreen(page, "Journal");
  const rows = listRows(page);
  await expect(rows).toHaveCount(4);
  const [pictured, changed, deleted, made] = [rows.nth(0), rows.nth(1), rows.nth(2), rows.nth(3)];
  const { name } =
    (await shop.sql<{ name: string }[]>`select name from admin_users where id = ${account.id}`)[0] ?? {};
  for (const row of [pictured, changed, deleted, made]) {
    await expect(row).toContainText(name ?? "no name");
    await expect(row).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/);
  }
  await expect(made).toContainText(
    /Catégorie.*Jardin d'essai.*Ajout.*Nom : .*Jardin d'essai.*Adresse de la page/s,
  );
  await expect(deleted).toContainText(/Jardin d'essai.*Suppression/s);
  await expect(deleted.getByRole("link", { name: "Jardin d'essai", exact: true })).toHaveCount(0);
  await expect(changed).toContainText(/Produit.*Modification/s);
  await expect(changed.locator("del").first()).toContainText(francs(12_500));
  await expect(changed.locator("ins").nth(2)).toContainText(francs(11_000));
  await expect(changed).toContainText(/Catégorie : .*Plomberie/);
  await expect(pictured.getByRole("link", { name: wanted.name, exact: true })).toBeVisible();
  await expect(pictured).toContainText(
    /Image ajoutée.*Image : .*perceuse-1-640\.jpg.*Image principale : .*Oui/s,
  );
  await expect(pictured.locator("img")).toBeVisible();
  await expect(rows.getByText("/pictures/")).toHaveCount(0);
  await expectNoFindings(page);

  await expect(changed.getByText("Description")).toBeHidden();
  await enter(page, changed.getByText("2 autres champs"));
  await expect(changed).toContainText("Description : , après : Très solide");
  await expect(changed.getByRole("link", { name: wanted.name, exact: true })).toHaveAttribute(
    "href",
    `/admin/products/edit/${wanted.id}`,
  );
  await enter(page, changed.getByRole("link", { name: `Historique : ${wanted.name}` }), "Shift+Tab");
  await expect(page).toHaveURL(`/admin/audit?actor=${account.id}&row=${wanted.id}`);
  await expect(rows).toHaveCount(2);
});

test("the journal is filtered by person, table and day, and paged, in the address", async ({
  page,
  shop,
  administrator,
}) => {
  const account = await administrator(`Issa ${randomUUID().slice(0, 6)}`);
  await shop.sql`
    insert into audit_log (at, actor_id, actor_name, action, table_name, row_id, what, before, after)
    select timestamptz '2024-03-15 12:00Z' - n * interval '1 hour', ${account.id}, 'Issa', 'update',
      case when n = 1 then 'shop_settings' else 'brands' end, case when n > 1 then gen_random_uuid() end, 'Marque ' || n, '{"name": "a"}', '{"name": "b"}'
    from generate_series(1, 30) n`;
  await openOffice(page, shop, account, "/admin/audit");
  const rows = listRows(page);
  await expect(rows.first()).toBeVisible();
  await reach(page, page.getByLabel("Administrateur"));
  await page.getByLabel("Administrateur").selectOption(account.id);
  await expect(page).toHaveURL(`/admin/audit?actor=${account.id}`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("1 à 25");
  await expect(rows.first()).toContainText("Marque 1");
  await expect(rows.first().getByRole("link", { name: "Marque 1", exact: true })).toHaveAttribute(
    "href",
    "/admin/settings",
  );
  await pages.getByRole("link", { name: "Suivant" }).click();
  await expect(pages).toContainText("26 à 30");
  await expect(rows).toHaveCount(5);
  await page.getByLabel("Objet").selectOption({ label: "Paramètres" });
  await expect(page).toHaveURL(`/admin/audit?actor=${account.id}&table=shop_settings`);
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Objet").selectOption({ label: "Marque" });
  await page.getByLabel("Du", { exact: true }).fill("2024-03-15");
  await expect(page).toHaveURL(`/admin/audit?actor=${account.id}&table=brands&from=2024-03-15`);
  await expect(rows).toHaveCount(11);
  await page.getByLabel("Au", { exact: true }).fill("2024-03-14");
  await expect(page.getByText("Aucun changement ne correspond à ces critères.")).toBeVisible();
  await expectNoFindings(page);
  await page.getByLabel("Du", { exact: true }).fill("2024-03-14");
  await expect(rows).toHaveCount(18);
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL("/admin/audit");
  await expect(page.getByLabel("Objet")).toHaveValue("");
});

test("a journal that cannot be read says so; without names it is still read", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const account = await administrator();
  const refuse = { status: 500, json: { message: "panne" } };
  await page.route(/\/rest\/v1\/audit_log/, (route) => route.fulfill(refuse));
  await page.route(/\/rest\/v1\/categories/, (route) => route.fulfill(refuse));
  await openOffice(page, shop, account, "/admin/audit");
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger le journal");
  await expectNoFindings(page);
  await page.unroute(/\/rest\/v1\/audit_log/);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("table", { name: "Le journal" })).toBeVisible();
  await page.route(/\/rest\/v1\/audit_log/, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(page.getByText("Aucun changement pour le moment.")).toBeVisible();
  forgive(pageErrors, /status of 500|load (changes|names)/);
});
