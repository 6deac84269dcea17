-- A page with facets is read at once: the list, its total and the counts of the facets, which each read the same
-- products before (docs/decisions/0124-pages-with-facets.md).

drop function private.count_faceted_products(text, text[]);
drop function private.sample_facet_values(text, text[], double precision);
drop function private.count_facet_values(text, text[], text[], integer, integer);
drop function private.choose_candidates(text, text, integer);
drop function private.select_candidates(text, integer);

-- Conditions with few keys first, as each key is compared with each of a product's.
create or replace function private.list_facet_conditions(facets text[])
returns table (facet text, condition text)
language sql stable set search_path = '' as $$
  select f.facet, f.condition
  from (
    select r.facet, private.facet_condition(
      coalesce(array_agg(r.key order by r.key) filter (where r.key is not null), '{}'), max(r.low), min(r.high), r.facet
    ) as condition
    from private.read_facets(facets) r
    where r.is_known
    group by r.facet
    offset 0
  ) f
  order by char_length(f.condition), f.facet
$$;

create or replace function private.list_indexed_facets(facets text[])
returns table (facet text, condition text, indexed text)
language sql set search_path = '' as $$
  select c.*
  from (
    select f.facet, private.facet_condition(f.keys, f.low, f.high, f.facet) as condition,
      private.index_facet(f.keys, f.low, f.high, f.facet) as indexed
    from (
      select r.facet, coalesce(array_agg(r.key order by r.key) filter (where r.key is not null), '{}') as keys,
        max(r.low) as low, min(r.high) as high
      from private.read_facets(facets) r
      where r.is_known
      group by r.facet
    ) f
    offset 0
  ) c
  order by char_length(c.condition), c.facet
$$;

create function private.count_facet_sets(
  source text, filters text, facets text[], conditions text[], order_by text, max_rows integer,
  out read integer, out totals integer[], out ids uuid[], out counts jsonb
)
language plpgsql stable set search_path = '' set work_mem = '16MB' set max_parallel_workers_per_gather = 0 as $$
declare
  -- 0 where all conditions are met, n where all but the n-th are, and null elsewhere. Of each product each condition is
  -- evaluated once at most, and seldom the last ones.
  missed text := '0';
  rest text := 'true';
  n integer;
begin
  for n in reverse cardinality(conditions) .. 1 loop
    missed := format('case when %s then %s when %s then %s end', conditions[n], missed, rest, n);
    rest := conditions[n] || ' and ' || rest;
  end loop;
  missed := format('case when %s then %s end', filters, missed);
  execute format(
    'with read as materialized (
       -- Of the others is kept that they were read, and nothing else.
       select p.missed, %s
       from (
         select id, created_at, price, rating, review_count, facet_keys, %s as missed
         from (
           select id, created_at, price, rating, review_count, category_id, in_stock, is_new, is_featured, stock, facet_keys
           from public.products %s
         ) p
         offset 0
       ) p
     )
     select (select count(*) from read),
       array(select count(r.missed) from generate_series(0, %s) n left join read r on r.missed = n group by n order by n),
       array(select r.id from read r where r.missed = 0 order by %s limit %s),
       (select jsonb_object_agg(c.key, c.total) from (
         select k.key, count(*) as total from read r, unnest(r.facet_keys) k (key)
         where r.missed is not null and (r.missed = 0 or split_part(k.key, '':'', 1) = ($1)[r.missed]) group by k.key
       ) c)',
    (
      select string_agg(format('case when p.missed is not null then p.%1$s end as %1$s', c.name), ', ')
      from unnest('{id,created_at,price,rating,review_count,facet_keys}'::text[]) c (name)
    ),
    missed, source, cardinality(conditions), order_by, max_rows
  ) into read, totals, ids, counts using facets;
  for n in 1 .. cardinality(conditions) loop
    totals[n + 1] := totals[n + 1] + totals[1];
  end loop;
  counts := coalesce(counts, '{}');
end
$$;
comment on function private.count_facet_sets(text, text, text[], text[], text, integer) is
  'Reads products («where …») once for all sets of a list with facets: how many were read, and of those that meet the filters how many meet all conditions, how many all but the n-th, the first ids of those that meet all, and the number of products of each facet key. A key of a chosen facet is counted among the products that meet the other conditions, any other key among those that meet all.';

