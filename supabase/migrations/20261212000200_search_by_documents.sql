-- The search of products over their documents: the query becomes one clause a word, with synonyms, joined words, other
-- ways to write a size, and corrections. See docs/decisions/0065-search-documents.md.

-- Synonyms -----------------------------------------------------------------------------------------------------------

create function private.to_synonym_key(term text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select string_agg(regexp_replace(word, '(?<=...)[sx]$', ''), '' order by position)
  from string_to_table(private.to_search_words(left(term, 100)), ' ') with ordinality w (word, position)
  where word <> all ('{a,de,d,du,des,la,le,les,l,un,une,en,et,au,aux}')
$$;
comment on function private.to_synonym_key(text) is
  'A term as queries look for it: its words together, without plurals and small words. «poly tank» is «polytank».';

create function private.to_phrase_query(phrase text) returns tsquery
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  result tsquery;
  word text;
  word_query tsquery;
begin
  foreach word in array string_to_array(private.to_search_words(left(phrase, 100)), ' ') loop
    if word <> all ('{"",a,de,d,du,des,la,le,les,l,un,une,en,et,au,aux,pour}') then
      word_query := private.to_word_query(regexp_replace(word, '^0o', ''));
      result := coalesce(result && word_query, word_query);
    end if;
  end loop;
  return result;
end
$$;
comment on function private.to_phrase_query(text) is 'The query for all words of a phrase; null for none.';

create function private.or_query(one tsquery, other tsquery) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(one || other, one, other)
$$;
comment on function private.or_query(tsquery, tsquery) is 'What finds either; null is nothing.';

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(term) between 2 and 60 and term = btrim(term)),
  meanings text[] not null
    check (cardinality(meanings) between 1 and 10 and array_position(meanings, null) is null),
  term_key text not null default '' check (term_key <> ''),
  found tsquery,
  constraint search_synonyms_found_check check (found is not null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (term_key)
);
comment on table public.search_synonyms is
  'Words that people type and what else is looked for then: «polytank» also finds «réservoir». In one direction; applied to the query, so that a change concerns every product at once.';
comment on column public.search_synonyms.meanings is 'What is looked for besides the term: each a phrase of which all words must occur.';
comment on column public.search_synonyms.term_key is 'The term as queries look for it; computed by the database, likewise found.';
create index search_synonyms_term_idx on public.search_synonyms (term, id);

create function private.set_synonym_query() returns trigger
language plpgsql set search_path = '' as $$
declare
  phrase text;
begin
  new.term_key := coalesce(private.to_synonym_key(new.term), '');
  new.found := null;
  foreach phrase in array coalesce(new.meanings, '{}') loop
    -- What cannot be looked for leaves nothing to find, which a constraint rejects.
    if phrase is null or char_length(btrim(phrase)) not between 2 and 60 or private.to_phrase_query(phrase) is null then
      new.found := null;
      return new;
    end if;
    new.found := private.or_query(new.found, private.to_phrase_query(phrase));
  end loop;
  return new;
end
$$;
comment on function private.set_synonym_query() is 'Computes what the search compares of a synonym.';
create trigger search_synonyms_set_query before insert or update on public.search_synonyms
  for each row execute function private.set_synonym_query();
create trigger search_synonyms_set_updated_at before update on public.search_synonyms
  for each row execute function private.set_updated_at();

create function private.keep_synonym_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_terms(array(
    select unnest(string_to_array(words || ' ' || replace(words, ' ', ''), ' '))
    from after_rows r, private.to_search_words(r.term) words
  ));
  return null;
end
$$;
comment on function private.keep_synonym_terms() is 'A mistake in a synonym is corrected like one in a name.';
create trigger search_synonyms_add_terms after insert on public.search_synonyms
  referencing new table as after_rows for each statement execute function private.keep_synonym_terms();
create trigger search_synonyms_add_changed_terms after update on public.search_synonyms
  referencing new table as after_rows for each statement execute function private.keep_synonym_terms();

