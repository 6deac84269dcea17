-- Orders: orders and their lines. The browser sends what the shopper saw; every amount is computed here from
-- the shop's own products, in the transaction that takes the stock. The id is generated in the browser, once
-- per purchase attempt, so that sending an order again yields the same order and never a second one.
--
-- Failures that a shopper can meet carry a French message, a SQLSTATE of class YA and JSON in the detail:
--   YA001 the total differs                YA002 not enough stock    YA003 a product no longer exists
--   YA004 the id belongs to another order  YA005 malformed request   YA006 invalid status change

create domain public.order_status as text
  constraint order_status_known check (value in ('pending', 'processing', 'completed', 'cancelled'));
comment on domain public.order_status is 'Completed and cancelled are final.';

create domain public.payment_method as text
  constraint payment_method_known check (value in ('cod', 'bank_transfer', 'mobile_money'));
comment on domain public.payment_method is 'How an order is paid: cod is cash on delivery.';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default '',
  user_id uuid references auth.users (id) on delete set null,
  customer_name text not null,
  customer_email text,
  customer_phone text not null,
  total_amount integer not null,
  shipping_amount integer not null default 0,
  items_count integer not null,
  status public.order_status not null default 'pending',
  cancellation_reason text,
  shipping_address jsonb not null,
  payment_info jsonb not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Each status is reached at most once, so its time is a column, which is read with the order. Who changed
  -- the status is in audit_log, which the customer cannot read.
  processing_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz
);
comment on table public.orders is
  'Orders: the products, the customer and the shipping address. Amounts are whole francs (XOF). Triggers check and compute every column; afterwards only the status changes.';
comment on column public.orders.id is 'Generated in the browser, once per purchase attempt.';
comment on column public.orders.number is
  'The number quoted on the phone: ORD- and six random digits, or nine when the first six drawn were taken. Drawn by place_order; the default only makes the column optional for clients.';
comment on column public.orders.user_id is 'From the token. A customer reads the orders that carry their id.';
comment on column public.orders.customer_email is 'The account''s e-mail when the order was placed.';
comment on column public.orders.total_amount is 'Lines plus shipping.';
comment on column public.orders.items_count is 'Pieces, not lines.';
comment on column public.orders.shipping_address is '{address, city, postalCode, phone}';
comment on column public.orders.payment_info is
  '{method, items: [{id, name, price, quantity, image}]}, with the names and prices at the time of the order.';
comment on column public.orders.processing_at is
  'When it became processing; null when it never was, or when that was not recorded.';
comment on column public.orders.completed_at is 'When it became completed.';
comment on column public.orders.cancelled_at is 'When it became cancelled.';

create index orders_created_at_idx on public.orders (created_at desc, id);
create index orders_user_id_idx on public.orders (user_id, created_at desc, id);
create index orders_customer_email_idx on public.orders (customer_email, created_at desc, id);
create index orders_status_idx on public.orders (status, created_at desc, id);

create table public.order_items (
  -- Deferred: place_order inserts the lines before the row of the order exists.
  order_id uuid not null references public.orders (id) on delete cascade deferrable initially deferred,
  position integer not null,
  product_id uuid references public.products (id) on delete set null,
  name text not null,
  image text,
  unit_price public.price not null,
  quantity integer not null,
  primary key (order_id, position)
);
comment on table public.order_items is
  'The lines of an order, with the names and prices at the time of the order.';
comment on column public.order_items.product_id is 'Null once the product is deleted.';
create index order_items_product_id_idx on public.order_items (product_id);

-- Placing an order -------------------------------------------------------------------------------------------------

