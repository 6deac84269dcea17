-- A day that was promised stays: what a zone says later changes nothing about the orders that it has. Money is taken by those
-- who may take it, and whoever drives stays in the team until their runs are closed and their cash is handed in.

-- The promised day ----------------------------------------------------------------------------------------------------
drop function private.get_promised_day(public.orders);

-- Each order of a zone pays for it now, so it computes the day and does not list days to choose from.
create or replace function private.get_first_day(placed timestamp with time zone, delay_hours integer, days smallint[])
returns date
language sql
immutable
set search_path to ''
as $function$
  -- As private.list_delivery_slots: until 14 hours, with which the afternoon begins, the day itself can be chosen.
  select first.day + min((d.day - extract(isodow from first.day)::integer + 7) % 7)
  from (
    select (placed at time zone 'UTC' + make_interval(hours => delay_hours) + interval '10 hours' - interval '1 microsecond')::date as day
  ) first
  cross join unnest(days) d (day)
  group by first.day
$function$;

alter table public.orders add column earliest_day date;
comment on column public.orders.earliest_day is
  'The first day on which the zone could deliver when it was chosen for the order; null where no zone says one.';
update public.orders o
set earliest_day = private.get_first_day(o.created_at, z.delay_hours, z.days)
from public.delivery_zones z
where z.id = o.zone_id and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road');

-- With the column go the indexes that begin with it.
alter table public.orders drop column due_day;
alter table public.orders add column due_day date not null generated always as (
  coalesce(delivery_day, greatest((created_at at time zone 'UTC')::date + 1, earliest_day))
) stored;
comment on column public.orders.due_day is
  'The day that was promised: the chosen one, or the first one on which the zone could deliver, which is the day after the order or later.';
create index orders_open_idx on public.orders (stage, due_day, COALESCE(zone_name, ''::text), created_at, id)
  where ((stage)::text = ANY (ARRAY['to_confirm'::text, 'confirmed'::text, 'prepared'::text, 'on_road'::text]));
create index orders_prepared_by_zone_idx on public.orders (COALESCE(zone_name, ''::text), due_day, created_at, id)
  where ((stage)::text = 'prepared'::text);
create index orders_prepared_to_deliver_idx on public.orders (due_day, COALESCE(zone_name, ''::text), created_at, id)
  where (((stage)::text = 'prepared'::text) AND (pickup_point_name IS NULL));