alter table public.search_synonyms enable row level security;
create policy "Everyone searches with the synonyms" on public.search_synonyms for select to anon, authenticated using (true);
create policy "Staff of the catalogue create synonyms" on public.search_synonyms for insert to authenticated
  with check ((select private.has_right('catalog.write')));
create policy "Staff of the catalogue update synonyms" on public.search_synonyms for update to authenticated
  using ((select private.has_right('catalog.write'))) with check ((select private.has_right('catalog.write')));
create policy "Staff of the catalogue delete synonyms" on public.search_synonyms for delete to authenticated
  using ((select private.has_right('catalog.write')));
revoke all on public.search_synonyms from anon, authenticated;
grant select on public.search_synonyms to anon;
grant select, delete, insert (id, term, meanings), update (term, meanings) on public.search_synonyms to authenticated;
grant all on public.search_synonyms to service_role;

-- The query ----------------------------------------------------------------------------------------------------------

create function private.to_size_queries(word text, out exact tsquery, out likely tsquery, out loose tsquery)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  size constant text[] := regexp_match(word, '^(?:0o)?(\d{1,7}(?:d\d{1,4})?)([a-z]{0,3}2?)$');
  number numeric;
  unit text;
  factor numeric;
begin
  exact := regexp_replace(word, '^0o|(?<=\dx.*\d)[a-z]+2?$', '', 'g')::tsquery;
  if word ~ '^\d\S*x\d' then
    -- 60x60cm, and 3x2,5 of a cable, which its name writes 3G2,5.
    exact := substring(word from '^(\d\S*x\d+(?:d\d+)?)')::tsquery;
    likely := replace(exact::text, 'x', 'g')::tsquery;
    return;
  elsif size is null then
    if word ~ '^[a-z]+\d+$' then
      likely := (substring(word from '^[a-z]+') || ' & ' || substring(word from '\d+$'))::tsquery;
    elsif word ~ '^\d+s\d+po$' then
      likely := left(word, -2)::tsquery;
    end if;
    return;
  end if;
  if word ~ '^0o' then
    exact := (size[1] || ' | ' || size[1] || 'mm')::tsquery;
    return;
  end if;
  if size[2] = '' then
    exact := (size[1] || ':ABC')::tsquery;
    likely := format('%1$smm:AB | %1$smm2:AB', size[1])::tsquery;
    loose := format('n%s:ABC', size[1])::tsquery;
    return;
  end if;
  loose := (size[1] || ':AB')::tsquery;
  number := replace(size[1], 'd', '.')::numeric;
  for unit, factor in
    select u.other, u.factor from (values
      ('mm', 'cm', 0.1), ('mm', 'm', 0.001), ('cm', 'mm', 10), ('cm', 'm', 0.01), ('m', 'cm', 100), ('m', 'mm', 1000),
      ('g', 'kg', 0.001), ('kg', 'g', 1000), ('kg', 't', 0.001), ('t', 'kg', 1000), ('ml', 'l', 0.001), ('l', 'ml', 1000),
      ('cl', 'ml', 10), ('cl', 'l', 0.01), ('kw', 'w', 1000), ('w', 'kw', 0.001), ('va', 'kva', 0.001), ('kva', 'va', 1000),
      ('mah', 'ah', 0.001), ('ma', 'a', 0.001), ('mm', 'mm2', 1)
    ) u (name, other, factor) where u.name = size[2]
  loop
    likely := private.or_query(likely, (replace(trim_scale(number * factor)::text, '.', 'd') || unit)::tsquery);
  end loop;
end
$$;
comment on function private.to_size_queries(text) is
  'What finds a word with digits: as it is written; in another unit (1 m, 100 cm) or with it (12, 12 mm); and the number alone.';

