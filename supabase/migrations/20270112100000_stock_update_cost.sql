-- An order updates the stock of its products, and Postgres checks every constraint of an updated row, and computes every
-- generated column again as soon as the table has a trigger before updates (0052). The key of the brand, and the checks
-- of lists that are nearly always empty, took 0.59 of the 6.86 million instructions of an order of three lines. The key
-- is an ordinary column now, which the database writes with the facets; a check calls its function for what it must see.

alter table public.products alter column brand_key drop expression;

-- As before, without the key of the brand, which only the database writes.
create or replace function private.product_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all ('{id,image,rating,review_count,created_at,updated_at,search_text,brand_key,facet_keys,has_variants,has_price_rules,lowest_price}')
$$;

-- As before, but for the key of the brand.
create or replace function private.set_facet_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  brand constant text := btrim(new.specifications ->> 'Marque');
  brand_key constant text := private.slugify(brand);
  brand_slug constant text := left(brand_key, 60);
  has_options constant boolean := tg_op = 'UPDATE'
    and exists (select from public.product_options o where o.product_id = new.id);
  checked jsonb;
begin
  new.brand_key := brand_key;
  new.facet_keys := '{}';
  if new.attributes <> '{}' then
    checked := private.check_attributes(new.category_id, new.attributes, case when tg_op = 'UPDATE' then old.attributes end);
    if checked ? 'problem' then
      raise exception using errcode = 'YA007', message = checked ->> 'problem',
        detail = jsonb_build_object('problems', jsonb_build_array(
          private.build_problem('attributes', checked ->> 'problem')))::text;
    end if;
    new.attributes := checked -> 'values';
  end if;
  if new.attributes <> '{}' or has_options then
    with written as (
      select e.key, e.value from jsonb_each(new.attributes) e
      union
      select o.key, o.value from private.list_option_values(new.id, new.category_id) o where has_options
    ), keyed as (
      select w.key as attribute, case when jsonb_typeof(w.value) = 'number' then (w.value #>> '{}')::numeric end as number,
        w.key || ':' || case w.value when 'true' then 'oui' when 'false' then 'non' else w.value #>> '{}' end as key
      from written w
    ), added as (
      insert into private.facet_values (key, attribute, number)
      select k.key, k.attribute, k.number from keyed k
      where not exists (select from private.facet_values f where f.key = k.key)
      on conflict do nothing
    )
    select coalesce(array_agg(k.key order by k.key), '{}') into new.facet_keys from keyed k;
  end if;
  if brand_slug is not null then
    new.facet_keys := new.facet_keys || ('marque:' || brand_slug);
    if not exists (select from private.facet_values f where f.key = 'marque:' || brand_slug) then
      insert into private.facet_values (key, attribute, name) values ('marque:' || brand_slug, 'marque', left(brand, 60))
      on conflict do nothing;
    end if;
  end if;
  return new;
end
$$;
comment on function private.set_facet_keys() is
  'Stores the values of a product''s attributes in one way, refuses others, and sets the keys by which facets and pages of brands find it.';

create or replace trigger products_set_first_facet_keys before insert on public.products
  for each row when (
    new.attributes <> '{}' or new.facet_keys <> '{}' or new.brand_key is not null or new.specifications ? 'Marque'
  ) execute function private.set_facet_keys();
create or replace trigger products_set_facet_keys
  before update of attributes, category_id, specifications, facet_keys, brand_key on public.products
  for each row execute function private.set_facet_keys();

alter table public.products
  drop constraint products_data_sheets_check,
  drop constraint products_videos_check,
  drop constraint products_content_check,
  drop constraint products_step_size_check,
  add constraint products_data_sheets_check check (data_sheets = '[]' or private.is_data_sheet_list(data_sheets)),
  add constraint products_videos_check check (videos = '[]' or private.is_video_list(videos)),
  add constraint products_content_check check (
    content_size is null and content_unit is null or private.fits_content(unit, content_size, content_unit)
  ),
  add constraint products_step_size_check check (step_size = 1 or private.fits_unit(unit, step_size));
