import type { ColumnNames } from "#app/lib/supabase/column-names.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

const COLUMNS = "id,name,slug,price,old_price,discount,image,rating,review_count,is_new,stock";

/** What a product card reads, and no more: lists are most of the shop's traffic. */
export const CARD_COLUMNS = `${COLUMNS},brand:specifications->>Marque` as const;

/** What a product card shows. Prices are whole francs. */
export type CardProduct = Pick<
  Database["public"]["Tables"]["products"]["Row"],
  ColumnNames<typeof COLUMNS>
> & {
  /** The product's specification «Marque»; null for a product without one. */
  brand: string | null;
};
