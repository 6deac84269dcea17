-- Sentences: what verbs and nouns mean in phrases, words that lead no search, the cheapest and the largest, and what follows «quel».

create function private.to_sense(word text) returns text
language sql immutable parallel safe strict
set search_path = ''
as $$
  select case
    when w.word in ('porte', 'pose', 'pole', 'tente', 'lave', 'range', 'coupe', 'serre') then w.word
    when v.root is not null then case
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
      when v.root ~ '^(?:proteg|evit|empech|securis)' then 'proteger'
      when v.root ~ '^(?:enlev|retir|arrach|decap|ot|debarrass)' then 'enlever'
      when v.root ~ '^(?:coll|pos)' then 'coller'
      when v.root ~ '^(?:mont|grimp|escalad)' then 'monter'
      when v.root ~ '^(?:serr|desserr|deviss|demont|resserr|debloqu)' then 'serrer'
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
      when v.root ~ '^(?:test|verifi|control)' then 'tester'
      when v.root ~ '^(?:stock|conserv|gard)' then 'garder'
      when v.root ~ '^(?:pomp|puis|tir)' then 'pomper'
      when v.root ~ '^(?:aiguis|affut)' then 'affuter'
      when v.root ~ '^(?:re)?charg' then 'charger'
    end
    else coalesce((
      select o.sense
      from (values
        ('frigo', '{refrigerateur,congelateur,congelo,freezer,glaciere}'::text[]),
        ('tele', '{television,televiseur,tv,ecran,decodeur}'),
        ('moto', '{velo,bicyclette,scooter,mobylette,tricycle}'),
        ('voiture', '{auto,vehicule,camion,taxi,car}'),
        ('boutique', '{magasin,kiosque,commerce,depot,entrepot,conteneur,container}'),
        ('maison', '{villa,domicile,logement,appartement}'),
        ('ecole', '{classe,lycee,college,universite}'),
        ('toit', '{toiture}'),
        ('courant', '{electricite,jus}'),
        ('fissure', '{fente,crevasse,lezarde,fissuree}'),
        ('moustique', '{cafard,cancrelat,fourmi,termite,mouche}'),
        ('insecte', '{chenille,criquet,puceron,parasite,nuisible}'),
        ('arbre', '{manguier,citronnier,oranger,goyavier,neem,eucalyptus,karite}'),
        ('legume', '{tomate,oignon,salade,chou,gombo,aubergine,piment,laitue,concombre,haricot}'),
        ('champ', '{mil,sorgho,mais,coton,arachide,sesame,niebe,plantation,culture,hectare}'),
        ('terrain', '{parcelle}'),
        ('lampe', '{ampoule,lumiere,eclairage}'),
        ('wc', '{toilette,latrine,cabinet,cuvette}'),
        ('carreau', '{carrelage,faience}'),
        ('clim', '{climatiseur,climatisation,split}'),
        ('meuble', '{table,chaise,lit,armoire,placard,banc,commode}'),
        ('cadre', '{photo,miroir,glace,poster}'),
        ('etagere', '{tablette,support}'),
        ('ordinateur', '{pc,laptop,imprimante}'),
        ('caillou', '{pierre,rocher,roche}'),
        ('brique', '{parpaing,agglo,bloc}'),
        ('mur', '{cloison,paroi}'),
        ('voleur', '{bandit,cambrioleur,vol,vole,volee}'),
        ('enfant', '{bebe,gosse,eleve}'),
        ('chambre', '{salon,piece,salle}'),
        ('tuyau', '{tube,conduite,canalisation}'),
        ('puits', '{puit,forage}'),
        ('chaud', '{chaude,chaleur}'),
        ('frais', '{frai,fraiche,fraicheur}'),
        ('rouille', '{rouillee,corrosion}'),
        ('casser', '{cassee}'),
        ('odeur', '{pue,puer,puanteur}'),
        ('fuite', '{fuit,fuir,fuient,suinte}')
      ) o (sense, words)
      where w.word = any (o.words) or w.word = o.sense limit 1
    ), (ts_lexize('private.french_stem', w.word))[1], w.word)
  end
  from (select regexp_replace(to_sense.word, '(?<=...)[sx]$', '') as word) w
  cross join lateral (
    select substring(w.word from
      '^(coup|decoup|sci|tranch|sectionn|creus|fouill|cass|bris|demol|detrui|repein|pein|badigeonn|bouch|rebouch|colmat|transport|deplac|charri|ramass|port|mesur|eclair|illumin|allum|rang|class|vid|aspir|evacu|proteg|evit|empech|securis|enlev|retir|arrach|decap|ot|debarrass|coll|pos|mont|grimp|escalad|serr|desserr|resserr|deviss|debloqu|demont|perc|for|perfor|fix|attach|accroch|suspend|viss|clou|ten|ponc|pol|soud|arros|irrigu|trait|pulveris|gonfl|branch|raccord|connect|reli|lav|nettoy|rinc|fabriqu|ferm|test|verifi|control|stock|conserv|gard|pomp|puis|tir|aiguis|affut|charg|recharg)(?:er|ir|re|dre|e|es|ent|ant|ez|ons|is|it)$'
    ) as root
    offset 0
  ) v
