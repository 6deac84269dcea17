-- Searches of products that read a bounded number of names, and one rule for counting the rows of lists. See
-- docs/decisions/0035-lists-at-a-million-rows.md.

-- Counting ---------------------------------------------------------------------------------------------------------

create function private.count_up_to_limit(source text) returns table (total integer, is_exact boolean)
-- Volatile, because EXPLAIN is not allowed in any other function.
language plpgsql volatile rows 1 set search_path = '' as $$
declare
  max_exact constant integer := 10000;
  plan json;
begin
  execute 'select count(*) from (select ' || source || ' limit ' || max_exact + 1 || ') counted' into total;
  is_exact := total <= max_exact;
  if not is_exact then
    execute 'explain (format json) select ' || source into plan;
    total := greatest(total, (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric);
  end if;
  return next;
end
$$;
comment on function private.count_up_to_limit(text) is
  'The number of rows of a FROM clause with its conditions: exact up to 10,000, beyond that the planner''s estimate. So counting takes no longer in a larger shop. Every list and figure that is not counted exactly follows this rule.';

create or replace function private.count_rows(counted regclass) returns integer
language sql volatile security definer set search_path = '' as $$
  select total from private.count_up_to_limit('from ' || counted)
$$;
comment on function private.count_rows(regclass) is 'The number of rows of a table, by the rule of count_up_to_limit.';

create or replace function private.count_low_stock() returns integer
language sql volatile security definer set search_path = '' as $$
  select total
  from public.shop_settings s, private.count_up_to_limit(
    case when s.low_stock_threshold <= 20 then 'from public.low_stocks' else 'from public.products' end
      || ' where stock < ' || s.low_stock_threshold
  )
$$;
comment on function private.count_low_stock() is
  'The number of products below the settings'' threshold, by the rule of count_up_to_limit.';

create function public.count_customers() returns table (total integer, is_exact boolean)
language sql volatile rows 1 set search_path = '' as $$
  select c.total, c.total <= 10000 from private.count_rows('public.profiles') c (total)
  where (select private.is_admin())
$$;
comment on function public.count_customers() is
  'The number of customers, by the rule of count_up_to_limit (an estimate is above 10,000); no row for anyone but administrators.';

-- Searching products -----------------------------------------------------------------------------------------------

-- Walking from the newest product reads this index only: a block has 90 names.
drop index public.products_created_at_idx;
create index products_created_at_idx on public.products (created_at desc, id) include (search_text);

create function private.filter_products(
  category uuid, min_price integer, max_price integer, in_stock boolean, is_new boolean, is_featured boolean
) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ',
    'category_id = ' || quote_literal(category),
    'price >= ' || min_price,
    'price <= ' || max_price,
    case when in_stock then 'in_stock' end,
    case when is_new then 'is_new' end,
    case when is_featured then 'is_featured' end)
$$;
comment on function private.filter_products(uuid, integer, integer, boolean, boolean, boolean) is
  'The condition that products meet all the filters; null or false is no filter, and without any the result is empty. The values are literals in the text, so that the plan and the estimate suit them.';

create function private.match_name(query text) returns text
language sql stable set search_path = '' as $$
  -- The query may also occur in the reference: its first occurrence must be on the line of the name.
  select format(
    'p.search_text like %L and strpos(p.search_text, %L) < strpos(p.search_text || e''\n'', e''\n'')',
    private.to_search_pattern(query), private.normalize_search_text(left(query, 100)))
$$;
comment on function private.match_name(text) is 'The condition that the name of a product p contains the query.';

create function private.select_newest(match text, filters text, max_walked integer) returns text
language sql immutable set search_path = '' as $$
  select 'from (select id, created_at, search_text from public.products order by created_at desc, id limit '
    || coalesce(max_walked::text, 'all') || ' offset 0) p where ' || match
    -- The names are read from the index, the columns of the filters only for the names that match.
    || coalesce(' and exists (select from public.products f where f.id = p.id and ' || nullif(filters, '') || ')', '')
$$;
comment on function private.select_newest(text, text, integer) is
  'The FROM and WHERE clauses of the products p that match, among so many of the newest; null for all. Read in order, from the newest.';

create function private.find_products(match text, filters text, is_indexed boolean, max_rows integer) returns uuid[]
language plpgsql stable
-- The planner underestimates frequent patterns, and would sort what it reads in order.
set search_path = '' set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  max_sampled constant integer := 1000;
  max_matches constant integer := greatest(5000, 2 * max_rows);
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  newest_first constant text := ' order by p.created_at desc, p.id limit ' || max_rows;
  walked integer := 20000;
  sampled integer;
  matches integer;
  found uuid[];
