/** The reviews before their code is there, when it does not come, and votes that fail or have been cast before. */
import {
  addReview,
  asSession,
  expect,
  expectLogged,
  forgive,
  fresh,
  hold,
  productPath,
  remember,
  reviewsOf,
  settled,
  signInOver,
  test,
  toasts,
  VOTES,
} from "../support/reviewer.ts";

const SECTION = /\/assets\/reviews-section-/;
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
  await settled(page);
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

test("code that does not come says so and leaves the reviews readable", async ({
  page,
  shop,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { title: "Toujours lisible" });
  await page.route(SECTION, (route) => route.abort());
  await page.goto(fresh(productPath(drill)));
  await settled(page);
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect(toasts(page).getByRole("alert")).toContainText("Impossible de charger les avis clients");
  await expect(page.getByRole("article").filter({ hasText: "Toujours lisible" })).toBeVisible();
  await page.unroute(SECTION);
  await page.getByRole("button", { name: useful }).click();
  await expect(page.getByRole("button", { name: useful })).toHaveText("Utile (1)");
  await expectLogged(pageErrors, /reviews: their code could not be fetched/);
  forgive(pageErrors, /Failed to load resource/);
});

test("on the way from the catalogue the reviews are fetched when their tab is opened", async ({
  page,
  shop,
  goods,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { title: "Venu après" });
  await page.goto(fresh(`/products?search=${encodeURIComponent(drill.name)}`));
  await settled(page);
  await page.getByRole("article").getByRole("link", { name: drill.name }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(drill.name);
  const code = await hold(page, SECTION);
  await page.getByRole("tab", { name: "Avis (1)" }).click();
  await expect(page.getByText("Chargement des avis...")).toBeVisible();
  await code.release();
  await expect(page.getByRole("article").filter({ hasText: "Venu après" })).toBeVisible();
});

test("a vote that cannot be sent is taken back and said", async ({ page, shop, goods, pageErrors }) => {
  const drill = await goods();
  await addReview(shop, drill, { helpful_count: 2 });
  await page.goto(`${fresh(productPath(drill))}#avis`);
  await page.route(VOTES, (route) => route.fulfill({ status: 500, json: { code: "XX000", message: "no" } }));
  const vote = page.getByRole("button", { name: useful });
  await vote.click();
  await expect(toasts(page).getByRole("alert")).toContainText(
    "Impossible d'enregistrer votre vote. Veuillez réessayer.",
  );
  await expect(vote).toHaveText("Utile (2)");
  await expect(vote).toHaveAttribute("aria-pressed", "false");
  await page.unroute(VOTES);
  await vote.click();
  await expect(vote).toHaveText("Utile (3)");
  await expectLogged(pageErrors, /reviews: the vote could not be sent/);
  forgive(pageErrors, /status of 500/);
});

test("a vote that an account has cast elsewhere is known, and counts once", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const review = await addReview(shop, drill);
  const voter = await customer();
  const session = asSession(await signInOver(shop, voter));
  await shop.sql`insert into review_votes (review_id, user_id) values (${review}, ${voter.id})`;
  await remember(page, session);
  await page.goto(`${fresh(productPath(drill))}#avis`);
  await expect(
    page.getByRole("banner").getByRole("button", { name: voter.email.split("@")[0] ?? "" }),
  ).toBeVisible();
  const vote = page.getByRole("button", { name: useful });
  await expect(vote).toHaveText("Utile (1)");
  const answer = page.waitForResponse(VOTES);
  await vote.click();
  expect((await answer).status()).toBe(409);
  await expect(vote).toHaveAttribute("aria-pressed", "true");
  await expect(vote).toHaveText("Utile (1)");
  await expect(toasts(page)).toHaveCount(0);
  expect((await reviewsOf(shop, drill))[0]?.helpful_count).toBe(1);
  forgive(pageErrors, /status of 409/);
});

test("an address that points at a review opens the reviews there", async ({ page, shop, goods }) => {
  const drill = await goods();
  for (let day = 1; day <= 7; day++) {
    await addReview(shop, drill, { title: `Jour ${day}`, created_at: `2026-03-0${day}T12:00:00Z` });
  }
  await page.goto(`${productPath(drill)}?reviews=2#avis-6`);
  await settled(page);
  await expect(page.getByRole("tab", { name: "Avis (7)" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("article").filter({ hasText: "Jour 2" })).toBeInViewport();
  // Alive, the section still leads on from where it stands.
  await page.getByRole("button", { name: useful }).last().click();
  await expect(page.getByRole("button", { name: useful }).last()).toHaveText("Utile (1)");
});
