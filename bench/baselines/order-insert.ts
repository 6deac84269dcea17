/**
 * The minimal server of an order: node:http, postgres.js, and one statement that inserts the order's row and
 * its lines. No checks, no stock, and a sequential order number instead of a random one.
 */
import type { IncomingMessage } from "node:http";
import postgres from "postgres";
import { serve } from "./serve.ts";

const sql = postgres({
  host: process.env.SOCKET_DIR,
  port: 5432,
  database: "postgres",
  username: "supabase_admin",
  max: Number(process.env.CONNECTIONS),
});

const userId = process.env.USER_ID ?? "";
/** Numbers are unique over all the processes of a run. */
const prefix = `ORD-${process.pid}`;
let orders = 0;

serve(async (request, response) => {
  if (request.method !== "POST") return response.end();
  const order = await readBody(request);
  const number = `${prefix}-${++orders}`;
  const [row] = await sql<{ placed: string }[]>`
    with sent as (
      select ${order}::text::jsonb || jsonb_build_object('number', ${number}::text, 'user_id', ${userId}::text,
        'shipping_amount', 0, 'created_at', now(), 'updated_at', now()) as body
    ),
    placed as (
      insert into bench.orders
      select o.* from sent, jsonb_populate_record(null::bench.orders, sent.body) o
      returning *
    ),
    lines as (
      insert into bench.order_items (order_id, position, product_id, name, image, unit_price, quantity)
      select (sent.body ->> 'id')::uuid, i.position, (i.item ->> 'id')::uuid, i.item ->> 'name', i.item ->> 'image',
        (i.item ->> 'price')::integer, (i.item ->> 'quantity')::integer
      from sent, jsonb_array_elements(sent.body -> 'payment_info' -> 'items') with ordinality as i (item, position)
    )
    select row_to_json(p)::text as placed from placed p`;
  response.writeHead(201, { "content-type": "application/json; charset=utf-8" }).end(row?.placed);
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
