-- Page changes: which cached pages a write concerns, named by tags, as pages name them in Cache-Tag
-- (app/lib/pages/page-tags.ts). A notification on the channel page_changes is {"wrong": [tag], "old": [tag]}: a
-- page with a wrong tag is rendered again before it is answered, one with an old tag may be served for a moment.
--
--   product:<id>           the page of a product; wrong for every change that it shows
--   card:<id>              every page that lists the product
--   products, category:<id>
--                          the lists of all products and of a category: a product came or went
--   products:<column>, category:<id>:<column>
--                          such lists that filter or sort by the column: it changed for one of their products
--   technician:<id>        every page that shows the technician
--   technicians            the lists of technicians: one came or went, or moved within them
--   settings, categories, brands, testimonials
--                          every page that shows one of these rows
--   catalog, directory     every page that shows a product, or a technician: for changes of too many to name each
--
-- A transaction that notifies holds a lock of all notifying transactions until it is committed. An order therefore
-- notifies only when it changes the stock state of a product: sold out, low, in stock.

-- The former notifications, by table ----------------------------------------------------------------------------------

drop trigger categories_notify_change on public.categories;
drop trigger product_images_notify_change on public.product_images;
drop trigger products_notify_stock_change on public.products;
drop trigger products_notify_change on public.products;
drop trigger shop_settings_notify_change on public.shop_settings;
drop trigger brands_notify_change on public.brands;
drop trigger testimonials_notify_change on public.testimonials;
drop trigger technician_profiles_notify_change on public.technician_profiles;
drop trigger product_reviews_notify_insert on public.product_reviews;
drop trigger product_reviews_notify_update on public.product_reviews;
drop trigger product_reviews_notify_delete on public.product_reviews;
drop function private.notify_table_change();

-- The message ---------------------------------------------------------------------------------------------------------

create function private.notify_page_changes(wrong text[], old text[], everything text) returns void
language plpgsql set search_path = '' as $$
declare
  -- The tag of a category that a product does not have is null.
  wrong_tags constant text[] := coalesce(array_remove(wrong, null), '{}');
  old_tags constant text[] := coalesce(array_remove(old, null), '{}');
  change text;
begin
  if wrong_tags = '{}' and old_tags = '{}' then
    return;
  end if;
  change := json_build_object('wrong', wrong_tags, 'old', old_tags);
  -- Postgres refuses a payload of 8000 bytes.
  if octet_length(change) >= 8000 then
    change := json_build_object('wrong', array[everything], 'old', '{}'::text[]);
  end if;
  perform pg_notify('page_changes', change);
end
$$;
comment on function private.notify_page_changes(text[], text[], text) is
  'Tells every instance of the shop which cached pages a write has made wrong or old, by their tags; nothing when there are none. everything: the tag that stands for all of them when the message would be too long.';

create function private.notify_page_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_argv[0] = 'wrong' then
    perform private.notify_page_changes(array[tg_argv[1]], '{}', tg_argv[1]);
  else
    perform private.notify_page_changes('{}', array[tg_argv[1]], tg_argv[1]);
  end if;
  return null;
end
$$;
comment on function private.notify_page_tag() is
  'Notifies the tag of the second argument, as the first one says: wrong or old.';

-- Settings, brands, testimonials, categories --------------------------------------------------------------------------

create trigger shop_settings_notify_pages after insert or update or delete or truncate on public.shop_settings
  for each statement execute function private.notify_page_tag('wrong', 'settings');
-- The home page alone shows them.
create trigger brands_notify_pages after insert or update or delete or truncate on public.brands
  for each statement execute function private.notify_page_tag('wrong', 'brands');
create trigger testimonials_notify_pages after insert or update or delete or truncate on public.testimonials
  for each statement execute function private.notify_page_tag('wrong', 'testimonials');

-- Every page links to the categories: a link that leads nowhere is wrong, a text or a missing link is old.
create trigger categories_notify_insert after insert on public.categories
  for each statement execute function private.notify_page_tag('old', 'categories');
create trigger categories_notify_delete after delete or truncate on public.categories
  for each statement execute function private.notify_page_tag('wrong', 'categories');

create function private.notify_category_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.slug <> old.slug then
    perform private.notify_page_changes(array['categories'], '{}', 'categories');
  else
    -- The lists of the category have its name as their title.
    perform private.notify_page_changes(array['category:' || new.id], array['categories'], 'categories');
  end if;
  return null;
end
$$;
create trigger categories_notify_update after update on public.categories
  for each row when ((new.name, new.slug, new.image) is distinct from (old.name, old.slug, old.image))
  execute function private.notify_category_changes();

