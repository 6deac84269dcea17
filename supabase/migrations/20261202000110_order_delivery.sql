-- Orders with a zone, a day and a pick-up point. The database computes the fee from the address and the weight; a shop
-- without zones pays nothing for it. See docs/decisions/0054-delivery-zones.md.

create domain public.order_source as text
  constraint order_source_known check (value in ('web', 'phone', 'whatsapp', 'counter'));
comment on domain public.order_source is 'Where an order came from: the shop''s own pages, a call, a WhatsApp message, the counter.';

create domain public.half_day as text
  constraint half_day_known check (value in ('morning', 'afternoon'));

alter table public.orders
  add column zone_id uuid references public.delivery_zones (id) on delete set null,
  add column zone_name text,
  add column pickup_point_id uuid references public.pickup_points (id) on delete set null,
  add column pickup_point_name text,
  add column delivery_day date,
  add column delivery_half public.half_day,
  add column weight_grams integer,
  add column source public.order_source not null default 'web',
  add column discount_amount integer not null default 0,
  add column discount_reason text;
comment on column public.orders.zone_id is 'The zone that decided the fee; null for the flat fee, for a pick-up, and once the zone is deleted.';
comment on column public.orders.zone_name is 'The name of the zone when the order was placed.';
comment on column public.orders.pickup_point_id is 'Where the customer fetches the order; null for a delivery, and once the point is deleted.';
comment on column public.orders.pickup_point_name is 'The name of the pick-up point when the order was placed; null for a delivery.';
comment on column public.orders.delivery_day is 'The day that the customer chose; null for the earliest possible.';
comment on column public.orders.delivery_half is 'The half of that day; null for either.';
comment on column public.orders.weight_grams is 'The weight of the products whose weight is known, when the order was placed; null when none is.';
comment on column public.orders.discount_amount is 'What the shop took off the amount of the products, in francs, for discount_reason.';
comment on column public.orders.shipping_address is
  '{address, city, postalCode, phone}, and where given quarter, landmark, latitude and longitude. The address and town of a pick-up may be empty.';
comment on column public.orders.total_amount is 'Lines less the discount, plus shipping.';
alter table public.order_items add column discount_amount integer not null default 0;
comment on column public.order_items.discount_amount is 'The part of the discount of the order that concerns this line, in francs.';

-- Partial, so that the orders of a shop without zones do not pay for them.
create index orders_zone_id_idx on public.orders (zone_id) where zone_id is not null;
create index orders_pickup_point_id_idx on public.orders (pickup_point_id) where pickup_point_id is not null;

