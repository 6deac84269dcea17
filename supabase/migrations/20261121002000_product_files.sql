-- Pictures of products that administrators upload: kept in a public bucket, under `<product's id>/<picture's id>.<type>`.
-- A product names a picture by its address, as it names one of another site, so that nothing else needs to know.
--
-- Nothing is replaced: another picture has another name, and browsers may keep each for ever. Nothing is deleted either,
-- since orders show the picture that a product had when it was ordered; what was uploaded and never saved stays behind,
-- some hundred kilobytes each.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-pictures', 'product-pictures', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']);

create policy "Administrators upload pictures of products" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'product-pictures'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
    and (select private.is_admin())
  );
