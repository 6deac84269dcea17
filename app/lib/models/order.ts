/**
 * Parses the row of an order. Its address and its lines are JSON that other clients may have written: an address
 * has the fields of the shop's checkout (`address`) or those of a postal form (`street`, `state`, `country`), and
 * missing fields are left out instead of failing.
 */
import * as z from "zod/mini";
import { formatPhone } from "#app/lib/format/phone.ts";
import type { ColumnNames } from "#app/lib/supabase/column-names.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { ORDER_COLUMNS } from "./order-columns.ts";
import { getPaymentLabel } from "./payment-methods.ts";
import { soldBySchema } from "./sold-by.ts";

type OrderRow = Pick<Database["public"]["Tables"]["orders"]["Row"], ColumnNames<typeof ORDER_COLUMNS>>;

export interface Order extends Omit<OrderRow, "shipping_address" | "payment_info"> {
  /** The lines of the postal address with its landmark, or of the pick-up point; without the name. */
  address: string[];
  /** Where the customer was: a page that opens the map of a phone. Null when they did not say. */
  mapUrl: string | null;
  /** The telephone number for this delivery, formatted. */
  phone: string;
  /** The payment method, in French. */
  paymentLabel: string;
  /** Whether it is paid in cash on delivery. */
  isPaidInCash: boolean;
  lines: OrderLine[];
}

interface OrderLine extends z.output<typeof lineSchema> {
  /** Index among the lines, from 0; it identifies the line. */
  position: number;
}

const textSchema = z.catch(z.string().check(z.trim()), "");

const addressSchema = z.object({
  address: textSchema,
  street: textSchema,
  postalCode: textSchema,
  city: textSchema,
  state: textSchema,
  country: textSchema,
  phone: textSchema,
  quarter: textSchema,
  landmark: textSchema,
  latitude: z.catch(z.nullish(z.number()), null),
  longitude: z.catch(z.nullish(z.number()), null),
});

const lineSchema = z.object({
  /** The id of the product or variant; empty when the line has none. */
  id: textSchema,
  name: z.catch(z.string(), "Article"),
  image: z.catch(z.nullable(z.string()), null),
  /** Unit price in whole francs. */
  price: z.catch(z.number(), 0),
  quantity: z.catch(z.number(), 1),
  /** What one step of the quantity was; single pieces without it. */
  sold_by: soldBySchema,
  /** The chosen options, «Couleur : rouge, Taille : 42»; empty for a product without options. */
  options: z.catch(
    z.pipe(
      z.record(z.string(), z.union([z.string(), z.number()])),
      z.transform((chosen) =>
        Object.entries(chosen)
          .map(([name, value]) => `${name} : ${value}`)
          .join(", "),
      ),
    ),
    "",
  ),
});

const paymentSchema = z.object({ method: textSchema, items: z.catch(z.array(lineSchema), []) });

export function parseOrder({ shipping_address, payment_info, ...order }: OrderRow): Order {
  const { address, street, postalCode, city, state, country, phone, ...place } = addressSchema.parse(
    toFields(shipping_address),
  );
  const lines = [
    address || street,
    place.quarter,
    `${postalCode} ${city}`.trim(),
    state,
    country,
    place.landmark && `Repère : ${place.landmark}`,
  ];
  const { method, items } = paymentSchema.parse(toFields(payment_info));
  return {
    ...order,
    address: order.pickup_point_name
      ? [`Retrait en magasin : ${order.pickup_point_name}`]
      : lines.filter(Boolean),
    mapUrl: getMapUrl(place),
    phone: formatPhone(phone || order.customer_phone),
    paymentLabel: getPaymentLabel(method),
    isPaidInCash: method === "cod",
    lines: items.map((item, position) => ({ ...item, position })),
  };
}

interface Position {
  latitude?: number | null;
  longitude?: number | null;
}

function getMapUrl({ latitude, longitude }: Position): string | null {
  if (latitude == null || longitude == null) return null;
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;
}

/**
 * When the order got its status, which a return or a note does not change; of an order without this time, when it was last
 * changed. Null for one that waits.
 */
export function getStatusTime(
  order: Pick<Order, "status" | "updated_at" | "processing_at" | "completed_at" | "cancelled_at">,
): string | null {
  return order.status === "pending" ? null : (order[`${order.status}_at`] ?? order.updated_at);
}

/** Whether the order is neither delivered and paid nor cancelled. */
export function isUnderWay({ status }: Pick<Order, "status">): boolean {
  return status === "pending" || status === "processing";
}

/** The lines before the discount and without delivery, in whole francs. */
export function getOrderSubtotal({ total_amount, shipping_amount, discount_amount }: Order): number {
  return total_amount - shipping_amount + discount_amount;
}

/** What the customer keeps of the order, with delivery, in whole francs: less what was refused or returned. */
export function getKeptAmount({
  total_amount,
  credited_amount,
}: Pick<Order, "total_amount" | "credited_amount">): number {
  return total_amount - credited_amount;
}

/** What the customer still has to pay, in whole francs; less than nothing when they get money back. */
export function getOutstandingAmount(
  order: Pick<Order, "status" | "total_amount" | "credited_amount" | "paid_amount">,
): number {
  return (order.status === "cancelled" ? 0 : getKeptAmount(order)) - order.paid_amount;
}

function toFields(json: unknown): object {
  return { ...(typeof json === "object" ? json : null) };
}
