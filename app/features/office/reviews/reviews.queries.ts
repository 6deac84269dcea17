/** What people think of the products, as it is moderated. Every function throws when the backend refuses. */
import { type ListPage, readListPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

const SIZE = 25;

/** Shorter texts find nothing. */
export const SEARCH_MIN = 3;
/** `pending` waits for an administrator. */
export const REVIEW_STATES = ["pending", "published"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export interface ListedReview {
  id: string;
  /** 1 to 5 in halves. */
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

interface Wanted {
  search: string;
  /** Null is all of them. */
  state: ReviewState | null;
  page: number;
}

/** The newest first. */
export function listReviews(
  client: Supabase,
  { search, state, page }: Wanted,
): Promise<ListPage<ListedReview>> {
  const ask = search ? searched(client, search, state) : all(client, state);
  return readListPage(page, SIZE, ask);
}

const all = (client: Supabase, state: ReviewState | null) => async (from: number, to: number) => {
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

const searched =
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