begin
  -- The pattern is a literal in the text of the query, so that it can use the trigram index.
  execute 'select count(*) ' || private.select_newest(match, '', max_sampled) into sampled;
  if is_indexed and sampled * products > max_matches * max_sampled then
    -- So far a page that is not the first may lie.
    walked := greatest(walked, 2 * max_rows * max_sampled / sampled);
  end if;
  if not is_indexed or sampled > 0 then
    execute 'select array(select p.id ' || private.select_newest(match, filters, walked) || newest_first || ')'
      into found;
    if not is_indexed or cardinality(found) = max_rows then
      return found;
    end if;
  end if;
  -- The trigram index finds all matches, or more of them than are worth sorting.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  execute format(
    'select count(*), (array_agg(m.id order by m.created_at desc, m.id))[:%s]
     from (select p.id, p.created_at from public.products p where %s limit %s) m',
    max_rows, concat_ws(' and ', match, nullif(filters, '')), max_matches + 1
  ) into matches, found;
  perform set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true);
  if matches > max_matches then
    -- Many products match and few of the newest.
    execute 'select array(select p.id ' || private.select_newest(match, filters, null) || newest_first || ')'
      into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.find_products(text, text, boolean, integer) is
  'The ids of the newest products p that match and meet the filters, the newest first. A sample of the newest products tells which is due: frequent matches are found by walking from the newest product, rare ones through the trigram index. What the index does not support (is_indexed_search) is searched in the 20,000 newest products.';

create function private.is_indexed_search(query text) returns boolean
language sql immutable set search_path = '' as $$
  select private.normalize_search_text(left(query, 100))
    ~ '[[:alnum:]]{3}|[^[:alnum:]][[:alnum:]]{2}|[[:alnum:]]{2}[^[:alnum:]]'
$$;
comment on function private.is_indexed_search(text) is
  'Whether the trigram index can find a query: it has three letters or digits in a row, or two that begin or end a word.';

create or replace function public.search_products_by_name(
  query text, category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false,
  row_offset integer default 0, row_limit integer default 10000
) returns setof public.products
language plpgsql stable rows 50 set search_path = '' as $$
declare
  found constant uuid[] := private.find_products(
    private.match_name(query), private.filter_products(category, min_price, max_price, in_stock, is_new, false),
    private.is_indexed_search(query),
    least(row_offset, 10000) + least(row_limit, 10000)
  );
begin
  return query
    select p.* from public.products p where p.id = any (found[row_offset + 1:]) order by p.created_at desc, p.id;
end
$$;

drop function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean);
create function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null
) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1
set search_path = '' set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  max_counted constant integer := 20000;
  max_sampled constant integer := 5000;
  max_matches constant integer := 4000;
  filters constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
  match constant text := private.match_name(search);
  condition constant text := concat_ws(' and ', case when search <> '' then match end, nullif(filters, ''), 'true');
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  sampled integer;
  estimate integer;
begin
  if search = '' then
    return query select * from private.count_up_to_limit('from public.products p where ' || condition);
    return;
  end if;
  is_exact := true;
  if not private.is_indexed_search(search) then
    execute 'select count(*) ' || private.select_newest(match, filters, max_counted) into total;
  elsif products <= max_counted then
    execute 'select count(*) from public.products p where ' || condition into total;
  else
    -- Each match that the trigram index finds is a block to read, the names of the newest products are a few.
    execute 'select count(*) ' || private.select_newest(match, '', max_sampled) into sampled;
    estimate := sampled * products / max_sampled;
    if estimate > max_matches and filters <> '' then
      execute 'select count(*) ' || private.select_newest(match, filters, max_counted) into sampled;
      -- So few would be no estimate.
      estimate := case when sampled >= 10 then sampled * products / max_counted else 0 end;
      is_exact := sampled < 10;
    else
      is_exact := estimate <= max_matches;
    end if;
    if is_exact then
      perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
        set_config('enable_seqscan', 'off', true);
      execute format(
        'select count(*) from (select from public.products p where %s limit %s) counted', condition, max_matches + 1
      ) into total;
    end if;
    if total > max_matches then
      is_exact := false;
    end if;
    total := coalesce(total, estimate);
  end if;
  return next;
end
$$;
comment on function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer) is
  'The number of products that match all conditions, by the rule of count_up_to_limit; the search as in search_products_by_name. In a shop with more than 20,000 products, the matches of a search are counted exactly up to 4,000 and beyond that estimated from the newest products.';

-- In use by no function any more.
drop function private.catalog_source(text, uuid, integer, integer, boolean, boolean, boolean, text);

create function private.match_words(patterns text[]) returns text
language sql stable set search_path = '' as $$
  select string_agg(format('p.search_text like %L', pattern), ' and ') from unnest(patterns) pattern
$$;
comment on function private.match_words(text[]) is
  'The condition that the name or the reference of a product p matches all the LIKE patterns; null for none.';

