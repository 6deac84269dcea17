/** Writing a product. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { storedProduct } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import type { StoredProduct } from "./product.ts";

/** What the form was opened with. */
export interface Edition {
  /** Made in the browser for a new product, so that sending it twice makes one. */
  id: string;
  /** Null for a product that is not stored (any more). */
  updatedAt: string | null;
  /** Pieces; null for a product that was new. */
  stock: number | null;
}

export type SaveOutcome =
  | { kind: "saved"; product: StoredProduct }
  /** Values are refused; column as the form names it. */
  | { kind: "refused"; problems: { column: string; message: string }[] }
  /** Somebody else saved since the form was opened. */
  | { kind: "overtaken"; message: string; at: string | null }
  | { kind: "gone"; message: string };

const refusal = z.object({ problems: z.array(z.object({ column: z.string(), message: z.string() })) });
const overtaking = z.object({ at: z.nullable(z.string()) });

/** Product and pictures in one transaction. Throws for anything that is no outcome. */
export async function saveProduct(
  client: Supabase,
  { id, updatedAt, stock }: Edition,
  values: ProductValues,
): Promise<SaveOutcome> {
  const { images, ...product } = values;
  try {
    const { data } = await client
      .rpc("save_product", {
        product: { ...product, id, ...(updatedAt !== null && stock !== null && { stock_seen: stock }) },
        images,
        ...(updatedAt !== null && { expected_updated_at: updatedAt }),
      })
      .throwOnError();
    return { kind: "saved", product: storedProduct(data, images) };
  } catch (error) {
    if (!(error instanceof PostgrestError)) throw error;
    const { code, message, details } = error;
    if (code === "YA007") return { kind: "refused", ...refusal.parse(JSON.parse(details)) };
    if (code === "PT409") return { kind: "overtaken", message, at: overtaking.parse(JSON.parse(details)).at };
    if (code === "PT404") return { kind: "gone", message };
    throw error;
  }
}

/** The slug of a name that no other product carries; null for a name without letters or digits. */
export async function freeProductSlug(client: Supabase, name: string, id: string): Promise<string | null> {
  const { data } = await client.rpc("free_slug", { kind: "products", name, for_id: id }).throwOnError();
  return data;
}
