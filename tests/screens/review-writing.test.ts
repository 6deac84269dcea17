/** Writing a review on the product's page: who may, what is refused, and what happens when something fails. */
import type { UserEvent } from "@testing-library/user-event";
import { z } from "zod";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { createProduct } from "../support/products.ts";
import { addReview, deliver, productPath, REVIEWS, reviewsOf, writingPath } from "../support/reviews.ts";
import { articleOf, expectErrorToast, expectToast, form, test } from "./support/reviews.ts";
import { expect, expectLogged, screen, waitFor, within } from "./support/screen.ts";

const FAILED_SENDING = /^ErreurImpossible de soumettre votre avis\. Veuillez réessayer\./;

async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

test("until it is known who is there the tab says that it is loading", async ({ open, shop, customer }) => {
  const drill = await createProduct(shop.sql);
  const session = z.looseObject({}).parse(JSON.parse(await shop.signIn(await customer())));
  const renew = shop.network.hold(/\/auth\/v1\/token/);
  // An expired token has to be renewed before anyone is signed in.
  const expired = JSON.stringify({ ...session, expires_at: 1 });
  await open(writingPath(drill), { storage: { [SESSION_KEY]: expired } });
  await screen.findByRole("status", { name: "Chargement du formulaire" });
  await waitFor(() => expect(shop.network.asked(/\/auth\/v1\/token/)).not.toHaveLength(0));
  expect(within(screen.getByRole("main")).queryByRole("link", { name: "Se connecter" })).toBeNull();
  renew();
  await form.come();
  expect(form.name()).toHaveValue("Fatou Sawadogo");
});

test("whoever is not signed in finds the way to sign in and no form", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await open(writingPath(drill));
  const main = within(await screen.findByRole("main"));
  const link = await main.findByRole("link", { name: "Se connecter" });
  expect(link).toHaveAttribute("href", `/login?returnUrl=${encodeURIComponent(writingPath(drill))}`);
  expect(screen.queryByRole("button", { name: "Envoyer mon avis" })).toBeNull();
});

test("what cannot be taken is said beside the field and not sent; then the request is the documented one", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  const { user } = await open(writingPath(drill), { as: author });
  await form.come();
  expect(form.stars()).toHaveLength(5);
  expect(form.star("5 étoiles : Excellent")).toBeChecked();
  expect(form.email()).toHaveValue(author.email);
  const refusals = [
    [form.name(), "A", "Le nom doit contenir au moins 2 caractères"],
    [form.email(), "fatou@", "Email invalide"],
    [form.comment(), "Très bien", "Votre avis doit contenir au moins 10 caractères"],
  ] as const;
  for (const [field, text] of refusals) await fill(user, field, text);
  await user.click(form.send());
  await waitFor(() => expect(form.name()).toHaveFocus());
  for (const [field, , sentence] of refusals) {
    await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
    expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
  }
  await fill(user, form.name(), "Li");
  await fill(user, form.email(), "li@exemple.bf");
  await fill(user, form.comment(), "Très bien!");
  for (const [, , sentence] of refusals) await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(shop.network.asked(REVIEWS, "POST")).toHaveLength(0);

  await user.click(form.send());
  await expectToast(/^Merci\s!Votre avis a été soumis avec succès\.Il apparaîtra après modération\./);
  expect(await shop.network.asked(REVIEWS, "POST")[0]?.json()).toEqual({
    name: "Li",
    email: "li@exemple.bf",
    title: null,
    comment: "Très bien!",
    rating: 5,
    product_id: drill.id,
    user_id: author.id,
    order_id: null,
  });
  expect(await reviewsOf(shop, drill)).toMatchObject([{ name: "Li", is_published: false }]);
});

test("who received the product is published at once, verified, and the list shows it", async ({
  open,
  shop,
  customer,
}) => {
  const pump = await createProduct(shop.sql, { name: "Pompe de surface" });
  const buyer = await customer();
  const orderId = await deliver(shop, buyer, pump);
  const { user } = await open(writingPath(pump), { as: buyer });
  await form.come();
  await fill(user, form.comment(), "Elle monte l'eau jusqu'au deuxième étage.");
  await user.click(form.send());
  await expectToast(/^Merci\s!Votre avis a été soumis avec succès\.(?!.*modération)/);
  const review = await articleOf("Avis sur Pompe de surface");
  expect(review).toHaveTextContent("jusqu'au deuxième étage");
  expect(review).toHaveTextContent("Achat vérifié");
  expect(screen.getByText("Basé sur 1 avis")).toBeVisible();
  expect(screen.queryByText(/apparaîtra ici après modération/)).toBeNull();
  expect(screen.getByRole("tab", { name: "Tous les avis" })).toHaveAttribute("aria-selected", "true");
  expect(await reviewsOf(shop, pump)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_published: true, is_verified: true, rating: 5, title: null },
  ]);
});

