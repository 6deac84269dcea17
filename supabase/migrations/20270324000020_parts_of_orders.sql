-- The parts of a split order are one delivery: what makes the delivery of one free makes that of the others free, a code
-- that one of them has kept as well as the amount of all their goods.

create function private.list_order_parts(of_order uuid) returns setof uuid
language sql stable rows 2 set search_path = '' as $$
  with recursive parts as (
    select o.id, o.split_from_id from public.orders o where o.id = of_order
    union
    select o.id, o.split_from_id from public.orders o join parts p on o.split_from_id = p.id or o.id = p.split_from_id
  )
  select p.id from parts p
$$;
comment on function private.list_order_parts(uuid) is 'The orders into which one was split, itself among them; none for an order that does not exist yet.';

create function private.sum_other_parts(of_order uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(i.unit_price::bigint * i.quantity), 0)::bigint
  from private.list_order_parts(of_order) part
  join public.orders o on o.id = part and o.id <> of_order and o.status <> 'cancelled'
  join public.order_items i on i.order_id = o.id
$$;
comment on function private.sum_other_parts(uuid) is 'The amount in francs of the goods of the other parts of a split order, before discounts, that are not cancelled.';

create function private.has_free_delivery(of_order uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.list_order_parts(of_order) part
    join public.orders o on o.id = part
    join public.promo_codes c on c.code = o.promo_code and c.kind = 'free_delivery'
  )
$$;
comment on function private.has_free_delivery(uuid) is 'Whether a code has made the delivery of the order, or of a part of it, free.';

revoke all on function private.list_order_parts(uuid), private.sum_other_parts(uuid), private.has_free_delivery(uuid) from public;

create or replace function private.complete_staff_order(sent jsonb, existing public.orders)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'customer_name', existing.customer_name, 'customer_phone', existing.customer_phone,
    -- The number of the delivery follows that of the customer, unless it is somebody else's.
    'shipping_address', case
      when private.get_phone_key(sent ->> 'customer_phone') <> private.get_phone_key(existing.customer_phone)
        and private.get_phone_key(existing.shipping_address ->> 'phone') = private.get_phone_key(existing.customer_phone)
        then existing.shipping_address - 'phone'
      else existing.shipping_address
    end,
    'pickup_point_id', existing.pickup_point_id,
    'delivery_day', existing.delivery_day, 'delivery_half', existing.delivery_half, 'notes', existing.notes,
    'payment_method', existing.payment_info ->> 'method', 'discount_reason', existing.discount_reason,
    'items', (
      select jsonb_agg(
        jsonb_build_object('position', i.position, 'quantity', i.quantity, 'discount', i.discount_amount)
        order by i.position
      )
      from public.order_items i where i.order_id = existing.id
    )
  )
  -- A fee that was agreed stays, unless what it was computed from changes. The first part of a split order has paid for both.
  || case
    when sent ?| '{items,shipping_address,pickup_point_id}' and not f.is_free and existing.split_from_id is null then '{}'
    else jsonb_build_object('fee', existing.shipping_amount)
  end
  || case when f.is_free and sent -> 'fee' = 'null' then sent - 'fee' else sent end
  || jsonb_build_object('source', existing.source)
  -- What is fetched at a point that was deleted since is still fetched, unless another point or a town is sent.
  || jsonb_build_object('pickup_point_name', case
    when existing.pickup_point_id is null and nullif(sent -> 'pickup_point_id', 'null') is null
      and btrim(coalesce(sent -> 'shipping_address' ->> 'city', '')) = ''
      then existing.pickup_point_name
  end)
  from (
    select private.has_free_delivery(existing.id) as is_free
  ) f
$function$;

create or replace function private.get_staff_fee(sent public.orders, weight bigint, bulky boolean, subtotal bigint)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  sent.zone_id := null;
  sent.zone_name := null;
  if private.is_taken_along(sent) then
    sent.shipping_amount := 0;
    return sent;
  end if;
  return private.set_order_delivery(sent, weight, bulky, subtotal + private.sum_other_parts(sent.id), true);
end
$function$;

