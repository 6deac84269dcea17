-- «maiso» and «produ», typed on the way to «maison» and «produit», ended in the timeout in a shop of a million products: the
-- index does not know which part of a document has a word, so all of the documents were read whose description has a word
-- that begins so, and no name had it. What is read is bounded now, whatever matches.
create function private.expand_beginnings(query tsquery) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  max_terms constant integer := 60;
  beginning text;
  terms text;
  expanded text := query::text;
begin
  for beginning in select distinct m[1] from regexp_matches(query::text, '''([a-z]+)'':\*', 'g') m loop
    terms := (
      select string_agg(quote_literal(b.word), ' | ')
      from (
        select distinct w.word, char_length(w.word)
        from private.search_terms t cross join lateral (values (t.term), (t.stem)) w (word)
        where t.term like beginning || '%' and starts_with(w.word, beginning)
        -- Two words that were joined are longer than the first of them, which the same document has.
        order by char_length(w.word), w.word limit max_terms
      ) b
    );
    expanded := replace(expanded, format('''%s'':*', beginning), coalesce('(' || terms || ')', quote_literal(beginning)));
  end loop;
  return expanded::tsquery;
end
$$;
comment on function private.expand_beginnings(tsquery) is 'The query with the words that the shop knows in place of the beginning of a word, at most 60, the shortest, or else with that as a word: the index then skips what the other words exclude, and of a beginning it reads all that begins so, as each reference with «ref».';
revoke all on function private.expand_beginnings(tsquery) from public;
grant execute on function private.expand_beginnings(tsquery) to anon, authenticated, service_role;

create or replace function private.find_documents(query tsquery, filters text, max_rows integer, may_leave_head boolean) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 as $$
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
  in_head integer;
  matches integer;
  found uuid[];
  everywhere uuid[];
begin
  if query is null then
    return '{}';
  end if;
  execute format(
    'select array(select m.product_id from (
       select d.product_id, d.sales from %s where %s limit %s
     ) m order by m.sales desc, m.product_id limit %s)', head, meets_all, max_read, max_rows
  ) into found;
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
$$;
comment on function private.find_documents(tsquery, text, integer, boolean) is 'Products whose documents match a query and that meet the filters. Frequent words are looked for in the head only, so that a larger shop reads no more; what is rare there, in all documents. In a shop of more than 20,000 products 4,000 documents with the words are compared with the parts of a document that the query names, and with the filters.';

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
begin
  execute format('select count(*) filter (where %s), count(*) ', whole)
    || private.select_newest(format('p.search_text like all (%L)', parts), '', max_sampled) into sampled, alike;
  if is_indexed and not is_part and sampled * products > max_matches * max_sampled then
    -- So far a page that is not the first may lie.
    walked := greatest(walked, 2 * max_rows * max_sampled / sampled);
  end if;
  if not is_indexed or sampled > 0 then
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
  -- Most of what the trigram index finds is no match, and all of it is read, or it finds a large part of the shop.
  if alike * products > max_alike::real * max_sampled * (case when alike > 2 * sampled then 1 else 20 end) then
    if sampled = 0 or needs_newest and not is_part and walked < max_walked then
      execute 'select array(select p.id '
        || private.select_newest(whole, filters, case when needs_newest then max_walked else walked end) || newest_first || ')'
        into newest;
    end if;
    return newest;
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
$function$;
comment on function private.find_products(text,text,text,boolean,boolean,integer) is 'The ids of the newest products p that match, and the rest of the condition, and meet the filters, the newest first. A sample of the newest products tells which is due: frequent matches are found by walking from the newest product, rare ones through the trigram index, which supports the match and not the rest. Where it takes thousands of others for matches, as the sample tells, up to 100,000 names are walked over instead. When there are too many to sort, and the newest are not needed, those of them that were read first are sorted. With filters, in a shop of more than 20,000 products, at most 8,000 matches of the newest names and 2,000 others are read. What the index does not support (is_indexed_search) is searched in the 20,000 newest products.';

