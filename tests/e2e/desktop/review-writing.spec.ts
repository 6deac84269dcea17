/** Writing a review on the product's page, by keyboard alone. */
import {
  addReview,
  asSession,
  expect,
  formOf,
  fresh,
  productPath,
  remember,
  reviewsOf,
  reviewTabs,
  signInOver,
  test,
  toasts,
} from "../support/reviewer.ts";

test("all of it by keyboard: the tabs, the stars, the fields, the sending, and the vote", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const lamp = await goods({ name: "Lampe de chantier" });
  await addReview(shop, lamp);
  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto(`${fresh(productPath(lamp))}#avis`);
  const [all, mine] = [reviewTabs(page).first(), reviewTabs(page).last()];
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
  const form = formOf(page);
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
  await expect(form.send).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  // The focus is where the list begins: the next stop is its first button.
  await page.keyboard.press("Tab");
  await expect(useful).toBeFocused();
  expect((await reviewsOf(shop, lamp)).map(({ rating }) => rating).toSorted()).toEqual([3, 4]);
});
