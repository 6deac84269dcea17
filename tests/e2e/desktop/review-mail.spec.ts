/** From a delivered order to its published review: the mail, its link, the form, and the administrator. */

import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { getReviewForm, publishReview } from "#tests/support/e2e/reviews.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { getRecipient, parseReviewTokens, readMails } from "#tests/support/mails.ts";
import { createDeliveredOrder, listReviews, toProductPath } from "#tests/support/reviews.ts";

test("a completed order requests a review by mail, and the review of its link is a verified purchase", async ({
  page,
  request,
  shop,
  createProduct,
  customer,
}) => {
  const ladder = await createProduct({ name: "Échelle en bois" });
  const buyer = await customer();
  const orderId = await createDeliveredOrder(shop, buyer, ladder);
  const readTokens = async () => {
    const mails = await readMails(shop.dataDir);
    return mails.filter((mail) => getRecipient(mail) === buyer.email).flatMap(parseReviewTokens);
  };
  await expect.poll(readTokens).toHaveLength(1);
  const [token = ""] = await readTokens();

  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Donnez votre avis");
  await expect(page.getByRole("main").getByRole("link", { name: "Échelle en bois" })).toHaveAttribute(
    "href",
    toProductPath(ladder),
  );
  const form = getReviewForm(page);
  await expect(form.email).toHaveValue(buyer.email);
  await page.getByRole("radio", { name: "4 étoiles : Bien" }).check();
  await form.name.fill("Fatou S.");
  await form.title.fill("Stable");
  await form.comment.fill("Trois mètres, et elle ne bouge pas.");
  await form.submit.click();
  await expect(getToasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  const [written] = await listReviews(shop, ladder);
  expect(written).toMatchObject({
    name: "Fatou S.",
    email: buyer.email,
    title: "Stable",
    rating: 4,
    user_id: null,
    order_id: orderId,
    is_verified: true,
    is_published: false,
  });
  // The confirmation is shown before the token is marked as used.
  const isUsed = async () =>
    (await shop.sql`select used_at is not null as used from review_requests where order_id = ${orderId}`)[0];
  await expect.poll(isUsed).toEqual({ used: true });
  await page.reload();
  await expect(page.getByRole("alert")).toContainText(
    "Ce lien de demande d'avis a expiré ou a déjà été utilisé.",
  );
  await expect(form.submit).toHaveCount(0);

  await publishReview(shop, written?.id ?? "");
  await expect.poll(async () => (await request.get(toProductPath(ladder))).text()).toContain("Avis (1)");
  await gotoUncached(page, `${toProductPath(ladder)}#avis`);
  const review = page.getByRole("article").filter({ hasText: "Stable" });
  await expect(review).toContainText("Achat vérifié");
  await expect(review).toContainText("Fatou S., le");
  await expect(page.getByText("Basé sur 1 avis")).toBeVisible();
});
