-- What is written to the shop and by it, as administrators work through it: how far the answer to a request for a
-- quote is, what a message is found by, and the lists of mails and of changes.

-- Quotes -----------------------------------------------------------------------------------------------------------

alter table public.quotes
  add column status text not null default 'new' check (status in ('new', 'in_progress', 'answered', 'closed')),
  add column note text not null default '' check (char_length(note) <= 2000);
comment on column public.quotes.status is
  'How far its answer is. The answer itself is given on WhatsApp; whether anybody looked at it at all says read_at.';
comment on column public.quotes.note is 'What administrators tell each other about it; its sender never sees it.';
create index quotes_status_idx on public.quotes (status, created_at desc, id);

grant update (status, note) on public.quotes to authenticated;
alter policy "Administrators mark quotes as read" on public.quotes rename to "Administrators work on quotes";

-- A note may say who the sender is.
drop trigger quotes_record on public.quotes;
create trigger quotes_record after update of read_at, status, note or delete on public.quotes
  for each row execute function private.record_change('reference', '', 'file_path,file_name,note');

-- Messages ---------------------------------------------------------------------------------------------------------

create function private.message_text(name text, email text, phone text, message text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(name || ' ' || email || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || message)
$$;
comment on function private.message_text(text, text, text, text) is 'What a message is found by.';
create index messages_message_text_idx on public.messages
  using gin (private.message_text(name, email, phone, message) extensions.gin_trgm_ops);

-- As its owner, for the same reason as orders_like.
create function private.messages_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    'public.messages r', 'private.message_text(name, email, phone, message)', private.contains(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.messages_like(text) is 'The latest 200 messages that contain every word of the query; none for customers.';

create function public.search_messages(query text) returns setof public.messages
language sql stable rows 50 set search_path = '' as $$
  select m.* from public.messages m
  where m.id = any (array(select private.messages_like(query)))
  order by m.created_at desc, m.id
$$;
comment on function public.search_messages(text) is
  'The latest 200 messages whose sender (name, e-mail, phone) or text contains every word of the query of three letters or more; rest''s filters, order and range apply on top.';

-- Lists ------------------------------------------------------------------------------------------------------------

create index mails_created_at_idx on public.mails (created_at desc, subject_id, kind);
create index audit_log_actor_id_idx on public.audit_log (actor_id, at desc, id desc);

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function
  private.message_text(text, text, text, text), private.messages_like(text), public.search_messages(text)
  from public, anon;
-- Who writes a row computes its entry in the index, and visitors write messages.
grant execute on function private.message_text(text, text, text, text) to anon, authenticated, service_role;
grant execute on function private.messages_like(text), public.search_messages(text) to authenticated, service_role;
