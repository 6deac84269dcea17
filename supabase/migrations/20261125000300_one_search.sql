-- One search of products, for the suggestions, the catalogue and the admin area: what the documented search finds
-- (a part of the name) comes first, then what a forgiving one finds. The search of technicians ranks likewise, and
-- phone numbers are found however they are written. See docs/decisions/0045-one-search.md.

-- Products ---------------------------------------------------------------------------------------------------------

drop function public.suggest_products(text);
drop function public.search_products(text);
drop function public.search_products_by_name(text, uuid, integer, integer, boolean, boolean, integer, integer);
drop function private.find_product_ids(text);
drop function private.find_products(text, text, boolean, integer);

create function private.match_product(query text) returns text
language sql stable set search_path = '' as $$
  select case
    when words is null then private.match_name(query)
    -- The pattern of two letters is the beginning of a word, and the name may contain them elsewhere.
    when char_length(private.normalize_search_text(left(query, 100))) < 3
      then format('(%s or %s)', words, private.match_name(query))
    else words
  end
  from private.match_words(private.to_search_patterns(query)) words
$$;
comment on function private.match_product(text) is
  'The condition that a product p contains the query in its name, or each of its words in its name or reference.';

create function private.split_search_words(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(w.word order by char_length(w.word) desc, w.word), '{}')
  from (
    select word
    from regexp_split_to_table(private.normalize_search_text(left(query, 100)), '[^a-z0-9]+') word
    where word <> '' group by word order by char_length(word) desc, word limit 8
  ) w
$$;
comment on function private.split_search_words(text) is
  'The words of a query that typing mistakes are looked for in, at most eight, the longest first.';

create function private.contains_misspelt(text text, word text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- Whole words are compared: «cable» resembles the end of one word and the beginning of the next one too often. A
  -- short word tolerates fewer mistakes, and one of two letters is in too many others.
  select char_length(word) > 2 and strpos(text, word) > 0
    or extensions.strict_word_similarity(word, text) >= case when char_length(word) <= 4 then 0.55 else 0.45 end
$$;
comment on function private.contains_misspelt(text, text) is
  'Whether a normalized text contains the word, or one that a typing mistake makes of it.';

create function private.find_similar_products(query text, needs_all_words boolean) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_products constant integer := 10000;
  max_candidates constant integer := 200;
  max_found constant integer := 40;
  words constant text[] := private.split_search_words(query);
  candidates uuid[];
begin
  if coalesce(char_length(words[1]), 0) < 3 then
    return '{}';
  end if;
  -- Only the products that share the most trigrams with the longest words are compared with the query. The trigram
  -- index would find mistakes in all products, but in a large shop it reads those of too many other words.
  execute format(
    'select array(
       select id from (
         select id, created_at, %s as shared
         from (select id, created_at, search_text from public.products order by created_at desc, id limit %s) newest
       ) compared
       where shared > 0 order by shared desc, created_at desc, id limit %s
     )',
    (
      select string_agg(distinct format('(search_text like %L)::integer', '%' || substr(word, first, 3) || '%'), ' + ')
      from unnest(words[:case when needs_all_words then 1 else 3 end]) word,
        generate_series(1, least(char_length(word), 12) - 2) first
    ),
    max_products, max_candidates
  ) into candidates;
  return array(
    select p.id
    from public.products p
    cross join lateral (
      select
        bool_and(private.contains_misspelt(p.search_text, word)) as has_all_words,
        bool_or(char_length(word) > 2 and private.contains_misspelt(p.search_text, word)) as has_a_word,
        -- Longer words say more.
        sum(extensions.strict_word_similarity(word, p.search_text) * char_length(word)) as similarity
      from unnest(words) word
    ) compared
    where p.id = any (candidates)
      and case when needs_all_words then compared.has_all_words else compared.has_a_word end
    order by round(compared.similarity::numeric, 1) desc, p.created_at desc, p.id
    limit max_found
  );
end
$$;
comment on function private.find_similar_products(text, boolean) is
  'At most 40 of the 10,000 newest products that contain all words of the query, or any, with typing mistakes; the most similar first.';

create function private.find_products(
  match text, rest text, filters text, is_indexed boolean, needs_newest boolean, max_rows integer
) returns uuid[]
language plpgsql stable
-- The planner underestimates frequent patterns, and would sort what it reads in order.
set search_path = '' set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  max_sampled constant integer := 1000;
  max_probed constant integer := greatest(1000, 2 * max_rows);
  max_matches constant integer := greatest(5000, 2 * max_rows);
  max_read integer;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  newest_first constant text := ' order by p.created_at desc, p.id limit ' || max_rows;
  whole constant text := match || ' and ' || rest;
  walked integer := 20000;
  sampled integer;
  matches integer;
  found uuid[];
