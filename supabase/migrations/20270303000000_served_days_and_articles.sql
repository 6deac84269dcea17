-- Days that staff promise are days that the zone serves; articles are counted as people count them; references are
-- compared without case; and the courier sees what was paid before.

-- Days ----------------------------------------------------------------------------------------------------------------

create function private.find_weekday_problem(day date, zone_name text, days smallint[])
 returns text
 language sql
 immutable
 set search_path to ''
as $function$
  select format('Nous ne livrons pas le %s dans la zone « %s » : choisissez un autre jour',
    ('{lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche}'::text[])[extract(isodow from day)::integer], zone_name)
  where not extract(isodow from day) = any (days)
$function$;
comment on function private.find_weekday_problem(date,text,smallint[]) is 'Why a zone delivers nothing on this day of the week; null when it does.';

create function private.find_slot_problem(day date, half text, zone_name text, delay_hours integer, days smallint[])
 returns text
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  slots record;
begin
  select
    min(s.day) as first, max(s.day) as last,
    bool_or(s.day = find_slot_problem.day) as has_day,
    bool_or(s.day = find_slot_problem.day and s.half = coalesce(find_slot_problem.half, s.half)) as has_half
  into slots
  from private.list_delivery_slots(delay_hours, days) s;
  return case
    when slots.has_half then null
    when zone_name is null then 'Pour cette adresse, nous convenons avec vous du jour de la livraison'
    when day < (now() at time zone 'UTC')::date then 'Le jour de livraison est passé : choisissez-en un autre'
    when slots.has_day then format('Le matin du %s n''est plus possible : choisissez l''après-midi ou un autre jour',
      to_char(day, 'DD/MM/YYYY'))
    else coalesce(private.find_weekday_problem(day, zone_name, days), case
      when day > slots.last then
        format('Ce jour de livraison est trop lointain : le dernier possible est le %s', to_char(slots.last, 'DD/MM/YYYY'))
      else format('Ce jour de livraison est trop proche : le premier possible est le %s', to_char(slots.first, 'DD/MM/YYYY'))
    end)
  end;
end
$function$;
comment on function private.find_slot_problem(date,text,text,integer,smallint[]) is 'Why a zone does not deliver on this half-day, or on this day without one; null when it does.';

create or replace function private.check_delivery_slot(day date, half text, zone_name text, delay_hours integer, days smallint[])
 returns void
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  problem constant text := private.find_slot_problem(day, half, zone_name, delay_hours, days);
begin
  if problem is not null then
    raise exception using errcode = 'YA005', message = problem;
  end if;
end
$function$;

create function private.check_staff_day(placed public.orders)
 returns void
 language plpgsql
 stable
 set search_path to ''
as $function$
declare
  delivery record;
  problem text;
begin
  if placed.delivery_day is null or placed.pickup_point_id is not null or placed.shipping_address ->> 'city' = '' then
    return;
  end if;
  select * into delivery
  from private.delivery_fee(placed.shipping_address ->> 'city', placed.shipping_address ->> 'quarter', 0, false, 0);
  if delivery.zone_id is not null then
    problem := private.find_slot_problem(
      placed.delivery_day, placed.delivery_half, delivery.zone_name, delivery.delay_hours, delivery.days
    );
  end if;
  if problem is not null then
    perform private.raise_problem('delivery_day', problem);
  end if;
end
$function$;
comment on function private.check_staff_day(public.orders) is 'YA007 for a day that staff promise and the zone of the address does not serve. Where no zone says days, and for what is fetched, any day is agreed on.';

