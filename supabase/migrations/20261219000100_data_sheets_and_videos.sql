-- What a product page leads to: data sheets, which are files of the shop, and videos on other sites. See
-- docs/decisions/0073-data-sheets-and-accessories.md.

-- The columns ------------------------------------------------------------------------------------------------------

create function private.is_data_sheet_list(sheets jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(sheets) = 'array' and jsonb_array_length(sheets) <= 10
    and not exists (
      select from jsonb_array_elements(sheets) s
      where (
        jsonb_typeof(s) = 'object' and s - '{title,url,size}'::text[] = '{}'
        and jsonb_typeof(s -> 'title') = 'string' and btrim(s ->> 'title') <> '' and char_length(s ->> 'title') <= 100
        and s ->> 'title' !~ '[\r\n]'
        and s ->> 'url' ~ '^(https?://|/)[^[:space:]]+$' and char_length(s ->> 'url') <= 2000
        and jsonb_typeof(s -> 'size') = 'number' and s ->> 'size' ~ '^[1-9][0-9]{0,8}$'
      ) is not true
    )
$$;
comment on function private.is_data_sheet_list(jsonb) is
  'Whether it is [{title, url, size}], at most ten: the size is that of the file in bytes.';

create function private.is_video_list(videos jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(videos) = 'array' and jsonb_array_length(videos) <= 10
    and not exists (
      select from jsonb_array_elements(videos) v
      where (
        jsonb_typeof(v) = 'object' and v - '{title,url}'::text[] = '{}'
        and jsonb_typeof(v -> 'title') = 'string' and btrim(v ->> 'title') <> '' and char_length(v ->> 'title') <= 100
        and v ->> 'title' !~ '[\r\n]'
        and v ->> 'url' ~ '^https://[^[:space:]]+$' and char_length(v ->> 'url') <= 2000
      ) is not true
    )
$$;
comment on function private.is_video_list(jsonb) is 'Whether it is [{title, url}], at most ten, all of them https.';

revoke execute on function private.is_data_sheet_list(jsonb), private.is_video_list(jsonb) from public;
grant execute on function private.is_data_sheet_list(jsonb), private.is_video_list(jsonb)
  to authenticated, service_role;

alter table public.products
  add column data_sheets jsonb not null default '[]'
    constraint products_data_sheets_check check (private.is_data_sheet_list(data_sheets)),
  add column videos jsonb not null default '[]' constraint products_videos_check check (private.is_video_list(videos));
comment on column public.products.data_sheets is
  'PDF files: [{title, url, size}] in their order, the size in bytes. Those that staff uploaded are in the bucket product-data-sheets.';
comment on column public.products.videos is 'Links to videos on other sites: [{title, url}] in their order.';
select private.apply_product_columns();

-- The files --------------------------------------------------------------------------------------------------------

-- As the images of products: under `<product's id>/<file's id>.pdf`, each content with a new name. Orders do not show
-- data sheets, and nobody restores one from the audit log: a file that no product names any more is deleted.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-data-sheets', 'product-data-sheets', true, 10 * 1024 * 1024, array['application/pdf']);

create policy "Administrators upload data sheets of products" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'product-data-sheets'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$'
    and (select private.is_admin())
  );

create policy "Administrators list the data sheets of products" on storage.objects
  for select to authenticated using (bucket_id = 'product-data-sheets' and (select private.is_admin()));

create function private.extract_data_sheet_names(value text) returns setof text
language sql immutable strict rows 1 parallel safe set search_path = '' as $$
  select found[1]
  from regexp_matches(value, '/product-data-sheets/([0-9a-f-]{36}/[0-9a-f-]{36}\.pdf)', 'g') found
$$;
comment on function private.extract_data_sheet_names(text) is
  'The names of the uploaded data sheets whose URLs a text contains, whatever their site.';

create function public.unused_data_sheets(most integer default 1000) returns setof text
language sql stable rows 100 set search_path = '' as $$
  select o.name from storage.objects o
  where o.bucket_id = 'product-data-sheets' and o.created_at < now() - interval '24 hours'
  except
  select used.name
  from public.products p, private.extract_data_sheet_names(p.data_sheets::text) used (name)
  where p.data_sheets <> '[]'
  limit least(greatest(most, 1), 1000)
$$;
comment on function public.unused_data_sheets(integer) is
  'The names of at most 1000 uploaded data sheets, a day old or older, that no product names. For the service, which deletes them through the storage API.';

revoke execute on function private.extract_data_sheet_names(text), public.unused_data_sheets(integer) from public;
revoke execute on function public.unused_data_sheets(integer) from anon, authenticated;
grant execute on function private.extract_data_sheet_names(text) to authenticated, service_role;
grant execute on function public.unused_data_sheets(integer) to service_role;

-- The rules of the form and of files -------------------------------------------------------------------------------

create function private.find_link_problem(product jsonb, existing jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  missing text;
begin
  if private.is_video_list(product -> 'videos') is not true then
    return private.build_problem('videos', 'Une vidéo a un titre et une adresse qui commence par https://, 10 au plus');
  end if;
  if private.is_data_sheet_list(product -> 'data_sheets') is not true then
    return private.build_problem('data_sheets', 'Une fiche technique a un titre et un fichier, 10 au plus');
  end if;
  if product -> 'data_sheets' is distinct from existing -> 'data_sheets' then
    -- A file uploaded for a form that stayed open for long has been deleted as unused.
    select s ->> 'title' into missing
    from jsonb_array_elements(product -> 'data_sheets') s, private.extract_data_sheet_names(s ->> 'url') uploaded (name)
    where not exists (select from storage.objects o where o.bucket_id = 'product-data-sheets' and o.name = uploaded.name)
    limit 1;
    if missing is not null then
      return private.build_problem('data_sheets',
        format('Le PDF « %s » n''est plus sur le serveur : retirez-le et envoyez-le de nouveau', missing));
    end if;
  end if;
  return null;
end
$$;
comment on function private.find_link_problem(jsonb, jsonb) is
  'What is wrong with the data sheets or the videos of a product that is to be saved, as {column, message}; null without a problem.';
revoke execute on function private.find_link_problem(jsonb, jsonb) from public;
grant execute on function private.find_link_problem(jsonb, jsonb) to authenticated, service_role;

create or replace function private.validate_product(product jsonb, existing jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  problems jsonb := private.validate_product_fields(product, existing);
  problem text;
  link_problem constant jsonb := private.find_link_problem(product, existing);
begin
  if jsonb_typeof(product -> 'attributes') is distinct from 'object' then
    problem := 'Les attributs sont des noms et des valeurs';
  elsif product -> 'attributes' <> '{}' and product -> 'attributes' is distinct from existing -> 'attributes'
    and (product ->> 'category_id' ~ '^[0-9a-f-]{36}$' or product ->> 'category_id' is null)
  then
    problem := private.check_attributes(
      (product ->> 'category_id')::uuid, product -> 'attributes', existing -> 'attributes') ->> 'problem';
  end if;
  return problems
    || case when problem is null then '[]' else jsonb_build_array(private.build_problem('attributes', problem)) end
    || case when link_problem is null then '[]' else jsonb_build_array(link_problem) end;
end
$$;
comment on function private.validate_product(jsonb, jsonb) is
  'The problems of a product''s values, as [{column, message}]: those of its fields, of its attributes, and of its data sheets and videos.';
