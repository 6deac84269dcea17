/** Writing a review on the product's page: who may, what is refused, and what happens when something fails. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import type { Customer } from "../support/fixtures.ts";
import {
  addReview,
  asSession,
  deliver,
  expect,
  expectLogged,
  forgive,
  formOf,
  fresh,
  type Goods,
  hold,
  productPath,
  REVIEWS,
  remember,
  reviewsOf,
  reviewTabs,
  signInOver,
  test,
  toasts,
  writingPath,
} from "../support/reviewer.ts";

const USER = /\/auth\/v1\/token/;
const PROFILES = /\/rest\/v1\/profiles/;
const FAILED_SENDING = "Impossible de soumettre votre avis. Veuillez réessayer.";

/** A signed-in customer before the form. */
async function atTheForm(page: Page, shop: Shop, customer: Customer, goods: Goods) {
  await remember(page, asSession(await signInOver(shop, customer)));
  await page.goto(writingPath(goods));
  const form = formOf(page);
  await expect(form.email).toHaveValue(customer.email);
  return form;
}

test("until it is known who is there the tab says that it is loading", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const session = await signInOver(shop, await customer());
  // An expired token has to be renewed before anyone is signed in.
  await remember(page, asSession({ ...session, expires_at: 1 }));
  const renewal = await hold(page, USER);
  await page.goto(writingPath(drill));
  await expect(page.getByRole("status", { name: "Chargement du formulaire" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toHaveCount(0);
  await renewal.release();
  await expect(formOf(page).name).toHaveValue("Fatou Sawadogo");
});

test("whoever is not signed in finds the way to sign in and no form", async ({ page, goods }) => {
  const drill = await goods();
  await page.goto(writingPath(drill));
  const link = page.getByRole("main").getByRole("link", { name: "Se connecter" });
  await expect(link).toHaveAttribute("href", `/login?returnUrl=${encodeURIComponent(writingPath(drill))}`);
  await expect(formOf(page).send).toHaveCount(0);
});

test("what cannot be taken is said beside the field, and nothing is sent", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const form = await atTheForm(page, shop, await customer(), drill);
  await expect(form.stars.nth(4)).toBeChecked();
  const refusals = [
    [form.name, "A", "Le nom doit contenir au moins 2 caractères"],
    [form.email, "fatou@", "Email invalide"],
    [form.comment, "Très bien", "Votre avis doit contenir au moins 10 caractères"],
  ] as const;
  for (const [field, text] of refusals) await field.fill(text);
  await form.send.click();
  await expect(form.name).toBeFocused();
  for (const [field, , message] of refusals) {
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
  }
  await form.name.fill("Li");
  await form.email.fill("li@exemple.bf");
  await form.comment.fill("Très bien!");
  for (const [, , message] of refusals) await expect(page.getByText(message)).toHaveCount(0);
  expect(await reviewsOf(shop, drill)).toHaveLength(0);
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  expect(await reviewsOf(shop, drill)).toMatchObject([
    { name: "Li", email: "li@exemple.bf", comment: "Très bien!", title: null, rating: 5 },
  ]);
});

test("the request names what the interface documents, and asks for no publication", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const author = await customer();
  const form = await atTheForm(page, shop, author, drill);
  await form.title.fill("Bien");
  await form.comment.fill("Rien à redire, elle perce.");
  const sent = page.waitForRequest((request) => REVIEWS.test(request.url()) && request.method() === "POST");
  await form.send.click();
  expect((await sent).postDataJSON()).toEqual({
    name: "Fatou Sawadogo",
    email: author.email,
    title: "Bien",
    comment: "Rien à redire, elle perce.",
    rating: 5,
    product_id: drill.id,
    user_id: author.id,
    order_id: null,
  });
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
});

