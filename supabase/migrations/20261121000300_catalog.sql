-- Catalog: categories, products and their images. Everyone reads them; administrators write them. Prices and
-- stock change only here and in orders; rating and review_count only in reviews.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name public.label not null,
  slug public.slug not null unique,
  image public.image_url,
  created_at timestamptz not null default now()
);
comment on table public.categories is 'Product categories.';
comment on column public.categories.image is
  'The URL of an image, on another site or on this one; null shows the placeholder.';
create index categories_name_idx on public.categories (name);

create table public.products (
  id uuid primary key default gen_random_uuid(),
  name public.label not null,
  slug public.slug not null unique,
  description text not null default '',
  price public.price not null,
  old_price public.price,
  image public.image_url,
  rating numeric(3, 2) not null default 0,
  review_count integer not null default 0,
  is_new boolean not null default false,
  discount public.percent,
  stock integer not null default 0 check (stock >= 0),
  category_id uuid references public.categories (id),
  reference text,
  is_featured boolean not null default false,
  features text[] not null default '{}',
  specifications public.properties not null default '{}',
  more_info_url public.link,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
)
-- Each order rewrites the row for its stock. Free space in the page keeps the new version beside the old one,
-- and the indexes untouched as long as none of them names stock (HOT updates).
with (fillfactor = 80);
comment on table public.products is 'The products for sale. Amounts are whole francs (XOF).';
comment on column public.products.image is
  'The image shown in lists; a copy of the primary one of product_images.';
comment on column public.products.rating is 'The mean of the published reviews; maintained by the database.';
comment on column public.products.review_count is
  'The number of published reviews; maintained by the database.';
comment on column public.products.discount is
  'Percent. Derived from both prices when old_price is set, otherwise free.';
comment on column public.products.stock is
  'Pieces that can be ordered now. Reduced by orders, restored by cancellations.';
comment on column public.products.reference is 'The shop''s own reference (SKU).';

create index products_created_at_idx on public.products (created_at desc, id);
create index products_category_id_idx on public.products (category_id, created_at desc, id);
create index products_price_idx on public.products (price);
create index products_is_new_idx on public.products (created_at desc, id) where is_new;
create index products_is_featured_idx on public.products (created_at desc, id) where is_featured;
create index products_name_idx on public.products (name, id);
create index products_reference_idx on public.products (reference) where reference is not null;

create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  image_url public.image_url not null,
  is_primary boolean not null default false,
  display_order integer not null default 0 check (display_order >= 0)
);
comment on table public.product_images is
  'The image gallery of a product, in display_order; one of the images is the primary one.';
create index product_images_product_id_idx on public.product_images (product_id, display_order, id);
create unique index product_images_one_primary_idx on public.product_images (product_id) where is_primary;

-- Prices and discount ----------------------------------------------------------------------------------------------

create function private.set_discount() returns trigger
language plpgsql set search_path = '' as $$
declare
  discount_given boolean := new.discount is not null;
  derived public.percent;
begin
  if tg_op = 'UPDATE' then
    discount_given := discount_given and new.discount is distinct from old.discount;
    -- An offer ends when the price reaches the old price and the update leaves the old price unchanged.
    if new.old_price = old.old_price and new.price >= new.old_price then
      new.old_price := null;
    end if;
    if old.old_price is not null and new.old_price is null and not discount_given then
      new.discount := null;
    end if;
  end if;
  if new.old_price <= new.price then
    raise check_violation using message = 'L''ancien prix doit être supérieur au prix';
  end if;
  if new.old_price is not null then
    derived := round(100.0 * (new.old_price - new.price) / new.old_price);
    if discount_given and new.discount <> derived then
      raise check_violation using
        message = format('La réduction de %s%% ne correspond pas aux prix : elle est de %s%%', new.discount, derived);
    end if;
    new.discount := derived;
  end if;
  return new;
end
$$;
comment on function private.set_discount() is
  'The single rule for every discount badge: the rounded percent drop from old_price to price. A discount that differs, or an old price that is not higher, is rejected. No check constraint repeats the rule: it would cost each order as much as the rest of the stock update.';

create trigger products_set_discount before insert or update of price, old_price, discount on public.products
  for each row execute function private.set_discount();

-- Primary image ----------------------------------------------------------------------------------------------------

create function private.enforce_one_primary_image() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.product_images set is_primary = false
  where product_id = new.product_id and is_primary and id <> new.id;
  return new;
end
$$;

create trigger product_images_enforce_one_primary before insert or update of is_primary, product_id
  on public.product_images
  for each row when (new.is_primary) execute function private.enforce_one_primary_image();

