-- What the shop does not sell, and names or specifications have as a property («sable» of tiles, «piles» of a lock). See
-- docs/decisions/0105-properties-that-are-goods.md.

create or replace function private.find_search_answer(query text, out answered text, out is_mention boolean)
returns record
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
as $$
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
  -- Nearly every search: the name of a product has the thing, and its texts the other words.
  if cardinality(unknown) = 0 and private.has_document(
    private.limit_to_weights(named, 'AB') && private.to_document_query(meanings.exact, meanings.likely, meanings.loose)) then
    return;
  end if;
  first := coalesce(first, (private.search_product_ids(query, '', 1))[1]);
  answered := private.find_answered_query(asked, first);
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
$$;

alter table public.search_synonyms disable trigger search_synonyms_record;
alter table public.search_synonyms disable trigger search_synonyms_set_updated_at;
-- Unless the shop has changed them.
update public.search_synonyms set is_substitute = true
where term = any ('{sable,gravier,gravillon}') and updated_at = created_at;
insert into public.search_synonyms (term, meanings, is_substitute) values
  ('moteur', array['groupe électrogène', 'pompe'], true),
  ('pile', array['batterie'], true),
  ('pneu', array['roue'], true)
on conflict (term_key) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_record;
alter table public.search_synonyms enable trigger search_synonyms_set_updated_at;
