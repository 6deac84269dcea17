/** What the page of a product shows. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { findProductCalculator } from "#app/features/catalog/calculators/product-calculator.ts";
import { toProductVariants, type VariantRow } from "#app/features/catalog/variants/product-variants.ts";
import type { ProductVariants } from "#app/features/catalog/variants/variant-choice.ts";
import { isSlug } from "#app/lib/format/slugs.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import { listProductLinks } from "#app/lib/models/product-links.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/**
 * Literal, since the type `Product` is derived from the columns; the embedded tables follow the last comma.
 */
const PRODUCT_COLUMNS =
  `${CARD_COLUMNS},description,reference,features,specifications,attributes,more_info_url,data_sheets,videos,updated_at,brand_key,has_price_rules,` as const;

/**
 * The accessories are those that staff chose, in their order, also those that are sold out at the moment. They are
 * named by their foreign keys: both columns of their table lead to products.
 */
const EMBEDDED =
  `category:categories(id,name,slug,calculators),images:product_images(image_url,is_primary),accessories:product_accessories!product_accessories_product_id_fkey(accessory:products!product_accessories_accessory_id_fkey(${CARD_COLUMNS}))` as const;

/** The product with its category, its calculator, what it links to and its images in display order, or null when no product has this slug. */
export async function getProductBySlug(client: Client, slug: string) {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("products")
    .select(`${PRODUCT_COLUMNS}${EMBEDDED}`)
    .eq("slug", slug)
    .order("display_order", { referencedTable: "images" })
    .order("position", { referencedTable: "accessories" })
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const { category, data_sheets, videos, accessories, ...product } = data;
  return {
    ...product,
    accessories: accessories.map(({ accessory }) => accessory),
    links: listProductLinks({ data_sheets, videos }),
    category: category && { id: category.id, name: category.name, slug: category.slug },
    calculator: category && findProductCalculator(category.calculators, product),
  };
}

/** What the product page shows. */
export type Product = NonNullable<Awaited<ReturnType<typeof getProductBySlug>>>;

/** At most as many variants as a product has (save_variants), in the order of the shop. */
const MAX_VARIANTS = 2000;
/** What a response of a hosted project holds. */
const VARIANTS_PER_REQUEST = 1000;

/** The variants of a product with the choice in the address, as its page shows them; null without variants. */
export async function getProductVariants(
  client: Client,
  { id, has_variants, minimum_quantity }: Pick<Product, "id" | "has_variants" | "minimum_quantity">,
  choice: string | null,
): Promise<ProductVariants | null> {
  if (!has_variants) return null;
  const [options, variants] = await Promise.all([
    client
      .from("product_options")
      .select("name,choices")
      .eq("product_id", id)
      .order("position")
      .throwOnError(),
    listVariants(client, id),
  ]);
  return toProductVariants(options.data, variants, choice, minimum_quantity);
}

async function listVariants(client: Client, productId: string): Promise<VariantRow[]> {
  const rows: VariantRow[] = [];
  for (let from = 0; from < MAX_VARIANTS; from += VARIANTS_PER_REQUEST) {
    const { data } = await client
      .from("product_variants")
      .select("id,choices,price,old_price,lowest_price,stock,reference,image,content_size")
      .eq("product_id", productId)
      .order("position")
      .order("id")
      .range(from, from + VARIANTS_PER_REQUEST - 1)
      .throwOnError();
    rows.push(...data);
    if (data.length < VARIANTS_PER_REQUEST) break;
  }
  return rows;
}

/** At most 4 other products of the category that are in stock, best rated first. */
export async function listSimilarProducts(client: Client, product: Product): Promise<CardProduct[]> {
  if (!product.category) return [];
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("category_id", product.category.id)
    .neq("id", product.id)
    .eq("in_stock", true)
    .order("rating", { ascending: false })
    .order("review_count", { ascending: false })
    .order("id")
    .limit(4)
    .throwOnError();
  return data;
}
