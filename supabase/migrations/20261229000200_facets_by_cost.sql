-- What facets read is chosen by what it costs, measured at 300,000 products: a product that is walked over costs as much
-- as a candidate, counting 5,000 costs less than a sample, and few products that meet the filters are read once for all
-- sets of facets. See docs/decisions/0085-bounded-facets-and-imports.md.

create or replace function public.list_faceted_products(
  facets text[], search text default '', category uuid default null, min_price integer default null,
  max_price integer default null, in_stock boolean default false, is_new boolean default false,
  sort text default null, row_offset integer default 0, row_limit integer default 25
) returns setof uuid
language plpgsql volatile set search_path = '' set work_mem = '16MB'
set enable_seqscan = on set enable_indexscan = on set enable_indexonlyscan = on
-- A page continues the one before it.
set synchronize_seqscans = off as $$
declare
  large_shop constant integer := 20000;
  max_read constant integer := 5000;
  max_walked constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  plain constant text := private.filter_products(category, min_price, max_price, in_stock, is_new, false);
  condition constant text := coalesce(
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false, facets), ''), 'true');
  indexed text;
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  rows constant integer := least(greatest(row_limit, 0), 100);
  order_by constant text := case sort
    when 'price-asc' then 'price, id'
    when 'price-desc' then 'price desc, id desc'
    when 'rating' then 'rating desc, review_count desc, id'
    else 'created_at desc, id'
  end;
  branch constant uuid[] := case when category is not null then private.category_and_descendants(category) end;
  -- The indexes of the orders begin with the category, and that of prices has the range.
  source constant text := concat_ws(' and ', 'true',
    case when cardinality(branch) = 1 then 'category_id = ' || quote_literal(branch[1]) end,
    case when sort like 'price-%' then 'price >= ' || min_price end,
    case when sort like 'price-%' then 'price <= ' || max_price end);
  found uuid[];
  candidates uuid[];
  candidate text;
  read integer;
  walked real;
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
  if products <= large_shop then
    return query execute format('select p.id from public.products p where %s order by %s offset %s limit %s',
      condition, order_by, first_row, rows);
    return;
  end if;
  select coalesce(string_agg(f.indexed, ' and '), '') into indexed from private.list_indexed_facets(facets) f;
  candidate := private.choose_candidates(plain, indexed, max_read);
  -- 1. The page is expected among the first products of the order, and these are fewer than the candidates.
  walked := (first_row + rows) * private.plan_products(source) / private.plan_products(condition);
  if walked < least(private.plan_products(candidate), max_read) then
    found := private.walk_products(source, condition, order_by, least(3 * walked, max_walked)::integer, first_row + rows);
  end if;
  if cardinality(found) is distinct from first_row + rows then
    -- 2. All products with the facets are read and sorted.
    perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true);
    execute format(
      'with candidates as materialized (select * %s)
       select (select count(*) from candidates), array(select p.id from candidates p where %s order by %s)',
      private.select_candidates(candidate, max_read + 1), condition, order_by
    ) into read, candidates;
    perform set_config('enable_seqscan', 'on', true), set_config('enable_indexscan', 'on', true),
      set_config('enable_indexonlyscan', 'on', true);
    if read <= max_read then
      found := candidates;
    else
      -- 3. They are too many: those among the first of the order, and then those that were read.
      found := private.walk_products(source, condition, order_by, max_walked, first_row + rows);
      if cardinality(found) < first_row + rows then
        found := found || array(
          select c.id from unnest(candidates) with ordinality c (id, n) where c.id <> all (found) order by c.n);
      end if;
    end if;
  end if;
  return query select f.id from unnest(found[first_row + 1:first_row + rows]) with ordinality f (id, n) order by f.n;
end
$$;

create or replace function private.count_faceted_products(plain text, facets text[]) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1 set search_path = ''
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  max_counted constant integer := 5000;
  -- Of more, which are estimated anyway.
  max_read integer := 1000;
  condition text;
  indexed text;
  read_by text;
  read integer;
