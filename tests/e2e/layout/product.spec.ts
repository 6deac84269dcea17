/** The product page at both sizes: the gallery, the stars, the contact links, and what is printed. */
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";

const IMAGES = [1, 2, 3].map((number) => `/pictures/perceuse-${number}-640.jpg`);

testAtBothSizes(() => {
  test("the gallery wraps around, and buttons, thumbnails and swipes move it", async ({
    page,
    shop,
    products,
    isMobile,
  }) => {
    const { id, slug } = await products.add({ name: "Perceuse" });
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
      await expect(images.nth(index)).toBeInViewport({ ratio: 0.5 });
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
      // As a swipe does: the list itself scrolls, and the counter follows.
      await images.nth(1).evaluate((img) => img.closest(".scroll-row")?.scrollBy({ left: 300 }));
    } else {
      await expect(thumbnails).toHaveCount(3);
      await thumbnails.nth(2).click();
    }
    await shows(2);
  });

  test("the stars are filled by halves, WhatsApp is within reach of the thumb, and every tab is printed", async ({
    page,
    shop,
    products,
    isMobile,
  }) => {
    const { id, slug } = await products.add({ name: "Marteau" });
    await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published) values
      (${id}, 4, 'Un bon marteau', 'Awa', 'awa@exemple.bf', true),
      (${id}, 3, 'Le manche est court', 'Ali', 'ali@exemple.bf', true)`;
    await gotoUncached(page, `/product/${slug}`);
    const main = page.getByRole("main");
    const stars = main.getByRole("link", { name: /avis/ }).getByRole("img", { name: "3,5 sur 5" });
    // 3.5 of 5 stars.
    await expect(stars).toHaveCSS("background-image", /\s70%/);
    await expect(main.getByRole("link", { name: "Commander via WhatsApp" })).toBeVisible();
    await expect(main.getByRole("link", { name: "Demander sur WhatsApp" })).toBeVisible({
      visible: isMobile,
    });
    const panels = main.locator(".tabs > [role=tabpanel]");
    await expect(panels.filter({ hasText: "Un bon marteau" })).toBeHidden();
    await page.emulateMedia({ media: "print" });
    for (const panel of await panels.all()) await expect(panel).toBeVisible();
    await expect(panels.filter({ hasText: "Un bon marteau" })).toBeVisible();
    await expect(main.getByRole("tablist")).toBeHidden();
  });
});