create or replace function private.place_staff_order(staff_order jsonb)
 RETURNS TABLE(id uuid, number text, total_amount integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent public.orders;
  placed public.orders;
  known jsonb;
  -- The total that was shown is no part of what was ordered.
  content constant text := md5((staff_order - 'total')::text);
  computed_fee integer;
  items jsonb;
begin
  perform private.require_right('orders.place');
  sent := private.read_staff_order(staff_order, null);
  if sent.id is null then
    perform private.raise_problem('', 'Cette commande est invalide');
  end if;
  if private.is_anonymous_account(sent.user_id) then
    perform private.raise_problem(
      'customer_id', 'Personne n''a prouvé le numéro de ce compte : passez la commande sans compte'
    );
  end if;
  known := private.get_idempotent_result(sent.id);
  if known is not null then
    if known ->> 'content' <> content then
      raise exception using errcode = 'YA004', message = format(
        'Cette commande est déjà passée avec un autre contenu, sous le numéro %s',
        (select o.number from public.orders o where o.id = sent.id)
      );
    end if;
    return query select o.id, o.number, o.total_amount from public.orders o where o.id = sent.id;
    return;
  end if;
  items := (select jsonb_agg(i.item - 'position') from jsonb_array_elements(staff_order -> 'items') i (item));
  -- For the problems that it finds.
  perform private.compute_staff_lines(null, items, private.read_amount(staff_order, 'discount'), sent.user_id);
  -- place_order computes it, and takes the stock.
  insert into public.orders (
    id, user_id, customer_name, customer_phone, items_count, stage, shipping_address, payment_info, notes,
    pickup_point_id, delivery_day, delivery_half, source, discount_amount, discount_reason, shipping_amount, total_amount
  )
  values (
    sent.id, sent.user_id, sent.customer_name, sent.customer_phone, 1,
    -- Who calls, writes or stands at the counter needs no call.
    'confirmed',
    sent.shipping_address, sent.payment_info || jsonb_build_object('items', items), sent.notes,
    sent.pickup_point_id, sent.delivery_day, sent.delivery_half, sent.source, sent.discount_amount,
    case when sent.discount_amount > 0 then sent.discount_reason end, coalesce(sent.shipping_amount, 0), null
  )
  returning * into placed;
  perform private.check_staff_day(placed);
  computed_fee := placed.shipping_amount;
  placed.shipping_amount := coalesce(sent.shipping_amount, computed_fee);
  perform private.check_discount(
    placed.discount_amount + greatest(computed_fee - placed.shipping_amount, 0),
    placed.total_amount + placed.discount_amount
  );
  placed.total_amount := placed.total_amount - computed_fee + placed.shipping_amount;
  if nullif(staff_order -> 'total', 'null') <> to_jsonb(placed.total_amount) then
    perform private.raise_total_error(placed.total_amount, placed.shipping_amount, placed.payment_info -> 'items', placed.discount_amount);
  end if;
  if placed.discount_amount > 0 then
    update public.order_items i set discount_amount = l.discount_amount
    from private.compute_staff_lines(placed.id, items, private.read_amount(staff_order, 'discount'), sent.user_id) l
    where i.order_id = placed.id and i.position = l.line_position;
  end if;
  if placed.shipping_amount <> computed_fee then
    update public.orders o set shipping_amount = placed.shipping_amount, total_amount = placed.total_amount
    where o.id = placed.id;
  end if;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    gen_random_uuid(), placed.id, 'confirmed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()), jsonb_build_object('source', placed.source)
  );
  delete from public.order_drafts d where d.id = placed.id;
  perform private.store_idempotent_result(placed.id, jsonb_build_object('content', content));
  return query select placed.id, placed.number, placed.total_amount;
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
  if (sent.delivery_day, sent.delivery_half::text, sent.zone_id)
    is distinct from (target.delivery_day, target.delivery_half::text, target.zone_id)
  then
    -- A day that was promised stays, whatever its zone says by now.
    perform private.check_staff_day(sent);
  end if;
  if exists (select from public.promo_codes c where c.code = target.promo_code and c.kind = 'free_delivery') then
    -- The code has granted the delivery, wherever it goes by now and whatever it weighs.
    computed_fee := least(computed_fee, sent.shipping_amount);
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
create or replace function private.split_order(of_order uuid, expected_updated_at timestamp with time zone, split jsonb)
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
  elsif later.pieces >= (select sum(i.quantity) from public.order_items i where i.order_id = of_order) then
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
  perform private.check_staff_day(second);
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

  second.items_count := private.count_order_articles(new_id);
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
    items_count = private.count_order_articles(of_order), weight_grams = nullif(greatest(o.weight_grams - coalesce(second.weight_grams, 0), 0), 0),
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
$function$;
create function private.find_new_day_problem(absent public.orders, day date)
 returns text
 language sql
 stable security definer
 set search_path to ''
as $function$
  select case
    when day > (now() at time zone 'UTC')::date + 365 then 'Le nouveau jour est trop lointain'
    else (
      select private.find_weekday_problem(day, z.name, z.days)
      from public.delivery_zones z
      where z.id = absent.zone_id and z.is_active and day > (now() at time zone 'UTC')::date
    )
  end
$function$;
comment on function private.find_new_day_problem(public.orders,date) is 'Why an order whose customer was absent is not brought on this day; null when it can be. The goods are on the road: the delay of the zone is over, and it is served today.';

