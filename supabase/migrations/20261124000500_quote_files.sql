-- Files of quotes: visitors send them without an account, so each network has its share, and what all of them take
-- is limited. A file's name ends as its content says.

insert into public.limits (name, audience, scope, label, maximum, period_seconds) values
  ('quote_files', 'everyone', 'address', 'Fichiers de devis', 20, 3600),
  ('quote_files', 'everyone', 'network', 'Fichiers de devis', 40, 3600),
  ('quote_files', 'everyone', 'shop', 'Fichiers de devis, tous ensemble', 1000, 3600),
  ('quote_bytes', 'everyone', 'network', 'Octets de fichiers de devis', 200 * 1024 * 1024, 86400),
  ('quote_bytes', 'everyone', 'shop', 'Octets de fichiers de devis conservés', 10737418240, null)
on conflict do nothing;

-- The types are those of the bucket.
create function private.is_quote_extension(extension text, mime_type text) returns boolean
language sql immutable set search_path = '' as $$
  select case mime_type
    when 'image/jpeg' then extension in ('jpg', 'jpeg', 'jfif')
    when 'image/png' then extension = 'png'
    when 'image/webp' then extension = 'webp'
    when 'image/heic' then extension in ('heic', 'heif')
    when 'image/heif' then extension in ('heic', 'heif')
    when 'image/vnd.dwg' then extension = 'dwg'
    when 'application/pdf' then extension = 'pdf'
    when 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' then extension = 'docx'
    when 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' then extension = 'xlsx'
    -- Null while the storage service only asks whether a file might be sent.
    else mime_type is null
  end
$$;
comment on function private.is_quote_extension(text, text) is
  'Whether a file of this type may have a name that ends so.';

create function private.limit_quote_file(size bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message constant text :=
    'Trop de fichiers viennent d''être envoyés. Réessayez plus tard, ou joignez le vôtre dans la conversation WhatsApp.';
  network constant text := private.get_client_network();
begin
  perform private.take_limit('quote_files', 'everyone', 'address', private.get_client_address(), 1, message);
  perform private.take_limit('quote_files', 'everyone', 'network', network, 1, message);
  perform private.take_limit('quote_bytes', 'everyone', 'network', network, size::integer, message);
  -- Serializes the uploads, or concurrent ones would all find room.
  perform private.take_limit('quote_files', 'everyone', 'shop', 'all', 1, message);
  if (
    select sum((o.metadata ->> 'size')::bigint) from storage.objects o where o.bucket_id = 'quotes'
  ) > private.get_limit_maximum('quote_bytes', 'everyone', 'shop') then
    perform private.refuse('quote_bytes', 'everyone', 'shop', null, message);
  end if;
end
$$;
comment on function private.limit_quote_file(bigint) is
  'Counts a file of a quote, which is stored already, against the limits. A file that visitors send belongs to no account: its network stands for them.';

create or replace function private.create_quote_from_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Without control, zero-width and bidirectional characters, which hide or reorder the text beside them.
  sanitized_name constant text := btrim(regexp_replace(
    new.user_metadata ->> 'file_name', '[[:cntrl:]\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'
  ));
  mime_type constant text := split_part(new.metadata ->> 'mimetype', ';', 1);
begin
  if not private.is_quote_extension(substring(new.name from '[^.]*$'), mime_type) then
    raise exception 'Le nom de ce fichier ne correspond pas à son contenu';
  end if;
  perform private.limit_quote_file(coalesce((new.metadata ->> 'size')::bigint, 0));
  insert into public.quotes (id, kind, file_path, file_name)
  values (
    split_part(new.name, '/', 2)::uuid, split_part(new.name, '/', 1), new.name,
    left(coalesce(nullif(sanitized_name, ''), split_part(new.name, '/', 3)), 255)
  );
  return null;
end
$$;
comment on function private.create_quote_from_file() is
  'Inserts the quote of an uploaded file, within the limits of files for quotes. Refuses a name that ends otherwise than the content says; the name on the visitor''s device is kept as a text.';

revoke execute on function private.is_quote_extension(text, text), private.limit_quote_file(bigint) from public;
