/**
 * A whole day of the shop: an order by phone and three from the web are confirmed, picked and put into a run, which is
 * driven without a network; one order is refused, one is returned, and in the evening the cash is right to the franc.
 */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { type Account, createAdministrator } from "#tests/support/accounts.ts";
import { createCustomerOrder } from "#tests/support/e2e/account.ts";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { setLocalStorage, signInOverApi, toSessionEntry, xofPattern } from "#tests/support/e2e/customer.ts";
import { DEVICES } from "#tests/support/e2e/devices.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import type { Shop } from "#tests/support/shop.ts";

const PRICE = 10_000;
const FEE = 2000;
const TOTAL = 2 * PRICE + FEE;

/** The courier's phone, with the run stored on it. */
async function openCourier(browser: Browser, shop: Shop, courier: Account): Promise<Page> {
  const context = await browser.newContext({ ...DEVICES.phone, baseURL: shop.url, locale: "fr-FR" });
  const phone = await context.newPage();
  await setLocalStorage(phone, toSessionEntry(await signInOverApi(shop, courier)));
  await phone.goto("/courier");
  return phone;
}

/** The pieces in the stock, and what the drawer and the couriers hold by the movements of the cash book. */
async function readBook({ sql }: Shop, product: { id: string }) {
  const [row] = await sql<{ stock: number; drawer: number; courier: number }[]>`
    select
      (select stock from products where id = ${product.id}) as stock,
      coalesce(sum(case when to_account = 'drawer' then amount when from_account = 'drawer' then -amount else 0 end), 0)::integer as drawer,
      coalesce(sum(case when to_account = 'courier' then amount when from_account = 'courier' then -amount else 0 end), 0)::integer as courier
    from cash_movements`;
  if (!row) throw new Error("The cash book was not read.");
  return row;
}

