/** The review form on the product's page: access, validation, and failures. */
import type { UserEvent } from "@testing-library/user-event";
import { z } from "zod";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  createDeliveredOrder,
  createReview,
  listReviews,
  REVIEWS_URL,
  toProductPath,
  toReviewFormPath,
} from "#tests/support/reviews.ts";
import { findReview, reviewForm, test } from "#tests/support/screens/reviews.ts";
import { expect, expectLoggedError, screen, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectErrorToast, expectToast } from "#tests/support/screens/toasts.ts";

const FAILED_SENDING = /^ErreurImpossible de soumettre votre avis\. Veuillez réessayer\./;

async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

test("until the session is known the tab says that it is loading", async ({ open, shop, customer }) => {
  const drill = await createProduct(shop.sql);
  const session = z.looseObject({}).parse(JSON.parse(await shop.signIn(await customer())));
  const renew = shop.network.hold(/\/auth\/v1\/token/);
  // An expired token has to be refreshed before the session is known.
  const expired = JSON.stringify({ ...session, expires_at: 1 });
  await open(toReviewFormPath(drill), { storage: { [SESSION_KEY]: expired } });
  await screen.findByRole("status", { name: "Chargement du formulaire" });
  await waitFor(() => expect(shop.network.listRequests(/\/auth\/v1\/token/)).not.toHaveLength(0));
  expect(within(screen.getByRole("main")).queryByRole("link", { name: "Se connecter" })).toBeNull();
  renew();
  await reviewForm.find();
  expect(reviewForm.name()).toHaveValue("Fatou Sawadogo");
});

test("a visitor finds the link to sign in and no form", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await open(toReviewFormPath(drill));
  const main = within(await screen.findByRole("main"));
  const link = await main.findByRole("link", { name: "Se connecter" });
  expect(link).toHaveAttribute("href", `/login?returnUrl=${encodeURIComponent(toReviewFormPath(drill))}`);
  expect(screen.queryByRole("button", { name: "Envoyer mon avis" })).toBeNull();
});

test("invalid input is reported beside the field and not sent; then the request is the documented one", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  const { user } = await open(toReviewFormPath(drill), { as: author });
  await reviewForm.find();
  expect(reviewForm.stars()).toHaveLength(5);
  expect(reviewForm.star("5 étoiles : Excellent")).toBeChecked();
  expect(reviewForm.email()).toHaveValue(author.email);
  const refusals = [
    [reviewForm.name(), "A", "Le nom doit contenir au moins 2 caractères"],
    [reviewForm.email(), "fatou@", "Email invalide"],
    [reviewForm.comment(), "Très bien", "Votre avis doit contenir au moins 10 caractères"],
  ] as const;
  for (const [field, text] of refusals) await fill(user, field, text);
  await user.click(reviewForm.submit());
  await waitFor(() => expect(reviewForm.name()).toHaveFocus());
  for (const [field, , sentence] of refusals) {
    await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
    expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
  }
  await fill(user, reviewForm.name(), "Li");
  await fill(user, reviewForm.email(), "li@exemple.bf");
  await fill(user, reviewForm.comment(), "Très bien!");
  for (const [, , sentence] of refusals) await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(shop.network.listRequests(REVIEWS_URL, "POST")).toHaveLength(0);

  await user.click(reviewForm.submit());
  await expectToast(/^Merci\s!Votre avis a été soumis avec succès\.Il apparaîtra après modération\./);
  expect(await shop.network.listRequests(REVIEWS_URL, "POST")[0]?.json()).toEqual({
    name: "Li",
    email: "li@exemple.bf",
    title: null,
    comment: "Très bien!",
    rating: 5,
    product_id: drill.id,
    user_id: author.id,
    order_id: null,
  });
  expect(await listReviews(shop, drill)).toMatchObject([{ name: "Li", is_published: false }]);
});

test("a review of a delivered product is published at once, verified, and shown in the list", async ({
  open,
  shop,
  customer,
}) => {
  const pump = await createProduct(shop.sql, { name: "Pompe de surface" });
  const buyer = await customer();
  const orderId = await createDeliveredOrder(shop, buyer, pump);
  const { user } = await open(toReviewFormPath(pump), { as: buyer });
  await reviewForm.find();
  await fill(user, reviewForm.comment(), "Elle monte l'eau jusqu'au deuxième étage.");
  await user.click(reviewForm.submit());
  await expectToast(/^Merci\s!Votre avis a été soumis avec succès\.(?!.*modération)/);
  const review = await findReview("Avis sur Pompe de surface");
  expect(review).toHaveTextContent("jusqu'au deuxième étage");
  expect(review).toHaveTextContent("Achat vérifié");
  expect(screen.getByText("Basé sur 1 avis")).toBeVisible();
  expect(screen.queryByText(/apparaîtra ici après modération/)).toBeNull();
  expect(screen.getByRole("tab", { name: "Tous les avis" })).toHaveAttribute("aria-selected", "true");
  expect(await listReviews(shop, pump)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_published: true, is_verified: true, rating: 5, title: null },
  ]);
});

