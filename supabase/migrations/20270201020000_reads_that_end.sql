-- What lists, totals and searches read of a million products (docs/decisions/0118-reads-that-end.md).

CREATE OR REPLACE FUNCTION private.walk_products(source text, condition text, order_by text, max_walked integer, max_rows integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  found uuid[];
begin
  execute format(
    'select array(select p.id from (
       select id, created_at, price, rating, review_count, category_id, in_stock, is_new, facet_keys
       from public.products where %s order by %s limit %s
     ) p where %s order by %2$s limit %5$s)', source, order_by, max_walked, condition, max_rows
  ) into found;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.estimate_products(condition text)
 RETURNS real
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  sampled_products constant real := 10000;
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
$function$;
comment on function private.estimate_products(text) is 'How many products meet a condition, from a sample of 10,000.';

CREATE OR REPLACE FUNCTION private.choose_candidates(plain text, indexed text, max_read integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- So few are read whatever the planner expects of the facets, of which it does not know that they go together.
  few constant integer := 2000;
  -- An entry of the index of the filters costs so much less than a product, and the index of the facets leaves out others.
  max_entries constant integer := 10 * max_read;
  planned real;
begin
  if plain = '' or indexed = '' then
    return coalesce(nullif(plain, ''), nullif(indexed, ''), 'true');
  end if;
  planned := private.plan_products(plain);
  return case
    when planned < least(few, max_read) then plain
    when planned < max_entries then plain || ' and ' || indexed
    else indexed
  end;
end
$function$;
comment on function private.choose_candidates(text,text,integer) is 'The condition by which the candidates of a list are read: its plain filters, if few products meet them; if not too many do, these together with what the index finds of its facets (list_indexed_facets), or else that alone.';

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
  max_walked constant integer := case when sort in ('price-asc', 'price-desc', 'rating') then 10000 else 20000 end;
  -- More are read on the way to a page than it takes to find out whether it exists.
  max_shown constant integer := 1000;
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
  planned real;
  matching real;
  expected real;
  is_bounded boolean;
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
  planned := private.plan_products(candidate);
  matching := private.plan_products(condition);
  is_bounded := planned > 2 * max_read;
  -- Such a page is beyond all that is read below; the planner, to which facets are independent, does not know it.
  if is_bounded and first_row > max_shown
    and first_row > 4 * private.estimate_products(condition) * (max_walked / products + max_read / planned) then
    return;
  end if;
  -- 1. The page is expected among the first products of the order, and these are fewer than the candidates.
  expected := (first_row + rows) * private.plan_products(source) / matching;
  if 3 * expected < least(planned, max_walked) or is_bounded and expected < max_walked then
    found := private.walk_products(source, condition, order_by, least(3 * expected, max_walked)::integer, first_row + rows);
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
      if found is null or 3 * expected < max_walked then
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
comment on function public.list_faceted_products(text[],text,uuid,integer,integer,boolean,boolean,text,integer,integer) is 'The ids of a page of the products that meet the filters and the facets (read_facets). sort: newest, price-asc, price-desc or rating; null is the order of the search. In a shop of more than 20,000 products, where more than 5,000 have the facets and meet the filters as the indexes find them, those are listed that are among the first 20,000 of the order (10,000 by price or rating), then those among 5,000 with the facets; a page far beyond these has none.';

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
  sampled_products constant real := 10000;
  min_sampled constant integer := 30;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  condition text;
  indexed text;
  read_by text;
  read integer;
begin
  select concat_ws(' and ', nullif(plain, ''), string_agg(f.condition, ' and ')), coalesce(string_agg(f.indexed, ' and '), '')
  into condition, indexed
  from private.list_indexed_facets(facets) f;
  read_by := private.choose_candidates(plain, indexed, max_plain);
  if read_by = plain then
    max_counted := max_plain;
  end if;
  if private.plan_products(read_by) < max_counted then
    max_read := max_counted;
  elsif private.plan_products(condition) * sampled_products > min_sampled * products / 2 then
    -- Many products match: the sample of which the facets are counted tells how many, without the index of the facets.
    total := private.estimate_products(condition);
    is_exact := false;
    if total * sampled_products > min_sampled * products then
      return next;
      return;
    end if;
  end if;
  execute format('select count(*), count(*) filter (where %s) %s', condition, private.select_candidates(read_by, max_read + 1))
  into read, total;
  is_exact := read <= max_read;
  if not is_exact then
    total := total * greatest(1, private.estimate_products(read_by) / read);
  end if;
  return next;
end
$function$;
comment on function private.count_faceted_products(text,text[]) is 'The number of products that meet the filters and the facets: exact where fewer than 5,000 products are expected to have the facets, with filters that fewer than 120,000 meet, and otherwise estimated, from the sample of which the facets are counted or, if few of it match, from 1,000 with the facets.';

CREATE OR REPLACE FUNCTION private.find_products(match text, rest text, filters text, is_indexed boolean, needs_newest boolean, max_rows integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
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
  -- So many rows are read through the trigram index, and so many names instead of more: a name costs a hundredth of a row.
  max_alike constant integer := 5000;
  max_walked constant integer := 100000;
  -- What the trigram index takes for a match: «vis bo» is any name with both parts, «vis a bois» too.
  parts constant text[] := array(
    select '%' || w.word || '%'
    from regexp_matches(match, '''((?:[^'']|'''')*)''', 'g') m, regexp_split_to_table(m[1], '[^[:alnum:]]+') w (word)
    -- Less has no trigrams.
    where char_length(w.word) > 2 or char_length(w.word) = 2 and m[1] !~ '[[:alnum:]]{3}');
  alike integer;
  is_frequent boolean;
begin
  execute format('select count(*) filter (where %s), count(*) ', whole)
    || private.select_newest(format('p.search_text like all (%L)', parts), '', max_sampled) into sampled, alike;
  if is_indexed and not is_part and sampled * products > max_matches * max_sampled then
    -- So far a page that is not the first may lie.
    walked := greatest(walked, 2 * max_rows * max_sampled / sampled);
  end if;
  -- Most of what the trigram index finds is no match, and all of it is read, or it finds a large part of the shop.
  is_frequent := alike * products > max_alike::real * max_sampled * (case when alike > 2 * sampled then 1 else 20 end);
  -- Where the trigram index will be read, they are looked for among the newest names only if these are expected to be
  -- enough; where it is not, among more of them at once.
  if is_frequent and is_indexed and needs_newest and not is_part and sampled * walked < max_rows * max_sampled then
    walked := greatest(walked, max_walked);
  end if;
  if not is_indexed or sampled > 0 and (is_part or is_frequent or 2 * sampled * walked >= max_rows * max_sampled) then
    -- The filters of a large shop are checked for so many of these matches, which may be all of them.
    execute 'select array(select p.id ' || case when is_part
        then format('from (select p.id, p.created_at %s order by p.created_at desc, p.id limit %s) p
          where exists (select from public.products f where f.id = p.id and %s)',
          private.select_newest(whole, '', walked), 4 * max_filtered, filters)
        else private.select_newest(whole, filters, walked) end || newest_first || ')'
      into newest;
    if not is_indexed or cardinality(newest) = max_rows then
      return newest;
    end if;
  end if;
  if is_frequent then
    if sampled = 0 or needs_newest and not is_part and walked < max_walked then
      execute 'select array(select p.id '
        || private.select_newest(whole, filters, case when needs_newest then max_walked else walked end) || newest_first || ')'
        into newest;
    end if;
    return newest;
  end if;
  -- The trigram index finds all matches, or more of them than are worth sorting: a few first, because there may be
  -- thousands of which none meets the rest, such as names among references, unless the sample has one that does.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  foreach max_read in array case when is_part then array[max_filtered] when needs_newest and sampled > 0 then array[max_matches]
    else array[max_probed, max_matches] end loop
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
$function$;
comment on function private.find_products(text,text,text,boolean,boolean,integer) is 'The ids of the newest products p that match, and the rest of the condition, and meet the filters, the newest first. A sample of the newest products tells which is due: frequent matches are found by walking from the newest product, rare ones through the trigram index, which supports the match and not the rest. Where it takes thousands of others for matches, as the sample tells, up to 100,000 names are walked over instead, once. When there are too many to sort, and the newest are not needed, those of them that were read first are sorted. With filters, in a shop of more than 20,000 products, at most 8,000 matches of the newest names and 2,000 others are read. What the index does not support (is_indexed_search) is searched in the 20,000 newest products.';

CREATE OR REPLACE FUNCTION private.find_documents(query tsquery, filters text, max_rows integer, may_leave_head boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  min_head constant integer := 50;
  -- So many matches are read, and those that sell best go on.
  max_read constant integer := greatest(1000, max_rows);
  -- In a large shop no more of the documents that have the words anywhere are compared with the query and the filters.
  max_compared constant integer := 4000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  is_large constant boolean := products > 20000;
  anywhere constant tsquery := private.limit_to_weights(query, '');
  head constant text := format(
    '(select d.product_id, d.sales, d.words from private.product_documents d where d.is_head and d.words @@ %L::tsquery %s) d',
    anywhere, case when is_large then 'limit ' || max_compared end);
  meets_all constant text := format('d.words @@ %L::tsquery', query) || coalesce(
    ' and exists (select from public.products f where f.id = d.product_id and ' || nullif(filters, '') || ')', '');
  in_order boolean;
  in_head integer;
  matches integer;
  found uuid[];
  everywhere uuid[];
begin
  if query is null then
    return '{}';
  end if;
  -- Where many products meet the filters, those that sell best are compared with these until there are enough.
  in_order := is_large and filters <> '' and private.plan_products(filters) * max_compared > 2 * max_rows * products;
  execute case when in_order then format(
    -- A scalar subquery is evaluated in this order, and no more often.
    'select array(select m.product_id from (
       select d.product_id, d.sales from %s where d.words @@ %L::tsquery order by d.sales desc, d.product_id
     ) m where (select true from public.products f where f.id = m.product_id and %s)
     order by m.sales desc, m.product_id limit %s)', head, query, filters, max_rows
  ) else format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from %s where %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', head, meets_all, max_read, max_rows
  ) end into found;
  if not may_leave_head or not is_large or cardinality(found) >= min_head then
    return found;
  end if;
  -- A frequent word is not looked for everywhere because few of its products meet the filters, or have it in a name.
  execute format('select count(*), count(*) filter (where d.words @@ %L::tsquery) from %s', query, head) into in_head, matches;
  if in_head >= max_compared or matches >= min_head then
    return found;
  end if;
  execute format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from (
         select d.product_id, d.sales, d.words from private.product_documents d where d.words @@ %L::tsquery limit %s
       ) d where %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', private.expand_beginnings(anywhere), max_compared, meets_all, max_rows, max_rows
  ) into everywhere;
  return case when cardinality(everywhere) > cardinality(found) then everywhere else found end;
