/** Orders: the ones that a browser sends, and stored ones for the tests that begin after the purchase. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import type { StoredProduct } from "./products.ts";

const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  total_amount: z.number(),
  items_count: z.number(),
});

interface OrderValues {
  lines: { product: { id: string }; quantity: number }[];
  status: string;
  cancellation_reason: string;
  notes: string;
  /** ISO text. */
  created_at: string;
}

/** Inserts an order of this customer; the shop's triggers compute its amounts. */
export async function createOrder(
  sql: Sql,
  customer: { id: string },
  {
    lines,
    status = "pending",
    notes = "",
    created_at,
    cancellation_reason,
  }: Partial<OrderValues> & Pick<OrderValues, "lines">,
) {
  const items = lines.map(({ product, quantity }) => ({ id: product.id, quantity }));
  const [order] = await sql`
    insert into orders ${sql({
      id: randomUUID(),
      user_id: customer.id,
      customer_name: "Fatou Sawadogo",
      customer_phone: "+22676543210",
      items_count: 1,
      status,
      notes,
      cancellation_reason: cancellation_reason ?? null,
      created_at: created_at ?? new Date().toISOString(),
      shipping_address: sql.json({ address: "Patte d'Oie, portail bleu", city: "Ouagadougou" }),
      payment_info: sql.json({ method: "cod", items }),
      total_amount: null,
    })}
    returning id, number, total_amount, items_count`;
  return orderSchema.parse(order);
}

export async function getStoredOrder(sql: Sql, { id }: { id: string }) {
  const [order] = await sql<{ status: string; cancellation_reason: string | null }[]>`
    select status, cancellation_reason from orders where id = ${id}`;
  return order;
}

/** A customer's orders, oldest first. */
export async function listOrders(sql: Sql, customer: { id: string }) {
  const rows = await sql<{ id: string; number: string; total_amount: number; items_count: number }[]>`
    select id, number, total_amount, items_count from orders where user_id = ${customer.id} order by created_at`;
  return [...rows];
}

/** The flat fee of a new shop, in whole francs. */
export const SHIPPING_FEE = 2000;

export type PricedProduct = Pick<StoredProduct, "id" | "name" | "price">;

export async function getStock(admin: Sql, product: PricedProduct): Promise<number> {
  const [row] = await admin<{ stock: number }[]>`select stock from public.products where id = ${product.id}`;
  if (!row) throw new Error(`no product ${product.id}`);
  return row.stock;
}

/** An order as a browser may send it, valid or not. */
export interface OrderInput {
  id: string;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  total_amount: number | null;
  items_count: number;
  status: OrderStatus;
  shipping_address: Record<string, string>;
  payment_info: {
    method: string;
    items: { id: string; name: string; price: number; quantity: number | string; image: null }[];
  };
  notes: string | null;
  promo_code?: string;
}

/** The documented fields that a browser sends for an order, with the total that the customer saw. */
export function createOrderInput(lines: { product: PricedProduct; quantity: number }[]): OrderInput {
  const total = lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, SHIPPING_FEE);
  return {
    id: randomUUID(),
    customer_name: "Awa Ouédraogo",
    customer_email: "someone-else@example.com",
    customer_phone: "70 11 22 33",
    total_amount: total,
    items_count: 1,
    status: "pending",
    shipping_address: {
      address: "Pissy, derrière la pharmacie",
      city: "Ouagadougou",
      postalCode: "",
      phone: "70112233",
    },
    payment_info: {
      method: "cod",
      items: lines.map(({ product, quantity }) => ({
        id: product.id,
        name: product.name,
        price: product.price,
        quantity,
        image: null,
      })),
    },
    notes: null,
  };
}

export interface StoredOrder {
  id: string;
  number: string;
  user_id: string;
  customer_email: string;
  total_amount: number;
  shipping_amount: number;
  items_count: number;
  status: string;
  shipping_address: Record<string, string>;
  payment_info: { method: string; items: { id: string; name: string; price: number; quantity: number }[] };
}

/** Inserts an order and reads the row back. */
export async function insertOrder(tx: TransactionSql, order: OrderInput): Promise<StoredOrder> {
  const [stored] = await tx<StoredOrder[]>`
    insert into public.orders (id, customer_name, customer_email, customer_phone, total_amount, items_count, status,
      shipping_address, payment_info, notes, promo_code)
    values (${order.id}, ${order.customer_name}, ${order.customer_email}, ${order.customer_phone},
      ${order.total_amount}, ${order.items_count}, ${order.status}, ${tx.json(order.shipping_address)},
      ${tx.json(order.payment_info)}, ${order.notes}, ${order.promo_code ?? null})
    returning *`;
  if (!stored) throw new Error("the order was not inserted");
  return stored;
}
