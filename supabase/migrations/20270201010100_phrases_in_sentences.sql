-- Sentences that name a use or a trouble, and synonyms that have small words. See docs/decisions/0117-phrases-in-sentences.md.

create or replace function private.split_typed_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  max_words constant integer := 8;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,chere,chers,cheres,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
  -- What is said around the thing that is asked for.
  spoken constant text[] := '{bonjour,bonsoir,bjr,bsr,slt,cc,salut,merci,stp,plait,il,on,nous,vous,moi,me,tu,toi,lui,ce,cet,cette,ces,ca,que,qui,quel,quelle,quels,quelles,quoi,combien,comment,comme,est,sont,etes,coute,coutent,couterait,vaut,valent,fait,faites,faut,faudrait,tarif,tarifs,montant,besoin,avez,avoir,ai,as,avons,ont,si,savoir,donner,donnez,donne,montrez,montre,envoyez,envoie,vendez,vendre,vend,vendeur,voudrais,voudrai,voulais,veut,veu,voulons,voulez,aimerais,recherche,recherchons,cherchons,chercher,souhaite,souhaiterais,souhaitons,peux,peut,pouvez,pourrais,pourriez,devis,quelque,chose,truc,trucs,machin,ya,y,trouver,trouve,trouvez,commander,commande,moins,dispo,disponible,disponibles,stock,meilleur,meilleure,meilleurs,meilleures,bonne,bonnes,qualite,promo,promos,promotion,promotions,solde,soldes,livraison,livrez,livrer,dans,chez,ici,notre,nos,votre,vos,encore,aussi,juste,seulement,donc,alors,hein,quoi,ok,oui,non,ne,materiel,materiels,materiau,materiaux,produit,produits,article,articles,genre,genres,sorte,sortes,reparer,changer,remplacer,gate,gatee,gates,gatees,abime,abimee,quand,lequel,laquelle,lesquels,lesquelles,tres,beaucoup,peu,bien,toujours,deja,maintenant,aujourd,hui,urgent,vraiment,actuellement,cause,parce,puis,celui,celle,ceux,celles,leur,leurs,son,sa,ses,suis,etre,etait,vais,allons,dois,doit,peuvent,veulent,voir,sait,aider,aidez,frere,soeur,maman,papa,mari,femme,voisin,voisine}';
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
  if strpos(typed, ' deg') > 0 then
    typed := regexp_replace(typed, '\y(\d+) deg(?:re|res)?\y', '\1', 'g');
  end if;
  if typed ~ '\d (fois|par|sur) \d' then
    typed := regexp_replace(typed, '\y(\d+(?:d\d+)?)[a-z]{0,2} (?:fois|par|sur) (?=\d)', '\1x', 'g');
  end if;
  -- «diamètre cent», «de diamètre 32».
  if strpos(typed, ' diametre') > 0 then
    typed := regexp_replace(typed, '\ydiametres? (?=\d)', '', 'g');
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

create or replace function private.to_digits(words text)
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
  words := regexp_replace(words, '\y(\d{1,3}) mille(?= (?:m|metres?|l|litres?|w|watts?|va|v|volts?|kg|kilos?)\y)', '\1000', 'g');
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
    elsif i - first > 1 or tokens[first - 1] ~ '^(diametre|section|taille)$' then
      result := result || number::text;
    else
      -- «deux roues»: the names of products write that in letters, too.
      result := result || tokens[first:i - 1];
    end if;
  end loop;
  return array_to_string(result, ' ');
end
$function$;

