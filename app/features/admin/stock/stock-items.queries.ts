/** Queries of what is sold, by name. Every function throws when the backend returns an error. */
import { withFormerStep, withStep } from "#app/features/admin/shared/step-text.ts";
import { parseSoldBy } from "#app/lib/models/sold-by.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface StockItem {
  id: string;
  name: string;
  reference: string | null;
  barcode: string | null;
  stock: number;
}

/** What is sold under a bar code, a reference or a part of a name. */
export async function findStockItems(client: Supabase, query: string): Promise<StockItem[]> {
  const { data } = await client
    .rpc("find_stock_items", { query }, { get: true })
    .select("id,name,reference,barcode,stock")
    .throwOnError()
    // The columns of a view may be null in the generated types.
    .overrideTypes<StockItem[], { merge: false }>();
  return nameSteps(client, data, ({ id }) => id);
}

/** So many ids fit into an address. */
const NAMED_AT_ONCE = 100;

/** Says in the names what is counted where it is not one of the unit, or not a step of today (`sold_by`). */
export async function nameSteps<Item extends { name: string; sold_by?: unknown }>(
  client: Supabase,
  items: readonly Item[],
  getId: (item: Item) => string,
): Promise<Item[]> {
  const parts = Array.from({ length: Math.ceil(items.length / NAMED_AT_ONCE) }, (_, part) =>
    items.slice(part * NAMED_AT_ONCE, (part + 1) * NAMED_AT_ONCE).map(getId),
  );
  const answers = await Promise.all(
    parts.map((ids) =>
      client
        .from("sellable_items")
        .select("id,unit,step_size")
        .in("id", ids)
        .neq("step_size", 1)
        .throwOnError()
        // The columns of a view may be null in the generated types.
        .overrideTypes<{ id: string; unit: Unit; step_size: number }[], { merge: false }>(),
    ),
  );
  const steps = new Map(answers.flatMap(({ data }) => data.map((step) => [step.id, step])));
  return items.map((item) => {
    if (item.sold_by) return { ...item, name: withFormerStep(item.name, parseSoldBy(item.sold_by)) };
    const step = steps.get(getId(item));
    return step ? { ...item, name: withStep(item.name, step) } : item;
  });
}