create or replace function private.record_order_event(event jsonb)
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
  today constant date := (now() at time zone 'UTC')::date;
  new_day date;
  day_problem text;
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
  if sent.kind = 'absent' then
    new_day := private.read_day(sent.data ->> 'day');
    new_day := case when new_day is not null then greatest(new_day, today) end;
    day_problem := private.find_new_day_problem(target, new_day);
    if day_problem is not null and own_run is null then
      raise exception using errcode = 'YA010', message = day_problem;
    end if;
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
  -- What a courier has agreed on is kept, unless it is a year away; somebody looks at it.
  if to_stage is not null then
    conflict := nullif(concat_ws(' : ', conflict, day_problem), '');
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
    if to_stage = 'confirmed' and target.stock_released_at is not null then
      perform private.take_stock_again(target.id);
    end if;
    update public.orders o set
      stage = coalesce(to_stage, o.stage),
      credited_amount = o.credited_amount + credit,
      delivery_day = coalesce(case when new_day <= today + 365 then new_day end, o.delivery_day),
      delivery_half = case when new_day <= today + 365 is not true then o.delivery_half end,
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
$function$;
create or replace function private.close_drawer(day date, counted integer, note text)
 RETURNS public.cash_closings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason constant text := nullif(btrim(close_drawer.note), '');
  last_day date;
  expected bigint;
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
  closing public.cash_closings;
begin
  perform private.require_right('cash.close');
  perform pg_advisory_xact_lock(hashtextextended('cash_book', 0));
  select max(c.day) into last_day from public.cash_closings c;
  if close_drawer.day is null or close_drawer.day > (now() at time zone 'UTC')::date then
    raise exception using errcode = 'YA010', message = 'Ce jour n''est pas encore passé';
  elsif close_drawer.day < (now() at time zone 'UTC')::date - 366 then
    raise exception using errcode = 'YA010', message = 'Ce jour est trop ancien';
  elsif close_drawer.day <= last_day then
    raise exception using errcode = 'YA010',
      message = format('La caisse est déjà clôturée jusqu''au %s', to_char(last_day, 'DD/MM/YYYY'));
  elsif counted between 0 and 1000000000 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant compté est un nombre entier de francs';
  end if;
  select coalesce(sum(b.amount), 0) into expected
  from private.list_cash_balances(close_drawer.day) b where b.account = 'drawer';
  if counted <> expected and char_length(reason) <= 500 is not true then
    raise exception using errcode = 'YA010', message = format(
      'Expliquez la différence de %s XOF en 500 caractères au plus', private.format_thousands(abs(counted - expected))
    );
  end if;
  insert into public.cash_movements (at, from_account, to_account, amount, note, actor_id, actor_name)
  select
    least(now(), private.get_day_start(close_drawer.day + 1) - interval '1 second'),
    case when counted < expected then 'drawer' else 'difference' end,
    case when counted < expected then 'difference' else 'drawer' end,
    abs(counted - expected), reason, auth.uid(), actor_name
  where counted <> expected;
  insert into public.cash_closings (day, expected_amount, counted_amount, note, balances, actor_id, actor_name)
  select close_drawer.day, expected, counted, left(reason, 500),
    coalesce(jsonb_agg(to_jsonb(b)), '[]'), auth.uid(), actor_name
  from private.list_cash_balances(close_drawer.day) b
  returning * into closing;
  return closing;
end
$function$;
-- Articles ------------------------------------------------------------------------------------------------------------

create function private.count_articles(quantity integer, sold_by jsonb)
 returns integer
 language sql
 immutable
 set search_path to ''
as $function$
  select case
    when sold_by ->> 'unit' in ('metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre') then 1 else quantity
  end
$function$;
comment on function private.count_articles(integer,jsonb) is 'How many articles a line is: its pieces, or one of what is measured. 33 m of cable are one article, and 33 bags are 33.';

create function private.count_order_articles(of_order uuid)
 returns integer
 language sql
 stable security definer
 set search_path to ''
as $function$
  select coalesce(sum(private.count_articles(i.quantity, i.sold_by)), 0)::integer
  from public.order_items i where i.order_id = of_order
$function$;
comment on function private.count_order_articles(uuid) is 'How many articles an order has, by its lines.';

drop function private.place_variants(uuid,uuid[],integer[],text[],boolean,boolean,integer,uuid);
create or replace function private.place_variants(of_order uuid, ids uuid[], quantities integer[], steps text[], takes_stock boolean, checks_minimum boolean, low_stock integer, list uuid)
 RETURNS TABLE(lines integer, articles integer, largest_line integer, subtotal bigint, weight bigint, is_bulky boolean, stock_changes uuid[])
 LANGUAGE sql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  with taken as (
    update public.product_variants v set stock = v.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities, steps) with ordinality as l (id, quantity, step, position),
      public.products p
    where v.id = l.id and p.id = v.product_id and (v.stock >= l.quantity or not takes_stock)
      and (l.quantity >= p.minimum_quantity or not checks_minimum)
      and (l.step is null or private.is_same_step(l.step, p.step_size, p.unit, coalesce(v.content_size, p.content_size), p.content_unit))
    returning l.position, v.id, p.id as product_id, p.name || ' – ' || array_to_string(v.choices, ' · ') as name,
      case
        when p.has_price_rules or list is not null then private.get_unit_price(p.id, v.id, v.price::integer, l.quantity, list)
        else v.price::integer
      end as price,
      coalesce(v.image, p.image) as image, v.stock, p.minimum_quantity, p.stock as product_stock, coalesce(v.weight_grams, p.weight_grams) as weight_grams,
      p.is_bulky, l.quantity,
      private.get_sold_by(p.unit, p.step_size, coalesce(v.content_size, p.content_size), p.content_unit) as sold_by
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, variant_id, name, image, unit_price, quantity, sold_by)
    select of_order, t.position, t.product_id, t.id, t.name, t.image, t.price, t.quantity, t.sold_by from taken t
  )
  select
    count(*)::integer, coalesce(sum(private.count_articles(t.quantity, t.sold_by)), 0)::integer, coalesce(max(t.quantity), 0),
    coalesce(sum(t.price::bigint * t.quantity), 0)::bigint, sum(t.weight_grams::bigint * t.quantity)::bigint,
    bool_or(t.is_bulky),
    array_agg(distinct t.product_id) filter (
      where t.stock < t.minimum_quantity or t.product_stock >= low_stock and t.product_stock - t.quantity < low_stock
    )
  from taken t
