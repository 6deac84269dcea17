/** The reviews of a product: when they are fetched, and votes that fail or have been cast before. */
import { createProduct } from "../support/products.ts";
import { addReview, productPath, reviewsOf, VOTES } from "../support/reviews.ts";
import { articleOf, expectErrorToast, test } from "./support/reviews.ts";
import { expect, expectLogged, screen, toasts, waitFor } from "./support/screen.ts";

const reviewsAt = (goods: { slug: string }) => `${productPath(goods)}#avis`;
const vote = () => screen.findByRole("button", { name: /^Utile/ });

test("on the way from another page the reviews come when their tab is opened", async ({ open, shop }) => {
  const drill = await createProduct(shop.sql);
  await addReview(shop, drill, { title: "Venu après" });
  const { user } = await open(productPath(drill));
  expect(await screen.findByText("Chargement des avis...")).toBeInTheDocument();
  expect(screen.queryByText("Venu après")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Avis (1)" }));
  expect(await articleOf("Venu après")).toBeVisible();
  expect(screen.queryByText("Chargement des avis...")).toBeNull();
});

test("a device votes once, and a page that does not know of the vote yet shows it all the same", async ({
  open,
  shop,
}) => {
  const drill = await createProduct(shop.sql);
  const review = await addReview(shop, drill);
  const { user } = await open(reviewsAt(drill));
  expect(await vote()).toHaveTextContent(/^Utile$/);
  expect(await vote()).toHaveAccessibleDescription(`Avis sur ${drill.name}`);
  await user.click(await vote());
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  await waitFor(async () => expect(await reviewsOf(shop, drill)).toMatchObject([{ helpful_count: 1 }]));
  await user.click(await vote());
  const votes = await shop.sql`
    select user_id, device_id is not null as by_device from review_votes where review_id = ${review}`;
  expect([...votes]).toEqual([{ user_id: null, by_device: true }]);
  expect(shop.network.asked(VOTES)).toHaveLength(1);

  await shop.sql`update product_reviews set helpful_count = 0 where id = ${review}`;
  await open(reviewsAt(drill));
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  expect(await vote()).toHaveAttribute("aria-pressed", "true");
});

test("a vote that cannot be sent is taken back and said", async ({ open, shop, errors }) => {
  const drill = await createProduct(shop.sql);
  await addReview(shop, drill, { helpful_count: 2 });
  const { user } = await open(reviewsAt(drill));
  const mend = shop.network.fail(VOTES);
  await user.click(await vote());
  await expectErrorToast(/Impossible d'enregistrer votre vote\. Veuillez réessayer\./);
  expect(await vote()).toHaveTextContent(/^Utile \(2\)$/);
  expect(await vote()).toHaveAttribute("aria-pressed", "false");
  mend();
  await user.click(await vote());
  expect(await vote()).toHaveTextContent(/^Utile \(3\)$/);
  await waitFor(async () => expect(await reviewsOf(shop, drill)).toMatchObject([{ helpful_count: 3 }]));
  await expectLogged(errors, /reviews: the vote could not be sent/);
});

test("a vote that an account has cast elsewhere is known, and counts once", async ({
  open,
  shop,
  customer,
}) => {
  const drill = await createProduct(shop.sql);
  const review = await addReview(shop, drill);
  const voter = await customer();
  await shop.sql`insert into review_votes (review_id, user_id) values (${review}, ${voter.id})`;
  const { user } = await open(reviewsAt(drill), { as: voter });
  await screen.findByRole("button", { name: voter.email.split("@")[0] });
  expect(await vote()).toHaveTextContent(/^Utile \(1\)$/);
  let status = 0;
  shop.network.answer(VOTES, async (_request, forward) => {
    const response = await forward();
    status = response.status;
    return response;
  });
  await user.click(await vote());
  await waitFor(() => expect(status).toBe(409));
  await waitFor(async () => expect(await vote()).toHaveTextContent(/^Utile \(1\)$/));
  expect(await vote()).toHaveAttribute("aria-pressed", "true");
  expect(toasts()).toHaveLength(0);
  expect(await reviewsOf(shop, drill)).toMatchObject([{ helpful_count: 1 }]);
});
