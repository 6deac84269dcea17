-- What an order costs the database: a ninth less, for the same checks. See docs/decisions/0052-cost-of-an-order.md.

-- The searched text of a product -----------------------------------------------------------------------------------
-- A generated column is computed again at every update of a table that has a trigger before updates, so each order
-- computed the text of its products. A trigger computes it only when the name or the reference is written.
alter table public.products alter column search_text drop expression;
alter table public.products alter column search_text set default '';

create function private.set_product_search_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.search_text := private.product_search_text(new.name, new.reference);
  return new;
end
$$;
comment on function private.set_product_search_text() is
  'Computes the searched text of a product, whatever was sent for it.';

create trigger products_set_search_text before insert or update of name, reference, search_text on public.products
  for each row execute function private.set_product_search_text();

create or replace function private.product_columns() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all ('{id,image,rating,review_count,created_at,updated_at,search_text}')
$$;

-- Low stock and alerts ---------------------------------------------------------------------------------------------
-- Postgres parses the condition of a trigger anew at each statement, so that an order pays for each: one short
-- condition instead of two.
drop trigger products_queue_stock_alerts on public.products;
drop trigger products_set_low_stock_update on public.products;
drop function private.queue_stock_alerts();

create function private.queue_stock_alerts(product uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  alert record;
begin
  -- The writer waits for these mails, so there is an end to them: who comes later is told when stock returns again.
  for alert in
    select
      a.id, a.email,
      exists (
        select from private.order_audiences o
        where o.id = a.user_id and lower(o.email) = a.email and o.is_email_proven
      ) as is_proven
    from public.stock_alerts a
    where a.product_id = product
    order by a.created_at, a.id
    limit 1000
  loop
    -- A request that has to wait for the next letter of its address remains.
    if alert.is_proven or private.may_send_letter(alert.email) then
      delete from public.stock_alerts a where a.id = alert.id;
      insert into public.mails (subject_id, kind, recipient, payload)
      values (alert.id, 'stock_alert', alert.email, jsonb_build_object('product', product));
    end if;
  end loop;
  -- Found is about the loop: whether there was an alert.
  if found then
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function private.queue_stock_alerts(uuid) is
  'Queues the mails of a product that is in stock again, and deletes their requests.';

create or replace function private.set_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.stock < 20 then
    insert into public.low_stocks as l (product_id, stock, name) values (new.id, new.stock, new.name)
    on conflict (product_id) do update set stock = excluded.stock, name = excluded.name
    where (l.stock, l.name) is distinct from (excluded.stock, excluded.name);
  else
    delete from public.low_stocks where product_id = new.id;
  end if;
  if tg_op = 'UPDATE' and old.stock = 0 and new.stock > 0 then
    perform private.queue_stock_alerts(new.id);
  end if;
  return null;
end
$$;
comment on function private.set_low_stock() is
  'Keeps low_stocks, and queues the alerts of a product whose stock returns.';

create trigger products_set_low_stock_update after update of stock, name on public.products
  for each row when (old.stock < 20 or new.stock < 20) execute function private.set_low_stock();

-- The limits of orders, one row an audience ------------------------------------------------------------------------
-- An order needs eight limits. Collecting them from the table of limits cost as much as all the checks.
create table private.order_limits (
  audience text primary key,
  open_by_account bigint,
  open_by_phone bigint,
  open_by_place bigint,
  orders_by_network bigint,
  lines bigint,
  pieces bigint,
  value bigint,
  reservation_hours bigint
);
comment on table private.order_limits is
  'A copy of the limits of orders for place_order, one row an audience; written by the trigger of limits only. Null sets no limit.';
alter table private.order_limits enable row level security;
create policy "Only the service reads the copy of the limits of orders" on private.order_limits
  for select to service_role using (true);

create function private.copy_order_limits() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Whoever waits here reads what the other has written: the query below takes its snapshot afterwards.
  lock table private.order_limits in share row exclusive mode;
  delete from private.order_limits;
  insert into private.order_limits
  select
    l.audience,
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'account'),
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'phone'),
    min(l.maximum) filter (where l.name = 'orders_open' and l.scope = 'place'),
    min(l.maximum) filter (where l.name = 'orders'),
    min(l.maximum) filter (where l.name = 'order_lines'),
    min(l.maximum) filter (where l.name = 'order_pieces'),
    min(l.maximum) filter (where l.name = 'order_value'),
    min(l.maximum) filter (where l.name = 'order_reservation')
  from public.limits l
  where l.name in ('orders_open', 'orders', 'order_lines', 'order_pieces', 'order_value', 'order_reservation')
  group by l.audience;
  return null;
end
$$;
comment on function private.copy_order_limits() is 'Copies the limits of orders into order_limits.';

create trigger limits_copy_order_limits after insert or update or delete or truncate on public.limits
  for each statement execute function private.copy_order_limits();
-- Fires the trigger for the limits that are there.
update public.limits set label = label where false;

