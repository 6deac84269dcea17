/** Queries for the categories. Every function throws when the backend returns an error. */

import { type CountedPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import { type CalculatorSetting, parseCalculators } from "#app/lib/models/calculators.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export const CATEGORY_COLUMNS = "id,name,slug,image,calculators,parent_id,description,updated_at";

/** `updated_at` identifies the version. */
export interface Category extends Omit<CategoryRow, "calculators"> {
  calculators: CalculatorSetting[];
}

type CategoryRow = Pick<
  Database["public"]["Tables"]["categories"]["Row"],
  "id" | "name" | "slug" | "image" | "calculators" | "parent_id" | "description" | "updated_at"
>;

export function toCategory({ calculators, ...row }: CategoryRow): Category {
  return { ...row, calculators: parseCalculators(calculators) };
}

/** The category whose subcategories a list shows, with those above it from its family on. */
export interface ParentCategory {
  id: string;
  name: string;
  /** From 1, a family, to 4, which has none below it. */
  level: number;
  ancestors: { slug: string; name: string }[];
}

/** Null when no category has this slug. */
export async function findParent(client: Supabase, slug: string): Promise<ParentCategory | null> {
  const { data } = await client.rpc("list_category_branch", { slug }, { get: true }).throwOnError();
  const own = data.find((row) => row.slug === slug);
  if (!own) return null;
  const { id, name, level } = own;
  return { id, name, level, ancestors: data.filter((row) => row.level < level) };
}

/** A page of the categories below one (null: of the families) in their order. */
export async function listCategories(
  client: Supabase,
  parentId: string | null,
  page: number,
): Promise<CountedPage<Category>> {
  const loaded = await loadCountedPage(page, PAGE_SIZE, (from, to) => {
    const rows = client.from("categories").select(CATEGORY_COLUMNS, { count: "exact" });
    return (parentId === null ? rows.is("parent_id", null) : rows.eq("parent_id", parentId))
      .order("position")
      .order("name")
      .order("id")
      .range(from, to);
  });
  return { ...loaded, rows: loaded.rows.map(toCategory) };
}

/** What the tree says of each category by its id. */
export interface CategoryCounts {
  /** In it and below it. */
  products: number;
  /** One level below it. */
  subcategories: number;
}

export async function countInCategories(
  client: Supabase,
  ids: readonly string[],
): Promise<Map<string, CategoryCounts>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .from("categories_with_counts")
    .select("id,product_count,subcategory_count")
    .in("id", ids)
    .throwOnError();
  return new Map(
    data.map(({ id, product_count, subcategory_count }) => [
      id ?? "",
      { products: product_count ?? 0, subcategories: subcategory_count ?? 0 },
    ]),
  );
}

/** Null when there is no such category (any more). */
export async function findCategory(client: Supabase, id: string): Promise<Category | null> {
  const { data } = await client
    .from("categories")
    .select(CATEGORY_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data && toCategory(data);
}
