/** The page behind the link of a review mail: every state of the link, and every failure. */
import { randomUUID } from "node:crypto";
import type { UserEvent } from "@testing-library/user-event";
import type { Sql } from "../../backend/core/database.ts";
import { createProduct } from "../support/products.ts";
import { MARK, productPath, REVIEWS, reviewsOf, sendLink, VALIDATE } from "../support/reviews.ts";
import { expectErrorToast, expectToast, form, test } from "./support/reviews.ts";
import { expect, expectLogged, screen, waitFor } from "./support/screen.ts";

const CLOSED = "Ce lien de demande d'avis a expiré ou a déjà été utilisé.";
const FAILED = "Impossible de charger les détails de la demande d'avis.";
const UNMARKED = "Impossible de finaliser la demande d'avis";
const FAILED_SENDING = /^ErreurImpossible de soumettre votre avis\. Veuillez réessayer\./;

const linkTo = (token: string) => `/review?token=${encodeURIComponent(token)}`;
const thanks = () => screen.findByRole("heading", { name: "Merci, votre avis compte" });

async function fill(user: UserEvent) {
  await form.come();
  await user.type(form.name(), "Fatou");
  await user.type(form.comment(), "Livrée à l'heure, elle marche bien.");
}

/** The thanks come before the link is marked. */
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

test("a link without a token, or with one that nobody was given, is invalid", async ({ open }) => {
  const { router } = await open("/review");
  const withoutToken = "Lien de demande d'avis invalide. Veuillez utiliser le lien fourni dans votre email.";
  await screen.findByText(withoutToken);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Donnez votre avis");
  expect(screen.getByRole("link", { name: "Voir tous les produits" })).toHaveAttribute("href", "/products");
  for (const token of [randomUUID(), "<b>", "%00", "a".repeat(3000)]) {
    await router.navigate(linkTo(token));
    await screen.findByText("Lien de demande d'avis invalide.");
    expectNoForm();
  }
  await router.navigate("/review?token=");
  await screen.findByText(withoutToken);
  expectNoForm();
});

test("an expired or a used link says so, and nothing can be written with it", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  const { router } = await open(linkTo(token));
  await form.come();
  expect(await shop.network.asked(VALIDATE)[0]?.json()).toEqual({ request_token: token });
  for (const change of [
    { expires_at: new Date(0), used_at: null },
    { expires_at: new Date("2100-01-01"), used_at: new Date() },
  ]) {
    await shop.sql`update review_requests set ${shop.sql(change)} where order_id = ${orderId}`;
    await router.navigate("/review");
    await router.navigate(linkTo(token));
    await screen.findByText(CLOSED);
    expectNoForm();
  }
});

test("a link that closes while the form is filled says that it failed, and keeps the text", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  const { user } = await open(linkTo(token));
  await fill(user);
  await shop.sql`update review_requests set expires_at = now() where order_id = ${orderId}`;
  await user.click(form.send());
  await expectErrorToast(FAILED_SENDING);
  expect(form.comment()).toHaveValue("Livrée à l'heure, elle marche bien.");
  expect(await reviewsOf(shop, drill)).toHaveLength(0);
  await expectLogged(errors, /review: it could not be sent/);
});

test("details that cannot be loaded say so, and come with another try", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await sendLink(shop, await customer(), drill);
  for (const address of [VALIDATE, /\/rest\/v1\/products/]) {
    const mend = shop.network.fail(address);
    const { user } = await open(linkTo(token));
    await screen.findByText(FAILED);
    mend();
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    const link = await screen.findByRole("link", { name: drill.name });
    expect(link).toHaveAttribute("href", productPath(drill));
    await form.come();
  }
  await expectLogged(errors, /load review request/);
});

