-- Many new or changed products cost little more than their rows: what triggers did row by row is done once a statement,
-- and what needs nothing for a plain product is not called. See docs/decisions/0074-large-imports.md.

-- A new product -------------------------------------------------------------------------------------------------------

-- Each of these returns a plain new product as it is; the condition says so without a call.
drop trigger products_set_discount on public.products;
create trigger products_set_discount before update of price, old_price, discount on public.products
  for each row execute function private.set_discount();
create trigger products_set_first_discount before insert on public.products
  for each row when (new.old_price is not null) execute function private.set_discount();

drop trigger products_set_lowest_price on public.products;
create trigger products_set_lowest_price before update of price, old_price, lowest_price on public.products
  for each row execute function private.set_lowest_price();
create trigger products_set_first_lowest_price before insert on public.products
  for each row when (new.lowest_price is not null) execute function private.set_lowest_price();

drop trigger products_set_facet_keys on public.products;
create trigger products_set_facet_keys before update of attributes, category_id, specifications, facet_keys on public.products
  for each row execute function private.set_facet_keys();
create trigger products_set_first_facet_keys before insert on public.products
  for each row when (new.attributes <> '{}' or new.facet_keys <> '{}' or new.specifications ? 'Marque')
  execute function private.set_facet_keys();

create function private.add_low_stocks() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.low_stocks (product_id, stock, name)
  select a.id, a.stock, a.name from after_rows a where a.stock < 20
  on conflict do nothing;
  return null;
end
$$;
revoke all on function private.add_low_stocks() from public;
comment on function private.add_low_stocks() is 'Begins low_stocks for new products; set_low_stock keeps it.';

drop trigger products_set_low_stock_insert on public.products;
create trigger products_set_low_stock_insert after insert on public.products
  referencing new table as after_rows for each statement execute function private.add_low_stocks();

-- The writer of documents looks for the product anyway, and leaves one out that has been deleted since.
alter table private.pending_documents drop constraint pending_documents_product_id_fkey;

-- A changed price -----------------------------------------------------------------------------------------------------

create or replace function private.record_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if tg_table_name = 'products' then
      insert into public.price_changes (product_id, price) select a.id, a.price from after_rows a;
    else
      insert into public.price_changes (product_id, variant_id, price) select a.product_id, a.id, a.price from after_rows a;
    end if;
  elsif tg_table_name = 'products' then
    insert into public.price_changes (product_id, price)
    select a.id, a.price from after_rows a join before_rows b on b.id = a.id where a.price <> b.price;
  else
    insert into public.price_changes (product_id, variant_id, price) values (new.product_id, new.id, new.price);
  end if;
  return null;
end
$$;
comment on function private.record_price() is 'Writes the history of prices: those of variants that change one by one, all others at once.';

drop trigger products_record_price_update on public.products;
-- An order changes no price.
create trigger products_record_price_update after update on public.products
  referencing old table as before_rows new table as after_rows for each statement
  when (coalesce(current_setting('yaare.placing_order', true), '') = '') execute function private.record_price();

-- The journal ---------------------------------------------------------------------------------------------------------

create function private.record_product_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- As in record_change: what the database maintains by itself is no person's change.
  ignored constant text[] := '{id,created_at,updated_at,has_price_rules,lowest_price,in_stock,search_text,facet_keys,has_variants}';
  actor public.admin_users;
begin
  -- A confirmed import is its administrator's, also where a job continues it.
  if current_setting('role') <> 'authenticated' and coalesce(current_setting('yaare.importing', true), '') = '' then
    return null;
  end if;
  select * into actor from public.admin_users where id = auth.uid();
  if actor.id is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, after)
    select actor.id, actor.name, actor.email, 'insert', 'products', a.id, left(a.name, 200),
      jsonb_strip_nulls(to_jsonb(a) - ignored)
    from after_rows a;
  else
    insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before, after)
    select actor.id, actor.name, actor.email, 'update', 'products', c.id, left(c.name, 200), d.before, d.after
    from (
      select a.id, a.name, to_jsonb(b) - ignored as before, to_jsonb(a) - ignored as after
      from after_rows a join before_rows b on b.id = a.id
      offset 0
    ) c
    cross join lateral (
      select jsonb_object_agg(k.key, k.value) as before, jsonb_object_agg(k.key, c.after -> k.key) as after
      from jsonb_each(c.before) k where k.value <> c.after -> k.key
    ) d
    where d.before is not null;
  end if;
  return null;
end
$$;
revoke all on function private.record_product_changes() from public;
comment on function private.record_product_changes() is 'What record_change does, for all products of a statement at once.';

drop trigger products_record_insert_delete on public.products;
drop trigger products_record_update on public.products;
create trigger products_record_delete after delete on public.products
  for each row when (pg_trigger_depth() = 0) execute function private.record_change('name');
create trigger products_record_insert after insert on public.products
  referencing new table as after_rows for each statement
  when (pg_trigger_depth() = 0) execute function private.record_product_changes();
create trigger products_record_update after update on public.products
  referencing old table as before_rows new table as after_rows for each statement
  when (pg_trigger_depth() = 0) execute function private.record_product_changes();

-- The numbers of products ---------------------------------------------------------------------------------------------

-- A deferred trigger is one of rows. An import adds all of its new products at once instead, at its end.
drop trigger products_count_insert_delete on public.products;
create constraint trigger products_count_insert_delete after insert or delete on public.products
  deferrable initially deferred for each row
  when (coalesce(current_setting('yaare.importing', true), '') = '') execute function private.count_category_product();

create function private.count_imported_products(category_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  lock table private.category_product_counts in share row exclusive mode;
  insert into private.category_product_counts as c (category_id, product_count)
  select i.id, count(*) from unnest(category_ids) i (id) where i.id is not null group by i.id order by i.id
  on conflict (category_id) do update set product_count = c.product_count + excluded.product_count;
end
$$;
revoke all on function private.count_imported_products(uuid[]) from public;
comment on function private.count_imported_products(uuid[]) is 'What count_category_product does, for the new products of an import: their categories, each as often as it has one. The last step, because the lock lasts until the commit.';
