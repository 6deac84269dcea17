/** The minimal server of the newest products: node:http, postgres.js, one statement. */
import postgres from "postgres";
import { serve } from "./serve.ts";

const sql = postgres({
  host: process.env.SOCKET_DIR,
  port: 5432,
  database: "postgres",
  username: "authenticator",
  max: 20,
  connection: { role: "anon" },
});

/** postgres.js prepares a statement without parameters only when it is not sent as a simple query. */
const PREPARED = { prepare: true, simple: false };

const NEWEST = `
  select coalesce(json_strip_nulls(json_agg(card)), '[]')::text as body
  from (
    select p.id, p.name, p.slug, p.price, p.old_price, p.discount, p.image, p.rating, p.review_count, p.is_new,
      p.stock, category.slug as category
    from public.products p
    left join lateral (select c.slug from public.categories c where c.id = p.category_id) category on true
    order by p.created_at desc
    limit 24
  ) card`;

serve(async (_request, response) => {
  const [row] = await sql.unsafe<{ body: string }[]>(NEWEST, [], PREPARED);
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(row?.body);
});