create or replace function private.preview_staff_order(staff_order jsonb, of_order uuid)
 RETURNS TABLE(lines jsonb, subtotal bigint, discount bigint, fee integer, computed_fee integer, zone_name text, total bigint, maximum_percent integer, days date[], problem text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  existing public.orders;
  sent jsonb := staff_order;
  totals record;
  delivery record;
begin
  perform private.require_right(case when of_order is null then 'orders.place' else 'orders.change' end);
  if of_order is not null then
    select * into existing from public.orders o where o.id = of_order;
    sent := private.complete_staff_order(sent, existing);
  end if;
  select
    jsonb_agg(jsonb_build_object(
      'position', l.line_position, 'id', coalesce(l.variant_id, l.product_id), 'name', l.name, 'image', l.image, 'unit_price', l.unit_price,
      'quantity', l.quantity, 'discount_amount', l.discount_amount, 'sold_by', l.sold_by,
      'available', l.stock + coalesce(i.quantity, 0)
    )) as lines,
    sum(l.unit_price::bigint * l.quantity)::bigint as subtotal, sum(l.discount_amount)::bigint as discount,
    sum(l.weight_grams::bigint * l.quantity)::bigint as weight, bool_or(l.is_bulky) as is_bulky
  into totals
  from private.compute_staff_lines(of_order, sent -> 'items', private.read_amount(sent, 'discount'),
    case when sent ->> 'customer_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (sent ->> 'customer_id')::uuid end
  ) l
  left join public.order_items i
    on i.order_id = of_order and i.position = l.line_position and existing.stock_released_at is null;
  select * into delivery
  from private.delivery_fee(
    left(sent -> 'shipping_address' ->> 'city', 120), left(sent -> 'shipping_address' ->> 'quarter', 120),
    coalesce(totals.weight, 0), coalesce(totals.is_bulky, false), coalesce(totals.subtotal, 0) + private.sum_other_parts(existing.id)
  );
  lines := coalesce(totals.lines, '[]');
  subtotal := coalesce(totals.subtotal, 0);
  discount := coalesce(totals.discount, 0);
  maximum_percent := private.get_discount_limit();
  if nullif(sent -> 'pickup_point_id', 'null') is not null
    or existing.id is not null and sent ->> 'pickup_point_name' is not null
    or sent ->> 'source' = 'counter' and btrim(coalesce(sent -> 'shipping_address' ->> 'city', '')) = ''
  then
    computed_fee := 0;
    days := '{}';
  else
    computed_fee := delivery.fee;
    zone_name := delivery.zone_name;
    days := coalesce((
      select array_agg(distinct s.day order by s.day) from private.list_delivery_slots(delivery.delay_hours, delivery.days) s
    ), '{}');
    problem := case
      when delivery.fee is null and (jsonb_typeof(sent -> 'fee') = 'number' and private.read_amount(sent, 'fee') > 0) is not true
        and (sent -> 'fee' = '0' and existing.split_from_id is not null) is not true
        then private.get_agreed_fee_message(delivery.zone_name)
    end;
  end if;
  fee := case when jsonb_typeof(sent -> 'fee') = 'number' then private.read_amount(sent, 'fee') else computed_fee end;
  total := subtotal - discount + coalesce(fee, 0);
  return next;
end
$function$;

create or replace function private.change_order(of_order uuid, expected_updated_at timestamp with time zone, change jsonb)
 RETURNS TABLE(total_amount integer, previous_total integer, paid_amount integer, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event_id constant uuid := case when change ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (change ->> 'id')::uuid end;
  -- The total that was shown is no part of what was changed.
  content constant text := md5((change - 'total')::text);
  target public.orders;
  sent public.orders;
  completed jsonb;
  lines jsonb;
  totals record;
  total bigint;
  computed_fee integer;
  former_fee integer := 0;
  ids uuid[];
  quantities integer[];
  taken jsonb;
  differences jsonb;
  fields text[];
  changes jsonb;
begin
  perform private.require_right('orders.change');
  if event_id is null then
    perform private.raise_problem('', 'Ce changement est invalide');
  end if;
  -- One transaction at a time works on an order. The products follow in the order of their ids, as everywhere.
  perform from public.orders o where o.id = of_order for no key update;
  if exists (
    select from public.order_events e
    where e.id = event_id and e.order_id = of_order and e.kind = 'changed' and e.actor_id is not distinct from auth.uid()
      and coalesce(e.data ->> 'content', content) = content
  ) then
    return query select o.total_amount, (e.data ->> 'total_before')::integer, o.paid_amount, o.updated_at
      from public.orders o join public.order_events e on e.id = event_id where o.id = of_order;
    return;
  elsif exists (select from public.order_events e where e.id = event_id) then
    raise exception using errcode = 'YA004', message = 'Ce changement a déjà été envoyé avec un autre contenu';
  end if;
  target := private.lock_order_to_change(of_order, expected_updated_at);
  completed := private.complete_staff_order(change, target);
  sent := private.read_staff_order(completed, target);
  -- The id that was sent is that of the event.
  sent.id := target.id;
  select array_agg(distinct p.id) into ids
  from (
    select i.product_id from public.order_items i where i.order_id = of_order
    union all
    select l.product_id
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount'), null) l
  ) p (id)
  where p.id is not null;
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  -- Again, with the prices that the locked products have.
  select
    jsonb_agg(to_jsonb(l) || jsonb_build_object(
      'position', coalesce(l.line_position, l.last_position + l.new_count)
    )) as lines,
    sum(l.unit_price::bigint * l.quantity)::bigint as subtotal, sum(l.discount_amount)::integer as discount,
    sum(private.count_articles(l.quantity, nullif(l.sold_by, 'null')))::integer as articles,
    sum(l.weight_grams::bigint * l.quantity)::bigint as weight, bool_or(l.is_bulky) as is_bulky
  into totals
  from (
    select l.*, (select max(i.position) from public.order_items i where i.order_id = of_order) as last_position,
      count(*) filter (where l.line_position is null) over (rows unbounded preceding)::integer as new_count
    from private.compute_staff_lines(of_order, completed -> 'items', private.read_amount(completed, 'discount'), null) l
  ) l;
  lines := totals.lines;

  -- What changed -----------------------------------------------------------------------------------------------------
  select jsonb_agg(jsonb_build_object('name', left(d.name, 80), 'before', d.before, 'after', d.after) order by d.position)
    filter (where d.rank <= 50)
  into differences
  from (
    select position, coalesce(l.name, i.name) as name, coalesce(i.quantity, 0) as before, coalesce(l.quantity, 0) as after,
      row_number() over (order by position) as rank
    from (select i.* from public.order_items i where i.order_id = of_order) i
    full join jsonb_to_recordset(lines) as l (position integer, name text, quantity integer) using (position)
    where i.quantity is distinct from l.quantity
  ) d;

  -- The stock follows. An order whose stock was given back takes all of it again: somebody has talked to the customer.
  select array_agg(d.id order by d.id), array_agg(d.quantity order by d.id) into ids, quantities
  from (
    select m.id, sum(m.quantity)::integer as quantity
    from (
      select coalesce(i.variant_id, i.product_id), -i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select coalesce(l.variant_id, l.product_id), l.quantity
      from jsonb_to_recordset(lines) as l (product_id uuid, variant_id uuid, quantity integer)
    ) m (id, quantity)
    -- What was deleted meanwhile has no stock.
    where exists (select from public.sellable_items s where s.id = m.id)
    group by m.id
  ) d
  where d.quantity <> 0;
  taken := private.take_stock(ids, quantities);
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    perform private.raise_stock_error(ids::text[], ids, quantities, taken);
  end if;

  -- Of each kind of step the difference, so that what stays is not rounded.
  perform private.correct_steps(jsonb_agg(jsonb_build_object(
    'item_id', m.id, 'quantity', m.quantity, 'sold_by', m.sold_by
  )))
  from (
    select m.id, m.sold_by, sum(m.quantity)::integer as quantity
    from (
      select coalesce(i.variant_id, i.product_id), i.sold_by, i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select coalesce(l.variant_id, l.product_id), nullif(l.sold_by, 'null'), -l.quantity
      from jsonb_to_recordset(lines) as l (product_id uuid, variant_id uuid, quantity integer, sold_by jsonb)
    ) m (id, sold_by, quantity)
    group by m.id, m.sold_by
    having sum(m.quantity) <> 0
  ) m;

  -- The amounts ------------------------------------------------------------------------------------------------------
  if differences is null and sent.shipping_amount = target.shipping_amount
    and sent.pickup_point_id is not distinct from target.pickup_point_id
    and sent.pickup_point_name is not distinct from target.pickup_point_name
    and sent.shipping_address - 'phone' = target.shipping_address - 'phone'
  then
    -- Nothing changes that the delivery depends on: its zone may have been closed since.
    sent.zone_id := target.zone_id;
    sent.zone_name := target.zone_name;
    sent.pickup_point_name := target.pickup_point_name;
    computed_fee := sent.shipping_amount;
  elsif sent.pickup_point_id = target.pickup_point_id or sent.pickup_point_name is not null then
    -- It may have been closed or deleted since.
    sent.pickup_point_name := target.pickup_point_name;
    computed_fee := 0;
    sent.shipping_amount := coalesce(sent.shipping_amount, 0);
  else
    declare
      own_fee constant integer := sent.shipping_amount;
    begin
      sent := private.get_staff_fee(sent, coalesce(totals.weight, 0), coalesce(totals.is_bulky, false), totals.subtotal);
      computed_fee := sent.shipping_amount;
      sent.shipping_amount := coalesce(own_fee, computed_fee);
    end;
  end if;
  if (sent.delivery_day, sent.delivery_half::text, sent.zone_id)
    is distinct from (target.delivery_day, target.delivery_half::text, target.zone_id)
  then
    -- A day that was promised stays, whatever its zone says by now.
    perform private.check_staff_day(sent);
  end if;
  if private.has_free_delivery(of_order) then
    -- The code has granted the delivery, wherever it goes by now and whatever it weighs.
    computed_fee := least(computed_fee, sent.shipping_amount);
  end if;
  total := totals.subtotal - totals.discount + sent.shipping_amount;
  if total > 2147483647 then
    perform private.raise_problem('items', 'Le montant de la commande est trop élevé');
  end if;
  if sent.shipping_amount < computed_fee and target.pickup_point_name is null then
    select (private.get_staff_fee(
      target, coalesce(sum(p.weight_grams::bigint * i.quantity), 0)::bigint, coalesce(bool_or(p.is_bulky), false),
      sum(i.unit_price::bigint * i.quantity)::bigint
    )).shipping_amount
    into former_fee
    from public.order_items i left join public.sellable_items p on p.id = coalesce(i.variant_id, i.product_id)
    where i.order_id = of_order;
  end if;
  -- What somebody else granted stays: in proportion, and no more francs.
  if (
      totals.discount > target.discount_amount
      or totals.discount::numeric * (target.total_amount - target.shipping_amount + target.discount_amount)
        > target.discount_amount::numeric * totals.subtotal
    ) and exists (
      -- A discount of a line, by a code for its category, is granted whatever other lines go.
      select from jsonb_to_recordset(lines) as l (position integer, quantity integer, discount_amount integer)
      left join public.order_items i on i.order_id = of_order and i.position = l.position
      where l.discount_amount > coalesce(i.discount_amount::bigint * least(l.quantity, i.quantity) / i.quantity, 0)
    )
    or computed_fee - sent.shipping_amount > greatest(former_fee - target.shipping_amount, 0)
  then
    perform private.check_discount(
      totals.discount + greatest(computed_fee - sent.shipping_amount, 0), totals.subtotal + computed_fee
    );
  end if;
  if nullif(change -> 'total', 'null') <> to_jsonb(total) then
    perform private.raise_total_error(total, sent.shipping_amount, lines, totals.discount);
  end if;

  fields := array_remove(array[
    case when sent.customer_name <> target.customer_name then 'customer_name' end,
    case when sent.customer_phone <> target.customer_phone
      or sent.shipping_address -> 'phone' <> target.shipping_address -> 'phone' then 'customer_phone' end,
    case when sent.shipping_address - 'phone' <> target.shipping_address - 'phone'
      or sent.pickup_point_id is distinct from target.pickup_point_id
      or sent.pickup_point_name is distinct from target.pickup_point_name then 'address' end,
    case when (sent.delivery_day, sent.delivery_half::text) is distinct from (target.delivery_day, target.delivery_half::text)
      then 'delivery_day' end,
    case when sent.shipping_amount <> target.shipping_amount then 'fee' end,
    case when totals.discount <> target.discount_amount then 'discount' end,
    case when sent.notes is distinct from target.notes then 'notes' end,
    case when sent.payment_info ->> 'method' <> target.payment_info ->> 'method' then 'payment_method' end
  ], null);
  changes := jsonb_strip_nulls(jsonb_build_object(
    'total_before', target.total_amount, 'total_after', total, 'lines', differences,
    'fields', nullif(to_jsonb(fields), '[]'), 'reason', left(nullif(btrim(change ->> 'reason'), ''), 500),
    'content', content
  ));
  if private.is_told_change(changes) then
    -- After the products and before the promo code, as when an order is placed: the limit of letters is a row that is locked.
    perform private.tell_order(target, event_id, 'order_changed');
  end if;

  -- The order --------------------------------------------------------------------------------------------------------
  delete from public.order_items i
  where i.order_id = of_order
    and not exists (select from jsonb_to_recordset(lines) as l (position integer) where l.position = i.position);
  update public.order_items i set quantity = l.quantity, discount_amount = l.discount_amount, unit_price = l.unit_price
  from jsonb_to_recordset(lines) as l (position integer, quantity integer, discount_amount integer, unit_price integer)
  where i.order_id = of_order and i.position = l.position
    and (i.quantity, i.discount_amount, i.unit_price::integer) <> (l.quantity, l.discount_amount, l.unit_price);
  insert into public.order_items (
    order_id, position, product_id, variant_id, name, image, unit_price, quantity, discount_amount, sold_by
  )
  select of_order, l.position, l.product_id, l.variant_id, l.name, l.image, l.unit_price, l.quantity, l.discount_amount,
    nullif(l.sold_by, 'null')
  from jsonb_to_recordset(lines) as l (
    position integer, line_position integer, product_id uuid, variant_id uuid, name text, image text, unit_price integer,
    quantity integer, discount_amount integer, sold_by jsonb
  )
  where l.line_position is null;
  update public.orders o set
    customer_name = sent.customer_name, customer_phone = sent.customer_phone,
    shipping_address = sent.shipping_address, notes = sent.notes,
    zone_id = sent.zone_id, zone_name = sent.zone_name,
    -- Another place is another promise; whatever else changes, and whatever its zone says by now, the given one stays.
    earliest_day = case
      when sent.pickup_point_id is distinct from target.pickup_point_id
        or sent.pickup_point_name is distinct from target.pickup_point_name
        or (sent.shipping_address ->> 'city', sent.shipping_address ->> 'quarter')
          is distinct from (target.shipping_address ->> 'city', target.shipping_address ->> 'quarter')
        then sent.earliest_day
      else o.earliest_day
    end,
    pickup_point_id = sent.pickup_point_id, pickup_point_name = sent.pickup_point_name,
    delivery_day = sent.delivery_day, delivery_half = sent.delivery_half,
    shipping_amount = sent.shipping_amount, discount_amount = totals.discount,
    discount_reason = case when totals.discount > 0 then sent.discount_reason end,
    total_amount = total, items_count = totals.articles, weight_grams = case when totals.weight is not null then least(totals.weight, 2147483647) end,
    payment_info = sent.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    reservation_ends_at = case when o.stock_released_at is null then o.reservation_ends_at end,
    stock_released_at = null,
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()), changes
  );
  return query select o.total_amount, target.total_amount, o.paid_amount, o.updated_at
    from public.orders o where o.id = of_order;
end
$function$;