create function private.correct_word(word text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  max_mistakes constant integer := case when char_length(word) < 4 then 0 when char_length(word) < 6 then 1 when char_length(word) < 10 then 2 else 3 end;
begin
  if max_mistakes = 0 or word !~ '^[a-z]{1,30}$' then
    return '{}';
  end if;
  return array(
    select n.term
    from (
      select t.term,
        -- The transposed letters of «robient» are one mistake, and so is a letter that is doubled.
        least(
          extensions.levenshtein_less_equal(t.term, word, max_mistakes),
          extensions.levenshtein_less_equal(regexp_replace(t.term, '(.)\1', '\1', 'g'), regexp_replace(word, '(.)\1', '\1', 'g'), max_mistakes)
        ) as mistakes,
        extensions.similarity(t.term, word) as similarity
      from private.search_terms t
      where t.term operator(extensions.%) word and char_length(t.term) between char_length(word) - 3 and char_length(word) + 3
      order by extensions.similarity(t.term, word) desc limit 40
    ) n
    where n.mistakes <= max_mistakes and n.term <> word
    order by n.mistakes, n.similarity desc, n.term
    fetch first 3 rows only
  );
end
$$;
comment on function private.correct_word(text) is
  'At most four words of the shop that a typing mistake may have turned into this one, the likeliest first.';

create function private.parse_search(
  query text, corrects_known boolean, out exact tsquery[], out likely tsquery[], out loose tsquery[]
)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_words constant integer := 8;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
  typed constant text[] := (string_to_array(private.to_search_words(left(query, 100)), ' '));
  words text[] := array(
    select w.word from unnest(typed) with ordinality w (word, position)
    where w.word <> '' and w.word <> all (silent) order by w.position limit max_words
  );
  corrected text[];
  corrections text[];
  size record;
  joined tsquery;
  synonym record;
begin
  exact := '{}';
  if cardinality(words) = 0 then
    return;
  end if;
  -- SAH-PER-750 is a reference and not three words, of which the last may be anywhere.
  if btrim(query) ~ '^[[:alnum:]]+(-[[:alnum:]]+)+$' and query ~ '\d' then
    exact := array[(string_agg(w.word, '' order by w.position) || ' | ' || string_agg(w.word, ' <-> ' order by w.position))::tsquery]
      from unnest(words) with ordinality w (word, position);
    likely := array[(array_to_string(words, '') || ':*B')::tsquery];
    loose := array[null::tsquery];
    return;
  end if;
  likely := array_fill(null::tsquery, array[cardinality(words)]);
  loose := likely;
  corrected := words;
  for i in 1 .. cardinality(words) loop
    if words[i] ~ '\d' then
      size := private.to_size_queries(words[i]);
      exact[i] := size.exact;
      likely[i] := size.likely;
      loose[i] := size.loose;
    else
      exact[i] := private.to_word_query(words[i]);
      -- Whoever still types sees what begins so.
      if i = cardinality(words) and char_length(words[i]) >= 2 then
        likely[i] := (words[i] || ':*ABC')::tsquery;
      end if;
      if corrects_known or not exists (
        select from private.search_terms t
        where t.stem = coalesce((ts_lexize('private.french_stem', words[i]))[1], words[i])
          or t.term = words[i]
          or i = cardinality(words) and t.term like words[i] || '%'
      )
        -- A frequent word of references or descriptions is in the head, and one that is not is rare.
        and not exists (select from private.product_documents d where d.is_head and d.words @@ exact[i])
        and not exists (select from private.product_documents d where d.words @@ exact[i])
      then
        corrections := private.correct_word(words[i]);
        corrected[i] := coalesce(corrections[1], words[i]);
        if cardinality(corrections) > 0 then
          likely[i] := private.or_query(likely[i], private.to_word_query(corrections[1], 'ABC'));
        end if;
        for c in 2 .. cardinality(corrections) loop
          loose[i] := private.or_query(loose[i], private.to_word_query(corrections[c], 'ABC'));
        end loop;
      end if;
    end if;
  end loop;
  for i in 1 .. cardinality(words) - 1 loop
    if words[i] !~ '\d' and (words[i + 1] !~ '\d' or char_length(words[i]) <= 3) then
      joined := private.to_word_query(words[i] || words[i + 1]);
      exact[i] := exact[i] || joined;
      exact[i + 1] := exact[i + 1] || joined;
    end if;
  end loop;
  for synonym in
    select s.found, span.first, span.last, bool_or(span.is_typed) as is_typed
    from (
      select f.first, f.first + n.length - 1 as last, source.is_typed,
        array(
          select distinct string_agg(regexp_replace(w.word, '(?<=...)[sx]$', ''), '' order by w.position)
          from unnest(source.list[f.first:f.first + n.length - 1]) with ordinality w (word, position)
        ) as keys
      from generate_series(1, cardinality(words)) f (first), generate_series(1, 4) n (length),
        (values (words, true), (corrected, false)) source (list, is_typed)
      where f.first + n.length - 1 <= cardinality(words)
    ) span
    join public.search_synonyms s on s.term_key = any (span.keys)
    group by s.id, span.first, span.last
  loop
    for i in synonym.first .. synonym.last loop
      if synonym.is_typed then
        likely[i] := private.or_query(likely[i], synonym.found);
      else
        loose[i] := private.or_query(loose[i], synonym.found);
      end if;
    end loop;
  end loop;
end
$$;
comment on function private.parse_search(text, boolean) is
  'A query as clauses, one a word, at most eight: what is exactly meant, likely meant (synonyms, beginnings, other units) and possibly meant (typing mistakes, which are looked for in words that the shop does not know, or in all). Words that say nothing are left out.';

create function private.to_document_query(
  exact tsquery[], likely tsquery[], loose tsquery[], needs_all boolean default true
) returns tsquery
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  result tsquery;
  clause tsquery;
begin
  for i in 1 .. coalesce(cardinality(exact), 0) loop
    clause := private.or_query(private.or_query(exact[i], likely[i]), loose[i]);
    result := case when result is null then clause when needs_all then result && clause else result || clause end;
  end loop;
  return result;
end
$$;
comment on function private.to_document_query(tsquery[], tsquery[], tsquery[], boolean) is
  'The clauses of a query in one: all of them, or any; null for none.';

-- Candidates and their order -----------------------------------------------------------------------------------------

create function private.find_documents(query tsquery, filters text, max_rows integer, may_leave_head boolean) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off as $$
declare
  min_head constant integer := 50;
  -- So many matches are read, and those that sell best go on.
  max_read constant integer := greatest(1000, max_rows);
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  meets_filters constant text := coalesce(
    ' and exists (select from public.products f where f.id = d.product_id and ' || nullif(filters, '') || ')', '');
  in_head integer;
  found uuid[];
begin
  if query is null then
    return '{}';
  end if;
  execute format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from private.product_documents d where d.is_head and d.words @@ %L::tsquery %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', query, meets_filters, max_read, max_rows
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
       select d.product_id, d.sales from private.product_documents d where d.words @@ %L::tsquery %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', query, meets_filters, max_rows, max_rows
  ) into found;
  return found;
