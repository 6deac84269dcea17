/** Published reviews of a product, and what a form for one starts from. Every function throws when the backend refuses. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "../../lib/database.types.ts";
import { REVIEWS_PER_PAGE } from "./review-pages.ts";

type Client = PostgrestClient<Database>;

export type Review = Pick<
  Database["public"]["Tables"]["product_reviews"]["Row"],
  "id" | "rating" | "title" | "comment" | "name" | "is_verified" | "created_at" | "helpful_count"
>;

/** Stars of a level and how many reviews gave them, five stars first. */
export interface StarCount {
  stars: number;
  count: number;
}

export interface ProductReviews {
  /** The newest. */
  reviews: Review[];
  /** Of all reviews; empty when there are none. */
  counts: StarCount[];
  /** Mean of all reviews. */
  average: number;
}

const LEVELS = [5, 4, 3, 2, 1];

/** The newest reviews, as many as `pages` pages hold, and the figures of all. */
export async function getProductReviews(
  client: Client,
  { id, rating, review_count }: { id: string; rating: number; review_count: number },
  pages: number,
): Promise<ProductReviews> {
  if (review_count === 0) return { reviews: [], counts: [], average: 0 };
  const [reviews, counts] = await Promise.all([listReviews(client, id, pages), countStars(client, id)]);
  return { reviews, counts, average: rating };
}

/** The same for whoever knows the product's id only, with its figures as they are now. */
export async function reloadProductReviews(
  client: Client,
  productId: string,
  pages: number,
): Promise<ProductReviews> {
  const { data } = await client
    .from("products")
    .select("id,rating,review_count")
    .eq("id", productId)
    .single()
    .throwOnError();
  return getProductReviews(client, data, pages);
}

async function listReviews(client: Client, productId: string, pages: number): Promise<Review[]> {
  const { data } = await client
    .from("product_reviews")
    .select("id,rating,title,comment,name,is_verified,created_at,helpful_count")
    .eq("product_id", productId)
    .eq("is_published", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(pages * REVIEWS_PER_PAGE)
    .throwOnError();
  return data;
}

/** Counted by the database, level by level, since a product can have more reviews than one answer may hold. */
async function countStars(client: Client, productId: string): Promise<StarCount[]> {
  return Promise.all(
    LEVELS.map(async (stars) => {
      const { count } = await client
        .from("product_reviews")
        .select("id", { count: "exact", head: true })
        .eq("product_id", productId)
        .eq("is_published", true)
        .gte("rating", stars)
        .lt("rating", stars + 1)
        .throwOnError();
      return { stars, count: count ?? 0 };
    }),
  );
}

/** How the customer's profile would sign; empty when it has no name. */
export async function getAuthorName(client: Client, userId: string): Promise<string> {
  const { data } = await client
    .from("profiles")
    .select("first_name,last_name")
    .eq("id", userId)
    .maybeSingle()
    .throwOnError();
  return [data?.first_name, data?.last_name].filter(Boolean).join(" ");
}

/** What an open review link asks for. */
export interface ReviewRequest {
  token: string;
  product: Pick<Database["public"]["Tables"]["products"]["Row"], "id" | "name" | "slug" | "image">;
  orderId: string;
  email: string;
}

/** Null for a token that nobody was given, `closed` once the link is used or expired. */
export async function findReviewRequest(
  client: Client,
  token: string,
): Promise<ReviewRequest | "closed" | null> {
  const { data } = await client.rpc("validate_review_token", { request_token: token }).throwOnError();
  const [answer] = data;
  if (!answer) return null;
  if (!answer.is_valid) return "closed";
  const { data: product } = await client
    .from("products")
    .select("id,name,slug,image")
    .eq("id", answer.product_id)
    .single()
    .throwOnError();
  return { token, product, orderId: answer.order_id, email: answer.customer_email };
}