end
$function$;
comment on function private.find_documents(tsquery,text,integer,boolean) is 'Products whose documents match a query and that meet the filters. Frequent words are looked for in the head only, so that a larger shop reads no more; what is rare there, in all documents. In a shop of more than 20,000 products 4,000 documents with the words are compared with the parts of a document that the query names, and with the filters: those that sell best first, until enough meet them.';

CREATE OR REPLACE FUNCTION private.search_by_words(query text, filters text, max_rows integer, corrects_known boolean, OUT ids uuid[], OUT is_weak boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  max_ranked constant integer := 200;
  max_partial constant integer := 40;
  -- Two words that are among the properties only are less.
  min_similarity constant numeric := 0.5;
  written constant text := btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g'));
  is_in_name constant text := private.match_name(query);
  word_match constant text := private.match_words(private.to_search_patterns(query));
  is_indexed constant boolean := private.is_indexed_search(query);
  meets_filters constant text := coalesce(
    ' and exists (select from public.products f where f.id = p.id and ' || nullif(filters, '') || ')', '');
  -- «SAH-PER-750», which the shop has: the documents tell what else has or mentions it, without the names of all products.
  is_known_reference constant boolean := written ~ '^[[:alnum:]]+(-[[:alnum:]]+)+$' and written ~ '\d' and (
    exists (select from public.products p where p.reference in (upper(written), lower(written)))
    or exists (select from public.product_variants v where v.reference in (upper(written), lower(written))));
  -- 1. The name contains the query, the newest first.
  named constant uuid[] := case when is_known_reference then '{}' else private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked)
  ) end;
  clauses record;
  lead integer;
  matches uuid[];
  ranked uuid[];
  ranked_named uuid[];
  more uuid[];
