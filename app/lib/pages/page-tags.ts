/**
 * The tags by which a cached page names what it shows. The triggers of supabase/migrations notify which of them a write
 * has made wrong or old (20261123000000_page_changes.sql says what each stands for).
 */

/** Every page that shows a product, and every page that shows a technician: for changes of very many. */
const CATALOG = "catalog";
const DIRECTORY = "directory";

interface Entity {
  id: string;
}

/** The page of a product. */
export function getProductTags({ id }: Entity): string[] {
  return [CATALOG, `product:${id}`];
}

/** The cards of these products. */
export function getCardTags(products: readonly Entity[]): string[] {
  return [CATALOG, ...products.map(({ id }) => `card:${id}`)];
}

/** The columns of products by which a list may filter or sort. */
type ListColumn =
  | "name"
  | "slug"
  | "price"
  | "category_id"
  | "stock"
  | "is_new"
  | "is_featured"
  | "attributes";

/** A list of the products of a category, or of all (null), that also filters or sorts by these columns. */
export function getProductListTags(categoryId: string | null, columns: readonly ListColumn[]): string[] {
  const scope = categoryId === null ? "products" : `category:${categoryId}`;
  return [CATALOG, scope, ...columns.map((column) => `${scope}:${column}`)];
}

/** The results of a search: of descriptions and properties too, and by the synonyms. */
export const SEARCH_TAGS = [CATALOG, "search"];

/** A list of only those products that have one of these columns set. */
export function getFlaggedListTags(...columns: readonly ("is_new" | "is_featured")[]): string[] {
  return [CATALOG, ...columns.map((column) => `products:${column}`)];
}

/** Whatever of these technicians is shown. */
export function getTechnicianTags(technicians: readonly Entity[]): string[] {
  return [DIRECTORY, ...technicians.map(({ id }) => `technician:${id}`)];
}

/** A list of technicians. */
export const TECHNICIAN_LIST_TAGS = [DIRECTORY, "technicians"];