test("a failure says so and keeps what was typed; so does a reload; sent at last, it is forgotten", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const form = await atTheForm(page, shop, await customer(), drill);
  await page.getByRole("radio", { name: "1 étoile : Très déçu" }).check();
  await form.title.fill("En panne");
  await form.comment.fill("Elle n'a jamais démarré.");
  await page.route(REVIEWS, (route) =>
    route.fulfill({ status: 500, json: { code: "XX000", message: "no" } }),
  );
  await form.send.click();
  const failure = toasts(page).filter({ hasText: FAILED_SENDING });
  await expect(failure.getByText("Erreur", { exact: true })).toBeVisible();
  await expect(failure.getByRole("alert")).toBeVisible();
  await expect(form.comment).toHaveValue("Elle n'a jamais démarré.");
  await expect(form.send).toBeEnabled();
  await page.unroute(REVIEWS);

  await page.reload();
  await expect(form.comment).toHaveValue("Elle n'a jamais démarré.");
  await expect(form.title).toHaveValue("En panne");
  await expect(form.stars.first()).toBeChecked();
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  expect(await reviewsOf(shop, drill)).toMatchObject([{ title: "En panne", rating: 1 }]);
  await reviewTabs(page).last().click();
  await expect(form.comment).toHaveValue("");
  await expect(form.stars.nth(4)).toBeChecked();
  await expectLogged(pageErrors, /review: it could not be sent/);
  forgive(pageErrors, /status of 500/);
});

test("pressed twice, or sent again after a lost answer, it is one review", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const form = await atTheForm(page, shop, await customer(), drill);
  await form.comment.fill("Je la recommande à tous.");
  const answers: number[] = [];
  await page.route(REVIEWS, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    answers.push((await route.fetch()).status());
    return route.abort();
  });
  await form.send.dblclick();
  await expect(toasts(page).filter({ hasText: FAILED_SENDING })).toBeVisible();
  expect(answers).toEqual([201]);
  await page.unroute(REVIEWS);
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  expect(await reviewsOf(shop, drill)).toHaveLength(1);
  await expectLogged(pageErrors, /review: it could not be sent/);
  forgive(pageErrors, /Failed to load resource/);
});

test("a list that cannot be read again says so, and stays", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { title: "Déjà là" });
  const buyer = await customer();
  await deliver(shop, buyer, drill);
  await remember(page, asSession(await signInOver(shop, buyer)));
  await page.goto(`${fresh(productPath(drill))}#donner-mon-avis`);
  const form = formOf(page);
  await form.comment.fill("Publié, mais la liste ne vient pas.");
  await page.route(REVIEWS, (route) =>
    route.request().method() === "POST"
      ? route.continue()
      : route.fulfill({ status: 500, json: { code: "XX000", message: "no" } }),
  );
  await form.send.click();
  const failure = toasts(page).filter({ hasText: "Impossible de mettre à jour la liste des avis." });
  await expect(failure.getByRole("alert")).toContainText("Erreur");
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expect(reviewTabs(page).first()).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("article").filter({ hasText: "Déjà là" })).toBeVisible();
  await expectLogged(pageErrors, /reviews: the list could not be read again/);
  forgive(pageErrors, /status of 500/);
});

test("without a name in the profile, or without an answer about it, the name is left to the author", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const author = await customer();
  await shop.sql`update profiles set first_name = null, last_name = null where id = ${author.id}`;
  const form = await atTheForm(page, shop, author, drill);
  await expect(form.name).toHaveValue("");
  await page.route(PROFILES, (route) => route.fulfill({ status: 500, json: { message: "no" } }));
  await page.reload();
  await expect(form.email).toHaveValue(author.email);
  await expect(form.name).toHaveValue("");
  await expectLogged(pageErrors, /load author/);
  forgive(pageErrors, /status of 500/);
});

test("a draft is its author's: the next one to sign in does not see it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const form = await atTheForm(page, shop, await customer(), drill);
  await form.comment.fill("Entre nous : je suis déçue.");
  const next = await customer();
  await remember(page, asSession(await signInOver(shop, next)));
  await page.goto(writingPath(drill));
  await expect(form.email).toHaveValue(next.email);
  await expect(form.comment).toHaveValue("");
});

test("a form whose code cannot be fetched says so and comes with another try", async ({
  page,
  goods,
  pageErrors,
}) => {
  const drill = await goods();
  await page.route(/\/assets\/review-writing-/, (route) => route.abort());
  await page.goto(productPath(drill));
  await page.getByRole("tab", { name: "Avis (0)" }).click();
  await expect(page.getByText("Aucun avis pour ce produit pour le moment.")).toBeVisible();
  await page.getByRole("button", { name: "Donner le premier avis" }).click();
  await expect(reviewTabs(page).last()).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("alert")).toContainText("Le formulaire n'a pas pu être chargé");
  await page.unroute(/\/assets\/review-writing-/);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await expectLogged(pageErrors, /reviews: the form could not be fetched/);
  forgive(pageErrors, /Failed to load resource/);
});
