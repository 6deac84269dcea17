-- What visitors write to technicians. Anyone may write, only administrators read.

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

-- A form that anyone may send is a way to flood a technician, whom each message reaches by e-mail.
create function private.admit_message() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recent record;
begin
  -- Messages to one technician come one by one: two at once would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('messages.technician_id ' || new.technician_id::text, 0));
  select
    bool_or(m.technician_id = new.technician_id and lower(m.email) = lower(new.email) and m.message = new.message)
      as sent_before,
    count(*) filter (where m.technician_id = new.technician_id and lower(m.email) = lower(new.email)) as between_them,
    count(*) filter (where lower(m.email) = lower(new.email)) as from_sender,
    count(*) filter (where m.technician_id = new.technician_id) as to_technician
  into recent
  from public.messages m
  where m.created_at > now() - interval '1 hour';
  if recent.sent_before then
    return null;
  end if;
  if recent.between_them >= 3 then
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
comment on function private.admit_message() is
  'Within an hour the same message counts once, three others from an address reach a technician, ten everyone, and thirty from anyone one technician. Beyond, PT429 (HTTP 429) with a sentence for the sender.';

create trigger messages_admit before insert on public.messages
  for each row execute function private.admit_message();

revoke execute on all functions in schema private from public;

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