test("a day from the calls to the closing of the drawer", { tag: "@long" }, async ({
  page,
  browser,
  shop,
  customer,
  administrator,
  createProduct,
}) => {
  const reference = `REF-${randomUUID().slice(0, 8)}`;
  const product = await createProduct({ price: PRICE, stock: 50, reference });
  const courier = await createAdministrator(shop.sql, "Issa Ouédraogo", "courier");
  const lines = [{ product, quantity: 2 }];
  // The queues have nothing else. The drawer holds what earlier tests have left in it.
  await shop.sql`
    update orders set status = 'cancelled', cancellation_reason = 'Essai' where stage in ('to_confirm', 'confirmed', 'prepared')`;

  const before = await readBook(shop, product);

  // Three orders from the web, and one by phone.
  const web = [
    await createCustomerOrder(shop, await customer(), { lines }),
    await createCustomerOrder(shop, await customer(), { lines }),
    await createCustomerOrder(shop, await customer(), { lines }),
  ];
  await openAdmin(page, shop, await administrator("Awa Patronne"), "/admin/orders/new");
  await page.getByLabel("Téléphone").fill("70 99 11 33");
  await page.getByLabel("Nom", { exact: true }).fill("Moussa Sawadogo");
  await page.getByLabel("Ajouter un article").fill(reference);
  await page.getByLabel("Ajouter un article").press("Enter");
  await page.getByLabel(`Quantité de ${product.name}`).fill("2");
  await page.getByLabel("Ville").fill("Ouagadougou");
  await page.getByLabel("Adresse").fill("Pissy, portail bleu");
  await page.getByRole("button", { name: "Passer la commande" }).click();
  const done = page.getByRole("heading", { name: /^Commande ORD-\d+ passée$/ });
  const byPhone = /ORD-\d+/.exec(await done.innerText())?.at(0) ?? "";

  // The calls: one outcome a tap, then the next order.
  await page.goto("/admin/desk/confirm");
  await page.getByRole("button", { name: "Prendre la suivante" }).click();
  for (const { number } of web) {
    await expect(page.getByRole("region", { name: `Commande ${number}` })).toBeVisible();
    await page.getByRole("button", { name: "Confirmée" }).click();
  }
  await expect(page.getByText("Aucune commande à confirmer")).toBeVisible();

  // One picking list of the four orders.
  await page.goto("/admin/picking");
  const boxes = page.getByLabel(/^Choisir ORD/);
  await expect(boxes).toHaveCount(4);
  for (const box of await boxes.all()) await box.check();
  await page.getByRole("button", { name: "Faire la liste" }).click();
  await page.getByLabel(`${product.name}, 8`).check();
  await page.getByRole("button", { name: "Préparées" }).click();
  await expect(page.getByText("4 commandes préparées")).toBeVisible();

  // The run, and its courier.
  await page.goto("/admin/runs");
  await page.getByRole("link", { name: "Nouvelle tournée" }).first().click();
  await page.getByLabel("Nom de la tournée").fill("Ouaga, matin");
  await page.getByLabel("Livreur").selectOption("Issa Ouédraogo");
  await page
    .getByRole("button", { name: /^Tout ajouter/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await page.getByRole("button", { name: "Lancer la tournée" }).click();
  await page.getByRole("button", { name: "Lancer", exact: true }).click();
  await expect(page.getByText("En route").first()).toBeVisible();

  // The courier drives without a network: three deliveries, one refusal.
  const phone = await openCourier(browser, shop, courier);
  const stops = phone.getByRole("article");
  await expect(stops).toHaveCount(4);
  await phone.context().setOffline(true);
  for (const left of [3, 2, 1]) {
    // What is done moves below what is left.
    await expect(stops.getByRole("button", { name: "Refusée" })).toHaveCount(left + 1);
    await stops.first().getByRole("button", { name: "Livrée", exact: true }).click();
    await phone.getByRole("button", { name: "Enregistrer" }).click();
  }
  await stops.getByRole("button", { name: "Refusée" }).click();
  await phone.getByLabel("Prix contesté").check();
  await phone.getByRole("button", { name: "Enregistrer" }).click();
  await expect(phone.getByText("4 à envoyer")).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText("Tout est envoyé")).toBeVisible();
  await phone.context().close();

  // What was refused is counted into the stock.
  await page.goto("/admin/returns/count-in");
  const count = page.getByRole("button", { name: `Compter les articles de ${byPhone}` });
  await count.click();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(count).toHaveCount(0);

  // The cash of the run.
  await page.goto("/admin/cash");
  const close = page.getByRole("button", { name: "Clôturer la tournée Ouaga, matin" });
  await close.click();
  await page.getByLabel("Montant remis (XOF)").fill(String(3 * TOTAL));
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(close).toHaveCount(0);

  // A customer brings one piece back, which can be sold again, and gets its price.
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Enregistrer" });
  const number = web[0]?.number ?? "";
  await page.goto("/admin/returns");
  await page.getByRole("button", { name: "Ouvrir un retour" }).click();
  await dialog.getByLabel("Numéro de la commande").fill(number);
  await save.click();
  await dialog.getByLabel(product.name).fill("1");
  await dialog.getByLabel("Motif du retour").fill("Une de trop");
  await save.click();
  await page.getByRole("link", { name: number }).first().click();
  await page.getByRole("button", { name: "Recevoir les articles" }).click();
  await save.click();
  await page.getByRole("button", { name: "Rembourser" }).click();
  await expect(dialog.getByLabel("Montant (XOF)")).toHaveValue(String(PRICE));
  await save.click();
  await expect(page.getByRole("button", { name: "Rembourser" })).toHaveCount(0);

  // The drawer is counted, and the book agrees with it.
  const counted = before.drawer + 3 * TOTAL - PRICE;
  await page.goto("/admin/cash");
  await page.getByRole("button", { name: "Clôturer la caisse" }).click();
  await dialog.getByLabel("Montant compté dans le tiroir (XOF)").fill(String(counted));
  await save.click();
  const closings = page.getByRole("table", { name: "Les jours clôturés" });
  await expect(closings.getByText(xofPattern(counted))).toHaveCount(2);
  expect(await readBook(shop, product)).toEqual({
    stock: before.stock - 8 + 2 + 1,
    drawer: counted,
    courier: before.courier,
  });
});
