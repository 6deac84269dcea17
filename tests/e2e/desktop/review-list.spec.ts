/**
 * Lazy hydration of the reviews: before their chunk is loaded, when it fails, and when the URL points at a
 * review.
 */
import { allowErrors, expect, expectLoggedError, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getReviewTabs } from "#tests/support/e2e/reviews.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { createReview, listReviews, toProductPath } from "#tests/support/reviews.ts";

const SECTION_CHUNK = /\/assets\/reviews-section-/;
const FORM_CHUNK = /\/assets\/write-review-/;
const USEFUL_LABEL = /^Utile/;

test("a click and the focus on static reviews wait for the chunk, which is loaded when they are scrolled into view", async ({
  page,
  shop,
  createProduct,
}) => {
  const drill = await createProduct();
  await createReview(shop, drill, { title: "Dessiné par le serveur" });
  let isAskedFor = false;
  page.on("request", (request) => {
    if (SECTION_CHUNK.test(request.url())) isAskedFor = true;
  });
  const releaseCode = await holdRequests(page, SECTION_CHUNK);
  await gotoUncached(page, toProductPath(drill));
  expect(isAskedFor).toBe(false);
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect.poll(() => isAskedFor).toBe(true);
  await expect(page.getByRole("article").filter({ hasText: "Dessiné par le serveur" })).toBeVisible();
  const vote = page.getByRole("button", { name: USEFUL_LABEL });
  await vote.focus();
  await page.keyboard.press("Enter");
  await releaseCode();
  await expect(vote).toHaveText("Utile (1)");
  await expect(vote).toBeFocused();
  await expect.poll(async () => (await listReviews(shop, drill))[0]?.helpful_count).toBe(1);
});

test("a failed chunk is reported and leaves the reviews readable; the form's chunk can be loaded again", async ({
  page,
  shop,
  createProduct,
  pageErrors,
}) => {
  const drill = await createProduct();
  await createReview(shop, drill, { title: "Toujours lisible" });
  await page.route(SECTION_CHUNK, (route) => route.abort());
  await page.route(FORM_CHUNK, (route) => route.abort());
  await gotoUncached(page, toProductPath(drill));
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect(getToasts(page).getByRole("alert")).toContainText("Impossible de charger les avis clients");
  await expect(page.getByRole("article").filter({ hasText: "Toujours lisible" })).toBeVisible();
  await page.unroute(SECTION_CHUNK);
  await page.getByRole("button", { name: USEFUL_LABEL }).click();
  await expect(page.getByRole("button", { name: USEFUL_LABEL })).toHaveText("Utile (1)");
  await getReviewTabs(page).last().click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Le formulaire n'a pas pu être chargé",
  );
  await page.unroute(FORM_CHUNK);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await expectLoggedError(pageErrors, /reviews: their code could not be fetched/);
  await expectLoggedError(pageErrors, /reviews: the form could not be fetched/);
  allowErrors(pageErrors, /Failed to load resource/);
});

test("a URL that points at a review opens the reviews there", async ({ page, shop, createProduct }) => {
  const drill = await createProduct();
  for (let day = 1; day <= 7; day++) {
    await createReview(shop, drill, { title: `Jour ${day}`, created_at: `2026-03-0${day}T12:00:00Z` });
  }
  await page.goto(`${toProductPath(drill)}?reviews=2#avis-6`);
  await expect(page.getByRole("tab", { name: "Avis (7)" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("article").filter({ hasText: "Jour 2" })).toBeInViewport();
  // After hydration the focus still continues from that review.
  await page.getByRole("button", { name: USEFUL_LABEL }).last().click();
  await expect(page.getByRole("button", { name: USEFUL_LABEL }).last()).toHaveText("Utile (1)");
});
