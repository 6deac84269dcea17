-- Whoever reads the cash sees on a closed run what its courier should have handed in, what it was, and why it differs.

create or replace function private.get_run(of_run uuid)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'state', r.state, 'courier_id', r.courier_id,
    'courier_name', r.courier_name, 'proof', r.proof, 'updated_at', r.updated_at, 'out_at', r.out_at,
    'closing', case when r.state = 'closed' and (select private.has_right('cash.read')) then jsonb_build_object(
      'closed_at', r.closed_at, 'closed_by', r.closed_by, 'expected_amount', coalesce(r.expected_amount, 0),
      'handed_amount', coalesce(r.handed_amount, 0), 'note', r.note
    ) end,
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
$$;

comment on function public.get_run(uuid) is
  'A run with its stops in their order, as it is planned and printed, and, with the right cash.read, how it was closed; null when there is none, and without the right orders.read.';