create function private.read_candidates(
  candidate text, max_read integer, condition text, order_by text, max_rows integer,
  out read integer, out total integer, out ids uuid[], out counts jsonb
)
language plpgsql stable set search_path = ''
-- Through bitmaps only: facets are not as independent as the planner takes them to be.
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  sets constant record := private.count_facet_sets(
    format('where %s limit %s', candidate, max_read + 1), condition, '{}', '{}', order_by, max_rows);
begin
  read := sets.read;
  total := sets.totals[1];
  ids := sets.ids;
  counts := sets.counts;
end
$$;
comment on function private.read_candidates(text, integer, text, text, integer) is
  'Of at most so many candidates and one more those that meet a condition: their number, the first ids, and the number of products of each facet key.';

create function private.count_facet_values(filters text, facets text[], conditions text[])
returns jsonb
language plpgsql stable set search_path = '' set max_parallel_workers_per_gather = 0 as $$
declare
  counts jsonb := '{}';
  set_counts jsonb;
begin
  for number in 0 .. cardinality(facets) loop
    execute format(
      'select jsonb_object_agg(k.key, k.total) from (
         select k.key, count(*) as total
         from (select facet_keys from public.products where %s) p, unnest(p.facet_keys) k (key)
         where coalesce(split_part(k.key, '':'', 1) = $1, split_part(k.key, '':'', 1) <> all ($2)) group by k.key
       ) k',
      concat_ws(' and ', filters, (
        select string_agg(c.condition, ' and ') from unnest(conditions) with ordinality c (condition, n) where c.n <> number))
    ) into set_counts using facets[number], facets;
    counts := counts || coalesce(set_counts, '{}');
  end loop;
  return counts;
end
$$;
comment on function private.count_facet_values(text, text[], text[]) is
  'The number of products of each facet key: of a chosen facet among the products that meet the filters and the conditions of the others, of any other facet among those that meet all. It reads them all.';

create function private.count_facets(
  plain text, planned real, facets text[], conditions text[], indexed text[], known jsonb,
  out counts jsonb, out estimated boolean[], out sampled integer, out scale real
)
language plpgsql set search_path = ''
set enable_seqscan = on set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  sampled_products constant integer := 10000;
  -- Each of these is in another block.
  sampled_matches constant integer := 4000;
  min_sampled constant integer := 30;
  max_read constant integer := least(1000, 4000 / (cardinality(facets) + 1));
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  met constant text := coalesce(nullif(plain, ''), 'true');
  sets record;
  is_sampled boolean := false;
  rare record;
  read_by text;
  set_counts jsonb;
  factor real;
begin
  scale := planned / sampled_matches;
  if plain <> '' and facets <> '{}' and 4 * planned < products and scale > 1 then
    -- Facets leave few of a sample of all: of the products that meet the filters those with the first ids, which are
    -- random.
    sets := private.count_facet_sets(
      format('where %s and id < %L limit %s', plain,
        lpad(to_hex(floor(4294967296 / scale)::bigint), 8, '0') || '-0000-0000-0000-000000000000', 2 * sampled_matches),
      'true', facets, conditions, 'id', 0);
    is_sampled := sets.read between sampled_matches / 4 and 2 * sampled_matches - 1;
  end if;
  -- Or so many of all products; where ids are not random, too.
  if not is_sampled then
    scale := greatest(products / sampled_products, 1);
    -- Blocks from all over the table: the first ones would be those of one delivery.
    sets := private.count_facet_sets(
      format('tablesample system (%s) repeatable (1) where %s', 100 / scale, met), 'true', facets, conditions, 'id', 0);
  end if;
  sampled := sets.totals[1];
  counts := '{}';
  -- Sets that are frequent in the sample are counted there; of a rarer one no more products are read than all may.
  for number in 0 .. cardinality(facets) loop
    factor := 1;
    estimated[number] := false;
    if number = 0 and known is not null then
      set_counts := known;
    elsif sets.totals[number + 1] > min_sampled then
      set_counts := sets.counts;
      factor := scale;
      estimated[number] := true;
    else
      read_by := private.choose_candidates(plain, planned, coalesce((
        select string_agg(c.condition, ' and ') from unnest(indexed) with ordinality c (condition, n) where c.n <> number), ''));
      rare := private.read_candidates(read_by, max_read, met || coalesce((
        select string_agg(' and ' || c.condition, '') from unnest(conditions) with ordinality c (condition, n) where c.n <> number
      ), ''), 'id', 0);
      set_counts := rare.counts;
      if rare.read > max_read then
        factor := greatest(1, private.plan_products(read_by) / rare.read);
        estimated[number] := true;
      end if;
    end if;
    select counts || coalesce(jsonb_object_agg(c.key, round(c.value::integer * factor)), '{}') into counts
    from jsonb_each(set_counts) c
    where case when number = 0 then split_part(c.key, ':', 1) <> all (facets) else split_part(c.key, ':', 1) = facets[number] end;
  end loop;
