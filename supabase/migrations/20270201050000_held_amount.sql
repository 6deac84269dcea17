-- What a courier has to hand in is said on their phone, not only at the desk that counts it.

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
              from generate_series(1, least(i.quantity - i.returned_quantity, 500)) as pieces
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

comment on function public.courier_runs() is 'The caller''s runs that are out, with what a courier needs of each order and nothing else: [{id, day, name, proof, held_amount, stops: [{order_id, number, position, is_open, stage, customer_name, phone, address, notes, half_day, due_amount, lines, outcome}]}]. The held amount is the cash that the courier took and has not handed in. The outcome is the first that the courier told of the stop, before it one with a conflict. The credits of a line say by how much refusing 1, 2, … of its pieces reduces the amount.';
