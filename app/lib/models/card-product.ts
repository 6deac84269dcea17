import type { ColumnNames } from "#app/lib/supabase/column-names.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

const COLUMNS = "id,name,slug,price,old_price,discount,image,rating,review_count,is_new,stock,in_stock";

/** How it is sold, which the cart needs, and what its reduction is counted from. What is missing is that of single pieces without options. */
const SALE_COLUMNS = "has_variants,unit,step_size,minimum_quantity,content_size,content_unit,lowest_price";

/** What a product card reads, and no more: lists are most of the shop's traffic. */
export const CARD_COLUMNS = `${COLUMNS},${SALE_COLUMNS},brand:specifications->>Marque` as const;

type Row = Database["public"]["Tables"]["products"]["Row"];

/** What a product card shows. Prices are whole francs. */
export type CardProduct = Pick<Row, ColumnNames<typeof COLUMNS>> &
  Partial<Pick<Row, ColumnNames<typeof SALE_COLUMNS>>> & {
    /** The product's specification «Marque»; null for a product without one. */
    brand: string | null;
  };