end
$$;
comment on function private.count_facets(text, real, text[], text[], text[], jsonb) is
  'The number of products of each facet key in a large list: of a chosen facet among the products that meet the other conditions, of any other among those that meet all, which may be known. Estimated (0 for the others, n for the n-th chosen facet) from a sample, or from at most 1,000 candidates of what is rare there; with how many of the sample meet all conditions, and how many products one of it stands for.';

create function private.choose_candidates(plain text, planned real, indexed text)
returns text
language sql immutable set search_path = '' as $$
  -- An entry of the index of the filters costs a tenth of a product, and the index of the facets leaves out others.
  select coalesce(nullif(concat_ws(' and ',
    case when planned < 120000 or indexed = '' then nullif(plain, '') end, nullif(indexed, '')), ''), 'true')
$$;
comment on function private.choose_candidates(text, real, text) is
  'The condition by which products with facets are read: the filters with the indexed facets, or the facets alone where more than 120,000 products are expected to meet the filters.';

create function private.order_products(sort text)
returns text
language sql immutable set search_path = '' as $$
  select case sort
    when 'price-asc' then 'price, id'
    when 'price-desc' then 'price desc, id desc'
    when 'rating' then 'rating desc, review_count desc, id'
    else 'created_at desc, id'
  end
$$;

create function private.read_faceted_products(
  plain text, source text, facets text[], sort text, first_row integer, max_rows integer, counts_facets boolean,
  out ids uuid[], out total integer, out is_exact boolean, out names text[], out counts jsonb, out estimated boolean[]
)
language plpgsql set search_path = ''
set enable_seqscan = on set enable_indexscan = on set enable_indexonlyscan = on set synchronize_seqscans = off as $$
declare
  -- So many products that meet the plain filters are read as they are.
  max_whole constant integer := 10000;
  max_read constant integer := 5000;
  -- Products that arrived together lie in the same blocks; those of one price are anywhere.
  max_walked constant integer := case when sort in ('price-asc', 'price-desc', 'rating') then 10000 else 20000 end;
  -- More are read on the way to a page than it takes to find out whether it exists.
  max_shown constant integer := 1000;
  max_counted constant integer := 1000;
  sampled_products constant real := 10000;
  min_sampled constant integer := 30;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  order_by constant text := private.order_products(sort);
  met constant text := coalesce(nullif(plain, ''), 'true');
  planned_plain constant real := case when plain = '' then products else private.plan_products(plain) end;
  conditions text[];
  indexed text[];
  condition text;
  candidate text;
  planned real;
  expected real;
  sampled real;
  is_bounded boolean;
  found uuid[];
  sets record;
  are_read boolean := false;
  counted record;
