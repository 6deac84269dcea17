-- 346 new queries, of which 0.76 had a right product among the first three, failed where a word beside the thing is unknown
-- («surpresseur maison»), where two things are asked for («pelle et pioche»), where a number is written in letters («clé de
-- dix-sept», «trois quarts»), where a size is one of a range («clé de 17»), where dimensions are turned («chevron 8/6») and
-- where vowels are mistaken («sekater»). See docs/decisions/0089-leading-words.md.

-- Numbers in letters --------------------------------------------------------------------------------------------------

create function private.to_number(word text) returns integer
language sql immutable parallel safe strict set search_path = '' as $$
  select ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,20,30,40,50,60,100,1000}'::integer[])[array_position(
    '{zero,un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,vingt,trente,quarante,cinquante,soixante,cent,mille}'::text[],
    word
  )]
$$;
comment on function private.to_number(text) is 'The number of one word without accents; null for another word.';

create function private.to_digits(words text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
declare
  units constant text := '^(m|cm|mm|m2|m3|km|metres?|centimetres?|millimetres?|pouces?|kg|kilos?|kilogrammes?|grammes?|tonnes?|litres?|w|kw|watts?|v|volts?|va|kva|ah|amperes?|cv|chevaux|cheval|carres?|cubes?|centiemes?|marches|modules)$';
  tokens text[];
  result text[] := '{}';
  i integer := 1;
  first integer;
  number integer;
  thousands integer;
  part integer;
  is_number boolean;
  with_half boolean;
begin
  if words !~ '\y(un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille|demie?|quarts?)\y' then
    return words;
  end if;
  tokens := regexp_split_to_array(btrim(regexp_replace(words, '(?<=[a-z])-(?=[a-z])', ' ', 'g')), '\s+');
  while i <= cardinality(tokens) loop
    first := i;
    number := 0;
    thousands := 0;
    loop
      part := private.to_number(regexp_replace(tokens[i], '^(vingt|cent)s$', '\1'));
      -- «vingt et un», «soixante et onze».
      if part is null and i > first and tokens[i] = 'et' and tokens[i + 1] in ('un', 'onze') and number % 100 between 20 and 60 then
        i := i + 1;
        continue;
      end if;
      is_number := part is not null and case
        when part = 1000 then thousands = 0
        when part = 100 then number % 100 between 0 and 9 and number < 10
        when part = 20 and number % 100 = 4 then true
        when part >= 20 then number % 100 = 0
        else number % 100 = 0 or number % 10 = 0 and number % 100 >= 20 and (part < 10 or number % 100 in (60, 80))
          or number % 100 = 10 and part between 7 and 9
      end;
      exit when not coalesce(is_number, false);
      if part = 1000 then
        thousands := greatest(number, 1) * 1000;
        number := 0;
      elsif part = 100 then
        number := greatest(number, 1) * 100;
      elsif part = 20 and number % 100 = 4 then
        number := number + 76;
      else
        number := number + part;
      end if;
      i := i + 1;
    end loop;
    if i = first then
      if tokens[i] in ('demi', 'demie') and tokens[i + 1] ~ units then
        result := result || '1/2'::text;
      else
        result := result || tokens[i];
      end if;
      i := i + 1;
      continue;
    end if;
    number := thousands + number;
    if tokens[i] in ('quart', 'quarts') then
      result := result || (number || '/4');
      i := i + 1;
      if tokens[i] is distinct from 'pouce' and tokens[i] is distinct from 'pouces' then
        result := result || 'pouce'::text;
      end if;
    elsif number = 1 and tokens[i] in ('demi', 'demie') then
      null; -- «un demi pouce»
    elsif tokens[i] ~ units then
      with_half := tokens[i + 1] = 'et' and tokens[i + 2] in ('demi', 'demie');
      result := result || array[number || case when with_half then '.5' else '' end, tokens[i]];
      i := i + case when with_half then 3 else 1 end;
    elsif i - first > 1 then
      result := result || number::text;
    else
      -- «deux roues», «trois points»: the names of products write that in letters, too.
      result := result || tokens[first:i - 1];
    end if;
  end loop;
  return array_to_string(result, ' ');
end
$$;
comment on function private.to_digits(text) is
  'The words without accents, with numbers in letters as digits where they have several words or a unit: «dix sept» is 17, «un cheval et demi» 1.5 cheval and «trois quarts» 3/4 pouce.';

create or replace function private.split_query(query text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  max_words constant integer := 8;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
  -- What is said around the thing that is asked for.
  spoken constant text[] := '{bonjour,bonsoir,bjr,bsr,slt,cc,salut,merci,stp,plait,il,on,nous,vous,moi,me,tu,toi,lui,ce,cet,cette,ces,ca,que,qui,quel,quelle,quels,quelles,quoi,combien,comment,comme,est,sont,etes,coute,coutent,couterait,vaut,valent,fait,faites,faut,faudrait,tarif,tarifs,montant,besoin,avez,avoir,ai,as,avons,ont,si,savoir,donner,donnez,donne,montrez,montre,envoyez,envoie,vendez,vendre,vend,vendeur,voudrais,voudrai,voulais,veut,veu,voulons,voulez,aimerais,recherche,recherchons,cherchons,chercher,souhaite,souhaiterais,souhaitons,peux,peut,pouvez,pourrais,pourriez,devis,quelque,chose,truc,trucs,machin,ya,y,trouver,trouve,trouvez,commander,commande,moins,dispo,disponible,disponibles,stock,meilleur,meilleure,meilleurs,meilleures,bonne,bonnes,qualite,promo,promos,promotion,promotions,solde,soldes,livraison,livrez,livrer,dans,chez,ici,notre,nos,votre,vos,encore,aussi,juste,seulement,donc,alors,hein,quoi,ok,oui,non,ne,materiel,materiels,materiau,materiaux,produit,produits,article,articles,genre,genres,sorte,sortes,reparer,changer,remplacer}';
  normalized constant text := private.normalize_search_text(left(query, 300));
  digits constant text := private.to_digits(normalized);
  typed text := ' ' || private.to_search_words(regexp_replace(
    case when digits = normalized then left(query, 300) else digits end, '(\d) ?(?:cheval|chevaux)\y', '\1 cv', 'gi')) || ' ';
  words text[];
  meant text[];
begin
  typed := replace(replace(replace(replace(typed, ' c est ', ' '), ' j ai ', ' '), ' qu est ', ' '), ' y a t il ', ' ');
  typed := replace(replace(typed, ' s il ', ' '), ' est ce ', ' ');
  if typed ~ '\d (carre|centieme)' then
    -- 2,5 carré is a section, and 35 centièmes are the thickness 35/100.
    typed := regexp_replace(regexp_replace(typed, '\y(\d+(?:d\d+)?) carres?\y', '\1mm2', 'g'), '\y(\d+) centiemes?\y', '\1s100', 'g');
  end if;
  if typed ~ '\d (fois|par|sur) \d' then
    typed := regexp_replace(typed, '\y(\d+(?:d\d+)?)[a-z]{0,2} (?:fois|par|sur) (?=\d)', '\1x', 'g');
  end if;
  -- «20 sacs de ciment»: how many are wanted.
  typed := regexp_replace(
    typed, '\y\d+ (?:sac|carton|paquet|piece|barre|rouleau|seau|pot|feuille|plaque|botte|unite|lot|boite)[sx]? d(?:e|es)? (?=[a-z])', ' ');
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

-- The number of one word has the units of one in digits.
create or replace function private.parse_search(query text, corrects_known boolean, out exact tsquery[], out likely tsquery[], out loose tsquery[])
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
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

-- Sizes ---------------------------------------------------------------------------------------------------------------

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
      loose := regexp_replace(word, '^(\d+)x(\d+)$', '\2x\1')::tsquery;
    end if;
    return;
  elsif size is null then
    exact := regexp_replace(word, '^0o|(?<=\dx.*\d)[a-z]+2?$', '', 'g')::tsquery;
    if word ~ '^[a-z]+\d+$' then
      likely := (substring(word from '^[a-z]+') || ' & ' || substring(word from '\d+$'))::tsquery;
    elsif word ~ '^\d+s\d+po$' then
      likely := left(word, -2)::tsquery;
    elsif word ~ '^\d{1,3}s\d{1,3}$' then
      -- 40/40 of a tile that is written 40 × 40; 8/6 of a rafter 6 × 8; 25/100 of a sheet of 0,25 mm.
      likely := replace(word, 's', 'x')::tsquery;
      loose := regexp_replace(word, '^(\d+)s(\d+)$', '\2x\1')::tsquery;
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
    loose := format('n%1$s:ABC | r%1$s:C', size[1])::tsquery;
    return;
  end if;
  exact := (size[1] || unit)::tsquery;
  loose := format(case when unit = 'mm' then '%1$s:AB | r%1$s:C' else '%1$s:AB' end, size[1])::tsquery;
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

create function private.list_sizes_of_ranges(value text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select string_agg('r' || n.size, ' ')
  from regexp_matches(
    private.normalize_search_text(value), '(?<![0-9.,/])(\d{1,3}) a (\d{1,3})(?![0-9.,/]) ?(?:mm|cm)?\y', 'g'
  ) r (range)
  cross join lateral generate_series(r.range[1]::integer, least(r.range[2]::integer, r.range[1]::integer + 50)) n (size)
$$;
comment on function private.list_sizes_of_ranges(text) is
  'A word for each whole size of the ranges in a text: «6 à 22 mm» has r17.';

-- A set of «6 à 22 mm» has the size 17.
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
    || setweight(to_tsvector('private.product_words', concat_ws(' ',
      private.to_document_words(left(words, 5000)), private.list_sizes_of_ranges(product.name))), 'C')
    || setweight(to_tsvector('private.product_words', concat_ws(' ',
      private.to_document_words(left(product.description, 1000)), code_words)), 'D');
end
$$;

comment on column private.product_documents.words is
  'A: the words by which the name begins. B: the rest of the name, references and bar codes (joined, and their parts with digits). C: category, choices of variants, features and specifications, and the sizes of ranges in the name. D: the description and all parts of the references.';
insert into private.pending_documents
select id from public.products where private.list_sizes_of_ranges(name) is not null on conflict do nothing;

-- Mistakes ------------------------------------------------------------------------------------------------------------

create function private.to_consonants(word text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select regexp_replace(translate(private.to_sound(word), 'Sjaeiou', 'sz'), '(.)\1+', '\1', 'g')
$$;
comment on function private.to_consonants(text) is
  'The consonants of how a word sounds, ch taken for s and j for z: «sécateur» and «sekater» are skt, «pioche» and «piosse» ps.';

alter table private.search_terms drop column sound;
create or replace function private.to_sound(word text)
returns text
language plpgsql  IMMUTABLE PARALLEL SAFE STRICT
set search_path = '' as $$
declare
  sound text := word;
begin
  sound := replace(replace(replace(replace(replace(sound, 'ill', 'y'), 'ph', 'f'), 'qu', 'k'), 'ch', 'S'), 'h', '');
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
  'How a French word without accents sounds, roughly: «tableau» and «tablo» are tablo, «siphon» and «sifon» sifon, «tenaille» and «tenay» ten.';
alter table private.search_terms add column sound text not null generated always as (private.to_sound(term)) stored;
create index search_terms_sound_idx on private.search_terms (sound);
comment on column private.search_terms.sound is 'How the word sounds (to_sound).';
alter table private.search_terms add column consonants text not null generated always as (private.to_consonants(term)) stored;
create index search_terms_consonants_idx on private.search_terms (consonants);
comment on column private.search_terms.consonants is 'The consonants of how the word sounds (to_consonants).';

create or replace function private.correct_word(word text)
returns text[]
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
      -- «dechelle», without the apostrophe.
      (select t.term, 0, true, 1 from private.search_terms t where word ~ '^[dl][aeiouh]' and t.term = substr(word, 2))
      union all
      -- The same consonants: «sekater», «bourette».
      (select t.term, extensions.levenshtein_less_equal(t.term, word, max_mistakes), false, extensions.similarity(t.term, word)
        from private.search_terms t
        where t.consonants = private.to_consonants(word) and char_length(t.consonants) >= 2
        order by extensions.similarity(t.term, word) desc, t.term limit 20)
      union all
      (select t.term,
        -- The transposed letters of «robient» are one mistake, and so are a letter that is doubled and one that stands
        -- elsewhere.
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

-- The leading word ----------------------------------------------------------------------------------------------------

drop function private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]);
create function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
returns table (id uuid, is_named boolean, similarity numeric)
language plpgsql stable set search_path = '' as $$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  term constant text := private.to_name_term(query);
  pattern constant text := '%' || regexp_replace(
    btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g')), '[\\%_]', '\\\&', 'g') || '%';
begin
  return query
  select r.id, r.named > 0, r.similarity
  from (
    select p.id, p.created_at, coalesce(m.similarity, 0)::numeric as similarity,
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
comment on function private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]) is
  'Sorts products by how well they match: those whose name contains the query first, as it is written before other accents; then by where the words are (the beginning of the name, the rest of it, properties, description) and how surely they are meant (similarity, from 0 to 1), by stock and by sales.';

create or replace function public.list_near_products(query text)
returns setof public.products
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
    ) with ordinality r (id, is_named, similarity, position)
    join public.products p on p.id = r.id
    order by r.position
    limit 40;
end
$$;

drop function private.search_by_words(text, text, integer, boolean);
create function private.search_by_words(query text, filters text, max_rows integer, corrects_known boolean, out ids uuid[], out is_weak boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
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
  -- 1. The name contains the query, the newest first.
  named constant uuid[] := private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked)
  );
  clauses record;
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
  if cardinality(ids) >= max_rows then
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
$$;
comment on function private.search_by_words(text, text, integer, boolean) is
  'The products that search_product_ids finds by all words of the query, with words that the shop knows taken as they are or as mistakes. is_weak: there are none, or the words are together in descriptions and properties only.';

create function private.search_by_leading_word(query text, filters text, weak uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_things constant integer := 3;
  max_candidates constant integer := 200;
  -- What is said of many things leads to none.
  attributive constant text[] := '{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne}';
  things constant text[] := (regexp_split_to_array(
    private.normalize_search_text(left(query, 100)), '\s+(?:et|ou|plus|\+|&)\s+|\s*[,;+&]\s+'))[:max_things];
  words constant text[] := private.split_query(query);
  clauses record;
  lead tsquery;
  candidates uuid[];
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
        order by i.id, i.place, t.n
      ) f
      order by f.place, f.n
    );
    if cardinality(found) > 0 then
      return found;
    end if;
  end if;
  clauses := private.parse_search(query, false);
  for i in
    select w.position from unnest(words) with ordinality w (word, position)
    where w.word !~ '\d' order by w.word = any (attributive), w.position
  loop
    -- Names begin with it; or it means another word, or is nearly one.
    lead := private.or_query(private.or_query(
      regexp_replace(clauses.exact[i]::text, '''(?::[ABCD]+)?(?=[ )]|$)', ''':A', 'g')::tsquery,
      clauses.likely[i]), clauses.loose[i]);
    candidates := private.find_documents(lead, filters, max_candidates, false);
    exit when cardinality(candidates) > 0 or filters <> '' and cardinality(private.find_documents(lead, '', 1, false)) > 0;
    -- The shop has the word, and nothing that is called so: «machine à laver».
    exit when exists (select from private.product_documents d where d.is_head and d.words @@ clauses.exact[i]);
  end loop;
  return array(
    select r.id
    from private.rank_products(
      array(select unnest(candidates) union select unnest(weak[:max_candidates])),
      query, clauses.exact, clauses.likely, clauses.loose
    ) with ordinality r (id, is_named, similarity, position)
    order by r.position
  );
end
$$;
comment on function private.search_by_leading_word(text, text, uuid[]) is
  'What is shown for a query of which no product has all words: of two things some of each, else what is called by its first word that the shop knows («surpresseur maison»), together with the weak matches of all words.';

create or replace function private.search_product_ids(query text, filters text, max_rows integer)
returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matches record;
  -- The filters do not decide whether other matches are looked for.
  unfiltered record;
begin
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
$$;
comment on function private.search_product_ids(text, text, integer) is
  'The ids of the products that the search finds and that meet the filters (filter_products), the best match first; at least max_rows of them if there are so many. The number of rows does not change the order, and the filters only leave out.';

revoke execute on function
  private.to_number(text), private.to_digits(text), private.list_sizes_of_ranges(text), private.to_consonants(text),
  private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]), private.search_by_words(text, text, integer, boolean),
  private.search_by_leading_word(text, text, uuid[]) from public;
grant execute on function
  private.to_number(text), private.to_digits(text), private.list_sizes_of_ranges(text), private.to_consonants(text),
  private.rank_products(uuid[], text, tsquery[], tsquery[], tsquery[]), private.search_by_words(text, text, integer, boolean),
  private.search_by_leading_word(text, text, uuid[]) to anon, authenticated, service_role;