$$;
comment on function private.to_sense(text) is 'What a word of a query stands for in a phrase: one verb for all of the same act («scier», «découpe»: couper), one noun for things that are alike there («réfrigérateur»: frigo), or the stem.';
revoke execute on function private.to_sense(text) from public;
grant execute on function private.to_sense(text) to anon, authenticated, service_role;

create function private.to_sense_key(words text[]) returns text
language sql immutable parallel safe strict
set search_path = ''
as $$
  select string_agg(s.sense, ' ' order by s.sense collate "C") from (select private.to_sense(w) as sense from unnest(words) w) s
$$;
comment on function private.to_sense_key(text[]) is 'What these words stand for together, in whatever order they are.';
revoke execute on function private.to_sense_key(text[]) from public;
grant execute on function private.to_sense_key(text[]) to anon, authenticated, service_role;

-- As long as queries are parsed as they are: a migration that changes how rebuilds it.
create index search_synonyms_sense_idx on public.search_synonyms (private.to_sense_key(private.split_typed_words(term))) where term ~ '[ ''-]';

create or replace function private.find_phrase(words text[], out found tsquery, out positions integer[]) returns record
language sql stable
set search_path = ''
as $$
  with w as (
    select regexp_replace(w.word, '(?<=...)[sx]$', '') as word, private.to_sense(w.word) as sense, w.position::integer as position
    from unnest(words) with ordinality w (word, position)
    where w.word ~ '[a-z]{2}'
  )
  select s.found, c.positions
  from (
    select array[a.position, b.position] as positions, b.position - a.position as distance, array[a.word, b.word] as typed, array[a.sense, b.sense] as senses,
      (select string_agg(k.sense, ' ' order by k.sense collate "C") from (values (a.sense), (b.sense)) k (sense)) as key
    from w a join w b on b.position > a.position
    union all
    select array[a.position, b.position, c.position], c.position - a.position, array[a.word, b.word, c.word], array[a.sense, b.sense, c.sense],
      (select string_agg(k.sense, ' ' order by k.sense collate "C") from (values (a.sense), (b.sense), (c.sense)) k (sense))
    from w a join w b on b.position > a.position join w c on c.position > b.position
  ) c
  cross join lateral (
    -- Each key through the index: the planner expects so many of them that it would read all synonyms.
    select s.term_key, s.found from public.search_synonyms s
    where private.to_sense_key(private.split_typed_words(s.term)) = c.key and s.term ~ '[ ''-]' offset 0
  ) s
  -- The words themselves and the same act are surer than other things, and what is done than two things («découper un tuyau pvc»).
  order by cardinality(c.positions) desc, (
      select count(*) from unnest(c.typed, c.senses) t (word, sense) where strpos(s.term_key, t.word) > 0 or t.sense ~ '(?:er|re|ir)$') desc,
    c.distance, c.key ~ '(?:er|re|ir)\M' desc, s.term_key = array_to_string(c.typed, '') desc, c.positions, s.term_key
  limit 1
