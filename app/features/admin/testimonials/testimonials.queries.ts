/** Queries for testimonials. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/pages/list-page.ts";
import { createWordFilters } from "#app/lib/search/search-filter.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export type Testimonial = Pick<
  Database["public"]["Tables"]["testimonials"]["Row"],
  "id" | "name" | "role" | "content" | "rating" | "avatar" | "created_at"
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
    let query = client
      .from("testimonials")
      .select("id,name,role,content,rating,avatar,created_at", { count: "exact" });
    for (const filter of createWordFilters(["name", "role", "content"], search)) query = query.or(filter);
    return query.order("created_at", { ascending: false }).order("id").range(from, to);
  });
}
