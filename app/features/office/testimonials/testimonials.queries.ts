/** What customers say of the shop, as the back office lists it. Every function throws when the backend refuses. */
import type { Database } from "../../../lib/database.types.ts";
import { type ListPage, readCountedPage } from "../../../lib/list-page.ts";
import { wordFilters } from "../../../lib/search-filter.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

const SIZE = 25;

export type Testimonial = Pick<
  Database["public"]["Tables"]["testimonials"]["Row"],
  "id" | "name" | "role" | "content" | "rating" | "avatar" | "created_at"
>;

interface Wanted {
  search: string;
  /** From 1. */
  page: number;
}

/** A page of them, newest first. */
export function listTestimonials(client: Supabase, { search, page }: Wanted): Promise<ListPage<Testimonial>> {
  return readCountedPage(page, SIZE, (from, to) => {
    let query = client
      .from("testimonials")
      .select("id,name,role,content,rating,avatar,created_at", { count: "exact" });
    for (const filter of wordFilters(["name", "role", "content"], search)) query = query.or(filter);
    return query.order("created_at", { ascending: false }).order("id").range(from, to);
  });
}
