/**
 * The minimal server of the calls of `benchmarks/rest-calls.ts`: node:http, postgres.js, one statement each.
 */
import type { IncomingMessage } from "node:http";
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

const PREPARED = { prepare: true };

const STATEMENTS: Record<string, string> = {
  "/point": `
    select coalesce(json_agg(row), '[]')::text as body
    from (select p.id, p.name, p.slug, p.price, p.stock from public.products p where p.id = $1 limit 1000) row`,
  "/page": `
    select coalesce(json_agg(row), '[]')::text as body
    from (
      select p.id, p.name, p.price, row_to_json(category) as categories
      from public.products p
      inner join lateral (
        select c.name from public.categories c where c.slug = $1 and c.id = p.category_id
      ) category on true
      where p.price >= 1000 order by p.price, p.id limit 24
    ) row`,
  "/rpc": `
    select coalesce(json_agg(row), '[]')::text as body
    from (select * from public.bench_cheapest(($1::text::json ->> 'lowest')::int) limit 1000) row`,
  "/insert": `
    with row as (
      insert into public.bench_notes (body) select body from json_to_record($1::text::json) as given (body text) returning *
    )
    select coalesce(json_agg(row), '[]')::text as body from row`,
};

serve(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const statement = STATEMENTS[pathname];
  if (statement === undefined) return response.writeHead(404).end();
  const parameter =
    request.method === "POST"
      ? await readBody(request)
      : (searchParams.get(pathname === "/point" ? "id" : "category") ?? "");
  const [row] = await sql.unsafe<{ body: string }[]>(statement, [parameter], PREPARED);
  const status = pathname === "/insert" ? 201 : 200;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(row?.body);
});

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
