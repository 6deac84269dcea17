-- The filters of a search were checked for every match of its words: of a word that one percent of a million products
-- have, 10,000, and as many again for the total and for the counts of the facets.

create or replace function private.find_products(
  match text, rest text, filters text, is_indexed boolean, needs_newest boolean, max_rows integer
) returns uuid[]
language plpgsql stable
-- The planner underestimates frequent patterns, and would sort what it reads in order.
set search_path = '' set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  max_sampled constant integer := 1000;
  max_probed constant integer := greatest(1000, 2 * max_rows);
  max_matches constant integer := greatest(5000, 2 * max_rows);
  -- Of the matches of a large shop the filters are checked for no more, besides those among the newest products.
  max_filtered constant integer := 2000;
  max_read integer;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  newest_first constant text := ' order by p.created_at desc, p.id limit ' || max_rows;
  whole constant text := match || ' and ' || rest;
  walked integer := 20000;
  is_part constant boolean := filters <> '' and products > 20000;
  sampled integer;
  matches integer;
  newest uuid[] := '{}';
  found uuid[];
begin
  execute 'select count(*) ' || private.select_newest(whole, '', max_sampled) into sampled;
  if is_indexed and not is_part and sampled * products > max_matches * max_sampled then
    -- So far a page that is not the first may lie.
    walked := greatest(walked, 2 * max_rows * max_sampled / sampled);
  end if;
  if not is_indexed or sampled > 0 then
    execute 'select array(select p.id ' || private.select_newest(whole, filters, walked) || newest_first || ')'
      into newest;
    if not is_indexed or cardinality(newest) = max_rows then
      return newest;
    end if;
  end if;
  -- The trigram index finds all matches, or more of them than are worth sorting: a few first, because there may be
  -- thousands of which none meets the rest, such as names among references.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  foreach max_read in array case when is_part then array[max_filtered] else array[max_probed, max_matches] end loop
    execute format(
      'select count(*), (array_agg(m.id order by m.created_at desc, m.id) filter (where m.is_found))[:%s]
       from (select p.id, p.created_at, %s as is_found from public.products p where %s limit %s) m',
      max_rows, concat_ws(' and ', rest, case when is_part then filters end),
      concat_ws(' and ', match, case when not is_part then nullif(filters, '') end), max_read + 1
    ) into matches, found;
    exit when matches <= max_read or found is null or not needs_newest;
  end loop;
  perform set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true);
  if is_part then
    -- What is not among the newest is older.
    return (newest || array(
      select f.id from unnest(found) with ordinality f (id, n) where f.id <> all (newest) order by f.n))[:max_rows];
  end if;
  if matches > max_matches and needs_newest and found is not null then
    -- Many products match and few of the newest.
    execute 'select array(select p.id ' || private.select_newest(whole, filters, null) || newest_first || ')'
      into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.find_products(text, text, text, boolean, boolean, integer) is 'The ids of the newest products p that match, and the rest of the condition, and meet the filters, the newest first. A sample of the newest products tells which is due: frequent matches are found by walking from the newest product, rare ones through the trigram index, which supports the match and not the rest. When there are too many to sort, and the newest are not needed, those of them that were read first are sorted. With filters, in a shop of more than 20,000 products, at most 2,000 matches are read through it. What the index does not support (is_indexed_search) is searched in the 20,000 newest products.';

create or replace function private.find_documents(query tsquery, filters text, max_rows integer, may_leave_head boolean) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  min_head constant integer := 50;
  -- So many matches are read, and those that sell best go on.
  max_read constant integer := greatest(1000, max_rows);
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  meets_filters constant text := coalesce(
    'where exists (select from public.products f where f.id = d.product_id and ' || nullif(filters, '') || ')', '');
  -- The filters are checked for no more matches of a large shop.
  limited constant text := case when filters <> '' and products > 20000 then 'limit 4000' else '' end;
  in_head integer;
  found uuid[];
begin
  if query is null then
    return '{}';
  end if;
  execute format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from (
         select d.product_id, d.sales from private.product_documents d where d.is_head and d.words @@ %L::tsquery %s
       ) d %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', query, limited, meets_filters, max_read, max_rows
  ) into found;
  if not may_leave_head or products <= 20000 or cardinality(found) >= min_head then
    return found;
  end if;
  if filters <> '' then
    -- A frequent word is not looked for everywhere because few of its products meet the filters.
    execute format(
      'select count(*) from (select from private.product_documents d where d.is_head and d.words @@ %L::tsquery limit %s) m',
      query, min_head
    ) into in_head;
    if in_head >= min_head then
      return found;
    end if;
  end if;
  execute format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from (
         select d.product_id, d.sales from private.product_documents d where d.words @@ %L::tsquery %s
       ) d %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', query, limited, meets_filters, max_rows, max_rows
  ) into found;
  return found;
end
$$;
comment on function private.find_documents(tsquery, text, integer, boolean) is 'Products whose documents match a query and that meet the filters. Frequent words are looked for in the head only, so that a larger shop reads no more; what is rare there, in all documents. The filters of a large shop are checked for 4,000 matches.';

create or replace function private.count_found_products(search text, filters text)
returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1
set search_path = '' set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
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
  total := cardinality((private.search_product_ids(search, filters, max_listed))[:max_listed]);
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
comment on function private.count_found_products(text, text) is 'The number of products that a search finds and that meet the filters: exact below 400 and in a shop of at most 20,000 products, beyond that, and where the filters were checked for a part of the matches, estimated from the newest names.';
