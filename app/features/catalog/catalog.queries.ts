/** The catalogue queries of the public pages. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { listProductsByIds } from "#app/lib/models/card-product.queries.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import { listProductLinks } from "#app/lib/models/product-links.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { findProductCalculator } from "./calculators/product-calculator.ts";
import type { Category, CountedCategory } from "./catalog.types.ts";
import { type CatalogFilters, MAX_NUMBERED_PAGE, PAGE_SIZE } from "./listing/catalog-filters.ts";
import { facetsSchema, listFacets } from "./listing/facets.queries.ts";
import type { Facet } from "./listing/facets.ts";
import {
  getPageInstead,
  listFilteredProducts,
  SORT_COLUMNS,
  toConditions,
  toRange,
} from "./listing/filtered-products.queries.ts";
import type { ProductSort } from "./listing/product-sort.ts";
import { toProductVariants, type VariantRow } from "./variants/product-variants.ts";
import type { ProductVariants } from "./variants/variant-choice.ts";

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

/** The families, which have no category above them, in their order. */
export async function listCategories(client: Client): Promise<Category[]> {
  const { data } = await client
    .from("categories")
    .select("name,slug,image")
    .is("parent_id", null)
    .order("position")
    .order("name")
    .throwOnError();
  return data;
}

/** The families in their order, each with the number of products in it and below it. */
export async function listCountedCategories(client: Client): Promise<CountedCategory[]> {
  const { data } = await client
    .from("categories_with_counts")
    .select("name,slug,image,product_count")
    .is("parent_id", null)
    .order("position")
    .order("name")
    .throwOnError();
  // Columns of a view are nullable in the generated types.
  return data.flatMap(({ name, slug, image, product_count }) =>
    name && slug ? [{ name, slug, image, productCount: product_count ?? 0 }] : [],
  );
}

/** The category's id and name; null when no category has this slug. */
export async function getCategoryBySlug(
  client: Client,
  slug: string,
): Promise<{ id: string; name: string } | null> {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("categories")
    .select("id,name")
    .eq("slug", slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface ProductPage extends RowCount {
  products: CardProduct[];
  /** Which page this is, from 1. */
  page: number;
  /** Whether a next page exists and can be requested. */
  hasMore: boolean;
}

/**
 * One page of the matching products in the order of the filters, or else of the search, or newest first; the last page
 * when the requested one does not exist. A page after `MAX_NUMBERED_PAGE` needs the product before it.
 * `categoryId` is the id of the filters' category; null leaves the list unfiltered by category.
 */
export async function listProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  if (isReadAtOnce(filters)) return (await listWithFacets(client, filters, categoryId)).page;
  const page = filters.after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  const [rows, count] = await Promise.all([
    listFilteredProducts(client, { ...filters, page }, categoryId ? { categoryId } : null),
    countMatchingProducts(client, filters, categoryId),
  ]);
  if (rows.length === 0 && page > 1) {
    const instead = { ...filters, page: getPageInstead(page, count.total), after: undefined };
    return listProducts(client, instead, categoryId);
  }
  return toProductPage(rows, count, page, true);
}

/** The page of `listProducts` and the facets of its list, of which each may fail. */
export async function listCatalog(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<{ page: Result<ProductPage>; facets: Result<Facet[]> }> {
  if (isReadAtOnce(filters)) {
    const list = await toResult("products", listWithFacets(client, filters, categoryId));
    return list.ok
      ? { page: { ok: true, value: list.value.page }, facets: { ok: true, value: list.value.facets } }
      : { page: list, facets: list };
  }
  const [page, facets] = await Promise.all([
    toResult("products", listProducts(client, filters, categoryId)),
    toResult("facets", listFacets(client, filters, categoryId)),
  ]);
  return { page, facets };
}

/** What a search or facets find is read once for the page, its total and the facets. */
function isReadAtOnce({ search, facets }: CatalogFilters): boolean {
  return search !== "" || facets.length > 0;
}

async function listWithFacets(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<{ page: ProductPage; facets: Facet[] }> {
  const page = filters.after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  const [first, last] = toRange(page);
  const { data } = await client
    .rpc(
      "read_catalog_page",
      {
        ...toConditions(filters, categoryId),
        search: filters.search,
        facets: [...filters.facets],
        ...(filters.sort && { sort: filters.sort }),
        row_offset: first,
        row_limit: last - first + 1,
      },
      { get: true },
    )
    .single()
    .throwOnError();
  const { ids } = data;
  if (ids.length === 0 && page > 1) {
    // The total is an estimate where the list does not reach so far: then it is the first page.
    const instead = { ...filters, page: getPageInstead(page, data.total), after: undefined };
    return listWithFacets(client, instead, categoryId);
  }
  const rows = ids.length === 0 ? [] : await listProductsByIds(client, ids);
  // The rows that were read know better than an estimate.
  const total = Math.max(data.total, first + rows.length);
  return {
    page: toProductPage(rows, { total, isExact: data.is_exact }, page, false),
    facets: facetsSchema.parse(data.counted_facets),
  };
}

/** The number of products that match the filters; `categoryId` as in `listProducts`. */
export function countMatchingProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<RowCount> {
  const { search, facets } = filters;
  return countProducts(client, {
    ...toConditions(filters, categoryId),
    search,
    ...(facets.length > 0 && { facets: [...facets] }),
  });
}

/** The number of products that the search finds in the whole shop. */
export function countFoundProducts(client: Client, search: string): Promise<RowCount> {
  return countProducts(client, { search });
}

type CountArgs = Database["public"]["Functions"]["count_products"]["Args"];

async function countProducts(client: Client, conditions: CountArgs): Promise<RowCount> {
  const { data } = await client.rpc("count_products", conditions, { get: true }).single().throwOnError();
  return { total: data.total, isExact: data.is_exact };
}

function toProductPage(
  rows: CardProduct[],
  count: RowCount,
  page: number,
  continuesByKey: boolean,
): ProductPage {
  return {
    ...count,
    products: rows.slice(0, PAGE_SIZE),
    page,
    hasMore: rows.length > PAGE_SIZE && (continuesByKey || page < MAX_NUMBERED_PAGE),
  };
}

/** At most 8 new products, newest first. */
export async function listNewArrivals(client: Client): Promise<CardProduct[]> {
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("is_new", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(8)
    .throwOnError();
  return data;
}

/** At most 4 products on offer, newest first. */
export async function listOffers(client: Client): Promise<CardProduct[]> {
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("is_featured", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(4)
    .throwOnError();
  return data;
}

/**
 * One page of the products on offer, from 1, in this order, or (null) the largest discount first; the last page when
 * the requested one does not exist. The ids are read first, as in `listFilteredProducts`.
 */
export async function listPromotions(
  client: Client,
  requestedPage: number,
  sort: ProductSort | null,
): Promise<ProductPage> {
  const page = Math.min(requestedPage, MAX_NUMBERED_PAGE);
  let query = client.from("products").select("id").eq("is_featured", true);
  if (!sort) query = query.order("discount", { ascending: false, nullsFirst: false });
  for (const { column, ascending } of SORT_COLUMNS[sort ?? "newest"]) {
    query = query.order(column, { ascending });
  }
  const [{ data }, count] = await Promise.all([
    query.range(...toRange(page)).throwOnError(),
    countProducts(client, { is_featured: true }),
  ]);
  const ids = data.map(({ id }) => id);
  if (ids.length === 0 && page > 1) return listPromotions(client, getPageInstead(page, count.total), sort);
  return toProductPage(await listProductsByIds(client, ids), count, page, false);
}

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
