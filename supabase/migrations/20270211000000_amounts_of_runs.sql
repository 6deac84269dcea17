-- A run told what is still to collect, and not what its courier took at each stop. What was taken back of the mobile money
-- of a run stayed in its sum. And of a line of more than 500 pieces a phone did not know what more of them are worth.

CREATE OR REPLACE FUNCTION private.get_run(of_run uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'state', r.state, 'courier_id', r.courier_id,
    'courier_name', r.courier_name, 'proof', r.proof, 'updated_at', r.updated_at, 'out_at', r.out_at,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'customer_phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'zone_name', o.zone_name,
        'delivery_half', o.delivery_half, 'items_count', o.items_count, 'weight_grams', o.weight_grams,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'cash', coalesce(c.cash, 0), 'mobile_money', coalesce(c.mobile_money, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'name', i.name, 'quantity', i.quantity - i.returned_quantity, 'sold_by', i.sold_by
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
      -- What was taken back is taken off.
      cross join lateral (
        select
          sum(case m.courier_id when r.courier_id then case m.from_account when 'order' then m.amount else -m.amount end end) as cash,
          sum(case 'mobile_money' when m.to_account::text then m.amount when m.from_account::text then -m.amount end)
            as mobile_money
        from public.cash_movements m where m.order_id = o.id and m.run_id = r.id
      ) c
      where s.run_id = r.id
    ), '[]')
  )
  from public.runs r
  where r.id = of_run and (select private.has_right('orders.read'))
$function$;

CREATE OR REPLACE FUNCTION private.list_courier_runs()
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
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
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

CREATE OR REPLACE FUNCTION private.list_runs_to_close()
 RETURNS TABLE(id uuid, day date, name text, courier_name text, state text, open_stops integer, held_amount bigint, mobile_money bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select r.id, r.day, r.name::text, r.courier_name, r.state,
    (select count(*)::integer from public.run_stops s where s.run_id = r.id and s.is_open), h.held_amount,
    (
      select coalesce(sum(case m.to_account when 'mobile_money' then m.amount else -m.amount end), 0)
      from public.cash_movements m
      where m.run_id = r.id and 'mobile_money' in (m.to_account, m.from_account)
    )
  from (
    select o.id from public.runs o where o.state = 'out'
    union all
    select l.id
    from private.list_cash_balances('infinity') b
    cross join lateral (
      select late.id from public.runs late
      where late.courier_id = b.courier_id and late.state = 'closed' order by late.day desc, late.id limit 100
    ) l
    where b.account = 'courier'
  ) candidate
  join public.runs r on r.id = candidate.id
  cross join lateral (select private.get_run_cash(r.id) as held_amount) h
  where (r.state = 'out' or h.held_amount <> 0) and (select private.has_right('cash.read'))
  order by r.day, r.name, r.id
$function$;
