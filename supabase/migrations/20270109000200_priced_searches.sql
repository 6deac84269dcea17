-- «perceuse moins de 30000» began with a drill of 128 000 francs: what a thing may cost was looked for in its texts. And a
-- search of three words or more of which no product has one («gaine tableau 24 modules») fell back on its first word, although
-- a product is called by all the others. See docs/decisions/0092-honest-results.md.

-- What it may cost -------------------------------------------------------------------------------------------------------

create function private.split_price(query text, out rest text, out min_price integer, out max_price integer)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  amount constant text := '(\d{1,3}(?:[ .]\d{3})+|\d{1,8}(?: ?(?:mille|k)\y)?)';
  currency constant text := ' ?(?:f ?cfa|cfa|xof|francs?|frs?|f)\y';
  -- A number with a unit is a size («moins de 2000 watts»). Without a currency the text ends, or goes on with the use.
  priced constant text := amount || '(?:' || currency || '|(?=\s*$|\s*[,;.?!]|\s(?:pour|avec|dans|sur|chez|a|et|svp|stp)\y))';
  patterns constant text[] := array[
    'entre ' || amount || '(?:' || currency || ')? (?:et|a) ' || priced,
    '(?:moins (?:cher )?(?:de|que)|pas plus (?:cher )?(?:de|que)|(?:maximum|maxi|max|budget)(?: (?:de|max|maxi|maximum))?|jusqu''? ?a'
      || '|dessous de|inferieure?s? a|<=?) ?:? ?' || priced,
    '(?:plus (?:cher )?(?:de|que)|(?:minimum|mini|min)(?: de)?|a partir de|dessus de|superieure?s? a|>=?) ?:? ?' || priced,
    -- «20000 max», «à 5000 F».
    amount || '(?:(?:' || currency || ')? (?:maximum|maxi|max|au plus)\y|' || currency || ')'
  ];
  typed constant text := private.to_digits(private.normalize_search_text(left(query, 300)));
  pattern text;
  found text[];
  amounts integer[];
begin
  if typed !~ '\d{3}|\d ?(?:mille|k)\y' then
    return;
  end if;
  for i in 1 .. cardinality(patterns) loop
    pattern := '(?:^|\s)(?:(?:a|de|pour|avec|en|au|prix|mon|un)[ -])*' || patterns[i];
    found := regexp_match(typed, pattern);
    continue when found is null;
    amounts := array(
      select least(regexp_replace(f.text, '\D', '', 'g')::bigint * case when f.text ~ '[mk]' then 1000 else 1 end, 2000000000)
      from unnest(found) with ordinality f (text, n) order by f.n
    );
    -- «entre 10 et 20 mille»
    if amounts[1] < 1000 and found[2] ~ '[mk]' then
      amounts[1] := amounts[1] * 1000;
    end if;
    -- Nothing is sold for less: «max 12» is a size.
    continue when amounts[cardinality(amounts)] < 100;
    rest := btrim(regexp_replace(typed, pattern, ' '));
    if rest !~ '[a-z0-9]{2}' then
      rest := null;
      return;
    end if;
    min_price := case when i in (1, 3) then amounts[1] end;
    max_price := case when i <> 3 then amounts[cardinality(amounts)] end;
    return;
  end loop;
end
$$;
comment on function private.split_price(text) is 'What a query says of the price, in francs, and the rest of it: «perceuse moins de 30000», «cadenas entre 5000 et 10 mille», «peinture à 6000 F», which is the most that is paid. All null if it says nothing of a price, or nothing else.';
revoke execute on function private.split_price(text) from public;
grant execute on function private.split_price(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_product_ids(query text, filters text, max_rows integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  price constant record := private.split_price(query);
  matches record;
  -- The filters do not decide whether other matches are looked for.
  unfiltered record;
begin
  if price.rest is not null then
    return private.search_product_ids(
      price.rest,
      concat_ws(' and ',
        nullif(filters, ''), private.filter_products(null, price.min_price, price.max_price, false, false, false)),
      max_rows
    );
  end if;
  -- If nothing is found, a word that the shop knows may be a mistake too.
  for corrects_known in 0 .. 1 loop
    select * into matches from private.search_by_words(query, filters, max_rows, corrects_known = 1);
    unfiltered := matches;
    if matches.is_weak and filters <> '' then
      select * into unfiltered from private.search_by_words(query, '', 1, corrects_known = 1);
    end if;
    exit when cardinality(unfiltered.ids) > 0;
  end loop;
  if unfiltered.is_weak and cardinality(private.split_query(query)) > 1 then
    return private.search_by_leading_word(query, filters, matches.ids);
  end if;
  return matches.ids;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_found_products(search text, filters text)
 RETURNS TABLE(total integer, is_exact boolean)
 LANGUAGE plpgsql
 ROWS 1
 SET search_path TO ''
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
AS $function$
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
        nullif(filters, ''), private.filter_products(null, price.min_price, price.max_price, false, false, false))
    );
    return;
  end if;
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
$function$;

