/** A review is written on the product page by keyboard alone. */
import { setLocalStorage, signInOverApi, toSessionEntry } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { getReviewForm, getReviewTabs } from "#tests/support/e2e/reviews.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { createReview, listReviews, toProductPath } from "#tests/support/reviews.ts";

test("by keyboard alone: the tabs, the stars, the fields, the submission, and the vote", {
  tag: "@long",
}, async ({ page, shop, createProduct, customer }) => {
  const lamp = await createProduct({ name: "Lampe de chantier" });
  await createReview(shop, lamp);
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, await customer())));
  await gotoUncached(page, `${toProductPath(lamp)}#avis`);
  const [all, mine] = [getReviewTabs(page).first(), getReviewTabs(page).last()];
  await all.focus();
  await page.keyboard.press("Tab");
  const useful = page.getByRole("button", { name: /^Utile/ });
  await expect(useful).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(useful).toHaveText("Utile (1)");
  await page.keyboard.press("Shift+Tab");
  await expect(all).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(mine).toBeFocused();
  await expect(mine).toHaveAttribute("aria-selected", "true");
  const form = getReviewForm(page);
  await expect(form.name).toHaveValue("Fatou Sawadogo");
  await page.keyboard.press("Tab");
  await expect(form.stars.nth(4)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(form.stars.nth(2)).toBeChecked();
  for (const field of [form.name, form.email, form.title, form.comment]) {
    await page.keyboard.press("Tab");
    await expect(field).toBeFocused();
  }
  await page.keyboard.type("Elle éclaire toute la cour.");
  await page.keyboard.press("Tab");
  await expect(form.submit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(getToasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  // The focus is at the start of the list: the next element is its first button.
  await page.keyboard.press("Tab");
  await expect(useful).toBeFocused();
  expect((await listReviews(shop, lamp)).map(({ rating }) => rating).toSorted()).toEqual([3, 4]);
});
