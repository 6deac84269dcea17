/** Who may write a review, what the database makes of it, and what products show of it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer, failureOf, visitor } from "./actors.ts";
import { createGoods, type Goods, insertOrder, orderOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;
let drill: Goods;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomer(admin, "awa@example.com");
  administrator = await createAdministrator(admin, "admin@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createGoods(admin, 7500, 100);
});

const reviewOf = (goods: Goods, values: Record<string, string | number | boolean | null> = {}) => ({
  product_id: goods.id,
  name: "Awa",
  email: "awa@example.com",
  title: null,
  comment: `Très bonne perceuse, ${randomUUID()}`,
  rating: 4,
  user_id: null,
  order_id: null,
  ...values,
});

/** Inserts as the page does, without reading back, and finds the row. */
async function write(actor: Actor, values: ReturnType<typeof reviewOf>) {
  await as(api, actor, (tx) => tx`insert into public.product_reviews ${tx(values)}`);
  const [row] = await admin`
    select id, user_id, order_id, is_verified, is_published from public.product_reviews
    where product_id = ${values.product_id} order by created_at desc limit 1`;
  return row;
}

async function buy(goods: Goods, status: "pending" | "completed", actor = awa): Promise<string> {
  const { id } = await as(api, actor, (tx) => insertOrder(tx, orderOf([{ goods, quantity: 1 }])));
  if (status === "completed") await admin`update public.orders set status = 'completed' where id = ${id}`;
  return id;
}

async function shownOf(goods: Goods) {
  const [row] = await admin`
    select rating::float, review_count from public.products where id = ${goods.id}`;
  return row;
}

describe("a customer", () => {
  it("who received the product is verified and published at once, in their own name", async () => {
    const orderId = await buy(drill, "completed");
    expect(await write(awa, reviewOf(drill))).toMatchObject({
      user_id: awa.id,
      order_id: orderId,
      is_verified: true,
      is_published: true,
    });
    expect(await shownOf(drill)).toEqual({ rating: 4, review_count: 1 });
  });

  it.each(["pending", "nothing"] as const)("with %s waits for an administrator", async (bought) => {
    if (bought === "pending") await buy(drill, "pending");
    expect(await write(awa, reviewOf(drill, { user_id: awa.id }))).toMatchObject({
      order_id: null,
      is_verified: false,
      is_published: false,
    });
    expect(await shownOf(drill)).toEqual({ rating: 0, review_count: 0 });
  });

  it("may be an administrator, who writes in their own name too", async () => {
    expect(await write(administrator, reviewOf(drill))).toMatchObject({ user_id: administrator.id });
  });

  it("is published once for each purchase", async () => {
    await buy(drill, "completed");
    await write(awa, reviewOf(drill));
    expect(await write(awa, reviewOf(drill, { rating: 1 }))).toMatchObject({ is_published: false });
    expect(await shownOf(drill)).toEqual({ rating: 4, review_count: 1 });
  });

  it("who sends the same text again, as after a lost answer, has written once", async () => {
    const review = reviewOf(drill);
    await write(awa, review);
    expect(await failureOf(write(awa, review))).toBe("23505");
    const other = await createCustomer(admin, `${randomUUID()}@example.com`);
    await write(other, review);
    await write(awa, { ...review, comment: "Tout autre chose" });
    const [row] = await admin`
      select count(*)::int from public.product_reviews where product_id = ${drill.id}`;
    expect(row).toEqual({ count: 3 });
  });

  it("gains nothing by another's order", async () => {
    const other = await createCustomer(admin, `${randomUUID()}@example.com`);
    const orderId = await buy(drill, "completed", other);
    expect(await write(awa, reviewOf(drill, { order_id: orderId }))).toMatchObject({
      order_id: null,
      is_verified: false,
      is_published: false,
    });
  });

  it.each(["is_published", "is_verified", "helpful_count", "created_at"])(
    "does not set %s",
    async (column) => {
      const statement = as(
        api,
        awa,
        (tx) => tx`insert into public.product_reviews ${tx({ ...reviewOf(drill), [column]: null })}`,
      );
      expect(await failureOf(statement)).toBe("42501");
    },
  );

  it.each<[string, Record<string, string | number>]>([
    ["a short comment", { comment: "Bien" }],
    ["a short name", { name: "A" }],
    ["an e-mail that is none", { email: "awa" }],
    ["a rating of 6", { rating: 6 }],
    ["a rating of 0", { rating: 0 }],
  ])("is refused %s", async (_what, values) => {
    const statement = as(
      api,
      awa,
      (tx) => tx`insert into public.product_reviews ${tx(reviewOf(drill, values))}`,
    );
    expect(await failureOf(statement)).toBe("23514");
  });
});

