-- Sentences of any length, references within them, and what only a part of a name is called (decision 0109).

create function private.find_reference(query text) returns text
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select w.word
  from regexp_split_to_table(upper(left(query, 300)), '[^[:alnum:]-]+') with ordinality w (word, position)
  where query ~ '[[:alnum:]]-[[:alnum:]]' and btrim(query) ~ '[^[:alnum:]-]'
    and w.word ~ '^[[:alnum:]]+(-[[:alnum:]]+)+$' and w.word ~ '\d'
    and (
      exists (select from public.products p where p.reference in (w.word, lower(w.word)))
      or exists (select from public.product_variants v where v.reference in (w.word, lower(w.word)))
    )
  order by w.position
  limit 1
$$;
comment on function private.find_reference(text) is 'The first reference of the shop in a longer query: «ref SAH-PER-750», «prix du SAH-PER-750 svp». Null if there is none, or nothing else.';
revoke execute on function private.find_reference(text) from public;
grant execute on function private.find_reference(text) to anon, authenticated, service_role;

create function private.split_request(query text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select substring(
    private.normalize_search_text(left(query, 300))
    from '^.*[a-z0-9].*\m(?:je (?:re)?cherche|cherche|(?:je )?(?:veux|voudrais|souhaite)|avez[ -]vous|vous (?:avez|vendez)|besoin|prix|(?:il )?(?:me )?faut|combien (?:coute|fait|est))\M(.*[a-z0-9]{3}.*)$')
$$;
comment on function private.split_request(text) is 'What follows the last words of a sentence with which something is asked for: « du ciment» of «je construis un mur, je voudrais du ciment». Null if there are none, or nothing before or after them.';
revoke execute on function private.split_request(text) from public;
grant execute on function private.split_request(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.split_typed_words(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  max_words constant integer := 40;
  silent constant text[] := '{a,de,d,du,des,la,le,les,l,un,une,en,et,ou,au,aux,pour,avec,par,sur,mon,ma,mes,je,cherche,veux,acheter,achat,vente,vends,prix,cher,chere,chers,cheres,pas,bon,marche,fcfa,cfa,xof,ouaga,ouagadougou,burkina,faso,svp}';
  -- What is said around the thing that is asked for.
  spoken constant text[] := '{bonjour,bonsoir,bjr,bsr,slt,cc,salut,merci,stp,plait,il,on,nous,vous,moi,me,tu,toi,lui,ce,cet,cette,ces,ca,que,qui,quel,quelle,quels,quelles,quoi,combien,comment,comme,est,sont,etes,coute,coutent,couterait,vaut,valent,fait,faites,faut,faudrait,tarif,tarifs,montant,besoin,avez,avoir,ai,as,avons,ont,si,savoir,donner,donnez,donne,montrez,montre,envoyez,envoie,vendez,vendre,vend,vendeur,voudrais,voudrai,voulais,veut,veu,voulons,voulez,aimerais,recherche,recherchons,cherchons,chercher,souhaite,souhaiterais,souhaitons,peux,peut,pouvez,pourrais,pourriez,devis,quelque,chose,truc,trucs,machin,ya,y,trouver,trouve,trouvez,commander,commande,moins,dispo,disponible,disponibles,stock,meilleur,meilleure,meilleurs,meilleures,bonne,bonnes,qualite,promo,promos,promotion,promotions,solde,soldes,livraison,livrez,livrer,dans,chez,ici,notre,nos,votre,vos,encore,aussi,juste,seulement,donc,alors,hein,quoi,ok,oui,non,ne,materiel,materiels,materiau,materiaux,produit,produits,article,articles,genre,genres,sorte,sortes,reparer,changer,remplacer,gate,gatee,gates,gatees,abime,abimee,quand,lequel,laquelle,lesquels,lesquelles,tres,beaucoup,peu,bien,toujours,deja,maintenant,aujourd,hui,urgent,vraiment,actuellement,cause,parce,puis,celui,celle,ceux,celles,leur,leurs,son,sa,ses,suis,etre,etait,vais,allons,dois,doit,peuvent,veulent,voir,sait,aider,aidez,frere,soeur,maman,papa,mari,femme,voisin,voisine,monsieur,madame,mr,mme,patron,chef,client,cliente,dit,dire,appelle,demande,appris,habite,construis,construit,construisons,matin,demain,soir,hier,semaine,mois,urgence,rapidement,actuelle,probleme,souci,solution,arrive,plusieurs,afin,ainsi,depuis,parle,pense,crois,possible,interesse,info,infos,information,informations,renseignement,reference,references,max,rien,jamais,vient,venir,viens,venu,quartier,secteur,bobo,dioulasso,koudougou,kaya,banfora,ouahigouya,tenkodogo,dori,pouytenga,tampouy,karpala,pissy,gounghin,dassasgho,saaba,kossodo,somgande,tanghin,cissin,wemtenga,zogona,larle,kilwin,nagrin,rayongo,balkuy,yagma,kamsonghin,ville,pays,conseil,conseillez,conseiller,proposez,propose,auriez,aurais,aimerai,cher,tellement,lorsque,pendant,the,of,for,with,how,much,need,want,buy,price,cheap,please,you,have,my,get,where,looking,some}';
  normalized constant text := private.normalize_search_text(left(query, 300));
  digits constant text := private.to_digits(normalized);
  typed text := ' ' || private.to_search_words(regexp_replace(
    case when digits = normalized then left(query, 300) else digits end, '(\d) ?(?:cheval|chevaux)\y', '\1 cv', 'gi')) || ' ';
  words text[];
  meant text[];
begin
  typed := replace(replace(replace(replace(typed, ' c est ', ' '), ' j ai ', ' '), ' qu est ', ' '), ' y a t il ', ' ');
  typed := replace(replace(typed, ' s il ', ' '), ' est ce ', ' ');
  -- «ref VOL-DIF-40», but not a reference that begins so.
  if strpos(typed, ' ref ') > 0 and query !~* '\yref-' then
    typed := regexp_replace(typed, ' ref (?=[[:alnum:]])', ' ');
  end if;
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

comment on function private.split_typed_words(text) is 'The words of a query as they were typed, in the form of to_search_words: those of its first 300 letters, at most 40, without those that say nothing.';

CREATE OR REPLACE FUNCTION private.split_query(query text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  max_words constant integer := 8;
  -- «c koi le prix», as in text messages.
  spoken constant text[] := '{pr,ds,avc,avk,qd,boss,patron,tonton,koi,ki,ke,kel,kelle,kels,kelles,cmb,jai,jveux,jcherche,voudre}';
  typed constant text[] := private.split_typed_words(query);
  meant constant text[] := array(
    select w.word from unnest(typed) with ordinality w (word, position) where w.word <> all (spoken) and not (w.word = 'c' and 'koi' = any (typed)) order by w.position
  );
  -- Of a long sentence those that the shop knows: what is asked for may stand at its end.
  known constant text[] := case when cardinality(meant) > max_words then array(
    select w.word from unnest(meant) with ordinality w (word, position)
    where w.word ~ '\d' or private.is_search_term(w.word) order by w.position
  ) end;
  words constant text[] := (case when cardinality(known) > 0 then known when cardinality(meant) > 0 then meant else typed end)[:max_words];
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
$function$;

comment on function private.split_query(text) is 'The words of a query that are looked for, in the form of to_search_words: at most eight of its first 300 letters, without those that say nothing, and if it has more, without those that the shop does not know. What the shop does not know as one word, and as two, is two: «tuyaupvc100» is tuyau, pvc and 100.';

create function private.has_name(query tsquery, word text) returns boolean
language sql stable
set search_path = ''
set enable_seqscan = off
as $$
  select exists (
    select from (
      select d.product_id, d.words from private.product_documents d
      where d.is_head and d.words @@ private.limit_to_weights(query, '') limit 200
    ) d
    join public.products p on p.id = d.product_id
    where d.words @@ query and split_part(p.search_text, e'\n', 1) ~ ('\m' || regexp_replace(word, '[sx]$', '') || '[sx]?\M')
  )
$$;
comment on function private.has_name(tsquery, text) is 'Whether one of 200 products of the head that have the words of the query has them with its weights, and the word in its name as it is written, of letters and apart from its plural: «laver» is not «lave-mains».';
revoke execute on function private.has_name(tsquery, text) from public;
grant execute on function private.has_name(tsquery, text) to anon, authenticated, service_role;

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
  phrase record;
  candidates uuid[];
  nearly uuid[];
  found uuid[];
  i integer;
  -- The shop has one of the words, and nothing that is called so: «machine à laver».
  is_passed boolean := false;
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
    lead := private.limit_to_weights(clauses.exact[i], 'A');
    -- After that only what names begin with as it is written: «meuble en contreplaqué».
    if is_passed then
      if not private.has_name(lead, meant[i]) then
        lead := null;
        continue;
      end if;
    else
      lead := private.or_query(private.or_query(lead, clauses.likely[i]), clauses.loose[i]);
    end if;
    candidates := private.find_documents(lead, filters, max_candidates, false);
    exit when cardinality(candidates) > 0 or filters <> '' and cardinality(private.find_documents(lead, '', 1, false)) > 0;
    lead := null;
    is_passed := is_passed or exists (select from private.product_documents d where d.is_head and d.words @@ clauses.exact[i]);
  end loop;
  -- What names have somewhere: «badge entrée».
  for i in
    select w.position from unnest(meant) with ordinality w (word, position)
    where lead is null and is_passed and w.word ~ '^\D{3,}$' and not private.is_attributive(w.word)
    order by w.position
  loop
    lead := private.limit_to_weights(clauses.exact[i], 'B');
    exit when private.has_name(lead, meant[i]);
    lead := null;
  end loop;
  if lead is not null and cardinality(candidates) = 0 then
    candidates := private.find_documents(lead, filters, max_candidates, false);
  end if;
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

create function private.to_activity(word text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when v.root is null then null
    when v.root ~ '^(?:coup|decoup|sci|tranch|section)' then 'couper'
    when v.root ~ '^(?:creus|fouill)' then 'creuser'
    when v.root ~ '^(?:cass|bris|demol|detrui)' then 'casser'
    when v.root ~ '^(?:repein|pein|badige)' then 'peindre'
    when v.root ~ '^(?:bouch|rebouch|colmat)' then 'boucher'
    when v.root ~ '^(?:transport|deplac|charri|ramass|port)' then 'transporter'
    when v.root ~ '^mesur' then 'mesurer'
    when v.root ~ '^(?:eclair|illumin|allum)' then 'eclairer'
    when v.root ~ '^(?:rang|class)' then 'ranger'
    when v.root ~ '^(?:vid|aspir|evacu)' then 'vider'
    when v.root ~ '^(?:proteg|evit|empech)' then 'proteger'
    when v.root ~ '^(?:enlev|retir|arrach|decap|ot|debarrass)' then 'enlever'
    when v.root ~ '^(?:coll|pos)' then 'coller'
    when v.root ~ '^(?:mont|grimp|escalad)' then 'monter'
    when v.root ~ '^(?:serr|desserr|deviss|demont|resserr)' then 'serrer'
    when v.root ~ '^(?:perc|for|perfor)' then 'percer'
    when v.root ~ '^(?:fix|attach|accroch|suspend|viss|clou|ten)' then 'fixer'
    when v.root ~ '^(?:ponc|pol)' then 'poncer'
    when v.root ~ '^soud' then 'souder'
    when v.root ~ '^(?:arros|irrigu)' then 'arroser'
    when v.root ~ '^(?:trait|pulveris)' then 'traiter'
    when v.root ~ '^gonfl' then 'gonfler'
    when v.root ~ '^(?:branch|raccord|connect|reli)' then 'brancher'
    when v.root ~ '^(?:lav|nettoy|rinc)' then 'laver'
    when v.root ~ '^(?:transform|fabriqu)' then 'faire'
    when v.root ~ '^ferm' then 'fermer'
  end
  from (
    select substring(word from
      '^(coup|decoup|sci|tranch|sectionn|creus|fouill|cass|bris|demol|detrui|repein|pein|badigeonn|bouch|rebouch|colmat|transport|deplac|charri|ramass|port|mesur|eclair|illumin|allum|rang|class|vid|aspir|evacu|proteg|evit|empech|enlev|retir|arrach|decap|ot|debarrass|coll|pos|mont|grimp|escalad|serr|desserr|resserr|deviss|demont|perc|for|perfor|fix|attach|accroch|suspend|viss|clou|ten|ponc|pol|soud|arros|irrigu|trait|pulveris|gonfl|branch|raccord|connect|reli|lav|nettoy|rinc|fabriqu|ferm)(?:er|ir|re|dre|e|es|ent|ant|ez|ons|is|it)$'
    ) as root
  ) v
$$;
comment on function private.to_activity(text) is 'The verb that synonyms use for what a word of a sentence does: «couper» for «découper», «scier» and «coupe»; null for another word.';
revoke execute on function private.to_activity(text) from public;
grant execute on function private.to_activity(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_phrase(words text[], OUT found tsquery, OUT positions integer[])
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with w as (
    select regexp_replace(w.word, '(?<=...)[sx]$', '') as word, w.position::integer as position, 0 as is_other
    from unnest(words) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$'
    union all
    select a.verb, w.position::integer, 1
    from unnest(words) with ordinality w (word, position)
    cross join lateral (select private.to_activity(w.word) as verb offset 0) a
    where a.verb <> w.word
  )
  select s.found, c.positions
  from (
    select array[a.position, b.position] as positions, abs(b.position - a.position) as distance, a.word || b.word as key, a.is_other + b.is_other as others
    from w a join w b on b.position <> a.position
    union all
    select array[a.position, b.position, c.position], c.position - a.position, a.word || b.word || c.word, a.is_other + b.is_other + c.is_other
    from w a join w b on b.position > a.position join w c on c.position > b.position
  ) c
  join public.search_synonyms s on s.term_key = c.key and s.term ~ '[ ''-]'
  order by cardinality(c.positions) desc, c.others, c.distance, c.positions
  limit 1
$function$;

comment on function private.find_phrase(text[]) is 'What the longest synonym of two or three words finds that is in these words of a query, two in any order and others between them, also with another verb for what is done (to_activity); and where its words are.';

CREATE OR REPLACE FUNCTION private.search_product_ids(query text, filters text, max_rows integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reference constant text := private.find_reference(query);
  price constant record := private.split_price(query);
  request constant text := private.split_request(query);
  matches record;
  -- The filters do not decide whether other matches are looked for.
  unfiltered record;
begin
  if reference is not null then
    return private.search_product_ids(reference, filters, max_rows);
  end if;
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
  if unfiltered.is_weak and request is not null and private.split_query(request) <> private.split_query(query) then
    select * into unfiltered from private.search_by_words(request, '', 1, false);
    if cardinality(unfiltered.ids) > 0 and not unfiltered.is_weak then
      return private.search_product_ids(request, filters, max_rows);
    end if;
    unfiltered.is_weak := true;
  end if;
  if unfiltered.is_weak and cardinality(private.split_query(query)) > 1 then
    return private.search_by_leading_word(query, filters, matches.ids);
  end if;
  return matches.ids;
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
  -- «SAH-PER-750», which the shop has: the documents tell what else has or mentions it, without the names of all products.
  is_known_reference constant boolean := written ~ '^[[:alnum:]]+(-[[:alnum:]]+)+$' and written ~ '\d' and (
    exists (select from public.products p where p.reference in (upper(written), lower(written)))
    or exists (select from public.product_variants v where v.reference in (upper(written), lower(written))));
  -- 1. The name contains the query, the newest first.
  named constant uuid[] := case when is_known_reference then '{}' else private.find_products(
    'p.search_text like ' || quote_literal(private.to_search_pattern(query)), is_in_name, filters, is_indexed, true,
    greatest(max_rows, max_ranked)
  ) end;
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
      select not case when array_to_string(clauses.exact, ' ') ~ '''\d'
        -- «coffret outils complet» is no drill with a «coffret».
        or private.has_document(private.limit_to_weights(clauses.exact[lead], 'A')) then ts_filter(d.words, '{a}') else ts_filter(d.words, '{a,b,c}') end @@
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
  if cardinality(ids) >= max_rows or is_known_reference then
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

CREATE OR REPLACE FUNCTION private.find_search_answer(query text, OUT answered text, OUT is_mention boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text := coalesce(private.find_reference(query), (private.split_price(query)).rest, query);
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

CREATE OR REPLACE FUNCTION private.is_attributive(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select word = any ('{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,tonne,tonnes,kilo,kilos,sachet,sachets,barre,barres,couronne,couronnes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne,contre,entre,faire,mettre,poser,installer,utiliser,acheter,prendre,servir,brancher,monter,electric,electrical,solar,plastic,metal,small,big,sous,dessous,dessus,vers,blanc,blanche,blancs,blanches,noir,noire,noirs,noires,rouge,rouges,gris,grise,bleu,bleue,vert,verte,jaune,jaunes,white,black,red,blue,green,yellow,grey,gray,brown,plombier,plombiers,electricien,electriciens,macon,macons,peintre,peintres,menuisier,soudeur,soudeurs,carreleur,jardinier,ouvrier,ouvriers,technicien,mecanicien,ferrailleur,charpentier,plumber,electrician,mason,painter}'::text[])
$function$;

alter table public.search_synonyms disable trigger search_synonyms_add_terms;
alter table public.search_synonyms disable trigger search_synonyms_record;
insert into public.search_synonyms (term, meanings, is_substitute)
select distinct on (private.to_synonym_key(t.term)) t.term, f.meanings, f.is_substitute
from (values
  -- What is done, and to what.
  ('connecter panneaux, brancher panneau, brancher panneau régulateur, brancher plaque solaire, câble panneau', array['câble solaire', 'pince sertir'], false),
  ('brancher appareils, brancher télé, brancher prises, plusieurs prises, prise multiple', array['multiprise'], false),
  ('brancher lampe, brancher ampoule, fil lampe, fil lumière, fil ampoule', array['fil électrique 1,5'], false),
  ('brancher batterie voiture, brancher tv batterie, télé batterie, batterie voiture', array['convertisseur', 'batterie solaire'], false),
  ('brancher wc, raccorder wc, raccord wc, branchement wc', array['té évacuation'], false),
  ('brancher tuyau, raccorder pvc, brancher pvc', array['raccords pvc', 'coude'], false),
  ('fil courant, savoir courant, vérifier courant, tester fil, chercher phase, trouver phase, mesurer tension, mesurer courant, tester courant, tester prise, vérifier prise', array['testeur phase'], false),
  ('douche bouchée, eau douche part, douche part, eau stagne, eau stagne douche, eau sol, évacuer douche, vider douche, odeur douche, odeur égout', array['siphon sol'], false),
  ('transporter eau, transporter eau champ, transporter eau pompe, eau motopompe champ, refouler eau, amener eau, amener eau champ', array['tuyau plat', 'tuyau arrosage'], false),
  ('moustique, moustiques maison, pomper moustiques, traiter moustique, cafard, fourmi, termites, traiter termite, insecte, insecticide', array['pulvérisateur'], false),
  ('pomper produit, pomper champ, pomper coton, pomper insecticide, pomper herbicide', array['pulvérisateur'], false),
  ('béton eau, protéger béton, protéger béton eau, béton étanche, béton imperméable, mur imperméable, imperméabiliser mur, imperméabiliser béton, mélanger béton eau, salpêtre, remontée capillaire, mur mouillé, eau monter mur, eau monte mur, eau mur, humidité monte', array['hydrofuge', 'étanchéité liquide'], false),
  ('enlever peinture, enlever vieille peinture, enlever vernis, enlever laque, enlever ancienne peinture', array['ponceuse'], false),
  ('enlever clou, enlever pointe, tirer clou, tirer pointe, arracher clou, retirer clou, planter clou, taper clou, enfoncer clou', array['marteau menuisier', 'marteau coffreur', 'tenaille'], false),
  ('enlever serrure, changer barillet, clé perdue, perdu clé, clés perdues', array['cylindre européen', 'serrure encastrer'], false),
  ('enlever carrelage, enlever carreaux, enlever chape, enlever enduit, enlever crépi, enlever béton', array['marteau-piqueur', 'massette'], false),
  ('enlever roue, enlever écrou, enlever boulon, enlever boulon rouillé, démonter roue, démonter moteur, serrer écrou roue, serrer roue voiture', array['clé chocs', 'coffret douilles'], false),
  ('enlever tuyau, serrer gros tuyau, serrer galva, serrer tuyau galva, tenir tuyau', array['clé griffe'], false),
  ('enlever herbes, enlever broussailles, nettoyer terrain, nettoyer cour herbe, débroussailler', array['coupe-coupe', 'daba'], false),
  ('enlever gravats, transporter gravats, transporter briques, transporter ciment, transporter fumier, transporter mortier, transporter cailloux', array['brouette'], false),
  ('transporter bouteille, transporter gaz, transporter machine, transporter meuble, transporter colis, transporter caisse', array['diable'], false),
  ('voir souder, voir soudure, protéger soudure, yeux soudure, yeux soudeur, yeux soudage, lumière soudure, éclat soudure, regarder soudure', array['masque soudage'], false),
  ('brûler soudant, brûler main soudure, main soudure, main soudeur', array['gants soudeur'], false),
  ('porter tête, protéger tête, tête chantier, protéger crâne, sécurité chantier', array['casque chantier'], false),
  ('couper doigts, couper main, couper mains, protéger doigts, protéger main verre, protéger main tôle, blesser main, blesser doigts', array['gants anti-coupure', 'gants manutention'], false),
  ('protéger bruit, bruit oreille, bruit machine, bruit groupe, trop bruit, entendre bruit', array['casque antibruit'], false),
  ('main courant, protéger courant main, protéger électrocution', array['gants isolants', 'disjoncteur différentiel'], false),
  ('monter plafond, monter mur, monter toit, monter toiture, monter arbre, monter manguier, monter haut, monter hauteur, toucher plafond, atteindre plafond, peindre hauteur, travailler hauteur, changer ampoule plafond', array['escabeau', 'échelle'], false),
  ('échelle voiture, échelle plie, échelle pliante, échelle pliable', array['échelle télescopique'], false),
  ('cour pavée, cour carrelée, cour voiture, couvrir cour, poser pavés, sol cour, sol parking, allée garage, allée jardin', array['pavé'], false),
  ('tuyau piscine, vanne piscine, vanne tuyau, fermer tuyau', array['vanne'], false),
  ('joint carreaux, joint carrelage, jointoyer, faire joints, jointer carreaux', array['ciment blanc', 'mortier-colle'], false),
  ('ciment fort, ciment solide, ciment poteau, ciment dalle, ciment fondation, ciment coulage, ciment béton', array['ciment cpj 45'], false),
  ('ciment crépi, ciment enduit, ciment mur, ciment maçonnerie', array['ciment cpj 35'], false),
  ('fer poteau, fer semelle, fer poutre, fer fondation, fer dalle, fer chaînage, chaînage', array['fer béton'], false),
  ('fer cadre, fer étrier, faire cadres, étriers', array['fer lisse', 'fer béton 8'], false),
  ('poulailler, couvrir toit, couvrir maison, couvrir hangar, couvrir poulailler, faire toit, toit maison, toit poulailler', array['tôle bac', 'tôle ondulée'], false),
  ('toit coule, toit fuit, dalle suinte, dalle fuit, dalle coule, plafond coule, plafond goutte, plafond mouillé, eau plafond, pluie toit, terrasse fuit, boucher toit', array['étanchéité liquide', 'rouleau bitumé'], false),
  ('tôle fuit, tôle coule, boucher tôle, joint fenêtre, boucher fenêtre, boucher joint, boucher vitre, boucher évier, étancher lavabo', array['mastic'], false),
  ('peinture lavable, peinture cuisine, peinture salle bain, peindre cuisine, peindre salle bain', array['peinture huile', 'laque'], false),
  ('peinture porte, peinture fenêtre, peinture grille, peinture fer, peinture bois, peindre grille, peindre meuble, peindre table, peindre lit', array['laque', 'peinture huile'], false),
  ('peinture couleur terre, couleur terre, couleur ocre, peinture dehors, peindre dehors, peindre extérieur, peinture outside, peinture clôture, peindre clôture', array['peinture façade'], false),
  ('mur lisse, lisser mur, lisser plafond, poncer mur neuf, préparer mur, mur peinture', array['enduit lissage'], false),
  ('moulure plâtre, moulures, corniche, staff plafond', array['plâtre'], false),
  ('couper carreaux droit, couper carreaux machine, machine carreaux, machine carrelage', array['mini-scie plongeante', 'meuleuse'], false),
  ('couper alu, couper alu angle, couper baguette, couper plinthe, couper angle, couper onglet, couper cornière', array['scie onglet'], false),
  ('taper carreaux, taper carrelage, caler carreaux', array['maillet'], false),
  ('couper fer béton, couper barre fer, couper barre, couper ferraille, couper tube, couper cornière fer, couper profilé fer, machine couper fer', array['meuleuse'], false),
  ('machine bois, machine menuisier, machine planche, couper madrier, couper lattes, couper panneau bois', array['scie circulaire', 'scie sauteuse'], false),
  ('percer fer atelier, percer acier, percer ferraille, percer précis', array['perceuse colonne', 'perceuse'], false),
  ('percer dalle, percer béton armé, percer granit, percer pierre, percer rocher', array['perforateur'], false),
  ('fixer chevron, fixer bois, fixer planche, fixer charpente, fixer poutre', array['tirefonds', 'vis bois'], false),
  ('fixer tôle, fixer tôles chevron, fixer tôle bois, fixer tôle fer, fixer toiture, fixer toit', array['vis autoforeuses'], false),
  ('fixer placo, fixer ba13, fixer plâtre, fixer plafond placo, fixer plaque plâtre', array['vis placo'], false),
  ('fixer machine, fixer rail, fixer portail, fixer poteau, fixer pylône, fixer moteur, fixer béton, fixer sol', array['goujons ancrage'], false),
  ('fixer climatiseur, fixer clim, fixer rideau, fixer tringle, fixer glace, fixer cadre, fixer tableau, fixer photo, fixer lampe, fixer ventilateur', array['chevilles'], false),
  ('fixer plafond, suspendre plafond, suspendre faux plafond, tige plafond', array['tige filetée', 'vis placo'], false),
  ('fixer fers, attacher fers, attacher fer, ligaturer fer, fil attache', array['tenaille ferrailleur'], false),
  ('fixer moto, attacher moto, voler moto, volé moto, vol moto, fermer moto, bloquer moto', array['antivol moto'], false),
  ('fermer boutique, fermer magasin, fermer rideau, fermer kiosque, voleur cadenas, voleurs, protéger boutique, protéger magasin', array['cadenas blindé', 'cadenas'], false),
  ('fermer portail, fermer cour, fermer concession', array['serrure portail', 'cadenas'], false),
  ('fermer porte, fermer chambre, fermer maison, fermer bureau, réparer porte, porte cassée, porte gâtée', array['serrure encastrer', 'verrou'], false),
  ('fermer toilette, fermer wc, fermer intérieur', array['verrou'], false),
  ('porte code, ouvrir code, serrure clé, sans clé, ouvrir carte, ouvrir badge', array['serrure connectée'], false),
  ('lire soir, lire courant, lampe coupure, lampe délestage, lampe courant, étudier soir, allumé coupure, lumière coupure', array['ampoule rechargeable'], false),
  ('éclairer portail, éclairer jardin, éclairer terrain, éclairer parking, éclairer dehors, lumière portail, lumière cour, lumière dehors, lumière terrain, terrain foot', array['projecteur', 'lampadaire solaire'], false),
  ('éclairer village, éclairer route, rue électricité, lumière rue', array['lampadaire solaire'], false),
  ('éclairer garage, éclairer atelier, éclairer bureau, éclairer classe, éclairer cuisine, lumière garage, lumière cuisine', array['réglette led', 'panneau led'], false),
  ('éclairer maison solaire, éclairer maison courant, maison courant, maison électricité, village courant, télé panneau, télé solaire, éclairer solaire', array['kit solaire'], false),
  ('chaleur, chaud chambre, chaud nuit, trop chaud, fait chaud, air frais, rafraîchir, rafraîchir chambre', array['ventilateur', 'brasseur air'], false),
  ('ventilateur courant, ventilateur coupure, ventilateur batterie, ventilateur panneau, ventiler courant', array['brasseur air solaire'], false),
  ('baisse tension, baisse courant, courant faible, courant monte, courant instable, sauter frigo, frigo sauté, ampoules grillent, grille ampoule, protéger appareils', array['protecteur tension'], false),
  ('foudre télé, protéger foudre, orage télé, protéger télé orage', array['multiprise parafoudre'], false),
  ('ordinateur éteint, ordinateur coupure, protéger ordinateur coupure, caisse coupure, bureau coupure, routeur coupure', array['onduleur informatique'], false),
  ('salon coiffure, courant boutique, courant salon, courant coupe, courant part, coupure courant, panne courant', array['groupe électrogène', 'kit solaire', 'ampoule rechargeable'], false),
  ('chambre froide, groupe atelier, groupe hôtel, groupe usine, groupe immeuble, gros groupe', array['groupe électrogène 8 kva', 'groupe électrogène 6,5 kva'], false),
  ('groupe mariage, groupe fête, groupe bruit, groupe silence, groupe nuit', array['groupe inverter', 'groupe insonorisé'], false),
  ('groupe télé, groupe lampes, mini groupe, groupe économique', array['groupe électrogène 950 w', 'groupe électrogène 3 kva'], false),
  ('groupe sonabel, sonabel groupe, changer groupe, basculer groupe, basculer sonabel', array['inverseur source'], false),
  ('tirer courant, courant chantier, tirer rallonge, rallonge chantier, courant loin', array['rallonge'], false),
  ('onduleur clim, onduleur climatiseur, onduleur maison, onduleur frigo, onduleur congélateur', array['onduleur hybride'], false),
  ('eau chaude, eau froide douche, doucher chaud, chauffer eau, bain chaud', array['chauffe-eau'], false),
  ('tuyau eau chaude, tuyau chaud', array['tube ppr'], false),
  ('eaux usées, évacuer eau, évacuer eaux, tuyau fosse, tuyau sceptique, fosse septique', array['tube pvc évacuation'], false),
  ('vidange lavabo, vidange évier, tuyau lavabo, tuyau évier, vider lavabo, vider évier', array['tube pvc évacuation 40', 'tube pvc évacuation'], false),
  ('wc coule, wc fuit, chasse coule, chasse fuit, chasse marche, chasse cassée, chasse gâtée, chasse wc, eau coule wc, bouton chasse, réparer chasse, réparer wc', array['mécanisme chasse'], false),
  ('robinet seul, robinet école, robinet mosquée, robinet restaurant, robinet arrête seul', array['robinet temporisé'], false),
  ('robinet cour, robinet jardin, robinet dehors, robinet extérieur, prendre eau', array['robinet puisage'], false),
  ('remplir automatique, arrêter eau polytank, eau déborde, château déborde, polytank déborde, réservoir déborde, cuve déborde', array['robinet flotteur'], false),
  ('stocker eau, garder eau, réserve eau, conserver eau, eau pluie, récupérer eau', array['réservoir'], false),
  ('eau étage, eau monte étage, pression faible, pression eau, manque pression, peu pression, eau faible, eau sort doucement, pompe démarre seule, pompe maison', array['surpresseur'], false),
  ('pompe puits, pompe forage, remonter eau, sortir eau puits, tirer eau, eau puits, eau forage', array['pompe immergée'], false),
  ('pompe soleil, pompe panneau, forage soleil, forage courant, pompe courant', array['pompe solaire'], false),
  ('eau cave, cave inondée, eau sale cave, eau sous-sol, maison inondée, inondation, vider pluie, enlever eau', array['pompe vide-cave'], false),
  ('arroser salades, arroser gazon, arroser pelouse, arroser potager, arroser maraîchage, arroser fatiguer, arroser automatique', array['goutte-à-goutte', 'tuyau arrosage'], false),
  ('arroser fleurs salon, arroser fleurs maison, plante salon, plante intérieur, fleurs salon', array['arrosoir intérieur'], false),
  ('ranger tuyau, enrouler tuyau, rouler tuyau', array['dévidoir'], false),
  ('cultiver, cultiver champ, cultiver mil, semer, sarcler, labourer, cultiver jardin', array['daba', 'bêche'], false),
  ('retourner terre, bêcher, bêcher jardin', array['bêche'], false),
  ('mélanger béton, mélanger mortier, mélanger ciment, gâcher mortier, ramasser sable, charger sable', array['pelle carrée', 'pelle ronde'], false),
  ('tailler rosier, tailler vigne, tailler fleur, tailler plante', array['sécateur'], false),
  ('tailler haie, tailler arbuste', array['cisaille haie'], false),
  ('mesurer longueur, mesurer longueur parcelle, mesurer parcelle, mesurer route', array['décamètre'], false),
  ('prendre mesure, prendre mesures, prendre dimensions', array['mètre ruban', 'télémètre'], false),
  ('tracer ligne, tracer droit, ligne droite, aligner mur, aligner carreaux, aligner plafond', array['niveau laser'], false),
  ('mur droit, vérifier mur, vérifier niveau, mettre niveau, niveau mur', array['niveau maçon', 'niveau bulle'], false),
  ('niveau fondation, niveau terrain', array['niveau eau', 'niveau laser'], false),
  ('ranger outils, ranger outil garage, rangement outils, rangement garage', array['boîte outils', 'servante', 'caisse outils'], false),
  ('outils bricolage, bricolage, commencer bricolage, outils maison, outils base, tous outils, coffret outils, tool box, kit outils, valise outils', array['coffret outillage', 'boîte outils', 'caisse outils'], false),
  ('boulons tailles, toutes tailles, boulons assortis, écrous assortis', array['assortiment boulons'], false),
  ('vis meuble, vis table, vis lit, vis armoire, vis chevron', array['vis bois'], false),
  ('vis plafond, vis cloison', array['vis placo'], false),
  ('peindre pistolet, pistolet peinture, peinture compresseur', array['compresseur'], false),
  ('souder pièces, souder maison, petite soudure, apprendre soudure, débuter soudure, soudure débutant', array['poste souder 120 a', 'poste souder'], false),
  ('souder tôle, souder tôle fine, souder aluminium, souder inox, souder pot', array['poste mig'], false),
  ('faire placard, faire meuble, fabriquer placard, fabriquer meuble, faire armoire, faire table', array['contreplaqué'], false),
  ('fond coffrage, coffrer dalle, coffrer poteau, coffrage dalle, coffrage poteau', array['contreplaqué filmé', 'planche coffrage'], false),
  ('petit lavabo, lavabo couloir, lavabo wc', array['lave-mains'], false),
  ('changer roue brouette, brouette crevée, roue finie, pneu brouette', array['roue brouette'], false),
  -- What is done, as a noun, and small words of English.
  ('décaper, décapage, décaper porte, décaper bois, enlever peinture porte', array['ponceuse'], false),
  ('monter château, monter polytank, monter poteau', array['échelle'], false),
  ('clou tôle, pointe toiture, clou toiture', array['vis autoforeuses tôle'], false),
  ('enfant prise, enfants courant, prendre courant enfant', array['disjoncteur différentiel'], false),
  ('électricité village, village télé, électricité télé', array['kit solaire'], false),
  ('peinture porte métallique, peinture métallique, peinture briller, peinture portail', array['laque', 'antirouille'], false),
  ('ponçage', array['ponceuse'], false),
  ('perçage', array['perceuse', 'perforateur'], false),
  ('vissage', array['visseuse', 'tournevis'], false),
  ('sciage', array['scie'], false),
  ('meulage', array['meuleuse'], false),
  ('désherbage', array['daba', 'pulvérisateur'], false),
  ('soleil', array['solaire'], false),
  ('white', array['blanc'], false), ('black', array['noir'], false), ('red', array['rouge'], false), ('grey, gray', array['gris'], false), ('yellow', array['jaune'], false),
  ('outside, outdoor', array['extérieur', 'façade'], false),
  ('door handle, handle', array['béquilles'], false),
  -- What the demo shop does not sell.
  ('taloche', array['enduit taloché'], true),
  ('white spirit, diluant', array['laque'], true)
) f (terms, meanings, is_substitute)
cross join string_to_table(f.terms, ', ') t (term)
on conflict (term_key) do nothing;
select private.add_search_terms(array(select private.to_search_words(term) from public.search_synonyms where term !~ '[ ''-]'));
alter table public.search_synonyms enable trigger search_synonyms_add_terms;
alter table public.search_synonyms enable trigger search_synonyms_record;