-- All words but one ------------------------------------------------------------------------------------------------------

create function private.limit_to_weights(query tsquery, weights text) returns tsquery
language sql immutable parallel safe strict set search_path = '' as $$
  select regexp_replace(query::text, '''(?::(\*?)[ABCD]*)?(?=[ )]|$)', ''':\1' || weights, 'g')::tsquery
$$;
comment on function private.limit_to_weights(tsquery, text) is 'The query in the parts of a document that have these weights.';
revoke execute on function private.limit_to_weights(tsquery, text) from public;
grant execute on function private.limit_to_weights(tsquery, text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_by_leading_word(query text, filters text, weak uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  max_things constant integer := 3;
  max_candidates constant integer := 200;
  things constant text[] := (regexp_split_to_array(
    private.normalize_search_text(left(query, 100)), '\s+(?:et|ou|plus|\+|&)\s+|\s*[,;+&]\s+'))[:max_things];
  words constant text[] := private.split_query(query);
  clauses record;
  lead tsquery;
  candidates uuid[];
  nearly uuid[];
  found uuid[];
  i integer;
begin
  -- «pelle et pioche»: of each in turn.
  if cardinality(things) > 1 then
    found := array(
      select f.id
      from (
        select distinct on (i.id) i.id, i.place, t.n
        from unnest(things) with ordinality t (words, n)
        cross join lateral private.search_by_words(t.words, filters, max_candidates, false) s
        cross join lateral unnest(case when not s.is_weak then s.ids[:max_candidates] end) with ordinality i (id, place)
        -- An apostrophe alone is in many names.
        where t.words ~ '[a-z0-9]{2}'
        order by i.id, i.place, t.n
      ) f
      order by f.place, f.n
    );
    if cardinality(found) > 0 then
      return found;
    end if;
  end if;
  clauses := private.parse_search(query, false);
  -- What is called by all words but one, of which two are things: «gaine tableau 24 modules», «lunette de niveau laser vert».
  nearly := private.find_documents(
    (
      select private.to_document_query(array_agg(kept.query), array_agg(null::tsquery), array_agg(null::tsquery), false)
      from generate_subscripts(words, 1) left_out (i)
      cross join lateral (
        select
          private.to_document_query(
            array_agg(private.limit_to_weights(c.exact, 'AB') order by c.i), array_agg(private.limit_to_weights(c.likely, 'AB') order by c.i),
            array_agg(case when c.word ~ '\d' then private.limit_to_weights(c.loose, 'AB') end order by c.i)) as query,
          count(*) filter (where c.word ~ '^\D{2,}$' and not private.is_attributive(c.word)) as things
        from unnest(words, clauses.exact, clauses.likely, clauses.loose) with ordinality c (word, exact, likely, loose, i)
        where c.i <> left_out.i
      ) kept
      where cardinality(words) > 2 and kept.things > 1
    ),
    filters, max_candidates, false
  );
  for i in
    select w.position from unnest(words) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), not private.is_near_search_term(w.word), w.position
  loop
    -- Names begin with it; or it means another word, or is nearly one.
    lead := private.or_query(private.or_query(
      private.limit_to_weights(clauses.exact[i], 'A'),
      clauses.likely[i]), clauses.loose[i]);
    candidates := private.find_documents(lead, filters, max_candidates, false);
    exit when cardinality(candidates) > 0 or filters <> '' and cardinality(private.find_documents(lead, '', 1, false)) > 0;
    -- The shop has the word, and nothing that is called so: «machine à laver».
    exit when exists (select from private.product_documents d where d.is_head and d.words @@ clauses.exact[i]);
  end loop;
  return array(
    select r.id
    from private.rank_products(
      array(select unnest(candidates || nearly) union select unnest(weak[:max_candidates])),
      query, clauses.exact, clauses.likely, clauses.loose
    ) with ordinality r (id, is_named, similarity, position)
    order by r.position
  );
end
$function$;
