/** Mutations of the price lists. Every function throws with the reason when nothing was written. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { FOREIGN_KEY_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PriceListValues } from "./price-list.schema.ts";
import { PRICE_LIST_COLUMNS, type PriceList } from "./price-lists.queries.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second list. */
export async function createPriceList(
  client: Supabase,
  id: string,
  values: PriceListValues,
): Promise<PriceList> {
  try {
    const { data } = await client
      .from("price_lists")
      .insert({ id, ...values })
      .select(PRICE_LIST_COLUMNS)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    const { data } = await client.from("price_lists").select("id").eq("name", values.name).maybeSingle();
    if (data && data.id !== id) throw new UserError("Une liste porte déjà ce nom");
    return updatePriceList(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updatePriceList(
  client: Supabase,
  id: string,
  values: PriceListValues,
  updatedAt?: string,
): Promise<PriceList> {
  const update = client.from("price_lists").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(PRICE_LIST_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

export async function deletePriceList(client: Supabase, id: string): Promise<void> {
  const { error } = await client.from("price_lists").delete().eq("id", id);
  if (error?.code === FOREIGN_KEY_VIOLATION)
    throw new UserError("Des clients ont cette liste : désactivez-la plutôt");
  if (error) throw error;
}

/** Grants the list, or refuses with the reason when `list` is null. */
export async function answerRequest(
  client: Supabase,
  customer: string,
  list: string | null,
  reason: string,
): Promise<void> {
  await client
    .rpc("answer_price_list_request", { customer, ...(list === null ? { reason } : { list }) })
    .throwOnError();
}
