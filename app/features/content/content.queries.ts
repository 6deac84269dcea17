/** The queries of the home page's testimonials and brands. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;
type Tables = Database["public"]["Tables"];

export type Testimonial = Pick<
  Tables["testimonials"]["Row"],
  "id" | "name" | "avatar" | "role" | "rating" | "content"
>;
export type Brand = Pick<Tables["brands"]["Row"], "id" | "name" | "slug" | "logo">;

/** More than a row on the home page is scrolled through; a limit for a shop that has collected them for years. */
const MAX_TESTIMONIALS = 50;

/** The testimonials, newest first. */
export async function listTestimonials(client: Client): Promise<Testimonial[]> {
  const { data } = await client
    .from("testimonials")
    .select("id,name,avatar,role,rating,content")
    .order("created_at", { ascending: false })
    .limit(MAX_TESTIMONIALS)
    .throwOnError();
  return data;
}

/** All partner brands by name. */
export async function listBrands(client: Client): Promise<Brand[]> {
  const { data } = await client.from("brands").select("id,name,slug,logo").order("name").throwOnError();
  return data;
}