CREATE OR REPLACE FUNCTION private.is_late(of_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The shop has done its part where a prepared order waits for its customer at a pick-up point, and where a carrier has the
  -- parcel: that is listed with what the carriers owe.
  select of_order.due_day < private.get_today()
    and (of_order.stage <> 'prepared' or of_order.pickup_point_name is null)
    and (of_order.stage <> 'on_road' or not exists (
      select from public.carrier_parcels p where p.order_id = of_order.id and p.settled_at is null
    ))
$function$;;

CREATE OR REPLACE FUNCTION private.list_queue(queue public.order_queue, zone text, day date, after jsonb)
 RETURNS TABLE(id uuid, number text, stage public.order_stage, customer_name text, customer_phone text, town text, zone_name text, pickup_point_name text, delivery_day date, delivery_half public.half_day, due_day date, created_at timestamp with time zone, next_call_at timestamp with time zone, items_count integer, total_amount integer, outstanding_amount integer, calls integer, refusals integer, needs_call boolean, claimed_by text, place jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 25
 SET search_path TO ''
AS $function$
begin
  perform private.require_right('orders.read');
  return query
    select o.id, o.number, o.stage, o.customer_name, o.customer_phone,
      concat_ws(', ', nullif(o.shipping_address ->> 'quarter', ''), nullif(o.shipping_address ->> 'city', '')),
      o.zone_name, o.pickup_point_name, o.delivery_day, o.delivery_half, o.due_day, o.created_at,
      o.next_call_at,
      o.items_count, o.total_amount, private.get_due_amount(o) - o.paid_amount,
      (select count(*)::integer from public.order_events e where e.order_id = o.id and e.kind = 'called'),
      f.refusals,
      o.stage = 'to_confirm'
        and (select s.refusals_before_call between 1 and f.refusals from public.order_settings s),
      (
        select a.name::text from private.order_claims c join public.admin_users a on a.id = c.staff_id
        where c.order_id = o.id and c.until > now()
      ),
      q.place
    from private.list_queued(queue, zone, day, after, 25) with ordinality as q (order_id, place, position)
    join public.orders o on o.id = q.order_id
    cross join lateral (select private.count_refusals(o.customer_phone) as refusals) f
    order by q.position;
end
$function$;;

CREATE OR REPLACE FUNCTION private.desk_counts()
 RETURNS TABLE(confirm integer, prepare integer, deliver integer, late integer, collect integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  -- Up to 1,000 each, which is shown as «999+»: no index is read further.
  select
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'to_confirm' and coalesce(o.next_call_at, o.created_at) <= now() limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'confirmed' and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road') limit 1000
    ) queued),
    (select count(*)::integer from (select from public.orders o where o.stage = 'prepared' limit 1000) queued),
    (select count(*)::integer from (
      select from unnest(private.get_queue_stages('late')) as of_stage
      cross join lateral (
        (
          select from public.orders o
          where of_stage <> 'prepared' and o.stage = of_stage
            and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
            and (of_stage <> 'on_road' or not exists (
              select from public.carrier_parcels p where p.order_id = o.id and p.settled_at is null
            ))
            and o.due_day < private.get_today()
          limit 1000
        )
        union all
        (
          select from public.orders o
          where of_stage = 'prepared' and o.stage = 'prepared' and o.pickup_point_name is null
            and o.due_day < private.get_today()
          limit 1000
        )
      ) found
      limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o where o.stage = 'delivered' and o.status = 'processing' limit 1000
    ) queued)
  where (select private.has_right('orders.read'))
$function$;;

drop function private.get_late_limit(integer, smallint[]);

CREATE OR REPLACE FUNCTION private.set_order_delivery(placed public.orders, weight bigint, bulky boolean, subtotal bigint, by_service boolean)
 RETURNS public.orders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  if delivery.fee is not null then
    placed.shipping_amount := delivery.fee;
  elsif not by_service then
    raise exception using errcode = 'YA005', message = private.get_too_heavy_message(delivery.zone_name);
  elsif placed.shipping_amount > 0 is not true then
    perform private.raise_problem('fee', private.get_agreed_fee_message(delivery.zone_name));
  end if;
  placed.zone_id := delivery.zone_id;
  placed.zone_name := delivery.zone_name;
  if delivery.zone_id is not null then
    placed.earliest_day := private.get_first_day(coalesce(placed.created_at, now()), delivery.delay_hours, delivery.days);
  end if;
  -- The service may enter orders of former days.
  if placed.delivery_day is not null and not by_service then
    perform private.check_delivery_slot(
      placed.delivery_day, placed.delivery_half, delivery.zone_name, delivery.delay_hours, delivery.days
    );
  end if;
  return placed;
end
$function$;;

CREATE OR REPLACE FUNCTION private.change_order(of_order uuid, expected_updated_at timestamp with time zone, change jsonb)
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
    sum(l.quantity)::integer as pieces,
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
    and sent.shipping_address - 'phone' = target.shipping_address - 'phone'
  then
    -- Nothing changes that the delivery depends on: its zone may have been closed since.
    sent.zone_id := target.zone_id;
    sent.zone_name := target.zone_name;
    sent.pickup_point_name := target.pickup_point_name;
    computed_fee := sent.shipping_amount;
  elsif sent.pickup_point_id = target.pickup_point_id then
    -- It may have been closed since.
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
  total := totals.subtotal - totals.discount + sent.shipping_amount;
  if total > 2147483647 then
    perform private.raise_problem('items', 'Le montant de la commande est trop élevé');
  end if;
  if sent.shipping_amount < computed_fee and target.pickup_point_id is null then
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
      or sent.pickup_point_id is distinct from target.pickup_point_id then 'address' end,
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
        or (sent.shipping_address ->> 'city', sent.shipping_address ->> 'quarter')
          is distinct from (target.shipping_address ->> 'city', target.shipping_address ->> 'quarter')
        then sent.earliest_day
      else o.earliest_day
    end,
    pickup_point_id = sent.pickup_point_id, pickup_point_name = sent.pickup_point_name,
    delivery_day = sent.delivery_day, delivery_half = sent.delivery_half,
    shipping_amount = sent.shipping_amount, discount_amount = totals.discount,
    discount_reason = case when totals.discount > 0 then sent.discount_reason end,
    total_amount = total, items_count = totals.pieces, weight_grams = case when totals.weight is not null then least(totals.weight, 2147483647) end,
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
$function$;;

CREATE OR REPLACE FUNCTION private.split_order(of_order uuid, expected_updated_at timestamp with time zone, split jsonb)
 RETURNS TABLE(id uuid, number text, total_amount integer, first_total integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_id constant uuid := case when split ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (split ->> 'id')::uuid end;
  event_id constant uuid := gen_random_uuid();
  content constant text := md5(split::text);
  first public.orders;
  second public.orders;
  later record;
begin
  perform private.require_right('orders.change');
  perform from public.orders o where o.id = of_order for no key update;
  if exists (
    select from public.orders o join public.order_events e on e.order_id = of_order and e.data ->> 'split_to' = o.number
    where o.id = new_id and o.split_from_id = of_order and coalesce(e.data ->> 'content', content) = content
  ) then
    return query select s.id, s.number, s.total_amount, f.total_amount
      from public.orders s join public.orders f on f.id = of_order where s.id = new_id;
    return;
  elsif exists (select from public.orders o where o.id = new_id) then
    raise exception using errcode = 'YA004', message = 'Cette commande a déjà été envoyée avec un autre contenu';
  end if;
  first := private.lock_order_to_change(of_order, expected_updated_at);
  -- A product that is being deleted meanwhile is waited for, or waits.
  perform from public.products p
  where p.id in (select i.product_id from public.order_items i where i.order_id = of_order)
  order by p.id for key share;
  if new_id is null or jsonb_typeof(split -> 'lines') is distinct from 'array' then
    perform private.raise_problem('lines', 'Les articles à livrer plus tard sont invalides');
  end if;
  select count(*) as sent, count(i.position) as found, count(distinct l.position) as positions,
    bool_and(l.quantity between 1 and i.quantity) as fits,
    sum(least(l.quantity, i.quantity))::integer as pieces,
    sum(i.unit_price::bigint * l.quantity) as subtotal,
    -- The later pieces cost what they would be worth as returned ones; the first order keeps the rest of each line.
    sum(case when l.quantity <= i.quantity then i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity) end)::integer
      as discount,
    sum(p.weight_grams::bigint * l.quantity)::bigint as weight
  into later
  from (
    select
      case when line ->> 'position' ~ '^[0-9]{1,6}$' then (line ->> 'position')::integer end as position,
      case when line ->> 'quantity' ~ '^[0-9]{1,6}$' then (line ->> 'quantity')::integer end as quantity
    from jsonb_array_elements(split -> 'lines') line
  ) l
  left join public.order_items i on i.order_id = of_order and i.position = l.position
  left join public.sellable_items p on p.id = coalesce(i.variant_id, i.product_id);
  if later.sent = 0 or later.found < later.sent or later.positions < later.sent or later.fits is not true then
    perform private.raise_problem('lines', 'Les articles à livrer plus tard sont invalides');
  elsif later.pieces >= first.items_count then
    perform private.raise_problem('lines', 'Il ne resterait rien à livrer maintenant : changez plutôt le jour');
  elsif first.paid_amount > first.total_amount - later.subtotal + later.discount then
    raise exception using errcode = 'YA010',
      message = case when first.paid_amount < first.total_amount
        then 'Ce qui est déjà payé dépasse ce qui resterait à payer : cette commande ne se sépare plus'
        else 'Cette commande est déjà payée : elle ne se sépare plus' end;
  end if;

  second := first;
  second.id := new_id;
  second.stage := case first.stage when 'prepared' then 'confirmed' else first.stage::text end;
  second.items_count := later.pieces;
  second.discount_amount := later.discount;
  second.discount_reason := case when later.discount > 0 then first.discount_reason end;
  second.total_amount := later.subtotal - later.discount;
  second.weight_grams := case when later.weight is not null then least(later.weight, 2147483647) end;
  begin
    second.delivery_day := split ->> 'delivery_day';
    second.delivery_half := split ->> 'delivery_half';
  exception when data_exception or check_violation then
    second.delivery_day := '-infinity';
  end;
  if second.delivery_day not between (now() at time zone 'UTC')::date and (now() at time zone 'UTC')::date + 365
    or second.delivery_half is not null and second.delivery_day is null
  then
    perform private.raise_problem('delivery_day', 'Ce jour est passé ou trop lointain');
  end if;
  loop
    second.number := private.draw_order_number(case when second.number = first.number then 6 else 9 end);
    perform pg_advisory_xact_lock(hashtextextended('orders.number ' || second.number, 0));
    exit when not exists (select from public.orders o where o.number = second.number);
  end loop;

  insert into public.order_items (
    order_id, position, product_id, variant_id, name, image, unit_price, quantity, discount_amount, sold_by
  )
  select new_id, i.position, i.product_id, i.variant_id, i.name, i.image, i.unit_price, l.quantity,
    (i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity))::integer, i.sold_by
  from jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  join public.order_items i on i.order_id = of_order and i.position = l.position;
  delete from public.order_items i using jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  where i.order_id = of_order and i.position = l.position and i.quantity = l.quantity;
  update public.order_items i set
    quantity = i.quantity - l.quantity,
    discount_amount = i.discount_amount - (i.unit_price::bigint * l.quantity - private.get_line_credit(i, l.quantity))::integer
  from jsonb_to_recordset(split -> 'lines') as l (position integer, quantity integer)
  where i.order_id = of_order and i.position = l.position;

  second.payment_info := first.payment_info || jsonb_build_object('items', private.list_order_items(new_id));
  perform set_config('yaare.split_order', new_id::text, true);
  insert into public.orders (
    id, number, user_id, customer_name, customer_email, customer_phone, total_amount, shipping_amount, items_count,
    stage, shipping_address, payment_info, notes, reservation_ends_at, stock_released_at, zone_id, zone_name,
    pickup_point_id, pickup_point_name, delivery_day, delivery_half, earliest_day, weight_grams, source,
    discount_amount, discount_reason, split_from_id
  )
  values (
    second.id, second.number, second.user_id, second.customer_name, second.customer_email, second.customer_phone,
    second.total_amount, 0, second.items_count, second.stage, second.shipping_address, second.payment_info,
    second.notes, second.reservation_ends_at, second.stock_released_at, second.zone_id, second.zone_name,
    second.pickup_point_id, second.pickup_point_name, second.delivery_day, second.delivery_half, second.earliest_day,
    second.weight_grams, second.source, second.discount_amount, second.discount_reason, of_order
  );
  perform set_config('yaare.split_order', '', true);
  update public.orders o set
    total_amount = o.total_amount - second.total_amount, discount_amount = o.discount_amount - second.discount_amount,
    discount_reason = case when o.discount_amount > second.discount_amount then o.discount_reason end,
    items_count = o.items_count - second.items_count, weight_grams = nullif(greatest(o.weight_grams - coalesce(second.weight_grams, 0), 0), 0),
    payment_info = o.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_build_object(
      'total_before', first.total_amount, 'total_after', first.total_amount - second.total_amount,
      'split_to', second.number, 'content', content
    )
  );
  perform private.tell_order(first, event_id, 'order_changed');
  perform private.tell_order(second, new_id, 'order_confirmation');
  return query select second.id, second.number, second.total_amount, first.total_amount - second.total_amount;