begin
  select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}'), coalesce(array_agg(f.indexed), '{}')
  into names, conditions, indexed
  from private.list_indexed_facets(facets) f;
  is_exact := true;
  -- 1. Few products meet the plain filters: all of them are read, once for all.
  if planned_plain < max_whole then
    sets := private.count_facet_sets(
      format('where %s limit %s', plain, max_whole + max_whole / 5), 'true', names, conditions, order_by, first_row + max_rows);
    if sets.read < max_whole + max_whole / 5 then
      ids := sets.ids[first_row + 1:];
      total := sets.totals[1];
      counts := sets.counts;
      return;
    end if;
    -- The planner was wrong.
  end if;
  condition := array_to_string(met || conditions, ' and ');
  candidate := private.choose_candidates(plain, planned_plain, array_to_string(indexed, ' and '));
  planned := private.plan_products(candidate);
  -- 2. Few products have the facets: all of these are read.
  if planned < max_read then
    sets := private.read_candidates(candidate, max_read, condition, order_by, max_read);
    is_exact := sets.read <= max_read;
    are_read := true;
  else
    is_exact := false;
  end if;
  if is_exact then
    ids := sets.ids[first_row + 1:first_row + max_rows];
    total := sets.total;
    if counts_facets then
      select c.counts, c.estimated into counts, estimated
      from private.count_facets(plain, planned_plain, names, conditions, indexed, sets.counts) c;
    end if;
    return;
  end if;
  -- 3. They are too many: the counts and the total are those of a sample.
  if counts_facets then
    counted := private.count_facets(plain, planned_plain, names, conditions, indexed, null);
    counts := counted.counts;
    estimated := counted.estimated;
    sampled := counted.sampled;
    total := sampled * counted.scale;
  else
    total := private.estimate_products(condition);
    sampled := total * least(1, sampled_products / products);
  end if;
  is_bounded := planned > 2 * max_read;
  -- A page that is so far behind is beyond all that is read below; the planner, to which facets are independent, does
  -- not know it.
  if max_rows > 0 and not (is_bounded and first_row > max_shown
    and first_row > 4 * total * (max_walked / products + max_read / planned)) then
    expected := (first_row + max_rows) * private.plan_products(source) / private.plan_products(condition);
    -- The page is expected among the first products of the order.
    if 3 * expected < least(planned, max_walked) or is_bounded and expected < max_walked then
      found := private.walk_products(
        source, condition, order_by, least(3 * expected, max_walked)::integer, first_row + max_rows);
    end if;
    if cardinality(found) is distinct from first_row + max_rows then
      if not are_read then
        sets := private.read_candidates(candidate, max_read, condition, order_by, max_read);
        are_read := true;
      end if;
      if sets.read <= max_read then
        found := sets.ids;
        total := sets.total;
        is_exact := true;
      else
        -- Those among the first of the order, and then those that were read.
        if found is null or 3 * expected < max_walked then
          found := private.walk_products(source, condition, order_by, max_walked, first_row + max_rows);
        end if;
        if cardinality(found) < first_row + max_rows then
          found := found || array(
            select c.id from unnest(sets.ids) with ordinality c (id, n) where c.id <> all (found) order by c.n);
        end if;
      end if;
    end if;
    ids := found[first_row + 1:first_row + max_rows];
  end if;
  if sampled <= min_sampled and not is_exact then
    -- Few of the sample match: their share of the candidates tells more.
    if not are_read then
      sets := private.read_candidates(candidate, max_counted, condition, order_by, 0);
      is_exact := sets.read <= max_counted;
    end if;
    total := sets.total * case when is_exact then 1 else greatest(1, private.estimate_products(candidate) / sets.read) end;
  end if;
end
$$;
comment on function private.read_faceted_products(text, text, text[], text, integer, integer, boolean) is
  'A page of the products of a large shop that meet the plain filters and the facets, in an order, with their total and, if it is asked for, the counts of the facets (as private.count_facets). What a walk along the order meets besides the facets is in source. 0 rows are a total.';

