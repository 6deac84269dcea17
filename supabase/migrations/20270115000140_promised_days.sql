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

create function private.is_late(of_order public.orders) returns boolean
language sql stable set search_path = '' as $$
  -- What an index can tell first.
  select of_order.due_day < private.get_today() and private.get_promised_day(of_order) < private.get_today()
$$;
comment on function private.is_late(public.orders) is 'Whether an open order should have been delivered.';
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
     $after$          and o.due_day <= last_day and (queue <> 'late' or private.is_late(o))
$after$),
    ('private.desk_counts()',
     $before$          and o.due_day < private.get_today()
$before$,
     $after$          and o.due_day < private.get_today() and private.is_late(o)
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
