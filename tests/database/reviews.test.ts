/** Who may write a review, its verification and publication, and the product's rating. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;
let drill: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  await liftLimits(admin, "review");
  awa = await createCustomerActor(admin, "awa@example.com");
  administrator = await createAdministratorActor(admin, "admin@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 100 });
});

const createReviewInput = (
  product: PricedProduct,
  values: Record<string, string | number | boolean | null> = {},
) => ({
  product_id: product.id,
  name: "Awa",
  email: "awa@example.com",
  title: null,
  comment: `Très bonne perceuse, ${randomUUID()}`,
  rating: 4,
  user_id: null,
  order_id: null,
  ...values,
});

/** Inserts as the page does, without reading back, and returns the row. */
async function insertReview(
  actor: Actor,
  values: ReturnType<typeof createReviewInput>,
  headers: Record<string, string> = {},
) {
  await runAs(api, actor, async (tx) => {
    await tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    await tx`insert into public.product_reviews ${tx(values)}`;
  });
  const [row] = await admin`
    select id, author_id as user_id, purchase_id as order_id, is_verified, is_published from public.product_reviews
    where product_id = ${values.product_id} order by created_at desc limit 1`;
  return row;
}

async function placeOrder(
  product: PricedProduct,
  status: "pending" | "completed",
  actor = awa,
): Promise<string> {
  const { id } = await runAs(api, actor, (tx) =>
    insertOrder(tx, createOrderInput([{ product, quantity: 1 }])),
  );
  if (status === "completed") await admin`update public.orders set status = 'completed' where id = ${id}`;
  return id;
}

async function getProductRating(product: PricedProduct) {
  const [row] = await admin`
    select rating::float, review_count from public.products where id = ${product.id}`;
  return row;
}

describe("a customer", () => {
  it("who received the product is verified and published at once, under their own name", async () => {
    const orderId = await placeOrder(drill, "completed");
    expect(await insertReview(awa, createReviewInput(drill))).toMatchObject({
      user_id: awa.id,
      order_id: orderId,
      is_verified: true,
      is_published: true,
    });
    expect(await getProductRating(drill)).toEqual({ rating: 4, review_count: 1 });
  });

  it("who received a variant says which, and nobody else does", async () => {
    const [variant] = await admin<{ id: string }[]>`
      insert into public.product_variants (product_id, position, choices, price, stock)
      values (${drill.id}, 1, '{32 mm,4 m}', 7500, 5) returning id`;
    const getVariants = () => admin`
      select purchased_variant from public.product_reviews where product_id = ${drill.id} order by created_at`;
    await insertReview(awa, createReviewInput(drill));
    await placeOrder({ ...drill, id: variant?.id ?? "" }, "completed");
    await insertReview(awa, createReviewInput(drill));
    expect([...(await getVariants())]).toEqual([
      { purchased_variant: null },
      { purchased_variant: "32 mm · 4 m" },
    ]);
  });

  it.each(["pending", "nothing"] as const)("with %s waits for an administrator", async (bought) => {
    if (bought === "pending") await placeOrder(drill, "pending");
    expect(await insertReview(awa, createReviewInput(drill, { user_id: awa.id }))).toMatchObject({
      order_id: null,
      is_verified: false,
      is_published: false,
    });
    expect(await getProductRating(drill)).toEqual({ rating: 0, review_count: 0 });
  });

  it("may be an administrator, who also writes under their own name", async () => {
    expect(await insertReview(administrator, createReviewInput(drill))).toMatchObject({
      user_id: administrator.id,
    });
  });

  it("is published once per purchase", async () => {
    await placeOrder(drill, "completed");
    await insertReview(awa, createReviewInput(drill));
    expect(await insertReview(awa, createReviewInput(drill, { rating: 1 }))).toMatchObject({
      is_published: false,
    });
    expect(await getProductRating(drill)).toEqual({ rating: 4, review_count: 1 });
  });

  it("who sends the same text again after a lost response has one review", async () => {
    const review = createReviewInput(drill);
    await insertReview(awa, review);
    expect(await getSqlState(insertReview(awa, review))).toBe("23505");
    const other = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    await insertReview(other, review);
    await insertReview(awa, { ...review, comment: "Tout autre chose" });
    const [row] = await admin`
      select count(*)::int from public.product_reviews where product_id = ${drill.id}`;
    expect(row).toEqual({ count: 3 });
  });

  it("cannot use another customer's order", async () => {
    const other = await createCustomerActor(admin, `${randomUUID()}@example.com`);
    const orderId = await placeOrder(drill, "completed", other);
    expect(await insertReview(awa, createReviewInput(drill, { order_id: orderId }))).toMatchObject({
      order_id: null,
      is_verified: false,
      is_published: false,
    });
  });

  it.each(["is_published", "is_verified", "helpful_count", "created_at"])("cannot set %s", async (column) => {
    const statement = runAs(
      api,
      awa,
      (tx) => tx`insert into public.product_reviews ${tx({ ...createReviewInput(drill), [column]: null })}`,
    );
    expect(await getSqlState(statement)).toBe("42501");
  });

  it.each<[string, Record<string, string | number>]>([
    ["a short comment", { comment: "Bien" }],
    ["a short name", { name: "A" }],
    ["an invalid e-mail", { email: "awa" }],
    ["a rating of 6", { rating: 6 }],
    ["a rating of 0", { rating: 0 }],
  ])("cannot send %s", async (_what, values) => {
    const statement = runAs(
      api,
      awa,
      (tx) => tx`insert into public.product_reviews ${tx(createReviewInput(drill, values))}`,
    );
    expect(await getSqlState(statement)).toBe("23514");
  });
});

