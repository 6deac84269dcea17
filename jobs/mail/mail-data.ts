/** The data that several mails show, read when they are sent: the order, and the settings of the shop. */

import { z } from "zod";
import { ORDER_STEPS, type OrderStep, type ToldOrder } from "#app/lib/models/order-messages.ts";
import { soldBySchema } from "#app/lib/models/sold-by.ts";
import { HALF_DAY_VALUES } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { Shop } from "./mail-content.ts";
import { formatXof, withoutLinks } from "./templates/format.ts";

/** What the customer wrote. */
const freeText = z.string().transform(withoutLinks);

const orderSchema = z.object({
  number: z.string(),
  customer_name: freeText,
  created_at: z.date(),
  total_amount: z.number(),
  shipping_amount: z.number(),
  discount_amount: z.number(),
  paid_amount: z.number(),
  shipping_address: z.object({
    address: freeText,
    city: freeText,
    postalCode: freeText,
    phone: freeText,
    quarter: freeText.optional(),
    landmark: freeText.optional(),
  }),
  pickup_point_name: z.string().nullable(),
  /** The number of the order that has the rest of it. */
  split_from: z.string().nullable(),
  /** A date such as 2026-11-24; null when none was chosen. */
  delivery_day: z.string().nullable(),
  delivery_half: z.enum(HALF_DAY_VALUES).nullable(),
  /** The payment method. */
  method: z.string(),
  notes: freeText.nullable(),
  cancellation_reason: z.string().nullable(),
  /** Of the tracking page. */
  token: z.string(),
  /** What remains to be paid; less than nothing when the shop owes it. */
  due_amount: z.number(),
  /** The first name; null unless the order is on the road. */
  courier_name: freeText.nullable(),
  delivery_code: z.string().nullable(),
  lines: z.array(
    z.object({ name: z.string(), quantity: z.number(), unit_price: z.number(), sold_by: soldBySchema }),
  ),
});
export type Order = z.infer<typeof orderSchema>;

/** Undefined once the order is deleted. */
export async function findOrder(sql: Sql, id: string): Promise<Order | undefined> {
  const [row] = await sql`
    select o.number, o.customer_name, o.created_at, o.total_amount, o.shipping_amount, o.discount_amount,
      o.paid_amount, o.shipping_address,
      o.pickup_point_name, (select f.number from public.orders f where f.id = o.split_from_id) as split_from, o.delivery_day::text, o.delivery_half,
      o.payment_info ->> 'method' as method, o.notes, o.cancellation_reason,
      t.token, t.due_amount, t.courier_name,
      (
        select c.code
        from private.delivery_codes c
        join public.run_stops s on s.order_id = c.order_id and s.is_open
        join public.runs r on r.id = s.run_id and r.state = 'out' and r.proof = 'code'
        where c.order_id = o.id
      ) as delivery_code,
      (
        -- What a customer has refused or returned is not theirs.
        select coalesce(json_agg(json_build_object('name', i.name, 'quantity', l.quantity, 'unit_price', i.unit_price,
          'sold_by', i.sold_by)
          order by i.position), '[]')
        from public.order_items i
        cross join lateral (
          select i.quantity - case when o.stage = 'delivered' then i.returned_quantity else 0 end as quantity
        ) l
        where i.order_id = o.id and l.quantity > 0
      ) as lines
    from public.orders o
    cross join lateral (
      select k.token, f.due_amount, f.courier_name
      from (select private.get_tracking_token(o) as token) k, private.track_order(k.token) f
    ) t
    where o.id = ${id}`;
  return row && orderSchema.parse(row);
}

/** «est livrée»; what is fetched in the shop is never delivered. */
export const describeReceived = ({ pickup_point_name }: Order) =>
  pickup_point_name === null ? "est livrée" : "est retirée";

/** What was paid, but for what the shop owes of it. */
export const getKeptPayment = ({ paid_amount, due_amount }: Order) => paid_amount + Math.min(due_amount, 0);

/** «Nous vous devons 500 XOF.»; empty when nothing is owed. */
export const describeOwed = (due: number) => (due < 0 ? `Nous vous devons ${formatXof(-due)}.` : "");

const amount = z.number().optional();
const stepSchema = z.object({
  order_id: z.string(),
  step: z.enum(ORDER_STEPS),
  data: z.object({
    reason: freeText.optional(),
    reference: z.string().optional(),
    cash: amount,
    mobile_money: amount,
    credit: amount,
    day: z.string().optional(),
  }),
});
const REFUND_METHODS = ["cash", "mobile_money", "credit"] as const;

/** The step of an order that an event was, and the order; undefined once it is deleted. */
export async function findOrderStep(
  sql: Sql,
  eventId: string,
): Promise<{ step: OrderStep; order: Order & ToldOrder } | undefined> {
  const [row] = await sql`
    select order_id, case kind when 'called' then 'confirmed' else kind::text end as step, data
    from public.order_events where id = ${eventId}`;
  if (!row) return undefined;
  const { order_id, step, data } = stepSchema.parse(row);
  const order = await findOrder(sql, order_id);
  const method = REFUND_METHODS.find((each) => data[each] !== undefined);
  const refund = method && { method, amount: data[method] ?? 0, reference: data.reference ?? null };
  return (
    order && {
      step,
      order: {
        ...order,
        reason: data.reason ?? null,
        refund: refund ?? null,
        has_new_day: data.day !== undefined,
      },
    }
  );
}

export async function getShop(sql: Sql, siteUrl: string): Promise<Shop> {
  const [shop] = await sql<Omit<Shop, "siteUrl">[]>`
    select shop_name as name, email, phone, address from public.shop_settings`;
  if (!shop) throw new Error("The shop has no settings");
  return { ...shop, siteUrl };
}
