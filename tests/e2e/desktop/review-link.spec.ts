/** The page of a review link: by keyboard alone, and without leaking its token. */
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { getReviewForm } from "#tests/support/e2e/reviews.ts";
import { createReviewLink, listReviews, toProductPath } from "#tests/support/reviews.ts";

test("a review link by keyboard alone, from the form to the confirmation", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
}) => {
  const drill = await createProduct();
  const { token } = await createReviewLink(shop, await customer(), drill);
  await page.goto(`/review?token=${token}`);
  const form = getReviewForm(page);
  await page.getByRole("main").getByRole("link", { name: drill.name }).focus();
  await page.keyboard.press("Tab");
  await expect(form.stars.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(form.name).toBeFocused();
  await page.keyboard.type("Fatou");
  for (const field of [form.email, form.title, form.comment]) {
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
  }
  await page.keyboard.type("Rien à redire de cet achat.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Voir les avis" })).toBeFocused();
  expect(await listReviews(shop, drill)).toMatchObject([{ rating: 4, name: "Fatou" }]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${toProductPath(drill)}#avis`);
  await expect(page.getByRole("tab", { name: "Avis (0)" })).toHaveAttribute("aria-selected", "true");
});

test("the token is sent to no other server", async ({ page, shop, createProduct, customer }) => {
  const drill = await createProduct();
  await shop.sql`update products set image = 'https://pictures.example/drill.jpg' where id = ${drill.id}`;
  const { token } = await createReviewLink(shop, await customer(), drill);
  const foreign: { url: string; referer: string | undefined }[] = [];
  await page.route(/pictures\.example/, async (route) => {
    foreign.push({ url: route.request().url(), referer: (await route.request().allHeaders()).referer });
    await route.fulfill({ path: "public/apple-touch-icon.png" });
  });
  await page.goto(`/review?token=${token}`);
  await expect(getReviewForm(page).submit).toBeVisible();
  await expect.poll(() => foreign).toHaveLength(1);
  expect(JSON.stringify(foreign)).not.toContain(token);
});
