-- A search that no product answers with all its words shows those of some words (20270107000200_leading_words.sql) and did
-- not say so, and the staff did not see what was asked for. See docs/decisions/0090-answered-searches.md.

create function private.find_answered_query(query text) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
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
  for corrects_known in 0 .. 1 loop
    clauses := private.parse_search(query, corrects_known = 1);
    -- Nearly every search: a product has all words.
    if cardinality(private.find_documents(private.to_document_query(clauses.exact, clauses.likely, clauses.loose), '', 1, true)) > 0 then
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
  first := (private.search_product_ids(query, '', 1))[1];
  -- Also within words of its name or reference.
  if first is null or exists (
    select from public.products p where p.id = first and p.search_text like all (private.to_word_patterns(query))
  ) then
    return null;
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
$$;
comment on function private.find_answered_query(text) is
  'The words of a query for which the search shows products, as they were typed, if no product has all of them; null if one has, or if nothing is found.';

create function public.get_answered_query(query text) returns text
language sql stable set search_path = '' set statement_timeout = '2s' as $$
  select private.find_answered_query(get_answered_query.query)
$$;
comment on function public.get_answered_query(text) is
  'The words of a query for which search_products shows products, as they were typed, if no product has all of them: «perceuse» of «perceuse bosch». Null if one has, or if nothing is found.';

-- Counted as what was searched for in vain ------------------------------------------------------------------------------

alter table public.missed_searches
  add column answered text check (char_length(answered) between 1 and 100);
comment on column public.missed_searches.answered is 'The words for which products were shown; null where nothing was found.';

create or replace function private.record_missed_search(query text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  max_terms constant integer := 500;
  kept constant interval := '90 days';
  typed constant text := btrim(regexp_replace(private.normalize_search_text(left(query, 100)), '[^a-z0-9"/.,%+-]+', ' ', 'g'));
  shown_for text;
begin
  -- Names, numbers and addresses are none of the shop's business; nothing that is longer is a product.
  if typed is null or char_length(typed) not between 2 and 60 or query ~ '@|https?:|www\.' or typed ~ '(\d[ .-]?){8}' then
    return false;
  end if;
  if private.is_limited() then
    perform private.take_visitor_limits('missed_searches');
  end if;
  if cardinality(private.search_product_ids(query, '', 1)) > 0 then
    shown_for := private.find_answered_query(query);
    if shown_for is null then
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
$$;
comment on function private.record_missed_search(text) is
  'Counts a search that finds nothing, or nothing with all its words; false for one that does, names a person, or comes after 500 others of the day.';

drop function public.list_missed_searches(integer, integer);
create function public.list_missed_searches(row_offset integer default 0, row_limit integer default 26)
returns table (term text, searches bigint, last_day date, answered text)
language sql stable rows 26 set search_path = '' as $$
  select m.term, sum(m.searches), max(m.day), (array_agg(m.answered order by m.day desc))[1]
  from public.missed_searches m
  where m.day > current_date - 30
  group by m.term order by sum(m.searches) desc, max(m.day) desc, m.term
  offset greatest(least(row_offset, 10000), 0) limit greatest(least(row_limit, 100), 0)
$$;
comment on function public.list_missed_searches(integer, integer) is
  'What was searched for in vain in the last 30 days, the most frequent first, and for which of its words products were shown; no rows without the right catalog.write. At most 15,000 rows are added up.';

revoke execute on function
  private.find_answered_query(text), public.get_answered_query(text), public.list_missed_searches(integer, integer) from public;
grant execute on function private.find_answered_query(text), public.get_answered_query(text) to anon, authenticated, service_role;
revoke execute on function public.list_missed_searches(integer, integer) from anon;
grant execute on function public.list_missed_searches(integer, integer) to authenticated, service_role;
