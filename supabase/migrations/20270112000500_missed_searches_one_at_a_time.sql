-- One network that had its searches recorded, each of seconds, held half of the connections of orders, waiting for the row of
-- its limit.

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
  -- The search may take seconds, with the row of the limit, for which the rest of the network would wait on the connections
  -- of orders: one at a time. A count of searches may miss one.
  if not pg_try_advisory_xact_lock(hashtextextended('private.record_missed_search', 0)) then
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