create or replace function private.is_attributive(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select word = any ('{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,tonne,tonnes,kilo,kilos,sachet,sachets,barre,barres,couronne,couronnes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne,contre,entre,faire,mettre,poser,installer,utiliser,acheter,prendre,servir,brancher,monter,electric,electrical,solar,plastic,metal,small,big,sous,dessous,dessus,vers,blanc,blanche,blancs,blanches,noir,noire,noirs,noires,rouge,rouges,gris,grise,bleu,bleue,vert,verte,jaune,jaunes}'::text[])
$function$;

create or replace function private.set_synonym_query()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  phrase text;
begin
  -- Without the words that a query loses («ventilateur sur pied», «dalle qui coule»).
  new.term_key := coalesce(private.to_synonym_key(array_to_string(private.split_typed_words(new.term), ' ')), '');
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
$function$;

create function private.find_phrase(words text[], out found tsquery, out positions integer[])
language sql
stable
set search_path = ''
as $$
  with w as (
    select regexp_replace(w.word, '(?<=...)[sx]$', '') as word, w.position::integer as position
    from unnest(words) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$'
  )
  select s.found, c.positions
  from (
    select array[a.position, b.position] as positions, abs(b.position - a.position) as distance, a.word || b.word as key
    from w a join w b on b.position <> a.position
    union all
    select array[a.position, b.position, c.position], c.position - a.position, a.word || b.word || c.word
    from w a join w b on b.position > a.position join w c on c.position > b.position
  ) c
  join public.search_synonyms s on s.term_key = c.key and s.term ~ '[ ''-]'
  order by cardinality(c.positions) desc, c.distance, c.positions
  limit 1
$$;
comment on function private.find_phrase(text[]) is 'What the longest synonym of two or three words finds that is in these words of a query, two in any order and others between them; and where its words are.';
revoke all on function private.find_phrase(text[]) from public;
grant execute on function private.find_phrase(text[]) to anon, authenticated, service_role;

create or replace function private.search_by_leading_word(query text, filters text, weak uuid[])
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
  phrase record;
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
  -- «appareil pour savoir si le mur est droit»: a synonym of several words, wherever they are in the sentence, unless names
  -- begin with another thing («disjoncteur pour pompe de forage»).
  select p.* into phrase from private.find_phrase(meant) p;
  if phrase.found is not null then
    i := (
      select w.position from unnest(meant) with ordinality w (word, position)
      where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
    if i = any (phrase.positions) or not private.begins_names(private.limit_to_weights(
      private.or_query(private.or_query(clauses.exact[i], clauses.likely[i]), clauses.loose[i]), 'A')) then
      -- «fil électrique rouge»: with what the words are themselves.
      lead := private.or_query(phrase.found, case when i = any (phrase.positions) then private.limit_to_weights(clauses.exact[i], 'A') end);
      foreach i in array phrase.positions loop
        clauses.likely[i] := private.or_query(clauses.likely[i], phrase.found);
      end loop;
      candidates := private.find_documents(lead, filters, max_candidates, false);
    end if;
  end if;
  for i in
    select w.position from unnest(meant) with ordinality w (word, position)
    where lead is null and w.word ~ '^\D{2,}$'
    order by private.is_attributive(w.word), not private.is_near_search_term(w.word), w.position
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

create or replace function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
 RETURNS TABLE(id uuid, is_named boolean, similarity numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  term constant text := private.to_name_term(query);
  pattern constant text := '%' || regexp_replace(
    btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g')), '[\\%_]', '\\\&', 'g') || '%';
  -- The thing that is asked for: «lavabo» of «lavabo 60». Null if the query is a reference.
  lead constant integer := (
    select w.position from unnest(private.split_query(query)) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
  -- «Marteau-piqueur» begins with one of its words.
  meant constant tsquery := replace(likely[lead]::text, '&', '|')::tsquery;
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
        + case when n.first_words @@ exact[lead] then 0.25 / cardinality(exact)
            when n.first_words @@ meant then 0.1 / cardinality(exact) else 0 end
        + case when p.in_stock then 0.1 else 0 end
        + least(coalesce(d.sales, 0), 10) * 0.01
      )::numeric, 3) as score
    from unnest(ids) c (id)
    join public.products p on p.id = c.id
    left join private.product_documents d on d.product_id = p.id
    cross join lateral (
      select case when s.place > 0 then s.place + char_length(term) - char_length(normalized) else 0 end as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c,
        (select string_agg(quote_literal(w.lexeme) || ':1A', ' ')::tsvector from unnest(ts_filter(d.words, '{a}')) w where 1 = any (w.positions)) as first_words
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
$function$;

create or replace function private.parse_search(query text, corrects_known boolean, OUT exact tsquery[], OUT likely tsquery[], OUT loose tsquery[])
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
      -- «carrea», on the way to «carreau».
      if i = cardinality(words) and char_length(words[i]) >= 5 then
        likely[i] := private.or_query(likely[i], (
          select s.found
          from (select t.term from private.search_terms t where t.term like words[i] || '%' limit 60) t
          join public.search_synonyms s on s.term_key = regexp_replace(t.term, '(?<=...)[sx]$', '') and s.term !~ '[ ''-]' and not s.is_substitute
          where char_length(t.term) <= char_length(words[i]) + 3
          order by char_length(t.term), t.term limit 1));
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
      -- «poli tank»: a mistake in a word that was split. More than two would be another second word («clou rare»), as two are where
      -- the first is right («machine à coudre»).
      corrections := case when corrects_known then private.correct_word(words[i] || words[i + 1]) else '{}' end;
      if extensions.levenshtein_less_equal(corrections[1], words[i] || words[i + 1], 2) <= (case when starts_with(corrections[1], words[i]) then 1 else 2 end)
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

create or replace function private.find_search_answer(query text, OUT answered text, OUT is_mention boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
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
    -- «riz» of «horizontal» only.
    is_mention := cardinality(meant) = 1 and char_length(meant[1]) < 5 and exists (
      select from public.products p where p.id = first and p.search_text !~ ('\m' || meant[1]));
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
    from unnest(meant, meanings.exact, meanings.likely, meanings.loose) with ordinality w (word, exact, likely, loose, i)
    cross join lateral (
      select c.word from unnest(private.correct_word(w.word)) with ordinality c (word, n)
      where document @@ private.to_word_query(c.word, 'ABC')
        or exists (select from public.search_synonyms s where s.term_key = private.to_synonym_key(c.word) and document @@ s.found)
      order by c.n limit 1
    ) c
    where not document @@ w.exact and private.to_sound(c.word) <> private.to_sound(w.word)
      and private.to_synonym_key(c.word) <> private.to_synonym_key(w.word) and strpos(c.word, w.word) = 0
      and (w.word = any (unknown) or not coalesce(document @@ private.or_query(w.likely, w.loose), false))
      -- The shop knows «roulante» from the synonym «caisse roulante» only.
      and not exists (
        select from generate_series(greatest(w.i - 3, 1), w.i) f (first)
        cross join generate_series(1, 3) n (length)
        join public.search_synonyms s on s.term_key = private.to_synonym_key(array_to_string(meant[f.first:f.first + n.length], ' '))
        where f.first + n.length >= w.i and document @@ s.found)
  loop
    is_mention := false;
    answered := (
      select string_agg(case when private.to_search_words(t.token) = corrected.word then corrected.correction else t.token end, ' ' order by t.n)
      from regexp_split_to_table(coalesce(answered, btrim(left(asked, 100))), '\s+') with ordinality t (token, n));
  end loop;
end
$function$;
