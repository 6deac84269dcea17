-- The leading word (20270107000200_leading_words.sql) was taken from a description («tôle plastique transparente» showed a
-- plastic box of which that says it replaces one of sheet metal), was a word that is said of many things («contre», «rouge»),
-- or was a mistake far from every word where another word is known («zeringue mastic»); and two words that were typed as one
-- («tuyaupvc100») found nothing. See docs/decisions/0090-answered-searches.md.

-- Words that were typed as one («tuyaupvc100») --------------------------------------------------------------------------

alter function private.split_query(text) rename to split_typed_words;
create function private.split_query(query text) returns text[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_words constant integer := 8;
  -- «c koi le prix», as in text messages.
  spoken constant text[] := '{koi,ki,ke,kel,kelle,kels,kelles,cmb,jai,jveux,jcherche,voudre}';
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
comment on function private.split_query(text) is
  'The words of a query that are looked for, in the form of to_search_words: at most eight of its first 300 letters, without those that say nothing. What the shop does not know as one word, and as two, is two: «tuyaupvc100» is tuyau, pvc and 100.';
comment on function private.split_typed_words(text) is
  'The words of a query as they were typed, in the form of to_search_words: at most eight of its first 300 letters, without those that say nothing.';

create function private.is_search_term(word text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.search_terms t where t.term = word)
    or exists (select from private.search_terms t where t.stem = coalesce((ts_lexize('private.french_stem', word))[1], word))
$$;
comment on function private.is_search_term(text) is 'Whether the shop knows the word, in any of its endings.';

-- The leading word -----------------------------------------------------------------------------------------------------

create function private.is_attributive(word text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select word = any ('{sac,sacs,carton,cartons,paquet,paquets,rouleau,rouleaux,seau,seaux,pot,pots,botte,bottes,lot,lots,gros,grosse,grosses,grand,grande,grands,grandes,petit,petite,petits,petites,nouveau,nouvelle,neuf,neuve,vrai,vraie,solide,complet,complete,professionnel,professionnelle,electrique,electriques,solaire,solaires,manuel,manuelle,automatique,moderne,contre,entre,sous,dessous,dessus,vers,blanc,blanche,blancs,blanches,noir,noire,noirs,noires,rouge,rouges,gris,grise,bleu,bleue,vert,verte,jaune,jaunes}'::text[])
$$;
comment on function private.is_attributive(text) is 'Whether the word is said of many things, and so leads a search to none of them.';

create function private.is_near_search_term(word text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_search_term(word) or coalesce((
    select extensions.levenshtein_less_equal(c.terms[1], word, 2) <= 2 or private.to_sound(c.terms[1]) = private.to_sound(word)
    from (select private.correct_word(word) as terms) c where cardinality(c.terms) > 0), false)
$$;
comment on function private.is_near_search_term(text) is
  'Whether the shop knows the word, or one that differs from it by at most two letters or sounds the same.';

create or replace function private.search_by_words(query text, filters text, max_rows integer, corrects_known boolean, out ids uuid[], out is_weak boolean)
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
    is_weak := coalesce((
      select not ts_filter(d.words, '{a,b,c}') @@
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
$$;

create or replace function private.search_by_leading_word(query text, filters text, weak uuid[]) returns uuid[]
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  max_things constant integer := 3;
  max_candidates constant integer := 200;
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
  for i in
    select w.position from unnest(words) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), not private.is_near_search_term(w.word), w.position
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

revoke execute on function
  private.split_query(text), private.is_search_term(text), private.is_attributive(text), private.is_near_search_term(text) from public;
grant execute on function
  private.split_query(text), private.is_search_term(text), private.is_attributive(text), private.is_near_search_term(text) to anon, authenticated, service_role;

alter table public.search_synonyms disable trigger search_synonyms_record;
insert into public.search_synonyms (term, meanings) values
  ('fè', '{fer}'),
  ('poigné', '{"serrure encastrer",béquille,serrure}'),
  ('fitila', '{lampe,lampadaire,projecteur,ampoule}'),
  ('tiger', '{"groupe électrogène"}'),
  ('ondulaire', '{onduleur}'),
  ('ondulère', '{onduleur}'),
  ('stabilisateur courant', '{"protecteur de tension","onduleur informatique"}'),
  ('stabilisateur tension', '{"protecteur de tension","onduleur informatique"}'),
  ('eau monte', '{surpresseur,pompe}'),
  ('pression maison', '{surpresseur}'),
  ('manque pression', '{surpresseur}'),
  ('pression eau', '{surpresseur}'),
  ('seringue', '{mastic}'),
  ('seringue silicone', '{mastic}'),
  ('transparente', '{translucide}'),
  ('transparent', '{translucide}')
on conflict (term_key) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_record;