test("the rules of the form hold here too, and a reload keeps what was typed", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token } = await sendLink(shop, buyer, drill);
  const { user } = await open(linkTo(token));
  await form.come();
  expect(form.email()).toHaveValue(buyer.email);
  expect(form.email()).toHaveAttribute("readonly");
  expect(form.star("5 étoiles : Excellent")).toBeChecked();
  await user.type(form.name(), "F");
  await user.type(form.comment(), "Trop peu");
  await user.click(form.send());
  await waitFor(() =>
    expect(form.name()).toHaveAccessibleDescription(/Le nom doit contenir au moins 2 caractères/),
  );
  expect(form.comment()).toHaveAccessibleDescription(/Votre avis doit contenir au moins 10 caractères/);
  await user.click(form.star("3 étoiles : Correct"));
  await open(linkTo(token));
  await form.come();
  expect(form.comment()).toHaveValue("Trop peu");
  expect(form.star("3 étoiles : Correct")).toBeChecked();
  expect(shop.network.asked(REVIEWS, "POST")).toHaveLength(0);
});

test("the review is sent before its link is marked, each with what the interface documents, once", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token, orderId } = await sendLink(shop, buyer, drill);
  const { user, router } = await open(linkTo(token));
  await fill(user);
  const before = shop.network.requests.length;
  await user.click(form.send());
  await thanks();
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
  await router.navigate(linkTo(token));
  await screen.findByText(CLOSED);
  expectNoForm();
});

test("a link that could not be marked says so; marking again finishes it", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await sendLink(shop, await customer(), drill);
  const { user } = await open(linkTo(token));
  await fill(user);
  const mend = shop.network.fail(MARK);
  await user.click(form.send());
  expect((await screen.findByText(UNMARKED)).closest("[role=alert]")).not.toBeNull();
  await expectToast(/^Merci\s!/);
  mend();
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.queryByText(UNMARKED)).toBeNull());
  await thanks();
  await expectUsed(shop.sql, token);
  await expectLogged(errors, /review link: it could not be marked as used/);
});

test("a link that was marked meanwhile by somebody else says that it could not be finished", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await sendLink(shop, await customer(), drill);
  const { user } = await open(linkTo(token));
  await fill(user);
  shop.network.answer(MARK, () => Response.json(false));
  await user.click(form.send());
  await screen.findByText(UNMARKED);
});

test("after an answer that was lost the same link finishes with one review", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const drill = await createProduct(shop.sql);
  const { token } = await sendLink(shop, await customer(), drill);
  const { user } = await open(linkTo(token));
  await fill(user);
  const mend = shop.network.answer(REVIEWS, async (_request, forward) => {
    await forward();
    throw new TypeError("Failed to fetch");
  });
  await user.dblClick(form.send());
  await expectErrorToast(FAILED_SENDING);
  expect(shop.network.asked(REVIEWS, "POST")).toHaveLength(1);
  mend();
  await user.click(form.send());
  await thanks();
  expect(await reviewsOf(shop, drill)).toHaveLength(1);
  await expectLogged(errors, /review: it could not be sent/);
});

test("a signed-in customer writes in their own name when the link is theirs, and is published at once", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const buyer = await customer();
  const { token, orderId } = await sendLink(shop, buyer, drill);
  const { user } = await open(linkTo(token), { as: buyer });
  await form.come();
  expect(form.name()).toHaveValue("Fatou Sawadogo");
  await user.type(form.comment(), "Livrée à l'heure, elle marche bien.");
  await user.click(form.send());
  await thanks();
  expect(screen.getByRole("main")).toHaveTextContent("Il est publié");
  await expectToast(/^Merci\s!(?!.*modération)/);
  expect(await reviewsOf(shop, drill)).toMatchObject([
    { user_id: buyer.id, order_id: orderId, is_verified: true, is_published: true },
  ]);
  await expectUsed(shop.sql, token);
  await open(linkTo(token));
  await screen.findByText(CLOSED);
});

test("another customer's phone writes as the holder of the link", async ({ open, shop, customer }) => {
  const drill = await createProduct(shop.sql);
  const { token, orderId } = await sendLink(shop, await customer(), drill);
  const { user } = await open(linkTo(token), { as: await customer() });
  await form.come();
  expect(form.name()).toHaveValue("");
  await fill(user);
  await user.click(form.send());
  await thanks();
  expect(await reviewsOf(shop, drill)).toMatchObject([
    { user_id: null, order_id: orderId, is_verified: true, is_published: false },
  ]);
});