end
$$;
comment on function private.find_documents(tsquery, text, integer, boolean) is
  'Products whose documents match a query and that meet the filters. Frequent words are looked for in the head only, so that a larger shop reads no more; what is rare there, in all documents.';

create function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
returns table (id uuid, is_named boolean)
language plpgsql stable set search_path = '' as $$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  pattern constant text := '%' || regexp_replace(
    btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g')), '[\\%_]', '\\\&', 'g') || '%';
begin
  return query
  select r.id, r.named > 0
  from (
    select p.id, p.created_at,
      case when n.place = 0 then 0 when p.name ilike pattern then 2 else 1 end as named,
      round((
        coalesce(m.similarity, 0)
        + case when n.place = 2 then 0.1 else 0 end
        + case when n.place > 0 and substr(p.search_text, n.place - 1, 1) !~ '[a-z0-9]'
            and substr(p.search_text, n.place + char_length(normalized), 2) !~ '^([a-rt-wyz0-9]|[sx][a-z0-9])'
          then 0.1 else 0 end
        + case when p.in_stock then 0.1 else 0 end
        + least(coalesce(d.sales, 0), 10) * 0.01
      )::numeric, 3) as score
    from unnest(ids) c (id)
    join public.products p on p.id = c.id
    left join private.product_documents d on d.product_id = p.id
    cross join lateral (
      select strpos(split_part(p.search_text, e'\n', 1), normalized) as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c
      offset 0
    ) n
    left join lateral (
      select avg(greatest(
        case when n.a @@ q.exact then 1.0 when n.b @@ q.exact then 0.85 when n.c @@ q.exact then 0.45
          when d.words @@ q.exact then 0.25 else 0 end,
        case when q.likely is null then 0 when n.a @@ q.likely then 0.75 when n.b @@ q.likely then 0.6
          when n.c @@ q.likely then 0.35 when d.words @@ q.likely then 0.2 else 0 end,
        case when q.loose is null then 0 when n.a @@ q.loose then 0.45 when n.b @@ q.loose then 0.4
          when n.c @@ q.loose then 0.25 when d.words @@ q.loose then 0.15 else 0 end
      )) as similarity
      from unnest(exact, likely, loose) q (exact, likely, loose)
    ) m on true
  ) r
  order by r.named desc, r.score desc, r.created_at desc, r.id;
end
$$;
comment on function private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]) is
  'Sorts products by how well they match: those whose name contains the query first, as it is written before other accents; then by where the words are (the beginning of the name, the rest of it, properties, description) and how surely they are meant, by stock and by sales.';