create function private.get_address_details(sent jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  details jsonb := jsonb_strip_nulls(jsonb_build_object(
    'quarter', nullif(btrim(sent ->> 'quarter'), ''), 'landmark', nullif(btrim(sent ->> 'landmark'), '')
  ));
  latitude constant jsonb := nullif(sent -> 'latitude', 'null');
  longitude constant jsonb := nullif(sent -> 'longitude', 'null');
begin
  if char_length(details ->> 'quarter') > 120 then
    raise exception using errcode = 'YA005', message = 'Le nom du quartier est trop long';
  elsif char_length(details ->> 'landmark') > 300 then
    raise exception using errcode = 'YA005', message = 'Le repère compte au plus 300 caractères';
  elsif num_nonnulls(latitude, longitude) = 0 then
    return details;
  elsif jsonb_typeof(latitude) is distinct from 'number' or jsonb_typeof(longitude) is distinct from 'number'
    or latitude::numeric not between -90 and 90 or longitude::numeric not between -180 and 180
  then
    raise exception using errcode = 'YA005', message = 'La position est invalide';
  end if;
  -- Six decimals are a hand's breadth.
  return details || jsonb_build_object(
    'latitude', trim_scale(round(latitude::numeric, 6)), 'longitude', trim_scale(round(longitude::numeric, 6))
  );
end
$$;
comment on function private.get_address_details(jsonb) is
  'What an address says beyond the street, the town and the phone: {quarter, landmark, latitude, longitude}, without what was not sent. YA005 for a text that is too long or a position that is not on the earth.';

create function private.set_order_delivery(
  placed public.orders, weight bigint, bulky boolean, subtotal bigint, by_service boolean
) returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  delivery record;
begin
  if placed.pickup_point_id is not null then
    select p.name into placed.pickup_point_name from public.pickup_points p where p.id = placed.pickup_point_id and p.is_active;
    if not found then
      raise exception using errcode = 'YA005', message = 'Ce point de retrait n''est plus proposé : choisissez-en un autre';
    elsif placed.delivery_day is not null and not by_service then
      raise exception using errcode = 'YA005', message = 'Un retrait en magasin n''a pas de jour de livraison';
    end if;
    placed.shipping_amount := 0;
    return placed;
  end if;
  select * into delivery
  from private.delivery_fee(
    placed.shipping_address ->> 'city', placed.shipping_address ->> 'quarter', weight, bulky, subtotal
  );
  if delivery.fee is null then
    raise exception using errcode = 'YA005', message = private.get_too_heavy_message(delivery.zone_name);
  end if;
  placed.shipping_amount := delivery.fee;
  placed.zone_id := delivery.zone_id;
  placed.zone_name := delivery.zone_name;
  -- The service may enter orders of former days.
  if placed.delivery_day is not null and not by_service then
    perform private.check_delivery_slot(
      placed.delivery_day, placed.delivery_half, delivery.zone_name, delivery.delay_hours, delivery.days
    );
  end if;
  return placed;
end
$$;
comment on function private.set_order_delivery(public.orders, bigint, boolean, bigint, boolean) is
  'The order with its fee, zone and names as place_order stores them. YA005 for a pick-up point that is closed, an order that is too heavy, and a day that the zone does not serve.';

create or replace function private.check_order_limits(
  placed public.orders, audience text, lines integer, largest_line integer
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  phone_key constant text := private.get_phone_key(placed.customer_phone);
  -- All who fetch their orders at one point would share a place.
  place_key constant text := case
    when placed.pickup_point_id is null then private.get_place_key(placed.shipping_address)
  end;
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


create or replace function private.get_existing_order(sent public.orders, ids uuid[], quantities integer[]) returns public.orders
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
    or existing.delivery_day is distinct from sent.delivery_day
    or existing.delivery_half is distinct from sent.delivery_half
    -- The point may have been deleted since.
    or (existing.pickup_point_name is null) <> (sent.pickup_point_id is null)
    or existing.pickup_point_id <> sent.pickup_point_id
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

-- As before, but for the fee, the address and the discount.
create or replace function private.place_order() returns trigger
language plpgsql security definer
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  by_service constant boolean := current_setting('role') not in ('anon', 'authenticated');
  -- An order that the service enters as already cancelled takes no stock.
  takes_stock boolean;
  is_delivered constant boolean := new.pickup_point_id is null;
  draws_number constant boolean := new.number = '';
  digits integer := 6;
  sent_address constant jsonb := new.shipping_address;
  sent_items constant jsonb := new.payment_info -> 'items';
  sent_ids text[];
  ids uuid[];
  quantities integer[];
  payment_method public.payment_method;
  sends_letter boolean;
  problem text;
  total bigint;
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
    'address', coalesce(btrim(sent_address ->> 'address'), ''),
    'city', coalesce(btrim(sent_address ->> 'city'), ''),
    'postalCode', coalesce(btrim(sent_address ->> 'postalCode'), ''),
    'phone', coalesce(nullif(btrim(sent_address ->> 'phone'), ''), new.customer_phone)
  );
  if sent_address ?| '{quarter,landmark,latitude,longitude}' then
    new.shipping_address := new.shipping_address || private.get_address_details(sent_address);
  end if;
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
    -- Who fetches the order needs no address.
    when char_length(new.shipping_address ->> 'address') not between case when is_delivered then 5 else 0 end and 500
      then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') not between case when is_delivered then 2 else 0 end and 120
      then 'Ville requise'
    when char_length(new.shipping_address ->> 'postalCode') > 20 then 'Code postal invalide'
    when char_length(new.notes) > 2000 then 'Les notes sont trop longues'
    when new.delivery_half is not null and new.delivery_day is null then 'Choisissez le jour de la livraison'
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
      s.delivery_from,
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
    returning l.position, p.id, p.name, p.price, p.image, p.stock, p.weight_grams, p.is_bulky, l.quantity
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
    sum(t.price::bigint * t.quantity)::bigint as subtotal,
    sum(t.weight_grams::bigint * t.quantity)::bigint as weight,
    bool_or(t.is_bulky) as is_bulky,
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
  new.weight_grams := case when totals.weight is not null then least(totals.weight, 2147483647) end;
  if context.delivery_from is null and is_delivered and new.delivery_day is null then
    new.shipping_amount := context.shipping_fee;
  else
    new := private.set_order_delivery(new, coalesce(totals.weight, 0), totals.is_bulky, totals.subtotal, by_service);
  end if;
  total := totals.subtotal - new.discount_amount + new.shipping_amount;
  if total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  elsif new.discount_amount not between 0 and totals.subtotal then
    raise exception using errcode = 'YA005', message = 'La remise dépasse le montant des articles';
  end if;
  if new.total_amount is distinct from total and not (by_service and new.total_amount is null) then
    perform private.raise_total_error(total, new.shipping_amount, totals.items);
  end if;
  new.total_amount := total;
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

grant insert (pickup_point_id, delivery_day, delivery_half) on public.orders to authenticated;
revoke execute on all functions in schema private from public;
