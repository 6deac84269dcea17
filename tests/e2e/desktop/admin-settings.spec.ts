/** The settings of the shop: saved for everyone to see, refused with a reason, never over somebody else's unasked. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { errorToast, toasts } from "../support/account.ts";
import { expect, expectLogged, expectScreen, forgive, hold, openOffice, test } from "../support/office.ts";

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

test("what is saved reaches the public pages", async ({ page, shop, administrator, request }) => {
  await openOffice(page, shop, await administrator(), SETTINGS);
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
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("region", { name: "Stock sous 7" })).toBeVisible();

  await shop.sql`update shop_settings set ${shop.sql(DEFAULTS)}`;
  // Kept pages are given once more as they were: to this test, and not to the next one.
  for (const path of ["/", "/promotions"]) {
    await expect.poll(async () => (await request.get(path)).text()).not.toContain("Yaaré Plus");
  }
});

test("each field says what is wrong with it, and nothing is sent", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator(), SETTINGS);
  await page.getByLabel("Nom de la boutique").fill(" ");
  await page.getByLabel("Numéro WhatsApp").fill("123");
  await page.getByLabel("Frais de livraison (XOF)").fill("12,5");
  await save(page).click();
  for (const [label, message] of [
    ["Nom de la boutique", "Le nom de la boutique est requis"],
    ["Numéro WhatsApp", "Numéro WhatsApp invalide"],
    ["Frais de livraison (XOF)", "Les frais sont un nombre entier de francs"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  }
  expect(await storedSettings(shop)).toMatchObject(DEFAULTS);
});

test("a banner that no offer reaches is warned about while it is typed", async ({
  page,
  shop,
  administrator,
}) => {
  await openOffice(page, shop, await administrator(), SETTINGS);
  const banner = page.getByLabel("Texte du bandeau");
  const warning = page.getByRole("main").getByRole("status");
  const [best] = await shop.sql<{ discount: number }[]>`
    select discount from products where is_featured order by discount desc nulls last limit 1`;
  await banner.fill("Jusqu'à 95% de réduction");
  await expect(warning).toHaveText(
    `Le bandeau annonce 95 %, mais la meilleure offre en cours est de ${best?.discount} %.`,
  );
  await banner.fill(`Jusqu'à ${best?.discount}% de réduction`);
  await expect(warning).toHaveCount(0);
});

test("somebody else's values are not replaced unasked", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator(), SETTINGS);
  await page.getByLabel("Frais de livraison (XOF)").fill("3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 01'`;
  await save(page).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Quelqu'un d'autre" });
  await expect(conflict).toContainText("Téléphone");
  await expect(conflict).toContainText("+226 25 00 00 01");
  expect(await storedSettings(shop)).toMatchObject({ phone: "+226 25 00 00 01", shipping_fee: 2000 });
  await conflict.getByRole("button", { name: "Prendre leurs valeurs" }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByLabel("Téléphone")).toHaveValue("+226 25 00 00 01");
  await expect(page.getByLabel("Frais de livraison (XOF)")).toHaveValue("2000");

  await page.getByLabel("Frais de livraison (XOF)").fill("3000");
  await shop.sql`update shop_settings set phone = '+226 25 00 00 02'`;
  await save(page).click();
  await conflict.getByRole("button", { name: "Garder les miennes" }).click();
  await expect(page.getByLabel("Frais de livraison (XOF)")).toHaveValue("3000");
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Paramètres enregistrés");
  expect(await storedSettings(shop)).toMatchObject({ phone: "+226 25 00 00 01", shipping_fee: 3000 });
});

test("a failed save says the server's reason and keeps what was typed", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const account = await administrator();
  await openOffice(page, shop, account, SETTINGS);
  await page.getByLabel("Adresse").fill("Zone du Bois, Ouagadougou");
  const SAVED = "**/rest/v1/shop_settings?*updated_at=eq*";
  await page.route(SAVED, (route) => route.fulfill({ status: 500, json: { message: "disque plein" } }));
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("Erreurdisque plein");
  await page.unroute(SAVED);
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await save(page).click();
  await expect(errorToast(page).first()).toContainText("Vous n'avez pas les droits d'administrateur");
  await expect(page.getByLabel("Adresse")).toHaveValue("Zone du Bois, Ouagadougou");
  await expectLogged(pageErrors, /the settings could not be saved/);
  forgive(pageErrors, /status of 500/);
});

test("leaving with something unsaved asks first", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator(), SETTINGS);
  await page.getByLabel("Adresse").fill("Zone du Bois, Ouagadougou");
  await page.getByRole("button", { name: "Réglages" }).click();
  await page.getByRole("button", { name: /^En attente/ }).click();
  const away = page.getByRole("link", { name: /^Messages non lus/ });
  await away.click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel("Adresse")).toHaveValue("Zone du Bois, Ouagadougou");
  await page.getByRole("button", { name: /^En attente/ }).click();
  await away.click();
  await question.getByRole("button", { name: "Quitter" }).click();
  await expectScreen(page, "Messages");
  await page.goto(SETTINGS);
  await page.getByLabel("Téléphone").fill("+226 25 00 00 03");
  await page.getByRole("button", { name: "Rétablir" }).click();
  await expect(page.getByLabel("Téléphone")).toHaveValue("+226 25 30 11 22");
  await page.getByRole("button", { name: /^En attente/ }).click();
  await away.click();
  await expectScreen(page, "Messages");
});

test("settings that cannot be read say so, and are read again", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const READ = /\/rest\/v1\/shop_settings\?/;
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator(), SETTINGS);
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Impossible de charger les paramètres");
  await page.unroute(READ);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByLabel("Nom de la boutique")).toHaveValue("Yaaré");
  forgive(pageErrors, /status of 500|load shop settings/);
});
