/** The reviews that the server has drawn: before their code is there, when it does not come, and led to by an address. */
import {
  addReview,
  expect,
  expectLogged,
  forgive,
  fresh,
  hold,
  productPath,
  reviewsOf,
  reviewTabs,
  test,
  toasts,
} from "../support/reviewer.ts";

const SECTION = /\/assets\/reviews-section-/;
const WRITING = /\/assets\/review-writing-/;
const useful = /^Utile/;

test("a press and the focus on the drawn reviews wait for the code, which comes when they are looked at", async ({
  page,
  shop,
  goods,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { title: "Dessiné par le serveur" });
  let isAskedFor = false;
  page.on("request", (request) => {
    if (SECTION.test(request.url())) isAskedFor = true;
  });
  const code = await hold(page, SECTION);
  await page.goto(fresh(productPath(drill)));
  expect(isAskedFor).toBe(false);
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect.poll(() => isAskedFor).toBe(true);
  await expect(page.getByRole("article").filter({ hasText: "Dessiné par le serveur" })).toBeVisible();
  const vote = page.getByRole("button", { name: useful });
  await vote.focus();
  await page.keyboard.press("Enter");
  await code.release();
  await expect(vote).toHaveText("Utile (1)");
  await expect(vote).toBeFocused();
  await expect.poll(async () => (await reviewsOf(shop, drill))[0]?.helpful_count).toBe(1);
});

test("code that does not come says so and leaves the reviews readable; the form's comes with another try", async ({
  page,
  shop,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { title: "Toujours lisible" });
  await page.route(SECTION, (route) => route.abort());
  await page.route(WRITING, (route) => route.abort());
  await page.goto(fresh(productPath(drill)));
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect(toasts(page).getByRole("alert")).toContainText("Impossible de charger les avis clients");
  await expect(page.getByRole("article").filter({ hasText: "Toujours lisible" })).toBeVisible();
  await page.unroute(SECTION);
  await page.getByRole("button", { name: useful }).click();
  await expect(page.getByRole("button", { name: useful })).toHaveText("Utile (1)");
  await reviewTabs(page).last().click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Le formulaire n'a pas pu être chargé",
  );
  await page.unroute(WRITING);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await expectLogged(pageErrors, /reviews: their code could not be fetched/);
  await expectLogged(pageErrors, /reviews: the form could not be fetched/);
  forgive(pageErrors, /Failed to load resource/);
});

test("an address that points at a review opens the reviews there", async ({ page, shop, goods }) => {
  const drill = await goods();
  for (let day = 1; day <= 7; day++) {
    await addReview(shop, drill, { title: `Jour ${day}`, created_at: `2026-03-0${day}T12:00:00Z` });
  }
  await page.goto(`${productPath(drill)}?reviews=2#avis-6`);
  await expect(page.getByRole("tab", { name: "Avis (7)" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("article").filter({ hasText: "Jour 2" })).toBeInViewport();
  // Alive, the section still leads on from where it stands.
  await page.getByRole("button", { name: useful }).last().click();
  await expect(page.getByRole("button", { name: useful }).last()).toHaveText("Utile (1)");
});
