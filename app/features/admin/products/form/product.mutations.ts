/** Mutations of a product. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { EDIT_CONFLICT, INVALID_VALUES, ROW_DELETED } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { toStoredProduct } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import type { StoredProduct } from "./product.ts";

/** The version of the product that the form was opened with. */
export interface ProductVersion {
  /** Generated in the browser for a new product, so that a retry does not create a second one. */
  id: string;
  /** Null for a product that is not stored (any more). */
  updatedAt: string | null;
  /** In pieces; null for a new product. */
  stock: number | null;
}

export type SaveResult =
  | { kind: "saved"; product: StoredProduct }
  /** The values are invalid; `column` is the name of the form's field. */
  | { kind: "invalid"; problems: { column: string; message: string }[] }
  /** Another user saved since the form was opened. */
  | { kind: "conflict"; message: string; at: string | null }
  | { kind: "deleted"; message: string };

const validationDetails = z.object({
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});
const conflictDetails = z.object({ at: z.nullable(z.string()) });

/** Saves the product and its images in one transaction. Throws for any other error. */
export async function saveProduct(
  client: Supabase,
  { id, updatedAt, stock }: ProductVersion,
  values: ProductValues,
): Promise<SaveResult> {
  const { images, ...product } = values;
  try {
    const { data } = await client
      .rpc("save_product", {
        product: { ...product, id, ...(updatedAt !== null && stock !== null && { stock_seen: stock }) },
        images,
        ...(updatedAt !== null && { expected_updated_at: updatedAt }),
      })
      .throwOnError();
    return { kind: "saved", product: toStoredProduct(data, images) };
  } catch (error) {
    if (!(error instanceof PostgrestError)) throw error;
    const { code, message, details } = error;
    if (code === INVALID_VALUES) return { kind: "invalid", ...validationDetails.parse(JSON.parse(details)) };
    if (code === EDIT_CONFLICT)
      return { kind: "conflict", message, at: conflictDetails.parse(JSON.parse(details)).at };
    if (code === ROW_DELETED) return { kind: "deleted", message };
    throw error;
  }
}

/** The slug of a name that no other product has; null for a name without letters or digits. */
export async function findFreeProductSlug(
  client: Supabase,
  name: string,
  id: string,
): Promise<string | null> {
  const { data } = await client.rpc("free_slug", { kind: "products", name, for_id: id }).throwOnError();
  return data;
}
