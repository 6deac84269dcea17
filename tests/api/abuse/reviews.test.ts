/** Forged «verified purchases»: what reviews reveal, and whose review is verified. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { createDeliveredOrder, createReviewLink, listReviews } from "#tests/support/reviews.ts";
import { createSignedInUser, type SignedInUser } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let sql: Sql;
let anon: ShopClient;
let buyer: SignedInUser;
let drill: StoredProduct;

beforeAll(async () => {
  backend = await startTestBackend();
  sql = backend.database.connect("supabase_admin");
  anon = backend.client();
  buyer = await createSignedInUser(backend, "awa@exemple.bf");
});
afterAll(() => backend.close());
beforeEach(async () => {
  await sql`truncate private.limit_buckets`;
  drill = await createProduct(sql, { stock: 100 });
});

const createRow = (values: { user_id?: string; order_id?: string; email?: string }) => ({
  product_id: drill.id,
  name: "Awa",
  email: "awa@exemple.bf",
  rating: 5,
  comment: `Très bonne perceuse ${randomUUID()}`,
  ...values,
});
const summarize = async () =>
  (await listReviews({ sql }, drill)).map(({ is_verified, is_published }) => ({ is_verified, is_published }));

describe("a published review", () => {
  it("names neither its author's account nor the order, by no column and no filter", async () => {
    const orderId = await createDeliveredOrder({ sql }, buyer, drill);
    await buyer.client
      .from("product_reviews")
      .insert(createRow({ user_id: buyer.id }))
      .throwOnError();
    expect(await summarize()).toEqual([{ is_verified: true, is_published: true }]);
    const stranger = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
    for (const client of [anon, stranger.client]) {
      const reviews = () => client.from("product_reviews");
      const documented = await reviews().select("id,user_id,order_id").eq("product_id", drill.id);
      expect(documented.data).toEqual([{ id: expect.any(String), user_id: null, order_id: null }]);
      for (const column of ["author_id", "purchase_id", "email"]) {
        expect((await client.from("product_reviews").select(column)).error?.code).toBe("42501");
        const filtered = await reviews().select("id").filter(column, "eq", orderId);
        expect(filtered.error?.code).toBe("42501");
      }
      for (const column of ["user_id", "order_id"]) {
        const found = await reviews().select("id").in(column, [buyer.id, orderId]);
        expect(found.data).toEqual([]);
      }
    }
  });

  it("is its author's again when it is unpublished, and nobody's when the account is deleted", async () => {
    const author = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
    await createDeliveredOrder({ sql }, author, drill);
    await author.client
      .from("product_reviews")
      .insert(createRow({ user_id: author.id }))
      .throwOnError();
    await sql`update product_reviews set is_published = false where product_id = ${drill.id}`;
    const own = await author.client.from("product_reviews").select("user_id").eq("product_id", drill.id);
    expect(own.data).toEqual([{ user_id: author.id }]);
    await sql`delete from auth.users where id = ${author.id}`;
    const [row] = await sql`select author_id, user_id from product_reviews where product_id = ${drill.id}`;
    expect(row).toEqual({ author_id: null, user_id: null });
  });
});

describe("whoever knows an order's id and its customer's address", () => {
  it("writes no verified review, and does not keep the customer from theirs", async () => {
    const { token, orderId } = await createReviewLink({ sql }, buyer, drill);
    await anon
      .from("product_reviews")
      .insert(createRow({ order_id: orderId }))
      .throwOnError();
    const guessed = await anon
      .from("product_reviews")
      .insert(createRow({ order_id: orderId }))
      .setHeader("x-review-token", randomUUID());
    expect(guessed.error?.code).toBe("23505");
    expect(await summarize()).toEqual([{ is_verified: false, is_published: false }]);
    // The link's holder, and the buyer's session.
    await anon
      .from("product_reviews")
      .insert(createRow({ order_id: orderId }))
      .setHeader("x-review-token", token)
      .throwOnError();
    expect(await summarize()).toEqual([
      { is_verified: false, is_published: false },
      { is_verified: true, is_published: false },
    ]);
  });

  it("cannot take the purchase of a customer who is signed in", async () => {
    const { orderId } = await createReviewLink({ sql }, buyer, drill);
    await anon
      .from("product_reviews")
      .insert(createRow({ order_id: orderId }))
      .throwOnError();
    const { data } = await buyer.client
      .from("product_reviews")
      .insert(createRow({ user_id: buyer.id, order_id: orderId }))
      .select("is_verified,is_published")
      .single()
      .throwOnError();
    expect(data).toEqual({ is_verified: true, is_published: true });
  });

  it("has no use of the link once it is used or expired", async () => {
    const { token, orderId } = await createReviewLink({ sql }, buyer, drill);
    await anon.rpc("mark_review_token_used", { request_token: token }).throwOnError();
    const late = await anon
      .from("product_reviews")
      .insert(createRow({ order_id: orderId }))
      .setHeader("x-review-token", token);
    expect(late.error?.code).toBe("42501");
  });
});
