-- What administrators find a mail by: how its recipient's address begins. Every order writes a mail, and an index of
-- beginnings costs it less than one of all that an address contains.

create index mails_recipient_idx on public.mails (lower(recipient) text_pattern_ops);

-- As its owner, for the same reason as orders_like.
create function private.mails_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    format(
      '(select subject_id as id, recipient, created_at from public.mails where %s) r',
      -- Without the sign for «anything» before it: where the index begins.
      (select string_agg(format('lower(recipient) like %L', substr(pattern, 2)), ' or ') from unnest(patterns) pattern)
    ),
    'lower(r.recipient)', patterns, 200
  )
  from private.contains_words(query) patterns
  where patterns is not null and (select private.may_administer())
$$;
comment on function private.mails_like(text) is
  'What the latest 200 mails are about whose recipient''s address contains every word of the query and begins with one of them; none for customers.';

create function public.search_mails(query text) returns table (
  subject_id uuid, kind text, recipient text, attempts integer, next_attempt_at timestamptz, sent_at timestamptz,
  failed_at timestamptz, last_error text, created_at timestamptz
)
language sql stable rows 50 set search_path = '' as $$
  select m.subject_id, m.kind, m.recipient, m.attempts, m.next_attempt_at, m.sent_at, m.failed_at, m.last_error, m.created_at
  from public.mails m
  where m.subject_id = any (array(select private.mails_like(query)))
  order by m.created_at desc, m.subject_id, m.kind
$$;
comment on function public.search_mails(text) is
  'The mails about the latest 200 subjects of which one went to an address that contains every word of the query of three letters or more and begins with one of them, without what only the mail may know; rest''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function private.mails_like(text), public.search_mails(text) from public, anon;
grant execute on function private.mails_like(text), public.search_mails(text) to authenticated, service_role;
