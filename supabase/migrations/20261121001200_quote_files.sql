-- The file of a request for a quote: kept in a private bucket, under `<kind>/<quote's id>/<name>`. Anyone may send one,
-- only administrators read them, and nobody replaces one.
--
-- File and quote come and go in one transaction: the quote is written when the row of the file is, and goes with it. So
-- there is never a file that no quote names, nor a quote whose file is missing; an upload that was given up leaves
-- neither, and one that is sent again is the same quote. Hence nobody writes or deletes quotes directly any more.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('quotes', 'quotes', false, 10 * 1024 * 1024, array[
  'image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'image/vnd.dwg', 'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
]);

comment on column public.quotes.file_path is 'The file''s name in the bucket quotes: kind, id, name made safe.';
comment on column public.quotes.file_name is 'The file''s name on the visitor''s device, as the visitor says.';

create function private.receive_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hourly_limit constant integer := 40;
  -- Without characters that hide or turn around what stands beside them.
  given_name constant text := btrim(regexp_replace(
    new.user_metadata ->> 'file_name', '[[:cntrl:]\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
  ));
begin
  -- One after the other, or many at once would all find room.
  perform pg_advisory_xact_lock(hashtextextended('quotes', 0));
  if (select count(*) >= hourly_limit from public.quotes where created_at > now() - interval '1 hour') then
    raise insufficient_privilege using
      message = 'Trop de fichiers viennent d''être envoyés',
      hint = format('The bucket quotes takes %s files an hour.', hourly_limit);
  end if;
  insert into public.quotes (id, kind, file_path, file_name)
  values (
    split_part(new.name, '/', 2)::uuid, split_part(new.name, '/', 1), new.name,
    left(coalesce(nullif(given_name, ''), split_part(new.name, '/', 3)), 255)
  );
  return null;
end
$$;
comment on function private.receive_quote() is
  'Writes the quote of a file that arrives. Visitors need no account, so how much they may leave is limited here: 40 files an hour in all, 400 MB at most.';

create function private.forget_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.quotes where file_path = old.name;
  return null;
end
$$;
comment on function private.forget_quote() is 'A quote goes with its file.';

revoke execute on function private.receive_quote(), private.forget_quote() from public;

create trigger quotes_receive after insert on storage.objects
  for each row when (new.bucket_id = 'quotes') execute function private.receive_quote();
create trigger quotes_forget after delete on storage.objects
  for each row when (old.bucket_id = 'quotes') execute function private.forget_quote();

revoke insert, delete on public.quotes from anon, authenticated;
drop policy "Everyone sends requests for a quote" on public.quotes;
drop policy "Administrators delete quotes" on public.quotes;

create policy "Everyone sends the file of a quote" on storage.objects
  for insert to anon, authenticated with check (
    bucket_id = 'quotes'
    and name ~ '^(image|file)/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9-]{0,99}\.[a-z0-9]{1,5}$'
  );
create policy "Administrators read the files of quotes" on storage.objects
  for select to authenticated using (bucket_id = 'quotes' and (select private.is_admin()));
create policy "Administrators delete the files of quotes" on storage.objects
  for delete to authenticated using (bucket_id = 'quotes' and (select private.is_admin()));
