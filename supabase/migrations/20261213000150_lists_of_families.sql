-- A large branch of the tree is a large part of the shop: its first products are among the first of all. They are looked
-- for there, up to a bound, before each category of the branch is asked for its first.

create or replace function public.list_category_products(
  category uuid, sort text default 'newest',
  min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false,
  after uuid default null, row_offset integer default 0, row_limit integer default 25
) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  columns constant text[] := case sort
    when 'price-asc' then '{price,id}'
    when 'price-desc' then '{price,id}'
    when 'rating' then '{rating,review_count,id}'
    else '{created_at,id}'
  end;
  descending constant boolean[] := case sort
    when 'price-asc' then '{f,f}'
    when 'price-desc' then '{t,t}'
    when 'rating' then '{t,t,f}'
    else '{t,f}'
  end;
  filters constant text := concat_ws(' and ',
    'true',
    'p.price >= ' || min_price,
    'p.price <= ' || max_price,
    case when in_stock then 'p.in_stock' end,
    case when is_new then 'p.is_new' end
  );
  conditions constant text := 'p.category_id = c.id and ' || filters;
  shown_limit constant integer := least(greatest(row_limit, 0), 100);
  skipped constant integer := case when after is null then least(greatest(row_offset, 0), 10000) else 0 end;
  branch constant uuid[] := private.category_and_descendants(category);
  own_products bigint;
  all_products bigint;
  walked bigint;
  page_ids uuid[];
  last public.products;
  order_by text;
  starts text[] := '{}';
  start text;
begin
  select string_agg(format('p.%I %s', o.name, case when descending[o.n] then 'desc' else 'asc' end), ', ' order by o.n)
  into order_by
  from unnest(columns) with ordinality o (name, n);
  if after is null and cardinality(branch) > 1 then
    select sum(n.product_count) filter (where n.category_id = any (branch)), sum(n.product_count)
    into own_products, all_products
    from private.category_product_counts n;
    -- Four times as many of the shop's products, in this order, as should contain the page.
    walked := 4 * (skipped + shown_limit) * all_products / nullif(own_products, 0);
    if walked < cardinality(branch) * (skipped + shown_limit)::bigint then
      execute format(
        'select array(
          select p.id from (select * from public.products p order by %1$s limit %2$s) p
          where p.category_id = any ($1) and %3$s order by %1$s offset %4$s limit %5$s
        )', order_by, walked, filters, skipped, shown_limit
      ) into page_ids using branch;
    end if;
    -- They are elsewhere in this order, or few of them pass the filters.
    if cardinality(page_ids) = shown_limit then
      return query select unnest(page_ids);
      return;
    end if;
  end if;
  if after is null then
    starts := array[conditions];
  else
    select * into last from public.products p where p.id = list_category_products.after;
    if not found then
      return;
    end if;
    -- A product comes after the last one by the first column in which they differ. Each of these starts in the index
    -- there; a single condition with `or` would read all products that equal the last one in the first column.
    for i in 1 .. cardinality(columns) loop
      start := conditions;
      for j in 1 .. i - 1 loop
        start := start || format(' and p.%1$I = ($1).%1$I', columns[j]);
      end loop;
      starts := starts || (start
        || format(' and p.%1$I %2$s ($1).%1$I', columns[i], case when descending[i] then '<' else '>' end));
    end loop;
  end if;
  -- The first of each category, by its index, then the first of those: no list is read beyond the page.
  return query execute (
    select format(
      'select p.id from unnest($2) c (id) cross join lateral (%s) p order by %s offset %s limit %s',
      string_agg(
        format('(select p.* from public.products p where %s order by %s limit %s)', s.condition, order_by, skipped + shown_limit),
        ' union all '
      ),
      order_by, skipped, shown_limit
    )
    from unnest(starts) s (condition)
  ) using last, branch;
end
$$;
