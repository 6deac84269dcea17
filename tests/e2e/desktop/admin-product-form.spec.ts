/** The form of a product: checked, saved once with its pictures, never over somebody else's work unasked. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { errorToast, toasts } from "../support/account.ts";
import { expect, expectLogged, expectScreen, forgive, hold, openOffice, test } from "../support/office.ts";
import { addByAddress, editAddress, save, storedProduct } from "../support/product-form.ts";

const NEW = "/admin/products/new";
const SAVE = "**/rest/v1/rpc/save_product";

const field = (page: Page, label: string) =>
  page.getByRole("main").getByLabel(new RegExp(`^${label.replace(/[()]/g, "\\$&")}( \\(facultatif\\))?$`));
test("each field is checked when it is left and when saving, and says what is wrong", async ({
  page,
  shop,
  administrator,
}) => {
  const categories = await hold(page, "**/rest/v1/categories?*");
  await openOffice(page, shop, await administrator(), NEW);
  await expect(page.getByRole("main").getByText("Chargement...")).toBeVisible();
  await categories.release();
  const [name, slug, price] = [field(page, "Nom"), field(page, "Slug URL"), field(page, "Prix (XOF)")];
  const [stock, discount] = [field(page, "Stock"), field(page, "Réduction (%)")];
  await expect(price).toHaveAttribute("min", "0");
  await expect(price).toHaveAttribute("step", "1");
  await expect(price).toHaveAccessibleDescription("Le prix doit être supérieur à 0");
  await expect(discount).toHaveAttribute("min", "0");
  await expect(discount).toHaveAttribute("max", "100");
  await expect(stock).toHaveValue("0");

  for (const [control, typed, message] of [
    [name, " ", "Champ requis"],
    [slug, "", "Champ requis"],
    [price, "", "Prix valide requis"],
    [stock, "-1", "Stock valide requis"],
    [discount, "101", "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await control.fill(typed);
    await control.blur();
    await expect(control).toHaveAccessibleDescription(new RegExp(message));
    await expect(control).toHaveAttribute("aria-invalid", "true");
  }

  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("save_product") && asked.push(request.url()));
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("Erreur de validationLe nom du produit est requis");
  await expect(name).toBeFocused();
  for (const [control, message] of [
    [name, "Le nom du produit est requis"],
    [slug, "Le slug URL est requis"],
    [price, "Le prix doit être un nombre positif"],
    [stock, "Le stock doit être un nombre positif ou zéro"],
    [discount, "La réduction doit être inférieure ou égale à 100%"],
  ] as const) {
    await expect(control).toHaveAccessibleDescription(new RegExp(message));
  }
  await name.fill("Perceuse");
  await slug.fill("perceuse-essai");
  await stock.fill("");
  await discount.fill("");
  for (const typed of ["99.5", "0"]) {
    await price.fill(typed);
    await save(page).click();
    await expect(errorToast(page).first()).toContainText("Le prix doit être un nombre positif");
    await expect(price).toBeFocused();
  }
  await price.fill("7500");
  await field(page, "Ancien prix (XOF)").fill("7000");
  await save(page).click();
  await expect(field(page, "Ancien prix (XOF)")).toHaveAccessibleDescription(
    /L'ancien prix doit être supérieur au prix/,
  );
  expect(asked).toEqual([]);
});

test("a new product is saved once, with everything, and stands on its public page", async ({
  page,
  shop,
  administrator,
  goods,
  request,
}) => {
  const word = randomUUID().slice(0, 8);
  const name = `Échelle pliante n° 4 ${word}`;
  const slug = `echelle-pliante-n-4-${word}`;
  const other = await goods();
  await shop.sql`update products set slug = ${slug} where id = ${other.id}`;
  await openOffice(page, shop, await administrator(), NEW);
  await field(page, "Nom").fill(name);
  await page.getByRole("button", { name: "Générer depuis le nom" }).click();
  await expect(field(page, "Slug URL")).toHaveValue(`${slug}-2`);
  await field(page, "Description").fill("Quatre mètres, en aluminium.");
  const category = field(page, "Catégorie");
  await expect(category.getByRole("option").first()).toHaveText("Aucune catégorie");
  await category.selectOption("Plomberie");
  await field(page, "Référence (SKU)").fill("ECH-4");
  await field(page, "Lien « Plus d'informations »").fill("https://exemple.bf/echelle");
  await field(page, "Prix (XOF)").fill("7500");
  await field(page, "Ancien prix (XOF)").fill("10000");
  await expect(field(page, "Réduction (%)")).toHaveValue("25");
  await expect(field(page, "Réduction (%)")).toHaveAttribute("readonly");
  await field(page, "Stock").fill("12");
  await page.getByLabel("Marquer comme nouveau").check();
  await page.getByLabel("Mettre en avant / promotion").check();

  const features = page.getByRole("region", { name: "Caractéristiques" });
  await features.getByRole("button", { name: "Ajouter une ligne" }).click();
  await expect(features.getByRole("textbox", { name: "Caractéristique 1" })).toBeFocused();
  await page.keyboard.type("Aluminium");
  await page.keyboard.press("Enter");
  await page.keyboard.type("De trop");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Quatre mètres");
  await features.getByRole("button", { name: "Retirer la caractéristique 2" }).click();
  await expect(features.getByRole("button", { name: "Ajouter une ligne" })).toBeFocused();

  const specifications = page.getByRole("region", { name: "Spécifications techniques" });
  for (const [index, pair] of [
    ["Hauteur", "4 m"],
    ["Poids", "6 kg"],
    ["Couleur", "gris"],
  ].entries()) {
    await specifications.getByRole("button", { name: "Ajouter une spécification" }).click();
    await specifications.getByLabel(`Nom de la spécification ${index + 1}`).fill(pair[0] ?? "");
    await specifications.getByLabel(`Valeur de la spécification ${index + 1}`).fill(pair[1] ?? "");
  }
  await specifications.getByRole("button", { name: "Retirer la spécification 3" }).click();
  await specifications.getByLabel("Nom de la spécification 2").fill("Hauteur");
  // In the screen's header, which stays however far one has scrolled.
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await save(page).click();
  await expect(specifications.getByLabel("Nom de la spécification 2")).toHaveAccessibleDescription(
    "Ce nom figure déjà dans la liste",
  );
  await specifications.getByLabel("Nom de la spécification 2").fill("Masse");
  await addByAddress(page, "/pictures/perceuse-1-640.jpg");

  const sent: { product: Record<string, unknown>; images: unknown }[] = [];
  page.on("request", (one) => one.url().includes("save_product") && sent.push(one.postDataJSON()));
  const asked = await hold(page, SAVE);
  await save(page).click();
  await expect(page.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.getByRole("button", { name: "Enregistrement..." }).click({ force: true });
  await asked.release();
  await expect(toasts(page).first()).toContainText("Produit ajouté");
  await expect(page).toHaveURL(/\/admin\/products\/edit\/[0-9a-f-]{36}$/);
  const id = page.url().slice(-36);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toEqual({
    product: {
      id,
      name,
      slug: `${slug}-2`,
      description: "Quatre mètres, en aluminium.",
      category_id: expect.any(String),
      reference: "ECH-4",
      price: 7500,
      old_price: 10_000,
      discount: null,
      stock: 12,
      is_new: true,
      is_featured: true,
      features: ["Aluminium", "Quatre mètres"],
      specifications: { Hauteur: "4 m", Masse: "6 kg" },
      more_info_url: "https://exemple.bf/echelle",
    },
    images: [{ image_url: "/pictures/perceuse-1-640.jpg", is_primary: true, display_order: 0 }],
  });
  expect(await storedProduct(shop, id)).toMatchObject({ name, slug: `${slug}-2`, discount: 25, stock: 12 });
  await expect(page.getByRole("link", { name: "Voir sur le site" }).first()).toHaveAttribute(
    "href",
    `/product/${slug}-2`,
  );
  await expect.poll(async () => (await request.get(`/product/${slug}-2`)).text()).toContain(name);

  // Emptied again: null where nothing stands, and a free discount once there is no old price.
  await expect(field(page, "Nom")).toHaveValue(name);
  await field(page, "Ancien prix (XOF)").fill("");
  await field(page, "Réduction (%)").fill("15");
  await field(page, "Lien « Plus d'informations »").fill("");
  await field(page, "Catégorie").selectOption("Aucune catégorie");
  await field(page, "Stock").fill("");
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  expect(await storedProduct(shop, id)).toMatchObject({
    old_price: null,
    discount: 15,
    more_info_url: null,
    category_id: null,
    stock: 0,
  });
  await shop.sql`delete from products where id = ${id}`;
});

test("the second of two administrators is told, compares, and decides", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods({ price: 5000, stock: 10 });
  await openOffice(page, shop, await administrator(), editAddress(product));
  const price = field(page, "Prix (XOF)");
  await price.fill("6000");
  await field(page, "Description").fill("Ma description");
  await shop.sql`update products set price = 5500, stock = 7 where id = ${product.id}`;
  await save(page).click();
  const notice = page.getByRole("main").getByRole("alert").filter({ hasText: "modifié entre-temps" });
  await expect(notice).toContainText("Rien n'a été remplacé.");
  await expect(price).toHaveValue("6000");
  expect(await storedProduct(shop, product.id)).toMatchObject({ price: 5500, description: "" });
  await notice.getByText("Voir les différences (2)").click();
  await expect(notice.getByRole("definition").nth(1)).toHaveText(
    /Enregistré :\s5\s500\sXOF.*Votre saisie :\s6\s000\sXOF/s,
  );
  await notice.getByRole("button", { name: "Charger la version enregistrée" }).click();
  await expect(notice).toHaveCount(0);
  await expect(price).toHaveValue("5500");
  await expect(field(page, "Description")).toHaveValue("");

  await price.fill("6500");
  await shop.sql`update products set name = name || ' bis', stock = 4 where id = ${product.id}`;
  await save(page).click();
  await notice.getByRole("button", { name: "Enregistrer ma saisie" }).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  await expect(notice).toHaveCount(0);
  // What was typed counts, and what was sold meanwhile stays sold.
  expect(await storedProduct(shop, product.id)).toMatchObject({ price: 6500, name: product.name, stock: 4 });

  // The answer gets lost: the same save again is nobody else's edit.
  await field(page, "Stock").fill("20");
  await page.route(SAVE, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await save(page).click();
  await expect(errorToast(page).first()).toContainText("Le serveur ne répond pas. Votre saisie est gardée");
  await page.unroute(SAVE);
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  expect(await storedProduct(shop, product.id)).toMatchObject({ stock: 20 });

  await shop.sql`delete from products where id = ${product.id}`;
  await price.fill("7000");
  await save(page).click();
  const gone = page.getByRole("main").getByRole("alert").filter({ hasText: "supprimé entre-temps" });
  await expect(price).toHaveValue("7000");
  await gone.getByRole("button", { name: "Enregistrer comme nouveau produit" }).click();
  await expect.poll(() => storedProduct(shop, product.id)).toMatchObject({ price: 7000, stock: 20 });
  await expectLogged(pageErrors, /the product could not be saved/);
  forgive(pageErrors, /status of 40[49]|ERR_FAILED/);
});

test("whatever fails, the form keeps what was typed and says why", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods();
  const [category] = await shop.sql<{ id: string }[]>`
    insert into categories (name, slug) values ('Passagère', ${`passagere-${product.id}`}) returning id`;
  const READ = /\/rest\/v1\/products\?/;
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  const account = await administrator();
  await openOffice(page, shop, account, editAddress(product));
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Impossible de charger le produit");
  await page.unroute(READ);
  await failed.getByRole("button", { name: "Réessayer" }).click();

  await field(page, "Catégorie").selectOption("Passagère");
  await shop.sql`delete from categories where id = ${category?.id ?? ""}`;
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("ValidationCette catégorie n'existe plus");
  await expect(field(page, "Catégorie")).toHaveAccessibleDescription(/Cette catégorie n'existe plus/);
  await expect(field(page, "Catégorie")).toBeFocused();
  await field(page, "Catégorie").selectOption("Aucune catégorie");

  await field(page, "Description").fill("À garder");
  await page.route(SAVE, (route) => route.fulfill({ status: 500, json: { message: "disque plein" } }));
  await save(page).click();
  await expect(errorToast(page).first()).toHaveText("Erreurdisque plein");
  await page.unroute(SAVE);

  const away = page.getByRole("main").getByRole("link", { name: "Produits" });
  await away.click();
  const question = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(field(page, "Description")).toHaveValue("À garder");
  // The browser asks, too, before its window goes.
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const leaving = await asked;
  expect(leaving.type()).toBe("beforeunload");
  await leaving.dismiss();
  await expect(field(page, "Description")).toHaveValue("À garder");

  await shop.sql`delete from admin_users where id = ${account.id}`;
  await save(page).click();
  await expect(errorToast(page).first()).toContainText("Vous n'avez pas les droits d'administrateur");
  await expect(field(page, "Description")).toHaveValue("À garder");
  await shop.sql`insert into admin_users (id, name, email) values (${account.id}, 'Mariam', ${account.email})`;
  await away.click();
  await question.getByRole("button", { name: "Quitter" }).click();
  await expect(page).toHaveURL("/admin/products");
  expect(await storedProduct(shop, product.id)).toMatchObject({ description: "" });

  await page.goto(editAddress({ id: "rien" }));
  await expect(page.getByText("Ce produit n'existe pas ou plus.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Retour aux produits" }).click();
  await expectScreen(page, "Produits");
  await expectLogged(pageErrors, /the product could not be saved/);
  forgive(pageErrors, /status of (500|40\d)|load product/);
});
