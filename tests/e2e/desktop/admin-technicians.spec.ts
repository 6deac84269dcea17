/** The directory in the back office: found, added, edited and deleted, on a phone and on a desktop. */
import type { Page } from "@playwright/test";
import { errorToast, toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { enter, expectFocusInSight, reach, write } from "../support/keyboard.ts";
import {
  test as base,
  expect,
  expectLogged,
  expectScreen,
  forgive,
  listRows,
  openOffice,
} from "../support/office.ts";
import { type Directory, directory } from "../support/technicians.ts";

const test = base.extend<{ directory: Directory }>({ directory });

const LIST = "/admin/technicians";
const NEW = "/admin/technicians/new";
const READ = /\/rest\/v1\/technician_profiles\?/;
const WRITTEN = /\/rest\/v1\/technicians(\?|$)/;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const optional = (page: Page, label: string) => field(page, `${label} (facultatif)`);
const save = (page: Page) => page.getByRole("button", { name: /^Enregistre/ });

test("a technician is found by name, specialty or place, as the search in the address says", async ({
  page,
  shop,
  administrator,
  directory,
}) => {
  const ali = await directory.add({
    name: "Ali Sanou",
    specialty: `Forage-${directory.word}`,
    location: `Kaya ${directory.word}`,
    rating: 4.8,
    review_count: 64,
    image: "/icon-192.png",
  });
  await directory.add({ name: "Bintou Zida", rating: 3 });
  await openOffice(page, shop, await administrator(), `${LIST}?search=${directory.word}`);
  await expectScreen(page, "Techniciens");
  await expect(listRows(page)).toHaveCount(2);
  await expect(listRows(page).first()).toContainText("Ali Sanou");
  const search = page.getByRole("searchbox", { name: "Rechercher un technicien" });
  for (const text of [`ALI sanou ${directory.word}`, `forage-${directory.word}`, `KAYA ${directory.word}`]) {
    await search.fill(text);
    await expect(listRows(page)).toHaveCount(1);
    await expect(listRows(page)).toContainText([ali.slug]);
  }
  for (const text of [
    ali.name,
    ali.slug,
    `Forage-${directory.word}`,
    `Kaya ${directory.word}`,
    "4,8 (64 avis)",
  ]) {
    await expect(listRows(page).first()).toContainText(text);
  }
  await expect(listRows(page).first().locator("img")).toHaveAttribute("src", "/icon-192.png");
  await search.fill(directory.word);
  await expect(listRows(page)).toHaveCount(2);
  await page.getByRole("columnheader", { name: "Note" }).getByRole("link").click();
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}&sort=rating`);
  await expect(listRows(page).first()).toContainText("3,0 (0 avis)");
  await search.fill("zzqqxx");
  await expect(page.getByText("Aucun technicien ne correspond à cette recherche.")).toBeVisible();
  await page.route(READ, (route) => route.fulfill({ json: [], headers: { "content-range": "*/0" } }));
  await page.goto(LIST);
  await expect(page.getByText("Aucun technicien pour le moment.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Ajouter un technicien" }).last().click();
  await expect(page).toHaveURL(NEW);
});

test("a technician is added: what is missing is said, what is empty is null, and the public sees them", async ({
  page,
  shop,
  administrator,
  directory,
}) => {
  await openOffice(page, shop, await administrator(), LIST);
  await page.getByRole("link", { name: "Ajouter un technicien" }).click();
  for (const block of ["Informations générales", "Coordonnées", "Image", "Évaluation"]) {
    await expect(page.getByRole("region", { name: block })).toBeVisible();
  }
  await expect(page.getByRole("button", { name: "Supprimer" })).toHaveCount(0);
  await optional(page, "URL de l'image").fill("photo.jpg");
  await optional(page, "Email").fill("ali@");
  await save(page).click();
  await expect(errorToast(page)).toContainText("Erreur de validation");
  for (const [label, message] of [
    ["Nom", "Le nom est requis"],
    ["Slug", "Le slug est requis"],
    ["Spécialité", "La spécialité est requise"],
    ["Slug de spécialité", "Le slug de spécialité est requis"],
    ["Description", "La description est requise"],
    ["URL de l'image (facultatif)", "Entrez une URL valide ou laissez vide"],
    ["Email (facultatif)", "L'email doit être valide"],
  ] as const) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(field(page, "Nom")).toBeFocused();
  await optional(page, "URL de l'image").fill("");
  await optional(page, "Email").fill("");
  await field(page, "Nom").fill(`Téné Ouédraogo ${directory.word}`);
  await field(page, "Spécialité").click();
  await expect(field(page, "Slug")).toHaveValue(`tene-ouedraogo-${directory.word}`);
  await field(page, "Spécialité").fill("Électricité");
  await expect(field(page, "Slug de spécialité")).toHaveValue("electricite");
  await field(page, "Description").fill("Installe et répare.");
  await page.getByLabel("Technicien vérifié").check();
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Technicien ajouté");
  await expect(page).toHaveURL(LIST);
  const slug = `tene-ouedraogo-${directory.word}`;
  const [stored] = await shop.sql`select * from technicians where slug = ${slug}`;
  expect(stored).toMatchObject({
    specialty: "Électricité",
    specialty_slug: "electricite",
    phone: null,
    email: null,
    image: null,
    experience: null,
    location: null,
    availability: null,
    rating: "0.0",
    review_count: 0,
    satisfied_clients: 100,
  });
  expect(stored?.verified_at).not.toBeNull();
  await page.goto(`/technician/${slug}`);
  await expect(page.getByText("Technicien vérifié par notre équipe")).toBeVisible();
  await expect(page.getByText("100+")).toBeVisible();
});

test("a technician is edited, and the list is as it was left", async ({
  page,
  shop,
  administrator,
  directory,
  pageErrors,
}) => {
  const ali = await directory.add({ phone: "+22670000001", verified_at: "2026-01-01" });
  const bintou = await directory.add({ name: "Bintou Zida" });
  await openOffice(page, shop, await administrator(), `${LIST}?search=${directory.word}`);
  await page.getByRole("link", { name: `Modifier ${ali.name}` }).click();
  await expect(optional(page, "Téléphone")).toHaveValue("+226 70 00 00 01");
  await field(page, "Nom").fill(bintou.name);
  await page.getByRole("button", { name: "Générer depuis le nom" }).click();
  await expect(field(page, "Slug")).toHaveValue(/^bintou-zida-essai-/);
  await field(page, "Slug").fill(bintou.slug);
  await save(page).click();
  await expect(field(page, "Slug")).toHaveAccessibleDescription(/déjà celui d'un autre technicien/);
  await expect(field(page, "Slug")).toBeFocused();
  await field(page, "Slug").fill(ali.slug);
  await field(page, "Nom").fill(ali.name);
  await optional(page, "Téléphone").fill("70 00 00 02");
  await optional(page, "Email").fill("ali@exemple.bf");
  await optional(page, "Expérience (années)").fill("12");
  await optional(page, "Note (0 à 5)").fill("4,6");
  await optional(page, "Nombre d'avis").fill("7");
  await optional(page, "Clients satisfaits").fill("250");
  await page.getByLabel("Technicien vérifié").uncheck();
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Technicien mis à jour");
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}`);
  await expect(listRows(page).filter({ hasText: ali.slug })).toContainText("4,6 (7 avis)");
  const [stored] = await shop.sql`select * from technicians where id = ${ali.id}`;
  expect(stored).toMatchObject({
    phone: "+22670000002",
    email: "ali@exemple.bf",
    experience: 12,
    satisfied_clients: 250,
    verified_at: null,
  });
  await page.getByRole("link", { name: `Modifier ${ali.name}` }).click();
  await page.getByRole("main").getByRole("link", { name: "Techniciens" }).click();
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}`);
  forgive(pageErrors, /status of 409/);
});

test("somebody else's edition is not replaced unasked, and leaving unsaved asks first", async ({
  page,
  shop,
  administrator,
  directory,
}) => {
  const ali = await directory.add({ location: "Kaya" });
  await openOffice(page, shop, await administrator(), `${LIST}/edit/${ali.id}`);
  await optional(page, "Disponibilité").fill("Le samedi");
  await shop.sql`update technicians set location = 'Gaoua' where id = ${ali.id}`;
  await save(page).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Quelqu'un d'autre" });
  await expect(conflict).toContainText(/Localisation :\s*Gaoua/);
  await conflict.getByRole("button", { name: "Prendre leurs valeurs" }).click();
  await expect(optional(page, "Localisation")).toHaveValue("Gaoua");
  await optional(page, "Disponibilité").fill("Le dimanche");
  await page.getByRole("main").getByRole("link", { name: "Techniciens" }).click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(optional(page, "Disponibilité")).toHaveValue("Le dimanche");
  await save(page).click();
  await expect(page).toHaveURL(LIST);
  const [stored] = await shop.sql`select location, availability from technicians where id = ${ali.id}`;
  expect(stored).toEqual({ location: "Gaoua", availability: "Le dimanche" });
  await page.goto(`${LIST}/edit/${ali.id.replace(/^.{8}/, "00000000")}`);
  await expect(page.getByText("Technicien non trouvé")).toBeVisible();
});

test("a technician is deleted after a question, from the list or from the form", async ({
  page,
  shop,
  administrator,
  directory,
  pageErrors,
}) => {
  const ali = await directory.add();
  const bintou = await directory.add({ name: "Bintou Zida" });
  await openOffice(page, shop, await administrator(), `${LIST}?search=${directory.word}`);
  const bin = page.getByRole("button", { name: `Supprimer ${ali.name}` });
  await bin.click();
  const question = page.getByRole("dialog", { name: `Supprimer ${ali.name} ?` });
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(bin).toBeFocused();
  await page.route(WRITTEN, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await bin.click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible de supprimer le technicien");
  await expect(listRows(page)).toHaveCount(2);
  await page.unroute(WRITTEN);
  await bin.click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toasts(page).first()).toContainText("Technicien supprimé");
  await expect(listRows(page)).toHaveCount(1);
  await page.getByRole("link", { name: `Modifier ${bintou.name}` }).press("Enter");
  await field(page, "Nom").fill("Autre");
  await page.getByRole("button", { name: "Supprimer" }).press("Enter");
  await page
    .getByRole("dialog", { name: `Supprimer ${bintou.name} ?` })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}`);
  await expect(page.getByText("Aucun technicien ne correspond à cette recherche.")).toBeVisible();
  expect(await shop.sql`select from technicians where id in (${ali.id}, ${bintou.id})`).toHaveLength(0);
  await expectLogged(pageErrors, /the technician could not be deleted/);
  forgive(pageErrors, /status of 500/);
});

