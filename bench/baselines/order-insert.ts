/**
 * The minimal server of an order: node:http, postgres.js, and one statement, the function below. It takes the stock,
 * computes the total from the stored prices, inserts the order's row and its lines, and returns the order; constraints
 * refuse what is not for sale or not in stock. No token, no policies, no limits, no letter, no check of what was sent,
 * and a sequential order number instead of a random one.
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

await sql.unsafe(`
  create or replace function bench.place_order(sent jsonb, number text, customer uuid) returns text
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  declare
    sent_items constant jsonb := sent -> 'payment_info' -> 'items';
    placed text;
  begin
    -- In the order of the ids and in a statement of its own: orders would deadlock.
    perform from bench.products p
    where p.id = any (array(select (i.item ->> 'id')::uuid from jsonb_array_elements(sent_items) i (item)))
    order by p.id for no key update;
    with items as (
      select i.position, (i.item ->> 'id')::uuid as id, (i.item ->> 'quantity')::integer as quantity
      from jsonb_array_elements(sent_items) with ordinality as i (item, position)
    ),
    taken as (
      update bench.products p set stock = p.stock - i.quantity from items i where p.id = i.id
      returning i.position, i.quantity, p.id, p.name, p.image, p.price
    ),
    lines as (
      insert into bench.order_items (order_id, position, product_id, name, image, unit_price, quantity)
      select (sent ->> 'id')::uuid, i.position, t.id, t.name, t.image, t.price, i.quantity
      from items i left join taken t on t.position = i.position
    ),
    placed as (
      insert into bench.orders
      select o.* from public.shop_settings s, jsonb_populate_record(null::bench.orders, sent || jsonb_build_object(
        'number', number, 'user_id', customer, 'created_at', now(), 'updated_at', now(),
        'shipping_amount', s.shipping_fee, 'due_day', current_date + 1,
        'stage', 'to_confirm', 'source', 'web', 'paid_amount', 0, 'credited_amount', 0, 'discount_amount', 0,
        'total_amount', s.shipping_fee + (select sum(t.price * t.quantity) from taken t)
      )) o
      returning *
    )
    select row_to_json(p)::text into placed from placed p;
    return placed;
  end
  $$`);

serve(async (request, response) => {
  if (request.method !== "POST") return response.end();
  const order = await readBody(request);
  const number = `${prefix}-${++orders}`;
  const [row] = await sql<{ placed: string }[]>`
    select bench.place_order(${order}::text::jsonb, ${number}, ${userId}) as placed`;
  response.writeHead(201, { "content-type": "application/json; charset=utf-8" }).end(row?.placed);
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
