-- Whether the shop has a reference is asked of the index that compares references without case: there is no other, so
-- every product and every variant was read. What has it is found by its key, also where the planner, which knows nothing of
-- how many have one reference, expects thousands.

create or replace function private.search_by_words(query text, filters text, max_rows integer, corrects_known boolean, OUT ids uuid[], OUT is_weak boolean)
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
    exists (select from public.products p where lower(p.reference) = lower(written))
    or exists (select from public.product_variants v where lower(v.reference) = lower(written)));
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
  -- As an array: the planner expects thousands of the few that have it, and would read every product.
  execute 'select array(
      select p.id from public.products p where p.id = any (array(
        select r.id from public.products r where lower(r.reference) = $3
        union select r.id from public.products r where r.barcode = any ($1)
        union select v.product_id from public.product_variants v where lower(v.reference) = $3
        union select v.product_id from public.product_variants v where v.barcode = any ($1)
      )) and p.id <> all ($2)' || meets_filters || ' order by p.created_at desc, p.id limit 100)'
    into more using array[upper(written), lower(written)], ids, lower(written);
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
