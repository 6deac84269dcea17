-- «gaz» was answered by a welder «avec et sans gaz», «verre» by a tape of «fibre de verre», «plafond» by a sander «pour
-- plafond», without a word: names have these words, but of what else a product is for, with or made of.

create function private.begins_names(query tsquery) returns boolean
language sql stable set search_path = '' set enable_seqscan = off as $$
  select exists (
    select from (
      select d.words from private.product_documents d
      where d.is_head and d.words @@ private.limit_to_weights(query, '') limit 200
    ) d
    where d.words @@ query
  )
$$;
comment on function private.begins_names(tsquery) is
  'Whether one of 200 products that have the words has them with the weights of the query: a yes is certain, a no is not.';
revoke all on function private.begins_names(tsquery) from public;
grant execute on function private.begins_names(tsquery) to anon, authenticated, service_role;

create function private.is_complement(product uuid, thing tsquery) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select to_tsvector('private.product_words', private.to_search_words(p.name)) @@ t.thing
      and not to_tsvector('private.product_words', private.to_search_words(concat_ws(' ; ',
        (select string_agg(c.name, ' ; ') from public.categories c where c.id = any (private.category_and_ancestors(p.category_id))),
        (select string_agg(array_to_string(v.choices, ' ; '), ' ; ') from (
          select choices from public.product_variants where product_id = p.id order by position, id limit 100) v),
        -- «pour plafond», «avec et sans gaz», «à l'huile», «en U»; «, lame 185 mm», but not «, laiton».
        (select string_agg(regexp_replace(regexp_replace(n.text,
            '\m(?:(?:pour|sans|avec|de|du|des|à|au|aux|en|et|ou|sur|par)\s+(?:(?:la|le|les|deux|\d+)\s+)?(?:l'')?|d'')[[:alpha:]-]+', ' ; ', 'gi'),
            ',\s*[[:alpha:]-]+(?=\s+[[:alnum:]])', ' ; ', 'g'), ' ; ')
          from (select p.name::text union all select s.value from jsonb_each_text(p.specifications) s) n (text))
      ))) @@ t.thing
    from public.products p, (select private.limit_to_weights(is_complement.thing, '')) t (thing)
    where p.id = is_complement.product), false)
$$;
comment on function private.is_complement(uuid,tsquery) is
  'Whether the name of the product has the thing only after a preposition, or as a part that is named after a comma, and neither its categories, choices nor specifications have it otherwise.';
revoke all on function private.is_complement(uuid,tsquery) from public;
grant execute on function private.is_complement(uuid,tsquery) to anon, authenticated, service_role;