create function private.copy_primary_image() returns trigger
language plpgsql set search_path = '' as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct product_id from after_rows);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct product_id from before_rows);
  else
    -- An image that only changed its position leaves products.image as it is, so its product is not locked.
    changed := array(
      select unnest(array[b.product_id, a.product_id]) from before_rows b join after_rows a using (id)
      where (b.product_id, b.image_url, b.is_primary) is distinct from (a.product_id, a.image_url, a.is_primary)
    );
  end if;
  -- Locked in id order, as everywhere, so that transactions do not deadlock.
  perform from public.products where id = any (changed) order by id for no key update;
  update public.products p set image = shown.image_url
  from (
    select c.id, i.image_url
    from unnest(changed) as c (id)
    left join public.product_images i on i.product_id = c.id and i.is_primary
  ) shown
  where p.id = shown.id and p.image is distinct from shown.image_url;
  return null;
end
$$;

create trigger product_images_copy_primary_insert after insert on public.product_images
  referencing new table as after_rows for each statement execute function private.copy_primary_image();
create trigger product_images_copy_primary_update after update on public.product_images
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.copy_primary_image();
create trigger product_images_copy_primary_delete after delete on public.product_images
  referencing old table as before_rows for each statement execute function private.copy_primary_image();

-- The remaining images are renumbered by the database, so that the audit log records only what a person
-- moved.
create function private.close_display_order_gaps() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.product_images p set display_order = k.position - 1
  from (
    select id, row_number() over (partition by product_id order by display_order, id) as position
    from public.product_images where product_id in (select product_id from before_rows)
  ) k
  where p.id = k.id and p.display_order <> k.position - 1;
  return null;
end
$$;
create trigger product_images_close_gaps after delete on public.product_images
  referencing old table as before_rows for each statement execute function private.close_display_order_gaps();

-- Cache invalidation -----------------------------------------------------------------------------------------------

create trigger categories_notify_change after insert or update or delete or truncate on public.categories
  for each statement execute function private.notify_table_change();
create trigger product_images_notify_change after insert or update or delete or truncate on public.product_images
  for each statement execute function private.notify_table_change();

-- NOTIFY serializes commits, so an order must not notify for a change of stock that no page shows. The trigger
-- products_notify_change, below, names every column but stock; this one skips changes of stock by another
-- trigger (orders), which notifies by itself.
create trigger products_notify_stock_change after update of stock on public.products
  for each statement when (pg_catalog.pg_trigger_depth() = 0) execute function private.notify_table_change();

-- Columns of a product ---------------------------------------------------------------------------------------------

create function private.product_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,image,rating,review_count,created_at,updated_at}')
$$;
comment on function private.product_columns() is
  'The columns that an administrator edits: all but the id and those that the database maintains. The privileges, the triggers, the form and the import derive from this list, so that a column is named once, in its table.';

create function private.apply_product_columns() returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := private.product_columns();
  columns_but_stock constant text := array_to_string(array_remove(columns, 'stock'), ', ');
