/** The queries of published reviews and of the review form. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { REVIEWS_PER_PAGE } from "./review-pages.ts";

type Client = PostgrestClient<Database>;

export type Review = Pick<
  Database["public"]["Tables"]["product_reviews"]["Row"],
  | "id"
  | "rating"
  | "title"
  | "comment"
  | "name"
  | "is_verified"
  | "created_at"
  | "helpful_count"
  | "purchased_variant"
>;

/** A rating and the number of its reviews, five stars first. */
export interface StarCount {
  stars: number;
  count: number;
}

export interface ProductReviews {
  /** The newest reviews. */
  reviews: Review[];
  /** Of all reviews; empty without reviews. */
  counts: StarCount[];
  /** The average of all reviews. */
  average: number;
}

const STARS = [5, 4, 3, 2, 1];

/** The newest reviews, up to `pages` pages, and the statistics of all. */
export async function getProductReviews(
  client: Client,
  { id, rating, review_count }: { id: string; rating: number; review_count: number },
  pages: number,
): Promise<ProductReviews> {
  if (review_count === 0) return { reviews: [], counts: [], average: 0 };
  // Of few reviews all are shown.
  if (review_count <= pages * REVIEWS_PER_PAGE) {
    const reviews = await listReviews(client, id, pages);
    return { reviews, counts: toStarCounts((stars) => countRating(reviews, stars)), average: rating };
  }
  const [reviews, counts] = await Promise.all([listReviews(client, id, pages), countStars(client, id)]);
  return { reviews, counts, average: rating };
}

/** The same by the product's id, with its current statistics. */
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
    .select("id,rating,title,comment,name,is_verified,created_at,helpful_count,purchased_variant")
    .eq("product_id", productId)
    .eq("is_published", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(pages * REVIEWS_PER_PAGE)
    .throwOnError();
  return data;
}

/** Counted by the database, since a product can have more reviews than a response may hold. */
async function countStars(client: Client, productId: string): Promise<StarCount[]> {
  const { data } = await client
    .rpc("count_reviews_by_stars", { product: productId }, { get: true })
    .throwOnError();
  return toStarCounts((stars) => data.find((row) => row.stars === stars)?.total ?? 0);
}

function countRating(reviews: readonly Review[], stars: number): number {
  return reviews.filter(({ rating }) => Math.floor(rating) === stars).length;
}

function toStarCounts(count: (stars: number) => number): StarCount[] {
  return STARS.map((stars) => ({ stars, count: count(stars) }));
}

/** The customer's full name in the profile; empty when it has none. */
export async function getAuthorName(client: Client, userId: string): Promise<string> {
  const { data } = await client
    .from("profiles")
    .select("first_name,last_name")
    .eq("id", userId)
    .maybeSingle()
    .throwOnError();
  return [data?.first_name, data?.last_name].filter(Boolean).join(" ");
}

/** The data of a valid review link. */
export interface ReviewRequest {
  token: string;
  product: Pick<Database["public"]["Tables"]["products"]["Row"], "id" | "name" | "slug" | "image">;
  orderId: string;
  email: string;
}

/** Null for an unknown token, `closed` when the link is used or expired. */
export async function findReviewRequest(
  client: Client,
  token: string,
): Promise<ReviewRequest | "closed" | null> {
  const { data } = await client.rpc("validate_review_token", { request_token: token }).throwOnError();
  const [request] = data;
  if (!request) return null;
  if (!request.is_valid) return "closed";
  const { data: product } = await client
    .from("products")
    .select("id,name,slug,image")
    .eq("id", request.product_id)
    .single()
    .throwOnError();
  return { token, product, orderId: request.order_id, email: request.customer_email };
}
