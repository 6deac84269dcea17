/** Mutations of the sales. Every function throws with the reason when nothing was written. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { SaleValues } from "./sale.schema.ts";

/** Saves over the version `base`, null for a new sale. The database refuses to save over another one. */
export async function saveSale(
  client: Supabase,
  id: string,
  { category_ids, products, ...values }: SaleValues,
  base: string | null,
): Promise<void> {
  const items = [
    ...category_ids.map((category) => ({ category_id: category })),
    ...products.map((product) => ({ item_id: product.id, price: product.price })),
  ];
  await client
    .rpc("save_sale", {
      sale: { id, ...values, items },
      ...(base !== null && { expected_updated_at: base }),
    })
    .throwOnError();
}

export async function deleteSale(client: Supabase, id: string): Promise<void> {
  await client.rpc("delete_sale", { sale: id }).throwOnError();
}