-- An order may cost at most twice the insertion of its bare rows, hence the form of this function. Every
-- statement has a start-up cost, and so has every node of its plan, so there are three simple statements.
-- Plans are cached: planning again for each cart would cost a third more. A cached plan must also suit a shop
-- that has grown, so it never scans a whole table.
create function private.place_order() returns trigger
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
    bool_or(
      t.stock = 0
      or (t.stock < context.low_stock_threshold and t.stock + t.quantity >= context.low_stock_threshold)
    ) as stock_shows
  into totals
  from taken t;

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items);
  end if;
  if totals.total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  if new.total_amount is distinct from totals.total and not (by_service and new.total_amount is null) then
    perform private.raise_total_error(totals.total, context.shipping_fee, totals.items);
  end if;
  if totals.stock_shows and takes_stock then
    perform pg_notify('table_changes', 'products');
  end if;

  new.total_amount := totals.total;
  new.shipping_amount := context.shipping_fee;
  new.items_count := totals.pieces;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  return new;
end
$$;
comment on function private.place_order() is
  'Computes an order and its lines from the shop''s products, takes the stock, queues the customer''s confirmation mail, and recognizes an order that was sent before. The service role may set user_id, number, status and created_at; orders that it enters get no confirmation.';

create function private.get_existing_order(sent public.orders, ids uuid[], quantities integer[]) returns public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  existing public.orders;
begin
  select * into existing from public.orders where id = sent.id;
  if existing.user_id is distinct from sent.user_id
    or existing.customer_name <> sent.customer_name
    or existing.customer_phone <> sent.customer_phone
    or existing.shipping_address <> sent.shipping_address
    or existing.notes is distinct from sent.notes
    or existing.total_amount is distinct from sent.total_amount
    or existing.payment_info ->> 'method' <> sent.payment_info ->> 'method'
    or ids is distinct from array(
      select (i.item ->> 'id')::uuid
      from jsonb_array_elements(existing.payment_info -> 'items') with ordinality as i (item, position)
      order by i.position
    )
    or quantities is distinct from array(
      select (i.item ->> 'quantity')::integer
      from jsonb_array_elements(existing.payment_info -> 'items') with ordinality as i (item, position)
      order by i.position
    )
  then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  return existing;
end
$$;
comment on function private.get_existing_order(public.orders, uuid[], integer[]) is
  'The stored order, for a request with its id and the same content; YA004 for any other content. No stock is taken: the primary key then rejects the row with 23505, or ON CONFLICT DO NOTHING skips it.';

