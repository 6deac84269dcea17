/** What the tests of reviews start from: reviews of a product, delivered orders, and the links that ask for a review. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/core/database.ts";
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

/** A review as somebody wrote it earlier; its id. */
export async function addReview(
  { sql }: Database,
  goods: { id: string },
  values: ReviewValues = {},
): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    product_id: goods.id,
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

/** What the database holds of a product's reviews, oldest first. */
export function reviewsOf({ sql }: Database, goods: { id: string }) {
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
    select id, name, email, title, comment, rating::float, is_published, is_verified, user_id, order_id, helpful_count
    from product_reviews where product_id = ${goods.id} order by created_at, id`;
}

/** The customer has ordered one piece, and the shop has delivered it; the order's id. */
export async function deliver({ sql }: Database, buyer: Buyer, goods: { id: string }): Promise<string> {
  const { id } = await createOrder(sql, buyer, { lines: [{ goods, quantity: 1 }] });
  await sql`update orders set customer_email = ${buyer.email} where id = ${id}`;
  await sql`update orders set status = 'completed' where id = ${id}`;
  return id;
}

interface Link {
  token: string;
  orderId: string;
}

/** A link that asks this customer for a review, with a token that the test knows. */
export async function sendLink(database: Database, buyer: Buyer, goods: { id: string }): Promise<Link> {
  const { sql } = database;
  const orderId = await deliver(database, buyer, goods);
  const token = randomUUID();
  await sql`
    insert into review_requests (order_id, product_id, customer_email)
    values (${orderId}, ${goods.id}, ${buyer.email}) on conflict do nothing`;
  await sql`
    update review_requests
    set token_hash = sha256(convert_to(${token}, 'UTF8')), expires_at = now() + interval '1 day'
    where order_id = ${orderId}`;
  return { token, orderId };
}

export const productPath = ({ slug }: { slug: string }) => `/product/${slug}`;

/** The product's writing tab, as the address of its own leads to it. */
export const writingPath = ({ slug }: { slug: string }) => `/product/${slug}#donner-mon-avis`;

/** The browser's requests for reviews, votes and links. */
export const REVIEWS = /\/rest\/v1\/product_reviews/;
export const VOTES = /\/rest\/v1\/review_votes/;
export const VALIDATE = /\/rest\/v1\/rpc\/validate_review_token/;
export const MARK = /\/rest\/v1\/rpc\/mark_review_token_used/;
