-- Of what is sold from five pieces on, three are no stock that anybody can order. Pages said so, but lists, the filter «En
-- stock», the ranking and the products beside others asked whether there was any, and of several variants whether all
-- together were enough. An order that left less than the minimum told no page, which went on offering it.

-- The view no longer depends on the columns, which are replaced.
create or replace view public.sellable_items with (security_invoker=on) as
  select p.id,
    p.id as product_id,
    null::uuid as variant_id,
    (p.name)::text as name,
    null::text as variant,
    (p.slug)::text as slug,
    (p.price)::integer as price,
    (p.old_price)::integer as old_price,
    (p.image)::text as image,
    p.stock,
    p.stock >= p.minimum_quantity as in_stock,
    p.reference,
    p.barcode,
    (p.unit)::text as unit,
    (p.step_size)::numeric as step_size,
    p.minimum_quantity,
    (p.content_size)::numeric as content_size,
    (p.content_unit)::text as content_unit,
    (p.weight_grams)::integer as weight_grams,
    p.is_bulky,
    (p.shelf)::text as shelf,
    p.category_id
  from public.products p
  where not p.has_variants
union all
  select v.id,
    p.id as product_id,
    v.id as variant_id,
    (((p.name)::text || ' – '::text) || array_to_string(v.choices, ' · '::text)) as name,
    array_to_string(v.choices, ' · '::text) as variant,
    (p.slug)::text as slug,
    (v.price)::integer as price,
    (v.old_price)::integer as old_price,
    (coalesce(v.image, p.image))::text as image,
    v.stock,
    v.stock >= p.minimum_quantity as in_stock,
    v.reference,
    v.barcode,
    (p.unit)::text as unit,
    (p.step_size)::numeric as step_size,
    p.minimum_quantity,
    (coalesce(v.content_size, p.content_size))::numeric as content_size,
    (p.content_unit)::text as content_unit,
    (coalesce(v.weight_grams, p.weight_grams))::integer as weight_grams,
    p.is_bulky,
    (p.shelf)::text as shelf,
    p.category_id
  from public.product_variants v
  join public.products p on p.id = v.product_id;

-- Without the minimum, which is the product's.
alter table public.product_variants drop column in_stock;
alter table public.products add column largest_variant_stock integer;
comment on column public.products.largest_variant_stock is
  'The stock of the variant that has the most; null without variants. Kept by the database.';
update public.products p set largest_variant_stock = v.stock
from (select product_id, max(stock) as stock from public.product_variants group by product_id) v
where v.product_id = p.id and p.has_variants;

-- A generated column cannot get another expression before Postgres 17. Its indexes go with it.
alter table public.products
  drop column in_stock,
  add column in_stock boolean not null
    generated always as (coalesce(largest_variant_stock, stock) >= minimum_quantity) stored;
comment on column public.products.in_stock is
  'Whether a customer can order the product, or one of its variants: the stock reaches the minimum. Lists filter and index this column and not stock: its value seldom changes, so an order usually rewrites no index entry (HOT update).';
create index products_category_id_idx on public.products (category_id, created_at desc, id) include (price, in_stock, is_new);
create index products_category_id_in_stock_idx on public.products (category_id, created_at desc, id) where in_stock;
create index products_category_id_price_idx on public.products (category_id, price, id) include (in_stock, is_new);
create index products_category_id_rating_idx on public.products (category_id, rating desc, review_count desc, id) include (price, in_stock, is_new);
create index products_in_stock_idx on public.products (created_at desc, id) where in_stock;
create index products_price_idx on public.products (price, id) include (in_stock, is_new);
create index products_rating_idx on public.products (rating desc, review_count desc, id) include (price, in_stock, is_new);
do $$
begin
  -- Of an empty table the planner would assume that it stays so.
  if exists (select from public.products) then
    analyze public.products (in_stock);
  end if;
end
$$;

create or replace function private.update_product_of_variants() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  followed record;
begin
  -- The condition spares a product whose variants changed in what it does not show.
  for followed in
    select p.id, s.price, s.old_price, s.stock, s.largest_stock,
      (p.has_variants, p.price, p.old_price, p.reference) is distinct from (
        s.price is not null, coalesce(s.price, p.price),
        case when s.price is null then p.old_price::integer else s.old_price end,
        case when s.price is null then p.reference end
      ) as is_edit
    from (
      select c.product_id, least(coalesce(sum(v.stock), 0), 2147483647)::integer as stock,
        max(v.stock) as largest_stock,
        (array_agg(v.price::integer order by v.price, v.position, v.id))[1] as price,
        (array_agg(v.old_price::integer order by v.price, v.position, v.id))[1] as old_price
      from (select distinct r.product_id from changed_rows r) c
      left join public.product_variants v on v.product_id = c.product_id
      group by c.product_id
    ) s
    join public.products p on p.id = s.product_id
    where (p.has_variants, p.price, p.old_price, p.stock, p.largest_variant_stock, p.reference) is distinct from (
      s.price is not null, coalesce(s.price, p.price),
      case when s.price is null then p.old_price::integer else s.old_price end, s.stock, s.largest_stock,
      case when s.price is null then p.reference end
    )
    order by p.id
  loop
    if followed.is_edit then
      update public.products p set
        has_variants = followed.price is not null,
        price = coalesce(followed.price, p.price),
        old_price = case when followed.price is null then p.old_price else followed.old_price end,
        stock = followed.stock,
        largest_variant_stock = followed.largest_stock,
        reference = case when followed.price is null then p.reference end
      where p.id = followed.id;
    else
      -- Alone: a column that is named counts as edited, and an open form would conflict with every order.
      update public.products p set stock = followed.stock, largest_variant_stock = followed.largest_stock
      where p.id = followed.id;
    end if;
  end loop;
  return null;