create function private.describe_facets(facets text[], names text[], counts jsonb, estimated boolean[])
returns table (key text, name text, kind text, unit text, is_exact boolean, options jsonb)
language sql stable rows 12 set search_path = '' as $$
  with counted as (
    select split_part(c.key, ':', 1) as facet, c.key, c.value::integer as total from jsonb_each(counts) c
    union all
    select r.facet, r.key, 0 from private.read_facets(facets) r where r.is_known and r.key is not null and not counts ? r.key
  ),
  described as (
    select v.*, coalesce(a.name::text, 'Marque') as label, coalesce(a.kind::text, 'choice') as kind, a.unit, f.number as size,
      -- Brands by their number, choices as in their list.
      case when a.id is null then -v.total else ch.n end as place,
      case when a.id is null then coalesce(f.name, split_part(v.key, ':', 2)) else ch.value ->> 'name' end as value_name,
      case when a.id is null then -1 else a.position end as facet_position,
      coalesce(array_position(names, v.facet), 0) as number
    from counted v
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
  select r.facet, min(r.label), min(r.kind), min(r.unit), not coalesce(bool_or(estimated[r.number]), false),
    jsonb_agg(jsonb_build_object('value', split_part(r.key, ':', 2), 'name', r.value_name, 'total', r.total)
      order by r.size, r.place, r.value_name, r.key)
  from ranked r, all_products t
  where (r.rank <= 40 or r.key = any (facets))
    -- A facet that fewer of the products have is no help to choose among them.
    and (r.number > 0 or r.value_count > 1 and r.facet_total >= 0.1 * t.total)
  group by r.facet
  -- The chosen ones, then the brand, then as the owner arranged them.
  order by bool_or(r.number > 0) desc, min(r.facet_position), min(r.label)
  limit 12
$$;
comment on function private.describe_facets(text[], text[], jsonb, boolean[]) is
  'The facets of a list with their values: of the chosen ones these names, from the numbers of products of each key, of which some are estimated (0: those of facets that are not chosen, n: those of the n-th).';

create or replace function public.list_facets(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, facets text[] default '{}'
)
returns table (key text, name text, kind text, unit text, is_exact boolean, options jsonb)
language plpgsql stable rows 12 set search_path = '' as $$
declare
  large_shop constant integer := 20000;
  max_whole constant integer := 10000;
  max_found constant integer := 2000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  plain constant text := private.filter_products(category, min_price, max_price, in_stock, is_new, false);
  planned real;
  names text[];
  conditions text[];
  indexed text[];
  sets record;
  counts jsonb;
  estimated boolean[] := '{}';
begin
  select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}'), coalesce(array_agg(f.indexed), '{}')
  into names, conditions, indexed
  from private.list_indexed_facets(facets) f;
  if search <> '' then
    counts := private.count_facet_values(
      format('id = any (%L::uuid[])', (private.search_product_ids(search, plain, max_found))[:max_found]), names, conditions);
  elsif products <= large_shop then
    counts := private.count_facet_values(coalesce(nullif(plain, ''), 'true'), names, conditions);
  else
    planned := case when plain = '' then products else private.plan_products(plain) end;
    if planned < max_whole then
      sets := private.count_facet_sets(
        format('where %s limit %s', plain, max_whole + max_whole / 5), 'true', names, conditions, 'id', 0);
      counts := case when sets.read < max_whole + max_whole / 5 then sets.counts end;
    end if;
    if counts is null then
      select c.counts, c.estimated into counts, estimated
      from private.count_facets(plain, planned, names, conditions, indexed, null) c;
    end if;
  end if;
  return query select * from private.describe_facets(facets, names, counts, estimated);
end
$$;

create or replace function public.list_faceted_products(
  facets text[], search text default '', category uuid default null, min_price integer default null,
  max_price integer default null, in_stock boolean default false, is_new boolean default false, sort text default null,
  row_offset integer default 0, row_limit integer default 25
)
returns setof uuid
language plpgsql set search_path = '' as $$
declare
  large_shop constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  condition text;
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  rows constant integer := least(greatest(row_limit, 0), 100);
  order_by constant text := private.order_products(sort);
  found uuid[];
begin
  if search = '' and products > large_shop then
    found := (private.read_faceted_products(
      private.filter_products(category, min_price, max_price, in_stock, is_new, false),
      private.filter_walk(category, min_price, max_price, sort), facets, sort, first_row, rows, false)).ids;
    return query select f.id from unnest(found) with ordinality f (id, n) order by f.n;
    return;
  end if;
  condition := coalesce(
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false, facets), ''), 'true');
  if search = '' then
    return query execute format('select p.id from public.products p where %s order by %s offset %s limit %s',
      condition, order_by, first_row, rows);
    return;
  end if;
  found := private.search_product_ids(search, condition, case when sort is null then first_row + rows else 5000 end);
  if sort is null then
    return query select f.id from unnest(found[first_row + 1:first_row + rows]) with ordinality f (id, n) order by f.n;
  else
    return query execute format('select p.id from public.products p where p.id = any ($1) order by %s offset %s limit %s',
      order_by, first_row, rows) using found;
  end if;
end
$$;

create function private.filter_walk(category uuid, min_price integer, max_price integer, sort text)
returns text
language sql stable set search_path = '' as $$
  -- The indexes of the orders begin with the category, and that of prices has the range.
  select concat_ws(' and ', 'true',
    (
      select 'category_id = ' || quote_literal(c.ids[1])
      from (select private.category_and_descendants(category) as ids where category is not null) c
      where cardinality(c.ids) = 1
    ),
    case when sort like 'price-%' then 'price >= ' || min_price end,
    case when sort like 'price-%' then 'price <= ' || max_price end)
