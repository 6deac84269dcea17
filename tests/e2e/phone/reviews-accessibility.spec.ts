/** axe audits of the review screens in each of their states. */
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { getReviewForm, getReviewTabs } from "#tests/support/e2e/reviews.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import {
  createReview,
  createReviewLink,
  REVIEWS_URL,
  toProductPath,
  VALIDATE_TOKEN_URL,
} from "#tests/support/reviews.ts";

test("axe: the list with a vote, the sign-in prompt, the form with its errors, and the confirmation", {
  tag: "@long",
}, async ({ page, shop, createProduct, customer }) => {
  const drill = await createProduct();
  await createReview(shop, drill, { is_verified: true, helpful_count: 2 });
  await gotoUncached(page, `${toProductPath(drill)}#avis`);
  await page.getByRole("button", { name: /^Utile/ }).click();
  await expect(page.getByRole("button", { name: "Utile (3)" })).toBeVisible();
  await expectNoAxeViolations(page);
  await getReviewTabs(page).last().click();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await expectNoAxeViolations(page);

  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, await customer())));
  await gotoUncached(page, `${toProductPath(drill)}#donner-mon-avis`);
  const form = getReviewForm(page);
  await form.name.fill("");
  await form.email.fill("");
  await expectNoAxeViolations(page);
  await form.submit.click();
  await expect(page.getByText("Email invalide")).toBeVisible();
  await expectNoAxeViolations(page);
  await form.name.fill("Fatou");
  await form.email.fill("fatou@exemple.bf");
  await form.comment.fill("Elle perce tout ce que je lui montre.");
  await form.submit.click();
  await expect(getToasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: a product without reviews, and a review link in each of its states", { tag: "@long" }, async ({
  page,
  shop,
  createProduct,
  customer,
  pageErrors,
}) => {
  const drill = await createProduct();
  const { token } = await createReviewLink(shop, await customer(), drill);
  await page.goto(`${toProductPath(drill)}#avis`);
  await expect(page.getByText("Aucun avis pour ce produit pour le moment.")).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto("/review");
  await expect(page.getByRole("alert")).toContainText("invalide");
  await expectNoAxeViolations(page);
  await page.route(VALIDATE_TOKEN_URL, (route) => route.abort());
  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("alert")).toContainText("Impossible de charger");
  await expectNoAxeViolations(page);
  await page.unroute(VALIDATE_TOKEN_URL);
  await page.getByRole("button", { name: "Réessayer" }).click();
  const form = getReviewForm(page);
  await form.name.fill("Fatou");
  await expectNoAxeViolations(page);
  await form.submit.click();
  await expect(page.getByText("Votre avis doit contenir au moins 10 caractères")).toBeVisible();
  await expectNoAxeViolations(page);
  await form.comment.fill("Elle perce tout ce que je lui montre.");
  await page.route(REVIEWS_URL, (route) => route.abort());
  await form.submit.click();
  await expect(getToasts(page)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute(REVIEWS_URL);
  await form.submit.click();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("alert")).toContainText("a expiré ou a déjà été utilisé");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /Failed to load resource|load review request|review: it could not be sent/);
});
