/** The catalogue types of the pages. Prices are whole francs. */
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Tables = Database["public"]["Tables"];

export type Category = Pick<Tables["categories"]["Row"], "name" | "slug" | "image">;

export interface CountedCategory extends Category {
  productCount: number;
}

/** Pages of a list by their number, from 1. */
export type PagesByNumber = Map<number, CardProduct[]>;

export interface Product extends CardProduct {
  description: Tables["products"]["Row"]["description"];
  reference: string | null;
  features: Tables["products"]["Row"]["features"];
  specifications: Tables["products"]["Row"]["specifications"];
  more_info_url: string | null;
  updated_at: string;
  category: Pick<Tables["categories"]["Row"], "id" | "name" | "slug"> | null;
  images: { image_url: string; is_primary: boolean }[];
}