CREATE OR REPLACE FUNCTION private.parse_search(query text, corrects_known boolean, OUT exact tsquery[], OUT likely tsquery[], OUT loose tsquery[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  words constant text[] := private.split_query(query);
  lead constant integer := (
    select w.position from unnest(words) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
  corrected text[];
  corrections text[];
  joined_corrections text[];
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
      -- «zéro» and «un» count nothing.
      if private.to_number(words[i]) > 1 then
        size := private.to_size_queries(private.to_number(words[i])::text);
        likely[i] := private.or_query(size.exact, size.likely);
        loose[i] := size.loose;
      end if;
      -- Whoever still types sees what begins so.
      if i = cardinality(words) and char_length(words[i]) >= 2 then
        likely[i] := private.or_query(likely[i], (words[i] || ':*ABC')::tsquery);
      end if;
      -- «perceuse 900w» is no sander: the thing that is asked for is no mistake if names begin with it, and another word is.
      if corrects_known and not (i = lead and cardinality(words) > 1 and private.begins_names(private.limit_to_weights(exact[i], 'A')))
        or not exists (
        select from private.search_terms t
        where t.stem = coalesce((ts_lexize('private.french_stem', words[i]))[1], words[i])
          or t.term = words[i]
          or i = cardinality(words) and t.term like words[i] || '%'
      )
        -- A frequent word of references or descriptions is in the head, and one that is not is rare.
        and not exists (select from private.product_documents d where d.is_head and d.words @@ exact[i])
        and not exists (select from private.product_documents d where d.words @@ exact[i])
      then
        -- «disj 40a»: an abbreviation.
        if char_length(words[i]) >= 3 and i < cardinality(words)
          and exists (select from private.search_terms t where t.term like words[i] || '%') then
          likely[i] := private.or_query(likely[i], (words[i] || ':*ABC')::tsquery);
        end if;
        corrections := private.correct_word(words[i]);
        corrected[i] := coalesce(corrections[1], words[i]);
        if cardinality(corrections) > 0 then
          likely[i] := private.or_query(likely[i], private.to_word_query(corrections[1], 'ABC'));
        end if;
        for c in 2 .. cardinality(corrections) loop
          loose[i] := private.or_query(loose[i], private.to_word_query(corrections[c], 'ABC'));
        end loop;
      elsif not exists (select from private.search_terms t where t.term = words[i]) then
        -- Another ending of a word that the shop knows: a synonym names that.
        corrected[i] := coalesce((
          select t.term from private.search_terms t
          where t.stem = coalesce((ts_lexize('private.french_stem', words[i]))[1], words[i])
          order by extensions.similarity(t.term, words[i]) desc, t.term limit 1), words[i]);
      end if;
    end if;
  end loop;
  for i in 1 .. cardinality(words) - 1 loop
    if words[i] !~ '\d' and (words[i + 1] !~ '\d' or char_length(words[i]) <= 3) then
      joined := private.to_word_query(words[i] || words[i + 1]);
      exact[i] := exact[i] || joined;
      exact[i + 1] := exact[i + 1] || joined;
      -- «poli tank»: a mistake in a word that was split. More than two would be another second word: «clou rare».
      corrections := case when corrects_known then private.correct_word(words[i] || words[i + 1]) else '{}' end;
      if extensions.levenshtein_less_equal(corrections[1], words[i] || words[i + 1], 2) <= 2
        or private.to_sound(corrections[1]) = private.to_sound(words[i] || words[i + 1])
      then
        joined_corrections[i] := corrections[1];
        joined := private.to_word_query(corrections[1], 'AB');
        loose[i] := private.or_query(loose[i], joined);
        loose[i + 1] := private.or_query(loose[i + 1], joined);
      end if;
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
      union all
      -- «casser une dalle béton», with one word between.
      select f.first, f.first + 2, false, array[private.to_synonym_key(corrected[f.first] || ' ' || corrected[f.first + 2])]
      from generate_series(1, cardinality(words) - 2) f (first)
      union all
      select f.first, f.first + 1, false, array[regexp_replace(joined_corrections[f.first], '(?<=...)[sx]$', '')]
      from generate_series(1, cardinality(words) - 1) f (first)
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
$function$;
comment on function private.parse_search(text,boolean) is 'A query as clauses, one a word of split_query: what is exactly meant, likely meant (synonyms, beginnings, other units) and possibly meant (typing mistakes, which are looked for in words that the shop does not know, or in all).';

CREATE OR REPLACE FUNCTION private.has_document(query tsquery)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
declare
  max_read constant integer := 1000;
  max_head constant integer := 4000;
  anywhere constant tsquery := private.limit_to_weights(query, '');
begin
  -- A part of a document is compared with the document itself: of a property that many products have no more are read.
  return exists (
      select from (
        select d.words from private.product_documents d where d.is_head and d.words @@ anywhere limit max_head
      ) d where d.words @@ query
    )
    or exists (
      select from (
        select d.words from private.product_documents d where d.words @@ anywhere limit max_read
      ) d where d.words @@ query
    );
end
$function$;
comment on function private.has_document(tsquery) is 'Whether a document matches, in the head or among the first that have the words in any part.';
