/** Reads what a product costs by quantity. It throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { type PriceStep, parsePriceSteps } from "#app/lib/models/price-steps.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** By the id of the product, or of each of its variants. */
export type ItemPriceSteps = Readonly<Record<string, PriceStep[]>>;

/** The steps of everybody, or of the price list of whoever is signed in. */
export async function listPriceSteps(
  client: PostgrestClient<Database>,
  productId: string,
): Promise<ItemPriceSteps> {
  const { data } = await client
    .from("sellable_items")
    .select("id,price_steps")
    .eq("product_id", productId)
    .limit(1000)
    .throwOnError()
    // A computed column, which the generated types do not have.
    .overrideTypes<{ id: string; price_steps: unknown }[], { merge: false }>();
  return Object.fromEntries(
    data.flatMap(({ id, price_steps }) => {
      const steps = parsePriceSteps(price_steps);
      return steps.length > 0 ? [[id, steps]] : [];
    }),
  );
}
