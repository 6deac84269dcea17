-- «panneau 300w» began with 550 W although 330 W is nearer; «disjoncteur 32a», which the shop does not have, was shown as if it
-- had, because a water heater's text advises one; «vis 5x50» showed plugs only; «clou» a lock with 3 points, since the stemmer takes
-- «points» for «pointe»; «dix sacs de ciment» looked for «dix» and «une perceuse pas chère» for «chère». See
-- docs/decisions/0096-nearest-sizes.md.

create function private.compare_sizes(document tsvector, words text[]) returns real
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(max(
    least(s.first, w.first) / greatest(s.first, w.first) * coalesce(least(s.second, w.second) / greatest(s.second, w.second), 1)), 0)
  from (
    select f.size[1]::real as first, f.size[2]::real as second, f.size[3] as unit
    from unnest(words) word
    cross join lateral regexp_match(replace(word, 'd', '.'), '^([1-9]\d{0,6}(?:\.\d+)?)(?:x([1-9]\d{0,6}(?:\.\d+)?)|([a-z]{1,3}[23]?))') f (size)
    where f.size is not null
  ) w
  join lateral (
    select f.size[1]::real as first, f.size[2]::real as second, f.size[3] as unit
    from unnest(ts_filter(document, '{a,b,c}')) d
    cross join lateral regexp_match(replace(d.lexeme, 'd', '.'), '^([1-9]\d{0,6}(?:\.\d+)?)(?:x([1-9]\d{0,6}(?:\.\d+)?)|([a-z]{1,3}[23]?))$') f (size)
    where f.size is not null
  ) s on s.unit is not distinct from w.unit
$$;
comment on function private.compare_sizes(tsvector, text[]) is 'How near the sizes of a document come to those of a query, from 0 to 1, which is the same: of «300w» 330 W is nearer than 550 W, of «5x50» 5 × 60 than 3,5 × 30. 0 if it has none with the unit.';
revoke execute on function private.compare_sizes(tsvector, text[]) from public;
grant execute on function private.compare_sizes(tsvector, text[]) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_answered_query(query text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  split constant text := '\s+(?:et|ou|plus|\+|&)\s+|\s*[,;+&]\s+';
  typed constant text := btrim(left(query, 100));
  things constant text[] := (regexp_split_to_array(private.normalize_search_text(typed), split))[:3];
  meant constant text[] := private.split_query(query);
  clauses record;
  first uuid;
  answered text;
  kept text[];
  left_out text[];
begin
  if cardinality(meant) < 2 then
    return null;
  end if;
  first := (private.search_product_ids(query, '', 1))[1];
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
$function$;

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
  -- 1. The name contains the query, the newest first.
  named constant uuid[] := private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked)
  );
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
$function$;

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
  max_compared constant integer := 50;
  things constant text[] := (regexp_split_to_array(
    private.normalize_search_text(left(query, 100)), '\s+(?:et|ou|plus|\+|&)\s+|\s*[,;+&]\s+'))[:max_things];
  meant constant text[] := private.split_query(query);
  has_size constant boolean := exists (select from unnest(meant) w where w ~ '^\d[\dd]*(?:[a-z]{1,3}[23]?$|x\d)');
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
      from generate_subscripts(meant, 1) left_out (i)
      cross join lateral (
        select
          private.to_document_query(
            array_agg(private.limit_to_weights(c.exact, 'AB') order by c.i), array_agg(private.limit_to_weights(c.likely, 'AB') order by c.i),
            array_agg(case when c.word ~ '\d' then private.limit_to_weights(c.loose, 'AB') end order by c.i)) as query,
          count(*) filter (where c.word ~ '^\D{2,}$' and not private.is_attributive(c.word)) as things
        from unnest(meant, clauses.exact, clauses.likely, clauses.loose) with ordinality c (word, exact, likely, loose, i)
        where c.i <> left_out.i
      ) kept
      where cardinality(meant) > 2 and kept.things > 1
    ),
    filters, max_candidates, false
  );
  for i in
    select w.position from unnest(meant) with ordinality w (word, position)
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
    left join private.product_documents d on d.product_id = r.id
    order by r.is_named desc,
      -- «panneau 300w», which the shop does not have: of what matches as well, the nearest size first.
      case when has_size then r.similarity end desc,
      case when has_size and r.position <= max_compared and d.words @@ private.limit_to_weights(lead, 'AB')
        then private.compare_sizes(d.words, meant) else 0 end desc,
      r.position
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.split_typed_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  max_words constant integer := 8;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,chere,chers,cheres,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
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
    typed, '\y(?:\d+|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quarante|cinquante|cent) (?:sac|carton|paquet|piece|barre|rouleau|seau|pot|feuille|plaque|botte|unite|lot|boite)[sx]? d(?:e|es)? (?=[a-z])', ' ');
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
$function$;

CREATE OR REPLACE FUNCTION private.to_search_words(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  words text;
begin
  -- «3 à 4» is no current of 3 A. Postgres caches 32 regular expressions: the rare ones are guarded, and units are
  -- replaced as texts.
  words := private.normalize_search_text(replace(replace(translate(value, 'ø⌀∅', 'ØØØ'), 'Ø', ' 0o'), ' à ', ' '));
  if words !~ '\d' then
    return btrim(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'));
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
    words := replace(replace(words, ' millimetre', ' mmetre'), ' centimetre', ' cmetre');
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
$function$;

CREATE OR REPLACE FUNCTION private.to_digits(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  units constant text := '^(m|cm|mm|m2|m3|km|metres?|centimetres?|millimetres?|pouces?|kg|kilos?|kilogrammes?|grammes?|tonnes?|litres?|w|kw|watts?|v|volts?|va|kva|ah|amperes?|cv|chevaux|cheval|carres?|cubes?|centiemes?|points?|marches|modules)$';
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
      -- «deux roues»: the names of products write that in letters, too.
      result := result || tokens[first:i - 1];
    end if;
  end loop;
  return array_to_string(result, ' ');
end
$function$;

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

insert into private.pending_documents
select product_id from private.product_documents where words @@ 'point' on conflict do nothing;
