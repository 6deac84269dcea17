-- A note that the staff wrote into an order told its customer «modifiée», by letter or text message, with the same total:
-- they looked for what had changed, or called. The customer hears of what concerns them, and the letter says what it is
-- (jobs/mail/templates/order-changed.ts). A number that was corrected in an order stayed the former one for the delivery,
-- which the courier calls; a code for a free delivery was forgotten when the order left the amount from which it is free
-- anyway, and given back when a discount of the shop was taken away again; the weight of a split order fell below zero when its products had become heavier; and an order whose zone was closed since
-- left it with the next note. What erases an order forgot that somebody had looked at a conflict of it.

create function private.is_told_change(change jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select change ?| '{by,lines,split_to}'
    or change -> 'total_before' is distinct from change -> 'total_after'
    or coalesce(change -> 'fields', '[]') - 'notes' <> '[]'
$$;
comment on function private.is_told_change(jsonb) is
  'Whether the customer is told of the change that an event has as its data: not of the notes alone, nor of a form that was saved as it was.';
revoke all on function private.is_told_change(jsonb) from public;

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$  fields text[];
$before$,
     $after$  fields text[];
  changes jsonb;
$after$),
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$  -- After the products, as when an order is placed: the limit of letters is a row that is locked.
  perform private.tell_order(target, event_id, 'order_changed');
$before$, ''),
    -- The telephone is part of the address, and another one was told as both.
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$    case when sent.customer_phone <> target.customer_phone then 'customer_phone' end,
    case when sent.shipping_address <> target.shipping_address
$before$,
     $after$    case when sent.customer_phone <> target.customer_phone
      or sent.shipping_address -> 'phone' <> target.shipping_address -> 'phone' then 'customer_phone' end,
    case when sent.shipping_address - 'phone' <> target.shipping_address - 'phone'
$after$),
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$    case when sent.payment_info ->> 'method' <> target.payment_info ->> 'method' then 'payment_method' end
  ], null);
$before$,
     $after$    case when sent.payment_info ->> 'method' <> target.payment_info ->> 'method' then 'payment_method' end
  ], null);
  changes := jsonb_strip_nulls(jsonb_build_object(
    'total_before', target.total_amount, 'total_after', total, 'lines', differences,
    'fields', nullif(to_jsonb(fields), '[]'), 'reason', left(nullif(btrim(change ->> 'reason'), ''), 500)
  ));
  if private.is_told_change(changes) then
    -- After the products and before the promo code, as when an order is placed: the limit of letters is a row that is locked.
    perform private.tell_order(target, event_id, 'order_changed');
  end if;
$after$),
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$    (select a.name from public.admin_users a where a.id = auth.uid()),
    jsonb_strip_nulls(jsonb_build_object(
      'total_before', target.total_amount, 'total_after', total, 'lines', differences,
      'fields', nullif(to_jsonb(fields), '[]'), 'reason', left(nullif(btrim(change ->> 'reason'), ''), 500)
    ))
  );
$before$,
     $after$    (select a.name from public.admin_users a where a.id = auth.uid()), changes
  );
$after$),
    ('private.change_order(uuid, timestamptz, jsonb)',
     $before$  if sent.pickup_point_id = target.pickup_point_id then
    -- It may have been closed since.
$before$,
     $after$  if differences is null and sent.shipping_amount = target.shipping_amount
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
$after$),
    ('private.complete_staff_order(jsonb, public.orders)',
     $before$    'shipping_address', existing.shipping_address, 'pickup_point_id', existing.pickup_point_id,
$before$,
     $after$    -- The number of the delivery follows that of the customer, unless it is somebody else's.
    'shipping_address', case
      when private.get_phone_key(sent ->> 'customer_phone') <> private.get_phone_key(existing.customer_phone)
        and private.get_phone_key(existing.shipping_address ->> 'phone') = private.get_phone_key(existing.customer_phone)
        then existing.shipping_address - 'phone'
      else existing.shipping_address
    end,
    'pickup_point_id', existing.pickup_point_id,
$after$),
    ('private.complete_staff_order(jsonb, public.orders)',
     $before$    when sent ?| '{items,shipping_address,pickup_point_id}' and not exists (
      select from public.promo_codes c where c.code = existing.promo_code and c.kind = 'free_delivery'
    ) then '{}'
    else jsonb_build_object('fee', existing.shipping_amount)
  end
  || sent || jsonb_build_object('source', existing.source)
$before$,
     $after$    when sent ?| '{items,shipping_address,pickup_point_id}' and not f.is_free then '{}'
    else jsonb_build_object('fee', existing.shipping_amount)
  end
  || case when f.is_free and sent -> 'fee' = 'null' then sent - 'fee' else sent end
  || jsonb_build_object('source', existing.source)
  from (
    select exists (
      select from public.promo_codes c where c.code = existing.promo_code and c.kind = 'free_delivery'
    ) as is_free
  ) f
$after$),
    ('private.return_promo_code()',
     $before$  if tg_op = 'UPDATE' and new.status <> 'cancelled' then
$before$,
     $after$  if tg_op = 'UPDATE' and new.status <> 'cancelled' then
    -- The discount that went was the shop's own: the delivery is still free.
    if exists (select from public.promo_codes c where c.code = old.promo_code and c.kind = 'free_delivery') then
      return null;
    end if;
$after$),
    ('private.split_order(uuid, timestamptz, jsonb)',
     $before$weight_grams = nullif(o.weight_grams - coalesce(second.weight_grams, 0), 0),
$before$,
     $after$weight_grams = nullif(greatest(o.weight_grams - coalesce(second.weight_grams, 0), 0), 0),
$after$),
    ('private.enqueue_order_step()',
     $before$begin
  select o.id, o.stage, o.user_id$before$,
     $after$begin
  if new.kind = 'changed' and not private.is_told_change(new.data) then
    return null;
  end if;
  select o.id, o.stage, o.user_id$after$),
    ('private.list_order_timeline(uuid)',
     $before$  where e.order_id = of_order and private.has_happened(e)
$before$,
     $after$  where e.order_id = of_order and private.has_happened(e)
    and (e.kind <> 'changed' or private.is_told_change(e.data))
$after$),
    ('private.track_order(text)',
     $before$        where e.order_id = o.id and private.has_happened(e)
$before$,
     $after$        where e.order_id = o.id and private.has_happened(e)
          and (e.kind <> 'changed' or private.is_told_change(e.data))
$after$),
    ('private.erase_orders(uuid[])',
     $before$total_after,fields,day,half,until,by,source,split_to,lines}';
$before$,
     $after$total_after,fields,day,half,until,by,source,split_to,lines,settles,has_happened}';
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
