/** No finding of axe on the product form's states, and the whole of it by keyboard alone. */
import { tabTo, toasts } from "./account.ts";
import { expectNoFindings } from "./axe.ts";
import { expect, forgive, hold, openOffice, test } from "./office.ts";

test("loading, empty, wrong, with pictures, overtaken and gone", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods();
  const categories = await hold(page, "**/rest/v1/categories?*");
  await openOffice(page, shop, await administrator(), `/admin/products/edit/${product.id}`);
  await expect(page.getByText("Chargement...")).toBeVisible();
  await expectNoFindings(page);
  await categories.release();
  await page.getByRole("button", { name: "Ajouter une spécification" }).click();
  await page.getByLabel("Valeur de la spécification 1").fill("4 m");
  await page.getByRole("button", { name: "Ajouter une ligne" }).click();
  await page.getByLabel("Ancien prix (XOF)").fill("15000");
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le nom du produit est requis").first()).toBeVisible();
  await expectNoFindings(page);

  await page.getByRole("textbox", { name: "Nom", exact: true }).fill("Perceuse");
  await page.getByRole("button", { name: "Retirer la spécification 1" }).click();
  await page.getByRole("button", { name: "Ajouter par adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  await dialog.getByLabel("URL de l'image").fill("/pictures/perceuse-1-640.jpg");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toBeVisible();
  await expectNoFindings(page);
  await dialog.getByRole("button", { name: "Ajouter", exact: true }).click();
  const asked = await hold(page, "**/storage/v1/object/**");
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  await page.getByLabel("Envoyer des photos").setInputFiles([
    { name: "en-route.png", mimeType: "image/png", buffer: png },
    { name: "refusee.png", mimeType: "image/png", buffer: Buffer.from("MZ") },
  ]);
  await expect(page.getByRole("progressbar", { name: "Envoi de en-route.png" })).toBeVisible();
  await page.getByRole("button", { name: "Annuler l'envoi de en-route.png" }).scrollIntoViewIfNeeded();
  await expectNoFindings(page);
  await page.getByRole("button", { name: "Annuler l'envoi de en-route.png" }).click();
  await asked.release();
  await expect(page.getByText("Ce n'est pas une image JPEG, PNG, WebP ou HEIC.")).toBeVisible();
  await expectNoFindings(page);
  await page.getByRole("button", { name: "Retirer refusee.png" }).click();

  await shop.sql`update products set name = name || ' bis' where id = ${product.id}`;
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.getByText(/^Voir les différences/).click();
  await expectNoFindings(page);
  await shop.sql`delete from products where id = ${product.id}`;
  await page.getByRole("button", { name: "Enregistrer ma saisie" }).click();
  await expect(
    page.getByText("Ce produit a été supprimé entre-temps. Votre saisie est gardée."),
  ).toBeVisible();
  await expectNoFindings(page);
  forgive(pageErrors, /status of 40[49]/);
});

test("a product is made by keyboard alone", async ({ page, shop, administrator }) => {
  await openOffice(page, shop, await administrator(), "/admin/products/new");
  const name = `Clavier ${Date.now()}`;
  await tabTo(page, page.getByRole("textbox", { name: "Nom", exact: true }));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Générer depuis le nom" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Slug URL")).toHaveValue(name.toLowerCase().replace(" ", "-"));
  const opener = page.getByRole("button", { name: "Ajouter par adresse" });
  for (const picture of ["/pictures/perceuse-1-640.jpg", "/pictures/perceuse-2-640.jpg"]) {
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await tabTo(page, page.getByLabel("URL de l'image"));
    await page.keyboard.type(picture);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByLabel("Envoyer des photos")).toBeFocused();
  await page.keyboard.press("Tab");
  await tabTo(page, page.getByLabel("Prix (XOF)", { exact: true }));
  await page.keyboard.type("2500");
  await tabTo(page, page.getByLabel("Mettre en avant / promotion"));
  await page.keyboard.press("Space");
  // The Enter key in a field saves, as in every form.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("spinbutton", { name: "Stock" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Produit ajouté");
  await expect(page).toHaveURL(/\/admin\/products\/edit\//);
  const [row] = await shop.sql`delete from products where name = ${name} returning price, is_featured, image`;
  expect(row).toEqual({ price: 2500, is_featured: true, image: "/pictures/perceuse-1-640.jpg" });
});