-- Products ------------------------------------------------------------------------------------------------------------

create function private.notify_product_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  low_stock constant integer := (select s.low_stock_threshold from public.shop_settings s);
  is_direct constant boolean := pg_trigger_depth() = 1;
  wrong text[];
  old text[];
begin
  if (select count(*) from (select from after_rows limit 101) r) > 100 then
    perform private.notify_page_changes('{catalog}', '{}', 'catalog');
    return null;
  end if;
  select array_agg(distinct t.tag) filter (where t.is_wrong), array_agg(distinct t.tag) filter (where not t.is_wrong)
  into wrong, old
  from before_rows b
  join after_rows a on a.id = b.id
  cross join lateral (
    select
      (a.name, a.slug, a.price, a.old_price, a.discount, a.category_id, a.stock > 0, a.stock < low_stock)
        is distinct from
        (b.name, b.slug, b.price, b.old_price, b.discount, b.category_id, b.stock > 0, b.stock < low_stock) as is_wrong,
      (a.image, a.rating, a.review_count, a.is_new) is distinct from (b.image, b.rating, b.review_count, b.is_new)
        as is_old
  ) card
  cross join lateral (
    select true, 'product:' || a.id
    union all select card.is_wrong, 'card:' || a.id where card.is_wrong or card.is_old
    union all
    select false, 'category:' || c.id
    from unnest(array[b.category_id, a.category_id]) c (id)
    where a.category_id is distinct from b.category_id
    union all
    select false, s.scope || ':' || c.name
    from unnest(array['products', 'category:' || b.category_id, 'category:' || a.category_id]) s (scope)
    cross join (
      values
        ('name', (a.name, a.reference) is distinct from (b.name, b.reference)),
        ('slug', a.slug <> b.slug),
        ('price', a.price <> b.price),
        ('category_id', a.category_id is distinct from b.category_id),
        ('stock', (a.stock > 0) <> (b.stock > 0)),
        ('is_new', a.is_new <> b.is_new),
        -- Promotions are sorted by their discount.
        ('is_featured', a.is_featured <> b.is_featured or a.is_featured and a.discount is distinct from b.discount)
    ) c (name, is_changed)
    where c.is_changed
  ) t (is_wrong, tag)
  where
    -- An order changes the stock alone, and so does its cancellation: pages may show an old number of pieces for
    -- minutes, but no old stock state. Every other column of the form changes updated_at, except in a transaction
    -- that has changed it before.
    card.is_wrong or card.is_old or a.updated_at <> b.updated_at or is_direct and a.stock <> b.stock
      or (a.reference, a.is_featured) is distinct from (b.reference, b.is_featured);
  perform private.notify_page_changes(wrong, old, 'catalog');
  return null;
end
$$;
comment on function private.notify_product_changes() is
  'Notifies the pages, cards and lists of products that an update has changed.';

create function private.notify_product_arrivals() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lists text[];
begin
  select array_agg(distinct l.tag) into lists
  from changed_rows p
  cross join lateral unnest(array[
    'products',
    'category:' || p.category_id,
    case when p.is_new then 'products:is_new' end,
    case when p.is_featured then 'products:is_featured' end
  ]) l (tag);
  if tg_op = 'INSERT' then
    perform private.notify_page_changes('{}', lists, 'catalog');
  elsif (select count(*) from (select from changed_rows limit 101) r) > 100 then
    perform private.notify_page_changes('{catalog}', '{}', 'catalog');
  else
    perform private.notify_page_changes(
      (select array_agg(t.tag) from changed_rows p cross join unnest(array['product:' || p.id, 'card:' || p.id]) t (tag)),
      lists, 'catalog'
    );
  end if;
  return null;
end
$$;
comment on function private.notify_product_arrivals() is
  'Notifies the lists in which products appear or from which they disappear, and the pages and cards of deleted ones.';

create trigger products_notify_insert after insert on public.products
  referencing new table as changed_rows for each statement execute function private.notify_product_arrivals();
-- An order does not pay for the comparison of its products: place_order itself notifies what it changes.
create trigger products_notify_update after update on public.products
  referencing old table as before_rows new table as after_rows
  for each statement when (coalesce(current_setting('yaare.placing_order', true), '') = '')
  execute function private.notify_product_changes();
create trigger products_notify_delete after delete on public.products
  referencing old table as changed_rows for each statement execute function private.notify_product_arrivals();
create trigger products_notify_truncate after truncate on public.products
  for each statement execute function private.notify_page_tag('wrong', 'catalog');