$$;
comment on function private.find_phrase(text[]) is 'The longest synonym of two or three words that all are among these, or words that stand for them (to_sense), in any order and with others between: what it finds, and the places of its words. At most 84 keys are looked up, of eight words.';
drop function private.to_activity(text);

create function private.split_things(query text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  -- «cpj 35 et 45»: a size alone is of the first thing.
  select array_agg(case when t.n > 1 and t.thing !~ '[a-z]{3}' and t.thing ~ '\d'
    then regexp_replace(s.things[1], '\s*(?:\mde )?\d.*$', '') || ' ' || t.thing else t.thing end order by t.n)
  from (select regexp_split_to_array(query, '\s+(?:et|ou|\+|&)\s+|\s+plus\s+(?=(?:du|des|une?|\d+)\s)|\s*[,;+&]\s+', 'i') as things) s
  cross join lateral unnest(s.things) with ordinality t (thing, n)
$$;
comment on function private.split_things(text) is 'The things that a query asks for one after the other: «pelle et pioche».';
revoke execute on function private.split_things(text) from public;
grant execute on function private.split_things(text) to anon, authenticated, service_role;

create function private.split_superlative(query text, out rest text, out is_descending boolean) returns record
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  normalized constant text := private.normalize_search_text(left(query, 300));
  article constant text := '(?:\m(?:le|la|les|l|du|de la|des)[ ''])?';
  cheap constant text := '\m(?:moins|mois|pas|pa|peu) (?:trop )?ch(?:er|ere|ers|eres)\M|\mbon marche\M|\m(?:a )?(?:petits?|bas) prix\M|\mprix (?:le plus )?bas\M|\mplus (?:petit|petite|petits|petites|court|courte|leger|legere|faible)\M(?! (?:que|prix))';
  large constant text := '\mplus (?:grand|grande|grands|grandes|gros|grosse|grosses|puissant|puissante|puissants|long|longue|longues|haut|haute|fort|forte|forts|lourd|lourde|cher|chere|chers|cheres)\M(?! (?:que|de))';
begin
  if normalized !~ 'cher|marche|prix|plus' then
    return;
  elsif normalized ~ cheap then
    rest := regexp_replace(normalized, article || '(?:' || cheap || ')(?: possible)?', ' ');
    is_descending := false;
  elsif normalized ~ large then
    rest := regexp_replace(normalized, article || '(?:' || large || ')', ' ');
    is_descending := true;
  end if;
  if not coalesce(rest ~ '[a-z]{3}', false) then
    rest := null;
    is_descending := null;
  end if;
end
$$;
comment on function private.split_superlative(text) is 'Of «la perceuse la moins chère» the rest, and that the lowest price is asked for; of «le plus grand réservoir» that the highest is, since of one kind the largest is the dearest. Null if nothing of the kind is asked for.';
revoke execute on function private.split_superlative(text) from public;
grant execute on function private.split_superlative(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.split_request(query text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select substring(
    private.normalize_search_text(left(query, 300))
    from '^.*[a-z0-9].*\m(?:je (?:re)?cherche|cherche|(?:je )?(?:veux|voudrais|souhaite)|avez[ -]vous|vous (?:avez|vendez)|besoin|prix|(?:il )?(?:me )?faut|combien (?:coute|fait|est)|quels?|quelles?|lequel|laquelle)\M(.*[a-z0-9]{3}.*)$')
$function$;

CREATE OR REPLACE FUNCTION private.split_price(query text, OUT rest text, OUT min_price integer, OUT max_price integer)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  amount constant text := '(\d{1,3}(?:[ .]\d{3})+|\d{1,8}(?: ?(?:mille|mil|k)\y)?)';
  currency constant text := ' ?(?:f ?cfa|cfa|xof|francs?|frs?|f)\y';
  -- A number with a unit is a size («moins de 2000 watts»). Without a currency the text ends, or goes on with the use.
  priced constant text := amount || '(?:' || currency || '|(?=\s*$|\s*[,;.?!]|\s(?:pour|avec|dans|sur|chez|a|et|svp|stp)\y))';
  patterns constant text[] := array[
    'entre ' || amount || '(?:' || currency || ')? (?:et|a) ' || priced,
    '(?:moins (?:cher )?(?:de|que)|pas plus (?:cher )?(?:de|que)|(?:maximum|maxi|max|budget)(?: (?:de|max|maxi|maximum))?|jusqu''? ?a'
      || '|dessous de|inferieure?s? a|<=?) ?:? ?' || priced,
    '(?:plus (?:cher )?(?:de|que)|(?:minimum|mini|min)(?: de)?|a partir de|dessus de|superieure?s? a|>=?) ?:? ?' || priced,
    -- «20000 max», «à 5000 F».
    amount || '(?:(?:' || currency || ')? (?:maximum|maxi|max|au plus)\y|' || currency || ')',
    -- «j'ai 10000 pour une caisse», «avec 15000 quelle meuleuse»: no «avec 2000 watts», and no small number.
    '(?:j''? ?ai|avec)(?: que| seulement)? (\d{4,8}|\d{1,3}(?:[ .]\d{3})+|\d{1,5} ?(?:mille|mil|k))(?:' || currency || '|(?=\s*$|\s*[,;.?!]|\s(?:pour|quel|quelle)\y))',
    -- «autour de 30000».
    '(?:autour de|environ|aux? (?:alentours?|environs?) de|a peu pres|dans les) ' || priced
  ];
  typed constant text := private.to_digits(private.normalize_search_text(left(query, 300)));
  pattern text;
  found text[];
  amounts integer[];
begin
  if typed !~ '\d{3}|\d ?(?:mille|mil|k)\y' then
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
    if i = 6 then
      amounts := array[(amounts[1] * 0.75)::integer, least(amounts[1] * 1.25, 2000000000)::integer];
    end if;
    min_price := case when i in (1, 3, 6) then amounts[1] end;
    max_price := case when i <> 3 then amounts[cardinality(amounts)] end;
    return;
  end loop;
end
$function$;

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
  spoken constant text[] := '{bonjour,bonsoir,bjr,bsr,slt,cc,salut,merci,stp,plait,il,on,nous,vous,moi,me,tu,toi,lui,ce,cet,cette,ces,ca,que,qui,quel,quelle,quels,quelles,quoi,combien,comment,comme,est,sont,etes,coute,coutent,couterait,vaut,valent,fait,faites,faut,faudrait,tarif,tarifs,montant,besoin,avez,avoir,ai,as,avons,ont,si,savoir,donner,donnez,donne,montrez,montre,envoyez,envoie,vendez,vendre,vend,vendeur,voudrais,voudrai,voulais,veut,veu,voulons,voulez,aimerais,recherche,recherchons,cherchons,chercher,souhaite,souhaiterais,souhaitons,peux,peut,pouvez,pourrais,pourriez,devis,quelque,chose,truc,trucs,machin,ya,y,trouver,trouve,trouvez,commander,commande,moins,dispo,disponible,disponibles,stock,meilleur,meilleure,meilleurs,meilleures,bonne,bonnes,qualite,promo,promos,promotion,promotions,solde,soldes,livraison,livrez,livrer,dans,chez,ici,notre,nos,votre,vos,encore,aussi,juste,seulement,donc,alors,hein,quoi,ok,oui,non,ne,materiel,materiels,materiau,materiaux,produit,produits,article,articles,genre,genres,sorte,sortes,reparer,changer,remplacer,gate,gatee,gates,gatees,abime,abimee,quand,lequel,laquelle,lesquels,lesquelles,tres,beaucoup,peu,bien,toujours,deja,maintenant,aujourd,hui,urgent,vraiment,actuellement,cause,parce,puis,celui,celle,ceux,celles,leur,leurs,son,sa,ses,suis,etre,etait,vais,allons,dois,doit,peuvent,veulent,voir,sait,aider,aidez,frere,soeur,maman,papa,mari,femme,voisin,voisine,monsieur,madame,mr,mme,patron,chef,client,cliente,dit,dire,appelle,demande,appris,habite,construis,construit,construisons,matin,demain,soir,hier,semaine,mois,urgence,rapidement,actuelle,probleme,souci,solution,arrive,plusieurs,afin,ainsi,depuis,parle,pense,crois,possible,interesse,info,infos,information,informations,renseignement,reference,references,max,rien,jamais,vient,venir,viens,venu,quartier,secteur,bobo,dioulasso,koudougou,kaya,banfora,ouahigouya,tenkodogo,dori,pouytenga,tampouy,karpala,pissy,gounghin,dassasgho,saaba,kossodo,somgande,tanghin,cissin,wemtenga,zogona,larle,kilwin,nagrin,rayongo,balkuy,yagma,kamsonghin,ville,pays,conseil,conseillez,conseiller,proposez,propose,auriez,aurais,aimerai,cher,tellement,lorsque,pendant,the,of,for,with,how,much,need,want,buy,price,cheap,please,you,have,my,get,where,looking,some,se,s,n,j,y,qu,autre,autres,tout,toute,tous,toutes,plus,aucun,aucune,chaque,certains,certaines,quelqu,personne,elle,elles,ils,eux,fois,vont,aller,irai,veuillez,veuille,vouloir,voulu,eu,eue,aura,auront,sera,seront,serait,soit,faisait,ferait,mieux,pire,presque,environ,surtout,sinon,cela,ceci,dont,apres,avant,quelqu,excuse,excusez,pardon,merci,recois,recevoir,obtenir,apprend,difference,differences,explique,expliquez,merciiii,vs,ns,jai,jpeux,jaimerai,jaimerais,jaurai,jaurais,jvoudrai,jvoudrais,jvx,jsuis,chui,we,wesh,oe,bcp,bsr,svpl,stpl,dsl,pcq,pke,kelk,kelke,kelque,eske,esk,skil,kil,cest,til,yatil,jusqu,lorsqu}';
  normalized constant text := private.normalize_search_text(left(query, 300));
  digits constant text := private.to_digits(normalized);
  typed text := ' ' || private.to_search_words(regexp_replace(
    case when digits = normalized then left(query, 300) else digits end, '(\d) ?(?:cheval|chevaux)\y', '\1 cv', 'gi')) || ' ';
  words text[];
  meant text[];
begin
  typed := replace(replace(replace(replace(typed, ' c est ', ' '), ' j ai ', ' '), ' qu est ', ' '), ' y a t il ', ' ');
  typed := replace(replace(replace(typed, ' s il ', ' '), ' est ce ', ' '), ' g besoin ', ' ');
  -- «SDS-Plus» is called so.
  typed := replace(typed, ' sds plus ', ' sdsplus ');
  -- The stemmer takes «tuyaux» for the plural of «tuyal».
  typed := replace(typed, 'yaux ', 'yau ');
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

CREATE OR REPLACE FUNCTION private.correct_word(word text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  max_mistakes constant integer := case when char_length(word) < 4 then 0 when char_length(word) < 6 then 1 when char_length(word) < 10 then 2 else 3 end;
  word_sound text;
  letters text[];
begin
  -- «carrelage extérieur» is no mistake for «intérieur».
  if char_length(word) < 3 or word !~ '^[a-z]{1,30}$' or word ~ '^(?:ext|int)erieur' then
    return '{}';
  end if;
  -- «piosh»: as it sounds in English.
  word_sound := private.to_sound(replace(word, 'sh', 'ch'));
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
        where max_mistakes > 0 and t.consonants = private.to_consonants(word) and char_length(t.consonants) >= 2
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
      where max_mistakes > 0 and t.term operator(extensions.%) word and char_length(t.term) between char_length(word) - 3 and char_length(word) + 3
      order by extensions.similarity(t.term, word) desc limit 40)
    ) n
    where n.mistakes <= max_mistakes and n.term <> word
      -- «kol»: of three letters only what sounds the same.
      or max_mistakes = 0 and n.is_same_sound and n.term <> word
    group by n.term
    order by bool_or(n.is_same_sound) desc, min(n.mistakes), max(n.similarity) desc, n.term
    fetch first 3 rows only
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.to_sound(word text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  sound text := word;
begin
  -- «perseuz»
  sound := regexp_replace(sound, 'z$', 'ze');
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
$function$;

CREATE OR REPLACE FUNCTION private.is_attributive(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select word = any ('{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,tonne,tonnes,kilo,kilos,sachet,sachets,barre,barres,couronne,couronnes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne,contre,entre,faire,mettre,poser,installer,utiliser,acheter,prendre,servir,brancher,monter,electric,electrical,solar,plastic,metal,small,big,sous,dessous,dessus,vers,blanc,blanche,blancs,blanches,noir,noire,noirs,noires,rouge,rouges,gris,grise,bleu,bleue,vert,verte,jaune,jaunes,white,black,red,blue,green,yellow,grey,gray,brown,plombier,plombiers,electricien,electriciens,macon,macons,peintre,peintres,menuisier,soudeur,soudeurs,carreleur,jardinier,ouvrier,ouvriers,technicien,mecanicien,ferrailleur,charpentier,plumber,electrician,mason,painter,sans,long,longue,longs,longues,court,courte,large,larges,haut,haute,hauts,hautes,fort,forte,forts,fortes,puissant,puissante,puissants,lourd,lourde,leger,legere,epais,epaisse,beau,belle,joli,jolie,jolis,resistant,resistante,resistants,robuste,costaud,durable,taille,tailles,dimension,dimensions,format,modele,modeles,marque,marques,type,types,couleur,couleurs,puissance,meme,outil,outils,appareil,appareils,instrument,engin,dispositif,systeme,maison,appartement,villa,chantier,atelier}'::text[])
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
  alternatives text[];
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
  alternatives := words;
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
      if corrects_known and not (i = lead and cardinality(words) > 1 and (
        private.begins_names(private.limit_to_weights(exact[i], 'A'))
        -- «pointe de 100» is no «poignée», although no nails are sold.
        or exists (select from public.search_synonyms s where s.term_key = private.to_synonym_key(words[i]))))
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
        -- «faire du vent» is no «paire», but «mettre 5m» a «mètre».
        if private.is_attributive(words[i]) then
          corrections := array(
            select c.word from unnest(corrections) with ordinality c (word, n) where private.to_sound(c.word) = private.to_sound(words[i]) order by c.n);
        end if;
        -- In a sentence «lutter» is no «cutter»: people mistake the first sound of a word seldom.
        if cardinality(words) > 2 then
          corrections := array(
            select c.word from unnest(corrections) with ordinality c (word, n)
            where left(private.to_sound(c.word), 1) = left(private.to_sound(words[i]), 1)
              or words[i] ~ '^[dl][aeiouh]' and c.word = substr(words[i], 2)
            order by c.n);
        end if;
        alternatives[i] := array_to_string(words[i] || corrections, ' ');
        corrected[i] := coalesce(corrections[1], words[i]);
        if cardinality(corrections) > 0 then
          likely[i] := private.or_query(likely[i], private.to_word_query(corrections[1], 'ABC'));
        end if;
        for c in 2 .. cardinality(corrections) loop
          loose[i] := private.or_query(loose[i], private.to_word_query(corrections[c], 'ABC'));
        end loop;
      -- «regarder» is no «regard».
      elsif words[i] !~ '..[ei]r$' and not exists (select from private.search_terms t where t.term = words[i]) then
        -- Another ending of a word that the shop knows: a synonym names that.
        corrected[i] := coalesce((
          select t.term from private.search_terms t
          where t.stem = coalesce((ts_lexize('private.french_stem', words[i]))[1], words[i])
            -- «bâtiment» is no «bâtir».
            and extensions.levenshtein_less_equal(t.term, words[i], 3) <= 3
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
      -- «ciman kol», with mistakes in both.
      select f.first, f.first + 1, false, array(
        select private.to_synonym_key(one || ' ' || other)
        from string_to_table(alternatives[f.first], ' ') one, string_to_table(alternatives[f.first + 1], ' ') other)
      from generate_series(1, cardinality(words) - 1) f (first)
      where alternatives[f.first:f.first + 1] <> words[f.first:f.first + 1]
      union all
      select f.first, f.first + 1, false, array[regexp_replace(joined_corrections[f.first], '(?<=...)[sx]$', '')]
      from generate_series(1, cardinality(words) - 1) f (first)
    ) span
    -- Each span through the index, whatever the planner expects of them.
    cross join lateral (select s.id, s.found from public.search_synonyms s where s.term_key = any (span.keys) offset 0) s
    group by s.id, s.found, span.first, span.last
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
  things constant text[] := (private.split_things(private.normalize_search_text(left(query, 100))))[:max_things];
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
    -- «chasser la chaleur» is no «mécanisme de chasse».
    if meant[i] ~ '..[ei]r$' and not private.has_name(lead, meant[i]) then
      lead := null;
    end if;
    -- After that only what names begin with as it is written: «meuble en contreplaqué».
    if is_passed then
      if not private.has_name(lead, meant[i]) then
        lead := null;
      end if;
      -- Or what it means by a synonym of its own: «un atelier de soudure».
      lead := private.or_query(lead, (
        select s.found from public.search_synonyms s where s.term_key = private.to_synonym_key(meant[i]) and not s.is_substitute));
      continue when lead is null;
    else
      -- What begins so, or is meant, is in the name: «four» is nothing that features say is «fourni».
      lead := private.or_query(private.or_query(lead, private.limit_to_weights(clauses.likely[i], 'AB')), clauses.loose[i]);
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

CREATE OR REPLACE FUNCTION public.list_near_products(query text)
 RETURNS SETOF public.products
 LANGUAGE plpgsql
 STABLE ROWS 40
 SET search_path TO ''
 SET statement_timeout TO '2s'
AS $function$
declare
  max_candidates constant integer := 200;
  price constant record := private.split_price(query);
  clauses record;
  named tsquery;
  kept integer[];
begin
  -- «meuleuse moins de 5000»: of grinders those whose price is nearest.
  if price.rest is not null then
    clauses := private.parse_search(price.rest, false);
    named := private.limit_to_weights(private.to_document_query(clauses.exact, clauses.likely, clauses.loose), 'AB');
    return query
      select p.*
      from unnest((private.search_product_ids(price.rest, '', max_candidates))[:max_candidates]) with ordinality f (id, position)
      join public.products p on p.id = f.id
      left join private.product_documents d on d.product_id = f.id
      -- What only speaks of it comes last.
      order by coalesce(d.words @@ named, false) desc, greatest(p.price - price.max_price, price.min_price - p.price, 0) / 1000, f.position
      limit 40;
    return;
  end if;
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
$function$;

CREATE OR REPLACE FUNCTION private.find_answered_query(query text, first uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  typed constant text := btrim(left(query, 100));
  things constant text[] := (private.split_things(private.normalize_search_text(typed)))[:3];
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
      from unnest(things, private.split_things(typed)) with ordinality t (normalized, thing, n)
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

CREATE OR REPLACE FUNCTION private.find_search_answer(query text, OUT answered text, OUT is_mention boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  priced constant text := coalesce(private.find_reference(query), (private.split_price(query)).rest, query);
  asked constant text := coalesce((private.split_superlative(priced)).rest, priced);
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
    -- It is the thing that is asked for («pile AA»), and «beige sable» is another one, as are the «4 piles» of a lock.
    if strpos(substitute.term_key, private.to_synonym_key(meant[lead])) > 0 and exists (
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
      -- «quelle meuleuse avec 15000»: what costs no more may only speak of one.
      if priced <> query then
        first := coalesce(first, (private.search_product_ids(query, '', 1))[1]);
        is_mention := first is not null and not private.is_called(first, named);
      end if;
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
    where not document @@ w.exact and (private.to_sound(c.word) <> private.to_sound(w.word) or abs(char_length(c.word) - char_length(w.word)) > 2)
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

CREATE OR REPLACE FUNCTION private.search_product_ids(query text, filters text, max_rows integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  max_priced constant integer := 200;
  reference constant text := private.find_reference(query);
  price constant record := private.split_price(query);
  superlative constant record := private.split_superlative(query);
  request constant text := private.split_request(query);
  requested tsquery;
  is_called boolean;
  clauses record;
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
  if superlative.rest is not null then
    -- Of what matches as well as the best, in the order of the prices.
    matches := private.parse_search(superlative.rest, false);
    requested := (
      select private.limit_to_weights(private.or_query(private.or_query(matches.exact[w.position], matches.likely[w.position]), matches.loose[w.position]), 'A')
      from unnest(private.split_query(superlative.rest)) with ordinality w (word, position)
      where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
    is_called := coalesce(private.begins_names(requested), false);
    return (
      with found as (
        select f.id, f.position
        from unnest(private.search_product_ids(superlative.rest, filters, greatest(max_rows, max_priced))) with ordinality f (id, position)
      ), ranked as (
        select r.id, p.price, p.in_stock, r.similarity >= max(r.similarity) over () - 0.05
            -- The cheapest «ventilateur» is no «casque ventilé».
            and (not is_called or d.words @@ requested) as is_best
        from private.rank_products(
          array(select f.id from found f where f.position <= max_priced), superlative.rest, matches.exact, matches.likely, matches.loose
        ) r
        join public.products p on p.id = r.id
        left join private.product_documents d on d.product_id = r.id
      )
      select coalesce(array_agg(f.id order by
        coalesce(r.is_best, false) desc,
        case when r.is_best then r.in_stock end desc,
        case when r.is_best then r.price * case when superlative.is_descending then -1 else 1 end end,
        f.position), '{}')
      from found f left join ranked r on r.id = f.id
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
  if request is not null and private.split_query(request) <> private.split_query(query) then
    -- The thing that is asked for after all («quelle peinture»), and not only «je veux la même».
    clauses := private.parse_search(request, false);
    requested := (
      select private.limit_to_weights(private.or_query(private.or_query(clauses.exact[w.position], clauses.likely[w.position]), clauses.loose[w.position]), 'AB')
      from unnest(private.split_query(request)) with ordinality w (word, position)
      where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
    if requested is not null and (unfiltered.is_weak or not exists (
      select from private.product_documents d where d.product_id = unfiltered.ids[1] and d.words @@ requested))
      and private.begins_names(private.limit_to_weights(requested, 'A')) then
      return private.search_product_ids(request, filters, max_rows);
    end if;
  end if;
  if unfiltered.is_weak and cardinality(private.split_query(query)) > 1 then
    return private.search_by_leading_word(query, filters, matches.ids);
  end if;
  return matches.ids;
end
$function$;

-- The keys of synonyms without the words that a query loses now («toutes tailles»); no single word becomes one that mistakes are corrected to.
alter table public.search_synonyms disable trigger search_synonyms_record;
alter table public.search_synonyms disable trigger search_synonyms_set_updated_at;
alter table public.search_synonyms disable trigger search_synonyms_add_changed_terms;
update public.search_synonyms s set term = s.term
from (
  select distinct on (k.key) o.id, k.key
  from public.search_synonyms o
  cross join lateral (select private.to_synonym_key(array_to_string(private.split_typed_words(o.term), ' ')) as key) k
  where k.key <> o.term_key
  order by k.key, o.created_at, o.id
) k
where s.id = k.id and not exists (select from public.search_synonyms o where o.term_key = k.key);
alter table public.search_synonyms enable trigger search_synonyms_add_changed_terms;
alter table public.search_synonyms enable trigger search_synonyms_set_updated_at;
alter table public.search_synonyms enable trigger search_synonyms_record;

update private.search_terms set term = term where term like '%z';
