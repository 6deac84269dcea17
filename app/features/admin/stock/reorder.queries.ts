/** Queries of what has to be bought. Every function throws when the backend returns an error. */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { nameSteps } from "./stock-items.queries.ts";

const PAGE_SIZE = 50;
/** So many lines of the list are read at a time for its file. */
const EXPORT_PAGE_SIZE = 500;
export interface ReorderItem {
  item_id: string;
  product_id: string;
  name: string;
  reference: string | null;
  stock: number;
  /** Expected from suppliers. */
  incoming: number;
  /** In ninety days. */
  sold_quantity: number;
  days_left: number;
  suggested_quantity: number;
  /** In whole francs; null when it is unknown, or not for the reader. */
  last_cost: number | null;
}

/** What has to be bought so that the stock lasts for so many days; what runs out first comes first. */
export function listItemsToReorder(
  client: Supabase,
  days: number,
  page: number,
): Promise<ListPage<ReorderItem>> {
  return loadListPage(page, PAGE_SIZE, (from, to) => readItemsToReorder(client, days, from, to));
}

async function readItemsToReorder(
  client: Supabase,
  days: number,
  from: number,
  to: number,
): Promise<ReorderItem[]> {
  const { data } = await client
    .rpc("items_to_reorder", { cover_days: days, skip: from, take: to - from + 1 }, { get: true })
    .throwOnError();
  return nameSteps(client, data, ({ item_id }) => item_id);
}

/** The whole list, for its file. */
export async function* fetchReorderPages(client: Supabase, days: number): AsyncGenerator<ReorderItem[]> {
  for (let from = 0; ; from += EXPORT_PAGE_SIZE) {
    const items = await readItemsToReorder(client, days, from, from + EXPORT_PAGE_SIZE - 1);
    yield items;
    if (items.length < EXPORT_PAGE_SIZE) return;
  }
}
