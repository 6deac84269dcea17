/** Mutations of the promo codes. Every function throws with the reason when nothing was written. */
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { FOREIGN_KEY_VIOLATION } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { PromoCodeValues } from "./promo-code.schema.ts";
import { PROMO_CODE_COLUMNS, type PromoCode, toPromoCode } from "./promo-codes.queries.ts";

/** The form generates `id`, so that a retry after a lost response does not create a second code. */
export async function createPromoCode(
  client: Supabase,
  id: string,
  values: PromoCodeValues,
): Promise<PromoCode> {
  try {
    const { data } = await client
      .from("promo_codes")
      .insert({ id, ...values })
      .select(PROMO_CODE_COLUMNS)
      .single()
      .throwOnError();
    return toPromoCode(data);
  } catch (error) {
    if (!isDuplicateInsert(error)) throw error;
    const { data } = await client.from("promo_codes").select("id").eq("code", values.code).maybeSingle();
    if (data && data.id !== id) throw new UserError("Ce code existe déjà");
    return updatePromoCode(client, id, values);
  }
}

/** Saves over the version of `updatedAt`, by default over any. Throws a StaleVersionError for another one. */
export async function updatePromoCode(
  client: Supabase,
  id: string,
  // A code with orders keeps its name.
  { code: _, ...values }: PromoCodeValues,
  updatedAt?: string,
): Promise<PromoCode> {
  const update = client.from("promo_codes").update(values).eq("id", id);
  const { data } = await (updatedAt === undefined ? update : update.eq("updated_at", updatedAt))
    .select(PROMO_CODE_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return toPromoCode(data);
}

export async function deletePromoCode(client: Supabase, id: string): Promise<void> {
  const { error } = await client.from("promo_codes").delete().eq("id", id);
  if (error?.code === FOREIGN_KEY_VIOLATION)
    throw new UserError("Des commandes portent ce code : désactivez-le plutôt");
  if (error) throw error;
}
