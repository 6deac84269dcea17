/** The partner brands in the back office: listed, made, changed and deleted, with the documented texts. */
import type { Page } from "@playwright/test";
import { errorToast, toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import {
  expect,
  expectScreen,
  forgive,
  hold,
  listRows,
  openOffice,
  ownName,
  test,
} from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

const LIST = "/admin/brands";
const WRITTEN = /\/rest\/v1\/brands(\?(columns|id)=.*)?$/;
const READ = /\/rest\/v1\/brands\?.*order=name/;
const LOGO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from brands where name like 'Aaa %'`);

test("a brand is added, changed and deleted by keyboard, and the home page shows it", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), LIST);
  await expectScreen(page, "Marques");
  const add = page.getByRole("button", { name: "Ajouter une marque" });
  await enter(page, add);
  const form = dialog(page, "Nouvelle marque");
  await write(page, form.getByLabel("Nom"), "   ");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom de la marque est requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await expectNoFindings(page);
  await write(page, form.getByLabel("Nom"), `  ${name}  `);
  await reach(page, form.getByLabel("Logo"));
  // At once, as pasted: every pause would try a part of it out.
  await page.keyboard.insertText(` ${LOGO} `);
  await expect(form.locator("img")).toHaveAttribute("src", LOGO);
  const asked = await hold(page, WRITTEN);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await asked.release();
  await expect(toasts(page).first()).toContainText("Marque ajoutée");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(row(page, name).locator("img")).toHaveAttribute("src", LOGO);
  const stored = () => shop.sql`select name, logo from brands where name like ${`${name}%`}`;
  expect(await stored()).toEqual([{ name, logo: LOGO }]);
  await expect.poll(async () => (await request.get(fresh("/"))).text()).toContain(name);
  await expectNoFindings(page);

  const edit = page.getByRole("button", { name: `Modifier ${name}` });
  await enter(page, edit);
  const change = dialog(page, "Modifier la marque");
  await write(page, change.getByLabel("Nom"), `${name} bis`);
  await write(page, change.getByLabel("Logo"), "   ");
  const sent = page.waitForRequest((sending) => sending.method() === "PATCH");
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toEqual({
    name: `${name} bis`,
    logo: null,
    updated_at: expect.any(String),
  });
  await expect(toasts(page).first()).toContainText("Marque mise à jour");
  expect(await stored()).toEqual([{ name: `${name} bis`, logo: null }]);

  const remove = page.getByRole("button", { name: `Supprimer ${name} bis` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer la marque ?");
  await expect(question).toContainText(`${name} bis`);
  await expectNoFindings(page);
  await press(page, "Escape");
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Marque supprimée");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});

test("whatever fails says so, and what was typed stays", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const account = await administrator();
  const [name, other] = [ownName(), ownName()];
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, account, LIST);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les marques partenaires");
  await page.unroute(READ);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();

  await page.getByRole("button", { name: "Ajouter une marque" }).click();
  const form = dialog(page, "Nouvelle marque");
  const save = form.getByRole("button", { name: "Enregistrer" });
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Logo").fill("logo");
  await save.click();
  await expect(form.getByLabel("Logo")).toHaveAccessibleDescription(/L'URL du logo n'est pas valide/);
  await form.getByLabel("Logo").fill("/nulle-part.svg");
  await expect(form.getByLabel("Logo")).toHaveAccessibleDescription(/semble invalide ou inaccessible/);
  // It is saved, and the answer gets lost: the second try makes no second brand.
  await page.route(WRITTEN, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save.click();
  await expect(form.getByRole("alert")).toHaveText(
    "Impossible d'ajouter la marque : le serveur ne répond pas",
  );
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible d'ajouter la marque");
  await page.unroute(WRITTEN);
  await save.click();
  await expect(toasts(page).first()).toContainText("Marque ajoutée");
  expect(await shop.sql`select logo from brands where name = ${name}`).toEqual([{ logo: "/nulle-part.svg" }]);

  await page.route(WRITTEN, (route) => route.fulfill({ status: 400, json: { message: "disque plein" } }));
  await page.getByRole("button", { name: `Modifier ${name}` }).click();
  const change = dialog(page, "Modifier la marque");
  await change.getByLabel("Nom").fill(other);
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(change.getByRole("alert")).toHaveText("Impossible de mettre à jour la marque : disque plein");
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible de mettre à jour la marque");
  await expect(change.getByLabel("Nom")).toHaveValue(other);
  await change.getByRole("button", { name: "Annuler" }).click();
  await page.unroute(WRITTEN);

  await shop.sql`delete from admin_users where id = ${account.id}`;
  await page.getByRole("button", { name: `Supprimer ${name}` }).click();
  await dialog(page, "Supprimer la marque ?").getByRole("button", { name: "Supprimer" }).click();
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible de supprimer la marque");
  expect(await shop.sql`select from brands where name = ${name}`).toHaveLength(1);
  forgive(pageErrors, /status of (400|404|409|500)|ERR_FAILED|load brands|could not be (saved|deleted)/);
});

test("many brands are paged, and none are said to be none", async ({ page, shop, administrator }) => {
  await shop.sql`insert into brands (name) select 'Aaa ' || to_char(n, 'FM00') from generate_series(1, 30) n`;
  await openOffice(page, shop, await administrator(), LIST);
  const rows = listRows(page);
  await expect(rows).toHaveCount(25);
  await expect(rows.first()).toContainText("Aaa 01");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Suivant" }).click();
  await expect(rows.first()).toContainText("Aaa 26");
  await page.route(READ, (route) =>
    route.fulfill({ json: [], headers: { "content-range": "*/0", "access-control-expose-headers": "*" } }),
  );
  await page.goto(LIST);
  await expect(page.getByText("Aucune marque pour le moment.")).toBeVisible();
  await expectNoFindings(page);
});
