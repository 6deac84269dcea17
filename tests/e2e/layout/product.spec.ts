/** The product page at both sizes: the gallery, the stars, and the ways to write to the shop. */
import { expect, fresh, test } from "../support/storefront.ts";

const IMAGES = [1, 2, 3].map((number) => `/pictures/perceuse-${number}-640.jpg`);

test("the gallery goes round both ends, and buttons, thumbnails and fingers move it", async ({
  page,
  shop,
  goods,
  isMobile,
}) => {
  const { id, slug } = await goods.add({ name: "Perceuse" });
  for (const [index, url] of IMAGES.entries()) {
    const image = { product_id: id, image_url: url, is_primary: index === 0, display_order: index };
    await shop.sql`insert into product_images ${shop.sql(image)}`;
  }
  await page.goto(`/product/${slug}`);
  const gallery = page.getByRole("region", { name: "Photos du produit" });
  const images = gallery.getByRole("listitem").locator("picture img");

  const previous = gallery.getByRole("button", { name: "Photo précédente" });
  const next = gallery.getByRole("button", { name: "Photo suivante" });
  const thumbnails = gallery.getByRole("link", { name: /^Voir la photo/ });
  const shows = async (index: number) => {
    await expect(images.nth(index)).toBeInViewport({ ratio: 0.6 });
    if (isMobile) await expect(gallery.getByText(`${index + 1} / 3`)).toBeVisible();
    else await expect(thumbnails.nth(index)).toHaveAttribute("aria-current", "true");
  };
  await shows(0);
  await previous.click();
  await shows(2);
  await next.click();
  await shows(0);
  await next.click();
  await shows(1);
  if (isMobile) {
    // As a finger pushes it: the strip itself scrolls, and the count follows.
    await images.nth(1).evaluate((img) => img.closest(".strip")?.scrollBy({ left: 300 }));
  } else {
    await expect(thumbnails).toHaveCount(3);
    await thumbnails.nth(2).click();
  }
  await shows(2);
});

test("the stars are filled by halves, and WhatsApp is at the thumb too", async ({
  page,
  shop,
  goods,
  isMobile,
}) => {
  const { id, slug } = await goods.add({ name: "Marteau" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published) values
      (${id}, 4, 'Un bon marteau', 'Awa', 'awa@exemple.bf', true),
      (${id}, 3, 'Le manche est court', 'Ali', 'ali@exemple.bf', true)`;
  await page.goto(fresh(`/product/${slug}`));
  const main = page.getByRole("main");
  const stars = main.getByRole("link", { name: /avis/ }).getByRole("img", { name: "3,5 sur 5" });
  // Seven halves of ten.
  await expect(stars).toHaveCSS("background-image", /\s70%/);
  await expect(main.getByRole("link", { name: "Commander via WhatsApp" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Demander sur WhatsApp" })).toBeVisible({ visible: isMobile });
});
