/** The pictures of a product in its form: by address or from files, in their order. */
import sharp from "sharp";
import { errorToast, toasts } from "../support/account.ts";
import { expect, expectLogged, forgive, hold, openOffice, test } from "../support/office.ts";
import {
  addByAddress,
  editAddress,
  images,
  save,
  storedImages,
  storedProduct,
} from "../support/product-form.ts";

const UPLOAD = "**/storage/v1/object/product-pictures/**";

test("pictures are added by address, put in order by keyboard, and one is the primary one", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods();
  const list = `/admin/products?search=${product.name.replace(" ", "+")}`;
  await openOffice(page, shop, await administrator(), list);
  await page.getByRole("rowheader").getByRole("link", { name: product.name }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Produits" })).toHaveAttribute("href", list);
  const opener = page.getByRole("button", { name: "Ajouter par adresse" });
  await expect(page.getByText("Aucune image : les clients voient un dessin à la place.")).toBeVisible();
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  const add = dialog.getByRole("button", { name: "Ajouter", exact: true });
  const address = dialog.getByLabel("URL de l'image");
  await expect(dialog.getByText("Taille recommandée : 800x800 pixels.")).toBeVisible();
  await address.fill("  ");
  await expect(add).toBeDisabled();
  await address.fill("photo.jpg");
  await address.press("Enter");
  await expect(address).toHaveAccessibleDescription(/Entrez une URL valide/);
  await address.fill("/pictures/nexiste-pas-640.jpg");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toHaveAttribute("data-broken");
  await expect(dialog.getByRole("status")).toHaveText("Cette URL d'image semble invalide ou inaccessible");
  await address.fill("/pictures/perceuse-1-640.jpg");
  await expect(dialog.getByRole("status")).toHaveText("Voilà ce que les clients verront.");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toHaveJSProperty("naturalWidth", 640);
  await address.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await storedProduct(shop, product.id)).toMatchObject({ image: null });

  await addByAddress(page, "/pictures/perceuse-2-640.jpg");
  await addByAddress(page, "/pictures/nexiste-pas-640.jpg");
  await expect(images(page)).toHaveCount(3);
  await expect(images(page).nth(0)).toContainText("Principale");
  await images(page).nth(2).scrollIntoViewIfNeeded();
  await expect(images(page).nth(2).locator("img")).toHaveCSS("content", /placeholder\.svg/);
  await expect(page.getByRole("button", { name: "Monter l'image 1" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Descendre l'image 3" })).toBeDisabled();

  // The focus follows the picture, and turns round where there is no further.
  await page.getByRole("button", { name: "Monter l'image 3" }).press("Enter");
  await expect(page.getByRole("button", { name: "Monter l'image 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Descendre l'image 1" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "est maintenant à la place 1" })).toHaveCount(1);
  await page.getByRole("button", { name: "Définir l'image 3 comme principale" }).click();
  await expect(page.getByText("Principale", { exact: true })).toHaveCount(1);
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  expect(await storedImages(shop, product.id)).toEqual([
    "0 /pictures/nexiste-pas-640.jpg",
    "1 /pictures/perceuse-1-640.jpg",
    "2 /pictures/perceuse-2-640.jpg *",
  ]);
  await page.getByRole("button", { name: "Retirer l'image 3" }).click();
  await expect(opener).toBeFocused();
  await expect(images(page).nth(0)).toContainText("Principale");
  await page.getByRole("button", { name: "Retirer l'image 1" }).click();
  await save(page).click();
  await expect.poll(() => storedImages(shop, product.id)).toEqual(["0 /pictures/perceuse-1-640.jpg *"]);
  forgive(pageErrors, /nexiste-pas/);
});

test("photos are made lighter, sent with their progress, and shown to customers", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods();
  await openOffice(page, shop, await administrator(), editAddress(product));
  const input = page.getByLabel("Envoyer des photos");
  const noise = { create: { width: 2400, height: 1800, channels: 3 as const, background: "#b8391a" } };
  const photo = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  const large = await sharp({
    create: { ...noise.create, noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  // Lighter than what a browser would make of it, and with the camera's own words inside.
  const small = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#1b7f4b" } })
    .withExif({ IFD0: { Copyright: "12.37 N, 1.52 W" } })
    .jpeg({ quality: 10 })
    .toBuffer();

  const asked = await hold(page, UPLOAD);
  await input.setInputFiles([
    photo("grande.jpg", large),
    photo("petite.jpg", small),
    photo("virus.jpg", Buffer.from("MZ")),
  ]);
  const region = page.getByRole("region", { name: "Images" });
  await expect(region.getByRole("progressbar", { name: "Envoi de grande.jpg" })).toBeVisible();
  await expect(region.getByText("En attente").first()).toBeVisible();
  await save(page).click();
  await expect(errorToast(page).first()).toContainText("ValidationDes images ne sont pas encore envoyées");
  await region.getByRole("button", { name: "Annuler l'envoi de petite.jpg" }).click();
  await asked.release();
  await expect(images(page)).toHaveCount(1);
  await expect(region.getByRole("alert")).toHaveText("Ce n'est pas une image JPEG, PNG, WebP ou HEIC.");
  await region.getByRole("button", { name: "Retirer virus.jpg" }).click();
  await page.unroute(UPLOAD);

  // Refused for the moment, then sent again; dropped onto the panel this time.
  await page.route(UPLOAD, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], "glissee.jpg", { type: "image/jpeg" }));
    return transfer;
  }, small.toString("base64"));
  await region.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(region.getByRole("alert")).toHaveText("L'envoi n'a pas abouti. Réessayez dans un instant.");
  await page.unroute(UPLOAD);
  await region.getByRole("button", { name: "Réessayer glissee.jpg" }).click();
  await expect(images(page)).toHaveCount(2);
  await expectLogged(pageErrors, /a picture was not stored/);
  forgive(pageErrors, /status of 500/);

  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  const rows = await shop.sql<{ name: string; type: string; cache: string; url: string }[]>`
    select o.name, o.metadata ->> 'mimetype' as type, o.metadata ->> 'cacheControl' as cache, i.image_url as url
    from product_images i
    join storage.objects o on i.image_url = '/storage/v1/object/public/product-pictures/' || o.name
    where i.product_id = ${product.id} order by i.display_order`;
  expect(rows.map(({ type, cache }) => [type, cache])).toEqual([
    ["image/jpeg", "max-age=31536000"],
    [expect.stringMatching(/^image\/(png|jpeg)$/), "max-age=31536000"],
  ]);
  const first = await sharp(
    Buffer.from(await (await page.request.get(rows[0]?.url ?? "")).body()),
  ).metadata();
  expect([first.width, first.height]).toEqual([1600, 1200]);

  await page.goto(`/product/${product.slug}`);
  const shown = page.getByRole("region", { name: "Photos du produit" }).getByRole("img").first();
  await expect(shown).toHaveJSProperty("complete", true);
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/\/render\/image\/public\/product-pictures\/.*\?width=(640|1200)$/);
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});