begin
  execute 'select count(*) ' || private.select_newest(whole, '', max_sampled) into sampled;
  if is_indexed and sampled * products > max_matches * max_sampled then
    -- So far a page that is not the first may lie.
    walked := greatest(walked, 2 * max_rows * max_sampled / sampled);
  end if;
  if not is_indexed or sampled > 0 then
    execute 'select array(select p.id ' || private.select_newest(whole, filters, walked) || newest_first || ')'
      into found;
    if not is_indexed or cardinality(found) = max_rows then
      return found;
    end if;
  end if;
  -- The trigram index finds all matches, or more of them than are worth sorting: a few first, because there may be
  -- thousands of which none meets the rest, such as names among references.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  foreach max_read in array array[max_probed, max_matches] loop
    execute format(
      'select count(*), (array_agg(m.id order by m.created_at desc, m.id) filter (where m.is_found))[:%s]
       from (select p.id, p.created_at, %s as is_found from public.products p where %s limit %s) m',
      max_rows, rest, concat_ws(' and ', match, nullif(filters, '')), max_read + 1
    ) into matches, found;
    exit when matches <= max_read or found is null or not needs_newest;
  end loop;
  perform set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true);
  if matches > max_matches and needs_newest and found is not null then
    -- Many products match and few of the newest.
    execute 'select array(select p.id ' || private.select_newest(whole, filters, null) || newest_first || ')'
      into found;
  end if;
  return coalesce(found, '{}');
end
$$;
comment on function private.find_products(text, text, text, boolean, boolean, integer) is
  'The ids of the newest products p that match, and the rest of the condition, and meet the filters, the newest first. A sample of the newest products tells which is due: frequent matches are found by walking from the newest product, rare ones through the trigram index, which supports the match and not the rest. When there are too many to sort, and the newest are not needed, those of them that were read first are sorted. What the index does not support (is_indexed_search) is searched in the 20,000 newest products.';

create function private.search_product_ids(query text, filters text, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  -- More matches of the name stay in the order in which they are found, which is that of the catalogue. In a large
  -- shop even so many would be too many to read, where a page is found in the newest names.
  max_ranked constant integer := case when products > 20000 then 0 else 1000 end;
  min_exact constant integer := 20;
  written constant text := btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g'));
  is_in_name constant text := private.match_name(query);
  word_match constant text := private.match_words(private.to_search_patterns(query));
  is_indexed constant boolean := private.is_indexed_search(query);
  meets_filters constant text := coalesce(
    ' and exists (select from public.products f where f.id = p.id and ' || nullif(filters, '') || ')', '');
  found uuid[] := private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked + 1)
  );
  more uuid[];
  exact integer;
begin
  -- 1. The name contains the query: as it is written, then with other accents.
  if cardinality(found) between 2 and max_ranked then
    found := array(
      select p.id from public.products p where p.id = any (found)
      order by p.name ilike '%' || regexp_replace(written, '[\\%_]', '\\\&', 'g') || '%' desc, p.created_at desc, p.id
    );
  end if;
  if word_match is null or cardinality(found) >= max_rows then
    return found;
  end if;
  -- 2. The reference is the query.
  execute 'select array(select p.id from public.products p where p.reference = any ($1) and p.id <> all ($2)'
    || meets_filters || ' order by p.created_at desc, p.id limit 100)'
    into more using array[upper(written), lower(written)], found;
  found := found || more;
  -- 3. The name or the reference contains each word.
  more := private.find_products(
    word_match, 'not (' || is_in_name || ')', filters,
    is_indexed or char_length(private.normalize_search_text(written)) = 2, false, max_rows
  );
  found := found || array(
    select m.id from unnest(more) with ordinality m (id, position) where m.id <> all (found) order by m.position
  );
  if cardinality(found) >= max_rows then
    return found;
  end if;
  -- 4. With typing mistakes, when little was found; the filters do not decide about that.
  exact := cardinality(found);
  if exact < min_exact and filters <> '' then
    exact := cardinality(private.find_products(word_match, 'true', '', is_indexed, false, min_exact));
  end if;
  if exact < min_exact then
    execute 'select array(select p.id from unnest($1) with ordinality p (id, position) where p.id <> all ($2)'
      || meets_filters || ' order by p.position)'
      into more using private.find_similar_products(query, true), found;
    found := found || more;
  end if;
  return found;
end
$$;
comment on function private.search_product_ids(text, text, integer) is
  'The ids of the products that the search finds and that meet the filters (filter_products), the best match first; at least max_rows of them if there are so many. The number of rows does not change the order, and the filters only leave out.';