$$;
comment on function private.filter_walk(uuid, integer, integer, text) is
  'What of the filters the index of an order begins with: a walk along it meets nothing else.';

drop function private.count_found_products(text, text);

create function private.count_found_products(search text, filters text, known integer default null)
returns table (total integer, is_exact boolean)
language plpgsql rows 1 set search_path = '' set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  price constant record := private.split_price(search);
  max_counted constant integer := 20000;
  max_sampled constant integer := 5000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  max_listed constant integer := case when products <= max_counted then 1000 else 400 end;
  match constant text := private.match_product(search);
  -- The filters of more matches are not checked (find_products).
  max_filtered constant integer := 2000;
  matches integer;
  clauses record;
begin
  if price.rest is not null then
    return query select * from private.count_found_products(
      price.rest,
      concat_ws(' and ',
        nullif(filters, ''), private.filter_products(null, price.min_price, price.max_price, false, false, false)),
      known
    );
    return;
  end if;
  total := least(max_listed, coalesce(known, cardinality(private.search_product_ids(search, filters, max_listed))));
  is_exact := total < max_listed;
  if not is_exact and products <= max_counted then
    clauses := private.parse_search(search, false);
    execute format(
      'select count(*) from public.products p
       where (%s or p.id in (select d.product_id from private.product_documents d where d.words @@ %L::tsquery)) and %s',
      match, private.to_document_query(clauses.exact, clauses.likely, clauses.loose), coalesce(nullif(filters, ''), 'true')
    ) into total;
    is_exact := true;
  elsif not is_exact then
    -- More matches are estimated from the newest names.
    execute 'select count(*) ' || private.select_newest(match, filters, max_sampled) into total;
    total := greatest(max_listed, total * greatest(products, max_sampled) / max_sampled);
  elsif filters <> '' and products > max_counted then
    execute 'select count(*) ' || private.select_newest(match, '', max_sampled) into matches;
    matches := matches * products / max_sampled;
    if matches > max_filtered then
      total := total * (matches::real / max_filtered);
      is_exact := false;
    end if;
  end if;
  return next;
end
$$;
comment on function private.count_found_products(text, text, integer) is
  'The number of products that a search finds and that meet the filters: exact below 400 and in a shop of at most 20,000 products, beyond that, and where the filters were checked for a part of the matches, estimated from the newest names. So many may be known to be found, of at least 1,000 that were looked for.';

create or replace function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null,
  facets text[] default '{}'
)
returns table (total integer, is_exact boolean)
language plpgsql rows 1 set search_path = '' as $$
declare
  large_shop constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  has_facets constant boolean := exists (select from private.read_facets(facets) r where r.is_known);
  plain constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
  filters text;
begin
  if search = '' and not has_facets and category is not null
    and plain = private.filter_products(category, null, null, false, false, false) then
    -- Whatever the size of the category, and exact: the triggers of products keep these numbers.
    return query
      select coalesce(sum(n.product_count), 0)::integer, true from private.category_product_counts n
      where n.category_id = any (private.category_and_descendants(count_products.category));
    return;
  elsif search = '' and has_facets and products > large_shop then
    return query select r.total, r.is_exact from private.read_faceted_products(plain, 'true', facets, null, 0, 0, false) r;
    return;
  end if;
  filters := concat_ws(' and ',
    nullif(plain, ''), nullif(private.filter_products(null, null, null, false, false, false, facets), ''));
  if search <> '' then
    return query select * from private.count_found_products(search, filters);
  else
    return query select * from private.count_up_to_limit('from public.products p where ' || coalesce(nullif(filters, ''), 'true'));
  end if;
end
$$;

create function public.read_catalog_page(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, facets text[] default '{}', sort text default null,
  row_offset integer default 0, row_limit integer default 25
)
returns table (ids uuid[], total integer, is_exact boolean, counted_facets jsonb)
language plpgsql rows 1 set search_path = '' as $$
declare
  large_shop constant integer := 20000;
  -- So many matches of a search are counted by their facets, and so many are sorted in another order than its own.
  max_found constant integer := 2000;
  max_sorted constant integer := 5000;
  -- So many are ranked together (private.search_by_words).
  max_ranked constant integer := 200;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  max_rows constant integer := least(greatest(row_limit, 0), 100);
  plain constant text := private.filter_products(category, min_price, max_price, in_stock, is_new, false);
  names text[];
  conditions text[];
  condition text;
  found uuid[];
  listed uuid[];
  page record;
