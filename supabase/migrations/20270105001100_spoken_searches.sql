-- 350 new queries as they are typed on a phone found nothing where they were spoken («c'est combien le fer de 10»), written
-- as they sound («tablo», «sifon»), abbreviated before another word («disj 40a») or measured in another way («1m3»,
-- «15x21»). See docs/decisions/0084-spoken-searches.md.

-- Sounds -------------------------------------------------------------------------------------------------------------

create function private.to_sound(word text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
declare
  sound text := word;
begin
  sound := replace(replace(replace(replace(sound, 'ph', 'f'), 'qu', 'k'), 'ch', 'S'), 'h', '');
  sound := replace(replace(replace(sound, 'eau', 'o'), 'au', 'o'), 'y', 'i');
  sound := translate(regexp_replace(replace(sound, 'x', 'ks'), 'c(?=[ei])', 's', 'g'), 'cqz', 'kks');
  sound := replace(replace(regexp_replace(sound, 'g(?=[ei])', 'j', 'g'), 'gue', 'ge'), 'gui', 'gi');
  sound := replace(replace(replace(sound, 'mb', 'nb'), 'mp', 'np'), 'gn', 'n');
  sound := regexp_replace(replace(replace(sound, 'ain', 'in'), 'ein', 'in'), 'e[nm](?![aeiounm])', 'an', 'g');
  sound := replace(replace(sound, 'ai', 'e'), 'ei', 'e');
  sound := regexp_replace(sound, '(.)\1+', '\1', 'g');
  sound := regexp_replace(regexp_replace(regexp_replace(sound, 'e?s?$', ''), '[rtdp]$', ''), 'e$', '');
  -- An e that is not spoken: batterie, robinetterie.
  return regexp_replace(sound, '(?<=[aiou][bdfgjklmnprstvS])e(?=[bdfgjklmnprstvS][aeiou])', '', 'g');
end
$$;
comment on function private.to_sound(text) is
  'How a French word without accents sounds, roughly: «tableau» and «tablo» are tablo, «siphon» and «sifon» sifon.';

alter table private.search_terms add column sound text not null generated always as (private.to_sound(term)) stored;
create index search_terms_sound_idx on private.search_terms (sound);
comment on column private.search_terms.sound is 'How the word sounds (to_sound).';

create or replace function private.correct_word(word text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  max_mistakes constant integer := case when char_length(word) < 4 then 0 when char_length(word) < 6 then 1 when char_length(word) < 10 then 2 else 3 end;
  word_sound text;
  letters text[];
begin
  if max_mistakes = 0 or word !~ '^[a-z]{1,30}$' then
    return '{}';
  end if;
  word_sound := private.to_sound(word);
  letters := array(select c from string_to_table(word, null) c order by c);
  return array(
    select n.term
    from (
      (select t.term, 1 as mistakes, true as is_same_sound, extensions.similarity(t.term, word) as similarity
        from private.search_terms t
        where t.sound = word_sound and char_length(word_sound) >= 3
        order by extensions.similarity(t.term, word) desc, t.term limit 10)
      union all
      (select t.term,
        -- The transposed letters of «robient» are one mistake, and so are a letter that is doubled and one that stands
        -- elsewhere: «bourette».
        least(
          extensions.levenshtein_less_equal(t.term, word, max_mistakes),
          extensions.levenshtein_less_equal(regexp_replace(t.term, '(.)\1', '\1', 'g'), regexp_replace(word, '(.)\1', '\1', 'g'), max_mistakes),
          case when array(select c from string_to_table(t.term, null) c order by c) = letters then 1 end
        ),
        false, extensions.similarity(t.term, word)
      from private.search_terms t
      where t.term operator(extensions.%) word and char_length(t.term) between char_length(word) - 3 and char_length(word) + 3
      order by extensions.similarity(t.term, word) desc limit 40)
    ) n
    where n.mistakes <= max_mistakes and n.term <> word
    group by n.term
    order by bool_or(n.is_same_sound) desc, min(n.mistakes), max(n.similarity) desc, n.term
    fetch first 3 rows only
  );
end
$$;
comment on function private.correct_word(text) is
  'At most three words of the shop that this one may mean: those that sound alike, then those that a typing mistake may have turned into it, the likeliest first.';

-- Sizes --------------------------------------------------------------------------------------------------------------

create or replace function private.to_size_queries(word text, out exact tsquery, out likely tsquery, out loose tsquery)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  size constant text[] := regexp_match(word, '^(?:0o)?(\d{1,7}(?:d\d{1,4})?)([a-z]{0,3}[23]?)$');
  unit constant text := case when word ~ '^0o' and size[2] = '' then 'mm' else size[2] end;
  number numeric;
  other text;
  factor numeric;
begin
  if word ~ '^\d\S*x\d' then
    -- 60x60cm; 3x2,5 of a cable, which its name writes 3G2,5; 10x60 of a bolt M10 × 60; 15x21 of a thread 15/21.
    exact := substring(word from '^(\d\S*x\d+(?:d\d+)?)')::tsquery;
    likely := replace(exact::text, 'x', 'g')::tsquery;
    if word ~ '^\d+x\d+$' then
      likely := likely || format('m%s | %s', word, replace(word, 'x', 's'))::tsquery;
    end if;
    return;
  elsif size is null then
    exact := regexp_replace(word, '^0o|(?<=\dx.*\d)[a-z]+2?$', '', 'g')::tsquery;
    if word ~ '^[a-z]+\d+$' then
      likely := (substring(word from '^[a-z]+') || ' & ' || substring(word from '\d+$'))::tsquery;
    elsif word ~ '^\d+s\d+po$' then
      likely := left(word, -2)::tsquery;
    elsif word ~ '^\d{2,3}s\d{2,3}$' then
      -- 40/40 of a tile that is written 40 × 40; 25/100 of a sheet of 0,25 mm.
      likely := replace(word, 's', 'x')::tsquery;
      if word ~ '^\d\ds100$' then
        likely := likely || (replace(trim_scale(('0.' || left(word, 2))::numeric)::text, '.', 'd') || 'mm')::tsquery;
      end if;
    elsif word ~ '^\d+g\d+(d\d+)?$' then
      likely := format('%smm2 | %s', word, replace(word, 'g', 'x'))::tsquery;
    end if;
    return;
  end if;
  if unit = '' then
    exact := (size[1] || ':ABC')::tsquery;
    likely := format('%1$smm:AB | %1$smm2:AB', size[1])::tsquery;
    loose := format('n%s:ABC', size[1])::tsquery;
    return;
  end if;
  exact := (size[1] || unit)::tsquery;
  loose := (size[1] || ':AB')::tsquery;
  number := replace(size[1], 'd', '.')::numeric;
  for other, factor in
    select u.other, u.factor from (values
      ('mm', 'cm', 0.1), ('mm', 'm', 0.001), ('cm', 'mm', 10), ('cm', 'm', 0.01), ('m', 'cm', 100), ('m', 'mm', 1000),
      ('g', 'kg', 0.001), ('kg', 'g', 1000), ('kg', 't', 0.001), ('t', 'kg', 1000), ('ml', 'l', 0.001), ('l', 'ml', 1000),
      ('cl', 'ml', 10), ('cl', 'l', 0.01), ('m3', 'l', 1000), ('l', 'm3', 0.001),
      ('kw', 'w', 1000), ('w', 'kw', 0.001), ('va', 'kva', 0.001), ('kva', 'va', 1000),
      -- Generators and inverters are asked for in watts and sold in volt-amperes.
      ('w', 'va', 1), ('w', 'kva', 0.001), ('kw', 'kva', 1), ('kva', 'kw', 1),
      ('mah', 'ah', 0.001), ('ma', 'a', 0.001), ('mm', 'mm2', 1)
    ) u (name, other, factor) where u.name = unit
  loop
    likely := private.or_query(likely, (replace(trim_scale(number * factor)::text, '.', 'd') || other)::tsquery);
  end loop;
end
$$;

-- The query ----------------------------------------------------------------------------------------------------------

create function private.split_query(query text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  max_words constant integer := 8;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
  -- What is said around the thing that is asked for.
  spoken constant text[] := '{bonjour,bonsoir,bjr,salut,merci,stp,plait,il,on,nous,vous,moi,me,ce,cet,cette,ces,que,qui,quel,quelle,quels,quelles,quoi,combien,comment,est,sont,coute,coutent,vaut,valent,fait,faut,tarif,tarifs,besoin,avez,avoir,ai,as,si,savoir,donner,donnez,donne,montrez,envoyez,vendez,vendre,voudrais,voudrai,voulais,veut,veu,voulons,aimerais,recherche,cherchons,chercher,souhaite,souhaiterais,souhaitons,peux,peut,pouvez,pourrais,devis,quelque,chose,truc,ya,trouver,trouve,commander,dispo,disponible,disponibles,stock,meilleur,meilleure,meilleurs,meilleures,bonne,bonnes,qualite,promo,promos,promotion,promotions,solde,soldes,livraison,dans,chez,notre,nos,votre,vos,materiel,materiels,materiau,materiaux,produit,produits,article,articles}';
  typed text := ' ' || private.to_search_words(left(query, 300)) || ' ';
  words text[];
  meant text[];
begin
  typed := replace(replace(replace(replace(typed, ' c est ', ' '), ' j ai ', ' '), ' qu est ', ' '), ' y a t il ', ' ');
  typed := replace(replace(typed, ' s il ', ' '), ' est ce ', ' ');
  if typed ~ '\d (carre|centieme)' then
    -- 2,5 carré is a section, and 35 centièmes are the thickness 35/100.
    typed := regexp_replace(regexp_replace(typed, '\y(\d+(?:d\d+)?) carres?\y', '\1mm2', 'g'), '\y(\d+) centiemes?\y', '\1s100', 'g');
  end if;
  words := array(
    select w.word from string_to_table(typed, ' ') with ordinality w (word, position)
    where w.word <> '' and w.word <> all (silent) order by w.position
  );
  meant := array(
    select w.word from unnest(words) with ordinality w (word, position)
    where w.word <> all (spoken) order by w.position
  );
  return (case when cardinality(meant) > 0 then meant else words end)[:max_words];
end
$$;
comment on function private.split_query(text) is
  'The words of a query that say what is meant, at most eight: «c''est combien le fer de 10» is fer and 10. Of one that has no others («promotion»), those that only introduce it.';

create or replace function private.parse_search(
  query text, corrects_known boolean, out exact tsquery[], out likely tsquery[], out loose tsquery[]
)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  numbers constant text[] := '{deux,trois,quatre,cinq,six,sept,huit,dix,douze,quinze,seize,vingt}';
  digits constant text[] := '{2,3,4,5,6,7,8,10,12,15,16,20}';
  words constant text[] := private.split_query(query);
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
      if words[i] = any (numbers) then
        likely[i] := (digits[array_position(numbers, words[i])] || ':ABC')::tsquery;
      end if;
      -- Whoever still types sees what begins so.
      if i = cardinality(words) and char_length(words[i]) >= 2 then
        likely[i] := private.or_query(likely[i], (words[i] || ':*ABC')::tsquery);
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
comment on function private.parse_search(text, boolean) is
  'A query as clauses, one a word of split_query: what is exactly meant, likely meant (synonyms, beginnings, other units) and possibly meant (typing mistakes, which are looked for in words that the shop does not know, or in all).';

create or replace function public.list_near_products(query text) returns setof public.products
language plpgsql stable rows 40 set search_path = '' set statement_timeout = '2s' as $$
declare
  max_candidates constant integer := 200;
  clauses record;
  kept integer[];
begin
  clauses := private.parse_search(query, true);
  -- «riz 25kg» is near nothing that weighs 25 kg: what has a size only is near a size only.
  kept := array(
    select i from generate_subscripts(clauses.exact, 1) i where clauses.exact[i]::text !~ '^''\d' order by i
  );
  if cardinality(kept) > 0 then
    clauses.exact := array(select clauses.exact[i] from unnest(kept) with ordinality k (i, n) order by n);
    clauses.likely := array(select clauses.likely[i] from unnest(kept) with ordinality k (i, n) order by n);
    clauses.loose := array(select clauses.loose[i] from unnest(kept) with ordinality k (i, n) order by n);
  end if;
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

-- What is found where ---------------------------------------------------------------------------------------------------

-- The size among the properties and its number in the name («HA 8», diameter 8 mm) are nearly the size in the name.
create or replace function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
returns table (id uuid, is_named boolean)
language plpgsql stable set search_path = '' as $$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  term constant text := private.to_name_term(query);
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
      select case when s.place > 0 then s.place + char_length(term) - char_length(normalized) else 0 end as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c
      from strpos(split_part(p.search_text, e'\n', 1), term) s (place)
      offset 0
    ) n
    left join lateral (
      select avg(greatest(
        case when n.a @@ q.exact then 1.0 when n.b @@ q.exact then 0.85
          -- «HA 12» of a bar with the diameter 12 mm is the size that is asked for.
          when s.is_number and n.c @@ q.exact and n.b @@ q.loose then 0.8
          when n.c @@ q.exact then 0.45
          when d.words @@ q.exact then 0.25 else 0 end,
        case when q.likely is null then 0 when n.a @@ q.likely then 0.75 when n.b @@ q.likely then 0.6
          when n.c @@ q.likely then 0.35 when d.words @@ q.likely then 0.2 else 0 end,
        -- The number of a size may have another unit, or be a part of a reference: with stock and sales it is worth less
        -- than the size among the properties.
        case when q.loose is null then 0 when s.is_number then case when n.b @@ q.loose then 0.2 else 0 end
          when n.a @@ q.loose then 0.45 when n.b @@ q.loose then 0.4
          when n.c @@ q.loose then 0.25 when d.words @@ q.loose then 0.15 else 0 end
      )) as similarity
      from unnest(exact, likely, loose) q (exact, likely, loose)
      cross join lateral (select coalesce(q.loose::text ~ '^''\d', false) as is_number offset 0) s
    ) m on true
  ) r
  order by r.named desc, r.score desc, r.created_at desc, r.id;
end
$$;

-- The letters of a reference are no words of the name: FER-TIR-880 is no «fer», and BAT-HOU-16 no «houe».
create or replace function private.compute_document_words(product public.products)
returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  max_variants constant integer := 1000;
  name constant text := private.to_document_words(product.name);
  -- «Lot de 10 ampoules» are bulbs, «Robinet de puisage» a tap and «Tube PVC» both its words.
  head constant text := substring(
    name from
    '^((?:(?:petit|grand|mini|lot|jeu|pack|paire|kit|coffret|boite|caisse|assortiment|sachet|set|rouleau)s? (?:de |d )?(?:\d+ )?)?[a-z]+(?: (?!(?:a|de|d|en|pour|avec|sans|et|du|des|sur|au)\y)[a-z]+)?)'
  );
  words text;
  codes text := concat_ws(' ', product.reference, product.barcode);
  code_words text;
  choices text;
begin
  if product.has_variants then
    select concat_ws(' ', codes, string_agg(concat_ws(' ', v.reference, v.barcode), ' ')), string_agg(array_to_string(v.choices, ' ; '), ' ; ')
    into codes, choices
    from (
      select * from public.product_variants where product_id = product.id order by position, id limit max_variants
    ) v;
  end if;
  select concat_ws(' ', c.name, choices, array_to_string(product.features, ' ; '), (
    select string_agg(s.key || ' ' || s.value, ' ; ') from jsonb_each_text(product.specifications) s
  )) into words
  from (
    select string_agg(a.name, ' ') as name from public.categories a
    where a.id = any (private.category_and_ancestors(product.category_id))
  ) c;
  codes := private.normalize_search_text(codes);
  code_words := regexp_replace(codes, '[^a-z0-9]+', ' ', 'g');
  return setweight(to_tsvector('private.product_words', coalesce(head, '')), 'A')
    || setweight(to_tsvector('private.product_words', concat_ws(' ',
      name, private.join_neighbours(name), regexp_replace(code_words, '\y[a-z]+\y', '', 'g'),
      regexp_replace(codes, '[^a-z0-9 ]+', '', 'g'))), 'B')
    || setweight(to_tsvector('private.product_words', private.to_document_words(left(words, 5000))), 'C')
    || setweight(to_tsvector('private.product_words', concat_ws(' ',
      private.to_document_words(left(product.description, 1000)), code_words)), 'D');
end
$$;

comment on column private.product_documents.words is
  'A: the words by which the name begins. B: the rest of the name, references and bar codes (joined, and their parts with digits). C: category, choices of variants, features and specifications. D: the description and all parts of the references.';
insert into private.pending_documents select id from public.products on conflict do nothing;

-- What a synonym means is not looked for in descriptions: each third of them names a «joint».
create or replace function private.to_phrase_query(phrase text)
returns tsquery
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  result tsquery;
  word text;
  word_query tsquery;
begin
  foreach word in array string_to_array(private.to_search_words(left(phrase, 100)), ' ') loop
    if word <> all ('{"",a,de,d,du,des,la,le,les,l,un,une,en,et,au,aux,pour}') then
      word_query := private.to_word_query(regexp_replace(word, '^0o', ''), 'ABC');
      result := coalesce(result && word_query, word_query);
    end if;
  end loop;
  return result;
end
$$;
comment on function private.to_phrase_query(text) is
  'The query for all words of a phrase, in names, references and properties; null for none.';
alter table public.search_synonyms disable trigger search_synonyms_record;
alter table public.search_synonyms disable trigger search_synonyms_set_updated_at;
update public.search_synonyms set term = term;
alter table public.search_synonyms enable trigger search_synonyms_set_updated_at;

insert into public.search_synonyms (term, meanings) values
  ('tor', array['fer béton']),
  ('réservoir d''eau', array['réservoir']),
  ('réservoir à eau', array['réservoir']),
  ('bidon d''eau', array['réservoir']),
  ('bidon', array['réservoir']),
  ('double allumage', array['interrupteur']),
  ('interrupteur double allumage', array['interrupteur']),
  ('simple allumage', array['interrupteur']),
  ('sonabel', array['câble branchement']),
  ('tuyau orange', array['tube pvc']),
  ('tuyau gris', array['tube pvc']),
  ('tuyau assainissement', array['tube évacuation']),
  ('mélangeur cuisine', array['mitigeur évier']),
  ('mélangeur lavabo', array['mitigeur lavabo']),
  ('mélangeur douche', array['mitigeur douche']),
  ('mitigeur cuisine', array['mitigeur évier']),
  ('évier cuisine', array['évier']),
  ('dn15', array['1/2 pouce', 'Ø 15']),
  ('dn20', array['3/4 pouce', 'Ø 20']),
  ('dn25', array['1 pouce', 'Ø 25']),
  ('dn32', array['1 1/4 pouce', 'Ø 32']),
  ('dn40', array['1 1/2 pouce', 'Ø 40']),
  ('dn50', array['2 pouces', 'Ø 50']),
  ('dn100', array['Ø 100', 'Ø 110']),
  ('15/21', array['1/2 pouce']),
  ('20/27', array['3/4 pouce']),
  ('26/34', array['1 pouce']),
  ('wc chinois', array['wc monobloc', 'pack wc']),
  ('cuvette anglaise', array['pack wc', 'wc monobloc']),
  ('wc chaise', array['pack wc', 'wc monobloc']),
  ('chofo', array['chauffe-eau']),
  ('ventilo plafond', array['brasseur air']),
  ('mur extérieur', array['façade']),
  ('peinture mur extérieur', array['peinture façade']),
  ('humidité', array['hydrofuge', 'étanchéité']),
  ('contre humidité', array['hydrofuge', 'étanchéité']),
  ('anti humidité', array['hydrofuge', 'étanchéité']),
  ('infiltration', array['hydrofuge', 'étanchéité']),
  ('outil maçon', array['niveau maçon', 'pelle', 'massette', 'décamètre']),
  ('machine couper fer', array['meuleuse']),
  ('machine à couper le bois', array['scie circulaire']),
  ('machine à percer', array['perceuse']),
  ('machine à visser', array['visseuse']),
  ('plomberie', array['robinet', 'tube', 'raccord', 'siphon'])
on conflict (term_key) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_record;

revoke execute on function private.to_sound(text), private.split_query(text) from public;
grant execute on function private.to_sound(text), private.split_query(text) to anon, authenticated, service_role;
