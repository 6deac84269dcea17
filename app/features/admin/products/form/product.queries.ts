/** Queries for the product form. Every function throws when the backend returns an error. */

import { normalizeImages } from "#app/features/admin/products/images/product-image-list.ts";
import { listCategoryPaths } from "#app/features/admin/shared/categories/category-paths.queries.ts";
import type { Accessory } from "#app/features/admin/shared/fields/product-fields.ts";
import type { ProductOption, StoredVariant } from "#app/features/admin/shared/fields/variant-fields.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { StoredProduct } from "./product.ts";

type ProductRow = Database["public"]["Tables"]["products"]["Row"];

/** With the name of the foreign key: both columns of the table lead to products. */
const ACCESSORIES =
  "product_accessories!product_accessories_product_id_fkey(accessory:products!product_accessories_accessory_id_fkey(id,name))" as const;
const VARIANT_FIELDS =
  "id,choices,reference,barcode,price,old_price,stock,weight_grams,content_size,image" as const;

/** The variants of a product in their order; those of a product that was just saved have their ids now. */
export async function listVariants(client: Supabase, productId: string): Promise<StoredVariant[]> {
  const { data } = await client
    .from("product_variants")
    .select(VARIANT_FIELDS)
    .eq("product_id", productId)
    .order("position")
    .throwOnError();
  return data;
}

/** Null when there is no such product. */
export async function findProduct(client: Supabase, id: string): Promise<StoredProduct | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("products")
    .select(
      `*,product_images(image_url,is_primary),product_options(name,choices),product_variants(${VARIANT_FIELDS}),${ACCESSORIES}`,
    )
    .eq("id", id)
    .order("position", { referencedTable: "product_options" })
    .order("position", { referencedTable: "product_variants" })
    .order("position", { referencedTable: "product_accessories" })
    .order("display_order", { referencedTable: "product_images" })
    .order("id", { referencedTable: "product_images" })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const {
    product_images: images,
    product_options: options,
    product_variants: variants,
    product_accessories,
    ...row
  } = data;
  const accessories = product_accessories.map(({ accessory }) => accessory);
  return toStoredProduct(row, images, accessories, options, variants);
}

/** Converts the row and what belongs to it for the form. */
export function toStoredProduct(
  row: ProductRow,
  images: { image_url: string; is_primary: boolean }[],
  accessories: Accessory[],
  options: ProductOption[],
  variants: StoredVariant[],
): StoredProduct {
  return { ...row, images: normalizeImages(images), accessories, options, variants };
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

/** In the order of the tree, each with its way from its family. */
export async function listCategoryOptions(client: Supabase): Promise<CategoryOption[]> {
  return (await listCategoryPaths(client)).map(({ id, path }) => ({ id, name: path }));
}

/** Products by words of their names or a reference, best first. */
export async function findAccessories(client: Supabase, query: string): Promise<FoundAccessory[]> {
  const { data } = await client
    .rpc("search_products", { query, row_limit: 12 }, { get: true })
    .select("id,name,reference,price,stock")
    .throwOnError();
  return data;
}

export type FoundAccessory = Pick<ProductRow, "id" | "name" | "reference" | "price" | "stock">;
