/** Queries for testimonials. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export const TESTIMONIAL_COLUMNS = "id,name,role,content,rating,avatar,created_at,updated_at";

/** `updated_at` identifies the version. */
export type Testimonial = Pick<
  Database["public"]["Tables"]["testimonials"]["Row"],
  "id" | "name" | "role" | "content" | "rating" | "avatar" | "created_at" | "updated_at"
>;

interface ListTestimonialsParams {
  search: string;
  /** 1-based. */
  page: number;
}

/** A page of testimonials, newest first. */
export function listTestimonials(
  client: Supabase,
  { search, page }: ListTestimonialsParams,
): Promise<ListPage<Testimonial>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) => {
    const query = search
      ? client
          .rpc("search_testimonials", { query: search }, { get: true, count: "exact" })
          .select(TESTIMONIAL_COLUMNS)
      : client.from("testimonials").select(TESTIMONIAL_COLUMNS, { count: "exact" });
    return query.order("created_at", { ascending: false }).order("id").range(from, to);
  });
}

/** Null when there is no such testimonial (any more). */
export async function findTestimonial(client: Supabase, id: string): Promise<Testimonial | null> {
  const { data } = await client
    .from("testimonials")
    .select(TESTIMONIAL_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
