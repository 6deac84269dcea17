-- A first page of a few thousand matches read and sorted all of them; walking along the order finds it among the first
-- products, of which one in some hundreds matches.
create or replace function public.list_faceted_products(
  facets text[], search text default '', category uuid default null, min_price integer default null,
  max_price integer default null, in_stock boolean default false, is_new boolean default false,
  sort text default null, row_offset integer default 0, row_limit integer default 25
) returns setof uuid
language plpgsql volatile set search_path = '' set work_mem = '16MB' set enable_seqscan = on as $$
declare
  max_sorted constant integer := 10000;
  -- In a list of so many matches a page is found sooner by walking along the order than by sorting them all.
  max_walked constant integer := 50000;
  condition constant text := coalesce(
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false, facets), ''), 'true');
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  rows constant integer := least(greatest(row_limit, 0), 100);
  order_by constant text := case sort
    when 'price-asc' then 'price, id'
    when 'price-desc' then 'price desc, id desc'
    when 'rating' then 'rating desc, review_count desc, id'
    else 'created_at desc, id'
  end;
  columns constant text := 'id, created_at, price, rating, review_count, category_id, in_stock, is_new, facet_keys';
  found uuid[];
  sorted uuid[];
  total integer;
  -- A page that is expected among so many products of the order is found sooner by walking than by reading all matches.
  max_expected constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  plan json;
  matches numeric;
  expected numeric;
  walks boolean;
begin
  if search <> '' then
    found := private.search_product_ids(
      search, condition, case when sort is null then first_row + rows else 5000 end);
    if sort is null then
      return query select f.id from unnest(found[first_row + 1:first_row + rows]) with ordinality f (id, n) order by f.n;
    else
      return query execute format('select p.id from public.products p where p.id = any ($1) order by %s offset %s limit %s',
        order_by, first_row, rows) using found;
    end if;
    return;
  end if;
  -- No plan may read all products: the planner takes the facets for independent of each other, which they are not.
  perform set_config('enable_seqscan', 'off', true);
  execute 'explain (format json) select from public.products p where ' || condition into plan;
  matches := greatest((plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric, 1);
  expected := ceil((first_row + rows) * greatest(products, 1)::numeric / matches);
  if expected < max_expected then
    -- Twice as far as expected, of the products whose price is shown: cheap ones come first in the order by price.
    execute format(
      'select array(select w.id from (select %s from public.products p where %s order by %s limit %s) w where %s order by %s offset %s limit %s)',
      columns,
      concat_ws(' and ', 'true', case when sort like 'price-%' then 'price >= ' || min_price end,
        case when sort like 'price-%' then 'price <= ' || max_price end),
      order_by, 2 * expected, condition, order_by, first_row, rows
    ) into found;
    if cardinality(found) = rows then
      return query select f.id from unnest(found) with ordinality f (id, n) order by f.n;
      return;
    end if;
  end if;
  walks := matches > 2 * max_sorted;
  if not walks then
    execute format(
      'with matches as materialized (select %s from public.products p where %s limit %s)
       select count(*), array(select m.id from matches m order by %s offset %s limit %s) from matches',
      columns, condition, max_sorted + 1, order_by, first_row, rows
    ) into total, found;
    walks := total > max_sorted;
  end if;
  if walks then
    execute format(
      'select array(select w.id from (select %s from public.products p order by %s limit %s) w where %s order by %s offset %s limit %s)',
      columns, order_by, max_walked, condition, order_by, first_row, rows
    ) into found;
    if cardinality(found) < rows then
      -- Fewer match than the planner took for granted, or they are old.
      execute format(
        'with matches as materialized (select %s from public.products p where %s limit %s)
         select count(*), array(select m.id from matches m order by %s offset %s limit %s) from matches',
        columns, condition, max_sorted + 1, order_by, first_row, rows
      ) into total, sorted;
      if total <= max_sorted then
        found := sorted;
      end if;
    end if;
  end if;
  return query select f.id from unnest(found) with ordinality f (id, n) order by f.n;
end
$$;
