/** The product form as somebody without a mouse fills it. */
import { tabTo, toasts } from "../support/account.ts";
import { expect, openOffice, test } from "../support/office.ts";

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
