/** Reads the current data of what is in a cart. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { parsePriceSteps } from "#app/lib/models/price-steps.ts";
import { type Database, UNIT_VALUES } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { CartProduct } from "./cart-items.ts";

type SellableRow = Pick<
  Database["public"]["Views"]["sellable_items"]["Row"],
  | ("id" | "name" | "variant" | "slug" | "price" | "old_price" | "image" | "stock")
  | ("unit" | "step_size" | "minimum_quantity" | "content_size" | "content_unit")
>;

type PricedRow = SellableRow & { price_steps: unknown };

/**
 * What is sold under these ids (products without options, and variants), in one request. Ids that are not UUIDs are left out, since PostgREST
 * would reject the whole request for one of them. Throws when the request fails.
 */
export async function listCartProducts(client: Supabase, ids: readonly string[]): Promise<CartProduct[]> {
  const validIds = ids.filter(isUuid);
  if (validIds.length === 0) return [];
  const { data } = await client
    .from("sellable_items")
    .select(
      "id,name,variant,slug,price,old_price,image,stock,unit,step_size,minimum_quantity,content_size,content_unit,price_steps",
    )
    .in("id", validIds)
    .throwOnError()
    // A computed column, which the generated types do not have.
    .overrideTypes<PricedRow[], { merge: false }>();
  return data.flatMap(toCartProduct);
}

/** The columns of a view are nullable in the generated types. */
function toCartProduct({ id, name, slug, price, stock, ...row }: PricedRow): CartProduct[] {
  if (id === null || name === null || slug === null || price === null || stock === null) return [];
  const { variant, old_price, image, step_size, minimum_quantity, content_size } = row;
  return [
    {
      ...{ id, name, slug, price, stock, variant, old_price, image, content_size },
      unit: toUnit(row.unit) ?? "piece",
      step_size: step_size ?? 1,
      minimum_quantity: minimum_quantity ?? 1,
      content_unit: toUnit(row.content_unit),
      price_steps: parsePriceSteps(row.price_steps),
    },
  ];
}

const toUnit = (text: string | null) => UNIT_VALUES.find((unit) => unit === text) ?? null;
