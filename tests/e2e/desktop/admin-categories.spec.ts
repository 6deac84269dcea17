/** The families of goods in the back office: listed, made, changed and deleted, with the documented texts. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { errorToast, toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, press, write } from "../support/keyboard.ts";
import {
  expect,
  expectLogged,
  expectScreen,
  forgive,
  hold,
  openOffice,
  ownName,
  test,
} from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

const LIST = "/admin/categories";
const WRITTEN = /\/rest\/v1\/categories(\?(columns|id)=.*)?$/;
const READ = /\/rest\/v1\/categories\?.*order=name/;
/** A picture that every shop has. */
const PICTURE = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function stored(shop: Shop, slug: string) {
  return shop.sql`select name, slug, image from categories where slug = ${slug}`;
}

test.afterEach(({ shop }) => shop.sql`delete from categories where name like 'Aaa %'`);

test("a category is made at its address, changed and deleted, and the shop shows it", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const name = ownName();
  const slug = name.toLowerCase().replace(" ", "-");
  await openOffice(page, shop, await administrator(), `${LIST}/new`);
  await expectScreen(page, "Catégories");
  const form = dialog(page, "Nouvelle catégorie");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Nom et slug sont requis/);
  await form.getByLabel("Nom").fill(`${name} Électricité & co !`);
  await expect(form.getByLabel("Slug")).toHaveValue(`${slug}-electricite-co`);
  await form.getByLabel("Slug").fill(slug);
  await form.getByLabel("Nom").fill(name);
  await expect(form.getByLabel("Slug")).toHaveValue(slug);
  await form.getByLabel("Image").fill("pas une adresse");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByLabel("Image")).toHaveAccessibleDescription(/L'URL de l'image n'est pas valide/);
  await form.getByLabel("Image").fill(PICTURE);
  const asked = await hold(page, WRITTEN);
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await form.getByRole("button", { name: "Enregistrement..." }).click({ force: true });
  await form.getByLabel("Nom").press("Enter");
  await asked.release();
  await expect(toasts(page).first()).toContainText("Catégorie créée avec succès");
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(LIST);
  expect(await stored(shop, slug)).toEqual([{ name, slug, image: PICTURE }]);
  await expect(row(page, name)).toContainText(slug);
  await expect(row(page, name).locator("img")).toHaveAttribute("src", PICTURE);
  await expect.poll(async () => (await request.get(fresh("/categories"))).text()).toContain(name);

  await row(page, name)
    .getByRole("button", { name: `Modifier ${name}` })
    .click();
  const change = dialog(page, "Modifier la catégorie");
  await expect(change.getByLabel("Slug")).toHaveValue(slug);
  const sent: string[] = [];
  page.on("request", (sending) => WRITTEN.test(sending.url()) && sent.push(sending.method()));
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toasts(page).first()).toContainText("Aucune modification à enregistrer");
  await expect(change).toHaveCount(0);
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: `Modifier ${name}` }).click();
  await change.getByLabel("Nom").fill(`${name} bis`);
  await expect(change.getByLabel("Slug")).toHaveValue(slug);
  await change.getByLabel("Image").fill("");
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toasts(page).first()).toContainText("Catégorie mise à jour avec succès");
  expect(await stored(shop, slug)).toEqual([{ name: `${name} bis`, slug, image: null }]);
  expect(sent).toEqual(["PATCH"]);

  await page.getByRole("button", { name: `Supprimer ${name} bis` }).click();
  const question = dialog(page, "Supprimer la catégorie ?");
  await expect(question).toContainText(`${name} bis`);
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toasts(page).first()).toContainText("Catégorie supprimée avec succès");
  await expect(row(page, name)).toHaveCount(0);
  expect(await stored(shop, slug)).toEqual([]);
});

