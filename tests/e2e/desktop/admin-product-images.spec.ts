/**
 * The images of the product form: previewed before they are added, ordered by keyboard, and uploaded from
 * photos.
 */
import sharp from "sharp";
import { openAdmin } from "#tests/support/e2e/admin.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { addImageByUrl, getImageRows, getSaveButton, toEditPath } from "#tests/support/e2e/product-form.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { listStoredImages } from "#tests/support/products.ts";

const UPLOAD = "**/storage/v1/object/product-pictures/**";

test("an image is previewed before it is added, and reordered by keyboard", async ({
  page,
  shop,
  administrator,
  createProduct,
  pageErrors,
}) => {
  const product = await createProduct();
  await openAdmin(page, shop, await administrator(), toEditPath(product));
  const opener = page.getByRole("button", { name: "Ajouter par adresse" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Ajouter une image" });
  const address = dialog.getByLabel("URL de l'image");
  await address.fill("/pictures/nexiste-pas-640.jpg");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toHaveAttribute("data-broken");
  await expect(dialog.getByRole("status")).toHaveText("Cette URL d'image semble invalide ou inaccessible");
  await address.fill("/pictures/perceuse-1-640.jpg");
  await expect(dialog.getByRole("status")).toHaveText("Voilà ce que les clients verront.");
  await expect(dialog.getByRole("img", { name: "Aperçu" })).toHaveJSProperty("naturalWidth", 640);
  await address.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await addImageByUrl(page, "/pictures/perceuse-2-640.jpg");
  await addImageByUrl(page, "/pictures/nexiste-pas-640.jpg");
  await expect(getImageRows(page)).toHaveCount(3);
  await getImageRows(page).nth(2).scrollIntoViewIfNeeded();
  await expect(getImageRows(page).nth(2).locator("img")).toHaveCSS("content", /placeholder\.svg/);

  // The focus follows the image; at the end of the list it moves to the button for the other direction.
  await page.getByRole("button", { name: "Monter l'image 3" }).press("Enter");
  await expect(page.getByRole("button", { name: "Monter l'image 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Descendre l'image 1" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "est maintenant à la place 1" })).toHaveCount(1);
  await page.getByRole("button", { name: "Retirer l'image 3" }).press("Enter");
  await expect(opener).toBeFocused();
  await getSaveButton(page).click();
  await expect(getToasts(page).first()).toContainText("Produit modifié");
  expect(await listStoredImages(shop.sql, product.id)).toEqual([
    "0 /pictures/nexiste-pas-640.jpg",
    "1 /pictures/perceuse-1-640.jpg *",
  ]);
  allowErrors(pageErrors, /nexiste-pas/);
});

test("photos are resized, uploaded with a progress bar, and shown to customers", async ({
  page,
  shop,
  administrator,
  createProduct,
}) => {
  const product = await createProduct();
  await openAdmin(page, shop, await administrator(), toEditPath(product));
  const large = await sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: "#b8391a",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  // Smaller than what a browser would encode, and with the camera's own metadata inside.
  const small = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#1b7f4b" } })
    .withExif({ IFD0: { Copyright: "12.37 N, 1.52 W" } })
    .jpeg({ quality: 10 })
    .toBuffer();

  const release = await holdRequests(page, UPLOAD);
  await page
    .getByLabel("Envoyer des photos")
    .setInputFiles({ name: "grande.jpg", mimeType: "image/jpeg", buffer: large });
  const region = page.getByRole("region", { name: "Images" });
  await expect(region.getByRole("progressbar", { name: "Envoi de grande.jpg" })).toBeVisible();
  await release();
  await expect(getImageRows(page)).toHaveCount(1);
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], "glissee.jpg", { type: "image/jpeg" }));
    return transfer;
  }, small.toString("base64"));
  await region.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(getImageRows(page)).toHaveCount(2);

  await getSaveButton(page).click();
  await expect(getToasts(page).first()).toContainText("Produit modifié");
  const rows = await shop.sql<{ type: string; cache: string; url: string }[]>`
    select o.metadata ->> 'mimetype' as type, o.metadata ->> 'cacheControl' as cache, i.image_url as url
    from product_images i
    join storage.objects o on i.image_url = '/storage/v1/object/public/product-pictures/' || o.name
    where i.product_id = ${product.id} order by i.display_order`;
  expect(rows.map(({ type, cache }) => [type, cache])).toEqual([
    ["image/jpeg", "max-age=31536000"],
    ["image/jpeg", "max-age=31536000"],
  ]);
  const sizes = [];
  for (const { url } of rows) {
    const { width, height, exif } = await sharp(await (await page.request.get(url)).body()).metadata();
    sizes.push([width, height, exif]);
  }
  expect(sizes).toEqual([
    [1600, 1200, undefined],
    [300, 300, undefined],
  ]);

  await page.goto(`/product/${product.slug}`);
  const shown = page.getByRole("region", { name: "Photos du produit" }).getByRole("img").first();
  await expect(shown).toHaveJSProperty("complete", true);
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/\/render\/image\/public\/product-pictures\/.*\?width=(640|1200)$/);
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});