create function private.raise_total_error(total numeric, shipping integer, items jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'YA001',
    message = format('Le total de votre commande a changé : il est maintenant de %s XOF',
      regexp_replace(total::text, '(\d)(?=(\d{3})+$)', '\1 ', 'g')),
    detail = jsonb_build_object(
      'total', total, 'subtotal', total - shipping, 'shipping', shipping,
      'items', (
        select jsonb_agg(i.item - '{quantity,image}'::text[] order by i.position)
        from jsonb_array_elements(items) with ordinality as i (item, position)
      )
    )::text;
end
$$;
comment on function private.raise_total_error(numeric, integer, jsonb) is
  'Reports that the total differs from the one that the shopper saw, with the current prices.';

create function private.raise_stock_error(sent_ids text[], ids uuid[], quantities integer[], taken jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  missing jsonb;
  short jsonb;
  names text;
begin
  if (select count(distinct l.id) <> count(l.id) from unnest(ids) as l (id)) then
    raise exception using errcode = 'YA005', message = 'Un article figure deux fois dans le panier';
  end if;
  select
    jsonb_agg(jsonb_build_object('id', l.sent_id) order by l.position) filter (where p.id is null),
    jsonb_agg(
      jsonb_build_object('id', p.id, 'name', p.name, 'available', p.stock, 'requested', l.quantity)
      order by l.position
    ) filter (where p.id is not null),
    string_agg(
      format('%s (%s)', p.name, case when p.stock = 0 then 'épuisé' else p.stock || ' en stock' end), ', '
      order by l.position
    ) filter (where p.id is not null)
  into missing, short, names
  from unnest(sent_ids, ids, quantities) with ordinality as l (sent_id, id, quantity, position)
  left join public.products p on p.id = l.id
  where not coalesce(taken, '[]') @> jsonb_build_array(jsonb_build_object('id', l.id));
  if missing is not null then
    raise exception using errcode = 'YA003', message = 'Un article de votre panier n''est plus en vente',
      detail = jsonb_build_object('items', missing)::text;
  end if;
  raise exception using errcode = 'YA002', message = 'Stock insuffisant : ' || names,
    detail = jsonb_build_object('items', short)::text;
end
$$;
comment on function private.raise_stock_error(text[], uuid[], integer[], jsonb) is
  'Reports why some lines could not be taken: a duplicate in the cart, a deleted product, or not enough stock. The stock taken for the other lines is restored by the rollback.';

create trigger orders_place before insert on public.orders
  for each row execute function private.place_order();

-- Status changes ---------------------------------------------------------------------------------------------------

create function private.change_order_status() returns trigger
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
    perform pg_notify('table_changes', 'products');
  end if;
  return new;
end
$$;
comment on function private.change_order_status() is
  'Enforces the status transitions. Completed and cancelled are final; a cancellation restores the stock, exactly once, because the row is locked and its status final.';

create trigger orders_change_status before update of status, cancellation_reason on public.orders
  for each row execute function private.change_order_status();

create function private.set_order_status_timestamps() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, jsonb_build_object(new.status || '_at', now()));
end
$$;
comment on function private.set_order_status_timestamps() is
  'Sets the column with the time at which the new status was reached: processing_at for processing, and so on.';
create trigger orders_set_status_timestamps before update of status on public.orders
  for each row when (new.status is distinct from old.status) execute function private.set_order_status_timestamps();

-- Search -----------------------------------------------------------------------------------------------------------

create function private.order_search_text(number text, customer_name text, customer_phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(
    number || ' ' || customer_name || ' ' || regexp_replace(customer_phone, '[^0-9]', '', 'g')
  )
$$;
comment on function private.order_search_text(text, text, text) is
  'The text that the search of orders indexes.';
create index orders_search_text_idx on public.orders
  using gin (private.order_search_text(number, customer_name, customer_phone) extensions.gin_trgm_ops);

create function private.find_order_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.orders r', 'private.order_search_text(number, customer_name, customer_phone)',
    private.to_contact_search_patterns(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.find_order_ids(text) is
  'The newest 200 orders that contain every word of the query; no rows for customers.';

create function public.search_orders(query text) returns setof public.orders
language sql stable rows 50 set search_path = '' as $$
  select o.* from public.orders o
  where o.id = any (array(select private.find_order_ids(query)))
  order by o.created_at desc, o.id
$$;
comment on function public.search_orders(text) is
  'The newest 200 orders whose number, customer''s name or phone contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

-- Figures ----------------------------------------------------------------------------------------------------------

create function public.orders_by_status() returns table (status public.order_status, orders integer, amount bigint)
language sql stable rows 4 set search_path = '' as $$
  select s.status::public.order_status, count(o.id)::integer, coalesce(sum(o.total_amount), 0)::bigint
  from unnest(array['pending', 'processing', 'completed', 'cancelled']) with ordinality as s (status, position)
  left join public.orders o on o.status = s.status
  where (select private.is_admin())
  group by s.status, s.position
  order by s.position
$$;
comment on function public.orders_by_status() is
  'All four statuses with the number and the amount of their orders: [{status, orders, amount}].';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Writing a row evaluates its index expression as the writing role.
grant execute on function private.order_search_text(text, text, text), private.find_order_ids(text)
  to authenticated, service_role;
revoke execute on function public.search_orders(text), public.orders_by_status() from public, anon;
grant execute on function public.search_orders(text), public.orders_by_status() to authenticated, service_role;

revoke all on public.orders, public.order_items from anon, authenticated;
grant
  select,
  insert (id, customer_name, customer_email, customer_phone, total_amount, items_count, status, shipping_address,
    payment_info, notes),
  update (status, cancellation_reason) on public.orders to authenticated;
grant select on public.order_items to authenticated;

alter table public.orders enable row level security;
create policy "Customers read their own orders and administrators read all" on public.orders
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "Customers place their own orders" on public.orders
  for insert to authenticated with check (user_id = (select auth.uid()) and status = 'pending');
create policy "Administrators change the status of orders" on public.orders
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

alter table public.order_items enable row level security;
create policy "Whoever reads an order reads its lines" on public.order_items
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