create function private.notify_stock_changes(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sold_out_lists text[];
begin
  select array_agg(distinct l.tag) into sold_out_lists
  from public.products p
  cross join lateral unnest(array['products:stock', 'category:' || p.category_id || ':stock']) l (tag)
  where p.id = any (ids) and p.stock = 0;
  perform private.notify_page_changes(
    (select array_agg(t.tag) from unnest(ids) i (id) cross join unnest(array['product:' || i.id, 'card:' || i.id]) t (tag)),
    sold_out_lists, 'catalog'
  );
end
$$;
comment on function private.notify_stock_changes(uuid[]) is
  'Notifies the pages, cards and lists of products of which an order has made the stock low or sold out.';

-- Product images and reviews ------------------------------------------------------------------------------------------

-- They concern one page of each product: what the cards show of them is in columns of products.
create function private.notify_gallery_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.notify_page_changes(
      (
        select array_agg(distinct 'product:' || i.product_id)
        from (select product_id from before_rows union select product_id from after_rows) i
      ),
      '{}', 'catalog'
    );
  else
    perform private.notify_page_changes(
      (select array_agg(distinct 'product:' || i.product_id) from changed_rows i), '{}', 'catalog'
    );
  end if;
  return null;
end
$$;
comment on function private.notify_gallery_changes() is 'Notifies the pages of the products whose images changed.';

create trigger product_images_notify_insert after insert on public.product_images
  referencing new table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_images_notify_update after update on public.product_images
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.notify_gallery_changes();
create trigger product_images_notify_delete after delete on public.product_images
  referencing old table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_images_notify_truncate after truncate on public.product_images
  for each statement execute function private.notify_page_tag('wrong', 'catalog');

create function private.notify_review_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  products text[];
begin
  if tg_op <> 'UPDATE' then
    products := array(select distinct 'product:' || r.product_id from changed_rows r where r.is_published);
  else
    -- A vote appears when the page is rendered again for another reason: visitors must not be able to empty the page
    -- cache by voting.
    products := array(
      select distinct 'product:' || r.product_id
      from (
        (
          select id, product_id, rating, title, comment, name, is_verified, created_at from before_rows where is_published
          except
          select id, product_id, rating, title, comment, name, is_verified, created_at from after_rows where is_published
        )
        union all
        (
          select id, product_id, rating, title, comment, name, is_verified, created_at from after_rows where is_published
          except
          select id, product_id, rating, title, comment, name, is_verified, created_at from before_rows where is_published
        )
      ) r
    );
  end if;
  perform private.notify_page_changes(products, '{}', 'catalog');
  return null;
end
$$;
comment on function private.notify_review_changes() is
  'Notifies the pages of the products whose published reviews changed.';

create trigger product_reviews_notify_insert after insert on public.product_reviews
  referencing new table as changed_rows for each statement execute function private.notify_review_changes();
create trigger product_reviews_notify_update after update on public.product_reviews
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.notify_review_changes();
create trigger product_reviews_notify_delete after delete on public.product_reviews
  referencing old table as changed_rows for each statement execute function private.notify_review_changes();
create trigger product_reviews_notify_truncate after truncate on public.product_reviews
  for each statement execute function private.notify_page_tag('wrong', 'catalog');

-- Technicians ---------------------------------------------------------------------------------------------------------

create function private.notify_technician_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text[];
  lists_change boolean;
begin
  if tg_op = 'UPDATE' then
    select
      array_agg('technician:' || a.id),
      bool_or((a.name, a.slug, a.specialty, a.specialty_slug, a.location)
        is distinct from (b.name, b.slug, b.specialty, b.specialty_slug, b.location))
    into wrong, lists_change
    from (select * from before_rows except select * from after_rows) b
    join after_rows a on a.id = b.id;
  elsif tg_op = 'DELETE' then
    select array_agg('technician:' || b.id), count(*) > 0 into wrong, lists_change from changed_rows b;
  else
    lists_change := exists (select from changed_rows);
  end if;
  perform private.notify_page_changes(wrong, case when lists_change then '{technicians}'::text[] end, 'directory');
  return null;
end
$$;
comment on function private.notify_technician_changes() is
  'Notifies the pages of technicians that changed, and the lists when one came, went or moved within them.';

create trigger technician_profiles_notify_insert after insert on public.technician_profiles
  referencing new table as changed_rows for each statement execute function private.notify_technician_changes();
create trigger technician_profiles_notify_update after update on public.technician_profiles
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.notify_technician_changes();
create trigger technician_profiles_notify_delete after delete on public.technician_profiles
  referencing old table as changed_rows for each statement execute function private.notify_technician_changes();
create trigger technician_profiles_notify_truncate after truncate on public.technician_profiles
  for each statement execute function private.notify_page_tag('wrong', 'directory');

-- The functions that notified by themselves ---------------------------------------------------------------------------

create or replace function private.apply_product_columns() returns void
language plpgsql set search_path = '' as $$
declare
  columns constant text[] := private.product_columns();
begin
  execute format(
    'grant insert (id, image, %1$s), update (image, %1$s) on public.products to authenticated',
    array_to_string(columns, ', '));
  execute format(
    'create or replace trigger products_set_updated_at before update of image, %s on public.products
      for each row execute function private.set_updated_at()', array_to_string(array_remove(columns, 'stock'), ', '));
end
$$;

-- As before, but for the notification. An order may cost at most twice the insertion of its bare rows, hence the form
-- of this function: three simple statements, whose plans are cached and never scan a whole table.
create or replace function private.place_order() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  by_service constant boolean := current_setting('role') not in ('anon', 'authenticated');
  -- An order that the service enters as already cancelled takes no stock.
  takes_stock boolean;
  draws_number constant boolean := new.number = '';
  digits integer := 6;
  sent_items constant jsonb := new.payment_info -> 'items';
  sent_ids text[];
  ids uuid[];
  quantities integer[];
  payment_method public.payment_method;
  problem text;
  context record;
  totals record;
begin
  if by_service then
    takes_stock := new.status <> 'cancelled';
    if takes_stock <> (new.cancellation_reason is null) then
      raise exception using errcode = 'YA006', message = 'Une commande annulée a un motif, une autre n''en a pas';
    end if;
  else
    takes_stock := true;
    new.status := 'pending';
    new.user_id := auth.uid();
    -- The rows of one request are locked one by one: two orders in each of two requests could deadlock.
    if new.user_id is null or current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois, par un client connecté';
    end if;
    perform set_config('yaare.placed_order', new.id::text, true);
  end if;
  new.updated_at := new.created_at;

  -- Normalization and validation -----------------------------------------------------------------------
  new.customer_name := btrim(new.customer_name);
  new.customer_phone := btrim(new.customer_phone);
  new.notes := nullif(btrim(new.notes), '');
  new.shipping_address := jsonb_build_object(
    'address', btrim(new.shipping_address ->> 'address'),
    'city', btrim(new.shipping_address ->> 'city'),
    'postalCode', coalesce(btrim(new.shipping_address ->> 'postalCode'), ''),
    'phone', coalesce(nullif(btrim(new.shipping_address ->> 'phone'), ''), new.customer_phone)
  );
  begin
    payment_method := new.payment_info ->> 'method';
  exception when check_violation then
    payment_method := null;
  end;
  problem := case
    when char_length(new.customer_name) between 2 and 200 is not true then 'Le nom est requis'
    when char_length(new.customer_phone) between 8 and 40 is not true
      or char_length(new.shipping_address ->> 'phone') not between 8 and 40 then 'Numéro de téléphone invalide'
    when char_length(new.shipping_address ->> 'address') between 5 and 500 is not true then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') between 2 and 120 is not true then 'Ville requise'
    when char_length(new.shipping_address ->> 'postalCode') > 20 then 'Code postal invalide'
    when char_length(new.notes) > 2000 then 'Les notes sont trop longues'
    when payment_method is null then 'Mode de paiement inconnu'
    when jsonb_typeof(sent_items) = 'array' is not true or sent_items = '[]' then 'Panier vide'
    when jsonb_array_length(sent_items) > 100 then 'Une commande compte au plus 100 articles'
  end;
  if problem is not null then
    raise exception using errcode = 'YA005', message = problem;
  end if;

  -- The arrays preserve the order of the lines. An id that is not a uuid becomes null here, and so does a
  -- quantity that is not a whole number of pieces. A regular expression for forbidden characters costs a
  -- tenth of translate(), or of a regular expression for the whole format.
  select
    array_agg(i.item ->> 'id'),
    array_agg(case
      when i.item ->> 'id' like '________-____-____-____-____________'
        and i.item ->> 'id' !~ '[^0-9a-fA-F-]' and i.item ->> 'id' not like '%-%-%-%-%-%'
        then (i.item ->> 'id')::uuid
    end),
    array_agg(case
      when translate(i.item ->> 'quantity', '0123456789', '') = '' and char_length(i.item ->> 'quantity') between 1 and 6
        then nullif((i.item ->> 'quantity')::integer, 0)
    end)
  into sent_ids, ids, quantities
  from jsonb_array_elements(sent_items) as i (item);
  if array_position(sent_ids, null) is not null or array_position(quantities, null) is not null then
    raise exception using errcode = 'YA005', message = 'Le contenu du panier est invalide';
  end if;

  -- Idempotency and order number -------------------------------------------------------------------------
  loop
    if draws_number then
      -- The first 48 bits of a version 4 uuid come from the system's cryptographic random source.
      new.number := 'ORD-' || lpad(
        (('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % (10 ^ digits)::bigint)::text,
        digits, '0'
      );
    end if;
    -- From here on, only one transaction works on this id and on this number.
    perform pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.number ' || new.number, 0));
    select
      s.shipping_fee,
      s.low_stock_threshold,
      (select coalesce(u.email, '') from auth.users u where u.id = new.user_id) as email,
      exists (select from public.orders o where o.id = new.id) as id_is_used,
      exists (select from public.orders o where o.number = new.number) as number_is_used
    into context
    from public.shop_settings s;
    if context.id_is_used then
      return private.get_existing_order(new, ids, quantities);
    end if;
    exit when not (context.number_is_used and draws_number);
    digits := 9;
  end loop;
  if new.user_id is not null then
    if context.email is null then
      raise insufficient_privilege using message = 'Ce compte n''existe plus';
    end if;
    new.customer_email := nullif(context.email, '');
  end if;

  -- Prices and stock -----------------------------------------------------------------------------------
  -- The products are locked in id order, so that orders do not deadlock, and in a statement of its own, so
  -- that the next statement sees the locked versions. An update that starts from a replaced row version would
  -- queue behind the transactions that still wait for that row, while they wait for this one.
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  perform set_config('yaare.placing_order', 'on', true);
  -- Takes the stock of the lines that can be sold. The others are missing from the totals, and abort the
  -- order below.
  with taken as (
    update public.products p set stock = p.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities) with ordinality as l (id, quantity, position)
    where p.id = l.id and (p.stock >= l.quantity or not takes_stock)
    returning l.position, p.id, p.name, p.price, p.image, p.stock, l.quantity
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity)
    select new.id, t.position, t.id, t.name, t.image, t.price, t.quantity from taken t
  ),
  -- Inserted here and not by a separate trigger, which would cost three times as much.
  confirmation as (
    insert into public.mails (subject_id, kind, recipient)
    select new.id, 'order_confirmation', new.customer_email
    where not by_service and new.customer_email is not null
  )
  select
    count(*) as lines,
    sum(t.quantity) as pieces,
    sum(t.price::bigint * t.quantity) + context.shipping_fee as total,
    jsonb_agg(
      jsonb_build_object('id', t.id, 'name', t.name, 'price', t.price, 'quantity', t.quantity, 'image', t.image)
      order by t.position
    ) as items,
    -- Pages show shoppers and administrators only whether a product is out of stock or low on stock.
    array_agg(t.id) filter (
      where t.stock = 0
        or (t.stock < context.low_stock_threshold and t.stock + t.quantity >= context.low_stock_threshold)
    ) as stock_changes
  into totals
  from taken t;
  perform set_config('yaare.placing_order', '', true);

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items);
  end if;
  if totals.total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  if new.total_amount is distinct from totals.total and not (by_service and new.total_amount is null) then
    perform private.raise_total_error(totals.total, context.shipping_fee, totals.items);
  end if;
  if totals.stock_changes is not null and takes_stock then
    perform private.notify_stock_changes(totals.stock_changes);
  end if;

  new.total_amount := totals.total;
  new.shipping_amount := context.shipping_fee;
  new.items_count := totals.pieces;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  return new;
end
$$;

create or replace function private.change_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.updated_at := now();
  if new.status = 'cancelled' and char_length(btrim(new.cancellation_reason)) between 1 and 500 is not true then
    raise exception using errcode = 'YA006', message = 'Le motif de l''annulation est requis';
  elsif new.status <> 'cancelled' and new.cancellation_reason is not null then
    raise exception using errcode = 'YA006', message = 'Seule une commande annulée a un motif';
  elsif new.status = old.status then
    return new;
  end if;
  if not private.may_administer() then
    raise insufficient_privilege using message = 'Seul un administrateur change le statut d''une commande';
  end if;
  if (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'),
    ('processing', 'completed'), ('processing', 'cancelled')
  ) then
    raise exception using errcode = 'YA006',
      message = format('Une commande « %s » ne peut pas devenir « %s »', old.status, new.status);
  end if;
  if new.status = 'cancelled' then
    perform from public.products p
    where p.id in (select i.product_id from public.order_items i where i.order_id = new.id)
    order by p.id for no key update;
    update public.products p set stock = p.stock + i.quantity
    from public.order_items i
    where i.order_id = new.id and i.product_id = p.id;
  end if;
  return new;
end
$$;

revoke execute on all functions in schema private from public;
