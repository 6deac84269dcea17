-- In a shop of a million products a category of the lowest level with three facets took 27 times as long as in one of 10,000:
-- it has more than the 5,000 products of which all were read, so the index of the facets was read instead, and 20,000
-- products of the order. Few products that meet the plain filters are read as they are up to 12,000, a walk is not made
-- twice, and one by price or rating, of which each product is in another block, is shorter.

CREATE OR REPLACE FUNCTION private.choose_candidates(plain text, indexed text, max_read integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- So few are read whatever the planner expects of the facets, of which it does not know that they go together.
  few constant integer := 5000;
  planned real;
begin
  if plain = '' or indexed = '' then
    return coalesce(nullif(plain, ''), nullif(indexed, ''), 'true');
  end if;
  planned := private.plan_products(plain);
  return case
    when planned < least(few, max_read) or planned < max_read and planned < 4 * private.plan_products(indexed) then plain
    else indexed
  end;
end
$function$;
comment on function private.choose_candidates(text,text,integer) is 'The condition by which the candidates of a list are read: its plain filters, if few products meet them, or else what the index finds of its facets (list_indexed_facets).';

CREATE OR REPLACE FUNCTION public.list_faceted_products(facets text[], search text DEFAULT ''::text, category uuid DEFAULT NULL::uuid, min_price integer DEFAULT NULL::integer, max_price integer DEFAULT NULL::integer, in_stock boolean DEFAULT false, is_new boolean DEFAULT false, sort text DEFAULT NULL::text, row_offset integer DEFAULT 0, row_limit integer DEFAULT 25)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
 SET work_mem TO '16MB'
 SET enable_seqscan TO 'on'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
 SET synchronize_seqscans TO 'off'
AS $function$
declare
  large_shop constant integer := 20000;
  max_read integer := 5000;
  -- Of those that meet the plain filters: reading them is all that it takes.
  max_plain constant integer := 12000;
  -- Products that arrived together lie in the same blocks; those of one price are anywhere.
  max_walked constant integer := case when sort in ('price-asc', 'price-desc', 'rating') then 6000 else 20000 end;
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
  candidate := private.choose_candidates(plain, indexed, max_plain);
  if candidate = plain then
    max_read := max_plain;
  end if;
  -- 1. The page is expected among the first products of the order, and these are fewer than the candidates.
  walked := 3 * (first_row + rows) * private.plan_products(source) / private.plan_products(condition);
  if walked < 3 * least(private.plan_products(candidate), max_read) then
    walked := least(walked, max_walked);
    found := private.walk_products(source, condition, order_by, walked::integer, first_row + rows);
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
      if found is null or walked < max_walked then
        found := private.walk_products(source, condition, order_by, max_walked, first_row + rows);
      end if;
      if cardinality(found) < first_row + rows then
        found := found || array(
          select c.id from unnest(candidates) with ordinality c (id, n) where c.id <> all (found) order by c.n);
      end if;
    end if;
  end if;
  return query select f.id from unnest(found[first_row + 1:first_row + rows]) with ordinality f (id, n) order by f.n;
end
$function$;
comment on function public.list_faceted_products(text[],text,uuid,integer,integer,boolean,boolean,text,integer,integer) is 'The ids of a page of the products that meet the filters and the facets (read_facets). sort: newest, price-asc, price-desc or rating; null is the order of the search. In a shop of more than 20,000 products, of facets that more than 5,000 have, with filters that more than 12,000 meet, those are listed that are among the first 20,000 of the order (6,000 by price or rating), then those among 5,000 with the facets.';

CREATE OR REPLACE FUNCTION private.count_faceted_products(plain text, facets text[])
 RETURNS TABLE(total integer, is_exact boolean)
 LANGUAGE plpgsql
 ROWS 1
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
declare
  max_counted integer := 5000;
  -- Of those that meet the plain filters.
  max_plain constant integer := 12000;
  -- Of more, which are estimated anyway.
  max_read integer := 1000;
  condition text;
  indexed text;
  read_by text;
  read integer;
begin
  select string_agg(f.condition, ' and '), coalesce(string_agg(f.indexed, ' and '), '') into condition, indexed
  from private.list_indexed_facets(facets) f;
  read_by := private.choose_candidates(plain, indexed, max_plain);
  if read_by = plain then
    max_counted := max_plain;
  end if;
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
$function$;
comment on function private.count_faceted_products(text,text[]) is 'The number of products that meet the filters and the facets: exact where fewer than 5,000 products are expected to have the facets, or 12,000 to meet the filters, otherwise estimated from 1,000 that are read first.';

CREATE OR REPLACE FUNCTION public.list_facets(search text DEFAULT ''::text, category uuid DEFAULT NULL::uuid, min_price integer DEFAULT NULL::integer, max_price integer DEFAULT NULL::integer, in_stock boolean DEFAULT false, is_new boolean DEFAULT false, facets text[] DEFAULT '{}'::text[])
 RETURNS TABLE(key text, name text, kind text, unit text, is_exact boolean, options jsonb)
 LANGUAGE plpgsql
 STABLE ROWS 12
 SET search_path TO ''
 SET work_mem TO '16MB'
AS $function$
declare
  max_facets constant integer := 12;
  max_options constant integer := 40;
  large_shop constant integer := 20000;
  min_sampled constant integer := 30;
  max_counted constant integer := 1000;
  max_read constant integer := 4000;
  max_plain constant integer := 10000;
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
    is_whole := filters is not null and private.plan_products(filters) < max_plain;
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
$function$;
comment on function public.list_facets(text,uuid,integer,integer,boolean,boolean,text[]) is 'The facets of a list, at most 12 of 40 values each, with the number of products of each value: those that meet the other filters and facets. In a shop with more than 20,000 products exact where fewer than 10,000 are expected to meet the filters, or at most 1,000 have the other facets, otherwise estimated; of a search, from its 2,000 best matches.';
