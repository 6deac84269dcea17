-- «lavabo» began with taps («Mitigeur lavabo», which sell better), «roue brouette» with wheelbarrows, «boulon 10» with anchors:
-- of what matches as well, the product whose name begins with the thing that is asked for comes first. «tonne de ciment» found
-- nothing, since some text has the word «tonne»; «boulon 10» knew no M10 and «2x1,5» no section; «piosh» has the sound of English; and
-- «extérieur» is no mistake.

CREATE OR REPLACE FUNCTION private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
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
        + case when array_to_tsvector(n.first_words) @@ exact[lead] then 0.25 / cardinality(exact) else 0 end
        + case when p.in_stock then 0.1 else 0 end
        + least(coalesce(d.sales, 0), 10) * 0.01
      )::numeric, 3) as score
    from unnest(ids) c (id)
    join public.products p on p.id = c.id
    left join private.product_documents d on d.product_id = p.id
    cross join lateral (
      select case when s.place > 0 then s.place + char_length(term) - char_length(normalized) else 0 end as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c,
        array(select w.lexeme from unnest(ts_filter(d.words, '{a}')) w where 1 = any (w.positions)) as first_words
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

CREATE OR REPLACE FUNCTION private.is_attributive(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select word = any ('{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,tonne,tonnes,kilo,kilos,sachet,sachets,barre,barres,couronne,couronnes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne,contre,entre,sous,dessous,dessus,vers,blanc,blanche,blancs,blanches,noir,noire,noirs,noires,rouge,rouges,gris,grise,bleu,bleue,vert,verte,jaune,jaunes}'::text[])
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
  if max_mistakes = 0 or word !~ '^[a-z]{1,30}$' or word ~ '^(?:ext|int)erieur' then
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
$function$;

CREATE OR REPLACE FUNCTION private.to_size_queries(word text, OUT exact tsquery, OUT likely tsquery, OUT loose tsquery)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
    likely := regexp_replace(exact::text, '^''(.*)x(.*)''$', '\1g\2 | \1g\2mm2')::tsquery;
    if word ~ '^\d+x\d+$' then
      likely := likely || format('m%s | %s', word, replace(word, 'x', 's'))::tsquery;
      loose := regexp_replace(word, '^(\d+)x(\d+)$', '\2x\1')::tsquery;
    end if;
    if word ~ '^[2-9]x\d+(d\d+)?$' then
      -- 2x1,5 of a cable: another one, or a wire, of this section.
      loose := private.or_query(loose, regexp_replace(word, '^.x(.*)$', '\1mm2:AB | 2g\1mm2:AB | 3g\1mm2:AB | 4g\1mm2:AB | 5g\1mm2:AB')::tsquery);
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
    -- «boulon 10» is M10.
    likely := format(case when size[1] ~ '^\d{1,2}$' then '%1$smm:AB | %1$smm2:AB | m%1$s:AB' else '%1$smm:AB | %1$smm2:AB' end, size[1])::tsquery;
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
$function$;

create function private.is_called(product uuid, thing tsquery) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select d.words @@ private.limit_to_weights(thing, 'AB')
      or d.words @@ private.limit_to_weights(thing, 'C') and to_tsvector('private.product_words', private.to_search_words(concat_ws(' ',
        (select string_agg(c.name, ' ') from public.categories c where c.id = any (private.category_and_ancestors(p.category_id))),
        (select string_agg(s.key || ' ' || s.value, ' ; ') from jsonb_each_text(p.specifications) s),
        (select string_agg(array_to_string(v.choices, ' ; '), ' ; ') from (
          select choices from public.product_variants where product_id = p.id order by position, id limit 100) v)
      ))) @@ private.limit_to_weights(thing, '')
    from public.products p join private.product_documents d on d.product_id = p.id where p.id = product), false)
$$;
comment on function private.is_called(uuid, tsquery) is 'Whether the name, the reference, the category, a choice or a specification of a product has this, and not only its features («se gâche à la bétonnière») or its description.';
revoke execute on function private.is_called(uuid, tsquery) from public;
grant execute on function private.is_called(uuid, tsquery) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_search_answer(query text, OUT answered text, OUT is_mention boolean)
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
  first uuid;
  document tsvector;
  corrected record;
begin
  is_mention := false;
  meanings := private.parse_search(asked, false);
  -- A reference is one clause.
  if lead is null or cardinality(meanings.exact) <> cardinality(meant) then
    return;
  end if;
  named := private.limit_to_weights(
    private.or_query(private.or_query(meanings.exact[lead], meanings.likely[lead]), meanings.loose[lead]), 'ABC');
  -- Nearly every search: the name of a product has the thing, and its texts the other words.
  if cardinality(unknown) = 0 and cardinality(private.find_documents(
    private.limit_to_weights(named, 'AB') && private.to_document_query(meanings.exact, meanings.likely, meanings.loose), '', 1, true)) > 0 then
    return;
  end if;
  answered := private.find_answered_query(asked);
  first := (private.search_product_ids(query, '', 1))[1];
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
$function$;
