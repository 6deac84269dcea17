/** The reviews of a product: when they are loaded, their paging, and votes that fail or already exist. */
import { createProduct } from "#tests/support/products.ts";
import { createReview, listReviews, toProductPath, VOTES_URL } from "#tests/support/reviews.ts";
import { findReview, test } from "#tests/support/screens/reviews.ts";
import { expect, expectLoggedError, screen, waitFor, within } from "#tests/support/screens/screen.ts";
import { expectErrorToast, getToasts } from "#tests/support/screens/toasts.ts";

const reviewsAt = (product: { slug: string }) => `${toProductPath(product)}#avis`;
const vote = () => screen.findByRole("button", { name: /^Utile/ });

test("after a navigation the reviews are loaded when their tab is opened", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await createReview(shop, drill, { title: "Venu après" });
  const { user } = await open(toProductPath(drill));
  expect(await screen.findByText("Chargement des avis...")).toBeInTheDocument();
  expect(screen.queryByText("Venu après")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Avis (1)" }));
  expect(await findReview("Venu après")).toBeVisible();
  expect(screen.queryByText("Chargement des avis...")).toBeNull();
});

test("the focus moves to the first of the reviews that «Voir plus d'avis» appends", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql);
  for (let day = 1; day <= 6; day += 1) {
    await createReview(shop, drill, { title: `Avis du ${day}`, created_at: `2026-03-0${day}T12:00:00Z` });
  }
  const { user } = await open(reviewsAt(drill));
  await user.click(await screen.findByRole("link", { name: "Voir plus d'avis" }));
  const sixth = await findReview("Avis du 1");
  await waitFor(() => expect(within(sixth).getByRole("button", { name: /^Utile/ })).toHaveFocus());
  expect(screen.queryByRole("link", { name: "Voir plus d'avis" })).toBeNull();
});

test("a device votes once, and a page with a stale count still shows the vote", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  const review = await createReview(shop, drill);
  const { user } = await open(reviewsAt(drill));
  expect(await vote()).toHaveTextContent(/^Utile$/);
  expect(await vote()).toHaveAccessibleDescription(`Avis sur ${drill.name}`);
  await user.click(await vote());
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  await waitFor(async () => expect(await listReviews(shop, drill)).toMatchObject([{ helpful_count: 1 }]));
  await user.click(await vote());
  const votes = await shop.sql`
    select user_id, device_id is not null as by_device from review_votes where review_id = ${review}`;
  expect([...votes]).toEqual([{ user_id: null, by_device: true }]);
  expect(shop.network.listRequests(VOTES_URL)).toHaveLength(1);

  await shop.sql`update product_reviews set helpful_count = 0 where id = ${review}`;
  await open(reviewsAt(drill));
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  expect(await vote()).toHaveAttribute("aria-pressed", "true");
});

test("a failed vote is rolled back and reported", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  await createReview(shop, drill, { helpful_count: 2 });
  const { user } = await open(reviewsAt(drill));
  const restore = shop.network.fail(VOTES_URL);
  await user.click(await vote());
  await expectErrorToast(/Impossible d'enregistrer votre vote\. Veuillez réessayer\./);
  expect(await vote()).toHaveTextContent(/^Utile \(2\)$/);
  expect(await vote()).toHaveAttribute("aria-pressed", "false");
  restore();
  await user.click(await vote());
  expect(await vote()).toHaveTextContent(/^Utile \(3\)$/);
  await waitFor(async () => expect(await listReviews(shop, drill)).toMatchObject([{ helpful_count: 3 }]));
  await expectLoggedError(errors, /reviews: the vote could not be sent/);
});

test("an account's vote from another device is known, and counts once", async ({ open, shop, customer }) => {
  const drill = await createProduct(shop.sql);
  const review = await createReview(shop, drill);
  const voter = await customer();
  await shop.sql`insert into review_votes (review_id, user_id) values (${review}, ${voter.id})`;
  const { user } = await open(reviewsAt(drill), { as: voter });
  await screen.findByRole("button", { name: voter.email.split("@")[0] });
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  let status = 0;
  shop.network.respond(VOTES_URL, async (_request, forward) => {
    const response = await forward();
    status = response.status;
    return response;
  });
  await user.click(await vote());
  await waitFor(() => expect(status).toBe(409));
  await waitFor(async () => expect(await vote()).toHaveTextContent(/^Utile \(1\)$/));
  expect(await vote()).toHaveAttribute("aria-pressed", "true");
  expect(getToasts()).toHaveLength(0);
  expect(await listReviews(shop, drill)).toMatchObject([{ helpful_count: 1 }]);
});
