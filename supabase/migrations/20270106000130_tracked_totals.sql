-- After a partial delivery the tracking page showed the pieces that were kept beside the total of all of them, and of a refused
-- order nothing but its total.
create or replace function private.track_order(token text)
returns table(number text, stage text, placed_at timestamp with time zone, items jsonb, total_amount integer, due_amount integer, payment_method text, town text, quarter text, pickup_point_name text, delivery_day date, delivery_half text, cancellation_reason text, courier_name text, courier_phone text, may_cancel boolean, slots jsonb, timeline jsonb)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    o.number, o.stage::text, o.created_at,
    (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'quantity', case when o.status = 'cancelled' then i.quantity else i.quantity - i.returned_quantity end, 'sold_by', i.sold_by
      ) order by i.position)
      from public.order_items i where i.order_id = o.id and (i.quantity > i.returned_quantity or o.status = 'cancelled')
    ),
    o.total_amount - o.credited_amount, greatest(private.get_due_amount(o) - o.paid_amount, 0), o.payment_info ->> 'method',
    o.shipping_address ->> 'city', o.shipping_address ->> 'quarter', o.pickup_point_name,
    o.delivery_day, o.delivery_half::text, o.cancellation_reason,
    c.name, c.phone,
    o.stage in ('to_confirm', 'confirmed') and o.paid_amount = 0,
    coalesce((
      select jsonb_agg(jsonb_build_object('day', s.day, 'half', s.half)) from private.list_open_slots(o) s
    ), '[]'),
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at) order by e.at, e.recorded_at, e.id)
      from (
        select e.* from public.order_events e
        where e.order_id = o.id and e.conflict is null
          and (
            e.kind in ('changed', 'returned', 'return_requested', 'return_accepted', 'return_refused', 'refunded')
            or e.kind <> 'called' and exists (select from private.order_transitions t where t.kind = e.kind)
          )
        order by e.at limit 50
      ) e
    ), '[]')
  from private.find_tracked_order(track_order.token) o
  left join lateral (
    select split_part(btrim(r.courier_name), ' ', 1) as name, p.phone
    from public.run_stops s
    join public.runs r on r.id = s.run_id and r.state = 'out'
    left join public.profiles p on p.id = r.courier_id
    where s.order_id = o.id and s.is_open and o.stage = 'on_road'
  ) c on true
  where o.id is not null
$$;
