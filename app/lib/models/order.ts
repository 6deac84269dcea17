/**
 * Parses the row of an order. Its address and its lines are JSON that other clients may have written: an address
 * has the fields of the shop's checkout (`address`) or those of a postal form (`street`, `state`, `country`), and
 * missing fields are left out instead of failing.
 */
import * as z from "zod/mini";
import { formatPhone } from "#app/lib/format/phone.ts";
import type { ColumnNames } from "#app/lib/supabase/column-names.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { getPaymentLabel } from "./payment-methods.ts";

export const ORDER_COLUMNS =
  "id,number,status,created_at,updated_at,items_count,total_amount,shipping_amount,customer_name,customer_phone,shipping_address,payment_info,notes,cancellation_reason";

type OrderRow = Pick<Database["public"]["Tables"]["orders"]["Row"], ColumnNames<typeof ORDER_COLUMNS>>;

export interface Order extends Omit<OrderRow, "shipping_address" | "payment_info"> {
  /** The lines of the postal address, without the name. */
  address: string[];
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
});

const lineSchema = z.object({
  /** The product's id; empty when the line has none. */
  id: textSchema,
  name: z.catch(z.string(), "Article"),
  image: z.catch(z.nullable(z.string()), null),
  /** Unit price in whole francs. */
  price: z.catch(z.number(), 0),
  quantity: z.catch(z.number(), 1),
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
  const { address, street, postalCode, city, state, country, phone } = addressSchema.parse(
    toFields(shipping_address),
  );
  const { method, items } = paymentSchema.parse(toFields(payment_info));
  return {
    ...order,
    address: [address || street, `${postalCode} ${city}`.trim(), state, country].filter(Boolean),
    phone: formatPhone(phone || order.customer_phone),
    paymentLabel: getPaymentLabel(method),
    isPaidInCash: method === "cod",
    lines: items.map((item, position) => ({ ...item, position })),
  };
}

/** The total without delivery, in whole francs. */
export function getOrderSubtotal({ total_amount, shipping_amount }: Order): number {
  return total_amount - shipping_amount;
}

function toFields(json: unknown): object {
  return { ...(typeof json === "object" ? json : null) };
}