test("a failure says so and keeps what was typed; so does a reload; sent at last, it is forgotten", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  const first = await open(writingPath(drill), { as: author });
  await form.come();
  await first.user.click(form.star("1 étoile : Très déçu"));
  await fill(first.user, form.title(), "En panne");
  await fill(first.user, form.comment(), "Elle n'a jamais démarré.");
  const mend = shop.network.fail(REVIEWS, { method: "POST" });
  await first.user.click(form.send());
  await expectErrorToast(FAILED_SENDING);
  expect(form.comment()).toHaveValue("Elle n'a jamais démarré.");
  await waitFor(() => expect(form.send()).toHaveAttribute("aria-disabled", "false"));
  mend();

  const { user } = await open(writingPath(drill));
  await form.come();
  expect(form.comment()).toHaveValue("Elle n'a jamais démarré.");
  expect(form.title()).toHaveValue("En panne");
  expect(form.star("1 étoile : Très déçu")).toBeChecked();
  await user.click(form.send());
  await expectToast(/^Merci\s!/);
  expect(await reviewsOf(shop, drill)).toMatchObject([{ title: "En panne", rating: 1 }]);
  await user.click(screen.getByRole("tab", { name: "Donner mon avis" }));
  await form.come();
  expect(form.comment()).toHaveValue("");
  expect(form.star("5 étoiles : Excellent")).toBeChecked();
  await expectLogged(errors, /review: it could not be sent/);
});

test("pressed twice, or sent again after a lost answer, it is one review", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(writingPath(drill), { as: await customer() });
  await form.come();
  await fill(user, form.comment(), "Je la recommande à tous.");
  const statuses: number[] = [];
  const mend = shop.network.answer(
    REVIEWS,
    async (_request, forward) => {
      statuses.push((await forward()).status);
      throw new TypeError("Failed to fetch");
    },
    "POST",
  );
  await user.dblClick(form.send());
  await expectErrorToast(FAILED_SENDING);
  expect(statuses).toEqual([201]);
  mend();
  await user.click(form.send());
  await expectToast(/^Merci\s!/);
  expect(await reviewsOf(shop, drill)).toHaveLength(1);
  await expectLogged(errors, /review: it could not be sent/);
});

test("a list that cannot be read again says so, and stays", async ({ open, shop, customer, errors }) => {
  const drill = await createProduct(shop.sql);
  await addReview(shop, drill, { title: "Déjà là" });
  const buyer = await customer();
  await deliver(shop, buyer, drill);
  const { user } = await open(writingPath(drill), { as: buyer });
  await form.come();
  await fill(user, form.comment(), "Publié, mais la liste ne vient pas.");
  shop.network.fail(REVIEWS, { method: "GET" });
  await user.click(form.send());
  await expectErrorToast(/^ErreurImpossible de mettre à jour la liste des avis\./);
  await expectToast(/^Merci\s!/);
  expect(screen.getByRole("tab", { name: "Tous les avis" })).toHaveAttribute("aria-selected", "true");
  expect(await articleOf("Déjà là")).toBeVisible();
  await expectLogged(errors, /reviews: the list could not be read again/);
});

test("without a name in the profile, or without an answer about it, the name is left to the author", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const author = await customer();
  await shop.sql`update profiles set first_name = null, last_name = null where id = ${author.id}`;
  await open(writingPath(drill), { as: author });
  await form.come();
  expect(form.name()).toHaveValue("");
  await shop.sql`update profiles set first_name = 'Fatou' where id = ${author.id}`;
  shop.network.fail(/\/rest\/v1\/profiles/);
  await open(writingPath(drill));
  await form.come();
  expect(form.email()).toHaveValue(author.email);
  expect(form.name()).toHaveValue("");
  await expectLogged(errors, /load author/);
});

test("a draft is its author's: the next one to sign in does not see it", async ({ open, shop, customer }) => {
  const drill = await createProduct(shop.sql);
  const { user } = await open(writingPath(drill), { as: await customer() });
  await form.come();
  await fill(user, form.comment(), "Entre nous : je suis déçue.");
  const next = await customer();
  await open(productPath(drill), { as: next });
  await open(writingPath(drill));
  await form.come();
  expect(form.email()).toHaveValue(next.email);
  expect(form.comment()).toHaveValue("");
});
