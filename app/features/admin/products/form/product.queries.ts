/** Queries for the product form. Every function throws when the backend returns an error. */

import { normalizeImages } from "#app/features/admin/products/images/product-image-list.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredProduct } from "./product.ts";

type ProductRow = Database["public"]["Tables"]["products"]["Row"];

/** Null when there is no such product. */
export async function findProduct(client: Supabase, id: string): Promise<StoredProduct | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("products")
    .select("*,product_images(image_url,is_primary)")
    .eq("id", id)
    .order("display_order", { referencedTable: "product_images" })
    .order("id", { referencedTable: "product_images" })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const { product_images: images, ...row } = data;
  return toStoredProduct(row, images);
}

/** Converts the row and its images for the form. */
export function toStoredProduct(
  row: ProductRow,
  images: { image_url: string; is_primary: boolean }[],
): StoredProduct {
  return { ...row, images: normalizeImages(images) };
}

/** How many people wait for a mail that the product is in stock again. */
export async function countStockAlerts(client: Supabase, productId: string): Promise<number> {
  if (!isUuid(productId)) return 0;
  const { count } = await client
    .from("stock_alerts")
    .select("id", { count: "exact", head: true })
    .eq("product_id", productId)
    .throwOnError();
  return count ?? 0;
}

export interface CategoryOption {
  id: string;
  name: string;
}

export async function listCategoryOptions(client: Supabase): Promise<CategoryOption[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}
