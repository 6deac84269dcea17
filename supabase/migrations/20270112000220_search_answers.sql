-- What is said of a search read a thousand documents to know that there is one: «vis» took 277 ms in a shop of 300,000 products.

create function private.has_document(query tsquery) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = 'off' set enable_indexscan = 'off' as $$
declare
  max_read constant integer := 1000;
begin
  return exists (select from private.product_documents d where d.is_head and d.words @@ query)
    -- A part of a document is compared with the document itself: of a property that many products have no more are read.
    or exists (
      select from (
        select d.words from private.product_documents d where d.words @@ private.limit_to_weights(query, '') limit max_read
      ) d where d.words @@ query
    );
end
$$;
comment on function private.has_document(tsquery) is 'Whether a document matches, in the head or among the first that have the words in any part.';
revoke execute on function private.has_document(tsquery) from public;
grant execute on function private.has_document(tsquery) to anon, authenticated, service_role;

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
  if cardinality(unknown) = 0 and private.has_document(
    private.limit_to_weights(named, 'AB') && private.to_document_query(meanings.exact, meanings.likely, meanings.loose)) then
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
