-- What only descriptions mention («truelle»), and what a correction found («corde», which showed elbows: «coude»), stood below
-- its title as if the shop had it, and the staff did not see that it was asked for. See docs/decisions/0092-honest-results.md.

create function private.find_search_answer(query text, out answered text, out is_mention boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
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
  -- Nearly every search: the names or properties of a product have the thing, and its texts the other words.
  if cardinality(unknown) = 0 and cardinality(private.find_documents(
    named && private.to_document_query(meanings.exact, meanings.likely, meanings.loose), '', 1, true)) > 0 then
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
  if answered is null and not coalesce(document @@ named, false) then
    -- A word that the shop knows may be a mistake, too, if nothing else is found.
    clauses := private.parse_search(asked, true);
    is_mention := not coalesce(document @@ private.limit_to_weights(
      private.or_query(private.or_query(clauses.exact[lead], clauses.likely[lead]), clauses.loose[lead]), 'ABC'), false);
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
comment on function private.find_search_answer(text) is 'What is said of the products that a search shows. answered: the words for which they are shown, if no product has all of the query (find_answered_query), or with the word that a typing mistake was taken for, unless that sounds the same. is_mention: what is asked for is in the description of the best of them only.';
revoke execute on function private.find_search_answer(text) from public;
grant execute on function private.find_search_answer(text) to anon, authenticated, service_role;

create function public.get_search_answer(query text) returns table (answered text, is_mention boolean)
language sql stable rows 1 set search_path = '' set statement_timeout = '2s' as $$
  select a.answered, a.is_mention from private.find_search_answer(get_search_answer.query) a
$$;
comment on function public.get_search_answer(text) is 'What is said of the products that search_products shows for a query. answered: the words for which they are shown, if no product has all of them: «perceuse» of «perceuse bosch», «coude» of «corde». is_mention: what is asked for is in descriptions only («truelle»). Null and false if there is nothing to say, or nothing is found.';
revoke execute on function public.get_search_answer(text) from public;
grant execute on function public.get_search_answer(text) to anon, authenticated, service_role;

drop function public.get_answered_query(text);

CREATE OR REPLACE FUNCTION private.record_missed_search(query text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  max_terms constant integer := 500;
  kept constant interval := '90 days';
  typed constant text := btrim(regexp_replace(private.normalize_search_text(left(query, 100)), '[^a-z0-9"/.,%+-]+', ' ', 'g'));
  shown_for text;
  is_mentioned boolean;
begin
  -- Names, numbers and addresses are none of the shop's business; nothing that is longer is a product.
  if typed is null or char_length(typed) not between 2 and 60 or query ~ '@|https?:|www\.' or typed ~ '(\d[ .-]?){8}' then
    return false;
  end if;
  if private.is_limited() then
    perform private.take_visitor_limits('missed_searches');
  end if;
  if cardinality(private.search_product_ids(query, '', 1)) > 0 then
    select a.answered, a.is_mention into shown_for, is_mentioned from private.find_search_answer(query) a;
    if shown_for is null and not is_mentioned then
      return false;
    end if;
  end if;
  update public.missed_searches set searches = searches + 1, answered = shown_for where day = current_date and term = typed;
  if not found then
    if (select count(*) from public.missed_searches m where m.day = current_date) >= max_terms then
      return false;
    end if;
    delete from public.missed_searches where day < current_date - kept;
    insert into public.missed_searches (term, answered) values (typed, shown_for)
    on conflict (day, term) do update set searches = public.missed_searches.searches + 1, answered = excluded.answered;
  end if;
  return true;
end
$function$;
comment on function private.record_missed_search(text) is 'Counts a search that finds nothing, nothing with all its words as they were typed, or nothing that is called so; false for one that does, names a person, or comes after 500 others of the day.';
