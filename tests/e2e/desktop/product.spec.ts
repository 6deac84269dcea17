/** The product page while it loads, when there is no such product, and when something of it fails. */
import { register } from "../support/fixtures.ts";
import { DATA, expect, FAILED_LOAD, forgive, fresh, hold, settled, test } from "../support/storefront.ts";

const REST_REVIEWS = /\/rest\/v1\/product_reviews/;

test("on the way to a product its shape stands there and says so", async ({ page, goods }) => {
  const { name } = await goods.add({ name: "Serrure" });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  const release = await hold(page, DATA);
  await page.getByRole("link", { name }).click();
  await expect(page.getByText("Chargement du produit...", { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});

test("an unknown product is not found, in the document and on the way there", async ({
  page,
  goods,
  pageErrors,
}) => {
  for (const nonsense of ["a%00b", "%F0%9F%94%A8", "%E0%A4%A", "x".repeat(5000)]) {
    expect((await page.request.get(`/product/${nonsense}`)).status(), nonsense).toBe(404);
  }
  const response = await page.goto("/product/nexiste-pas");
  expect(response?.status()).toBe(404);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Produit non trouvé.");
  await expect(main.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute(
    "href",
    "/products",
  );
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toHaveCount(0);

  const { name } = await goods.add({ name: "Bientôt parti" });
  await page.goto(`/products?search=${goods.word}`);
  await settled(page);
  await goods.remove();
  await page.getByRole("link", { name }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Produit non trouvé.");
  forgive(pageErrors, FAILED_LOAD);
});

test("a product that cannot be read says so, and that it failed", async ({
  page,
  goods,
  refuse,
  pageErrors,
}) => {
  const { slug } = await goods.add({ name: "Illisible" });
  await refuse("products");
  const response = await page.goto(`/product/${slug}`);
  expect(response?.status()).toBe(500);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  expect(await response?.text()).not.toMatch(/permission denied|42501/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Produit non trouvé.");
  await expect(page.getByRole("main").getByRole("link", { name: "Voir tous les produits" })).toBeVisible();
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toast).toContainText("Erreur");
  await expect(toast).toContainText("Impossible de charger les détails du produit");
  forgive(pageErrors, FAILED_LOAD);
});

test("reviews that cannot be read leave the product standing", async ({ page, shop, goods, refuse }) => {
  const { id, slug, name } = await goods.add({ name: "Gants" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'De bons gants', 'Awa', 'awa@exemple.bf', true)`;
  await refuse("product_reviews");
  await page.goto(fresh(`/product/${slug}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const toast = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await expect(toast).toContainText("Impossible de charger les avis clients");
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect(page.getByRole("tabpanel", { name: "Avis (1)" }).getByRole("alert")).toHaveText(
    "Impossible de charger les avis clients",
  );
});

test("reviews that cannot be read come with another try", async ({
  page,
  shop,
  goods,
  refuse,
  pageErrors,
}) => {
  const { id, slug } = await goods.add({ name: "Masque" });
  await shop.sql`
    insert into product_reviews (product_id, rating, comment, name, email, is_published)
    values (${id}, 4, 'Un masque qui tient', 'Awa', 'awa@exemple.bf', true)`;
  // Visitors are refused, and with them the server; a customer is not.
  await refuse("product_reviews");
  await register(page, fresh(`/product/${slug}`));
  const failure = page
    .getByRole("region", { name: "Notifications" })
    .getByRole("listitem")
    .filter({ hasText: "Impossible de charger les avis clients" });
  await failure.getByRole("button", { name: "Fermer la notification" }).click();
  await expect(failure).toHaveCount(0);
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await page.route(REST_REVIEWS, (route) => route.fulfill({ status: 500, json: { message: "no" } }));
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(failure.getByRole("alert")).toContainText("Erreur");
  await page.unroute(REST_REVIEWS);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Un masque qui tient" })).toBeVisible();
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
  forgive(pageErrors, /Failed to load resource|reviews: the list could not be read again/);
});

test("pictures that are missing or fail show the placeholder", async ({ page, shop, goods, pageErrors }) => {
  const none = await goods.add({ name: "Sans photo" });
  await page.goto(`/product/${none.slug}`);
  await expect(page.getByRole("img", { name: none.name })).toHaveAttribute("src", "/placeholder.svg");

  const lost = await goods.add({ name: "Photos perdues" });
  await shop.sql`
    insert into product_images (product_id, image_url, display_order)
    values (${lost.id}, '/pictures/lost-1-640.jpg', 1), (${lost.id}, 'https://127.0.0.1:9/lost.jpg', 2)`;
  await page.goto(`/product/${lost.slug}`);
  await settled(page);
  await expect(page.getByRole("img", { name: lost.name, exact: true })).toHaveCSS(
    "content",
    /placeholder\.svg/,
  );
  await page.getByRole("button", { name: "Photo suivante" }).click();
  await expect(page.getByRole("img", { name: `${lost.name}, photo 2` })).toHaveCSS(
    "content",
    /placeholder\.svg/,
  );
  forgive(pageErrors, FAILED_LOAD);
});

test("nonsense for the page of the reviews shows the first one", async ({ request, goods }) => {
  const { slug, name } = await goods.add({ name: "Casque" });
  for (const reviews of ["abc", "-3", "0", "1e9", "999999999999999999999", "2.5", ""]) {
    const response = await request.get(`/product/${slug}?reviews=${reviews}`);
    expect(response.status(), reviews).toBe(200);
    expect(await response.text(), reviews).toContain(name);
  }
});