create or replace function private.find_product_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select unnest(private.find_products(match, '', true, 1000))
  from private.match_words(private.to_search_patterns(query)) match
  where match is not null
$$;

create or replace function public.suggest_products(query text) returns setof public.products
language plpgsql stable rows 20
set search_path = '' set statement_timeout = '2s' as $$
declare
  max_candidates constant integer := 200;
  max_suggestions constant integer := 20;
  max_products constant integer := 10000;
  query_text constant text := private.normalize_search_text(left(query, 100));
  patterns constant text[] := private.to_search_patterns(query);
  words constant text[] := array(
    select word from regexp_split_to_table(query_text, '[^a-z0-9]+') word where word <> '' limit 8
  );
  -- The longest word chooses the candidates; the others filter them.
  longest constant text := (select word from unnest(words) word order by length(word) desc limit 1);
  candidates uuid[];
begin
  if patterns is null then
    return;
  end if;
  -- Only so many products are compared with the query, however many match it: the newest that contain its words,
  -- and if these are few, those of the newest products that have the most trigrams of the longest word. The trigram
  -- index would find mistakes in all products, but in a large shop it reads those of too many other words.
  candidates := private.find_products(private.match_words(patterns), '', true, max_candidates);
  if cardinality(candidates) < max_suggestions and length(longest) > 2 then
    execute format(
      'select $1 || array(
         select id from (
           select id, created_at, %s as shared
           from (select id, created_at, search_text from public.products order by created_at desc, id limit %s) newest
         ) compared
         where shared > 0 order by shared desc, created_at desc, id limit %s
       )',
      (
        select string_agg(format('(search_text like %L)::integer', '%' || substr(longest, first, 3) || '%'), ' + ')
        from generate_series(1, length(longest) - 2) first
      ),
      max_products, max_candidates
    ) into candidates using candidates;
  end if;
  return query
    select p.*
    from public.products p
    cross join lateral (
      select
        -- A short word tolerates fewer mistakes.
        bool_and(
          extensions.word_similarity(word, p.search_text) >= case when length(word) <= 4 then 0.65 else 0.5 end
        ) as matches,
        avg(extensions.strict_word_similarity(word, p.search_text)) as similarity
      from unnest(words) word
    ) compared
    where p.id = any (candidates) and compared.matches
    order by
      coalesce(private.normalize_search_text(p.reference) = query_text, false) desc,
      p.search_text ^@ (' ' || query_text) desc,
      strpos(p.search_text, query_text) > 0 desc,
      round(compared.similarity::numeric, 1) desc,
      p.in_stock desc,
      p.review_count desc,
      p.name,
      p.id
    limit max_suggestions;
end
$$;
comment on function public.suggest_products(text) is
  'At most 20 products whose name or reference is similar to the query, the best of at most 400 candidates first; none for fewer than two letters. Typing mistakes are tolerated in the 10,000 newest products.';

-- Products with the lowest stock -----------------------------------------------------------------------------------

create or replace function public.low_stock_products(top integer default 10) returns setof public.products
language plpgsql stable rows 10 set search_path = '' as $$
declare
  max_rows constant integer := least(greatest(top, 1), 1000);
  threshold constant integer := (select s.low_stock_threshold from public.shop_settings s);
  lowest constant uuid[] := array(
    select l.product_id from public.low_stocks l where l.stock < threshold order by l.stock, l.name, l.product_id limit max_rows
  );
begin
  if threshold <= 20 or cardinality(lowest) = max_rows then
    return query select p.* from public.products p where p.id = any (lowest) order by p.stock, p.name, p.id;
  else
    return query
    select p.* from public.products p
    where p.stock < threshold and (select private.is_admin())
    order by p.stock, p.name, p.id
    limit max_rows;
  end if;
end
$$;
comment on function public.low_stock_products(integer) is
  'The products below the settings'' threshold, the lowest stock first. It reads all products when the threshold is above 20 and fewer products than it returns have less than 20 pieces.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function
  private.count_up_to_limit(text), public.count_customers(),
  private.filter_products(uuid, integer, integer, boolean, boolean, boolean), private.match_name(text),
  private.match_words(text[]), private.select_newest(text, text, integer),
  private.find_products(text, text, boolean, integer), private.is_indexed_search(text),
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer)
  from public;
grant execute on function
  private.count_up_to_limit(text),
  private.filter_products(uuid, integer, integer, boolean, boolean, boolean), private.match_name(text),
  private.match_words(text[]), private.select_newest(text, text, integer),
  private.find_products(text, text, boolean, integer), private.is_indexed_search(text),
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer)
  to anon, authenticated, service_role;
revoke execute on function public.count_customers() from anon;
grant execute on function public.count_customers() to authenticated, service_role;
