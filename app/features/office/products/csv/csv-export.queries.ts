/** All products that the filters find, for a file: a thousand after the other, as rest gives no more at once. */
import type { Supabase } from "../../../../lib/supabase.client.ts";
import { conditionsOf, MOST_AT_ONCE } from "../products.queries.ts";
import type { ProductFilters } from "../products-address.ts";
import type { CsvProduct } from "./csv-columns.ts";

const COLUMNS =
  "id,created_at,reference,name,price,old_price,discount,stock,is_new,is_featured,description,features,specifications,more_info_url,slug,category:categories(slug)";

/**
 * Newest first. Each page goes on behind the last product of the one before, not at a number: what is created or
 * deleted meanwhile makes no product come twice or be left out. Throws when the backend refuses.
 */
export async function* exportPages(
  client: Supabase,
  filters: ProductFilters,
): AsyncGenerator<CsvProduct[], void, void> {
  const conditions = await conditionsOf(client, filters);
  const { search } = filters;
  let behind: { created_at: string; id: string } | undefined;
  do {
    const rows = search
      ? client.rpc("search_products", { query: search }, { get: true }).select(COLUMNS)
      : client.from("products").select(COLUMNS);
    let page = conditions.reduce((query, condition) => query.filter(...condition), rows);
    if (behind) {
      const { created_at: at, id } = behind;
      page = page.lte("created_at", at).or(`created_at.lt."${at}",id.gt.${id}`);
    }
    const { data } = await page
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MOST_AT_ONCE)
      .throwOnError();
    yield data;
    behind = data.length === MOST_AT_ONCE ? data.at(-1) : undefined;
  } while (behind);
}
