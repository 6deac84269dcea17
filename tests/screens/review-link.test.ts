/** The page of a review link: every state of the link, and every failure. */
import { randomUUID } from "node:crypto";
import type { UserEvent } from "@testing-library/user-event";
import type { Sql } from "#backend/core/database/database.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  createReviewLink,
  listReviews,
  MARK_TOKEN_USED_URL,
  REVIEWS_URL,
  toProductPath,
  VALIDATE_TOKEN_URL,
} from "#tests/support/reviews.ts";
import { reviewForm, test } from "#tests/support/screens/reviews.ts";
import { expect, expectLoggedError, screen, waitFor } from "#tests/support/screens/screen.ts";
import { expectErrorToast, expectToast } from "#tests/support/screens/toasts.ts";

const CLOSED = "Ce lien de demande d'avis a expiré ou a déjà été utilisé.";
const FAILED = "Impossible de charger les détails de la demande d'avis.";
const UNMARKED = "Impossible de finaliser la demande d'avis";
const FAILED_SENDING = /^ErreurImpossible de soumettre votre avis\. Veuillez réessayer\./;

const toReviewPath = (token: string) => `/review?token=${encodeURIComponent(token)}`;
const findConfirmation = () => screen.findByRole("heading", { name: "Merci, votre avis compte" });

async function fill(user: UserEvent) {
  await reviewForm.find();
  await user.type(reviewForm.name(), "Fatou");
  await user.type(reviewForm.comment(), "Livrée à l'heure, elle marche bien.");
}

/** Waits for the confirmation, which is shown before the token is marked as used. */
async function expectUsed(sql: Sql, token: string) {
  await waitFor(async () => {
    const [link] = await sql`
      select used_at is not null as used from review_requests
      where token_hash = sha256(convert_to(${token}, 'UTF8'))`;
    expect(link).toEqual({ used: true });
  });
}

function expectNoForm() {
  expect(screen.queryByRole("button", { name: "Envoyer mon avis" })).toBeNull();
}

test("a link without a token, or with an unknown one, is invalid", async ({ open }) => {
  const { router } = await open("/review");
  const withoutToken = "Lien de demande d'avis invalide. Veuillez utiliser le lien fourni dans votre email.";
  await screen.findByText(withoutToken);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Donnez votre avis");
  expect(screen.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute("href", "/products");
  for (const token of [randomUUID(), "<b>", "%00", "a".repeat(3000)]) {
    await router.navigate(toReviewPath(token));
    await screen.findByText("Lien de demande d'avis invalide.");
    expectNoForm();
  }
  await router.navigate("/review?token=");
  await screen.findByText(withoutToken);
  expectNoForm();
});

test("an expired or used link says so, and no review can be sent with it", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await createReviewLink(shop, await customer(), drill);
  const { router } = await open(toReviewPath(token));
  await reviewForm.find();
  expect(await shop.network.listRequests(VALIDATE_TOKEN_URL)[0]?.json()).toEqual({ request_token: token });
  for (const change of [
    { expires_at: new Date(0), used_at: null },
    { expires_at: new Date("2100-01-01"), used_at: new Date() },
  ]) {
    await shop.sql`update review_requests set ${shop.sql(change)} where order_id = ${orderId}`;
    await router.navigate("/review");
    await router.navigate(toReviewPath(token));
    await screen.findByText(CLOSED);
    expectNoForm();
  }
});

test("a link that expires while the form is filled reports the failure, and retains the text", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await createReviewLink(shop, await customer(), drill);
  const { user } = await open(toReviewPath(token));
  await fill(user);
  await shop.sql`update review_requests set expires_at = now() where order_id = ${orderId}`;
  await user.click(reviewForm.submit());
  await expectErrorToast(FAILED_SENDING);
  expect(reviewForm.comment()).toHaveValue("Livrée à l'heure, elle marche bien.");
  expect(await listReviews(shop, drill)).toHaveLength(0);
  await expectLoggedError(errors, /review: it could not be sent/);
});

test("a failed read of the details is reported, and can be retried", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await createReviewLink(shop, await customer(), drill);
  for (const address of [VALIDATE_TOKEN_URL, /\/rest\/v1\/products/]) {
    const restore = shop.network.fail(address);
    const { user } = await open(toReviewPath(token));
    await screen.findByText(FAILED);
    restore();
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    const link = await screen.findByRole("link", { name: drill.name });
    expect(link).toHaveAttribute("href", toProductPath(drill));
    await reviewForm.find();
  }
  await expectLoggedError(errors, /load review request/);
});

