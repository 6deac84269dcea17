/** «Avis clients» in the back office: searched, made, changed and deleted, with the documented texts. */
import { randomUUID } from "node:crypto";
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
  SESSION_KEY,
  test,
} from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

const LIST = "/admin/testimonials";
const WRITTEN = /\/rest\/v1\/testimonials\?(.*&)?select=id$/;
const READ = /\/rest\/v1\/testimonials\?.*order=created_at/;
const PHOTO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from testimonials where name like 'Aaa %'`);

test("a testimonial is added, changed and deleted by keyboard, and the home page shows it", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), LIST);
  await expectScreen(page, "Avis clients");
  const add = page.getByRole("button", { name: "Ajouter un témoignage" });
  await enter(page, add);
  const form = dialog(page, "Nouveau témoignage");
  await enter(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom est requis/);
  await expect(form.getByLabel("Témoignage")).toHaveAccessibleDescription(/Le témoignage est requis/);
  await expectNoFindings(page);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await page.keyboard.type(name);
  await write(page, form.getByLabel("Rôle"), "Maçonne");
  const rating = form.getByRole("slider", { name: "Note" });
  await reach(page, rating);
  await expect(rating).toHaveValue("5");
  await press(page, "ArrowLeft");
  await expect(rating).toHaveValue("4.5");
  await expect(rating).toHaveAttribute("aria-valuetext", "4,5 sur 5");
  await expect(form.locator(".stars-9")).toBeVisible();
  await press(page, "Home");
  await press(page, "ArrowLeft");
  await expect(rating).toHaveValue("1");
  await press(page, "ArrowRight");
  await expect(rating).toHaveValue("1.5");
  await write(page, form.getByLabel("Témoignage"), "Le ciment est arrivé le lendemain");
  await reach(page, form.getByLabel("Photo"));
  // At once, as pasted: every pause would try a part of it out.
  await page.keyboard.insertText(PHOTO);
  await expect(form.locator("img")).toHaveAttribute("src", PHOTO);
  const asked = await hold(page, WRITTEN);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await asked.release();
  await expect(toasts(page).first()).toContainText("Témoignage ajouté");
  await expect(add).toBeFocused();
  const stored = () => shop.sql`
    select role, content, rating::float8, avatar from testimonials where name = ${name}`;
  expect(await stored()).toEqual([
    { role: "Maçonne", content: "Le ciment est arrivé le lendemain", rating: 1.5, avatar: PHOTO },
  ]);
  await expect(listRows(page).first()).toContainText(name);
  await expect(listRows(page).first()).toContainText("Le ciment est arrivé");
  await expect(listRows(page).first().getByRole("img", { name: "1,5 sur 5" })).toBeVisible();
  await expect(listRows(page).first().locator("img")).toHaveAttribute("src", PHOTO);
  await expect.poll(async () => (await request.get(fresh("/"))).text()).toContain(name);
  await expectNoFindings(page);

  await enter(page, page.getByRole("button", { name: `Modifier le témoignage de ${name}` }));
  const change = dialog(page, "Modifier le témoignage");
  await expect(change.getByRole("slider", { name: "Note" })).toHaveValue("1.5");
  await write(page, change.getByLabel("Rôle"), " ");
  await reach(page, change.getByRole("slider", { name: "Note" }));
  await press(page, "End");
  await write(page, change.getByLabel("Photo"), " ");
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Témoignage modifié");
  expect(await stored()).toMatchObject([{ role: null, rating: 5, avatar: null }]);

  const remove = page.getByRole("button", { name: `Supprimer le témoignage de ${name}` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer le témoignage ?");
  await expect(question).toContainText(name);
  await expectNoFindings(page);
  await enter(page, question.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Témoignage supprimé");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});

test("the search searches, the list is paged, and «Actualiser» reads it again", async ({
  page,
  shop,
  administrator,
}) => {
  // Without figures, which the search below looks for in the names.
  const word = randomUUID().replaceAll(/[^a-f]/g, "");
  await shop.sql`
    insert into testimonials (name, role, content, created_at)
    select 'Aaa ' || to_char(n, 'FM00'), 'Carreleur', ${`Rien à redire ${word}`}, now() - n * interval '1 minute'
    from generate_series(1, 30) n`;
  await openOffice(page, shop, await administrator(), LIST);
  const search = page.getByRole("searchbox", { name: "Rechercher un témoignage" });
  await search.fill(`redire ${word}`);
  await expect(page.getByRole("navigation", { name: "Pages" })).toContainText("1 à 25 sur 30");
  await expect(listRows(page).first()).toContainText("Aaa 01");
  await page.getByRole("link", { name: "Suivant" }).click();
  await expect(listRows(page).first()).toContainText("Aaa 26");
  await expect(page).toHaveURL(`${LIST}?search=redire+${word}&page=2`);
  await search.fill(`aaa 07 carreleur ${word}`);
  await expect(listRows(page)).toHaveCount(1);
  await shop.sql`update testimonials set role = 'Carreleur à Kaya' where name = 'Aaa 07'`;
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(listRows(page)).toContainText("Carreleur à Kaya");
  await search.fill("zzqqxx");
  await expect(page.getByText("Aucun témoignage ne correspond à cette recherche.")).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("link", { name: "Effacer" }).click();
  await expect(page).toHaveURL(LIST);
});

test("whatever fails says so, and what was typed stays; nobody signed out changes anything", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const account = await administrator();
  const name = ownName();
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, account, LIST);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les témoignages");
  await expectNoFindings(page);
  await page.unroute(READ);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();

  await page.getByRole("button", { name: "Ajouter un témoignage" }).click();
  const form = dialog(page, "Nouveau témoignage");
  const save = form.getByRole("button", { name: "Enregistrer" });
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Témoignage").fill("Rien à redire");
  await page.route(WRITTEN, (route) => route.fulfill({ status: 400, json: { message: "disque plein" } }));
  await save.click();
  await expect(form.getByRole("alert")).toHaveText("Impossible d'ajouter le témoignage: disque plein");
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible d'ajouter le témoignage: disque plein");
  await expect(form.getByLabel("Témoignage")).toHaveValue("Rien à redire");
  await page.unroute(WRITTEN);
  await save.click();
  await expect(toasts(page).first()).toContainText("Témoignage ajouté");

  const edit = page.getByRole("button", { name: `Modifier le témoignage de ${name}` });
  const remove = page.getByRole("button", { name: `Supprimer le témoignage de ${name}` });
  const change = dialog(page, "Modifier le témoignage");
  const question = dialog(page, "Supprimer le témoignage ?");
  await page.route(WRITTEN, (route) => route.fulfill({ status: 400, json: { message: "disque plein" } }));
  await edit.click();
  await change.getByLabel("Témoignage").fill("Tout à redire");
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(errorToast(page).first()).toHaveText(
    "ErreurImpossible de modifier le témoignage: disque plein",
  );
  await change.getByRole("button", { name: "Annuler" }).click();
  await remove.click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(errorToast(page).first()).toHaveText(
    "ErreurImpossible de supprimer le témoignage: disque plein",
  );
  await page.unroute(WRITTEN);

  await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY);
  const refused = (verb: string) =>
    `Erreur d'authentificationVous devez être connecté pour ${verb} un témoignage`;
  await remove.click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(errorToast(page).first()).toHaveText(refused("supprimer"));
  await edit.click();
  await change.getByLabel("Témoignage").fill("Tout à redire");
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(errorToast(page).first()).toHaveText(refused("modifier"));
  await expect(change.getByRole("alert")).toHaveText(/Vous devez être connecté pour modifier/);
  await expect(change.getByLabel("Témoignage")).toHaveValue("Tout à redire");
  await change.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Ajouter un témoignage" }).click();
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Témoignage").fill("Encore un");
  await save.click();
  await expect(errorToast(page).first()).toHaveText(refused("ajouter"));
  expect(await shop.sql`select content from testimonials where name = ${name}`).toEqual([
    { content: "Rien à redire" },
  ]);
  forgive(pageErrors, /status of (400|500)|load testimonials|could not be changed/);
});
