/** The form of a product as somebody without a mouse fills it, up to the public page, and a window that is closed. */
import { storedProduct } from "../../support/products.ts";
import { tabTo, toasts } from "../support/account.ts";
import { expect, openOffice, test } from "../support/office.ts";
import { editAddress, save } from "../support/product-form.ts";

test("a product is made by keyboard alone, and stands on its public page", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  await openOffice(page, shop, await administrator(), "/admin/products/new");
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
    await page.keyboard.type(address);
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
  // In the screen's header, which stays however far one has scrolled.
  await expect(save(page)).toBeInViewport({ ratio: 1 });

  // The Enter key in a field saves, as in every form.
  const stock = page.getByRole("spinbutton", { name: "Stock" });
  await stock.focus();
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Produit ajouté");
  await expect(page).toHaveURL(/\/admin\/products\/edit\//);
  const id = new URL(page.url()).pathname.slice(-36);
  expect(await storedProduct(shop.sql, id)).toMatchObject({
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

test("what was typed is asked about before its window goes", async ({ page, shop, administrator, goods }) => {
  const product = await goods();
  await openOffice(page, shop, await administrator(), editAddress(product));
  const description = page.getByLabel(/^Description/);
  await description.fill("À garder");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => window.location.reload()));
  const leaving = await asked;
  expect(leaving.type()).toBe("beforeunload");
  await leaving.dismiss();
  await expect(description).toHaveValue("À garder");
});