test("the form is validated here too, and a reload retains what was typed", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token } = await createReviewLink(shop, buyer, drill);
  const { user } = await open(toReviewPath(token));
  await reviewForm.find();
  expect(reviewForm.email()).toHaveValue(buyer.email);
  expect(reviewForm.email()).toHaveAttribute("readonly");
  expect(reviewForm.star("5 étoiles : Excellent")).toBeChecked();
  await user.type(reviewForm.name(), "F");
  await user.type(reviewForm.comment(), "Trop peu");
  await user.click(reviewForm.submit());
  await waitFor(() =>
    expect(reviewForm.name()).toHaveAccessibleDescription(/Le nom doit contenir au moins 2 caractères/),
  );
  expect(reviewForm.comment()).toHaveAccessibleDescription(/Votre avis doit contenir au moins 10 caractères/);
  await user.click(reviewForm.star("3 étoiles : Correct"));
  await open(toReviewPath(token));
  await reviewForm.find();
  expect(reviewForm.comment()).toHaveValue("Trop peu");
  expect(reviewForm.star("3 étoiles : Correct")).toBeChecked();
  expect(shop.network.listRequests(REVIEWS_URL, "POST")).toHaveLength(0);
});

test("the review is sent before its token is marked, each with the documented request, once", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token, orderId } = await createReviewLink(shop, buyer, drill);
  const { user, router } = await open(toReviewPath(token));
  await fill(user);
  const before = shop.network.requests.length;
  await user.click(reviewForm.submit());
  await findConfirmation();
  await expectUsed(shop.sql, token);
  const sent = shop.network.requests.slice(before).map(async (request) => ({
    path: new URL(request.url).pathname,
    body: await request.json(),
  }));
  expect(await Promise.all(sent)).toEqual([
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
  await expectToast(/^Merci\s!Votre avis a été soumis avec succès\./);
  expect(screen.getByRole("main")).toHaveTextContent("après modération");
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  expect(stored).not.toContain(token);
  await router.navigate("/review");
  await router.navigate(toReviewPath(token));
  await screen.findByText(CLOSED);
  expectNoForm();
});

test("a failed marking is reported; marking again completes it", async ({ open, shop, customer, errors }) => {
  const drill = await createProduct(shop.sql);
  const { token } = await createReviewLink(shop, await customer(), drill);
  const { user } = await open(toReviewPath(token));
  await fill(user);
  const restore = shop.network.fail(MARK_TOKEN_USED_URL);
  await user.click(reviewForm.submit());
  expect((await screen.findByText(UNMARKED)).closest("[role=alert]")).not.toBeNull();
  await expectToast(/^Merci\s!/);
  restore();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.queryByText(UNMARKED)).toBeNull());
  await findConfirmation();
  await expectUsed(shop.sql, token);
  await expectLoggedError(errors, /review link: it could not be marked as used/);
});

test("a link that was used meanwhile by somebody else reports that it could not be completed", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await createReviewLink(shop, await customer(), drill);
  const { user } = await open(toReviewPath(token));
  await fill(user);
  shop.network.respond(MARK_TOKEN_USED_URL, () => Response.json(false));
  await user.click(reviewForm.submit());
  await screen.findByText(UNMARKED);
});

test("after a lost response the same link makes one review", async ({ open, shop, customer, errors }) => {
  const drill = await createProduct(shop.sql);
  const { token } = await createReviewLink(shop, await customer(), drill);
  const { user } = await open(toReviewPath(token));
  await fill(user);
  const restore = shop.network.respond(REVIEWS_URL, async (_request, forward) => {
    await forward();
    throw new TypeError("Failed to fetch");
  });
  await user.dblClick(reviewForm.submit());
  await expectErrorToast(FAILED_SENDING);
  expect(shop.network.listRequests(REVIEWS_URL, "POST")).toHaveLength(1);
  restore();
  await user.click(reviewForm.submit());
  await findConfirmation();
  expect(await listReviews(shop, drill)).toHaveLength(1);
  await expectLoggedError(errors, /review: it could not be sent/);
});

test("a signed-in customer writes in their own name when the link is theirs, and is published at once", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token, orderId } = await createReviewLink(shop, buyer, drill);
  const { user } = await open(toReviewPath(token), { as: buyer });
  await reviewForm.find();
  expect(reviewForm.name()).toHaveValue("Fatou Sawadogo");
  await user.type(reviewForm.comment(), "Livrée à l'heure, elle marche bien.");
  await user.click(reviewForm.submit());
  await findConfirmation();
  expect(screen.getByRole("main")).toHaveTextContent("Il est publié");
  await expectToast(/^Merci\s!(?!.*modération)/);
  expect(await listReviews(shop, drill)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_verified: true, is_published: true },
  ]);
  await expectUsed(shop.sql, token);
  await open(toReviewPath(token));
  await screen.findByText(CLOSED);
});

test("on another customer's phone the review is written as the holder of the link", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await createReviewLink(shop, await customer(), drill);
  const { user } = await open(toReviewPath(token), { as: await customer() });
  await reviewForm.find();
  expect(reviewForm.name()).toHaveValue("");
  await fill(user);
  await user.click(reviewForm.submit());
  await findConfirmation();
  expect(await listReviews(shop, drill)).toMatchObject([
    { user_id: null, order_id: orderId, is_verified: true, is_published: false },
  ]);
});