describe("nobody reads an author's e-mail", () => {
  it.each([
    "select email from public.product_reviews",
    "select * from public.product_reviews",
    "select id from public.product_reviews where email = 'awa@example.com'",
    "select id from public.product_reviews order by email",
  ])("by %s", async (query) => {
    for (const actor of [visitor, awa, administrator]) {
      expect(await failureOf(as(api, actor, (tx) => tx.unsafe(query)))).toBe("42501");
    }
  });

  it("but administrators, through their view", async () => {
    const review = await write(awa, reviewOf(drill));
    const find = (actor: Actor) =>
      as(
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

  async function ask(goods: Goods, secret: string, expires = "1 day"): Promise<string> {
    const orderId = await buy(goods, "completed");
    await admin`
      insert into public.review_requests (order_id, product_id, customer_email, token_hash, expires_at)
      values (${orderId}, ${goods.id}, 'awa@example.com', sha256(convert_to(${secret}, 'UTF8')),
        now() + ${expires}::interval)
      on conflict (order_id, product_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
    return orderId;
  }
  const validate = (secret: string) =>
    as(api, visitor, async (tx) => [...(await tx`select * from public.validate_review_token(${secret})`)]);
  const use = (secret: string) =>
    as(api, visitor, async (tx) => {
      const [row] = await tx`select public.mark_review_token_used(${secret}) as used`;
      return row?.used;
    });

  it("says what it asks for, lets the visitor write it, and works once", async () => {
    const secret = token();
    const orderId = await ask(drill, secret);
    expect(await validate(secret)).toEqual([
      { is_valid: true, product_id: drill.id, order_id: orderId, customer_email: "awa@example.com" },
    ]);
    expect(await write(visitor, reviewOf(drill, { order_id: orderId }))).toMatchObject({
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

  it("is nothing when it is unknown, and invalid when it has expired", async () => {
    const secret = token();
    await ask(drill, secret, "-1 minute");
    expect(await validate(token())).toEqual([]);
    expect(await validate(secret)).toMatchObject([{ is_valid: false, order_id: null }]);
    expect(await use(secret)).toBe(false);
  });

  it("opens nothing but the review that it asks for", async () => {
    const secret = token();
    const orderId = await ask(drill, secret);
    const other = await createGoods(admin, 5000, 1);
    const attempts = [
      reviewOf(drill),
      reviewOf(drill, { order_id: orderId, email: "someone@example.com" }),
      reviewOf(other, { order_id: orderId }),
      reviewOf(drill, { order_id: randomUUID() }),
      reviewOf(drill, { order_id: orderId, user_id: awa.id }),
    ];
    for (const values of attempts) {
      const statement = as(api, visitor, (tx) => tx`insert into public.product_reviews ${tx(values)}`);
      expect(await failureOf(statement)).toBe("42501");
    }
    await write(visitor, reviewOf(drill, { order_id: orderId }));
    const second = as(
      api,
      visitor,
      (tx) => tx`insert into public.product_reviews ${tx(reviewOf(drill, { order_id: orderId }))}`,
    );
    expect(await failureOf(second)).toBe("23505");
    await use(secret);
    await admin`delete from public.product_reviews where order_id = ${orderId}`;
    const late = as(
      api,
      visitor,
      (tx) => tx`insert into public.product_reviews ${tx(reviewOf(drill, { order_id: orderId }))}`,
    );
    expect(await failureOf(late)).toBe("42501");
  });
});

describe("rating and review count of a product", () => {
  it("are the mean and the number of what is published, as administrators publish, unpublish and delete", async () => {
    const publish = (rating: number, published: boolean) =>
      as(
        api,
        administrator,
        (tx) => tx`
          update public.product_reviews set is_published = ${published}
          where product_id = ${drill.id} and rating = ${rating}`,
      );
    for (const rating of [5, 4, 4.5]) await write(awa, reviewOf(drill, { rating }));
    expect(await shownOf(drill)).toEqual({ rating: 0, review_count: 0 });
    await publish(5, true);
    await publish(4, true);
    expect(await shownOf(drill)).toEqual({ rating: 4.5, review_count: 2 });
    await publish(5, false);
    expect(await shownOf(drill)).toEqual({ rating: 4, review_count: 1 });
    await as(
      api,
      administrator,
      (tx) => tx`delete from public.product_reviews where product_id = ${drill.id} and is_published`,
    );
    expect(await shownOf(drill)).toEqual({ rating: 0, review_count: 0 });
  });

  it("count every review when many are published at once", async () => {
    for (let i = 0; i < 20; i++) await write(awa, reviewOf(drill, { rating: (i % 5) + 1 }));
    const rows = await admin<{ id: string }[]>`
      select id from public.product_reviews where product_id = ${drill.id}`;
    await Promise.all(
      rows.map(({ id }) =>
        as(
          api,
          administrator,
          (tx) => tx`update public.product_reviews set is_published = true where id = ${id}`,
        ),
      ),
    );
    expect(await shownOf(drill)).toEqual({ rating: 3, review_count: 20 });
  });
});

describe("votes", () => {
  it("count one for each account and each device, on published reviews only", async () => {
    await buy(drill, "completed");
    const published = await write(awa, reviewOf(drill));
    const hidden = await write(awa, reviewOf(drill));
    const device = randomUUID();
    const byDevice = (reviewId: string) =>
      as(
        api,
        visitor,
        (tx) => tx`insert into public.review_votes (review_id, device_id) values (${reviewId}, ${device})`,
      );
    const byAwa = () =>
      as(api, awa, (tx) => tx`insert into public.review_votes (review_id) values (${published?.id})`);
    await byDevice(published?.id);
    await byAwa();
    expect(await failureOf(byDevice(published?.id))).toBe("23505");
    expect(await failureOf(byAwa())).toBe("23505");
    expect(await failureOf(byDevice(hidden?.id))).toBe("42501");
    const [row] = await admin`select helpful_count from public.product_reviews where id = ${published?.id}`;
    expect(row).toEqual({ helpful_count: 2 });
  });
});