test("a failure is reported and retains what was typed; so does a reload; once sent, the draft is deleted", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  const first = await open(toReviewFormPath(drill), { as: author });
  await reviewForm.find();
  await first.user.click(reviewForm.star("1 étoile : Très déçu"));
  await fill(first.user, reviewForm.title(), "En panne");
  await fill(first.user, reviewForm.comment(), "Elle n'a jamais démarré.");
  const restore = shop.network.fail(REVIEWS_URL, { method: "POST" });
  await first.user.click(reviewForm.submit());
  await expectErrorToast(FAILED_SENDING);
  expect(within(screen.getByRole("main")).getByRole("alert")).toHaveTextContent(/^Impossible de soumettre/);
  expect(reviewForm.comment()).toHaveValue("Elle n'a jamais démarré.");
  await waitFor(() => expect(reviewForm.submit()).toHaveAttribute("aria-disabled", "false"));
  restore();
  // A reached limit says how long to wait, where another try would be refused as well.
  const reached = {
    code: "PT429",
    message: "Trop d'avis en peu de temps. Réessayez dans 40 minutes.",
    details: null,
    hint: null,
  };
  const lift = shop.network.respond(REVIEWS_URL, async () => Response.json(reached, { status: 429 }), "POST");
  await first.user.click(reviewForm.submit());
  await expectErrorToast(/^ErreurTrop d'avis en peu de temps\. Réessayez dans 40 minutes\./);
  await waitFor(() => expect(reviewForm.submit()).toHaveAttribute("aria-disabled", "false"));
  lift();

  const { user } = await open(toReviewFormPath(drill));
  await reviewForm.find();
  expect(reviewForm.comment()).toHaveValue("Elle n'a jamais démarré.");
  expect(reviewForm.title()).toHaveValue("En panne");
  expect(reviewForm.star("1 étoile : Très déçu")).toBeChecked();
  await user.click(reviewForm.submit());
  await expectToast(/^Merci\s!/);
  expect(await listReviews(shop, drill)).toMatchObject([{ title: "En panne", rating: 1 }]);
  await user.click(screen.getByRole("tab", { name: "Donner mon avis" }));
  await reviewForm.find();
  expect(reviewForm.comment()).toHaveValue("");
  expect(reviewForm.star("5 étoiles : Excellent")).toBeChecked();
  await expectLoggedError(errors, /review: it could not be sent/);
});

test("a double click, or a retry after a lost response, makes one review", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(toReviewFormPath(drill), { as: await customer() });
  await reviewForm.find();
  await fill(user, reviewForm.comment(), "Je la recommande à tous.");
  const statuses: number[] = [];
  const restore = shop.network.respond(
    REVIEWS_URL,
    async (_request, forward) => {
      statuses.push((await forward()).status);
      throw new TypeError("Failed to fetch");
    },
    "POST",
  );
  await user.dblClick(reviewForm.submit());
  await expectErrorToast(FAILED_SENDING);
  expect(statuses).toEqual([201]);
  restore();
  await user.click(reviewForm.submit());
  await expectToast(/^Merci\s!/);
  expect(await listReviews(shop, drill)).toHaveLength(1);
  await expectLoggedError(errors, /review: it could not be sent/);
});

test("a failed reload of the list is reported, and the list stays", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  await createReview(shop, drill, { title: "Déjà là" });
  const buyer = await customer();
  await createDeliveredOrder(shop, buyer, drill);
  const { user } = await open(toReviewFormPath(drill), { as: buyer });
  await reviewForm.find();
  await fill(user, reviewForm.comment(), "Publié, mais la liste ne vient pas.");
  shop.network.fail(REVIEWS_URL, { method: "GET" });
  await user.click(reviewForm.submit());
  await expectErrorToast(/^ErreurImpossible de mettre à jour la liste des avis\./);
  await expectToast(/^Merci\s!/);
  expect(screen.getByRole("tab", { name: "Tous les avis" })).toHaveAttribute("aria-selected", "true");
  expect(await findReview("Déjà là")).toBeVisible();
  await expectLoggedError(errors, /reviews: the list could not be read again/);
});

test("without a name in the profile, or without its response, the author types the name", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  await shop.sql`update profiles set first_name = null, last_name = null where id = ${author.id}`;
  await open(toReviewFormPath(drill), { as: author });
  await reviewForm.find();
  expect(reviewForm.name()).toHaveValue("");
  await shop.sql`update profiles set first_name = 'Fatou' where id = ${author.id}`;
  shop.network.fail(/\/rest\/v1\/profiles/);
  await open(toReviewFormPath(drill));
  await reviewForm.find();
  expect(reviewForm.email()).toHaveValue(author.email);
  expect(reviewForm.name()).toHaveValue("");
  await expectLoggedError(errors, /load author/);
});

test("a draft belongs to its author: the next customer to sign in does not see it", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(toReviewFormPath(drill), { as: await customer() });
  await reviewForm.find();
  await fill(user, reviewForm.comment(), "Entre nous : je suis déçue.");
  const next = await customer();
  await open(toProductPath(drill), { as: next });
  await open(toReviewFormPath(drill));
  await reviewForm.find();
  expect(reviewForm.email()).toHaveValue(next.email);
  expect(reviewForm.comment()).toHaveValue("");
});
