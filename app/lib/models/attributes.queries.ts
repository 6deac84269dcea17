/** The attributes that products have values of. Throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { ATTRIBUTE_COLUMNS, type Attribute, parseAttributeValues } from "./attributes.ts";

type Json = Database["public"]["Tables"]["products"]["Row"]["attributes"];

/** More than a product, and four that are compared, have. */
const MAX_ATTRIBUTES = 200;

/** The attributes of these products' values. */
export function listAttributesOf(
  client: PostgrestClient<Database>,
  products: readonly { attributes: Json }[],
): Promise<Attribute[]> {
  return listAttributes(client, listAttributeKeys(products));
}

/** The keys of these products' values, each once. */
export function listAttributeKeys(products: readonly { attributes: Json }[]): string[] {
  const keys = products.flatMap(({ attributes }) => Object.keys(parseAttributeValues(attributes)));
  return [...new Set(keys)].slice(0, MAX_ATTRIBUTES);
}

export async function listAttributes(
  client: PostgrestClient<Database>,
  keys: readonly string[],
): Promise<Attribute[]> {
  if (keys.length === 0) return [];
  const { data } = await client.from("attributes").select(ATTRIBUTE_COLUMNS).in("key", keys).throwOnError();
  return data;
}
