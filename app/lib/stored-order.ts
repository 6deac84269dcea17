/**
 * An order as it is read back. Its address and its lines are JSON that other hands may have written: the documents
 * know two shapes of address, so both are understood, and what is missing is left out instead of failing.
 */
import * as z from "zod/mini";
import type { Database } from "./database.types.ts";
import { formatPhone } from "./phone.ts";

export const ORDER_COLUMNS =
  "id,number,status,created_at,updated_at,items_count,total_amount,shipping_amount,customer_name,customer_phone,shipping_address,payment_info,notes,cancellation_reason";

type OrderRow = Pick<
  Database["public"]["Tables"]["orders"]["Row"],
  | "id"
  | "number"
  | "status"
  | "created_at"
  | "updated_at"
  | "items_count"
  | "total_amount"
  | "shipping_amount"
  | "customer_name"
  | "customer_phone"
  | "shipping_address"
  | "payment_info"
  | "notes"
  | "cancellation_reason"
>;

export interface StoredOrder extends Omit<OrderRow, "shipping_address" | "payment_info"> {
  /** The lines of the address as on an envelope, without the name. */
  address: string[];
  /** The number to call for this delivery, grouped for reading. */
  phone: string;
  /** How it is paid, in French. */
  payment: string;
  /** In cash, to whoever brings it. */
  isPaidInCash: boolean;
  lines: OrderLine[];
}

interface OrderLine extends z.output<typeof lineShape> {
  /** Its place among the lines, from 0: what tells two lines apart. */
  position: number;
}

const text = z.catch(z.string().check(z.trim()), "");

const addressShape = z.object({
  address: text,
  street: text,
  postalCode: text,
  city: text,
  state: text,
  country: text,
  phone: text,
});

const lineShape = z.object({
  /** The product's; empty when the line does not say. */
  id: text,
  name: z.catch(z.string(), "Article"),
  image: z.catch(z.nullable(z.string()), null),
  /** Whole francs for one piece. */
  price: z.catch(z.number(), 0),
  quantity: z.catch(z.number(), 1),
  /** What was chosen of the product, «Couleur : rouge, Taille : 42»; empty for whatever there is only one of. */
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

const paymentShape = z.object({ method: text, items: z.catch(z.array(lineShape), []) });

const methods = new Map([
  ["cod", "Paiement à la livraison"],
  ["bank_transfer", "Virement bancaire"],
  ["mobile_money", "Mobile money"],
]);

export function toStoredOrder({ shipping_address, payment_info, ...order }: OrderRow): StoredOrder {
  const { address, street, postalCode, city, state, country, phone } = addressShape.parse(
    fieldsOf(shipping_address),
  );
  const { method, items } = paymentShape.parse(fieldsOf(payment_info));
  return {
    ...order,
    address: [address || street, `${postalCode} ${city}`.trim(), state, country].filter(Boolean),
    phone: formatPhone(phone || order.customer_phone),
    payment: methods.get(method) ?? method,
    isPaidInCash: method === "cod",
    lines: items.map((item, position) => ({ ...item, position })),
  };
}

/** What the order costs without its delivery, in whole francs. */
export function subtotalOfOrder({ total_amount, shipping_amount }: StoredOrder): number {
  return total_amount - shipping_amount;
}

function fieldsOf(json: unknown): object {
  return { ...(typeof json === "object" ? json : null) };
}
