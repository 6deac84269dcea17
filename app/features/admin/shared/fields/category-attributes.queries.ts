/** The attributes of a category's products, for the form of a product. Throws when the request fails. */
import type { Choice } from "#app/lib/models/attributes.ts";
import { parseChoices } from "#app/lib/models/attributes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface CategoryAttribute {
  key: string;
  name: string;
  kind: "number" | "choice" | "boolean";
  unit: string | null;
  choices: Choice[];
}

/** In their order: those of the category, and those of the categories above it. */
export async function listCategoryAttributes(
  client: Supabase,
  categoryId: string,
): Promise<CategoryAttribute[]> {
  const { data } = await client
    .rpc("list_category_attributes", { category: categoryId }, { get: true })
    .throwOnError();
  return data.map(({ key, name, kind, unit, choices }) => ({
    key,
    name,
    kind,
    unit,
    choices: parseChoices(choices),
  }));
}