begin
  if word_match is null then
    ids := array(
      select r.id from private.rank_products(named[:max_ranked], query, null, null, null)
        with ordinality r (id, is_named, similarity, position)
      order by r.position
    ) || named[max_ranked + 1:];
    is_weak := cardinality(ids) = 0;
    return;
  end if;
  -- 2. The documents contain each word, or what it means.
  clauses := private.parse_search(query, corrects_known);
  matches := private.find_documents(
    private.to_document_query(clauses.exact, clauses.likely, clauses.loose), filters, greatest(max_rows, max_ranked), true
  );
  -- The first of both are sorted; how many rows are asked for does not change which.
  select
    coalesce(array_agg(r.id order by r.position) filter (where r.is_named), '{}'),
    coalesce(array_agg(r.id order by r.position) filter (where not r.is_named), '{}'),
    not bool_or(r.is_named) and max(r.similarity) < min_similarity and cardinality(clauses.exact) > 1
  into ranked_named, ranked, is_weak
  from private.rank_products(
    array(select unnest(named[:max_ranked]) union select unnest(matches[:max_ranked])),
    query, clauses.exact, clauses.likely, clauses.loose
  ) with ordinality r (id, is_named, similarity, position);
  is_weak := coalesce(is_weak, false);
  if not is_weak and cardinality(ranked_named) = 0 and cardinality(ranked) > 0 and cardinality(clauses.exact) > 1 then
    -- «tôle plastique» is no plastic box that replaces one of sheet metal: its thing is in the description only.
    lead := (
      select w.position from unnest(private.split_query(query)) with ordinality w (word, position)
      where w.word ~ '^\D{2,}$' and not private.is_attributive(w.word) order by w.position limit 1);
    -- «vis 5x50» are not only plugs that have such screws with them: with a size the thing is what names begin with.
    is_weak := coalesce((
      select not case when array_to_string(clauses.exact, ' ') ~ '''\d' then ts_filter(d.words, '{a}') else ts_filter(d.words, '{a,b,c}') end @@
        private.or_query(private.or_query(clauses.exact[lead], clauses.likely[lead]), clauses.loose[lead])
      from private.product_documents d where d.product_id = ranked[1]), false);
    if is_weak then
      -- The words of a reference are beside those of the description.
      execute format('select not (%s) from public.products p where p.id = $1', word_match) into is_weak using ranked[1];
    end if;
  end if;
  ids := ranked_named;
  if cardinality(named) > max_ranked then
    ids := ids || array(
      select n.id from unnest(named) with ordinality n (id, position) where n.id <> all (ranked_named) order by n.position
    );
  end if;
  if cardinality(ids) >= max_rows then
    return;
  end if;
  -- 3. A reference or a bar code, of the product or of a variant, is the query.
  execute 'select array(
      select p.id from public.products p where p.id in (
        select r.id from public.products r where r.reference = any ($1)
        union select r.id from public.products r where r.barcode = any ($1)
        union select v.product_id from public.product_variants v where v.reference = any ($1)
        union select v.product_id from public.product_variants v where v.barcode = any ($1)
      ) and p.id <> all ($2)' || meets_filters || ' order by p.created_at desc, p.id limit 100)'
    into more using array[upper(written), lower(written)], ids;
  is_weak := is_weak and cardinality(more) = 0;
  ids := ids || more;
  ids := ids || array(
    select m.id from unnest(ranked || matches[max_ranked + 1:]) with ordinality m (id, position)
    where m.id <> all (ids) order by m.position
  );
  if cardinality(ids) >= max_rows or is_known_reference then
    return;
  end if;
  -- 4. The name or the reference contains each word somewhere within its words.
  more := private.find_products(
    word_match, 'not (' || is_in_name || ')', filters,
    is_indexed or char_length(private.normalize_search_text(written)) = 2, false, greatest(max_rows, max_partial)
  );
  ids := ids || array(
    select m.id from unnest(more) with ordinality m (id, position) where m.id <> all (ids) order by m.position
  );
  is_weak := is_weak or cardinality(ids) = 0;
end
$function$;
comment on function private.search_by_words(text,text,integer,boolean) is 'The products that search_product_ids finds by all words of the query, with words that the shop knows taken as they are or as mistakes. A reference that the shop has is looked for in references and documents only. is_weak: there are none, or the words are together in descriptions and properties only.';

CREATE OR REPLACE FUNCTION private.list_bought_together(product uuid)
 RETURNS TABLE(id uuid, place bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 4
 SET search_path TO ''
AS $function$
  with orders as (
    select distinct l.order_id
    from (select i.order_id from public.order_items i where i.product_id = list_bought_together.product limit 200) l
  ), others as materialized (
    select i.order_id, i.product_id
    from orders o join public.order_items i on i.order_id = o.order_id
    where i.product_id <> list_bought_together.product
  ), frequent as materialized (
    select o.product_id from others o group by o.product_id having count(distinct o.order_id) >= 3
  )
  select i.product_id, row_number() over (order by count(distinct i.order_id) desc, i.product_id)
  from frequent f
  join others i on i.product_id = f.product_id
  join public.orders o on o.id = i.order_id and o.status <> 'cancelled'
  group by i.product_id
  -- Fewer would tell what somebody has bought.
  having count(distinct i.order_id) >= 3
  order by count(distinct i.order_id) desc, i.product_id
  limit 4
$function$;

CREATE OR REPLACE FUNCTION public.list_highest_stocks(skip integer DEFAULT 0, take integer DEFAULT 25)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
declare
  sampled_products constant integer := 10000;
  -- Many products may have the same stock.
  max_read constant integer := 20000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  first_row constant integer := least(greatest(skip, 0), 10000);
  rows constant integer := least(greatest(take, 0), 100);
  -- So many products of the sample have the stock of all that are shown.
  shown_sampled constant integer := ceil(2 * (first_row + rows) * sampled_products / products);
  sampled integer[] := '{}';
  margin integer;
  found uuid[];
begin
  if products > 20000 then
    execute format(
      'select array(select stock from public.products tablesample system (%s) repeatable (1) order by stock desc limit %s)',
      100 * sampled_products / products, 20 + shown_sampled
    ) into sampled;
  end if;
  -- So many products have at least this stock that the page is probably among them, or else with more of them.
  foreach margin in array array[2, 20] loop
    execute format(
      'select array(select p.id from (select id, stock, name from public.products where stock >= %s limit %s) p
       order by p.stock desc, p.name, p.id limit %s)',
      coalesce(sampled[margin + shown_sampled], sampled[cardinality(sampled)], 0), max_read, first_row + rows
    ) into found;
    exit when cardinality(sampled) = 0 or cardinality(found) = first_row + rows;
  end loop;
  return query select f.id from unnest(found[first_row + 1:]) with ordinality f (id, n) order by f.n;
end
$function$;
comment on function public.list_highest_stocks(integer,integer) is 'The ids of the products with the highest stocks, for the list of the back office. In a shop of more than 20,000 products a sample tells from which stock on they are read, first of few, and the pages end where these end. At most 100 rows.';