$function$;
create or replace function private.place_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  by_service constant boolean := current_setting('role') not in ('anon', 'authenticated');
  -- Only place_staff_order can set the source: customers have no privilege for the column.
  by_staff constant boolean := not by_service and new.source <> 'web';
  -- An order that the service enters as already cancelled takes no stock.
  takes_stock boolean;
  -- What is sold at the counter may be taken along.
  is_taken_along constant boolean := new.source = 'counter' and new.pickup_point_id is null
    and coalesce(btrim(new.shipping_address ->> 'city'), '') = '';
  is_delivered constant boolean := new.pickup_point_id is null and not is_taken_along;
  draws_number constant boolean := new.number = '';
  digits integer := 6;
  sent_items constant jsonb := new.payment_info -> 'items';
  sent_ids text[];
  ids uuid[];
  quantities integer[];
  steps text[];
  -- A former day's order, or one that staff agreed on, may be smaller.
  checks_minimum constant boolean := not by_service and not by_staff;
  payment_method public.payment_method;
  sends_letter boolean;
  problem text;
  total bigint;
  context record;
  totals record;
  promo record;
  -- A function that is assigned costs less than one that is performed, which is a statement.
  ignored text;
begin
  if new.split_from_id is not null then
    -- split_order has computed it, and its stock is taken.
    if current_setting('yaare.split_order', true) is distinct from new.id::text then
      raise exception using errcode = 'YA005', message = 'Une commande se sépare par split_order';
    end if;
    return new;
  elsif by_service then
    takes_stock := new.status <> 'cancelled';
    if takes_stock <> (new.cancellation_reason is null) then
      raise exception using errcode = 'YA006', message = 'Une commande annulée a un motif, une autre n''en a pas';
    end if;
  else
    takes_stock := true;
    new.status := 'pending';
    if not by_staff then
      new.user_id := auth.uid();
    end if;
    -- The rows of one request are locked one by one: two orders in each of two requests could deadlock.
    if new.user_id is null and not by_staff or current_setting('yaare.placed_order', true) <> '' then
      raise exception using errcode = 'YA005', message = 'Une seule commande à la fois, par un client connecté';
    end if;
    ignored := set_config('yaare.placed_order', new.id::text, true);
  end if;
  new.updated_at := new.created_at;

  -- Normalization and validation -----------------------------------------------------------------------
  new.customer_name := btrim(new.customer_name);
  new.customer_phone := btrim(new.customer_phone);
  new.notes := nullif(btrim(new.notes), '');
  new.shipping_address := private.normalize_address(new.shipping_address, new.customer_phone);
  begin
    payment_method := new.payment_info ->> 'method';
  exception when check_violation then
    payment_method := null;
  end;
  problem := case
    when char_length(new.customer_name) > 200 then 'Le nom compte au plus 200 caractères'
    when char_length(new.customer_name) >= 2 is not true then 'Le nom est requis'
    when not by_service and private.contains_link(new.customer_name) then 'Un nom ne contient ni adresse ni lien'
    when char_length(new.customer_phone) between 8 and 40 is not true
      or char_length(new.shipping_address ->> 'phone') not between 8 and 40
      or not by_service and (
        new.customer_phone !~ '^[+( ]*([0-9][+() ./-]*){8,15}$' or new.shipping_address ->> 'phone' !~ '^[+( ]*([0-9][+() ./-]*){8,15}$'
      ) then 'Numéro de téléphone invalide'
    -- Who fetches the order needs no address.
    when char_length(new.shipping_address ->> 'address') > 500 then 'L''adresse compte au plus 500 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'address') < 5 then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') > 120 then 'La ville compte au plus 120 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'city') < 2 then 'Ville requise'
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
    end),
    array_agg(i.item ->> 'step')
  into sent_ids, ids, quantities, steps
  from jsonb_array_elements(sent_items) as i (item);
  if array_position(sent_ids, null) is not null or array_position(quantities, null) is not null then
    raise exception using errcode = 'YA005', message = 'Le contenu du panier est invalide';
  end if;

  -- Idempotency and order number -------------------------------------------------------------------------
  -- In place, because a function costs ten times as much.
  new.sent_hash := hash_record_extended(row(
    new.customer_name, new.customer_phone, new.shipping_address, new.notes, new.promo_code, new.total_amount,
    payment_method::text, new.delivery_day, new.delivery_half, new.pickup_point_id, ids, quantities
  ), 0);
  loop
    if draws_number then
      new.number := private.draw_order_number(digits);
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
      (select m.list_id from public.price_list_members m where m.user_id = new.user_id) as list_id,
      exists (select from public.orders o where o.id = new.id) as id_is_used,
      exists (select from public.orders o where o.number = new.number) as number_is_used
    into context
    from public.shop_settings s
    left join private.order_audiences a on a.id = new.user_id;
    if context.id_is_used then
      return private.get_existing_order(new);
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
  perform from public.products p
  where p.id = any (ids || array(select v.product_id from public.product_variants v where v.id = any (ids)))
  order by p.id for no key update;
  -- The limit of letters is a row that is locked: after the products, as when a status or a step is told.
  sends_letter := not by_service and new.customer_email is not null
    and (
    context.is_email_proven or context.audience = 'trusted' or private.may_send_letter(new.customer_email)
  );
  ignored := set_config('yaare.placing_order', 'on', true);
  -- Takes the stock of the lines that can be sold. The others are missing from the totals, and abort the
  -- order below.
  with taken as (
    update public.products p set stock = p.stock - case when takes_stock then l.quantity else 0 end
    from unnest(ids, quantities, steps) with ordinality as l (id, quantity, step, position)
    where p.id = l.id and (p.stock >= l.quantity or not takes_stock) and not p.has_variants
      and (l.quantity >= p.minimum_quantity or not checks_minimum)
      and (l.step is null or private.is_same_step(l.step, p.step_size, p.unit, p.content_size, p.content_unit))
    returning l.position, p.id, p.name,
      case
        when p.has_price_rules or context.list_id is not null
          then private.get_unit_price(p.id, null, p.price::integer, l.quantity, context.list_id)
        else p.price::integer
      end as price,
      p.image, p.stock, p.in_stock, p.weight_grams, p.is_bulky, l.quantity,
      private.get_sold_by(p.unit, p.step_size, p.content_size, p.content_unit) as sold_by
  ),
  lines as (
    insert into public.order_items (order_id, position, product_id, name, image, unit_price, quantity, sold_by)
    select new.id, t.position, t.id, t.name, t.image, t.price, t.quantity, t.sold_by from taken t
  ),
  -- Inserted here and not by a separate trigger, which would cost three times as much.
  confirmation as (
    insert into public.mails (subject_id, kind, recipient)
    select new.id, 'order_confirmation', new.customer_email
    where sends_letter
  )
  select
    count(*) as lines,
    sum(case when t.sold_by is null then t.quantity else private.count_articles(t.quantity, t.sold_by) end) as articles,
    max(t.quantity) as largest_line,
    sum(t.price::bigint * t.quantity)::bigint as subtotal,
    sum(t.weight_grams::bigint * t.quantity)::bigint as weight,
    bool_or(t.is_bulky) as is_bulky,
    jsonb_agg(
      jsonb_build_object('id', t.id, 'name', t.name, 'price', t.price, 'quantity', t.quantity, 'image', t.image)
        || case when t.sold_by is null then '{}' else jsonb_build_object('sold_by', t.sold_by) end
      order by t.position
    ) as items,
    -- Pages show shoppers and administrators only whether a product is out of stock or low on stock.
    array_agg(t.id) filter (
      where not t.in_stock
        or (t.stock < context.low_stock_threshold and t.stock + t.quantity >= context.low_stock_threshold)
    ) as stock_changes
  into totals
  from taken t;
  if totals.lines < cardinality(ids) then
    select
      totals.lines + v.lines as lines, coalesce(totals.articles, 0) + v.articles as articles,
      greatest(totals.largest_line, v.largest_line) as largest_line,
      coalesce(totals.subtotal, 0) + v.subtotal as subtotal,
      case when num_nonnulls(totals.weight, v.weight) > 0 then coalesce(totals.weight, 0) + coalesce(v.weight, 0) end as weight,
      coalesce(totals.is_bulky, false) or coalesce(v.is_bulky, false) as is_bulky,
      totals.items,
      case when num_nonnulls(totals.stock_changes, v.stock_changes) > 0
        then coalesce(totals.stock_changes, '{}') || coalesce(v.stock_changes, '{}') end as stock_changes
    into totals
    from private.place_variants(
      new.id, ids, quantities, steps, takes_stock, checks_minimum, context.low_stock_threshold, context.list_id
    ) v;
    -- A statement of its own sees the lines.
    totals.items := private.list_order_items(new.id);
  end if;
  ignored := set_config('yaare.placing_order', '', true);

  if totals.lines <> cardinality(ids) then
    perform private.raise_stock_error(sent_ids, ids, quantities, totals.items, steps, checks_minimum);
  end if;
  new.weight_grams := case when totals.weight is not null then least(totals.weight, 2147483647) end;
  if is_taken_along then
    new.shipping_amount := 0;
  elsif context.delivery_from is null and is_delivered and new.delivery_day is null then
    new.shipping_amount := context.shipping_fee;
  else
    new := private.set_order_delivery(
      new, coalesce(totals.weight, 0), totals.is_bulky, totals.subtotal, by_service or by_staff
    );
  end if;
  if new.promo_code is not null then
    new.promo_code := private.normalize_promo_code(new.promo_code);
    select * into promo from private.use_promo_code(new);
    if promo.discount > 0 then
      new.discount_amount := new.discount_amount + promo.discount;
      new.discount_reason := concat_ws(' · ', new.discount_reason, 'Code ' || new.promo_code);
    end if;
    if promo.is_free_delivery then
      new.shipping_amount := 0;
    end if;
  end if;
  total := totals.subtotal - new.discount_amount + new.shipping_amount;
  if total > 2147483647 then
    raise exception using errcode = 'YA005', message = 'Le montant de la commande est trop élevé';
  elsif new.discount_amount not between 0 and totals.subtotal then
    raise exception using errcode = 'YA005', message = 'La remise dépasse le montant des articles';
  end if;
  if new.total_amount is distinct from total and not ((by_service or by_staff) and new.total_amount is null) then
    perform private.raise_total_error(total, new.shipping_amount, totals.items, new.discount_amount);
  end if;
  new.total_amount := total;
  new.items_count := totals.articles;
  new.payment_info := jsonb_build_object('method', payment_method, 'items', totals.items);
  if not (by_service or by_staff) then
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
$function$;
comment on column public.orders.items_count is 'Articles: the pieces of what is counted, and one for each line of what is measured.';
-- Orders of before count the metres of their cables.
update public.orders o set items_count = private.count_order_articles(o.id)
where exists (
  select from public.order_items i
  where i.order_id = o.id and i.sold_by is not null and private.count_articles(i.quantity, i.sold_by) <> i.quantity
);