create or replace function private.find_search_answer(query text, out answered text, out is_mention boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  asked constant text := coalesce((private.split_price(query)).rest, query);
  meant constant text[] := private.split_query(asked);
  -- The thing that is asked for.
  lead constant integer := (
    select w.position from unnest(meant) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
  unknown constant text[] := array(
    select w from unnest(meant) w
    where w ~ '^[a-z]{4,}$' and not private.is_search_term(w)
      and not exists (select from private.search_terms t where t.term like w || '%'));
  meanings record;
  clauses record;
  named tsquery;
  whole tsquery;
  first uuid;
  document tsvector;
  corrected record;
  substitute public.search_synonyms;
begin
  is_mention := false;
  meanings := private.parse_search(asked, false);
  -- A reference is one clause.
  if lead is null or cardinality(meanings.exact) <> cardinality(meant) then
    return;
  end if;
  named := private.limit_to_weights(
    private.or_query(private.or_query(meanings.exact[lead], meanings.likely[lead]), meanings.loose[lead]), 'ABC');
  -- The shop has no «motopompe», and shows another pump.
  substitute := private.find_substitute(meant);
  if substitute.id is not null then
    first := (private.search_product_ids(query, '', 1))[1];
    answered := (
      select m.phrase from unnest(substitute.meanings) with ordinality m (phrase, n), private.product_documents d
      where d.product_id = first and d.words @@ private.to_phrase_query(m.phrase)
      order by d.words @@ private.limit_to_weights(private.to_phrase_query(m.phrase), 'AB') desc, m.n limit 1);
    if answered is not null then
      return;
    end if;
    -- Nothing else is asked for, and «beige sable» is another thing, as are the «4 piles» of a lock.
    if substitute.term_key = private.to_synonym_key(array_to_string(meant, ' ')) and exists (
      select from private.product_documents d
      where d.product_id = first and d.words @@ private.to_phrase_query(substitute.term)
    ) then
      is_mention := true;
      return;
    end if;
  end if;
  if cardinality(unknown) = 0 then
    whole := private.to_document_query(meanings.exact, meanings.likely, meanings.loose);
    -- Nearly every search: a name begins with the thing, and the texts of its product have the other words.
    if private.begins_names(private.limit_to_weights(named, 'A') && whole) then
      return;
    elsif private.has_document(private.limit_to_weights(named, 'AB') && whole) then
      first := coalesce(first, (private.search_product_ids(query, '', 1))[1]);
      is_mention := private.is_complement(first, meanings.exact[lead]) and not exists (
        select
        from private.product_documents d, unnest(meanings.exact, meanings.likely, meanings.loose) c (exact, likely, loose)
        where d.product_id = first
          and d.words @@ private.limit_to_weights(private.or_query(private.or_query(c.exact, c.likely), c.loose), 'A')
      );
      return;
    end if;
  end if;
  first := coalesce(first, (private.search_product_ids(query, '', 1))[1]);
  answered := private.find_answered_query(asked, first);
  -- Also within words of its name or reference.
  if first is null or exists (
    select from public.products p where p.id = first and p.search_text like all (private.to_word_patterns(asked))
  ) then
    return;
  end if;
  document := (select d.words from private.product_documents d where d.product_id = first);
  if answered is null and not private.is_called(first, named) then
    -- A word that the shop knows may be a mistake, too, if nothing else is found.
    clauses := private.parse_search(asked, true);
    is_mention := not private.is_called(
      first, private.or_query(private.or_query(clauses.exact[lead], clauses.likely[lead]), clauses.loose[lead]));
  end if;
  -- A word that sounds like what was typed is that word.
  for corrected in
    select w.word, c.word as correction
    from unnest(meant, meanings.exact, meanings.likely, meanings.loose) w (word, exact, likely, loose)
    cross join lateral (
      select c.word from unnest(private.correct_word(w.word)) with ordinality c (word, n)
      where document @@ private.to_word_query(c.word, 'ABC')
        or exists (select from public.search_synonyms s where s.term_key = private.to_synonym_key(c.word) and document @@ s.found)
      order by c.n limit 1
    ) c
    where not document @@ w.exact and private.to_sound(c.word) <> private.to_sound(w.word)
      and private.to_synonym_key(c.word) <> private.to_synonym_key(w.word) and strpos(c.word, w.word) = 0
      and (w.word = any (unknown) or not coalesce(document @@ private.or_query(w.likely, w.loose), false))
  loop
    is_mention := false;
    answered := (
      select string_agg(case when private.to_search_words(t.token) = corrected.word then corrected.correction else t.token end, ' ' order by t.n)
      from regexp_split_to_table(coalesce(answered, btrim(left(asked, 100))), '\s+') with ordinality t (token, n));
  end loop;
end
$$;

-- «5 mille litres» was 5 and 1000 litres, and no name says «45 degrés», but «45°».
do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.to_digits(text)', $before$  tokens := regexp_split_to_array(btrim(regexp_replace(words,$before$,
      $after$  words := regexp_replace(words, '\y(\d{1,3}) mille(?= (?:m|metres?|l|litres?|w|watts?|va|v|volts?|kg|kilos?)\y)', '\1000', 'g');
  tokens := regexp_split_to_array(btrim(regexp_replace(words,$after$),
    ('private.split_typed_words(text)', $before$  if typed ~ '\d (fois|par|sur) \d' then$before$,
      $after$  if strpos(typed, ' deg') > 0 then
    typed := regexp_replace(typed, '\y(\d+) deg(?:re|res)?\y', '\1', 'g');
  end if;
  if typed ~ '\d (fois|par|sur) \d' then$after$)
  ) as c (changed, before, after)
  loop
    definition := pg_get_functiondef(change.changed::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected: %', change.changed, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
