/** Queries for the product reviews. Every function throws when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

/** `pending` reviews wait for moderation. */
export const REVIEW_STATES = ["pending", "published"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export interface ListedReview {
  id: string;
  /** 1 to 5 in steps of 0.5. */
  rating: number;
  title: string | null;
  comment: string;
  /** The author. */
  name: string;
  /** The author received the product. */
  is_verified: boolean;
  is_published: boolean;
  created_at: string;
  product: { name: string; slug: string; image: string | null };
}

interface ListReviewsParams {
  search: string;
  /** Null for all states. */
  state: ReviewState | null;
  page: number;
}

/** Newest first. */
export function listReviews(
  client: Supabase,
  { search, state, page }: ListReviewsParams,
): Promise<ListPage<ListedReview>> {
  const loadRange = search ? searchPage(client, search, state) : listPage(client, state);
  return loadListPage(page, PAGE_SIZE, loadRange);
}

const listPage = (client: Supabase, state: ReviewState | null) => async (from: number, to: number) => {
  let query = client
    .from("product_reviews")
    .select(
      "id,rating,title,comment,name,is_verified,is_published,created_at,product:products(name,slug,image)",
    );
  if (state) query = query.eq("is_published", state === "published");
  const { data } = await query
    .order("created_at", { ascending: false })
    .order("id")
    .range(from, to)
    .throwOnError();
  return data;
};

const searchPage =
  (client: Supabase, search: string, state: ReviewState | null) =>
  async (from: number, to: number): Promise<ListedReview[]> => {
    let query = client.rpc("search_reviews", { query: search }, { get: true }).select("*");
    if (state) query = query.eq("is_published", state === "published");
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data.map(({ product_name, product_slug, product_image, ...review }) => ({
      ...review,
      product: { name: product_name, slug: product_slug, image: product_image },
    }));
  };
