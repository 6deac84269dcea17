/** The product form by keyboard alone, up to the public page, and the prompt before the window closes. */
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { tabTo } from "#tests/support/e2e/keyboard.ts";
import { getSaveButton, toEditPath } from "#tests/support/e2e/product-form.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { getStoredProduct } from "#tests/support/products.ts";

test("a product is created by keyboard alone and has its public page", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  await openAdmin(page, shop, await administrator(), "/admin/products/new");
  const name = `Clavier ${Date.now()}`;
  const slug = name.toLowerCase().replace(" ", "-");
  await tabTo(page, page.getByRole("textbox", { name: "Nom", exact: true }));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Générer depuis le nom" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Slug URL")).toHaveValue(slug);
  const opener = page.getByRole("button", { name: "Ajouter par adresse" });
  for (const address of ["/pictures/perceuse-1-640.jpg", "/pictures/perceuse-2-640.jpg"]) {
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await tabTo(page, page.getByLabel("URL de l'image"));
    // At once: what is typed slowly is looked up for the preview on the way.
    await page.keyboard.insertText(address);
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

  const features = page.getByRole("region", { name: "Caractéristiques" });
  const addLine = features.getByRole("button", { name: "Ajouter une ligne" });
  await tabTo(page, addLine);
  await page.keyboard.press("Enter");
  await expect(features.getByRole("textbox", { name: "Caractéristique 1" })).toBeFocused();
  await page.keyboard.type("Aluminium");
  await page.keyboard.press("Enter");
  await expect(features.getByRole("textbox", { name: "Caractéristique 2" })).toBeFocused();
  await page.keyboard.type("De trop");
  await tabTo(page, features.getByRole("button", { name: "Retirer la caractéristique 2" }));
  await page.keyboard.press("Enter");
  await expect(addLine).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Ajouter une spécification" }));
  // In the sticky header of the screen.
  await expect(getSaveButton(page)).toBeInViewport({ ratio: 1 });

  // The Enter key in a field saves, as in every form.
  const stock = page.getByRole("spinbutton", { name: "Stock" });
  await stock.focus();
  await page.keyboard.press("Enter");
  await expect(getToasts(page).first()).toContainText("Produit ajouté");
  await expect(page).toHaveURL(/\/admin\/products\/edit\//);
  const id = new URL(page.url()).pathname.slice(-36);
  expect(await getStoredProduct(shop.sql, id)).toMatchObject({
    name,
    slug,
    price: 2500,
    is_featured: true,
    features: ["Aluminium"],
    image: "/pictures/perceuse-1-640.jpg",
  });
  await expect.poll(async () => (await request.get(`/product/${slug}`)).text()).toContain(name);
  await shop.sql`delete from products where id = ${id}`;
});

test("the browser asks before a window with unsaved changes closes", async ({
  page,
  shop,
  administrator,
  createProduct,
}) => {
  const product = await createProduct();
  await openAdmin(page, shop, await administrator(), toEditPath(product));
  const description = page.getByLabel(/^Description/);
  await description.fill("À garder");
  const dialogEvent = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const leaving = await dialogEvent;
  expect(leaving.type()).toBe("beforeunload");
  await leaving.dismiss();
  await expect(description).toHaveValue("À garder");
});
