-- The pages of the brands. The brand of a product is its specification «Marque», as cards have always shown it; the
-- database derives a key from it and from the name of the brand, so that neither can contradict the other.
-- See docs/decisions/0066.

alter table public.brands
  add column slug public.slug,
  add column description text,
  add column name_key text generated always as (private.slugify(name)) stored,
  add constraint brands_description_check check (btrim(description) <> '' and char_length(description) <= 2000);
comment on column public.brands.slug is 'The address of the page of the brand; the default stands for one from the name.';
comment on column public.brands.description is 'What the page of the brand says about it.';
comment on column public.brands.name_key is 'The name as products.brand_key writes it.';
comment on table public.brands is 'The brands: partners on the home page, each with a page of its products.';
create index brands_name_key_idx on public.brands (name_key);

alter table public.products
  add column brand_key text generated always as (private.slugify(specifications ->> 'Marque')) stored;
comment on column public.products.brand_key is 'The specification «Marque» without accents and signs: brands.name_key of its brand.';
-- The orders of a brand's page.
create index products_brand_key_idx on public.products (brand_key, created_at desc, id) where brand_key is not null;
create index products_brand_key_price_idx on public.products (brand_key, price, id) where brand_key is not null;
create index products_brand_key_rating_idx on public.products (brand_key, rating desc, review_count desc, id)
  where brand_key is not null;

-- Slugs ----------------------------------------------------------------------------------------------------------------

alter table private.old_slugs drop constraint old_slugs_kind_check;
alter table private.old_slugs
  add constraint old_slugs_kind_check check (kind in ('products', 'categories', 'technicians', 'brands'));

create or replace function private.find_current_slug(kind text, old_slug text) returns text
language sql stable security definer set search_path = '' as $$
  select case o.kind
    when 'products' then (select p.slug from public.products p where p.id = o.row_id)
    when 'categories' then (select c.slug from public.categories c where c.id = o.row_id)
    when 'brands' then (select b.slug from public.brands b where b.id = o.row_id)
    else (select t.slug from public.technician_profiles t where t.id = o.row_id)
  end
  from private.old_slugs o
  where o.kind = find_current_slug.kind and o.slug = find_current_slug.old_slug
$$;
comment on function public.find_current_slug(text, text) is
  'The present slug of the row that had this slug last; null when none had it. kind is products, categories, technicians or brands. Ask it for a slug that no row has now: that row would come first.';

create or replace function private.trim_brand() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  base text;
  attempt integer := 1;
begin
  new.name := btrim(new.name);
  -- The documented requests name no slug.
  if new.slug is null or tg_op = 'INSERT' and new.slug = 'marque' then
    base := coalesce(private.slugify(new.name), 'marque');
    new.slug := base;
    perform pg_advisory_xact_lock(hashtextextended('slugs of brands', 0));
    while exists (select from public.brands b where b.slug = new.slug and b.id <> new.id) loop
      attempt := attempt + 1;
      new.slug := base || '-' || attempt;
    end loop;
  end if;
  return new;
end
$$;
comment on function private.trim_brand() is 'Trims the name of a brand, and makes its slug from it unless it is given.';
-- The brands of the shop get theirs in the order in which they came. Nobody has edited them.
alter table public.brands disable trigger brands_set_updated_at;
alter table public.brands disable trigger brands_record;
do $migration$
declare
  brand uuid;
begin
  for brand in select b.id from public.brands b order by b.created_at, b.id loop
    update public.brands b set slug = null where b.id = brand;
  end loop;
end
$migration$;
alter table public.brands enable trigger brands_set_updated_at;
alter table public.brands enable trigger brands_record;
alter table public.brands alter column slug set not null, alter column slug set default 'marque';
alter table public.brands add constraint brands_slug_key unique (slug);

create trigger brands_store_old_slug after update of slug on public.brands
  for each row when (new.slug <> old.slug) execute function private.store_old_slug('brands');
create trigger brands_delete_old_slugs after delete on public.brands
  for each row execute function private.store_old_slug('brands');

-- A brand that is renamed takes its products along, unless another brand has its former name.
create function private.rename_brand_of_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.brands b where b.name_key = old.name_key) then
    return null;
  end if;
  update public.products p
  set specifications = jsonb_set(p.specifications, '{Marque}', to_jsonb(new.name::text))
  where p.brand_key = old.name_key;
  return null;
end
$$;
comment on function private.rename_brand_of_products() is 'Writes the new name of a brand into the specification «Marque» of its products.';
create trigger brands_rename_products after update of name on public.brands
  for each row when (new.name <> old.name) execute function private.rename_brand_of_products();

-- Pages ----------------------------------------------------------------------------------------------------------------

create function private.notify_brand_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_page_changes(
    '{}', array['brand:' || old.brand_key, 'brand:' || new.brand_key], 'brands'
  );
  return null;
end
$$;
comment on function private.notify_brand_list() is 'Notifies the lists of the brands that a product leaves and joins. What comes to the shop or goes is in the lists of all products.';
create trigger products_notify_brand after update of specifications on public.products
  for each row when (new.brand_key is distinct from old.brand_key) execute function private.notify_brand_list();

-- Privileges -----------------------------------------------------------------------------------------------------------

grant insert (slug, description), update (slug, description) on public.brands to authenticated;
revoke execute on all functions in schema private from public;
