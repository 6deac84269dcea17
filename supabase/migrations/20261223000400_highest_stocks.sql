-- The products by falling stock were all read and sorted, which ended in the statement timeout at a million. A BRIN index
-- has the highest stock of each block, so a statement reads the blocks with the highest ones; unlike a btree it lets an
-- order update the row of a product without new index entries (HOT).
do $$
begin
  -- Postgres 15 would write them all the same.
  if current_setting('server_version_num')::integer >= 160000 then
    create index products_stock_idx on public.products using brin (stock) with (pages_per_range = 1, autosummarize = on);
  end if;
end
$$;

create function public.list_highest_stocks(skip integer default 0, take integer default 25) returns setof uuid
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  sampled_products constant integer := 10000;
  -- Many products may have the same stock.
  max_read constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  first_row constant integer := least(greatest(skip, 0), 10000);
  rows constant integer := least(greatest(take, 0), 100);
  level integer := 0;
begin
  if products > 20000 then
    -- So many products have at least this stock that the page is among them: twice as many, but for the chance of a sample.
    execute format(
      'select min(s.stock) from (
         select stock from public.products tablesample system (%s) repeatable (1) order by stock desc limit %s
       ) s', 100 * sampled_products / products, 20 + ceil(2 * (first_row + rows) * sampled_products / products)
    ) into level;
  end if;
  return query execute format(
    'select p.id from (select id, stock, name from public.products where stock >= %s limit %s) p
     order by p.stock desc, p.name, p.id offset %s limit %s', coalesce(level, 0), max_read, first_row, rows);
end
$$;
comment on function public.list_highest_stocks(integer, integer) is 'The ids of the products with the highest stocks, for the list of the back office. In a shop of more than 20,000 products a sample tells from which stock on they are read, and the pages end where these end. At most 100 rows.';
revoke execute on function public.list_highest_stocks(integer, integer) from public, anon;
grant execute on function public.list_highest_stocks(integer, integer) to authenticated, service_role;
