/**
 * The minimal server of an order: node:http, postgres.js, the order's row and its lines in one transaction.
 * No checks, no stock, and a sequential order number instead of a random one.
 */
import type { IncomingMessage } from "node:http";
import postgres from "postgres";
import { serve } from "./serve.ts";

const sql = postgres({
  host: process.env.SOCKET_DIR,
  port: 5432,
  database: "postgres",
  username: "supabase_admin",
  max: 20,
});

let orders = 0;

interface Order {
  id: string;
  payment_info: { items: { id: string; name: string; image: string; price: number; quantity: number }[] };
}

serve(async (request, response) => {
  if (request.method !== "POST") return response.end();
  const order: Order = JSON.parse(await readBody(request));
  const items = order.payment_info.items.map(({ id, name, image, price, quantity }, position) => ({
    order_id: order.id,
    position,
    product_id: id,
    name,
    image,
    unit_price: price,
    quantity,
  }));
  const [row] = await sql.begin(async (tx) => {
    const rows = await tx`
      insert into bench.orders select * from jsonb_populate_record(null::bench.orders, ${tx.json({
        ...order,
        number: `ORD-${String(++orders).padStart(6, "0")}`,
        user_id: process.env.USER_ID,
        shipping_amount: 0,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
      })}) returning *`;
    await tx`insert into bench.order_items ${tx(items)}`;
    return rows;
  });
  response.writeHead(201, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(row));
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
