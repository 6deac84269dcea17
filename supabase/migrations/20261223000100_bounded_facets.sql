-- Lists, totals and counts of a large shop read no more products than so many, whatever facets a visitor combines: the
-- planner takes facets for independent of each other, and read everything where they exclude one another.

create or replace function private.facet_condition(keys text[], low numeric, high numeric, facet text) returns text
language plpgsql stable set search_path = '' as $$
declare
  -- Each key is compared with each of the product's.
  max_keys constant integer := 60;
  in_range text[];
  conditions text[] := '{}';
begin
  if keys <> '{}' then
    conditions := array['facet_keys && ' || quote_literal(keys) || '::text[]'];
  end if;
  if low is not null or high is not null then
    in_range := array(
      select f.key from private.facet_values f
      where f.attribute = facet and f.number between coalesce(low, 0) and coalesce(high, 'infinity') limit max_keys + 1
    );
    conditions := conditions || case
      when cardinality(in_range) <= max_keys then 'facet_keys && ' || quote_literal(in_range) || '::text[]'
      else format(
        'exists (select from unnest(facet_keys) k where starts_with(k, %L) and split_part(k, '':'', 2)::numeric between %s and %s)',
        facet || ':', coalesce(low, 0), coalesce(high, 1e12))
    end;
  end if;
  return array_to_string(conditions, ' and ');
end
$$;
comment on function private.facet_condition(text[], numeric, numeric, text) is 'The condition that a product has one of these keys, and a number within the range. The keys of a range come from facet_values; of more than 60 the numbers of the product are compared.';

create function private.plan_products(condition text) returns real
language plpgsql volatile set search_path = '' as $$
declare
  plan json;
begin
  execute 'explain (format json) select from public.products where ' || condition into plan;
  return greatest(1, (plan -> 0 -> 'Plan' ->> 'Plan Rows')::real);
end
$$;
comment on function private.plan_products(text) is 'How many products the planner expects to meet a condition: good for one column, and taking facets for independent of each other.';

create function private.index_facet(keys text[], low numeric, high numeric, facet text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  max_keys constant integer := 500;
  few_keys constant integer := 10;
  -- Entries of the index times keys: about 30 ms.
  max_compared constant numeric := 3000000;
  in_range text[];
  has_any text;
  conditions text[] := '{}';
begin
  if keys <> '{}' then
    conditions := array['facet_keys && ' || quote_literal(keys) || '::text[]'];
  end if;
  if low is not null or high is not null then
    in_range := array(
      select f.key from private.facet_values f
      where f.attribute = facet and f.number between coalesce(low, 0) and coalesce(high, 'infinity') limit max_keys + 1
    );
    has_any := 'facet_keys && ' || quote_literal(in_range) || '::text[]';
    if cardinality(in_range) <= few_keys or cardinality(in_range) <= max_keys
      and cardinality(in_range) * private.plan_products(has_any) <= max_compared then
      conditions := conditions || has_any;
    end if;
  end if;
  return nullif(array_to_string(conditions, ' and '), '');
end
$$;
comment on function private.index_facet(text[], numeric, numeric, text) is 'What the index of facet_keys finds of a facet (facet_condition) at a bounded cost: it compares each entry with each key. Null where a range has too many of both.';

create function private.list_indexed_facets(facets text[]) returns table (facet text, condition text, indexed text)
language sql volatile set search_path = '' as $$
  select f.facet, private.facet_condition(f.keys, f.low, f.high, f.facet), private.index_facet(f.keys, f.low, f.high, f.facet)
  from (
    select r.facet, coalesce(array_agg(r.key order by r.key) filter (where r.key is not null), '{}') as keys,
      max(r.low) as low, min(r.high) as high
    from private.read_facets(facets) r
    where r.is_known
    group by r.facet
  ) f
  order by f.facet
$$;
comment on function private.list_indexed_facets(text[]) is 'The facets as list_facet_conditions has them, with what the index finds of each (index_facet).';

create function private.choose_candidates(plain text, indexed text, max_read integer) returns text
language plpgsql volatile set search_path = '' as $$
begin
  return case
    when plain = '' then coalesce(nullif(indexed, ''), 'true')
    when indexed = '' or private.plan_products(plain) < max_read then plain
    else indexed
  end;
end
$$;
comment on function private.choose_candidates(text, text, integer) is 'The condition by which the candidates of a list are read: its plain filters, if few products meet them, or else what the index finds of its facets (list_indexed_facets).';

create function private.select_candidates(condition text, max_read integer) returns text
language sql immutable set search_path = '' as $$
  select format(
    'from (
       select id, created_at, price, rating, review_count, category_id, in_stock, is_new, facet_keys
       from public.products where %s limit %s
     ) p', condition, max_read)
$$;
comment on function private.select_candidates(text, integer) is 'The FROM clause of at most so many products p that meet a condition.';

create function private.estimate_products(condition text) returns real
language plpgsql volatile set search_path = '' as $$
declare
  sampled_products constant real := 5000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  matches integer;
begin
  -- Blocks from all over the table: the first ones would be those of one delivery.
  execute format(
    'select count(*) from public.products tablesample system (%s) repeatable (1) where %s',
    least(100, 100 * sampled_products / products), condition
  ) into matches;
  return matches * greatest(1, products / sampled_products);
end
$$;
comment on function private.estimate_products(text) is 'How many products meet a condition, from a sample of 5,000.';

create function private.walk_products(source text, condition text, order_by text, max_walked integer, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  found uuid[];
begin
  execute format(
    'select array(select p.id from (
       select id, created_at, price, rating, review_count, category_id, in_stock, is_new, facet_keys
       from public.products where %s order by %s limit %s
     ) p where %s order by %2$s limit %s)', source, order_by, max_walked, condition, max_rows
  ) into found;
  return found;
