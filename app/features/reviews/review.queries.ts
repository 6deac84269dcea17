/** Published reviews of a product. Every function throws when the backend refuses. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "../../lib/database.types.ts";

type Client = PostgrestClient<Database>;

export type Review = Pick<
  Database["public"]["Tables"]["product_reviews"]["Row"],
  "id" | "rating" | "title" | "comment" | "name" | "is_verified" | "created_at"
>;

/** Stars of a level and how many reviews gave them, five stars first. */
export interface StarCount {
  stars: number;
  count: number;
}

export const REVIEWS_PER_PAGE = 5;
const LEVELS = [5, 4, 3, 2, 1];

/** The newest reviews: as many as `pages` pages hold. */
export async function listReviews(client: Client, productId: string, pages: number): Promise<Review[]> {
  const { data } = await client
    .from("product_reviews")
    .select("id,rating,title,comment,name,is_verified,created_at")
    .eq("product_id", productId)
    .eq("is_published", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(pages * REVIEWS_PER_PAGE)
    .throwOnError();
  return data;
}

/** Counted by the database, level by level, since a product can have more reviews than one answer may hold. */
export async function countStars(client: Client, productId: string): Promise<StarCount[]> {
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
