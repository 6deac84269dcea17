/** The products of a comparison. Throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { CARD_COLUMNS } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** The existing products among these slugs, in their order. */
export async function listComparedProducts(client: PostgrestClient<Database>, slugs: readonly string[]) {
  if (slugs.length === 0) return [];
  const { data } = await client
    .from("products")
    .select(`${CARD_COLUMNS},reference,specifications,attributes,category:categories(name)`)
    .in("slug", [...slugs])
    .throwOnError();
  return data.toSorted((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug));
}

export type ComparedRow = Awaited<ReturnType<typeof listComparedProducts>>[number];
