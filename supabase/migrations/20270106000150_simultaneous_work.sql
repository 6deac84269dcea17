-- Two taps of one person on «Prendre la suivante» claimed two orders, and each further claim failed with an internal error. A
-- parcel that was settled and is handed over again is to be settled again. And an order is split while a product of it is
-- being deleted.

create or replace function private.claim_next_order(queue public.order_queue, after jsonb)
returns table (order_id uuid, place jsonb, until timestamptz)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  ends_at constant timestamptz := now() + interval '10 minutes';
  candidate record;
  is_end boolean;
begin
  perform private.require_right(private.get_queue_right(queue));
  if auth.uid() is null then
    return;
  end if;
  -- Two taps of one person: the second finds what the first has claimed.
  perform pg_advisory_xact_lock(hashtextextended('order_claims ' || auth.uid(), 0));
  if after is null then
    -- Whoever comes back finds the order that they left.
    update private.order_claims c set until = ends_at
    from public.orders o
    where c.staff_id = auth.uid() and c.until > now() and o.id = c.order_id and private.is_queued(o, queue)
    returning c.order_id, private.get_queue_place(o, queue) into order_id, place;
    if order_id is not null then
      until := ends_at;
      return next;
      return;
    end if;
  end if;
  loop
    is_end := true;
    for candidate in select q.order_id, q.place from private.list_queued(queue, null, null, after, 50) q loop
      is_end := false;
      after := candidate.place;
      -- Whether it is still free is asked again under its lock: what another one took meanwhile is passed over.
      perform from public.orders o
      where o.id = candidate.order_id and private.is_queued(o, queue)
      for no key update skip locked;
      continue when not found;
      insert into private.order_claims as c (order_id, staff_id, until)
      values (candidate.order_id, auth.uid(), ends_at)
      on conflict on constraint order_claims_pkey do update set staff_id = excluded.staff_id, until = excluded.until
      where c.until <= now() or c.staff_id = excluded.staff_id;
      continue when not found;
      -- Nobody works on two orders.
      delete from private.order_claims c
      where c.staff_id = auth.uid() and c.until > now() and c.order_id <> candidate.order_id;
      order_id := candidate.order_id;
      place := candidate.place;
      until := ends_at;
      return next;
      return;
    end loop;
    exit when is_end;
  end loop;
end
$$;

create or replace function private.hand_to_carrier(carrier uuid, parcels jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  sent record;
  handed integer := 0;
begin
  perform private.require_right('runs.plan');
  if jsonb_typeof(parcels) is distinct from 'array' or jsonb_array_length(parcels) not between 1 and 200 then
    raise exception using errcode = 'YA010', message = 'Remettez de 1 à 200 colis à la fois';
  end if;
  -- One at a time, so that no tracking number is given twice.
  perform from public.carriers c where c.id = carrier and c.is_active for no key update;
  if not found then
    raise exception using errcode = 'YA010', message = 'Ce transporteur n''est pas disponible';
  end if;
  -- In the order of their ids, as everywhere.
  perform from public.orders o
  where o.number in (select upper(btrim(p ->> 'number')) from jsonb_array_elements(parcels) p)
  order by o.id for no key update;
  for sent in
    select upper(btrim(p ->> 'number')) as number,
      coalesce(nullif(btrim(p ->> 'tracking_number'), ''), upper(btrim(p ->> 'number'))) as tracking_number
    from jsonb_array_elements(parcels) p
  loop
    select * into target from public.orders o where o.number = sent.number;
    if target.id is null then
      raise exception using errcode = 'YA010', message = format('La commande %s n''existe pas', sent.number);
    elsif exists (
      select from public.carrier_parcels p
      where p.order_id = target.id and p.carrier_id = carrier and p.tracking_number = sent.tracking_number
    ) and target.stage = 'on_road' then
      -- Sent twice.
      continue;
    elsif target.stage <> 'prepared' then
      raise exception using errcode = 'YA010', message = format('La commande %s n''est pas préparée', sent.number);
    elsif char_length(sent.tracking_number) > 60 then
      raise exception using errcode = 'YA010', message = 'Le numéro de suivi est trop long';
    elsif exists (select from public.run_stops s where s.order_id = target.id and s.is_open) then
      raise exception using errcode = 'YA010', message = format('La commande %s est dans une tournée', sent.number);
    elsif exists (
      select from public.carrier_parcels p
      where p.carrier_id = carrier and p.order_id <> target.id
        and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(sent.tracking_number)
    ) then
      raise exception using errcode = 'YA010',
        message = format('Le numéro de suivi %s est celui d''un autre colis', sent.tracking_number);
    end if;
    insert into public.carrier_parcels as p (order_id, carrier_id, tracking_number)
    values (target.id, carrier, sent.tracking_number)
    on conflict (order_id) do update set
      carrier_id = excluded.carrier_id, tracking_number = excluded.tracking_number, handed_at = now(),
      -- What was collected at an earlier attempt is settled; this is another one.
      settled_at = null, settlement_id = null;
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', target.id, 'kind', 'on_road', 'data', jsonb_build_object(
        'carrier', (select c.name from public.carriers c where c.id = carrier), 'tracking_number', sent.tracking_number
      )
    ));
    handed := handed + 1;
  end loop;
  return handed;
end
$$;

create or replace function private.split_order(of_order uuid, expected_updated_at timestamp with time zone, split jsonb)
returns table(id uuid, number text, total_amount integer, first_total integer)
language plpgsql security definer set search_path = ''
as $$
declare
  new_id constant uuid := case when split ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (split ->> 'id')::uuid end;
  event_id constant uuid := gen_random_uuid();
  first public.orders;
  second public.orders;
  later record;
begin
  perform private.require_right('orders.change');
  perform from public.orders o where o.id = of_order for no key update;
  if exists (select from public.orders o where o.id = new_id and o.split_from_id = of_order) then
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
      message = 'Cette commande est déjà payée : elle ne se sépare plus';
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
    pickup_point_id, pickup_point_name, delivery_day, delivery_half, weight_grams, source, discount_amount,
    discount_reason, split_from_id
  )
  values (
    second.id, second.number, second.user_id, second.customer_name, second.customer_email, second.customer_phone,
    second.total_amount, 0, second.items_count, second.stage, second.shipping_address, second.payment_info,
    second.notes, second.reservation_ends_at, second.stock_released_at, second.zone_id, second.zone_name,
    second.pickup_point_id, second.pickup_point_name, second.delivery_day, second.delivery_half, second.weight_grams,
    second.source, second.discount_amount, second.discount_reason, of_order
  );
  perform set_config('yaare.split_order', '', true);
  update public.orders o set
    total_amount = o.total_amount - second.total_amount, discount_amount = o.discount_amount - second.discount_amount,
    discount_reason = case when o.discount_amount > second.discount_amount then o.discount_reason end,
    items_count = o.items_count - second.items_count, weight_grams = nullif(o.weight_grams - coalesce(second.weight_grams, 0), 0),
    payment_info = o.payment_info || jsonb_build_object('items', private.list_order_items(of_order)),
    updated_at = now()
  where o.id = of_order;
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, 'changed', now(), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_build_object(
      'total_before', first.total_amount, 'total_after', first.total_amount - second.total_amount,
      'split_to', second.number
    )
  );
  perform private.tell_order(first, event_id, 'order_changed');
  perform private.tell_order(second, new_id, 'order_confirmation');
  return query select second.id, second.number, second.total_amount, first.total_amount - second.total_amount;
end
$$;
