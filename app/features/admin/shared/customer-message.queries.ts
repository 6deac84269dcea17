/** The text that tells a customer where their order is, with its link. */
import { formatOrderText, getReachedStep } from "#app/lib/models/order-messages.ts";
import { findTrackedOrder } from "#app/lib/models/tracked-order.queries.ts";
import { findTrackingToken } from "#app/lib/models/tracking-token.queries.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

/** Null when there is nothing to tell. Throws when a request fails. */
export async function getCustomerMessage(client: Supabase, orderId: string): Promise<string | null> {
  const [token, { data: shop }] = await Promise.all([
    findTrackingToken(client, orderId),
    client.from("shop_settings").select("shop_name,phone").single().throwOnError(),
  ]);
  const order = token === null ? null : await findTrackedOrder(client, token);
  const step = order && getReachedStep(order.stage);
  if (!order || !step) return null;
  const teller = { name: shop.shop_name, phone: shop.phone, siteUrl: window.location.origin };
  return formatOrderText(step, order, teller, order.token);
}