-- The search ---------------------------------------------------------------------------------------------------------

create function private.search_by_words(query text, filters text, max_rows integer, corrects_known boolean) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_ranked constant integer := 200;
  max_partial constant integer := 40;
  written constant text := btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g'));
  is_in_name constant text := private.match_name(query);
  word_match constant text := private.match_words(private.to_search_patterns(query));
  is_indexed constant boolean := private.is_indexed_search(query);
  meets_filters constant text := coalesce(
    ' and exists (select from public.products f where f.id = p.id and ' || nullif(filters, '') || ')', '');
  -- 1. The name contains the query, the newest first.
  named constant uuid[] := private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked)
  );
  clauses record;
  matches uuid[];
  ranked uuid[];
  ranked_named uuid[];
  found uuid[];
  more uuid[];
begin
  if word_match is null then
    return array(
      select r.id from private.rank_products(named[:max_ranked], query, null, null, null) with ordinality r (id, is_named, position)
      order by r.position
    ) || named[max_ranked + 1:];
  end if;
  -- 2. The documents contain each word, or what it means.
  clauses := private.parse_search(query, corrects_known);
  matches := private.find_documents(
    private.to_document_query(clauses.exact, clauses.likely, clauses.loose), filters, greatest(max_rows, max_ranked), true
  );
  -- The first of both are sorted; how many rows are asked for does not change which.
  select
    coalesce(array_agg(r.id order by r.position) filter (where r.is_named), '{}'),
    coalesce(array_agg(r.id order by r.position) filter (where not r.is_named), '{}')
  into ranked_named, ranked
  from private.rank_products(
    array(select unnest(named[:max_ranked]) union select unnest(matches[:max_ranked])),
    query, clauses.exact, clauses.likely, clauses.loose
  ) with ordinality r (id, is_named, position);
  found := ranked_named;
  if cardinality(named) > max_ranked then
    found := found || array(
      select n.id from unnest(named) with ordinality n (id, position) where n.id <> all (ranked_named) order by n.position
    );
  end if;
  if cardinality(found) >= max_rows then
    return found;
  end if;
  -- 3. A reference or a bar code, of the product or of a variant, is the query.
  execute 'select array(
      select p.id from public.products p where p.id in (
        select r.id from public.products r where r.reference = any ($1)
        union select r.id from public.products r where r.barcode = any ($1)
        union select v.product_id from public.product_variants v where v.reference = any ($1)
        union select v.product_id from public.product_variants v where v.barcode = any ($1)
      ) and p.id <> all ($2)' || meets_filters || ' order by p.created_at desc, p.id limit 100)'
    into more using array[upper(written), lower(written)], found;
  found := found || more;
  found := found || array(
    select m.id from unnest(ranked || matches[max_ranked + 1:]) with ordinality m (id, position)
    where m.id <> all (found) order by m.position
  );
  if cardinality(found) >= max_rows then
    return found;
  end if;
  -- 4. The name or the reference contains each word somewhere within its words.
  more := private.find_products(
    word_match, 'not (' || is_in_name || ')', filters,
    is_indexed or char_length(private.normalize_search_text(written)) = 2, false, greatest(max_rows, max_partial)
  );
  return found || array(
    select m.id from unnest(more) with ordinality m (id, position) where m.id <> all (found) order by m.position
  );
