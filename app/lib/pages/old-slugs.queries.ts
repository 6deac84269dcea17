/**
 * Redirects from old addresses: a slug that no row has now, but a row had before. Links to it live on in chats and
 * search engines. The row that has a slug now comes before every row that had it, so a route asks only when it has
 * found none.
 */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { redirect } from "react-router";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { getPageUrl } from "./page-url.ts";

/**
 * Throws the permanent redirect to the present address of the row that had the slug; returns when none had it.
 * `toUrl` sets the present slug in the URL of the request, whose query is kept. Throws when the request fails.
 */
export async function redirectOldSlug(
  client: PostgrestClient<Database>,
  kind: "products" | "categories" | "technicians" | "brands",
  slug: string,
  request: Request,
  setSlug: (url: URL, current: string) => void,
): Promise<void> {
  if (!isSlug(slug)) return;
  const { data: current } = await client
    .rpc("find_current_slug", { kind, old_slug: slug }, { get: true })
    .throwOnError();
  // Another request may have given the slug to a row meanwhile.
  if (current === null || current === slug) return;
  const url = getPageUrl(request);
  setSlug(url, current);
  // Another row may take the slug later, so browsers ask again each time.
  throw redirect(url.pathname + url.search, { status: 301, headers: { "cache-control": "no-cache" } });
}
