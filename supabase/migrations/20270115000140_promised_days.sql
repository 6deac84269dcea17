-- An order without a chosen day was late from the second day on, whatever its zone promises: in a zone that is served on
-- Tuesdays, 72 hours after the order, nearly every order stood in «En retard» before it could be delivered, and the number
-- in the menu said nothing. Such an order is late after the first day on which its zone can deliver it.

create function private.get_first_day(placed timestamptz, delay_hours integer, days smallint[]) returns date
language sql immutable set search_path = '' as $$
  -- As private.list_delivery_slots: an afternoon can be chosen until the delay before its beginning. A week has each day.
  select min(d.day)::date
  from (select placed at time zone 'UTC' + make_interval(hours => delay_hours) as time) ready
  cross join generate_series(date_trunc('day', ready.time), date_trunc('day', ready.time) + interval '7 days', '1 day') d (day)
  where extract(isodow from d.day) = any (days) and d.day + interval '14 hours' >= ready.time
$$;
comment on function private.get_first_day(timestamptz, integer, smallint[]) is
  'The first day on which a zone can deliver what was ordered at that time.';
revoke all on function private.get_first_day(timestamptz, integer, smallint[]) from public;

create function private.get_promised_day(of_order public.orders) returns date
language sql stable set search_path = '' as $$
  select coalesce(of_order.delivery_day, greatest(of_order.due_day, (
    select private.get_first_day(of_order.created_at, z.delay_hours, z.days)
    from public.delivery_zones z where z.id = of_order.zone_id
  )))
$$;
comment on function private.get_promised_day(public.orders) is
  'The last day on which the order is not late: the chosen one, or the first one of its zone; due_day without a zone.';
revoke all on function private.get_promised_day(public.orders) from public;

create function private.get_late_limit(delay_hours integer, days smallint[]) returns timestamptz
language sql stable set search_path = '' as $$
  -- The end of the choice of the last day that was served before today, less the delay.
  select (
    (private.get_today() - min((extract(isodow from private.get_today())::integer - d.day + 6) % 7 + 1))::timestamp
      + interval '14 hours' - make_interval(hours => delay_hours)
  ) at time zone 'UTC'
  from unnest(days) d (day)
$$;
comment on function private.get_late_limit(integer, smallint[]) is
  'Until when an order was placed whose first day in such a zone is over.';
revoke all on function private.get_late_limit(integer, smallint[]) from public;

create function private.is_late(of_order public.orders) returns boolean
language sql stable set search_path = '' as $$
  select of_order.due_day < private.get_today() and (of_order.delivery_day is not null or not exists (
    select from public.delivery_zones z
    where z.id = of_order.zone_id and of_order.created_at > private.get_late_limit(z.delay_hours, z.days)
  ))
$$;
comment on function private.is_late(public.orders) is
  'Whether an open order should have been delivered. private.list_queued and private.desk_counts ask the same of many rows.';
revoke all on function private.is_late(public.orders) from public;

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.is_queued(public.orders, public.order_queue)',
     $before$    when 'late' then of_order.due_day < private.get_today()
$before$,
     $after$    when 'late' then private.is_late(of_order)
$after$),
    ('private.list_queued(public.order_queue, text, date, jsonb, integer)',
     $before$          and o.due_day <= last_day
$before$,
     $after$          and o.due_day <= last_day
          and (o.delivery_day is not null or coalesce(o.created_at <= limits[array_position(zones, o.zone_id)], true))
$after$),
    ('private.list_queued(public.order_queue, text, date, jsonb, integer)',
     $before$  after_id uuid := zero;
begin
$before$,
     $after$  after_id uuid := zero;
  -- Of the late ones: what a zone delivers later is not late.
  zones uuid[];
  limits timestamptz[];
begin
  if queue = 'late' then
    select array_agg(z.id), array_agg(private.get_late_limit(z.delay_hours, z.days)) into zones, limits
    from public.delivery_zones z;
  end if;
$after$),
    ('private.desk_counts()',
     $before$  select
    (select count(*)::integer from (
$before$,
     $after$  with zones as materialized (
    select z.id, private.get_late_limit(z.delay_hours, z.days) as late_limit from public.delivery_zones z
  )
  select
    (select count(*)::integer from (
$after$),
    ('private.desk_counts()',
     $before$          and o.due_day < private.get_today()
$before$,
     $after$          and o.due_day < private.get_today()
          and (o.delivery_day is not null or coalesce(o.created_at <= (
            select z.late_limit from zones z where z.id = o.zone_id
          ), true))
$after$),
    ('private.list_queue(public.order_queue, text, date, jsonb)',
     $before$      o.zone_name, o.pickup_point_name, o.delivery_day, o.delivery_half, o.due_day, o.created_at, o.next_call_at,
$before$,
     $after$      o.zone_name, o.pickup_point_name, o.delivery_day, o.delivery_half, private.get_promised_day(o), o.created_at,
      o.next_call_at,
$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected: %', change.called, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
comment on column public.orders.due_day is
  'The chosen day, or the day after the order: before it an order is not late. One of a zone may be promised for later (private.get_promised_day).';