end
$$;

create or replace function private.follow_variants() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cheapest public.product_variants;
  pieces bigint;
  largest integer;
begin
  select v.* into cheapest from public.product_variants v
  where v.product_id = new.id order by v.price, v.position, v.id limit 1;
  select sum(v.stock), max(v.stock) into pieces, largest from public.product_variants v where v.product_id = new.id;
  if (new.price, new.old_price, new.stock, new.reference)
      is distinct from (cheapest.price, cheapest.old_price, least(pieces, 2147483647)::integer, null::text)
    and (new.price, new.old_price, new.stock, new.reference)
      is distinct from (old.price, old.old_price, old.stock, old.reference)
  then
    perform private.raise_problem(
      'variants', 'Le prix, le stock et la référence d''un produit à options sont ceux de ses variantes'
    );
  end if;
  new.price := cheapest.price;
  new.old_price := cheapest.old_price;
  new.stock := least(pieces, 2147483647);
  new.largest_variant_stock := largest;
  new.reference := null;
  return new;
end
$$;

create or replace function private.notify_stock_changes(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sold_out_lists text[];
begin
  select array_agg(distinct l.tag) into sold_out_lists
  from public.products p
  cross join lateral unnest(array['products:stock', 'category:' || p.category_id || ':stock']) l (tag)
  where p.id = any (ids) and not p.in_stock;
  perform private.notify_page_changes(
    (select array_agg(t.tag) from unnest(ids) i (id) cross join unnest(array['product:' || i.id, 'card:' || i.id]) t (tag)),
    sold_out_lists, 'catalog'
  );
end
$$;

create or replace function private.notify_variant_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- As for products: an order changes the stock alone, and pages show only whether enough is left to order it.
  perform private.notify_page_changes(
    (
      select array_agg(distinct 'product:' || coalesce(a.product_id, b.product_id))
      from before_rows b
      full join after_rows a using (id)
      left join public.products p on p.id = a.product_id
      where (
        a.product_id, a.position, a.choices, a.reference, a.price, a.old_price, a.stock >= p.minimum_quantity, a.image,
        a.content_size, a.barcode, a.weight_grams
      ) is distinct from (
        b.product_id, b.position, b.choices, b.reference, b.price, b.old_price, b.stock >= p.minimum_quantity, b.image,
        b.content_size, b.barcode, b.weight_grams
      )
    ),
    '{}', 'catalog'
  );
  return null;
end
$$;

create or replace function private.queue_product_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.in_stock and not old.in_stock then
    perform private.queue_stock_alerts(new.id);
  end if;
  if new.minimum_quantity < old.minimum_quantity then
    perform private.queue_stock_alerts(new.id, v.id)
    from public.product_variants v
    where v.product_id = new.id and v.stock >= new.minimum_quantity and v.stock < old.minimum_quantity;
  end if;
  return null;
end
$$;
drop trigger products_queue_alerts on public.products;
create trigger products_queue_alerts after update of stock, minimum_quantity on public.products for each row
  when (new.in_stock and not old.in_stock or new.minimum_quantity < old.minimum_quantity)
  execute function private.queue_product_alerts();

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.place_order()', $before$      where t.stock = 0
        or (t.stock$before$, $after$      where not t.in_stock
        or (t.stock$after$),
    ('private.place_order()', $before$      p.image, p.stock, p.weight_grams$before$,
      $after$      p.image, p.stock, p.in_stock, p.weight_grams$after$),
    ('private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer, uuid)',
      $before$v.stock, p.stock as product_stock,$before$,
      $after$v.stock, p.minimum_quantity, p.stock as product_stock,$after$),
    ('private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer, uuid)',
      $before$      where t.stock = 0 or$before$, $after$      where t.stock < t.minimum_quantity or$after$),
    ('private.notify_product_changes()', $before$a.category_id, a.stock > 0, a.stock < low_stock)$before$,
      $after$a.category_id, a.in_stock, a.stock < low_stock)$after$),
    ('private.notify_product_changes()', $before$b.category_id, b.stock > 0, b.stock < low_stock)$before$,
      $after$b.category_id, b.in_stock, b.stock < low_stock)$after$),
    ('private.notify_product_changes()', $before$(a.stock > 0) <> (b.stock > 0)$before$,
      $after$a.in_stock <> b.in_stock$after$),
    ('private.request_stock_alert(uuid, text, uuid)', $before$p.stock < p.minimum_quantity for share;
  else$before$, $after$not p.in_stock for share;
  else$after$),
    ('private.product_columns()', 'has_variants,', 'has_variants,largest_variant_stock,'),
    ('private.record_change()', 'has_variants}', 'has_variants,largest_variant_stock}'),
    ('private.record_product_changes()', 'has_variants}', 'has_variants,largest_variant_stock}')
  ) as c (changed, before, after)
  loop
    definition := pg_get_functiondef(change.changed::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected: %', change.changed, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