test("what fails says so, keeps what was typed, and happens once", async ({
  page,
  shop,
  administrator,
  directory,
  pageErrors,
}) => {
  const account = await administrator();
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, account, LIST);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les techniciens");
  await page.unroute(READ);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await expect(listRows(page).first()).toBeVisible();

  const name = `Ali Sanou ${directory.word}`;
  await page.goto(NEW);
  await field(page, "Nom").fill(name);
  await field(page, "Spécialité").fill("Forage");
  await field(page, "Description").fill("Installe et répare.");
  await expect(field(page, "Slug")).not.toHaveValue("");
  await page.route(WRITTEN, (route) => route.fulfill({ status: 500, json: { message: "disque plein" } }));
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("Erreurdisque plein");
  await page.unroute(WRITTEN);
  await page.route(WRITTEN, async (route) => {
    // It arrives, and its answer is lost.
    await route.fetch();
    await route.abort();
  });
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("ErreurUne erreur est survenue");
  await page.unroute(WRITTEN);
  // Two toasts are still there: they lie over nothing that is pressed now.
  await save(page).click({ timeout: 2000 });
  await expect(toasts(page).first()).toContainText("Technicien ajouté");
  const stored = await shop.sql`select id from technicians where name = ${name}`;
  expect(stored).toHaveLength(1);

  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await page.goto(`${LIST}/edit/${stored[0]?.id}`);
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les détails du technicien");
  await page.unroute(READ);
  await page.getByRole("main").getByRole("button", { name: "Réessayer" }).click();
  await expect(field(page, "Nom")).toHaveValue(name);
  await optional(page, "Localisation").fill("Kaya");
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await save(page).click();
  await expect(errorToast(page).first()).toContainText("Vous n'avez pas les droits d'administrateur");
  await expect(optional(page, "Localisation")).toHaveValue("Kaya");
  await expectLogged(pageErrors, /the technician could not be saved/);
  forgive(pageErrors, /status of (406|409|500)|load technician|ERR_FAILED|what waits could not/);
});

