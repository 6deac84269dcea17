/** An order with all that the staff needs beside it. Throws the backend's own error. */
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import { findAdminOrder } from "#app/features/admin/orders/orders.queries.ts";
import { listEventsWithPhoto } from "#app/features/admin/shared/images/delivery-photos.queries.ts";
import { findDeliveryCode } from "#app/lib/models/delivery-code.queries.ts";
import { getStorageClient } from "#app/lib/supabase/storage.client.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { listOrderEvents } from "./order-events.queries.ts";
import type { OrderEvent } from "./order-events.ts";
import type { OrderItem } from "./order-item.ts";
import { getPhoneHistory, type PhoneHistory } from "./phone-history.queries.ts";

export interface OrderFile {
  order: AdminOrder;
  items: OrderItem[];
  /** The days that its zone serves, from Monday, which is 1; none for any, and unless it is on its way. */
  weekdays: number[];
  events: OrderEvent[];
  /** The ids of the deliveries with a photo. */
  withPhoto: ReadonlySet<string>;
  history: PhoneHistory;
  /** What the customer tells the courier; null unless the order is on the road with one. */
  deliveryCode: string | null;
}

/** Null when there is no such order (any more). */
export async function findOrderFile(client: Supabase, id: string): Promise<OrderFile | null> {
  const order = await findAdminOrder(client, id);
  if (!order) return null;
  const isOnItsWay = order.stage === "prepared" || order.stage === "on_road";
  const [items, weekdays, events, history, deliveryCode] = await Promise.all([
    listOrderItems(client, order.id),
    isOnItsWay && order.zone_name ? listServedWeekdays(client, order.id) : [],
    listOrderEvents(client, order.id),
    getPhoneHistory(client, order.customer_phone),
    order.stage === "on_road" ? findDeliveryCode(client, order.id) : null,
  ]);
  return {
    order,
    items,
    weekdays,
    events,
    withPhoto: await findPhotos(order.id, events),
    history,
    deliveryCode,
  };
}

/** Only what was on the road can have one. Without the storage, the order is shown all the same. */
async function findPhotos(orderId: string, events: readonly OrderEvent[]): Promise<ReadonlySet<string>> {
  const kinds = new Set(events.map(({ kind }) => kind));
  if (!kinds.has("on_road") || !(kinds.has("delivered") || kinds.has("partly_delivered"))) return new Set();
  try {
    return await listEventsWithPhoto(await getStorageClient(), orderId);
  } catch (error) {
    console.error("admin: the photos of an order could not be listed", error);
    return new Set();
  }
}

/** None for a zone that is closed: any day is agreed on. */
async function listServedWeekdays(client: Supabase, orderId: string): Promise<number[]> {
  const { data } = await client
    .from("orders")
    .select("zone:delivery_zones(days,is_active)")
    .eq("id", orderId)
    .maybeSingle()
    .throwOnError();
  return data?.zone?.is_active ? data.zone.days : [];
}

async function listOrderItems(client: Supabase, orderId: string): Promise<OrderItem[]> {
  const { data } = await client
    .from("order_items")
    .select("position,name,unit_price,quantity,returned_quantity,discount_amount,sold_by")
    .eq("order_id", orderId)
    .order("position")
    .throwOnError();
  return data;
}