begin
  if search <> '' then
    select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}') into names, conditions
    from private.list_facet_conditions(facets) f;
    condition := array_to_string(nullif(plain, '') || conditions, ' and ');
    found := private.search_product_ids(search, plain, max_found);
    listed := found;
    -- Which of more matches come first depends on how many are looked for.
    if names <> '{}' or cardinality(found) >= max_ranked then
      listed := private.search_product_ids(
        search, condition, case when sort is null then first_row + max_rows else max_sorted end);
    end if;
    if first_row = 0 and cardinality(listed) < max_rows then
      -- Most searches are not counted: their first page is all that they find.
      total := cardinality(listed);
      is_exact := true;
    else
      select c.total, c.is_exact into total, is_exact
      from private.count_found_products(search, condition, case when names = '{}' then cardinality(found) end) c;
    end if;
    ids := listed[first_row + 1:first_row + max_rows];
    if sort is not null then
      execute format('select array(select p.id from public.products p where p.id = any ($1) order by %s offset %s limit %s)',
        private.order_products(sort), first_row, max_rows) into ids using listed[:max_sorted];
    end if;
    counted_facets := (
      select jsonb_agg(f) from private.describe_facets(
        facets, names, private.count_facet_values(format('id = any (%L::uuid[])', found[:max_found]), names, conditions), '{}') f);
  elsif products > large_shop then
    page := private.read_faceted_products(
      plain, private.filter_walk(category, min_price, max_price, sort), facets, sort, first_row, max_rows, true);
    ids := page.ids;
    total := page.total;
    is_exact := page.is_exact;
    counted_facets := (
      select jsonb_agg(f) from private.describe_facets(facets, page.names, page.counts, page.estimated) f);
  else
    ids := array(select public.list_faceted_products(
      facets, search, category, min_price, max_price, in_stock, is_new, sort, row_offset, row_limit));
    select c.total, c.is_exact into total, is_exact
    from public.count_products(search, category, min_price, max_price, in_stock, is_new, facets => facets) c;
    counted_facets := (
      select jsonb_agg(f) from public.list_facets(search, category, min_price, max_price, in_stock, is_new, facets) f);
  end if;
  ids := coalesce(ids, '{}');
  counted_facets := coalesce(counted_facets, '[]');
  return next;
end
$$;
comment on function public.read_catalog_page(text, uuid, integer, integer, boolean, boolean, text[], text, integer, integer) is
  'A page of a search or of a list with facets, read at once: the ids of its products in the order of the sort or of the search, the total as in count_products, and the facets as in list_facets.';

revoke all on function private.count_facet_sets(text, text, text[], text[], text, integer) from public;
revoke all on function private.read_candidates(text, integer, text, text, integer) from public;
revoke all on function private.count_facet_values(text, text[], text[]) from public;
revoke all on function private.count_facets(text, real, text[], text[], text[], jsonb) from public;
revoke all on function private.choose_candidates(text, real, text) from public;
revoke all on function private.order_products(text) from public;
revoke all on function private.read_faceted_products(text, text, text[], text, integer, integer, boolean) from public;
revoke all on function private.describe_facets(text[], text[], jsonb, boolean[]) from public;
revoke all on function private.filter_walk(uuid, integer, integer, text) from public;
revoke all on function private.count_found_products(text, text, integer) from public;
revoke all on function public.read_catalog_page(
  text, uuid, integer, integer, boolean, boolean, text[], text, integer, integer) from public;
grant execute on function
  private.count_facet_sets(text, text, text[], text[], text, integer),
  private.read_candidates(text, integer, text, text, integer),
  private.count_facet_values(text, text[], text[]),
  private.count_facets(text, real, text[], text[], text[], jsonb),
  private.choose_candidates(text, real, text),
  private.order_products(text),
  private.read_faceted_products(text, text, text[], text, integer, integer, boolean),
  private.describe_facets(text[], text[], jsonb, boolean[]),
  private.filter_walk(uuid, integer, integer, text),
  private.count_found_products(text, text, integer),
  public.read_catalog_page(text, uuid, integer, integer, boolean, boolean, text[], text, integer, integer)
to anon, authenticated, service_role;