create function public.search_products(
  query text, category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false,
  row_offset integer default 0, row_limit integer default 1000
) returns setof public.products
language plpgsql stable rows 50 set search_path = '' set enable_seqscan = off as $$
declare
  first constant integer := greatest(least(row_offset, 10000), 0);
  last constant integer := first + greatest(least(row_limit, 10000), 0);
  found constant uuid[] := private.search_product_ids(
    query, private.filter_products(category, min_price, max_price, in_stock, is_new, false), last
  );
begin
  return query
    select p.*
    from unnest(found[first + 1:last]) with ordinality f (id, position)
    join public.products p on p.id = f.id
    order by f.position;
end
$$;
comment on function public.search_products(text, uuid, integer, integer, boolean, boolean, integer, integer) is
  'The search of products, of any length: first those whose name contains the query, newest first; then the one with that reference, those that contain each word in the name or the reference, and if these are fewer than 20, those with typing mistakes. The conditions and the range are arguments, because those of the API would apply after all matches were found.';

create function public.suggest_products(query text, category uuid default null) returns setof public.products
language plpgsql stable rows 20 set search_path = '' set statement_timeout = '2s' as $$
begin
  if private.to_search_patterns(query) is not null then
    return query select * from public.search_products(query, category, row_limit => 20);
  end if;
end
$$;
comment on function public.suggest_products(text, uuid) is
  'The first 20 products of search_products while the query is typed; none for fewer than two letters, and an error after two seconds.';

create function public.list_near_products(query text) returns setof public.products
language sql stable rows 40 set search_path = '' set statement_timeout = '2s' as $$
  select p.*
  from unnest(private.find_similar_products(query, false)) with ordinality s (id, position)
  join public.products p on p.id = s.id
  order by s.position
$$;
comment on function public.list_near_products(text) is
  'At most 40 products that contain a word of the query or one like it, the most similar first: for a search that finds nothing.';

create or replace function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null
) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1
set search_path = '' set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  -- From here on no typing mistakes are looked for (search_product_ids).
  max_listed constant integer := 20;
  max_counted constant integer := 20000;
  max_sampled constant integer := 5000;
  max_matches constant integer := 4000;
  filters constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
  match constant text := private.match_product(search);
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
  -- So few are all that the search finds, with the typing mistakes.
  total := cardinality((private.search_product_ids(search, filters, max_listed))[:max_listed]);
  if total < max_listed then
    return next;
    return;
  end if;
  total := null;
  if not private.is_indexed_search(search) then
    execute 'select count(*) ' || private.select_newest(match, filters, max_counted) into total;
    is_exact := products <= max_counted;
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
comment on function public.count_products(
  text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer
) is
  'The number of products that match all conditions, by the rule of count_up_to_limit; the search as in search_products. In a shop with more than 20,000 products, the matches of a search are counted exactly up to 4,000 and beyond that estimated from the newest products.';

-- Phone numbers ----------------------------------------------------------------------------------------------------