test("by keyboard alone: found, edited, deleted", async ({ page, shop, administrator, directory }) => {
  const ali = await directory.add();
  await openOffice(page, shop, await administrator(), LIST);
  await write(page, page.getByRole("searchbox", { name: "Rechercher un technicien" }), directory.word);
  await page.keyboard.press("Enter");
  await expect(listRows(page)).toHaveCount(1);
  await enter(page, page.getByRole("link", { name: `Modifier ${ali.name}` }));
  await write(page, optional(page, "Localisation"), "Kaya");
  await reach(page, page.getByLabel("Technicien vérifié"));
  await page.keyboard.press("Space");
  await enter(page, optional(page, "Note (0 à 5)"), "Shift+Tab");
  await expect(page).toHaveURL(`${LIST}?search=${directory.word}`);
  await expect(listRows(page)).toContainText(["Kaya"]);
  await expect(page.getByRole("img", { name: "Vérifié" })).toBeVisible();
  await enter(page, page.getByRole("button", { name: `Supprimer ${ali.name}` }));
  await enter(page, page.getByRole("dialog").getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Technicien supprimé");
  await expectFocusInSight(page);
});

test("axe finds nothing on the list, the form, its errors and the question", async ({
  page,
  shop,
  administrator,
  directory,
}) => {
  const ali = await directory.add({ verified_at: "2026-01-01" });
  await openOffice(page, shop, await administrator(), `${LIST}?search=${directory.word}`);
  await page.getByRole("button", { name: `Supprimer ${ali.name}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press("Escape");
  await expectNoFindings(page);
  await page.getByRole("link", { name: `Modifier ${ali.name}` }).click();
  await field(page, "Nom").fill("");
  await optional(page, "Email").fill("ali@");
  await shop.sql`update technicians set location = 'Gaoua' where id = ${ali.id}`;
  await save(page).click();
  await expect(page.getByText("Le nom est requis")).toBeVisible();
  await expectNoFindings(page);
  await field(page, "Nom").fill(ali.name);
  await optional(page, "Email").fill("ali@exemple.bf");
  await save(page).click();
  await expect(page.getByText("Quelqu'un d'autre")).toBeVisible();
  await expectNoFindings(page);
});