-- References ----------------------------------------------------------------------------------------------------------

create index products_reference_key_idx on public.products (lower(reference)) where reference is not null;
create index product_variants_reference_key_idx on public.product_variants (lower(reference)) where reference is not null;
drop index public.products_reference_idx;
drop index public.product_variants_reference_idx;

create or replace function public.find_stock_items(query text, row_limit integer DEFAULT 8)
 RETURNS SETOF public.sellable_items
 LANGUAGE plpgsql
 STABLE ROWS 8
 SET search_path TO ''
AS $function$
declare
  code constant text := btrim(query);
begin
  return query
    select s.* from public.sellable_items s where s.barcode = code or lower(s.reference) = lower(code)
    order by s.name, s.id limit least(row_limit, 50);
  if not found then
    return query
      select s.* from public.search_products(query => code, row_limit => 20) with ordinality p
      join public.sellable_items s on s.product_id = p.id
      order by p.ordinality, s.name, s.id limit least(row_limit, 50);
  end if;
end
$function$;
create or replace function private.find_reference(query text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select w.word
  from regexp_split_to_table(upper(left(query, 300)), '[^[:alnum:]-]+') with ordinality w (word, position)
  where query ~ '[[:alnum:]]-[[:alnum:]]' and btrim(query) ~ '[^[:alnum:]-]'
    and w.word ~ '^[[:alnum:]]+(-[[:alnum:]]+)+$' and w.word ~ '\d'
    and (
      exists (select from public.products p where lower(p.reference) = lower(w.word))
      or exists (select from public.product_variants v where lower(v.reference) = lower(w.word))
    )
  order by w.position
  limit 1
$function$;
create or replace function private.match_import_rows(rows jsonb)
 RETURNS TABLE(number bigint, cells jsonb, id uuid, matches bigint, existing jsonb, first_of_product bigint, first_of_reference bigint, first_of_slug bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with input_lines as (
    select r.value as cells,
      case when r.value ->> 'line' ~ '^[0-9]{1,9}$' then (r.value ->> 'line')::bigint else r.ordinality end as number,
      nullif(btrim(r.value ->> 'reference'), '') as reference, nullif(btrim(r.value ->> 'slug'), '') as slug
    from jsonb_array_elements(rows) with ordinality r
  ),
  matched as (
    select s.*, coalesce(by_reference.id, by_slug.id) as id, by_reference.id as by_reference, by_reference.matches
    from input_lines s
    left join lateral (
      -- Of products whose references differ by case alone, the one that is written so.
      select (array_agg(f.id))[1] as id, count(*) as matches
      from (
        select p.id, rank() over (order by p.reference = s.reference desc) as rank
        from public.products p where lower(p.reference) = lower(s.reference)
        order by rank limit 2
      ) f
      where f.rank = 1
    ) by_reference on true
    left join public.products by_slug on by_reference.id is null and by_slug.slug = s.slug
  )
  select m.number, m.cells, m.id, m.matches, to_jsonb(p),
    case when m.id is not null then min(m.number) over (partition by m.id) end,
    case when m.reference is not null then min(m.number) over (partition by coalesce(m.by_reference::text, lower(m.reference))) end,
    case when m.slug is not null then min(m.number) over (partition by m.slug) end
  from matched m left join public.products p on p.id = m.id
  order by m.number
$function$;
create or replace function private.complete_product_import(import uuid, chunks integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
AS $function$
declare
  found_twice record;
begin
  perform private.require_administrator();
  perform from private.product_imports i where i.id = import and i.state = 'checking' for no key update;
  if not found then
    return private.describe_product_import(import);
  end if;
  if (select count(*) <> chunks or max(c.number) <> chunks from private.product_import_chunks c where c.import_id = import) then
    perform private.raise_problem('rows', 'Une partie du fichier manque. Choisissez de nouveau le fichier');
  end if;
  for found_twice in
    with keyed as materialized (
      select l.ctid as place, l.chunk, (l.line).number, (l.line).id, (l.line).is_new, (l.line).action, (l.line).sent_reference,
        (l.line).sent_slug
      from private.product_import_lines l where l.import_id = import
    ),
    repeated as (
      select k.id::text as key, 'reference' as kind, min(k.number) as first_line from keyed k where not k.is_new group by k.id having count(*) > 1
      union all
      -- Products of before may differ by case alone.
      select lower(k.sent_reference), 'reference', min(k.number) from keyed k where k.sent_reference is not null
      group by lower(k.sent_reference)
      having count(*) > 1 and (bool_or(k.is_new) or count(distinct k.sent_reference) < count(*))
      union all
      select k.sent_slug, 'slug', min(k.number) from keyed k where k.sent_slug is not null group by k.sent_slug having count(*) > 1
    ),
    matched as (
      select k.*, r.kind, r.first_line from repeated r join keyed k on k.id::text = r.key where r.kind = 'reference' and not k.is_new
      union all
      select k.*, r.kind, r.first_line from repeated r join keyed k on lower(k.sent_reference) = r.key where r.kind = 'reference'
      union all
      select k.*, r.kind, r.first_line from repeated r join keyed k on k.sent_slug = r.key where r.kind = 'slug'
    )
    select distinct on (m.number) m.place, m.chunk, m.number, m.action, m.sent_reference, m.kind, m.first_line,
      coalesce((l.line)."values" ->> 'name', p.name) as name
    from matched m
    join private.product_import_lines l on l.ctid = m.place
    left join public.products p on p.id = m.id
    where m.first_line < m.number and m.action <> 'error'
    order by m.number, m.first_line, m.kind
  loop
    insert into private.product_import_problems (import_id, chunk, line) values (import, found_twice.chunk, jsonb_build_object(
      'line', found_twice.number, 'action', 'error', 'reference', found_twice.sent_reference, 'name', found_twice.name,
      'changed', '[]'::jsonb, 'problems', jsonb_build_array(private.build_problem(
        found_twice.kind, format('Même produit que la ligne %s', found_twice.first_line)))
    ));
    update private.product_import_chunks c set
      create_count = c.create_count - (found_twice.action = 'create')::integer,
      update_count = c.update_count - (found_twice.action = 'update')::integer,
      unchanged_count = c.unchanged_count - (found_twice.action = 'unchanged')::integer,
      error_count = c.error_count + 1
    where c.import_id = import and c.number = found_twice.chunk;
  end loop;
  update private.product_imports i set state = 'checked' where i.id = import;
  return private.describe_product_import(import);
end
$function$;
create or replace function private.apply_import_chunk(import uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  running private.product_imports;
  next_chunk integer;
  taken record;
  lines private.checked_line[] := '{}';
  skipped integer := 0;
begin
  select * into running from private.product_imports i where i.id = import and i.state = 'applying';
  if running.id is null then
    return false;
  end if;
  select c.number into next_chunk from private.product_import_chunks c
  where c.import_id = import and c.applied_at is null order by c.number limit 1 for no key update skip locked;
  if next_chunk is null then
    update private.product_imports i set state = 'done', finished_at = now()
    where i.id = import and i.state = 'applying' and not exists (
      select from private.product_import_chunks c where c.import_id = import and c.applied_at is null
    );
    return false;
  end if;
  -- What the triggers write is of whoever confirmed it, with the chosen reason.
  perform set_config('yaare.importing', 'on', true);
  perform set_config('request.headers', jsonb_build_object('x-stock-reason', running.reason)::text, true);
  if current_setting('role') <> 'authenticated' then
    perform set_config('request.jwt.claims', jsonb_build_object('sub', running.actor_id)::text, true);
  end if;
  for taken in
    with deleted as (
      delete from private.product_import_lines l where l.import_id = import and l.chunk = next_chunk returning l.line
    )
    select array_agg(d.line) as lines, c.outdated
    from deleted d
    cross join lateral (
      select case
        when not (d.line).is_new and not exists (select from public.products p where p.id = (d.line).id) then 'gone'
        when (d.line).is_new and (
          exists (select from public.products p where lower(p.reference) = lower((d.line).sent_reference))
          or exists (select from public.products p where p.slug = (d.line).sent_slug)
        ) then 'there'
      end as outdated
    ) c
    where (d.line).action in ('create', 'update')
    group by c.outdated
  loop
    if taken.outdated is null then
      lines := taken.lines;
    else
      perform private.skip_import_line(import, next_chunk, l, case taken.outdated
        when 'gone' then 'Ce produit a été supprimé entre-temps' else 'Ce produit a été créé entre-temps' end)
      from unnest(taken.lines) l;
      skipped := skipped + cardinality(taken.lines);
    end if;
  end loop;
  if lines <> '{}' then
    skipped := skipped + private.apply_import_lines(import, next_chunk, lines);
  end if;
  update private.product_import_chunks c set applied_at = now(), skipped_count = skipped
  where c.import_id = import and c.number = next_chunk;
  if exists (select from unnest(lines) l where l.is_new) then
    perform private.count_imported_products(array(
      select p.category_id from public.products p where p.id = any (array(select l.id from unnest(lines) l where l.is_new))
    ));
    -- Last, because others who apply a chunk may be doing the same.
    perform private.analyze_grown_products();
  end if;
  return true;
end
$function$;
-- The courier ---------------------------------------------------------------------------------------------------------

create or replace function private.list_courier_runs()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'proof', r.proof,
    'held_amount', private.get_run_cash(r.id),
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'position', s.position, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'half_day', o.delivery_half,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0), 'paid_amount', o.paid_amount,
        'paid_references', (
          select string_agg(distinct m.reference, ', ')
          from public.cash_movements m
          where m.order_id = o.id and m.from_account = 'order' and m.to_account = 'mobile_money'
            and not exists (select from public.cash_movements b where b.reverses_id = m.id)
        ),
        'weekdays', (select z.days from public.delivery_zones z where z.id = o.zone_id and z.is_active),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'position', i.position, 'name', i.name, 'quantity', i.quantity - i.returned_quantity,
            'sold_by', i.sold_by,
            'credits', array(
              select private.get_line_credit(i, pieces)
              from generate_series(1, least(i.quantity - i.returned_quantity, 5000)) as pieces
            )
          ) order by i.position)
          from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
        ),
        'outcome', (
          select jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'conflict', private.get_open_conflict(e))
          from public.order_events e
          where e.order_id = o.id and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
            and e.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
          order by private.get_open_conflict(e) is null, e.recorded_at, e.id limit 1
        )
      ) order by s.position)
      from public.run_stops s join public.orders o on o.id = s.order_id
      where s.run_id = r.id
    ), '[]')
  ) order by r.day, r.out_at, r.id), '[]')
  from (
    select * from public.runs r
    where r.courier_id = auth.uid() and r.state = 'out' and (select private.has_right('runs.drive'))
    order by r.day desc, r.id limit 20
  ) r
$function$;
comment on function private.place_variants(uuid,uuid[],integer[],text[],boolean,boolean,integer,uuid) is 'Takes the stock of those lines of an order that name variants, and writes them with the prices of a list or none. The products are locked by the caller. What could not be taken is missing from the sums.';
revoke all on function private.find_weekday_problem(date,text,smallint[]) from public;
revoke all on function private.find_slot_problem(date,text,text,integer,smallint[]) from public;
revoke all on function private.check_staff_day(public.orders) from public;
revoke all on function private.find_new_day_problem(public.orders,date) from public;
revoke all on function private.count_articles(integer,jsonb) from public;
revoke all on function private.count_order_articles(uuid) from public;
revoke all on function private.place_variants(uuid,uuid[],integer[],text[],boolean,boolean,integer,uuid) from public;
