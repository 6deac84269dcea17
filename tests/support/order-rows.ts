/** Rows of products and orders for SQL tests, with prices that are easy to add up. */
import { randomUUID } from "node:crypto";
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";
import type { Sql, TransactionSql } from "#backend/core/database.ts";

export const SHIPPING_FEE = 2000;

export interface PricedProduct {
  id: string;
  name: string;
  price: number;
}

/** Inserts a product. `admin` may write products. */
export async function createPricedProduct(admin: Sql, price: number, stock: number): Promise<PricedProduct> {
  const id = randomUUID();
  const name = `Article ${id.slice(0, 8)}`;
  await admin`
    insert into public.products (id, name, slug, price, stock)
    values (${id}, ${name}, ${`article-${id}`}, ${price}, ${stock})`;
  return { id, name, price };
}

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
      shipping_address, payment_info, notes)
    values (${order.id}, ${order.customer_name}, ${order.customer_email}, ${order.customer_phone},
      ${order.total_amount}, ${order.items_count}, ${order.status}, ${tx.json(order.shipping_address)},
      ${tx.json(order.payment_info)}, ${order.notes})
    returning *`;
  if (!stored) throw new Error("the order was not inserted");
  return stored;
}
