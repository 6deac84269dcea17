-- A synonym of «tuile faîtière moins de 3000» is one of «tuile faîtière»: the search reads a price, and the lowest or the
-- highest one, before it looks for words.

drop function public.list_missed_searches(integer, integer);
create function public.list_missed_searches(row_offset integer default 0, row_limit integer default 26)
returns table (term text, searches bigint, last_day date, answered text, words text)
language sql stable rows 26 set search_path = '' as $$
  select m.term, m.searches, m.last_day, m.answered,
    btrim(regexp_replace(coalesce((private.split_superlative(p.rest)).rest, p.rest), '\s+', ' ', 'g'))
  from (
    select m.term, sum(m.searches) as searches, max(m.day) as last_day, (array_agg(m.answered order by m.day desc))[1] as answered
    from public.missed_searches m
    where m.day > current_date - 30
    group by m.term order by sum(m.searches) desc, max(m.day) desc, m.term
    offset greatest(least(row_offset, 10000), 0) limit greatest(least(row_limit, 100), 0)
  ) m
  cross join lateral (select coalesce((private.split_price(m.term)).rest, m.term) as rest) p
  order by m.searches desc, m.last_day desc, m.term
$$;
comment on function public.list_missed_searches(integer, integer) is
  'What was searched for in vain in the last 30 days, the most frequent first, for which of its words products were shown, and its words without what it says of a price; no rows without the right catalog.write. At most 15,000 rows are added up.';

revoke execute on function public.list_missed_searches(integer, integer) from public, anon;
grant execute on function public.list_missed_searches(integer, integer) to authenticated, service_role;