end
$$;
comment on function private.walk_products(text, text, text, integer, integer) is 'The ids of the first products that meet a condition, among so many of an order. source: what the index of the order itself finds.';

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
  -- 1. The page is expected among the first products of the order. The newest lie together, the others each in a block.
  walked := (first_row + rows) * private.plan_products(source) / private.plan_products(condition);
  if walked < max_walked and walked * (case when order_by like 'created_at%' then 0.2 else 1 end)
    < least(private.plan_products(candidate), max_read) then
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
comment on function public.list_faceted_products(text[], text, uuid, integer, integer, boolean, boolean, text, integer, integer) is 'The ids of a page of the products that meet the filters and the facets (read_facets). sort: newest, price-asc, price-desc or rating; null is the order of the search. In a shop of more than 20,000 products, of facets that more than 5,000 have, those are listed that are among the first 20,000 of the order, then those among 5,000 with the facets.';

create function private.count_faceted_products(plain text, facets text[]) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1 set search_path = ''
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off as $$
declare
  max_read constant integer := 1000;
  condition text;
  indexed text;
  read_by text;
  read integer;
begin
  select string_agg(f.condition, ' and '), coalesce(string_agg(f.indexed, ' and '), '') into condition, indexed
  from private.list_indexed_facets(facets) f;
  read_by := private.choose_candidates(plain, indexed, max_read);
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
comment on function private.count_faceted_products(text, text[]) is 'The number of products that meet the filters and the facets: exact where at most 1,000 products have the facets or meet the filters, otherwise estimated from those that are read first.';

create or replace function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null,
  facets text[] default '{}'
) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1 set search_path = '' as $$
declare
  large_shop constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  faceted constant text := private.filter_products(null, null, null, false, false, false, facets);
  plain constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
  filters constant text := concat_ws(' and ', nullif(plain, ''), nullif(faceted, ''));
begin
  if search = '' and category is not null and filters = private.filter_products(category, null, null, false, false, false) then
    -- Whatever the size of the category, and exact: the triggers of products keep these numbers.
    return query
      select coalesce(sum(n.product_count), 0)::integer, true from private.category_product_counts n
      where n.category_id = any (private.category_and_descendants(count_products.category));
  elsif search <> '' then
    return query select * from private.count_found_products(search, filters);
  elsif faceted <> '' and products > large_shop then
    return query select * from private.count_faceted_products(plain, facets);
  else
    return query select * from private.count_up_to_limit('from public.products p where ' || coalesce(nullif(filters, ''), 'true'));
  end if;
