/** Which lines the database has refused, because they name goods that were deleted. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { PRODUCT_UNAVAILABLE } from "#app/lib/supabase/error-codes.ts";

const unsoldSchema = z.object({ items: z.array(z.object({ id: z.nullish(z.string()) })) });

/** The ids of these lines; none for another error. */
export function listUnsold(error: unknown): string[] {
  if (!(error instanceof PostgrestError) || error.code !== PRODUCT_UNAVAILABLE) return [];
  return unsoldSchema.parse(JSON.parse(error.details)).items.flatMap(({ id }) => id ?? []);
}
