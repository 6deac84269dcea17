/** Queries of the attributes. Every function throws when the backend returns an error. */
import { type Choice, parseChoices } from "#app/lib/models/attributes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** A shop has some dozens. */
const MAX_ATTRIBUTES = 500;

export interface Attribute {
  id: string;
  name: string;
  kind: "number" | "choice" | "boolean";
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
  choices: Choice[];
  /** The ids of its categories. */
  categories: string[];
  is_filter: boolean;
  position: number;
  updated_at: string;
}

const COLUMNS =
  "id,name,kind,unit,minimum,maximum,choices,is_filter,position,updated_at,attribute_categories(category_id)";

/** In their order. */
export async function listAttributes(client: Supabase): Promise<Attribute[]> {
  const { data } = await client
    .from("attributes")
    .select(COLUMNS)
    .order("position")
    .order("name")
    .limit(MAX_ATTRIBUTES)
    .throwOnError();
  return data.map(toAttribute);
}

/** Null when there is no such attribute (any more). */
export async function findAttribute(client: Supabase, id: string): Promise<Attribute | null> {
  const { data } = await client.from("attributes").select(COLUMNS).eq("id", id).maybeSingle().throwOnError();
  return data && toAttribute(data);
}

type Row = Omit<Attribute, "choices" | "categories"> & {
  choices: Parameters<typeof parseChoices>[0];
  attribute_categories: { category_id: string }[];
};

function toAttribute({ attribute_categories, choices, ...row }: Row): Attribute {
  return {
    ...row,
    choices: parseChoices(choices),
    categories: attribute_categories.map(({ category_id }) => category_id),
  };
}

export interface CategoryName {
  id: string;
  name: string;
}

export async function listCategoryNames(client: Supabase): Promise<CategoryName[]> {
  const { data } = await client.from("categories").select("id,name").order("name").throwOnError();
  return data;
}
