/** The data of mails, read when they are sent: the order, the message, and the settings of the shop. */
import type { Sql } from "#backend/core/database.ts";
import type { Shop } from "./mail-content.ts";

export interface Order {
  number: string;
  customer_name: string;
  created_at: Date;
  total_amount: number;
  shipping_amount: number;
  shipping_address: { address: string; city: string; postalCode: string; phone: string };
  method: "cod" | "bank_transfer" | "mobile_money";
  notes: string | null;
  lines: { name: string; quantity: number; unit_price: number }[];
}

export interface TechnicianMessage {
  technician: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  created_at: Date;
}

/** Undefined once the order is deleted. */
export async function findOrder(sql: Sql, id: string): Promise<Order | undefined> {
  const [order] = await sql<Order[]>`
    select o.number, o.customer_name, o.created_at, o.total_amount, o.shipping_amount, o.shipping_address,
      o.payment_info ->> 'method' as method, o.notes,
      (
        select json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'unit_price', i.unit_price)
          order by i.position)
        from public.order_items i where i.order_id = o.id
      ) as lines
    from public.orders o where o.id = ${id}`;
  return order;
}

/** Undefined once the message, or the technician, is deleted. */
export async function findTechnicianMessage(sql: Sql, id: string): Promise<TechnicianMessage | undefined> {
  const [message] = await sql<TechnicianMessage[]>`
    select t.name as technician, m.name, m.email, m.phone, m.message, m.created_at
    from public.messages m
    join public.technician_profiles t on t.id = m.technician_id
    where m.id = ${id}`;
  return message;
}

export async function getShop(sql: Sql, siteUrl: string): Promise<Shop> {
  const [shop] = await sql<Omit<Shop, "siteUrl">[]>`
    select shop_name as name, email, phone, address from public.shop_settings`;
  if (!shop) throw new Error("The shop has no settings");
  return { ...shop, siteUrl };
}
