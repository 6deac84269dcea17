-- Pictures of products that administrators upload: kept in a public bucket, under `<product's id>/<picture's id>.<type>`.
-- A product names a picture by its address, as it names one of another site, so that nothing else needs to know.
--
-- Nothing is replaced: another picture has another name, and browsers may keep each for ever. What a product has lost is
-- not deleted either, since orders show the picture that it had when it was ordered, and the journal the one that went.
-- What was uploaded and never saved is: the function remove-unused-pictures asks here which pictures those are.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-pictures', 'product-pictures', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']);

create policy "Administrators upload pictures of products" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'product-pictures'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
    and (select private.is_admin())
  );

create policy "Administrators see which pictures of products there are" on storage.objects
  for select to authenticated using (bucket_id = 'product-pictures' and (select private.is_admin()));

-- What nobody saved -----------------------------------------------------------------------------------------------

create function private.pictures_in(value text) returns setof text
language sql immutable strict rows 1 parallel safe set search_path = '' as $$
  select found[1]
  from regexp_matches(value, '/product-pictures/([0-9a-f-]{36}/[0-9a-f-]{36}\.(?:jpg|png|webp))', 'g') found
$$;
comment on function private.pictures_in(text) is
  'The names of the uploaded pictures whose addresses a text holds, whatever the site and the size that they ask for.';

create function private.lost_pictures(of_product uuid, images jsonb) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select i.position
    from jsonb_array_elements(images) with ordinality as i (image, position),
      private.pictures_in(i.image ->> 'image_url') as uploaded (name)
    where starts_with(uploaded.name, of_product || '/')
      and not exists (select from storage.objects o where o.bucket_id = 'product-pictures' and o.name = uploaded.name)
      and not exists (
        select from public.product_images g where g.product_id = of_product and g.image_url = i.image ->> 'image_url'
      )
    order by i.position
  )
$$;
comment on function private.lost_pictures(uuid, jsonb) is
  'Which of the pictures that are to be saved for a product, counted from 1, were uploaded for it and are gone; those that it shows already are nobody''s fault.';

create function public.unused_pictures(most integer default 1000) returns setof text
language plpgsql stable rows 100 set search_path = '' as $$
declare
  -- Few: all that products show drops out before every order is read.
  in_no_gallery constant text[] := array(
    select o.name from storage.objects o
    where o.bucket_id = 'product-pictures' and o.created_at < now() - interval '24 hours'
    except
    select used.name
    from public.product_images i, private.pictures_in(i.image_url) used (name)
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
      private.pictures_in(places.text) used (name)
    where places.text like '%/product-pictures/%'
    limit least(greatest(most, 1), 1000);
end
$$;
comment on function public.unused_pictures(integer) is
  'The names of at most 1000 uploaded pictures, a day old or older, that nothing names: no product, no order however old, no entry of the journal, no category, brand, testimonial or technician. For the service, which deletes them through the storage.';

revoke execute on function private.pictures_in(text), private.lost_pictures(uuid, jsonb), public.unused_pictures(integer)
  from public, anon, authenticated;
grant execute on function private.pictures_in(text), private.lost_pictures(uuid, jsonb) to authenticated, service_role;
grant execute on function public.unused_pictures(integer) to service_role;
