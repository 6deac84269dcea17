-- Searches as they are typed, of kinds that were missed, and what the shop says when it shows something else. See
-- docs/decisions/0100-substitutes.md.

create or replace function private.to_search_words(value text)
returns text
language plpgsql
immutable parallel safe strict
set search_path = ''
as $$
declare
  words text;
begin
  -- «3 à 4» is no current of 3 A. Postgres caches 32 regular expressions: the rare ones are guarded, and units are
  -- replaced as texts.
  words := private.normalize_search_text(replace(replace(translate(value, 'ø⌀∅', 'ØØØ'), 'Ø', ' 0o'), ' à ', ' '));
  if words !~ '\d' then
    return btrim(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'));
  end if;
  -- «12v100ah» are two sizes; «1m20» and «2kg5» are one, and «2m2» is an area.
  if words ~ '\d[a-z]{1,3}\d' then
    words := regexp_replace(words, '(?<![a-z0-9.,/])(\d{1,3})m(\d{2}|[14-9])(?![a-wyz0-9.,/])', '\1,\2m', 'g');
    words := regexp_replace(words, '(?<![a-z0-9.,/])(\d{1,3})(kg|l|cv)(\d{1,3})(?![a-wyz0-9.,/])', '\1,\3\2', 'g');
    words := regexp_replace(words, '(\d(?:kva|kw|ah|va|v|w|a))(?=\d)', '\1 ', 'g');
  end if;
  words := regexp_replace(words, '(\d)([a-z]{3})', '\1 \2', 'g');
  words := ' ' || regexp_replace(words, '(?<![0-9.,x/])(\d{1,3}) (\d{3})(?![0-9.,])', '\1\2', 'g') || ' ';
  words := regexp_replace(replace(words, '"', ' po '), '(\d)[.,](\d)', '\1d\2', 'g');
  if words like '%d%0%' then
    words := regexp_replace(words, '(\dd\d*?[1-9]|\d(?=d0+(?!\d)))d?0+(?!\d)', '\1', 'g');
  end if;
  if strpos(words, '/') > 0 then
    words := regexp_replace(words, '(\d) ?/ ?(\d)', '\1s\2', 'g');
  end if;
  if strpos(words, 'diam') > 0 then
    words := regexp_replace(words, '\y(diametre|diam\.?) ?(?=\d)', ' 0o', 'g');
  end if;
  if words ~ '\d [a-z]{3}|\d (lt|gr|hp) |(carre|cube)' then
    words := replace(replace(words, ' pouces', ' po'), ' pouce', ' po');
    words := replace(replace(replace(words, ' kilos ', ' kg '), ' kilo ', ' kg '), ' kgs ', ' kg ');
    words := replace(replace(words, ' kilogrammes ', ' kg '), ' kilogramme ', ' kg ');
    words := replace(replace(replace(words, ' grammes ', ' g '), ' gramme ', ' g '), ' gr ', ' g ');
    words := replace(replace(replace(words, ' litres', ' l'), ' litre', ' l'), ' lt ', ' l ');
    words := replace(replace(replace(words, ' watts', ' w'), ' volts', ' v'), ' volt ', ' v ');
    words := replace(replace(replace(words, ' watt ', ' w '), ' amperes', ' a'), ' ampere', ' a');
    words := replace(replace(replace(words, ' chevaux', ' cv'), ' hp ', ' cv '), ' amp ', ' a ');
    words := replace(replace(words, ' tonnes ', ' t '), ' tonne ', ' t ');
    -- «3 points» of a lock, which the stemmer takes for «pointe», a nail.
    words := replace(replace(words, ' points ', ' pts '), ' point ', ' pts ');
    words := replace(replace(replace(words, ' milliamperes', ' ma'), ' milliampere', ' ma'), ' wat ', ' w ');
    words := replace(replace(words, ' millimetre', ' mmetre'), ' centimetre', ' cmetre');
    if strpos(words, ' mettre') > 0 then
      words := regexp_replace(words, '(\d) mettre', '\1 metre', 'g');
    end if;
    if strpos(words, 'metre') > 0 then
      words := regexp_replace(words, '(\d) (m|c|k)?metres?\y', '\1 \2m', 'g');
    end if;
    words := replace(replace(words, 'm carres', 'm2'), 'm carre', 'm2');
    words := replace(replace(words, 'm cubes', 'm3'), 'm cube', 'm3');
  end if;
  words := regexp_replace(
    words, '(\d) +(mm2|mm|cm|m2|m3|m|km|kg|g|ml|cl|l|kw|w|kva|va|v|kwh|wh|mah|ah|ma|a|po|cv|bars?|t|nm|lm|db|j|k|pts)\y', '\1\2', 'g'
  );
  words := replace(words, '0o ', '0o');
  if words ~ '\d[a-z]{0,2} ?[x*] ?\d' then
    words := regexp_replace(words, '(\d[a-z]{0,2}) ?[x*] ?(?=\d)', '\1x', 'g');
  end if;
  return btrim(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'));
end
$$;

create or replace function private.split_query(query text)
returns text[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  max_words constant integer := 8;
  -- «c koi le prix», as in text messages.
  spoken constant text[] := '{pr,ds,avc,avk,qd,boss,patron,tonton,koi,ki,ke,kel,kelle,kels,kelles,cmb,jai,jveux,jcherche,voudre}';
  typed constant text[] := private.split_typed_words(query);
  meant constant text[] := array(
    select w.word from unnest(typed) with ordinality w (word, position) where w.word <> all (spoken) and not (w.word = 'c' and 'koi' = any (typed)) order by w.position
  );
  words constant text[] := case when cardinality(meant) > 0 then meant else typed end;
  result text[] := '{}';
  word text;
  letters text;
  parts text[];
begin
  foreach word in array words loop
    parts := null;
    letters := substring(word from '^([a-z]{6,24})(?:\d.*)?$');
    if letters is not null and private.is_search_term(letters) then
      parts := array[letters];
    -- A mistake is likelier than two words: «perseuse» is not «per» and «seuse».
    elsif letters is not null and not private.is_near_search_term(letters) then
      parts := (
        select array[left(letters, n), substr(letters, n + 1)]
        from generate_series(3, char_length(letters) - 3) n
        where private.is_search_term(left(letters, n)) and private.is_search_term(substr(letters, n + 1))
        order by n desc limit 1
      );
    end if;
    if parts is not null and letters <> word then
      parts := parts || substr(word, char_length(letters) + 1);
    end if;
    result := result || coalesce(parts, array[word]);
  end loop;
  return result[:max_words];
end
$$;

create or replace function private.parse_search(query text, corrects_known boolean, out exact tsquery[], out likely tsquery[], out loose tsquery[])
returns record
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
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
      if corrects_known and not (i = lead and cardinality(words) > 1 and exists (
          select from private.product_documents d where d.is_head and d.words @@ private.limit_to_weights(exact[i], 'A')))
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
$$;

alter table public.search_synonyms add column is_substitute boolean not null default false;
comment on column public.search_synonyms.is_substitute is 'The shop does not sell what the term says, and shows something else for it, which the page of the search says.';
grant insert (is_substitute), update (is_substitute) on public.search_synonyms to authenticated;

create function private.find_substitute(words text[]) returns public.search_synonyms
language sql stable set search_path = ''
as $$
  select s.*
  from generate_series(1, cardinality(words)) f (first)
  cross join generate_series(1, 4) n (length)
  join public.search_synonyms s on s.term_key = private.to_synonym_key(array_to_string(words[f.first:f.first + n.length - 1], ' '))
  where f.first + n.length - 1 <= cardinality(words) and s.is_substitute
    -- As soon as something is called so, nothing else is shown for it.
    and not private.has_document(private.limit_to_weights(private.to_phrase_query(s.term), 'A'))
  order by n.length desc, f.first
  limit 1
$$;
revoke all on function private.find_substitute(text[]) from public;
grant execute on function private.find_substitute(text[]) to anon, authenticated, service_role;
comment on function private.find_substitute(text[]) is 'The synonym by which these words of a query find what the shop sells in place of them; null if it sells them, or has no such synonym.';

drop function private.find_answered_query(text);
create function private.find_answered_query(query text, first uuid)
returns text
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
declare
  split constant text := '\s+(?:et|ou|plus|\+|&)\s+|\s*[,;+&]\s+';
  typed constant text := btrim(left(query, 100));
  things constant text[] := (regexp_split_to_array(private.normalize_search_text(typed), split))[:3];
  meant constant text[] := private.split_query(query);
  clauses record;
  answered text;
  kept text[];
  left_out text[];
begin
  if cardinality(meant) < 2 then
    return null;
  end if;
  -- Nearly every search: what comes first has all words, also within words of its name or reference. That another product speaks
  -- of them («sur un disjoncteur de 32 A») does not answer «disjoncteur 32a».
  if first is null or exists (
    select from public.products p where p.id = first and p.search_text like all (private.to_word_patterns(query))
  ) then
    return null;
  end if;
  for corrects_known in 0 .. 1 loop
    clauses := private.parse_search(query, corrects_known = 1);
    if exists (
      select from private.product_documents d
      where d.product_id = first and d.words @@ private.to_document_query(clauses.exact, clauses.likely, clauses.loose)
    ) then
      return null;
    end if;
  end loop;
  if cardinality(things) > 1 then
    select string_agg(t.thing, ' et ' order by t.n) filter (where t.is_found) into answered
    from (
      select t.thing, t.n, cardinality(s.ids) > 0 and not s.is_weak as is_found
      from unnest(things, regexp_split_to_array(typed, split, 'i')) with ordinality t (normalized, thing, n)
      cross join lateral private.search_by_words(t.normalized, '', 1, false) s
      where t.normalized ~ '[a-z0-9]{2}'
      offset 0
    ) t;
    if answered is not null then
      return case when (select count(*) from unnest(things) t where t ~ '[a-z0-9]{2}') > 1 + (
        select count(*) from regexp_matches(answered, ' et ', 'g')) then answered end;
    end if;
  end if;
  clauses := private.parse_search(query, false);
  select
    array_agg(w.word) filter (where w.is_answered), array_agg(w.word) filter (where not w.is_answered)
  into kept, left_out
  from private.product_documents d
  cross join lateral (
    select meant[c.i] as word, coalesce(d.words @@ private.or_query(private.or_query(c.exact, c.likely), c.loose), false) as is_answered
    from unnest(clauses.exact, clauses.likely, clauses.loose) with ordinality c (exact, likely, loose, i)
  ) w
  where d.product_id = first;
  if kept is null or left_out is null then
    return null;
  end if;
  -- As it was typed, without what was left out and the small words before that. A size may be two typed words.
  with tokens as (
    select t.token, t.n, case
      when exists (select from unnest(left_out) w where w = k.key or w ~ '\d' and strpos(w, k.key) > 0 and k.key <> all (kept)) then 'out'
      when exists (select from unnest(kept) w where w = k.key or w ~ '\d' and strpos(w, k.key) > 0) then 'kept'
      else 'small' end as kind
    from regexp_split_to_table(typed, '\s+') with ordinality t (token, n)
    cross join lateral (select replace(private.to_search_words(t.token), ' ', '') as key) k
    where k.key <> ''
  )
  select string_agg(t.token, ' ' order by t.n) into answered
  from tokens t
  where t.n >= (select min(f.n) from tokens f where f.kind = 'kept')
    and (t.kind = 'kept' or t.kind = 'small' and 'kept' = (
      select f.kind from tokens f where f.n > t.n and f.kind <> 'small' order by f.n limit 1));
  return coalesce(answered, array_to_string(kept, ' '));
end
$$;

revoke all on function private.find_answered_query(text, uuid) from public;
grant execute on function private.find_answered_query(text, uuid) to anon, authenticated, service_role;
comment on function private.find_answered_query(text, uuid) is 'The words of a query for which the search shows this product first, as they were typed, if no product has all of them; null if one has, or if nothing is found.';

create or replace function private.find_search_answer(query text, out answered text, out is_mention boolean)
returns record
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
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
  end if;
  -- Nearly every search: the name of a product has the thing, and its texts the other words.
  if cardinality(unknown) = 0 and private.has_document(
    private.limit_to_weights(named, 'AB') && private.to_document_query(meanings.exact, meanings.likely, meanings.loose)) then
    return;
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

-- Sizes that documents had as other words.
insert into private.pending_documents
select p.id from public.products p
where concat_ws(' ', p.name, p.reference, p.description, array_to_string(p.features, ' '), p.specifications::text)
  ~* '\d(m|kg|l|cv|kva|kw|ah|va|v|w|a)\d|\d ?(milliampere|wat |mettre)'
on conflict do nothing;

alter table public.search_synonyms disable trigger search_synonyms_record;
alter table public.search_synonyms disable trigger search_synonyms_set_updated_at;
update public.search_synonyms set is_substitute = true where term = any ('{motopompe,tronçonneuse,chainsaw,rabot,raboteuse,burin,chisel,burineur,mèche,foret,disque à couper,disque meuleuse,baguette,échafaudage,lampe torche,torche,baladeuse,chalumeau,baignoire,bidet,chaîne moto,chaîne antivol,grillage,faucille,hache,débroussailleuse,scie à métaux,scie à main,téflon,filasse,joint,fusible,gâche,poignée,poignée porte,crémone,hublot,applique,chaux,faîtière,tuile,claustra,moellon,banco,brique de terre,jerrican,charrette,râteau,fourche,rondelle,insecticide,herbicide,colle pvc,tangit,tuyau galvanisé,tuyau galva,vernis,lasure,lave vaisselle,colle bois,super glue,colle forte,glue,cheville bois,nettoyeur,kärcher,abattant,lunette wc,charnière,paumelle}');
insert into public.search_synonyms (term, meanings) values
  ('boîte étanche', array['coffret étanche']),
  ('protéger frigo', array['protecteur tension']),
  ('protéger télé', array['protecteur tension', 'multiprise parafoudre']),
  ('protéger appareil', array['protecteur tension']),
  ('haute tension', array['protecteur tension']),
  ('onduleur ordi', array['onduleur informatique']),
  ('parasurtenseur', array['parafoudre', 'protecteur tension']),
  ('fil machine', array['fer rond lisse']),
  ('tête de douche', array['douchette', 'colonne douche'])
on conflict (term_key) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_record;
alter table public.search_synonyms enable trigger search_synonyms_set_updated_at;