end
$function$;;

-- Who takes money --------------------------------------------------------------------------------------------------------
create function private.require_cash_right()
returns void
language plpgsql
stable
set search_path to ''
as $function$
begin
  if not private.has_right('cash.take') then
    raise insufficient_privilege using
      message = 'Votre rôle ne permet pas d''encaisser : enregistrez la livraison sans paiement, la caisse encaisse ensuite',
      detail = 'cash.take';
  end if;
end
$function$;
comment on function private.require_cash_right() is 'Refuses whoever may not take money, and says what they can do instead.';
revoke all on function private.require_cash_right() from public;

CREATE OR REPLACE FUNCTION private.record_order_event(event jsonb)
 RETURNS TABLE(outcome text, message text, stage text, status text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target public.orders;
  known public.order_events;
  sent public.order_events;
  own_run uuid;
  own_stop record;
  to_stage public.order_stage;
  is_late boolean;
  is_elsewhere boolean;
  problem text;
  conflict text;
  cash integer;
  mobile_money integer;
  credit integer := 0;
  due integer;
  holder public.cash_account;
  new_day date;
begin
  begin
    sent := jsonb_populate_record(null::public.order_events, jsonb_build_object(
      'id', event ->> 'id', 'order_id', event ->> 'order_id', 'kind', event ->> 'kind',
      'at', coalesce(event ->> 'at', now()::text), 'data', coalesce(nullif(event -> 'data', 'null'), '{}')
    ));
  exception when data_exception or check_violation then
    sent := null;
  end;
  if sent.id is null or sent.order_id is null or sent.kind is null or jsonb_typeof(sent.data) <> 'object'
    or pg_column_size(sent.data) > 16384 or not isfinite(sent.at)
  then
    raise exception using errcode = 'YA010', message = 'Cet événement est invalide';
  end if;

  -- Whoever may not know of the order learns nothing of it.
  own_run := coalesce(private.find_named_run(sent.order_id, event ->> 'run_id'), private.find_own_run(sent.order_id));
  if own_run is null or sent.data ? 'settles'
    or sent.kind not in ('on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'paid', 'note')
  then
    own_run := null;
    perform private.require_right(case
      when sent.data ? 'settles' then 'orders.complete' else coalesce(private.get_event_right(sent.kind), 'none')
    end);
  end if;
  select * into target from public.orders o where o.id = sent.order_id for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  -- From here on, only one transaction works on this order.
  select * into known from public.order_events e where e.id = sent.id;
  if known.id is not null then
    if (known.order_id, known.kind::text) is distinct from (sent.order_id, sent.kind::text)
      or known.actor_id is distinct from auth.uid()
    then
      raise exception using errcode = 'YA010', message = 'Cet événement a déjà été enregistré avec un autre contenu';
    end if;
    return query select 'known', known.conflict, target.stage::text, target.status::text;
    return;
  end if;
  -- The clock of a phone is not to be trusted: what is told of an open stop has happened since the run went out. When the
  -- phone does not say which of two runs it means, an early outcome is one of the earlier run.
  select s.is_open, r.out_at, s.is_open and (event ->> 'run_id' is not null or not exists (
    select from public.run_stops e join public.runs b on b.id = e.run_id
    where e.order_id = s.order_id and e.run_id <> s.run_id and b.courier_id = r.courier_id and b.out_at <= sent.at
  )) as is_due
  into own_stop
  from public.run_stops s join public.runs r on r.id = s.run_id
  where s.run_id = own_run and s.order_id = target.id;
  sent.at := greatest(least(sent.at, now()), target.created_at, case when own_stop.is_due then own_stop.out_at end);
  problem := private.find_event_problem(sent.kind, sent.data);
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  if sent.data ? 'settles' and not exists (
    select from public.order_events e
    where e.order_id = target.id and e.id::text = sent.data ->> 'settles' and e.conflict is not null
  ) then
    raise exception using errcode = 'YA010', message = 'Cet événement n''est pas à vérifier';
  end if;
  if sent.kind = 'prepared' and event ->> 'contents' <> private.get_order_contents(target.id) then
    raise exception using errcode = 'YA010',
      message = 'Ses articles ont changé entre-temps : vérifiez la liste, puis recommencez';
  end if;
  cash := private.read_amount(sent.data, 'cash');
  mobile_money := private.read_amount(sent.data, 'mobile_money');
  if own_run is null and cash + mobile_money > 0 then
    perform private.require_cash_right();
  end if;

  -- The stage --------------------------------------------------------------------------------------------------------
  select t.to_stage into to_stage from private.order_transitions t
  where t.from_stage = target.stage
    and t.kind = case when sent.kind = 'called' and sent.data ->> 'outcome' = 'confirmed' then 'confirmed' else sent.kind::text end;
  -- Whoever has the order now tells what becomes of it.
  is_elsewhere := own_run is not null and to_stage is not null and exists (
    select from public.run_stops s join public.runs r on r.id = s.run_id
    where s.order_id = target.id and s.is_open and r.state = 'out' and r.courier_id is distinct from auth.uid()
  );
  if is_elsewhere then
    to_stage := null;
  end if;
  is_late := sent.kind in ('on_road', 'absent') and own_stop.is_due is not true and (
    exists (
      select from public.order_events e
      where e.order_id = target.id and e.at > sent.at and private.has_happened(e)
        and exists (select from private.order_transitions t where t.kind = e.kind)
    )
    -- The order is in a run that went out after this one.
    or sent.kind = 'absent' and not own_stop.is_open
      and exists (select from public.run_stops s where s.order_id = target.id and s.is_open)
  );
  if is_late then
    -- It happened before what is known already: it belongs into the history, and changes nothing.
    to_stage := null;
  elsif to_stage is null and (
    exists (select from private.order_transitions t where t.kind = sent.kind)
    or sent.kind = 'called' and target.stage not in ('to_confirm', 'confirmed')
    or sent.kind = 'paid' and target.status = 'cancelled'
  ) then
    conflict := case when is_elsewhere then 'Cette commande est partie avec un autre livreur' else case target.stage
      when 'delivered' then 'Cette commande est déjà livrée'
      when 'refused' then 'Cette commande est déjà refusée'
      when 'cancelled' then 'Cette commande est annulée'
      when 'on_road' then 'Cette commande est déjà en route'
      when 'prepared' then 'Cette commande est déjà préparée'
      when 'confirmed' then 'Cette commande est déjà confirmée, et pas encore préparée'
      else 'Cette commande est encore à confirmer'
    end end;
    if own_run is null then
      raise exception using errcode = 'YA010', message = conflict;
    end if;
  end if;

  -- The amounts ------------------------------------------------------------------------------------------------------
  if conflict is null and sent.kind = 'partly_delivered' then
    begin
      credit := private.refuse_lines(target.id, sent.data -> 'lines');
    exception when sqlstate 'YA010' then
      -- The desk has changed the order while it was away: what the courier took is kept, and somebody looks at it.
      if own_run is null or cash + mobile_money = 0 then
        raise;
      end if;
      conflict := sqlerrm;
      to_stage := null;
    end;
  end if;
  if conflict is not null
    or sent.kind = 'paid' and own_run is not null
      and target.paid_amount::bigint + cash + mobile_money > greatest(private.get_due_amount(target), target.paid_amount)
  then
    -- Two phones of one courier tell the same outcome, or payment: it counts once.
    select * into known from public.order_events e
    where e.order_id = target.id and e.kind = sent.kind and e.actor_id = auth.uid()
      and e.data ->> 'cash' is not distinct from sent.data ->> 'cash'
      and e.data ->> 'mobile_money' is not distinct from sent.data ->> 'mobile_money'
    limit 1;
    if known.id is not null then
      return query select 'known', known.conflict, target.stage::text, target.status::text;
      return;
    end if;
  end if;
  due := case when target.status = 'cancelled' or to_stage in ('refused', 'cancelled') then 0
    else target.total_amount - target.credited_amount - credit end;
  if target.paid_amount::bigint + cash + mobile_money > 2147483647 then
    raise exception using errcode = 'YA010', message = 'Le montant est trop élevé';
  elsif target.paid_amount + cash + mobile_money > greatest(due, target.paid_amount) then
    if own_run is null then
      raise exception using errcode = 'YA010', message = format(
        'Le montant dépasse ce qui est dû : %s XOF', private.format_thousands(greatest(due - target.paid_amount, 0))
      );
    end if;
    -- Money that was taken is never refused.
    conflict := coalesce(conflict || ' : ', '') || format(
      '%s XOF ont été encaissés en trop', private.format_thousands(target.paid_amount + cash + mobile_money - due)
    );
  end if;
  if own_run is not null then
    conflict := nullif(concat_ws(' : ', conflict, private.find_proof_problem(own_run, sent)), '');
  end if;
  if mobile_money > 0 then
    conflict := nullif(concat_ws(' : ', conflict, private.find_reference_problem(target, sent.data ->> 'reference')), '');
  end if;

  sent.data := sent.data - 'has_happened';
  if conflict is not null and to_stage is not null then
    sent.data := sent.data || '{"has_happened": true}';
  end if;
  sent.actor_id := auth.uid();
  sent.actor_name := (select a.name from public.admin_users a where a.id = auth.uid());
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data, conflict)
  values (sent.id, sent.order_id, sent.kind, sent.at, sent.actor_id, sent.actor_name, sent.data, conflict)
  on conflict (id) do nothing;
  -- Its id came with another order at the same moment.
  if not found then
    raise exception using errcode = 'YA010', message = 'Cet événement a déjà été enregistré avec un autre contenu';
  end if;

  -- The order --------------------------------------------------------------------------------------------------------
  -- Cash that was told too late pays the order all the same.
  if to_stage is not null or sent.kind = 'paid' or target.stage = 'delivered' and cash + mobile_money > 0 then
    perform set_config('yaare.recording_event', target.id::text, true);
    if sent.kind = 'absent' then
      new_day := private.read_day(sent.data ->> 'day');
      new_day := case when new_day is not null then greatest(new_day, (now() at time zone 'UTC')::date) end;
    end if;
    if to_stage = 'confirmed' and target.stock_released_at is not null then
      perform private.take_stock_again(target.id);
    end if;
    update public.orders o set
      stage = coalesce(to_stage, o.stage),
      credited_amount = o.credited_amount + credit,
      delivery_day = coalesce(new_day, o.delivery_day),
      delivery_half = case when new_day is null then o.delivery_half end,
      status = case coalesce(to_stage, o.stage)
        when 'to_confirm' then 'pending' when 'confirmed' then 'pending'
        when 'refused' then 'cancelled' when 'cancelled' then 'cancelled'
        when 'delivered' then
          case when o.paid_amount + cash + mobile_money >= due then 'completed' else 'processing' end
        else 'processing'
      end,
      cancellation_reason = case when to_stage in ('refused', 'cancelled') then btrim(sent.data ->> 'reason')
        else o.cancellation_reason end,
      reservation_ends_at = case when to_stage is null then o.reservation_ends_at end,
      stock_released_at = case when to_stage = 'confirmed' then null else o.stock_released_at end
    where o.id = target.id
    returning * into target;
    perform set_config('yaare.recording_event', '', true);
  end if;
  -- What is still on the road keeps its stop, so that somebody tells what becomes of it.
  if target.stage in ('delivered', 'refused', 'cancelled') then
    update public.run_stops s set is_open = false where s.order_id = target.id and s.is_open;
  elsif own_run is not null and target.stage <> 'on_road'
    and sent.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
  then
    update public.run_stops s set is_open = false where s.run_id = own_run and s.order_id = target.id and s.is_open;
  end if;

  -- The cash ---------------------------------------------------------------------------------------------------------
  holder := case when own_run is null then 'drawer' else 'courier' end;
  insert into public.cash_movements
    (at, from_account, to_account, amount, order_id, event_id, run_id, courier_id, reference, actor_id, actor_name)
  select
    sent.at, 'order', m.account, m.amount, target.id, sent.id, own_run,
    case when m.account = 'courier' then auth.uid() end, m.reference, sent.actor_id, sent.actor_name
  from (values
    (holder, cash, null::text), ('mobile_money', mobile_money, btrim(sent.data ->> 'reference'))
  ) m (account, amount, reference)
  where m.amount > 0;

  return query select case when conflict is null then 'recorded' else 'conflict' end, conflict,
    target.stage::text, target.status::text;
end
$function$;;

CREATE OR REPLACE FUNCTION private.change_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_event constant boolean := coalesce(current_setting('yaare.recording_event', true), '') = new.id::text;
begin
  new.updated_at := now();
  if new.status = 'cancelled' and char_length(btrim(new.cancellation_reason)) between 1 and 500 is not true then
    raise exception using errcode = 'YA006', message = case when char_length(btrim(new.cancellation_reason)) > 500
      then 'Le motif compte au plus 500 caractères' else 'Le motif de l''annulation est requis' end;
  elsif new.status <> 'cancelled' and new.cancellation_reason is not null then
    raise exception using errcode = 'YA006', message = 'Seule une commande annulée a un motif';
  end if;
  if old.stage = 'to_confirm' and (case when is_event then new.stage = 'prepared' else new.status = 'processing' end) then
    perform private.require_confirmed_call(new);
  end if;
  if new.status = old.status then
    return new;
  end if;
  if not is_event then
    if not private.has_right(case new.status
      when 'processing' then 'orders.prepare' when 'completed' then 'orders.complete' else 'orders.cancel' end)
    then
      raise insufficient_privilege using message = 'Seul un administrateur change le statut d''une commande';
    end if;
    -- What is still to pay goes to the drawer with it.
    if new.status = 'completed' and private.get_due_amount(new) > new.paid_amount then
      perform private.require_cash_right();
    end if;
  end if;
  if (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'),
    ('processing', 'completed'), ('processing', 'cancelled')
  ) and not (is_event and (old.status, new.status) = ('completed', 'processing') and old.stage = 'delivered') then
    raise exception using errcode = 'YA006',
      message = format('Une commande « %s » ne peut pas devenir « %s »', old.status, new.status);
  elsif new.status = 'cancelled' and old.stage = 'delivered' then
    raise exception using errcode = 'YA006',
      message = 'Une commande livrée ne s''annule plus : enregistrez un retour';
  end if;
  if not is_event then
    new.stage := case new.status
      when 'processing' then 'prepared' when 'completed' then 'delivered' else new.status end;
  end if;
  -- A cancelled order keeps the time at which its stock was given back.
  new.reservation_ends_at := null;
  if new.status = 'cancelled' then
    if old.stage = 'on_road' or new.stage = 'refused' then
      -- The goods are on the way back, and are counted in when they arrive.
      update public.order_items set returned_quantity = quantity where order_id = new.id;
    elsif old.stock_released_at is null then
      perform private.return_stock(array[new.id]);
    end if;
  elsif old.stock_released_at is not null then
    perform private.take_stock_again(new.id);
    new.stock_released_at := null;
  end if;
  return new;
end
$function$;;

CREATE OR REPLACE FUNCTION private.get_queue_right(queue public.order_queue)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case queue
    when 'prepare' then 'orders.prepare' when 'confirm' then 'orders.confirm' when 'collect' then 'cash.take'
    else 'orders.complete'
  end
$function$;;

-- Who leaves the team ----------------------------------------------------------------------------------------------------
create function private.require_settled_courier()
returns trigger
language plpgsql
security definer
set search_path to ''
as $function$
declare
  open_run record;
  held bigint;
begin
  -- SQL by the database's own roles could switch this trigger off anyway.
  if current_setting('role') = 'none' and session_user <> 'supabase_auth_admin'
    or tg_op = 'UPDATE' and exists (select from public.role_rights g where g.role = new.role and g."right" = 'runs.drive')
  then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  select r.name, r.day into open_run
  from public.runs r where r.courier_id = old.id and r.state = 'out' order by r.day, r.id limit 1;
  if found then
    raise exception using errcode = 'YA009', message = format(
      'La tournée « %s » du %s de %s n''est pas clôturée : donnez un résultat à ses commandes ou retirez-les, puis clôturez-la à « Caisse »',
      open_run.name, to_char(open_run.day, 'DD/MM/YYYY'), old.name
    );
  end if;
  select b.amount into held from private.list_cash_balances('infinity') b
  where b.account = 'courier' and b.courier_id = old.id;
  if found then
    raise exception using errcode = 'YA009', message = format(
      'Les comptes de %s diffèrent de %s XOF : clôturez ses tournées à « Caisse »',
      old.name, private.format_thousands(abs(held))
    );
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;
comment on function private.require_settled_courier() is 'Keeps a courier in the team while a run of theirs is out or the cash book says that they hold money.';
revoke all on function private.require_settled_courier() from public;
create trigger admin_users_require_settled before delete or update of role on public.admin_users
  for each row execute function private.require_settled_courier();

CREATE OR REPLACE FUNCTION private.send_out_run(of_run uuid, expected_updated_at timestamp with time zone)
 RETURNS public.runs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.runs;
  ids uuid[];
  id uuid;
  problem text;
begin
  perform private.require_right('runs.plan');
  sent := private.lock_run(of_run, null);
  if sent.id is null then
    raise sqlstate 'PT404' using message = 'Cette tournée a été supprimée entre-temps';
  elsif sent.state <> 'planned' then
    -- Sent twice.
    return sent;
  end if;
  sent := private.lock_run(of_run, expected_updated_at);
  select array_agg(s.order_id order by s.position) into ids
  from public.run_stops s where s.run_id = of_run and s.is_open;
  perform from public.orders o where o.id = any (ids) order by o.id for no key update;
  -- Whoever is removed from the team at this moment is removed before, or finds this run.
  perform from public.admin_users a where a.id = sent.courier_id for share;
  problem := case
    when sent.courier_id is null then 'Donnez d''abord la tournée à un livreur'
    when ids is null then 'Cette tournée ne compte aucune commande à livrer'
    when not exists (
      select from public.admin_users a join public.role_rights g on g.role = a.role and g."right" = 'runs.drive'
      where a.id = sent.courier_id
    ) then 'Le livreur de cette tournée ne fait plus partie de l''équipe'
    else private.find_stop_problem(of_run, sent.day, ids)
  end;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  -- Before the run is out: what the planner records is not told by the courier, even when they are one person.
  foreach id in array ids loop
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', id, 'kind', 'on_road',
      'data', jsonb_build_object('run', sent.name, 'courier', sent.courier_name)
    ));
  end loop;
  update public.runs r set state = 'out', out_at = now(), proof = s.delivery_proof
  from public.order_settings s where r.id = of_run
  returning r.* into sent;
  if sent.proof = 'code' then
    insert into private.delivery_codes (order_id, code)
    select i, lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0')
    from unnest(ids) i
    on conflict (order_id) do nothing;
  end if;
  return sent;
end
$function$;;

comment on function public.remove_administrator(uuid) is
  'Takes the rights of a member of the staff, at once and in all sessions; the account stays. YA009: oneself, the last owner, or a courier whose run is out or whose cash is not handed in. 42501 without the right staff.manage.';
comment on function public.set_staff_role(uuid, public.staff_role) is
  'Changes the role of a member of the staff, at once and in all sessions. YA009: the last owner, or a role that does not drive for a courier whose run is out or whose cash is not handed in. 42501 without the right staff.manage.';
