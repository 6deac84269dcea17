-- Images and files that visitors add to a request for a quote before WhatsApp opens. Anyone may send one, only
-- administrators read them.

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique generated always as ('COT-' || upper(left(id::text, 8))) stored,
  kind text not null check (kind in ('image', 'file')),
  file_path text not null unique check (char_length(file_path) between 1 and 500),
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  read_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.quotes is 'Requests for a quote that came with an image or a file.';
comment on column public.quotes.reference is
  'What the WhatsApp message names. Follows from the id, which the browser makes, so that it need not be read back.';
comment on column public.quotes.file_path is 'Where the private storage keeps the file.';
comment on column public.quotes.file_name is 'The file''s name on the visitor''s device.';
comment on column public.quotes.read_at is 'When an administrator looked at it; null means unread.';
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_unread_idx on public.quotes (created_at desc, id) where read_at is null;

revoke all on public.quotes from anon, authenticated;
grant insert (id, kind, file_path, file_name) on public.quotes to anon, authenticated;
grant select, update (read_at), delete on public.quotes to authenticated;

alter table public.quotes enable row level security;
create policy "Everyone sends requests for a quote" on public.quotes
  for insert to anon, authenticated with check (read_at is null);
create policy "Administrators read the quotes" on public.quotes
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators mark quotes as read" on public.quotes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete quotes" on public.quotes
  for delete to authenticated using ((select private.is_admin()));
