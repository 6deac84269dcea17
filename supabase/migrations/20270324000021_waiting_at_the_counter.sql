-- What a customer takes along from the counter waits for them, as at a pick-up point: «À livrer» has it after all that is to
-- be driven, and it is never late once it is prepared.

create index orders_prepared_at_counter_idx on public.orders (due_day, coalesce(zone_name, ''), created_at, id)
where stage = 'prepared' and source = 'counter';
alter index public.orders_prepared_at_counter_idx alter column 2 set statistics 0;

create or replace function private.get_queue_place(of_order public.orders, queue public.order_queue)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case queue
    when 'confirm' then jsonb_build_array(coalesce(of_order.next_call_at, of_order.created_at), of_order.id)
    when 'collect' then jsonb_build_array(of_order.created_at, of_order.id)
    when 'deliver' then jsonb_build_array(
      of_order.due_day, coalesce(of_order.zone_name, ''), of_order.created_at, of_order.id,
      of_order.pickup_point_name is not null or private.is_taken_along(of_order)
    )
    else jsonb_build_array(of_order.due_day, coalesce(of_order.zone_name, ''), of_order.created_at, of_order.id)
  end
$function$;

create or replace function private.is_late(of_order public.orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- The shop has done its part where a prepared order waits for its customer at a pick-up point or the counter, and where a carrier has the
  -- parcel: that is listed with what the carriers owe.
  select of_order.due_day < private.get_today()
    and (of_order.stage <> 'prepared' or of_order.pickup_point_name is null and not private.is_taken_along(of_order))
    and (of_order.stage <> 'on_road' or not exists (
      select from public.carrier_parcels p where p.order_id = of_order.id and p.settled_at is null
    ))
$function$;

create or replace function private.list_queued(queue public.order_queue, zone text, day date, after jsonb, length integer)
 RETURNS TABLE(order_id uuid, place jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stages constant text[] := private.get_queue_stages(queue);
  zero constant uuid := '00000000-0000-0000-0000-000000000000';
  last_day constant date := case when queue = 'late' then private.get_today() - 1 else coalesce(day, 'infinity') end;
  after_at timestamptz := '-infinity';
  after_day date := coalesce(day, '-infinity');
  after_zone text := '';
  after_id uuid := zero;
  -- What waits for its customer, at a pick-up point or the counter, comes after all that is to be driven.
  after_pickup boolean := false;
begin
  begin
    if queue in ('confirm', 'collect') then
      after_at := coalesce((after ->> 0)::timestamptz, after_at);
      after_id := coalesce((after ->> 1)::uuid, after_id);
    else
      after_day := greatest(coalesce((after ->> 0)::date, after_day), after_day);
      after_zone := coalesce(after ->> 1, after_zone);
      after_at := coalesce((after ->> 2)::timestamptz, after_at);
      after_id := coalesce((after ->> 3)::uuid, after_id);
      after_pickup := coalesce((after ->> 4)::boolean, after_pickup);
    end if;
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la file n''existe pas';
  end;
  -- Each is the order of an index, with the index's own predicate.
  if queue = 'confirm' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'to_confirm' and (coalesce(o.next_call_at, o.created_at), o.id) > (after_at, after_id)
      order by coalesce(o.next_call_at, o.created_at), o.id limit length;
  elsif queue = 'collect' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'delivered' and o.status = 'processing' and (o.created_at, o.id) > (after_at, after_id)
      order by o.created_at, o.id limit length;
  elsif queue = 'deliver' then
    return query
      select head.id, head.place
      from (
        (
          select o.id, false as is_pickup, o.due_day, coalesce(o.zone_name, '') as zone_key, o.created_at,
            private.get_queue_place(o, queue) as place
          from public.orders o
          where zone is null and not after_pickup and o.stage = 'prepared' and o.pickup_point_name is null
            and not private.is_taken_along(o)
            and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            and o.due_day <= last_day
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
        union all
        (
          select o.id, false, o.due_day, coalesce(o.zone_name, ''), o.created_at, private.get_queue_place(o, queue)
          from public.orders o
          where coalesce(o.zone_name, '') = zone and not after_pickup and o.stage = 'prepared' and o.pickup_point_name is null
            and not private.is_taken_along(o)
            and (o.due_day, o.created_at, o.id) > (after_day, after_at, after_id) and o.due_day <= last_day
          order by o.due_day, o.created_at, o.id limit length
        )
        union all
        (
          select o.id, true, o.due_day, coalesce(o.zone_name, ''), o.created_at, private.get_queue_place(o, queue)
          from public.orders o
          where (zone is null or coalesce(o.zone_name, '') = zone)
            and o.stage = 'prepared' and o.pickup_point_name is not null
            and o.due_day >= coalesce(day, '-infinity') and o.due_day <= last_day
            and (
              not after_pickup
              or (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            )
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
        union all
        (
          select o.id, true, o.due_day, coalesce(o.zone_name, ''), o.created_at, private.get_queue_place(o, queue)
          from public.orders o
          where (zone is null or coalesce(o.zone_name, '') = zone)
            and o.stage = 'prepared' and o.source = 'counter' and o.pickup_point_name is null and private.is_taken_along(o)
            and o.due_day >= coalesce(day, '-infinity') and o.due_day <= last_day
            and (
              not after_pickup
              or (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            )
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
      ) head
      order by head.is_pickup, head.due_day, head.zone_key, head.created_at, head.id limit length;
  else
    return query
      select head.id, head.place
      from unnest(stages) as of_stage
      cross join lateral (
        (
          select o.id, o.due_day, coalesce(o.zone_name, '') as zone, o.created_at,
            private.get_queue_place(o, queue) as place
          from public.orders o
          where (of_stage, queue) <> ('prepared', 'late') and o.stage = of_stage
            and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
            and ((of_stage, queue) <> ('on_road', 'late') or not exists (
              select from public.carrier_parcels p where p.order_id = o.id and p.settled_at is null
            ))
            and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            and o.due_day <= last_day
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
        union all
        -- What waits for its customer, at a pick-up point or the counter, is not late.
        (
          select o.id, o.due_day, coalesce(o.zone_name, '') as zone, o.created_at,
            private.get_queue_place(o, queue) as place
          from public.orders o
          where (of_stage, queue) = ('prepared', 'late') and o.stage = 'prepared' and o.pickup_point_name is null
            and not private.is_taken_along(o)
            and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
            and o.due_day <= last_day
          order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
        )
      ) head
      order by head.due_day, head.zone, head.created_at, head.id limit length;
  end if;
end
$function$;
comment on function private.list_queued(public.order_queue,text,date,jsonb,integer) is 'The orders of a queue in its order, from after a place on: calls by the time of the next one, money by the order, the others by day, zone and order. Only what is to deliver has a zone and a day, and ends with what waits for its customer.';

create or replace function private.desk_counts()
 RETURNS TABLE(confirm integer, prepare integer, deliver integer, late integer, collect integer, refund integer)
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
            and not private.is_taken_along(o)
            and o.due_day < private.get_today()
          limit 1000
        )
      ) found
      limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o where o.stage = 'delivered' and o.status = 'processing' limit 1000
    ) queued),
    -- Zero for whoever may not read cash. The condition and the order are those of the index.
    (select count(*)::integer from (
      select from public.orders o
      where o.paid_amount > case when o.status = 'cancelled' then 0 else o.total_amount - o.credited_amount end
        and (select private.has_right('cash.read'))
      order by o.created_at desc, o.id limit 1000
    ) queued)
  where (select private.has_right('orders.read'))
$function$;
