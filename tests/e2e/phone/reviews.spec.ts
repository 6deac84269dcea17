/** A review is written on a phone, from the product to the database and back. */
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { getReviewForm, getReviewTabs, publishReview } from "#tests/support/e2e/reviews.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { createReview, listReviews, toProductPath, toReviewFormPath } from "#tests/support/reviews.ts";

test("a visitor signs in and writes a review, an administrator publishes it, and everyone sees it with its stars", async ({
  page,
  request,
  shop,
  createProduct,
  customer,
}) => {
  const saw = await createProduct({ name: "Scie sauteuse" });
  await createReview(shop, saw, { rating: 5 });
  const { id, email, password } = await customer();
  await gotoUncached(page, toProductPath(saw));
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await getReviewTabs(page).filter({ hasText: "Donner mon avis" }).click();
  await page.getByRole("link", { name: "Se connecter" }).click();
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();

  await expect(page).toHaveURL(toReviewFormPath(saw));
  const form = getReviewForm(page);
  await expect(form.name).toHaveValue("Fatou Sawadogo");
  const star = page.getByRole("radio", { name: "2 étoiles : Déçu" });
  await star.tap();
  await expect(star).toBeChecked();
  await form.title.fill("Bruyante");
  await form.comment.fill("Elle coupe bien, mais tout le quartier l'entend.");
  await form.submit.click();

  await expect(getToasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expect(getReviewTabs(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(
    page.getByRole("status").filter({ hasText: "apparaîtra ici après modération" }),
  ).toBeInViewport();
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
  const [, written] = await listReviews(shop, saw);
  expect(written).toMatchObject({
    name: "Fatou Sawadogo",
    email,
    title: "Bruyante",
    comment: "Elle coupe bien, mais tout le quartier l'entend.",
    rating: 2,
    user_id: id,
    order_id: null,
    is_published: false,
    is_verified: false,
  });

  await publishReview(shop, written?.id ?? "");
  await expect.poll(async () => (await request.get(toProductPath(saw))).text()).toContain("Avis (2)");
  await gotoUncached(page, toProductPath(saw));
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /2 avis/ })
      .getByRole("img"),
  ).toHaveAccessibleName("3,5 sur 5");
  await page.getByRole("tab", { name: "Avis (2)" }).click();
  await expect(page.getByText("Basé sur 2 avis")).toBeVisible();
  await expect(page.getByText("3,5", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "Bruyante" })).toContainText("Fatou Sawadogo, le");
});
