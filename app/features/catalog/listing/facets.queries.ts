/** The facets of a list. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { CatalogFilters } from "./catalog-filters.ts";
import type { Facet } from "./facets.ts";
import { toConditions } from "./filtered-products.queries.ts";

type Client = PostgrestClient<Database>;

const optionsSchema = z.array(
  z.object({ value: z.string(), name: z.nullable(z.string()), total: z.number() }),
);
const kindSchema = z.enum(["number", "choice", "boolean"]);

export const facetsSchema = z.pipe(
  z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      kind: kindSchema,
      unit: z.nullable(z.string()),
      is_exact: z.boolean(),
      options: optionsSchema,
    }),
  ),
  z.transform((facets) => facets.map(({ is_exact, ...facet }): Facet => ({ ...facet, isExact: is_exact }))),
);

/** The facets of a list without a search or chosen facets, in their order. */
export async function listFacets(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<Facet[]> {
  const { data } = await client
    .rpc("list_facets", toConditions(filters, categoryId), { get: true })
    .throwOnError();
  return facetsSchema.parse(data);
}

/** Those of the values that are none: they filter nothing. */
export async function listUnknownFacets(client: Client, facets: readonly string[]): Promise<string[]> {
  if (facets.length === 0) return [];
  const { data } = await client
    .rpc("list_unknown_facets", { facets: [...facets] }, { get: true })
    .throwOnError();
  return data;
}
