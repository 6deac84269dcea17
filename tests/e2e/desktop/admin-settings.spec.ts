/** The shop settings: published to the storefront and recorded in the audit log. */
import type { Page } from "@playwright/test";
import {
  createUniqueName,
  expectScreen,
  getListRows,
  getMenuLink,
  openAdmin,
} from "#tests/support/e2e/admin.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import type { Shop } from "#tests/support/shop.ts";

const SETTINGS = "/admin/settings";
const save = (page: Page) => page.getByRole("button", { name: /^Enregistre/ });

const DEFAULTS = {
  shop_name: "Yaaré",
  address: "Avenue Kwamé N'Krumah, Ouagadougou, Burkina Faso",
  email: "contact@yaare.bf",
  phone: "+226 25 30 11 22",
  whatsapp: "22670112233",
  shipping_fee: 2000,
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: 5,
};

async function storedSettings(shop: Shop) {
  const [row] = await shop.sql`select * from shop_settings`;
  return row;
}

test.afterEach(({ shop }) => shop.sql`update shop_settings set ${shop.sql(DEFAULTS)}`);

test("saved settings reach the public pages and the audit log", async ({
  page,
  shop,
  administrator,
  request,
  pageErrors,
}) => {
  const who = createUniqueName();
  await openAdmin(page, shop, await administrator(who), SETTINGS);
  await expect(page.getByLabel("Nom de la boutique")).toHaveValue("Yaaré");
  await expect(page.getByLabel("Seuil de stock faible")).toHaveValue("5");
  await page.getByLabel("Nom de la boutique").fill("Yaaré Plus");
  await page.getByLabel("Adresse").fill("Zone du Bois, Ouagadougou");
  await page.getByLabel("Email").fill("bonjour@yaare.bf");
  await page.getByLabel("Téléphone").fill("+226 25 99 88 77");
  await page.getByLabel("Numéro WhatsApp").fill("+226 70 99 88 77");
  await page.getByLabel("Frais de livraison (XOF)").fill("2 500");
  await page.getByLabel("Texte du bandeau").fill("Jusqu'à 5% de réduction");
  await page.getByLabel("Seuil de stock faible").fill("7");
  const release = await holdRequests(page, "**/rest/v1/shop_settings?*updated_at=eq*");
  await save(page).click();
  await expect(page.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await release();
  await expect(getToasts(page).first()).toContainText("Paramètres enregistrés");
  await expect(page.getByLabel("Numéro WhatsApp")).toHaveValue("22670998877");
  expect(await storedSettings(shop)).toMatchObject({
    shop_name: "Yaaré Plus",
    address: "Zone du Bois, Ouagadougou",
    email: "bonjour@yaare.bf",
    phone: "+226 25 99 88 77",
    whatsapp: "22670998877",
    shipping_fee: 2500,
    offers_banner: "Jusqu'à 5% de réduction",
    low_stock_threshold: 7,
  });
  await expect.poll(async () => (await request.get("/")).text()).toContain("+226 25 99 88 77");
  await expect.poll(async () => (await request.get("/promotions")).text()).toContain("5% de réduction");
  await getMenuLink(page, "Tableau de bord").click();
  await expect(page.getByRole("region", { name: "Stock sous 7" })).toBeVisible();
  // The audit log also shows changes of other tests, one of which names an image that does not exist.
  allowErrors(pageErrors, /Failed to load resource.*\/pictures\//);
  await getMenuLink(page, "Journal").click();
  await expectScreen(page, "Journal");
  await page.getByRole("combobox", { name: "Administrateur" }).selectOption({ label: who });
  await expect(page).toHaveURL(/actor=/);
  await expect(getListRows(page)).toHaveCount(1);
  await expect(getListRows(page)).toContainText("Nom de la boutique : avant : Yaaré → , après : Yaaré Plus");
  const others = getListRows(page).getByText("4 autres champs");
  const threshold = getListRows(page).getByText("Seuil de stock faible");
  await expect(threshold).toBeHidden();
  await others.click();
  await expect(threshold).toBeVisible();

  await shop.sql`update shop_settings set ${shop.sql(DEFAULTS)}`;
  // A cached page is served stale once: to this test and not to the next one.
  for (const path of ["/", "/promotions"]) {
    await expect.poll(async () => (await request.get(path)).text()).not.toContain("Yaaré Plus");
  }
});