end
$$;
comment on function private.search_by_words(text, text, integer, boolean) is
  'The products that search_product_ids finds, with words that the shop knows taken as they are or as mistakes.';

create or replace function private.search_product_ids(query text, filters text, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  found constant uuid[] := private.search_by_words(query, filters, max_rows, false);
begin
  -- Nothing was found: a word that the shop knows may be a mistake too. The filters do not decide about that.
  if cardinality(found) = 0 and (filters = '' or cardinality(private.search_by_words(query, '', 1, false)) = 0) then
    return private.search_by_words(query, filters, max_rows, true);
  end if;
  return found;
end
$$;
comment on function private.search_product_ids(text, text, integer) is
  'The ids of the products that the search finds and that meet the filters (filter_products), the best match first; at least max_rows of them if there are so many. The number of rows does not change the order, and the filters only leave out.';

comment on function public.search_products(text, uuid, integer, integer, boolean, boolean, integer, integer) is
  'The search of products, of any length: first those whose name contains the query; then the one with that reference or bar code, its own or that of a variant, then those whose name, references, category, properties or description contain each word, or a synonym of it, or what a mistake made of it. Each sorted by match, stock and sales. The conditions and the range are arguments, because those of the API would apply after all matches were found.';

create or replace function public.list_near_products(query text) returns setof public.products
language plpgsql stable rows 40 set search_path = '' set statement_timeout = '2s' as $$
declare
  max_candidates constant integer := 200;
  clauses record;
begin
  clauses := private.parse_search(query, true);
  return query
    select p.*
    from private.rank_products(
      private.find_documents(
        private.to_document_query(clauses.exact, clauses.likely, clauses.loose, false), '', max_candidates, false
      ),
      query, clauses.exact, clauses.likely, clauses.loose
    ) with ordinality r (id, is_named, position)
    join public.products p on p.id = r.id
    order by r.position
    limit 40;
end
$$;
comment on function public.list_near_products(text) is
  'At most 40 products that contain a word of the query or one like it, the most similar first: for a search that finds nothing.';

create function private.count_found_products(search text, filters text)
returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1
set search_path = '' set enable_indexscan = on set enable_indexonlyscan = on as $$
declare
  max_counted constant integer := 20000;
  max_sampled constant integer := 5000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  max_listed constant integer := case when products <= max_counted then 1000 else 400 end;
  match constant text := private.match_product(search);
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
  end if;
  return next;
end
$$;
comment on function private.count_found_products(text, text) is
  'The number of products that a search finds and that meet the filters: exact below 400 and in a shop of at most 20,000 products, beyond that estimated from the newest names.';

create or replace function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null
) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1 set search_path = '' as $$
declare
  filters constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
begin
  if search = '' then
    return query select * from private.count_up_to_limit('from public.products p where ' || coalesce(nullif(filters, ''), 'true'));
  else
    return query select * from private.count_found_products(search, filters);
  end if;
end
$$;
comment on function public.count_products(
  text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer
) is
  'The number of products that match all conditions, by the rule of count_up_to_limit; of a search by that of count_found_products.';

drop function private.find_similar_products(text, boolean);
drop function private.contains_misspelt(text, text);

-- Once a day: what sells, and the head ---------------------------------------------------------------------------------

