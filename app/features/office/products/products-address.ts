/** What the list of products is asked for by its address. */
import { readText } from "../../../lib/address-params.ts";
import { type ListOrder, readOrder } from "../../../lib/list-address.ts";
import { isSlug } from "../../../lib/slugs.ts";
import { stockStates } from "./stock-state.ts";

const PRODUCT_ORDERS = ["created_at", "name", "price", "stock"] as const;

/** Fewer letters say too little: the database finds products by three in a row. */
const MIN_SEARCH = 3;

/** In the place of a category's slug, for what has none. */
export const NO_CATEGORY = "none";

export const marks = [
  { value: "new", label: "Nouveautés", column: "is_new" },
  { value: "featured", label: "En promotion", column: "is_featured" },
] as const;

/** The parameters beside the search, the order and the page. */
export const FILTERS = ["category", "stock", "mark"] as const;

export interface ProductFilters {
  /** Empty for all; never too short to be found. */
  search: string;
  /** A slug, or NO_CATEGORY. */
  category: string | null;
  stock: (typeof stockStates)[number] | null;
  mark: (typeof marks)[number] | null;
}

export interface ProductsAsked {
  filters: ProductFilters;
  order: ListOrder<(typeof PRODUCT_ORDERS)[number]>;
  /** Something was typed that is too short to search for. */
  tooShort: boolean;
}

export function readProductsAsked(params: URLSearchParams): ProductsAsked {
  const search = readText(params.get("search"));
  const category = params.get("category");
  const tooShort = search !== "" && search.length < MIN_SEARCH;
  return {
    filters: {
      search: tooShort ? "" : search,
      category: category !== null && isSlug(category) ? category : null,
      stock: stockStates.find(({ key }) => key === params.get("stock")) ?? null,
      mark: marks.find(({ value }) => value === params.get("mark")) ?? null,
    },
    order: readOrder(params, PRODUCT_ORDERS, { by: "created_at", descending: true }),
    tooShort,
  };
}

export function isFiltered({ search, category, stock, mark }: ProductFilters): boolean {
  return search !== "" || category !== null || stock !== null || mark !== null;
}