create or replace function private.check_order_limits(
  placed public.orders, audience text, lines integer, largest_line integer
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  phone_key constant text := private.get_phone_key(placed.customer_phone);
  place_key constant text := private.get_place_key(placed.shipping_address);
  allowed record;
  ignored text;
begin
  -- Concurrent orders of one customer would not see each other. Every order takes these locks in this order, and
  -- after those of its products.
  ignored := num_nulls(
    pg_advisory_xact_lock(hashtextextended('orders.user_id ' || placed.user_id::text, 0)),
    pg_advisory_xact_lock(hashtextextended('orders.phone ' || phone_key, 0)),
    pg_advisory_xact_lock(hashtextextended('orders.place ' || place_key, 0))
  )::text;
  select
    l.orders_by_network, l.lines, l.pieces, l.value, l.reservation_hours,
    -- Is there as many an open order as are allowed? A null maximum skips its question.
    case
      when l.open_by_account = 0 or l.open_by_account > 0 and exists (
        select from public.orders o
        where o.user_id = placed.user_id and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_account - 1
      ) then 'account'
      when l.open_by_phone = 0 or l.open_by_phone > 0 and exists (
        select from public.orders o
        where private.get_phone_key(o.customer_phone) = phone_key and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_phone - 1
      ) then 'phone'
      when l.open_by_place = 0 or l.open_by_place > 0 and exists (
        select from public.orders o
        where private.get_place_key(o.shipping_address) = place_key and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_place - 1
      ) then 'place'
    end as full_scope
  into allowed
  from private.order_limits l
  where l.audience = check_order_limits.audience;
  if lines > allowed.lines then
    perform private.refuse_order('order_lines', audience, 'order',
      format('Une commande compte au plus %s articles', allowed.lines));
  elsif largest_line > allowed.pieces then
    perform private.refuse_order('order_pieces', audience, 'line',
      format('Une commande compte au plus %s pièces d''un article', allowed.pieces));
  elsif placed.total_amount > allowed.value then
    perform private.refuse_order('order_value', audience, 'order',
      format('Une commande est limitée à %s XOF', private.format_thousands(allowed.value)));
  elsif allowed.full_scope is not null then
    perform private.refuse_order('orders_open', audience, allowed.full_scope,
      case allowed.full_scope
        when 'account' then 'Vous avez déjà beaucoup de commandes en attente'
        when 'phone' then 'Ce numéro a déjà beaucoup de commandes en attente'
        else 'Cette adresse a déjà beaucoup de commandes en attente'
      end);
  end if;
  if allowed.orders_by_network is not null then
    -- A shop that is not told of the proxy before it (TRUST_PROXY) sees its own machine's address for everybody: it
    -- must go on selling.
    perform private.take_limit(
      'orders', audience, 'network', nullif(nullif(private.get_client_network(), '127.0.0.0/24'), '::/56'), 1,
      'Beaucoup de commandes viennent d''arriver de votre réseau. Appelez-nous, ou réessayez plus tard');
  end if;
  return now() + make_interval(hours => allowed.reservation_hours::integer);
end
$$;

-- As before, but the locks of the id and the number are an expression and not a statement, which costs more.
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
  sends_letter boolean;
  problem text;
  context record;
  totals record;
  -- A function that is assigned costs less than one that is performed, which is a statement.
  ignored text;
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
    ignored := set_config('yaare.placed_order', new.id::text, true);
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
    when not by_service and private.contains_link(new.customer_name) then 'Un nom ne contient ni adresse ni lien'
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
    ignored := num_nulls(
      pg_advisory_xact_lock(hashtextextended('orders.id ' || new.id::text, 0)),
      pg_advisory_xact_lock(hashtextextended('orders.number ' || new.number, 0))
    )::text;
    select
      s.shipping_fee,
      s.low_stock_threshold,
      case when a.id is not null then coalesce(a.email, '') end as email,
      a.audience,
      a.is_email_proven,
      exists (select from public.orders o where o.id = new.id) as id_is_used,
      exists (select from public.orders o where o.number = new.number) as number_is_used
    into context
    from public.shop_settings s
    left join private.order_audiences a on a.id = new.user_id;
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
  sends_letter := not by_service and new.customer_email is not null
    and (
    context.is_email_proven or context.audience = 'trusted' or private.may_send_letter(new.customer_email)
  );

  -- Prices and stock -----------------------------------------------------------------------------------
  -- The products are locked in id order, so that orders do not deadlock, and in a statement of its own, so
  -- that the next statement sees the locked versions. An update that starts from a replaced row version would
  -- queue behind the transactions that still wait for that row, while they wait for this one.
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  ignored := set_config('yaare.placing_order', 'on', true);
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
    where sends_letter
  )
  select
    count(*) as lines,
    sum(t.quantity) as pieces,
    max(t.quantity) as largest_line,
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
  ignored := set_config('yaare.placing_order', '', true);

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items);
  end if;
  if totals.total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  end if;
  if new.total_amount is distinct from totals.total and not (by_service and new.total_amount is null) then
    perform private.raise_total_error(totals.total, context.shipping_fee, totals.items);
  end if;
  new.total_amount := totals.total;
  new.shipping_amount := context.shipping_fee;
  new.items_count := totals.pieces;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  if not by_service then
    new.reservation_ends_at := private.check_order_limits(
      new, context.audience, totals.lines::integer, totals.largest_line
    );
  end if;
  -- Last, because all transactions that notify hold one lock until they end.
  if totals.stock_changes is not null and takes_stock then
    perform private.notify_stock_changes(totals.stock_changes);
  end if;
  return new;
end
$$;

revoke execute on all functions in schema private from public;
