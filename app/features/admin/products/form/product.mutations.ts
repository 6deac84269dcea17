/** Mutations of a product. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { type ChosenReason, STOCK_REASON_HEADER } from "#app/features/admin/shared/stock-reason.tsx";
import { EDIT_CONFLICT, INVALID_VALUES, ROW_DELETED } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { listVariants, toStoredProduct } from "./product.queries.ts";
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
  /** The stock of each variant with which the form was opened, by the variant's id. */
  variantStocks: ReadonlyMap<string | null, number>;
}

/** `column` is the name of the form's field. */
export type FieldProblem = { column: string; message: string };

/** The database rejects the values. */
export class InvalidProductError extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super("The product is invalid.");
    this.problems = problems;
  }
}

const validationDetailsSchema = z.object({
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});
const conflictDetailsSchema = z.object({ at: z.nullable(z.string()) });

/**
 * Saves the product, its images, its accessories and its variants in one transaction, and resolves to the new version. Throws an
 * InvalidProductError, or a StaleVersionError when another version is stored or the product was deleted.
 */
export async function saveProduct(
  client: Supabase,
  { id, updatedAt, stock, variantStocks }: ProductVersion,
  typed: ProductValues,
  reason: ChosenReason,
): Promise<StoredProduct> {
  const { images, options, variants, accessories, ...values } = typed;
  const request = {
    product: {
      ...values,
      id,
      accessories: accessories.map((accessory) => accessory.id),
      ...(updatedAt !== null && stock !== null && { stock_seen: stock }),
    },
    images,
    ...(updatedAt !== null && { expected_updated_at: updatedAt }),
  };
  const isPlain = options.length + variants.length + variantStocks.size === 0;
  try {
    if (isPlain) {
      const { data } = await client
        .rpc("save_product", request)
        .setHeader(STOCK_REASON_HEADER, reason)
        .throwOnError();
      return toStoredProduct(data, images, accessories, [], []);
    }
    const sent = variants.map((variant) => {
      const seen = updatedAt === null ? undefined : variantStocks.get(variant.id);
      return seen === undefined ? variant : { ...variant, stock_seen: seen };
    });
    const { data } = await client
      .rpc("save_product_with_variants", { ...request, options, variants: sent })
      .setHeader(STOCK_REASON_HEADER, reason)
      .throwOnError();
    return toStoredProduct(data, images, accessories, options, await listVariants(client, id));
  } catch (error) {
    if (!(error instanceof PostgrestError)) throw error;
    const { code, message, details } = error;
    if (code === INVALID_VALUES)
      throw new InvalidProductError(validationDetailsSchema.parse(JSON.parse(details)).problems);
    if (code === EDIT_CONFLICT)
      throw new StaleVersionError(message, conflictDetailsSchema.parse(JSON.parse(details)).at);
    if (code === ROW_DELETED) throw new StaleVersionError(message);
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
