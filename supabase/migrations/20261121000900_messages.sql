-- Messages: the contact forms that visitors send to technicians. Everyone may send one; only administrators
-- read them.

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  technician_id uuid references public.technician_profiles (id) on delete set null,
  name public.label not null,
  email public.email not null,
  phone public.label not null,
  message text not null check (char_length(btrim(message)) between 10 and 5000),
  read_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.messages is 'Contact forms sent to technicians.';
comment on column public.messages.read_at is 'When an administrator read it; null means unread.';
create index messages_created_at_idx on public.messages (created_at desc, id);
create index messages_unread_idx on public.messages (created_at desc, id) where read_at is null;
create index messages_technician_id_idx on public.messages (technician_id);

-- Each message reaches the technician by e-mail, so a form that everyone may send could flood a technician.
create function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recent record;
begin
  -- Messages to one technician are serialized: two concurrent ones would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('messages.technician_id ' || new.technician_id::text, 0));
  select
    bool_or(m.technician_id = new.technician_id and lower(m.email) = lower(new.email) and m.message = new.message)
      as is_duplicate,
    count(*) filter (where m.technician_id = new.technician_id and lower(m.email) = lower(new.email))
      as from_sender_to_technician,
    count(*) filter (where lower(m.email) = lower(new.email)) as from_sender,
    count(*) filter (where m.technician_id = new.technician_id) as to_technician
  into recent
  from public.messages m
  where m.created_at > now() - interval '1 hour';
  if recent.is_duplicate then
    return null;
  end if;
  if recent.from_sender_to_technician >= 3 then
    raise sqlstate 'PT429'
      using message = 'Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.';
  end if;
  if recent.from_sender >= 10 then
    raise sqlstate 'PT429' using message = 'Vous avez envoyé beaucoup de messages. Réessayez dans une heure.';
  end if;
  if recent.to_technician >= 30 then
    raise sqlstate 'PT429' using message = 'Ce technicien a reçu beaucoup de messages. Réessayez dans une heure.';
  end if;
  return new;
end
$$;
comment on function private.limit_messages() is
  'Limits the messages of an hour: a repeated message is ignored, one address may send three messages to one technician and ten in all, and one technician receives thirty. Beyond that, PT429 (HTTP 429) with a message for the sender.';

create trigger messages_limit before insert on public.messages
  for each row execute function private.limit_messages();

create function private.message_search_text(name text, email text, phone text, message text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(
    name || ' ' || email || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || message
  )
$$;
comment on function private.message_search_text(text, text, text, text) is
  'The text that the search of messages indexes.';
create index messages_search_text_idx on public.messages
  using gin (private.message_search_text(name, email, phone, message) extensions.gin_trgm_ops);

-- Security definer, for the reason given at find_newest_ids.
create function private.find_message_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.messages r', 'private.message_search_text(name, email, phone, message)',
    private.to_contact_search_patterns(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.find_message_ids(text) is
  'The newest 200 messages that contain every word of the query; no rows for customers.';

create function public.search_messages(query text) returns setof public.messages
language sql stable rows 50 set search_path = '' as $$
  select m.* from public.messages m
  where m.id = any (array(select private.find_message_ids(query)))
  order by m.created_at desc, m.id
$$;
comment on function public.search_messages(text) is
  'The newest 200 messages whose sender (name, e-mail, phone) or text contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

revoke execute on all functions in schema private from public;
revoke execute on function
  private.message_search_text(text, text, text, text), private.find_message_ids(text), public.search_messages(text)
  from public, anon;
-- Writing a row evaluates its index expression as the writing role, and visitors write messages.
grant execute on function private.message_search_text(text, text, text, text) to anon, authenticated, service_role;
grant execute on function private.find_message_ids(text), public.search_messages(text) to authenticated, service_role;

revoke all on public.messages from anon, authenticated;
grant insert (technician_id, name, email, phone, message) on public.messages to anon, authenticated;
grant select, update (read_at), delete on public.messages to authenticated;

alter table public.messages enable row level security;
create policy "Everyone writes messages to technicians" on public.messages
  for insert to anon, authenticated
  with check (exists (select from public.technician_profiles t where t.id = technician_id));
create policy "Administrators read the messages" on public.messages
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators mark messages as read" on public.messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete messages" on public.messages
  for delete to authenticated using ((select private.is_admin()));
