-- What administrators find a request for a quote by.

create function private.quote_text(reference text, file_name text, note text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(reference || ' ' || file_name || ' ' || note)
$$;
comment on function private.quote_text(text, text, text) is 'What a request for a quote is found by.';
create index quotes_quote_text_idx on public.quotes
  using gin (private.quote_text(reference, file_name, note) extensions.gin_trgm_ops);

-- As its owner, for the same reason as orders_like.
create function private.quotes_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    'public.quotes r', 'private.quote_text(r.reference, r.file_name, r.note)', private.contains_words(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.quotes_like(text) is 'The latest 200 requests for a quote that contain every word of the query; none for customers.';

create function public.search_quotes(query text) returns setof public.quotes
language sql stable rows 50 set search_path = '' as $$
  select q.* from public.quotes q
  where q.id = any (array(select private.quotes_like(query)))
  order by q.created_at desc, q.id
$$;
comment on function public.search_quotes(text) is
  'The latest 200 requests for a quote whose reference, file''s name or note contains every word of the query of three letters or more; rest''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function
  private.quote_text(text, text, text), private.quotes_like(text), public.search_quotes(text)
  from public, anon;
-- Who writes a row computes its entry in the index, and visitors send files.
grant execute on function private.quote_text(text, text, text) to anon, authenticated, service_role;
grant execute on function private.quotes_like(text), public.search_quotes(text) to authenticated, service_role;
