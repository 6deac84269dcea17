/** The catalogue types of the pages. Prices are whole francs. */
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Tables = Database["public"]["Tables"];

export type Category = Pick<Tables["categories"]["Row"], "name" | "slug" | "image">;

export interface CountedCategory extends Category {
  productCount: number;
}

/** A category with those above it, from its family on, and those one level below it. */
export interface CategoryBranch {
  category: CountedCategory & { id: string; level: number; description: string | null };
  ancestors: Category[];
  children: CountedCategory[];
}

/** Pages of a list by their number, from 1. */
export type PagesByNumber = Map<number, CardProduct[]>;
