/**
 * Finds what can be sold: products, and the variants of the others, by a scanned code, a reference or words of the name
 * and of the choices. Every function throws when the backend returns an error.
 */
import * as z from "zod/mini";
import { isNamedBy } from "#app/features/admin/shared/item-code.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import { normalizeSearchText } from "#app/lib/search/search-text.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { FoundProduct } from "./staff-order.ts";

/** More are named by one more word. */
const MAX_FOUND = 20;
const MAX_PRODUCTS = 8;
const COLUMNS =
  "id,product_id,name,variant,reference,barcode,price,stock,image,unit,step_size,minimum_quantity,content_size,content_unit";

const text = z.nullable(z.string());
/** The columns of a view have no types of their own. */
const itemSchema = z.object({
  id: z.string(),
  product_id: z.string(),
  name: z.string(),
  variant: text,
  reference: text,
  barcode: text,
  price: z.number(),
  stock: z.number(),
  image: text,
  minimum_quantity: z.number(),
  unit: z.unknown(),
  step_size: z.unknown(),
  content_size: z.unknown(),
  content_unit: z.unknown(),
});
type FoundItem = z.output<typeof itemSchema>;

export async function findItems(client: Supabase, query: string): Promise<FoundProduct[]> {
  const byCode = await findByCode(client, query);
  return byCode.length > 0 ? byCode : findByWords(client, query);
}

async function findByCode(client: Supabase, code: string): Promise<FoundProduct[]> {
  const { data } = await client
    .rpc("find_stock_items", { query: code, row_limit: MAX_FOUND }, { get: true })
    .select(COLUMNS)
    .throwOnError();
  // Without one of this code it has what the search of products finds.
  return data.map((row) => toFound(itemSchema.parse(row))).filter((item) => isNamedBy(item, code));
}

async function findByWords(client: Supabase, query: string): Promise<FoundProduct[]> {
  const words = normalizeSearchText(query).split(" ").filter(Boolean);
  let products = await findProducts(client, query);
  // The words may name a choice, which the search of products does not know: the first one names the product.
  if (products.length === 0 && words.length > 1) products = await findProducts(client, words[0] ?? "");
  if (products.length === 0) return [];
  const names = products.map(({ name }) => normalizeSearchText(name)).join(" ");
  // A number is most often a choice; what no name has is one.
  const choices = words.filter((word) => /\d/.test(word) || !names.includes(word));
  const items = await listItems(client, products, choices);
  const found = items.length > 0 ? items : await listItems(client, products, []);
  const places = new Map(products.map(({ id }, place) => [id, place]));
  const getPlace = (item: FoundItem) =>
    (places.get(item.product_id) ?? 0) + (hasWords(item, words) ? 0 : MAX_PRODUCTS);
  return found
    .toSorted((one, other) => getPlace(one) - getPlace(other))
    .slice(0, MAX_FOUND)
    .map(toFound);
}

/** The items of these products; of variants those whose names have these texts. */
async function listItems(
  client: Supabase,
  products: readonly { id: string }[],
  texts: readonly string[],
): Promise<FoundItem[]> {
  let items = client
    .from("sellable_items")
    .select(COLUMNS)
    .in(
      "product_id",
      products.map(({ id }) => id),
    );
  // A product without options was found by all words already.
  for (const each of texts)
    items = items.or(`variant.is.null,name.ilike."*${each.replace(/[\\"*%]/g, "")}*"`);
  const { data } = await items.limit(MAX_FOUND * MAX_PRODUCTS).throwOnError();
  return data.map((row) => itemSchema.parse(row));
}

/** Whether each word is a word of the name: «25» is none of «125 mm». */
function hasWords({ name }: FoundItem, words: readonly string[]): boolean {
  const own = new Set(normalizeSearchText(name).split(" "));
  return words.every((word) => own.has(word));
}

async function findProducts(client: Supabase, query: string): Promise<{ id: string; name: string }[]> {
  const { data } = await client
    .rpc("search_products", { query, row_limit: MAX_PRODUCTS }, { get: true })
    .select("id,name")
    .throwOnError();
  return data;
}

function toFound({ product_id: _, variant: __, ...item }: FoundItem): FoundProduct {
  const { unit, step_size, content_size, content_unit, ...found } = item;
  // What a line of an order does not say is missing there, and null here.
  const content = content_size !== null && { content_size, content_unit };
  return { ...found, sold_by: parseSoldBy({ unit, step_size, ...content }) };
}
