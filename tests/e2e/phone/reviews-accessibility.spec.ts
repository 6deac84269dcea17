/** No finding of axe on the screens of reviews, in each of their states. */
import { expectNoFindings } from "../support/axe.ts";
import {
  addReview,
  asSession,
  expect,
  forgive,
  formOf,
  fresh,
  productPath,
  REVIEWS,
  remember,
  reviewTabs,
  sendLink,
  signInOver,
  test,
  toasts,
  VALIDATE,
} from "../support/reviewer.ts";

test("the list with a vote, the way to sign in, the form with its errors, and the thanks", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  await addReview(shop, drill, { is_verified: true, helpful_count: 2 });
  await page.goto(`${fresh(productPath(drill))}#avis`);
  await page.getByRole("button", { name: /^Utile/ }).click();
  await expect(page.getByRole("button", { name: "Utile (3)" })).toBeVisible();
  await expectNoFindings(page);
  await reviewTabs(page).last().click();
  await expect(page.getByRole("main").getByRole("link", { name: "Se connecter" })).toBeVisible();
  await expectNoFindings(page);

  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto(`${fresh(productPath(drill))}#donner-mon-avis`);
  const form = formOf(page);
  await form.name.fill("");
  await form.email.fill("");
  await expectNoFindings(page);
  await form.send.click();
  await expect(page.getByText("Email invalide")).toBeVisible();
  await expectNoFindings(page);
  await form.name.fill("Fatou");
  await form.email.fill("fatou@exemple.bf");
  await form.comment.fill("Elle perce tout ce que je lui montre.");
  await form.send.click();
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await expectNoFindings(page);
});

test("a product without reviews, and a link in each of its states", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(`${productPath(drill)}#avis`);
  await expect(page.getByText("Aucun avis pour ce produit pour le moment.")).toBeVisible();
  await expectNoFindings(page);

  await page.goto("/review");
  await expect(page.getByRole("alert")).toContainText("invalide");
  await expectNoFindings(page);
  await page.route(VALIDATE, (route) => route.abort());
  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("alert")).toContainText("Impossible de charger");
  await expectNoFindings(page);
  await page.unroute(VALIDATE);
  await page.getByRole("button", { name: "Réessayer" }).click();
  const form = formOf(page);
  await form.name.fill("Fatou");
  await expectNoFindings(page);
  await form.send.click();
  await expect(page.getByText("Votre avis doit contenir au moins 10 caractères")).toBeVisible();
  await expectNoFindings(page);
  await form.comment.fill("Elle perce tout ce que je lui montre.");
  await page.route(REVIEWS, (route) => route.abort());
  await form.send.click();
  await expect(toasts(page)).toBeVisible();
  await expectNoFindings(page);
  await page.unroute(REVIEWS);
  await form.send.click();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await expectNoFindings(page);
  await page.goto(`/review?token=${token}`);
  await expect(page.getByRole("alert")).toContainText("a expiré ou a déjà été utilisé");
  await expectNoFindings(page);
  forgive(pageErrors, /Failed to load resource|load review request|review: it could not be sent/);
});
