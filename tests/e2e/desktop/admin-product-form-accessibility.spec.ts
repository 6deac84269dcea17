/** axe audits of the product form's states. */
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";

test("axe: loading, form errors, a dialog, running uploads and an edit conflict", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  createProduct,
  pageErrors,
}) => {
  const product = await createProduct();
  const releaseCategories = await holdRequests(page, "**/rest/v1/category_paths?*");
  await openAdmin(page, shop, await administrator(), `/admin/products/edit/${product.id}`);
  await expect(page.getByText("Chargement...")).toBeVisible();
  await expectNoAxeViolations(page);
  await releaseCategories();
  await page.getByRole("button", { name: "Ajouter une spécification" }).click();
  await page.getByLabel("Valeur de la spécification 1").fill("4 m");
  await page.getByRole("button", { name: "Ajouter une ligne" }).click();
  await page.getByLabel("Ancien prix (XOF)").fill("15000");
  await page.getByRole("textbox", { name: "Nom", exact: true }).fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Le nom du produit est requis").first()).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole("textbox", { name: "Nom", exact: true }).fill("Perceuse");
  await page.getByRole("button", { name: "Retirer la spécification 1" }).click();
  await page.getByRole("button", { name: "Ajouter par adresse" }).click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  await dialog.getByLabel("URL de l'image").fill("/pictures/perceuse-1-640.jpg");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Ajouter", exact: true }).click();
  const release = await holdRequests(page, "**/storage/v1/object/**");
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  await page.getByLabel("Envoyer des photos").setInputFiles([
    { name: "refusee.png", mimeType: "image/png", buffer: Buffer.from("MZ") },
    { name: "en-route.png", mimeType: "image/png", buffer: png },
  ]);
  await expect(page.getByText("Ce n'est pas une image JPEG, PNG, WebP ou HEIC.")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Envoi de en-route.png" })).toBeVisible();
  await page.getByRole("button", { name: "Retirer refusee.png" }).scrollIntoViewIfNeeded();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Annuler l'envoi de en-route.png" }).click();
  await release();
  await page.getByRole("button", { name: "Retirer refusee.png" }).click();

  await shop.sql`update products set name = name || ' bis' where id = ${product.id}`;
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await page.getByText(/^Voir les différences/).click();
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 409/);
});