begin
  select string_agg(f.condition, ' and '), coalesce(string_agg(f.indexed, ' and '), '') into condition, indexed
  from private.list_indexed_facets(facets) f;
  read_by := private.choose_candidates(plain, indexed, max_counted);
  if private.plan_products(read_by) < max_counted then
    max_read := max_counted;
  end if;
  execute format(
    'select count(*), count(*) filter (where %s) %s',
    concat_ws(' and ', nullif(plain, ''), condition), private.select_candidates(read_by, max_read + 1)
  ) into read, total;
  is_exact := read <= max_read;
  if not is_exact then
    total := total * greatest(1, private.estimate_products(read_by) / read);
  end if;
  return next;
end
$$;

create or replace function private.sample_facet_values(
  filters text, conditions text[], share double precision, out totals integer[], out counts jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  sets constant integer[] := array(select generate_series(0, cardinality(conditions)));
  -- Of set n: that all conditions are met but the n-th, which may be.
  met constant text[] := array(
    select coalesce((select string_agg('s.met[' || c.n || ']', ' and ') from generate_subscripts(conditions, 1) c (n) where c.n <> w.n), 'true')
    from unnest(sets) w (n)
  );
begin
  -- Blocks from all over the table: the first ones would be those of one delivery.
  execute format(
    'with s as materialized (
       select facet_keys, array[%s]::boolean[] as met from public.products %s where %s limit %s
     )
     select (select array[%s, count(*)] from s), (
       select jsonb_object_agg(v.n, v.counts) from (
         select k.n, jsonb_object_agg(k.key, k.total) as counts from (%s) k group by k.n
       ) v
     )',
    array_to_string(conditions, ','), case when share is null then '' else format('tablesample system (%s) repeatable (1)', 100 * share) end,
    coalesce(filters, 'true'), case when share is null then '12000' else 'all' end,
    (select string_agg(format('count(*) filter (where %s)', m.condition), ', ' order by m.n) from unnest(met) with ordinality m (condition, n)),
    (
      select string_agg(format(
        'select %s as n, k.key, count(*) as total from s, unnest(s.facet_keys) k (key) where %s group by k.key', m.n - 1, m.condition
      ), ' union all ' order by m.n) from unnest(met) with ordinality m (condition, n)
    )
  ) into totals, counts;
end
$$;

create or replace function public.list_facets(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, facets text[] default '{}'
) returns table (key text, name text, kind text, unit text, is_exact boolean, options jsonb)
language plpgsql stable rows 12 set search_path = '' set work_mem = '16MB' as $$
declare
  max_facets constant integer := 12;
  max_options constant integer := 40;
  large_shop constant integer := 20000;
  min_sampled constant integer := 30;
  max_counted constant integer := 1000;
  max_read constant integer := 4000;
  max_whole constant integer := 12000;
  sampled_products constant integer := 10000;
  max_found constant integer := 2000;
  -- A facet that fewer of the products have is no help to choose among them.
  min_share constant real := 0.1;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  filters text := nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false), '');
  names text[];
  conditions text[];
  indexed text[];
  is_large constant boolean := search = '' and products > large_shop;
  scale constant real := greatest(products / sampled_products, 1);
  sample_totals integer[];
  sample_counts jsonb;
  counts jsonb := '{}';
  set_counts jsonb;
  estimated boolean[] := '{}';
  is_counted boolean;
  is_whole boolean := false;
  number integer;
