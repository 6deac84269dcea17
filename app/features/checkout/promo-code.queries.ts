/** What a promo code takes off a cart, as the database computes it for an order. */
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

export interface PromoCode {
  code: string;
  /** Whole francs off the articles. */
  discount: number;
  isFreeDelivery: boolean;
}

/** Only a code that was entered counts; tries are limited. The answer is that of `checkPromoCode`. */
export async function enterPromoCode(client: Supabase, code: string): Promise<void> {
  await client.rpc("enter_promo_code", { code }).throwOnError();
}

/** The code that was entered, or why it does not count. */
export async function checkPromoCode(
  client: Supabase,
  code: string,
  items: readonly { id: string; quantity: number }[],
): Promise<PromoCode | { problem: string }> {
  const { data } = await client
    .rpc("check_promo_code", { code, items: items.map(({ id, quantity }) => ({ id, quantity })) })
    .single()
    .throwOnError();
  const { accepted_code, discount, is_free_delivery: isFreeDelivery, problem } = data;
  return accepted_code ? { code: accepted_code, discount, isFreeDelivery } : { problem: problem || REFUSED };
}

const REFUSED = "Ce code n'est pas accepté";
