/** The attributes that products have values of. Throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { ATTRIBUTE_COLUMNS, type Attribute, parseAttributeValues } from "./attributes.ts";

type Json = Database["public"]["Tables"]["products"]["Row"]["attributes"];

/** More than a product, and four that are compared, have. */
const MAX_ATTRIBUTES = 200;

/** The attributes of these products' values. */
export async function listAttributesOf(
  client: PostgrestClient<Database>,
  products: readonly { attributes: Json }[],
): Promise<Attribute[]> {
  const keys = new Set(products.flatMap(({ attributes }) => Object.keys(parseAttributeValues(attributes))));
  if (keys.size === 0) return [];
  const { data } = await client
    .from("attributes")
    .select(ATTRIBUTE_COLUMNS)
    .in("key", [...keys].slice(0, MAX_ATTRIBUTES))
    .throwOnError();
  return data;
}
