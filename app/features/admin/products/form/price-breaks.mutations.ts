/** Mutation of the prices by quantity. It throws with the reason when nothing was written. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PriceBreakValues } from "./price-breaks.schema.ts";

/** Gives the item exactly these prices, for everybody or for the members of a list. */
export async function savePriceBreaks(
  client: Supabase,
  item: string,
  list: string | null,
  { breaks }: PriceBreakValues,
): Promise<void> {
  await client
    .rpc("save_price_breaks", {
      item,
      breaks: breaks.map((one) => ({ ...one })),
      ...(list !== null && { list }),
    })
    .throwOnError();
}
