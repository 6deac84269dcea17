-- Quotes: requests for a quote, each with an image or a file that a visitor adds before WhatsApp opens.
-- Everyone may send one; only administrators read them.

create domain public.quote_kind as text
  constraint quote_kind_known check (value in ('image', 'file'));
comment on domain public.quote_kind is 'An image of products, or the file of a project.';

create domain public.quote_status as text
  constraint quote_status_known check (value in ('new', 'in_progress', 'answered', 'closed'));
comment on domain public.quote_status is 'The progress of the reply to a request for a quote.';

create table public.quotes (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique generated always as ('COT-' || upper(left(id::text, 8))) stored,
  kind public.quote_kind not null,
  file_path text not null unique check (char_length(file_path) between 1 and 500),
  file_name text not null check (btrim(file_name) <> '' and char_length(file_name) <= 255),
  read_at timestamptz,
  created_at timestamptz not null default now(),
  status public.quote_status not null default 'new',
  note text not null default '' check (char_length(note) <= 2000)
);
comment on table public.quotes is 'Requests for a quote that came with an image or a file.';
comment on column public.quotes.reference is
  'The reference in the WhatsApp message. Derived from the id, which the browser generates, so that it need not be read back.';
comment on column public.quotes.file_path is
  'The object''s name in the bucket quotes: kind, id, sanitized file name.';
comment on column public.quotes.file_name is
  'The file''s name on the visitor''s device, as sent by the visitor.';
comment on column public.quotes.read_at is 'When an administrator read it; null means unread.';
comment on column public.quotes.status is
  'The progress of the reply, which is given on WhatsApp; read_at records whether anyone has read the request at all.';
comment on column public.quotes.note is 'Internal note of the administrators; never shown to the sender.';
create index quotes_created_at_idx on public.quotes (created_at desc, id);
create index quotes_unread_idx on public.quotes (created_at desc, id) where read_at is null;
create index quotes_status_idx on public.quotes (status, created_at desc, id);

revoke all on public.quotes from anon, authenticated;
grant select, update (read_at, status, note) on public.quotes to authenticated;

alter table public.quotes enable row level security;
create policy "Administrators read the quotes" on public.quotes
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators work on quotes" on public.quotes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

-- Files ------------------------------------------------------------------------------------------------------------

-- The file of a request for a quote is stored in a private bucket, under `<kind>/<quote's id>/<name>`.
-- Everyone may upload one, only administrators read them, and nobody replaces one.
--
-- A file and its quote are created and deleted in one transaction: the quote is inserted with the row of the
-- file, and deleted with it. So there is never a file without a quote, nor a quote without its file; an
-- aborted upload leaves neither, and a repeated upload is the same quote. Hence nobody inserts or deletes
-- quotes directly.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('quotes', 'quotes', false, 10 * 1024 * 1024, array[
  'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/vnd.dwg', 'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
]);

create function private.create_quote_from_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hourly_limit constant integer := 40;
  -- Without control, zero-width and bidirectional characters, which hide or reorder the text beside them.
  sanitized_name constant text := btrim(regexp_replace(
    new.user_metadata ->> 'file_name', '[[:cntrl:]\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
  ));
begin
  -- Serialized, or concurrent uploads would all pass the limit.
  perform pg_advisory_xact_lock(hashtextextended('quotes', 0));
  if (select count(*) >= hourly_limit from public.quotes where created_at > now() - interval '1 hour') then
    raise insufficient_privilege using
      message = 'Trop de fichiers viennent d''être envoyés',
      hint = format('The bucket quotes takes %s files an hour.', hourly_limit);
  end if;
  insert into public.quotes (id, kind, file_path, file_name)
  values (
    split_part(new.name, '/', 2)::uuid, split_part(new.name, '/', 1), new.name,
    left(coalesce(nullif(sanitized_name, ''), split_part(new.name, '/', 3)), 255)
  );
  return null;
end
$$;
comment on function private.create_quote_from_file() is
  'Inserts the quote of an uploaded file. Visitors need no account, so their uploads are limited here: 40 files an hour in all, 400 MB at most.';

create function private.delete_quote_of_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.quotes where file_path = old.name;
  return null;
end
$$;
comment on function private.delete_quote_of_file() is 'Deletes the quote of a deleted file.';

revoke execute on function private.create_quote_from_file(), private.delete_quote_of_file() from public;

create trigger quotes_create_from_file after insert on storage.objects
  for each row when (new.bucket_id = 'quotes') execute function private.create_quote_from_file();
create trigger quotes_delete_with_file after delete on storage.objects
  for each row when (old.bucket_id = 'quotes') execute function private.delete_quote_of_file();

create policy "Everyone sends the file of a quote" on storage.objects
  for insert to anon, authenticated with check (
    bucket_id = 'quotes'
    and name ~ '^(image|file)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,99}\.[a-z0-9]{1,5}$'
  );
create policy "Administrators read the files of quotes" on storage.objects
  for select to authenticated using (bucket_id = 'quotes' and (select private.is_admin()));
create policy "Administrators delete the files of quotes" on storage.objects
  for delete to authenticated using (bucket_id = 'quotes' and (select private.is_admin()));

-- Search -----------------------------------------------------------------------------------------------------------

create function private.quote_search_text(reference text, file_name text, note text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(reference || ' ' || file_name || ' ' || note)
$$;
comment on function private.quote_search_text(text, text, text) is
  'The text that the search of quotes indexes.';
create index quotes_search_text_idx on public.quotes
  using gin (private.quote_search_text(reference, file_name, note) extensions.gin_trgm_ops);

-- Security definer, for the reason given at find_newest_ids.
create function private.find_quote_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.quotes r', 'private.quote_search_text(r.reference, r.file_name, r.note)',
    private.to_search_patterns(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.find_quote_ids(text) is
  'The newest 200 requests for a quote that contain every word of the query; no rows for customers.';

create function public.search_quotes(query text) returns setof public.quotes
language sql stable rows 50 set search_path = '' as $$
  select q.* from public.quotes q
  where q.id = any (array(select private.find_quote_ids(query)))
  order by q.created_at desc, q.id
$$;
comment on function public.search_quotes(text) is
  'The newest 200 requests for a quote whose reference, file''s name or note contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

revoke execute on function
  private.quote_search_text(text, text, text), private.find_quote_ids(text), public.search_quotes(text)
  from public, anon;
-- Writing a row evaluates its index expression as the writing role, and visitors send files.
grant execute on function private.quote_search_text(text, text, text) to anon, authenticated, service_role;
grant execute on function private.find_quote_ids(text), public.search_quotes(text) to authenticated, service_role;