create function private.refresh_search_ranks(max_head integer default 20000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.refresh_search_ranks', 0)) then
    return false;
  end if;
  create temporary table sold on commit drop as
    select s.product_id, least(10, round(2 * log(1 + sum(s.pieces)) / log(2.0)))::smallint as sales
    from private.daily_product_sales s
    where s.day > current_date - 90 and s.pieces > 0 group by s.product_id;
  update private.product_documents d set sales = s.sales from sold s where s.product_id = d.product_id and d.sales <> s.sales;
  update private.product_documents d set sales = 0
  where d.product_id in (select b.product_id from private.product_documents b where b.sales > 0)
    and not exists (select from sold s where s.product_id = d.product_id);
  if products > max_head then
    create temporary table head on commit drop as
      select h.id from (
        (select d.product_id as id from private.product_documents d where d.sales > 0 order by d.sales desc, d.product_id limit max_head / 2)
        union
        (select p.id from public.products p order by p.created_at desc, p.id limit max_head / 2)
      ) h;
    alter table pg_temp.head add primary key (id);
    update private.product_documents d set is_head = false
    where d.is_head and not exists (select from pg_temp.head h where h.id = d.product_id);
    update private.product_documents d set is_head = true
    where not d.is_head and d.product_id in (select h.id from pg_temp.head h);
  end if;
  return false;
end
$$;
comment on function private.refresh_search_ranks(integer) is
  'Takes the sales of the last 90 days into the documents, and in a shop of more than 20,000 products chooses the head: half of it sells best, half is newest. What arrives in between is in the head.';

-- Searches without a result --------------------------------------------------------------------------------------------

create table public.missed_searches (
  day date not null default current_date,
  term text not null check (char_length(term) between 2 and 60),
  searches integer not null default 1 check (searches > 0),
  primary key (day, term)
);
comment on table public.missed_searches is
  'What people searched for without a result, by day: at most 500 terms a day, kept 90 days, without whom or from where.';
create index missed_searches_term_idx on public.missed_searches (term);
alter table public.missed_searches enable row level security;
create policy "Staff of the catalogue read missed searches" on public.missed_searches for select to authenticated
  using ((select private.has_right('catalog.write')));
create policy "Staff of the catalogue dismiss missed searches" on public.missed_searches for delete to authenticated
  using ((select private.has_right('catalog.write')));
revoke all on public.missed_searches from anon, authenticated;
grant select, delete on public.missed_searches to authenticated;
grant all on public.missed_searches to service_role;

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('missed_searches', 'everyone', 'account', 60, 3600, 'Recherches sans résultat comptées pour un compte'),
  ('missed_searches', 'everyone', 'address', 60, 3600, 'Recherches sans résultat comptées pour une adresse IP'),
  ('missed_searches', 'everyone', 'network', 300, 3600, 'Recherches sans résultat comptées pour un réseau')
on conflict do nothing;

create function private.record_missed_search(query text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  max_terms constant integer := 500;
  kept constant interval := '90 days';
  typed constant text := btrim(regexp_replace(private.normalize_search_text(left(query, 100)), '[^a-z0-9"/.,%+-]+', ' ', 'g'));
begin
  -- Names, numbers and addresses are none of the shop's business; nothing that is longer is a product.
  if typed is null or char_length(typed) not between 2 and 60 or query ~ '@|https?:|www\.' or typed ~ '(\d[ .-]?){8}' then
    return false;
  end if;
  if private.is_limited() then
    perform private.take_visitor_limits('missed_searches');
  end if;
  if cardinality(private.search_product_ids(query, '', 1)) > 0 then
    return false;
  end if;
  update public.missed_searches set searches = searches + 1 where day = current_date and term = typed;
  if not found then
    if (select count(*) from public.missed_searches m where m.day = current_date) >= max_terms then
      return false;
    end if;
    delete from public.missed_searches where day < current_date - kept;
    insert into public.missed_searches (term) values (typed)
    on conflict (day, term) do update set searches = public.missed_searches.searches + 1;
  end if;
  return true;
end
$$;
comment on function private.record_missed_search(text) is
  'Counts a search that finds nothing; false for one that finds something, names a person, or comes after 500 others of the day.';

create function public.record_missed_search(query text) returns boolean
language sql volatile set search_path = '' as $$
  select private.record_missed_search(record_missed_search.query)
$$;
comment on function public.record_missed_search(text) is
  'Counts a search without a result for the staff of the catalogue. Limited by account, address and network (YA003).';

create function public.list_missed_searches(row_offset integer default 0, row_limit integer default 26)
returns table (term text, searches bigint, last_day date)
language sql stable rows 26 set search_path = '' as $$
  select m.term, sum(m.searches), max(m.day)
  from public.missed_searches m
  where m.day > current_date - 30
  group by m.term order by sum(m.searches) desc, max(m.day) desc, m.term
  offset greatest(least(row_offset, 10000), 0) limit greatest(least(row_limit, 100), 0)
$$;
comment on function public.list_missed_searches(integer, integer) is
  'What was searched for in vain in the last 30 days, the most frequent first; no rows without the right catalog.write. At most 15,000 rows are added up.';

create function public.find_synonyms(query text default '') returns setof public.search_synonyms
language sql stable rows 500 set search_path = '' as $$
  select s.* from public.search_synonyms s
  where private.normalize_search_text(s.term || ' ' || array_to_string(s.meanings, ' '))
    like private.to_search_pattern(find_synonyms.query)
$$;
comment on function public.find_synonyms(text) is
  'The synonyms that contain the query in the term or in a meaning, in any order; all for an empty query. There are some hundreds, which are read as a whole.';

-- Cached pages ---------------------------------------------------------------------------------------------------------

create trigger search_synonyms_notify_pages after insert or update or delete or truncate on public.search_synonyms
  for each statement execute function private.notify_page_tag('old', 'search');
create function private.notify_document_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from before_rows b join after_rows a on a.product_id = b.product_id where a.words <> b.words) then
    perform private.notify_page_changes('{}', '{search}', 'search');
  end if;
  return null;
end
$$;
comment on function private.notify_document_changes() is
  'Notifies the cached results of searches when a description or property, which no other tag of theirs stands for, has changed.';
create trigger product_documents_notify_update after update on private.product_documents
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.notify_document_changes();

-- Privileges -----------------------------------------------------------------------------------------------------------

revoke execute on function
  private.to_search_words(text), private.to_document_words(text), private.join_neighbours(text),
  private.to_word_query(text, text), private.add_search_terms(text[]), private.compute_document_words(public.products),
  private.write_product_documents(uuid[]), private.write_pending_documents(integer), private.keep_product_documents(),
  private.keep_product_document(), private.keep_documents_of_variants(), private.keep_documents_of_category(), private.to_synonym_key(text),
  private.to_phrase_query(text), private.set_synonym_query(), private.keep_synonym_terms(),
  private.or_query(tsquery, tsquery), private.to_size_queries(text), private.correct_word(text), private.parse_search(text, boolean),
  private.to_document_query(tsquery[], tsquery[], tsquery[], boolean), private.find_documents(tsquery, text, integer, boolean),
  private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]),
  private.search_by_words(text, text, integer, boolean), private.count_found_products(text, text),
  private.refresh_search_ranks(integer), private.record_missed_search(text), public.record_missed_search(text),
  public.list_missed_searches(integer, integer), public.find_synonyms(text), private.notify_document_changes()
  from public;
grant execute on function
  private.to_search_words(text), private.to_word_query(text, text), private.to_synonym_key(text),
  private.to_phrase_query(text), private.or_query(tsquery, tsquery), private.to_size_queries(text), private.correct_word(text),
  private.parse_search(text, boolean), private.to_document_query(tsquery[], tsquery[], tsquery[], boolean),
  private.find_documents(tsquery, text, integer, boolean),
  private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]),
  private.search_by_words(text, text, integer, boolean), private.count_found_products(text, text),
  private.record_missed_search(text), public.record_missed_search(text)
  to anon, authenticated, service_role;
revoke execute on function public.list_missed_searches(integer, integer), public.find_synonyms(text) from anon;
grant execute on function public.list_missed_searches(integer, integer), public.find_synonyms(text) to authenticated, service_role;
