/** The data of the review tests: reviews of a product, delivered orders, and review links. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { createOrder } from "./orders.ts";

interface Database {
  sql: Sql;
}

interface Buyer {
  id: string;
  email: string;
}

interface ReviewValues {
  rating?: number;
  title?: string | null;
  comment?: string;
  name?: string;
  is_published?: boolean;
  is_verified?: boolean;
  helpful_count?: number;
  created_at?: string;
}

/** Inserts a review; returns its id. */
export async function createReview(
  { sql }: Database,
  product: { id: string },
  values: ReviewValues = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    product_id: product.id,
    rating: 4,
    comment: "Un bon outil, je le garde.",
    name: "Salif",
    email: "salif@exemple.bf",
    is_published: true,
    ...values,
  };
  await sql`insert into product_reviews ${sql(row)}`;
  return id;
}

/** The stored reviews of a product, oldest first. */
export function listReviews({ sql }: Database, product: { id: string }) {
  return sql<
    {
      id: string;
      name: string;
      email: string;
      title: string | null;
      comment: string;
      rating: number;
      is_published: boolean;
      is_verified: boolean;
      user_id: string | null;
      order_id: string | null;
      helpful_count: number;
    }[]
  >`
    select id, name, email, title, comment, rating::float, is_published, is_verified, author_id as user_id,
      purchase_id as order_id, helpful_count
    from product_reviews where product_id = ${product.id} order by created_at, id`;
}

/** Creates a delivered order of one piece for the customer; returns its id. */
export async function createDeliveredOrder(
  { sql }: Database,
  buyer: Buyer,
  product: { id: string },
): Promise<string> {
  const { id } = await createOrder(sql, buyer, { lines: [{ product, quantity: 1 }] });
  await sql`update orders set customer_email = ${buyer.email} where id = ${id}`;
  await sql`update orders set status = 'completed' where id = ${id}`;
  return id;
}

interface ReviewLink {
  token: string;
  orderId: string;
}

/** Creates a review link for this customer, with a token that the test knows. */
export async function createReviewLink(
  database: Database,
  buyer: Buyer,
  product: { id: string },
): Promise<ReviewLink> {
  const { sql } = database;
  const orderId = await createDeliveredOrder(database, buyer, product);
  const token = randomUUID();
  await sql`
    insert into review_requests (order_id, product_id, customer_email)
    values (${orderId}, ${product.id}, ${buyer.email}) on conflict do nothing`;
  await sql`
    update review_requests
    set token_hash = sha256(convert_to(${token}, 'UTF8')), expires_at = now() + interval '1 day'
    where order_id = ${orderId}`;
  return { token, orderId };
}

export const toProductPath = ({ slug }: { slug: string }) => `/product/${slug}`;

/** The path of the product's review form, by the tab's own hash. */
export const toReviewFormPath = ({ slug }: { slug: string }) => `/product/${slug}#donner-mon-avis`;

/** URL patterns of the browser's requests for reviews, votes and links. */
export const REVIEWS_URL = /\/rest\/v1\/product_reviews/;
export const VOTES_URL = /\/rest\/v1\/review_votes/;
export const VALIDATE_TOKEN_URL = /\/rest\/v1\/rpc\/validate_review_token/;
export const MARK_TOKEN_USED_URL = /\/rest\/v1\/rpc\/mark_review_token_used/;
