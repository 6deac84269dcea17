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
create index messages_technician_id_idx on public.messages (technician_id, created_at);

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
