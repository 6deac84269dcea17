/** Queries for the product form. Every function throws when the backend returns an error. */

import { normalizeImages } from "#app/features/admin/products/images/product-image-list.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredProduct } from "./product.ts";

const PRODUCT_COLUMNS =
  "id,name,slug,description,category_id,reference,price,old_price,discount,stock,is_new,is_featured,features,specifications,more_info_url,updated_at";

type ProductRow = Omit<StoredProduct, "specifications" | "images"> &
  Pick<Database["public"]["Tables"]["products"]["Row"], "specifications">;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Null when there is no such product. */
export async function findProduct(client: Supabase, id: string): Promise<StoredProduct | null> {
  if (!UUID.test(id)) return null;
  const { data } = await client
    .from("products")
    .select(`${PRODUCT_COLUMNS},product_images(image_url,is_primary)`)
    .eq("id", id)
    .order("display_order", { referencedTable: "product_images" })
    .order("id", { referencedTable: "product_images" })
    .maybeSingle()
    .throwOnError();
  return data && toStoredProduct(data, data.product_images);
}

/** Converts the row and its images for the form. */
export function toStoredProduct(
  row: ProductRow,
  images: { image_url: string; is_primary: boolean }[],
): StoredProduct {
  const { id, name, slug, description, category_id, reference, price, old_price, discount, stock } = row;
  const { is_new, is_featured, features, specifications, more_info_url, updated_at } = row;
  return {
    ...{ id, name, slug, description, category_id, reference, price, old_price, discount, stock },
    ...{ is_new, is_featured, features, more_info_url, updated_at },
    specifications: Object.entries(specifications ?? {}).map(([name, value]) => ({
      name,
      value: typeof value === "string" ? value : JSON.stringify(value),
    })),
    images: normalizeImages(images),
  };
}

export interface CategoryOption {
  id: string;
  name: string;
}

export async function listCategoryOptions(client: Supabase): Promise<CategoryOption[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}