describe("an author's e-mail cannot be read", () => {
  it.each([
    "select email from public.product_reviews",
    "select * from public.product_reviews",
    "select id from public.product_reviews where email = 'awa@example.com'",
    "select id from public.product_reviews order by email",
  ])("by %s", async (query) => {
    for (const actor of [visitor, awa, administrator]) {
      expect(await getSqlState(runAs(api, actor, (tx) => tx.unsafe(query)))).toBe("42501");
    }
  });

  it("except by administrators, through their view", async () => {
    const review = await insertReview(awa, createReviewInput(drill));
    const find = (actor: Actor) =>
      runAs(
        api,
        actor,
        (tx) => tx`select email from public.product_review_emails where review_id = ${review?.id}`,
      );
    expect([...(await find(administrator))]).toEqual([{ email: "awa@example.com" }]);
    expect(await find(awa)).toHaveLength(0);
  });
});

describe("a review link", () => {
  const token = () => randomUUID();

  async function requestReview(product: PricedProduct, secret: string, expires = "1 day"): Promise<string> {
    const orderId = await placeOrder(product, "completed");
    await admin`
      insert into public.review_requests (order_id, product_id, customer_email, token_hash, expires_at)
      values (${orderId}, ${product.id}, 'awa@example.com', sha256(convert_to(${secret}, 'UTF8')),
        now() + ${expires}::interval)
      on conflict (order_id, product_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
    return orderId;
  }
  const validate = (secret: string) =>
    runAs(api, visitor, async (tx) => [...(await tx`select * from public.validate_review_token(${secret})`)]);
  const use = (secret: string) =>
    runAs(api, visitor, async (tx) => {
      const [row] = await tx`select public.mark_review_token_used(${secret}) as used`;
      return row?.used;
    });

  it("validates its token, lets the visitor write the review, and works once", async () => {
    const secret = token();
    const orderId = await requestReview(drill, secret);
    expect(await validate(secret)).toEqual([
      { is_valid: true, product_id: drill.id, order_id: orderId, customer_email: "awa@example.com" },
    ]);
    const review = createReviewInput(drill, { order_id: orderId });
    expect(await insertReview(visitor, review, { "x-review-token": secret })).toMatchObject({
      user_id: null,
      order_id: orderId,
      is_verified: true,
      is_published: false,
    });
    expect(await use(secret)).toBe(true);
    expect(await use(secret)).toBe(false);
    expect(await validate(secret)).toEqual([
      { is_valid: false, product_id: null, order_id: null, customer_email: null },
    ]);
  });

  it("returns nothing when it is unknown, and is invalid when it has expired", async () => {
    const secret = token();
    await requestReview(drill, secret, "-1 minute");
    expect(await validate(token())).toEqual([]);
    expect(await validate(secret)).toMatchObject([{ is_valid: false, order_id: null }]);
    expect(await use(secret)).toBe(false);
  });

  it("allows only the review that it was created for", async () => {
    const secret = token();
    const orderId = await requestReview(drill, secret);
    const other = await createProduct(admin, { price: 5000, stock: 1 });
    const attempts = [
      createReviewInput(drill),
      createReviewInput(drill, { order_id: orderId, email: "someone@example.com" }),
      createReviewInput(other, { order_id: orderId }),
      createReviewInput(drill, { order_id: randomUUID() }),
      createReviewInput(drill, { order_id: orderId, user_id: awa.id }),
    ];
    for (const values of attempts) {
      const statement = runAs(api, visitor, (tx) => tx`insert into public.product_reviews ${tx(values)}`);
      expect(await getSqlState(statement)).toBe("42501");
    }
    await insertReview(visitor, createReviewInput(drill, { order_id: orderId }));
    const second = runAs(
      api,
      visitor,
      (tx) => tx`insert into public.product_reviews ${tx(createReviewInput(drill, { order_id: orderId }))}`,
    );
    expect(await getSqlState(second)).toBe("23505");
    await use(secret);
    await admin`delete from public.product_reviews where purchase_id = ${orderId}`;
    const late = runAs(
      api,
      visitor,
      (tx) => tx`insert into public.product_reviews ${tx(createReviewInput(drill, { order_id: orderId }))}`,
    );
    expect(await getSqlState(late)).toBe("42501");
  });
});

describe("rating and review count of a product", () => {
  it("are the mean and the count of published reviews, as administrators publish, unpublish and delete", async () => {
    const publish = (rating: number, published: boolean) =>
      runAs(
        api,
        administrator,
        (tx) => tx`
          update public.product_reviews set is_published = ${published}
          where product_id = ${drill.id} and rating = ${rating}`,
      );
    for (const rating of [5, 4, 4.5]) await insertReview(awa, createReviewInput(drill, { rating }));
    expect(await getProductRating(drill)).toEqual({ rating: 0, review_count: 0 });
    await publish(5, true);
    await publish(4, true);
    expect(await getProductRating(drill)).toEqual({ rating: 4.5, review_count: 2 });
    await publish(5, false);
    expect(await getProductRating(drill)).toEqual({ rating: 4, review_count: 1 });
    await runAs(
      api,
      administrator,
      (tx) => tx`delete from public.product_reviews where product_id = ${drill.id} and is_published`,
    );
    expect(await getProductRating(drill)).toEqual({ rating: 0, review_count: 0 });
  });

  it("count every review when many are published at once", async () => {
    for (let i = 0; i < 20; i++) await insertReview(awa, createReviewInput(drill, { rating: (i % 5) + 1 }));
    const rows = await admin<{ id: string }[]>`
      select id from public.product_reviews where product_id = ${drill.id}`;
    await Promise.all(
      rows.map(({ id }) =>
        runAs(
          api,
          administrator,
          (tx) => tx`update public.product_reviews set is_published = true where id = ${id}`,
        ),
      ),
    );
    expect(await getProductRating(drill)).toEqual({ rating: 3, review_count: 20 });
  });
});

describe("votes", () => {
  it("count one per account and per device, on published reviews only", async () => {
    await placeOrder(drill, "completed");
    const published = await insertReview(awa, createReviewInput(drill));
    const hidden = await insertReview(awa, createReviewInput(drill));
    const device = randomUUID();
    const byDevice = (reviewId: string) =>
      runAs(
        api,
        visitor,
        (tx) => tx`insert into public.review_votes (review_id, device_id) values (${reviewId}, ${device})`,
      );
    const byAwa = () =>
      runAs(api, awa, (tx) => tx`insert into public.review_votes (review_id) values (${published?.id})`);
    await byDevice(published?.id);
    await byAwa();
    expect(await getSqlState(byDevice(published?.id))).toBe("23505");
    expect(await getSqlState(byAwa())).toBe("23505");
    expect(await getSqlState(byDevice(hidden?.id))).toBe("42501");
    const [row] = await admin`select helpful_count from public.product_reviews where id = ${published?.id}`;
    expect(row).toEqual({ helpful_count: 2 });
  });
});
