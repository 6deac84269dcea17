/** The page behind the link of a review mail: every state of the link, every failure, and that it tells nobody. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  asSession,
  expect,
  expectLogged,
  forgive,
  formOf,
  MARK,
  productPath,
  REVIEWS,
  remember,
  reviewsOf,
  sendLink,
  settled,
  signInOver,
  test,
  toasts,
  VALIDATE,
} from "../support/reviewer.ts";

const CLOSED = "Ce lien de demande d'avis a expiré ou a déjà été utilisé.";
const FAILED = "Impossible de charger les détails de la demande d'avis.";
const UNMARKED = "Impossible de finaliser la demande d'avis";
const PRODUCTS = /\/rest\/v1\/products/;

const linkTo = (token: string) => `/review?token=${token}`;
const main = (page: Page) => page.getByRole("main");
const broken = { status: 500, json: { code: "XX000", message: "no" } };

async function fill(page: Page) {
  const form = formOf(page);
  await form.name.fill("Fatou");
  await form.comment.fill("Livrée à l'heure, elle marche bien.");
  return form;
}

test("a link without a token, or with one that nobody was given, is invalid", async ({ page }) => {
  for (const path of ["/review", "/review?token="]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Donnez votre avis");
    await expect(
      main(page).getByText(
        "Lien de demande d'avis invalide. Veuillez utiliser le lien fourni dans votre email.",
        { exact: true },
      ),
    ).toBeVisible();
  }
  for (const token of [randomUUID(), "<b>", "%00", "a".repeat(3000)]) {
    await page.goto(linkTo(encodeURIComponent(token)));
    await expect(main(page).getByText("Lien de demande d'avis invalide.", { exact: true })).toBeVisible();
    await expect(formOf(page).send).toHaveCount(0);
  }
  await main(page).getByRole("link", { name: "Voir tous les produits" }).click();
  await expect(page).toHaveURL("/products");
});

test("an expired or a used link says so, and nothing can be written with it", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  const opened = page.waitForRequest(VALIDATE);
  await page.goto(linkTo(token));
  expect((await opened).postDataJSON()).toEqual({ request_token: token });
  await expect(formOf(page).send).toBeVisible();
  for (const change of [
    { expires_at: new Date(0), used_at: null },
    { expires_at: new Date("2100-01-01"), used_at: new Date() },
  ]) {
    await shop.sql`update review_requests set ${shop.sql(change)} where order_id = ${orderId}`;
    await page.goto(linkTo(token));
    await expect(main(page).getByText(CLOSED, { exact: true })).toBeVisible();
    await expect(formOf(page).send).toHaveCount(0);
  }
  expect(await reviewsOf(shop, drill)).toHaveLength(0);
});

test("a link that closes while the form is filled says that it failed, and keeps the text", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  await page.goto(linkTo(token));
  const form = await fill(page);
  await shop.sql`update review_requests set expires_at = now() where order_id = ${orderId}`;
  await form.send.click();
  await expect(toasts(page).getByRole("alert")).toContainText(
    "Impossible de soumettre votre avis. Veuillez réessayer.",
  );
  await expect(form.comment).toHaveValue("Livrée à l'heure, elle marche bien.");
  expect(await reviewsOf(shop, drill)).toHaveLength(0);
  await expectLogged(pageErrors, /review: it could not be sent/);
  forgive(pageErrors, /status of 40\d/);
});

test("details that cannot be loaded say so, and come with another try", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  for (const address of [VALIDATE, PRODUCTS]) {
    await page.route(address, (route) => route.fulfill(broken));
    await page.goto(linkTo(token));
    await expect(main(page).getByText(FAILED, { exact: true })).toBeVisible();
    await page.unroute(address);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(main(page).getByRole("link", { name: drill.name })).toBeVisible();
    await expect(formOf(page).send).toBeVisible();
  }
  await expectLogged(pageErrors, /load review request/);
  forgive(pageErrors, /status of 500/);
});

test("the rules of the form hold here too, and a reload keeps what was typed", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(linkTo(token));
  const form = formOf(page);
  await form.name.fill("F");
  await form.comment.fill("Trop peu");
  await form.send.click();
  await expect(form.name).toHaveAccessibleDescription(/Le nom doit contenir au moins 2 caractères/);
  await expect(form.comment).toHaveAccessibleDescription(/Votre avis doit contenir au moins 10 caractères/);
  await page.getByRole("radio", { name: "3 étoiles : Correct" }).check();
  await page.reload();
  await expect(form.comment).toHaveValue("Trop peu");
  await expect(form.stars.nth(2)).toBeChecked();
  expect(await reviewsOf(shop, drill)).toHaveLength(0);
});

test("the review is sent before its link is marked, each with what the interface documents", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const buyer = await customer();
  const { token, orderId } = await sendLink(shop, buyer, drill);
  await page.goto(linkTo(token));
  const form = await fill(page);
  const sent: { path: string; body: unknown }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST")
      sent.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
  });
  const marked = page.waitForResponse(MARK);
  await form.send.click();
  expect(await (await marked).json()).toBe(true);
  expect(sent).toEqual([
    {
      path: "/rest/v1/product_reviews",
      body: {
        name: "Fatou",
        email: buyer.email,
        title: null,
        comment: "Livrée à l'heure, elle marche bien.",
        rating: 5,
        product_id: drill.id,
        user_id: null,
        order_id: orderId,
      },
    },
    { path: "/rest/v1/rpc/mark_review_token_used", body: { request_token: token } },
  ]);
  await main(page).getByRole("link", { name: "Voir les avis" }).click();
  await expect(page).toHaveURL(`${productPath(drill)}#avis`);
  await expect(page.getByRole("tab", { name: "Avis (0)" })).toHaveAttribute("aria-selected", "true");
});

test("a link that could not be marked says so; marking again finishes it", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(linkTo(token));
  const form = await fill(page);
  await page.route(MARK, (route) => route.fulfill(broken));
  await form.send.click();
  await expect(main(page).getByRole("alert")).toContainText(UNMARKED);
  await expect(toasts(page).filter({ hasText: "Merci !" })).toBeVisible();
  await page.unroute(MARK);
  await main(page).getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByText(UNMARKED)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  await page.goto(linkTo(token));
  await expect(main(page).getByText(CLOSED)).toBeVisible();
  await expectLogged(pageErrors, /review link: it could not be marked as used/);
  forgive(pageErrors, /status of 500/);
});

test("a link that was marked meanwhile by somebody else says that it could not be finished", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(linkTo(token));
  const form = await fill(page);
  await page.route(MARK, (route) => route.fulfill({ json: false }));
  await form.send.click();
  await expect(main(page).getByRole("alert")).toContainText(UNMARKED);
});

test("after an answer that was lost the same link finishes with one review", async ({
  page,
  shop,
  goods,
  customer,
  pageErrors,
}) => {
  const drill = await goods();
  const { token } = await sendLink(shop, await customer(), drill);
  await page.goto(linkTo(token));
  const form = await fill(page);
  await page.route(REVIEWS, async (route) => {
    await route.fetch();
    return route.abort();
  });
  await form.send.dblclick();
  await expect(toasts(page).getByRole("alert")).toContainText("Impossible de soumettre votre avis");
  await page.unroute(REVIEWS);
  await form.send.click();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  expect(await reviewsOf(shop, drill)).toHaveLength(1);
  await page.reload();
  await expect(main(page).getByText(CLOSED)).toBeVisible();
  await expectLogged(pageErrors, /review: it could not be sent/);
  forgive(pageErrors, /Failed to load resource/);
});

test("a signed-in customer writes in their own name when the link is theirs, and is published at once", async ({
  page,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  const buyer = await customer();
  const { token, orderId } = await sendLink(shop, buyer, drill);
  await remember(page, asSession(await signInOver(shop, buyer)));
  await page.goto(linkTo(token));
  const form = formOf(page);
  await expect(form.name).toHaveValue("Fatou Sawadogo");
  await form.comment.fill("Livrée à l'heure, elle marche bien.");
  await form.send.click();
  await expect(main(page)).toContainText("Il est publié");
  await expect(toasts(page).filter({ hasText: "Merci !" })).not.toContainText("modération");
  expect(await reviewsOf(shop, drill)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_verified: true, is_published: true },
  ]);
  await page.goto(linkTo(token));
  await expect(main(page).getByText(CLOSED)).toBeVisible();
});

test("another customer's phone writes as the holder of the link", async ({ page, shop, goods, customer }) => {
  const drill = await goods();
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  await remember(page, asSession(await signInOver(shop, await customer())));
  await page.goto(linkTo(token));
  await expect(formOf(page).name).toHaveValue("");
  await (await fill(page)).send.click();
  await expect(page.getByRole("heading", { name: "Merci, votre avis compte" })).toBeVisible();
  expect(await reviewsOf(shop, drill)).toMatchObject([
    { user_id: null, order_id: orderId, is_verified: true, is_published: false },
  ]);
});

test("the token reaches nobody but the shop, and no cache", async ({
  page,
  request,
  shop,
  goods,
  customer,
}) => {
  const drill = await goods();
  await shop.sql`update products set image = 'https://pictures.example/drill.jpg' where id = ${drill.id}`;
  const { token } = await sendLink(shop, await customer(), drill);
  const response = await request.get(linkTo(token));
  expect(response.headers()["cache-control"]).toBe("no-store");
  expect(response.headers()["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(await response.text()).not.toContain(token);

  const foreign: { url: string; referer: string | undefined }[] = [];
  await page.route(/pictures\.example/, async (route) => {
    foreign.push({ url: route.request().url(), referer: (await route.request().allHeaders()).referer });
    await route.fulfill({ path: "public/apple-touch-icon.png" });
  });
  await page.goto(linkTo(token));
  await settled(page);
  await expect(formOf(page).send).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
    "href",
    `${new URL(shop.url).origin}/review`,
  );
  await expect.poll(() => foreign).toHaveLength(1);
  expect(JSON.stringify(foreign)).not.toContain(token);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(token);
});
