/** The images of a product in its form: shown before they are added, ordered by keyboard, and made from photos. */
import sharp from "sharp";
import { storedImages } from "../../support/products.ts";
import { toasts } from "../support/account.ts";
import { expect, forgive, hold, openOffice, test } from "../support/office.ts";
import { addByAddress, editAddress, images, save } from "../support/product-form.ts";

const UPLOAD = "**/storage/v1/object/product-pictures/**";

test("an image is shown before it is added, and put in its place by keyboard", async ({
  page,
  shop,
  administrator,
  goods,
  pageErrors,
}) => {
  const product = await goods();
  await openOffice(page, shop, await administrator(), editAddress(product));
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
  await addByAddress(page, "/pictures/perceuse-2-640.jpg");
  await addByAddress(page, "/pictures/nexiste-pas-640.jpg");
  await expect(images(page)).toHaveCount(3);
  await images(page).nth(2).scrollIntoViewIfNeeded();
  await expect(images(page).nth(2).locator("img")).toHaveCSS("content", /placeholder\.svg/);

  // The focus follows the image, and turns round where there is no further.
  await page.getByRole("button", { name: "Monter l'image 3" }).press("Enter");
  await expect(page.getByRole("button", { name: "Monter l'image 2" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Descendre l'image 1" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "est maintenant à la place 1" })).toHaveCount(1);
  await page.getByRole("button", { name: "Retirer l'image 3" }).press("Enter");
  await expect(opener).toBeFocused();
  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
  expect(await storedImages(shop.sql, product.id)).toEqual([
    "0 /pictures/nexiste-pas-640.jpg",
    "1 /pictures/perceuse-1-640.jpg *",
  ]);
  forgive(pageErrors, /nexiste-pas/);
});

test("photos are made lighter, sent with their progress, and shown to customers", async ({
  page,
  shop,
  administrator,
  goods,
}) => {
  const product = await goods();
  await openOffice(page, shop, await administrator(), editAddress(product));
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
  // Lighter than what a browser would make of it, and with the camera's own words inside.
  const small = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#1b7f4b" } })
    .withExif({ IFD0: { Copyright: "12.37 N, 1.52 W" } })
    .jpeg({ quality: 10 })
    .toBuffer();

  const asked = await hold(page, UPLOAD);
  await page
    .getByLabel("Envoyer des photos")
    .setInputFiles({ name: "grande.jpg", mimeType: "image/jpeg", buffer: large });
  const region = page.getByRole("region", { name: "Images" });
  await expect(region.getByRole("progressbar", { name: "Envoi de grande.jpg" })).toBeVisible();
  await asked.release();
  await expect(images(page)).toHaveCount(1);
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], "glissee.jpg", { type: "image/jpeg" }));
    return transfer;
  }, small.toString("base64"));
  await region.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(images(page)).toHaveCount(2);

  await save(page).click();
  await expect(toasts(page).first()).toContainText("Produit modifié");
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
