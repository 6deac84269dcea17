/** The settings of the shop: saved for everyone to see, and told in the journal. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { toasts } from "../support/account.ts";
import {
  expect,
  expectScreen,
  forgive,
  hold,
  listRows,
  menuLink,
  openOffice,
  ownName,
  test,
} from "../support/office.ts";

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

test("what is saved reaches the public pages and is told in the journal", async ({
  page,
  shop,
  administrator,
  request,
  pageErrors,
}) => {
  const who = ownName();
  await openOffice(page, shop, await administrator(who), SETTINGS);
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
  const asked = await hold(page, "**/rest/v1/shop_settings?*updated_at=eq*");
  await save(page).click();
  await expect(page.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await asked.release();
  await expect(toasts(page).first()).toContainText("Paramètres enregistrés");
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
  await menuLink(page, "Tableau de bord").click();
  await expect(page.getByRole("region", { name: "Stock sous 7" })).toBeVisible();
  // Others' changes stand there as well, also those of a picture that does not exist.
  forgive(pageErrors, /Failed to load resource.*\/pictures\//);
  await menuLink(page, "Journal").click();
  await expectScreen(page, "Journal");
  await page.getByRole("combobox", { name: "Administrateur" }).selectOption({ label: who });
  await expect(page).toHaveURL(/actor=/);
  await expect(listRows(page)).toHaveCount(1);
  await expect(listRows(page)).toContainText("Nom de la boutique : avant : Yaaré → , après : Yaaré Plus");
  const others = listRows(page).getByText("4 autres champs");
  const threshold = listRows(page).getByText("Seuil de stock faible");
  await expect(threshold).toBeHidden();
  await others.click();
  await expect(threshold).toBeVisible();

  await shop.sql`update shop_settings set ${shop.sql(DEFAULTS)}`;
  // Kept pages are given once more as they were: to this test, and not to the next one.
  for (const path of ["/", "/promotions"]) {
    await expect.poll(async () => (await request.get(path)).text()).not.toContain("Yaaré Plus");
  }
});