begin
  execute format(
    'grant insert (id, image, %1$s), update (image, %1$s) on public.products to authenticated',
    array_to_string(columns, ', '));
  execute format(
    'create or replace trigger products_set_updated_at before update of image, %s on public.products
      for each row execute function private.set_updated_at()', columns_but_stock);
  execute format(
    'create or replace trigger products_notify_change
      after insert or delete or truncate or update of image, rating, review_count, created_at, %s on public.products
      for each statement execute function private.notify_table_change()', columns_but_stock);
end
$$;
comment on function private.apply_product_columns() is
  'Grants the columns of products and creates the triggers that name them. A migration that adds a column calls it again.';

-- Product counts ---------------------------------------------------------------------------------------------------

-- For the page of all categories: one query instead of one per category.
create view public.categories_with_counts with (security_invoker = on) as
  select c.id, c.name, c.slug, c.image, count(p.id)::integer as product_count
  from public.categories c
  left join public.products p on p.category_id = c.id
  group by c.id;
comment on view public.categories_with_counts is
  'The product categories, each with the number of its products.';

-- Search -----------------------------------------------------------------------------------------------------------

-- Suggestions while typing tolerate accents, capitals and small mistakes, find the shop's references, and
-- accept words in any order. The catalog's own search (search_products_by_name) finds a substring of the name, in which
-- accents and case do not count.

create function private.product_search_text(name text, reference text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(name || ' ' || coalesce(reference, ''))
$$;
comment on function private.product_search_text(text, text) is
  'The text that the search of products indexes.';

create index products_search_name_idx on public.products
  using gin (private.normalize_search_text(name) extensions.gin_trgm_ops);
create index products_search_text_idx on public.products
  using gin (private.product_search_text(name, reference) extensions.gin_trgm_ops);

create function public.suggest_products(query text) returns setof public.products
language plpgsql stable rows 20
set search_path = '' set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  query_text constant text := private.normalize_search_text(left(query, 100));
  words constant text[] := array(
    select word from regexp_split_to_table(query_text, '[^a-z0-9]+') word where word <> '' limit 8
  );
  -- The longest word narrows the search through the index; the others filter its matches.
  longest constant text := (select word from unnest(words) word order by length(word) desc limit 1);
begin
  if private.to_search_patterns(query) is null then
    return;
  end if;
  return query
    select p.*
    from public.products p
    cross join lateral (select private.product_search_text(p.name, p.reference) as text) searched
    cross join lateral (
      select
        -- A short word tolerates fewer mistakes.
        bool_and(
          extensions.word_similarity(word, searched.text) >= case when length(word) <= 4 then 0.65 else 0.5 end
        ) as matches,
        avg(extensions.strict_word_similarity(word, searched.text)) as similarity
      from unnest(words) word
    ) compared
    where longest operator(extensions.<%) private.product_search_text(p.name, p.reference)
      and compared.matches
    order by
      coalesce(private.normalize_search_text(p.reference) = query_text, false) desc,
      searched.text ^@ (' ' || query_text) desc,
      strpos(searched.text, query_text) > 0 desc,
      round(compared.similarity::numeric, 1) desc,
      p.stock > 0 desc,
      p.review_count desc,
      p.name,
      p.id
    limit 20;
end
$$;
comment on function public.suggest_products(text) is
  'At most 20 products whose name or reference is similar to the query, best first; none for fewer than two letters.';

create function public.search_products_by_name(query text) returns setof public.products
language sql stable rows 50 set search_path = '' as $$
  select p.* from public.products p
  where private.normalize_search_text(p.name) like private.to_search_pattern(query)
$$;
comment on function public.search_products_by_name(text) is
  'The products whose name contains the query, of any length. The API''s filters, order and range apply on top.';

create function private.find_product_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.products r', 'private.product_search_text(name, reference)', private.to_search_patterns(query), 1000
  )
$$;
comment on function private.find_product_ids(text) is 'The newest 1000 products that contain every word of the query.';

create function public.search_products(query text) returns setof public.products
language sql stable rows 50 set search_path = '' as $$
  select p.* from public.products p
  where p.id = any (array(select private.find_product_ids(query)))
  order by p.created_at desc, p.id
$$;
comment on function public.search_products(text) is
  'The newest 1000 products whose name or reference contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Writing a row evaluates its index expression as the writing role.
grant execute on function private.product_search_text(text, text) to anon, authenticated, service_role;
grant execute on function private.product_columns() to authenticated, service_role;
revoke execute on function public.suggest_products(text) from public;
grant execute on function public.suggest_products(text) to anon, authenticated, service_role;
revoke execute on function public.search_products_by_name(text) from public;
grant execute on function public.search_products_by_name(text) to anon, authenticated, service_role;
grant execute on function private.find_product_ids(text) to authenticated, service_role;
revoke execute on function public.search_products(text) from public, anon;
grant execute on function public.search_products(text) to authenticated, service_role;

revoke all on public.categories, public.products, public.product_images from anon, authenticated;
grant select on public.categories, public.products, public.product_images to anon, authenticated;
grant insert (id, name, slug, image), update (name, slug, image), delete on public.categories to authenticated;
grant delete on public.products to authenticated;
select private.apply_product_columns();
grant
  insert (product_id, image_url, is_primary, display_order),
  update (image_url, is_primary, display_order),
  delete on public.product_images to authenticated;

revoke all on public.categories_with_counts from anon, authenticated;
grant select on public.categories_with_counts to anon, authenticated;

alter table public.categories enable row level security;
create policy "Everyone reads the categories" on public.categories
  for select to anon, authenticated using (true);
create policy "Administrators create categories" on public.categories
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update categories" on public.categories
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete categories" on public.categories
  for delete to authenticated using ((select private.is_admin()));

alter table public.products enable row level security;
create policy "Everyone reads the products" on public.products
  for select to anon, authenticated using (true);
create policy "Administrators create products" on public.products
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update products" on public.products
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete products" on public.products
  for delete to authenticated using ((select private.is_admin()));

alter table public.product_images enable row level security;
create policy "Everyone reads the product images" on public.product_images
  for select to anon, authenticated using (true);
create policy "Administrators create product images" on public.product_images
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update product images" on public.product_images
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete product images" on public.product_images
  for delete to authenticated using ((select private.is_admin()));