end
$$;
comment on function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer, text[]) is 'The number of products that match all conditions, by the rule of count_up_to_limit; of a search by that of count_found_products, with facets in a shop of more than 20,000 products by that of count_faceted_products.';

drop function private.count_facet_values(text, text[], integer);
create function private.count_facet_values(
  filters text, conditions text[], indexed text[], omitted integer, max_read integer, out counts jsonb, out is_exact boolean
) language plpgsql volatile set search_path = ''
set enable_seqscan = on set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  condition constant text := concat_ws(' and ', coalesce(nullif(filters, ''), 'true'), (
    select string_agg(c.condition, ' and ') from unnest(conditions) with ordinality c (condition, n) where c.n <> omitted));
  all_indexed constant text := coalesce((
    select string_agg(c.condition, ' and ') from unnest(indexed) with ordinality c (condition, n) where c.n <> omitted), '');
  read_by text;
  read integer;
  scale real;
begin
  is_exact := true;
  if max_read is null then
    execute format(
      'select jsonb_object_agg(k.key, k.total) from (
         select k.key, count(*) as total from (select facet_keys from public.products where %s) p, unnest(p.facet_keys) k (key) group by k.key
       ) k', condition
    ) into counts;
    return;
  end if;
  perform set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('enable_indexonlyscan', 'off', true);
  read_by := private.choose_candidates(coalesce(filters, ''), all_indexed, max_read);
  execute format(
    'with candidates as materialized (select p.facet_keys, %s as is_met %s)
     select (select count(*) from candidates), (
       select jsonb_object_agg(k.key, k.total) from (
         select k.key, count(*) as total from candidates c, unnest(c.facet_keys) k (key) where c.is_met group by k.key
       ) k
     )', condition, private.select_candidates(read_by, max_read + 1)
  ) into read, counts;
  is_exact := read <= max_read;
  if not is_exact then
    scale := greatest(1, private.plan_products(read_by) / read);
    select jsonb_object_agg(c.key, round(c.value::integer * scale)) into counts from jsonb_each(counts) c;
  end if;
end
$$;
comment on function private.count_facet_values(text, text[], text[], integer, integer) is 'The number of products of each facet key among those that meet the filters and the conditions, but for one of these; estimated from so many candidates if there are more. Null reads all.';

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
    select v.totals, v.counts into sample_totals, sample_counts
    from private.sample_facet_values(filters, conditions, 1 / scale) v;
  end if;
  -- The products that meet all conditions (0), and for each chosen facet those that meet the others: the values that
  -- could be chosen besides. In a large shop sets that are frequent in the sample are counted there, and of a rarer one
  -- no more products are read than all sets may.
  for number in 0 .. cardinality(names) loop
    estimated[number] := is_large and sample_totals[number + 1] > min_sampled;
    if estimated[number] then
      select jsonb_object_agg(c.key, round(c.value::integer * scale)) into set_counts
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
comment on function public.list_facets(text, uuid, integer, integer, boolean, boolean, text[]) is 'The facets of a list, at most 12 of 40 values each, with the number of products of each value: those that meet the other filters and facets. In a shop with more than 20,000 products exact where at most 1,000 have the other facets, otherwise estimated; of a search, from its 2,000 best matches.';

revoke execute on all functions in schema private from public;
grant execute on function
  private.index_facet(text[], numeric, numeric, text),
  private.list_indexed_facets(text[]),
  private.plan_products(text),
  private.choose_candidates(text, text, integer),
  private.select_candidates(text, integer),
  private.estimate_products(text),
  private.walk_products(text, text, text, integer, integer),
  private.count_faceted_products(text, text[]),
  private.count_facet_values(text, text[], text[], integer, integer)
  to anon, authenticated, service_role;
