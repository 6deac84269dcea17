/** Browsing without JavaScript: links, filters, pages, texts and images work from the HTML alone. */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test.use({ javaScriptEnabled: false });

test("search and filters work as forms and links", async ({ page, products }) => {
  const cheap = await products.add({ name: "Bon marché", price: 3000, stock: 5 });
  await products.add({ name: "Épuisé", price: 7000, stock: 0 });
  const dear = await products.add({ name: "Cher", price: 400_000, stock: 5 });
  const titles = page.getByRole("main").getByRole("article").getByRole("heading");

  await page.goto("/");
  await page.getByRole("searchbox", { name: "Rechercher un produit" }).fill(products.uniqueWord);
  await page.getByRole("button", { name: "Rechercher" }).click();
  await expect(page).toHaveURL(`/products?search=${products.uniqueWord}`);
  await expect(titles).toHaveCount(3);
  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  await filters.getByRole("checkbox", { name: "En stock seulement" }).check();
  await filters.getByRole("button", { name: "Appliquer les filtres" }).click();
  await expect(page).toHaveURL(
    `/products?search=${products.uniqueWord}&minPrice=0&maxPrice=100000&inStock=true`,
  );
  await expect(titles).toHaveText([dear.name, cheap.name]);
  await filters.getByRole("link", { name: "Plomberie" }).click();
  await expect(page.getByRole("heading", { name: "Aucun produit trouvé" })).toBeVisible();
  const query = `category=plomberie&search=${products.uniqueWord}&minPrice=0&maxPrice=100000&inStock=true`;
  await expect(page).toHaveURL(`/products?${query}`);
  await filters.getByRole("checkbox", { name: "Nouveautés seulement" }).check();
  await filters.getByRole("button", { name: "Appliquer les filtres" }).click();
  await expect(page).toHaveURL(`/products?${query}&newOnly=true`);
});

test("a product shows its images and all its texts", async ({ page, products, shop }) => {
  const { id, slug, name } = await products.add({
    name: "Ponceuse",
    description: "Pour le bois et l'enduit.",
    features: ["Vitesse réglable"],
    specifications: { Tension: "220 V" },
  });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'Une bonne ponceuse', 'Awa', 'awa@exemple.bf', true)`;
  await shop.sql`
    insert into product_images (product_id, image_url, display_order)
    values (${id}, '/pictures/ponceuse-1-640.jpg', 1), (${id}, '/pictures/ponceuse-2-640.jpg', 2)`;
  await page.goto(`/product/${slug}?reviews=1`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(name);
  // Without JavaScript nothing is collapsed.
  for (const text of ["Pour le bois et l'enduit.", "Vitesse réglable", "220 V", "Une bonne ponceuse"]) {
    await expect(main.getByText(text)).toBeVisible();
  }
  const images = main.getByRole("region", { name: "Photos du produit" }).locator("picture img");
  await expect(images).toHaveCount(2);
  await page.getByRole("link", { name: "Voir la photo 2" }).click();
  await expect(images.last()).toBeInViewport({ ratio: 0.5 });
  await expect(main.getByRole("link", { name: "Commander via WhatsApp" })).toBeVisible();
  // On a phone the link is all that is left of the bar that buys, with its label.
  await page.setViewportSize({ width: 360, height: 740 });
  const label = main.getByText("Demander sur WhatsApp");
  expect((await label.boundingBox())?.width).toBeGreaterThan(100);
});

test("controls that need JavaScript are not shown", async ({ page, shop }) => {
  const [product] = await shop.sql<
    { slug: string }[]
  >`select slug from products where stock > 0 order by slug limit 1`;
  for (const path of ["/", `/product/${product?.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole("button").first()).toBeVisible();
    // Every visible button submits a form or opens an element of the page.
    await expect(page.locator('button[type="button"]:not([popovertarget]):visible'), path).toHaveCount(0);
    await expect(page.getByText("Chargement..."), path).toBeHidden();
  }
  await page.goto(`/product/${product?.slug}`);
  await expect(
    page.locator("noscript p", { hasText: "Sans JavaScript, commandez par WhatsApp." }),
  ).toBeVisible();
  for (const path of [
    "/cart",
    "/checkout",
    "/login",
    "/review",
    "/order-confirmation",
    "/compare",
    "/wishlist",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("status", { name: /^Chargement/ }), path).toHaveCount(0);
    await expect(page.getByText(/^Chargement/).locator("visible=true"), path).toHaveCount(0);
    await expect(
      page.locator("noscript p", { hasText: "Cette page a besoin de JavaScript." }),
      path,
    ).toBeVisible();
    await expect(page.getByRole("main").getByRole("textbox"), path).toHaveCount(0);
  }
});
