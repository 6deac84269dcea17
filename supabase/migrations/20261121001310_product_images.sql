-- Product images: the bucket of the uploaded images, the gallery of a product, and the images that were never
-- saved.

-- Uploaded images --------------------------------------------------------------------------------------------------

-- Images of products that administrators upload are stored in a public bucket, under
-- `<product's id>/<image's id>.<type>`. A product refers to an image by its URL, as it does to one of another
-- site, so that no other code needs to know the difference. Names that clients use (the bucket
-- product-pictures, unused_pictures, remove-unused-pictures) call an image a picture.
--
-- Nothing is overwritten: a new image has a new name, and browsers may cache each forever. An image that a
-- product no longer shows is not deleted either, since orders show the image at the time of the order, and
-- the audit log the removed one. Images that were uploaded and never saved are deleted: the edge function
-- remove-unused-pictures gets their names from unused_pictures.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-pictures', 'product-pictures', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']);

create policy "Administrators upload images of products" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'product-pictures'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
    and (select private.is_admin())
  );

create policy "Administrators list the images of products" on storage.objects
  for select to authenticated using (bucket_id = 'product-pictures' and (select private.is_admin()));

create function private.extract_image_names(value text) returns setof text
language sql immutable strict rows 1 parallel safe set search_path = '' as $$
  select found[1]
  from regexp_matches(value, '/product-pictures/([0-9a-f-]{36}/[0-9a-f-]{36}\.(?:jpg|png|webp))', 'g') found
$$;
comment on function private.extract_image_names(text) is
  'The names of the uploaded images whose URLs a text contains, whatever their site and requested size.';

create function private.find_missing_image_positions(of_product uuid, images jsonb) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select i.position
    from jsonb_array_elements(images) with ordinality as i (image, position),
      private.extract_image_names(i.image ->> 'image_url') as uploaded (name)
    where starts_with(uploaded.name, of_product || '/')
      and not exists (select from storage.objects o where o.bucket_id = 'product-pictures' and o.name = uploaded.name)
      and not exists (
        select from public.product_images g where g.product_id = of_product and g.image_url = i.image ->> 'image_url'
      )
    order by i.position
  )
$$;
comment on function private.find_missing_image_positions(uuid, jsonb) is
  'The positions, counted from 1, of the images to be saved for a product that were uploaded for it and no longer exist. Images that the product shows already are not reported.';

-- Gallery ----------------------------------------------------------------------------------------------------------

create function private.validate_product_images(of_product uuid, images jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  missing bigint[];
begin
  if jsonb_typeof(images) <> 'array' or jsonb_array_length(images) > 50
    or exists (
      select from jsonb_array_elements(images) i
      where (i ->> 'image_url' ~ '^(https?://|/)[^[:space:]]+$' and char_length(i ->> 'image_url') <= 2000) is not true
    )
  then
    return jsonb_build_array(private.build_problem('images', 'Une image n''a pas d''adresse valide'));
  end if;
  -- An image uploaded for a form that stayed open for long has been deleted as unused.
  missing := private.find_missing_image_positions(of_product, images);
  return case cardinality(missing)
    when 0 then '[]'
    when 1 then jsonb_build_array(private.build_problem('images',
      format('L''image %s n''est plus sur le serveur : retirez-la et envoyez-la de nouveau', missing[1])))
    else jsonb_build_array(private.build_problem('images',
      format('Les images %s ne sont plus sur le serveur : retirez-les et envoyez-les de nouveau',
        array_to_string(missing, ', '))))
  end;
end
$$;
comment on function private.validate_product_images(uuid, jsonb) is
  'The problems of the images to be saved for a product, as [{column, message}].';

create function private.save_product_images(of_product uuid, images jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  primary_position constant integer := coalesce(
    (select i.position from jsonb_array_elements(images) with ordinality as i (image, position)
      where i.image -> 'is_primary' = 'true' order by i.position limit 1),
    1
  );
  -- The row ids of the requested images, in their order; null for a new one. An image keeps its row, so that
  -- the audit log records only added and removed images.
  row_ids constant uuid[] := array(
    select p.id
    from (
      select i.position, i.image ->> 'image_url' as image_url,
        row_number() over (partition by i.image ->> 'image_url' order by i.position) as copy
      from jsonb_array_elements(images) with ordinality as i (image, position)
    ) requested
    left join (
      select id, image_url, row_number() over (partition by image_url order by display_order, id) as copy
      from public.product_images where product_id = of_product
    ) p using (image_url, copy)
    order by requested.position
  );
begin
  delete from public.product_images where product_id = of_product and id <> all (array_remove(row_ids, null));
  -- The trigger unmarks the former primary image.
  update public.product_images set is_primary = true where id = row_ids[primary_position] and not is_primary;
  update public.product_images p set display_order = r.position - 1
  from unnest(row_ids) with ordinality as r (id, position)
  where p.id = r.id and p.display_order <> r.position - 1;
  insert into public.product_images (product_id, image_url, display_order, is_primary)
  select of_product, i.image ->> 'image_url', i.position - 1, i.position = primary_position
  from jsonb_array_elements(images) with ordinality as i (image, position)
  where row_ids[i.position] is null;
end
$$;
comment on function private.save_product_images(uuid, jsonb) is
  'Gives a product exactly these images, numbered from 0 in their order.';

-- Unused images ---------------------------------------------------------------------------------------------------

create function public.unused_pictures(most integer default 1000) returns setof text
language plpgsql stable rows 100 set search_path = '' as $$
declare
  -- Few: the images of the galleries are excluded before every order is read.
  in_no_gallery constant text[] := array(
    select o.name from storage.objects o
    where o.bucket_id = 'product-pictures' and o.created_at < now() - interval '24 hours'
    except
    select used.name
    from public.product_images i, private.extract_image_names(i.image_url) used (name)
    where i.image_url like '%/product-pictures/%'
  );
begin
  if in_no_gallery = '{}' then
    return;
  end if;
  return query
    select o.name from unnest(in_no_gallery) as o (name)
    except
    select used.name
    from (
      select concat_ws(' ', p.image, p.description, p.more_info_url) from public.products p
      union all select i.image from public.order_items i
      union all select o.payment_info::text from public.orders o
      union all select a.before::text from public.audit_log a
      union all select a.after::text from public.audit_log a
      union all select c.image from public.categories c
      union all select b.logo from public.brands b
      union all select t.avatar from public.testimonials t
      union all select t.image from public.technician_profiles t
    ) places (text),
      private.extract_image_names(places.text) used (name)
    where places.text like '%/product-pictures/%'
    limit least(greatest(most, 1), 1000);
end
$$;
comment on function public.unused_pictures(integer) is
  'The names of at most 1000 uploaded images, a day old or older, that nothing refers to: no product, no order however old, no entry of the audit log, no category, brand, testimonial or technician. For the service, which deletes them through the storage API.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function
  private.extract_image_names(text), private.find_missing_image_positions(uuid, jsonb),
  private.validate_product_images(uuid, jsonb), private.save_product_images(uuid, jsonb)
  to authenticated, service_role;
revoke execute on function public.unused_pictures(integer) from public, anon, authenticated;
grant execute on function public.unused_pictures(integer) to service_role;
