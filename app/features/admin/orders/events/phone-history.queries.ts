/** Queries of what a phone number did before. Every function throws the backend's own error. */
import type { Database, OrderStage, OrderStatus } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

type Functions = Database["public"]["Functions"];
/** What identifies a row's place in a list, for the page after it. */
export type Place = Functions["phone_history"]["Returns"][number]["place"];

type PhoneFigures = Functions["phone_figures"]["Returns"][number];

export interface PhoneOrder {
  id: string;
  number: string;
  created_at: string;
  stage: OrderStage;
  status: OrderStatus;
  total_amount: number;
  customer_name: string;
  /** Why it was refused or cancelled. */
  reason: string | null;
  place: Place;
}

export interface PhoneHistory {
  figures: PhoneFigures;
  /** The newest ones. */
  orders: PhoneOrder[];
}

const NO_FIGURES: PhoneFigures = { orders: 0, refusals: 0, needs_call: false };

export async function getPhoneHistory(client: Supabase, phone: string): Promise<PhoneHistory> {
  const [figures, orders] = await Promise.all([
    client.rpc("phone_figures", { phone }).maybeSingle().throwOnError(),
    listPhoneOrders(client, phone, null),
  ]);
  return { figures: figures.data ?? NO_FIGURES, orders };
}

/** A page of the number's orders, the newest first, after the place of the last one of the page before. */
export async function listPhoneOrders(
  client: Supabase,
  phone: string,
  after: Place | null,
): Promise<PhoneOrder[]> {
  const { data } = await client
    .rpc("phone_history", { phone, ...(after !== null && { after }) })
    .throwOnError();
  return data;
}