begin
  select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}'), coalesce(array_agg(f.indexed), '{}')
  into names, conditions, indexed
  from private.list_indexed_facets(facets) f;
  if search <> '' then
    filters := 'id = any (' || quote_literal((private.search_product_ids(search, coalesce(filters, ''), max_found))[:max_found])
      || '::uuid[])';
  end if;
  if is_large then
    -- Few products meet the filters: all of them are read, once for all sets.
    is_whole := filters is not null and private.plan_products(filters) < max_read;
    loop
      select v.totals, v.counts into sample_totals, sample_counts
      from private.sample_facet_values(filters, conditions, case when not is_whole then 1 / scale end) v;
      exit when not is_whole or sample_totals[cardinality(names) + 2] < max_whole;
      -- The planner was wrong, and some were not read.
      is_whole := false;
    end loop;
  end if;
  -- The products that meet all conditions (0), and for each chosen facet those that meet the others: the values that
  -- could be chosen besides. In a large shop sets that are frequent in the sample are counted there, and of a rarer one
  -- no more products are read than all sets may.
  for number in 0 .. cardinality(names) loop
    estimated[number] := is_large and not is_whole and sample_totals[number + 1] > min_sampled;
    if is_whole or estimated[number] then
      select jsonb_object_agg(c.key, round(c.value::integer * case when is_whole then 1 else scale end)) into set_counts
      from jsonb_each(sample_counts -> number::text) c;
    else
      select v.counts, v.is_exact into set_counts, is_counted
      from private.count_facet_values(
        filters, conditions, indexed, number, case when is_large then least(max_counted, max_read / (cardinality(names) + 1)) end
      ) v;
      estimated[number] := not is_counted;
    end if;
    select jsonb_object_agg(c.key, c.value) into set_counts
    from jsonb_each(set_counts) c
    where number = 0 or split_part(c.key, ':', 1) = names[number];
    counts := counts || jsonb_build_object(number::text, coalesce(set_counts, '{}'));
  end loop;
  return query
    with counted as (
      select split_part(c.key, ':', 1) as facet, c.key, c.value::integer as total, s.number
      from jsonb_each(counts) s0 (number, counts)
      cross join lateral (select s0.number::integer as number) s
      cross join lateral jsonb_each(s0.counts) c
      where s.number > 0 or split_part(c.key, ':', 1) <> all (names)
    ),
    chosen as (
      select r.facet, r.key, 0 as total, coalesce(array_position(names, r.facet), 0) as number
      from private.read_facets(facets) r
      where r.is_known and r.key is not null and not exists (select from counted c where c.key = r.key)
    ),
    described as (
      select v.*, coalesce(a.name::text, 'Marque') as label, coalesce(a.kind::text, 'choice') as kind, a.unit, f.number as size,
        -- Brands by their number, choices as in their list.
        case when a.id is null then -v.total else ch.n end as place,
        case when a.id is null then coalesce(f.name, split_part(v.key, ':', 2)) else ch.value ->> 'name' end as value_name,
        case when a.id is null then -1 else a.position end as facet_position,
        v.facet = any (names) as is_chosen
      from (select * from counted union all select * from chosen) v
      left join public.attributes a on a.key = v.facet
      left join private.facet_values f on f.key = v.key
      left join lateral jsonb_array_elements(a.choices) with ordinality ch (value, n)
        on ch.value ->> 'key' = split_part(v.key, ':', 2)
      where v.facet = 'marque' or a.is_filter
    ),
    ranked as (
      select d.*, row_number() over (partition by d.facet order by d.total desc, d.key) as rank,
        sum(d.total) over (partition by d.facet) as facet_total, count(*) over (partition by d.facet) as value_count
      from described d
    ),
    all_products as (
      select max(f.facet_total) as total from (select sum(r.total) as facet_total from described r group by r.facet) f
    )
    select r.facet, min(r.label), min(r.kind), min(r.unit), not bool_or(estimated[r.number]),
      jsonb_agg(jsonb_build_object('value', split_part(r.key, ':', 2), 'name', r.value_name, 'total', r.total)
        order by r.size, r.place, r.value_name, r.key)
    from ranked r, all_products t
    where (r.rank <= max_options or r.key = any (facets))
      and (r.is_chosen or r.value_count > 1 and r.facet_total >= min_share * t.total)
    group by r.facet
    -- The chosen ones, then the brand, then as the owner arranged them.
    order by bool_or(r.is_chosen) desc, min(r.facet_position), min(r.label)
    limit max_facets;
end
$$;

comment on function private.sample_facet_values(text, text[], double precision) is
  'Of a share of all products, or with null of at most 12,000 that meet the filters: how many meet the conditions too (the first total), and but for each of the conditions, and how many were read (the last); and the number of products of each facet key in these sets, {"0": {key: number}}.';
comment on function private.count_faceted_products(text, text[]) is 'The number of products that meet the filters and the facets: exact where fewer than 5,000 products are expected to have the facets or to meet the filters, otherwise estimated from 1,000 that are read first.';
comment on function public.list_facets(text, uuid, integer, integer, boolean, boolean, text[]) is 'The facets of a list, at most 12 of 40 values each, with the number of products of each value: those that meet the other filters and facets. In a shop with more than 20,000 products exact where fewer than 4,000 are expected to meet the filters, or at most 1,000 have the other facets, otherwise estimated; of a search, from its 2,000 best matches.';