test("whatever fails says so, and what was typed stays", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const account = await administrator();
  const [first, second] = [ownName(), ownName()];
  const [{ id } = { id: "" }] = await shop.sql`
    insert into categories (name, slug) values (${first}, 'aaa-premiere') returning id`;
  await shop.sql`insert into products (name, slug, price, stock, category_id, created_at)
    values ('Article', ${`article-${id}`}, 100, 1, ${id}, '2001-01-01')`;
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, account, LIST);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les catégories");
  await page.unroute(READ);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await expect(row(page, first)).toBeVisible();

  await page.getByRole("button", { name: `Supprimer ${first}` }).click();
  const refused = page.waitForResponse((response) => response.request().method() === "DELETE");
  await dialog(page, "Supprimer la catégorie ?").getByRole("button", { name: "Supprimer" }).click();
  const answer = await refused;
  expect([answer.status(), await answer.json()]).toMatchObject([409, { code: "23503" }]);
  await expect(errorToast(page).first()).toHaveText(
    "ErreurImpossible de supprimer cette catégorie. Elle est peut-être utilisée par des produits.",
  );
  await expect(row(page, first)).toBeVisible();

  await page.getByRole("button", { name: "Ajouter une catégorie" }).click();
  const form = dialog(page, "Nouvelle catégorie");
  const save = form.getByRole("button", { name: "Enregistrer" });
  await form.getByLabel("Nom").fill(second);
  await form.getByLabel("Slug").fill("aaa-premiere");
  await save.click();
  await expect(form.getByLabel("Slug")).toHaveAccessibleDescription(/déjà celui d'une autre catégorie/);
  await form.getByLabel("Slug").fill("aaa-seconde");
  await page.route(WRITTEN, (route) => route.fulfill({ status: 400, json: { message: "disque plein" } }));
  await save.click();
  await expect(form.getByRole("alert")).toHaveText("disque plein");
  await expect(errorToast(page).first()).toHaveText("Erreurdisque plein");
  await page.unroute(WRITTEN);
  await page.route(WRITTEN, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save.click();
  await expect(form.getByRole("alert")).toHaveText("Une erreur inattendue s'est produite");
  expect(await stored(shop, "aaa-seconde")).toHaveLength(1);
  await page.unroute(WRITTEN);
  await form.getByLabel("Nom").fill(`${second} bis`);
  await save.click();
  await expect(toasts(page).first()).toContainText("Catégorie créée avec succès");
  expect(await shop.sql`select name from categories where name like ${`${second}%`}`).toEqual([
    { name: `${second} bis` },
  ]);

  await page.getByRole("button", { name: `Modifier ${second} bis` }).click();
  const change = dialog(page, "Modifier la catégorie");
  await change.getByLabel("Nom").fill("Aaa sans droit");
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await change.getByRole("button", { name: "Enregistrer" }).click();
  await expect(change.getByRole("alert")).toHaveText("Vous n'avez pas les droits d'administrateur");
  await expect(change.getByLabel("Nom")).toHaveValue("Aaa sans droit");
  await shop.sql`delete from products where category_id = ${id}`;
  await expectLogged(pageErrors, /the category could not be saved/);
  forgive(pageErrors, /status of (400|409|500)|ERR_FAILED|load categories|could not be (saved|deleted)/);
});

test("an image that does not load is not saved; one that takes its time is", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), `${LIST}/new`);
  const form = dialog(page, "Nouvelle catégorie");
  const save = form.getByRole("button", { name: /^Enregistre/ });
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Image").fill("/nulle-part.jpg");
  const BROKEN = "Cette URL d'image semble invalide ou inaccessible";
  await expect(form.getByLabel("Image")).toHaveAccessibleDescription(new RegExp(BROKEN));
  await expect(save).toBeDisabled();
  // Faster than the check of what is typed.
  await form.getByLabel("Image").fill("/ailleurs.jpg");
  await form.getByLabel("Image").press("Enter");
  await expect(form.getByLabel("Image")).toHaveAccessibleDescription(new RegExp(BROKEN));
  await expect(form.getByLabel("Image")).toBeFocused();
  await page.clock.install();
  await page.route("**/lente.jpg", () => {});
  const coming = page.waitForRequest("**/lente.jpg");
  await form.getByLabel("Image").fill("/lente.jpg");
  await save.click();
  await coming;
  await expect(save).toBeDisabled();
  expect(await stored(shop, name.toLowerCase().replace(" ", "-"))).toEqual([]);
  await page.clock.fastForward(3000);
  await expect(toasts(page).first()).toContainText("Catégorie créée avec succès");
  forgive(pageErrors, /status of 404/);
});

test("by keyboard, and without findings of axe in any state", async ({ page, shop, administrator }) => {
  const name = ownName();
  const asked = await hold(page, READ);
  await openOffice(page, shop, await administrator(), LIST);
  await expect(page.getByRole("status", { name: "Chargement" }).locator(".skeleton").first()).toBeVisible();
  await asked.release();
  await expect(page.getByRole("table", { name: "Les catégories" })).toBeVisible();
  await expectNoFindings(page);
  const add = page.getByRole("button", { name: "Ajouter une catégorie" });
  await enter(page, add);
  const form = dialog(page, "Nouvelle catégorie");
  await enter(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toBeFocused();
  await expectNoFindings(page);
  await press(page, "Escape");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();
  await press(page, "Enter");
  await write(page, form.getByLabel("Nom"), name);
  await page.keyboard.press("Enter");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();
  const remove = page.getByRole("button", { name: `Supprimer ${name}` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer la catégorie ?");
  await expectNoFindings(page);
  await enter(page, question.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(remove).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  await page.route(READ, (route) =>
    route.fulfill({ json: [], headers: { "content-range": "*/0", "access-control-expose-headers": "*" } }),
  );
  await page.goto(LIST);
  await expect(page.getByText("Aucune catégorie pour le moment.")).toBeVisible();
  await expect(add).toHaveCount(2);
  await expectNoFindings(page);
});