create or replace function private.to_contact_search_patterns(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  -- Phone numbers are typed with spaces, dots, a plus or two zeros, and indexed as the digits that somebody entered:
  -- with the country's code or without. A code before three digits or more is therefore not compared.
  select private.to_search_patterns(
    case
      when short ~ '^[+0-9 ./()-]+$'
        then regexp_replace(regexp_replace(short, '[^0-9]', '', 'g'), '^(00(?=[1-9][0-9]{2})|226(?=[0-9]{8}$))', '')
      else short
    end
  )
  from regexp_replace(
    left(query, 100), '(^|\s)\(?(\+|00) ?226\)?[ ./()-]*(?=([0-9][ ./()-]*){3})', '\1', 'g'
  ) short
$$;

-- A number in a note is found like one in a field of its own.
drop index public.quotes_search_text_idx;
create or replace function private.quote_search_text(reference text, file_name text, note text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(concat_ws(' ', reference, file_name, note, (
    select string_agg(regexp_replace(found[1], '[^0-9]', '', 'g'), ' ')
    from regexp_matches(note, '([+0-9][0-9 ./()-]{6,}[0-9])', 'g') found
  )))
$$;
comment on function private.quote_search_text(text, text, text) is
  'The text that the search of quotes indexes; the digits of a phone number in the note follow once more, together.';
create index quotes_search_text_idx on public.quotes
  using gin (private.quote_search_text(reference, file_name, note) extensions.gin_trgm_ops);

create or replace function private.find_quote_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select distinct private.find_newest_ids(
    'public.quotes r', 'private.quote_search_text(r.reference, r.file_name, r.note)', patterns, 200
  )
  from (values (private.to_search_patterns(query)), (private.to_contact_search_patterns(query))) p (patterns)
  where (select private.may_administer())
$$;

create function private.phone_search_text(phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
$$;
comment on function private.phone_search_text(text) is 'The text that the search of technicians by their number indexes.';
create index technician_contacts_search_text_idx on public.technician_contacts
  using gin (private.phone_search_text(phone) extensions.gin_trgm_ops);

-- Technicians ------------------------------------------------------------------------------------------------------

create function private.find_technician_ids_by_phone(query text) returns setof uuid
language plpgsql stable security definer rows 10 set search_path = '' as $$
begin
  if query ~ '[0-9].*[0-9].*[0-9]' and private.may_administer() then
    return query
      select c.technician_id from public.technician_contacts c
      where private.phone_search_text(c.phone) like (private.to_contact_search_patterns(query))[1]
        and private.phone_search_text(c.phone) like all (private.to_contact_search_patterns(query))
      limit 200;
  end if;
end
$$;
comment on function private.find_technician_ids_by_phone(text) is
  'The technicians whose phone number contains the query; no rows for anyone but administrators.';

create or replace function public.search_technicians(query text) returns setof public.technician_profiles
language plpgsql stable rows 50 set search_path = '' as $$
declare
  max_compared constant integer := 5000;
  min_exact constant integer := 20;
  patterns constant text[] := private.to_word_patterns(query);
  words constant text[] := private.split_search_words(query);
  found uuid[];
  misspelt uuid[] := '{}';
begin
  found := array(
    select t.id from public.technician_profiles t
    -- The first pattern separately, because an index scan takes a single pattern.
    where private.technician_search_text(t.name, t.specialty, t.specialty_slug, t.location) like patterns[1]
      and private.technician_search_text(t.name, t.specialty, t.specialty_slug, t.location) like all (patterns)
    union
    select private.find_technician_ids_by_phone(query)
  );
  if cardinality(found) < min_exact and char_length(words[1]) > 2 then
    misspelt := array(
      select t.id
      from (
        select p.id, private.technician_search_text(p.name, p.specialty, p.specialty_slug, p.location) as text
        from public.technician_profiles p order by p.name, p.id limit max_compared
      ) t
      -- More than a typing mistake: «plombier» is somebody whose trade is «plomberie».
      where extensions.word_similarity(words[1], t.text) >= 0.5
        and not exists (
          select from unnest(words) word where strpos(t.text, word) = 0 and extensions.word_similarity(word, t.text) < 0.5
        )
      limit 40
    );
  end if;
  return query
    select t.* from public.technician_profiles t
    where t.id = any (found || misspelt)
    order by
      private.normalize_search_text(t.name) like private.to_search_pattern(query) desc,
      t.id = any (found) desc,
      t.name,
      t.id;
end
$$;
comment on function public.search_technicians(text) is
  'The technicians whose name, specialty and place contain every word of the query, of any length, or whose phone number does (administrators only); when these are fewer than 20, also with typing mistakes, in the first 5,000 by name. First those whose name contains the query, then by name. The API''s filters and range apply on top.';

create or replace function public.office_search(query text)
returns table (kind text, id uuid, title text, subtitle text, slug text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_administrator();
  return query
    (select 'product', p.id, p.name::text, p.reference, p.slug::text from public.suggest_products(office_search.query) p limit 5)
    union all
    (select 'order', o.id, o.number, o.customer_name, null from public.search_orders(office_search.query) o limit 5)
    union all
    (select 'customer', c.id, coalesce(nullif(btrim(concat_ws(' ', c.first_name, c.last_name)), ''), c.email), c.email, null
      from public.search_customers(office_search.query) c limit 5)
    union all
    (select 'technician', t.id, t.name::text, t.specialty::text, t.slug::text
      from public.search_technicians(office_search.query) t
      where private.to_search_patterns(office_search.query) is not null limit 5);
end
$$;

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function
  private.find_products(text, text, text, boolean, boolean, integer), private.match_product(text), private.split_search_words(text), private.contains_misspelt(text, text),
  private.find_similar_products(text, boolean), private.search_product_ids(text, text, integer),
  public.search_products(text, uuid, integer, integer, boolean, boolean, integer, integer),
  public.suggest_products(text, uuid), public.list_near_products(text),
  private.phone_search_text(text), private.find_technician_ids_by_phone(text)
  from public;
grant execute on function
  private.find_products(text, text, text, boolean, boolean, integer), private.match_product(text), private.split_search_words(text), private.contains_misspelt(text, text),
  private.find_similar_products(text, boolean), private.search_product_ids(text, text, integer),
  public.search_products(text, uuid, integer, integer, boolean, boolean, integer, integer),
  public.suggest_products(text, uuid), public.list_near_products(text),
  private.find_technician_ids_by_phone(text)
  to anon, authenticated, service_role;
-- Whoever writes a number computes its index entry.
grant execute on function private.phone_search_text(text) to authenticated, service_role;
