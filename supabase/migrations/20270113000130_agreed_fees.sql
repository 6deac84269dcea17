-- An order that is heavier than the last bracket of its zone has no computed fee, and customers are asked to call. Whoever
-- enters or changes it for them types the fee that was agreed: it was refused all the same, and the staff was told to call
-- the shop.

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.set_order_delivery(public.orders, bigint, boolean, bigint, boolean)',
     $before$  if delivery.fee is null then
    raise exception using errcode = 'YA005', message = private.get_too_heavy_message(delivery.zone_name);
  end if;
  placed.shipping_amount := delivery.fee;
$before$,
     $after$  if delivery.fee is not null then
    placed.shipping_amount := delivery.fee;
  elsif not by_service then
    raise exception using errcode = 'YA005', message = private.get_too_heavy_message(delivery.zone_name);
  elsif placed.shipping_amount > 0 is not true then
    perform private.raise_problem('fee', private.get_agreed_fee_message(delivery.zone_name));
  end if;
$after$),
    ('private.place_staff_order(jsonb)',
     $before$    pickup_point_id, delivery_day, delivery_half, source, discount_amount, discount_reason, total_amount
  )$before$,
     $after$    pickup_point_id, delivery_day, delivery_half, source, discount_amount, discount_reason, shipping_amount, total_amount
  )$after$),
    ('private.place_staff_order(jsonb)',
     $before$    case when sent.discount_amount > 0 then sent.discount_reason end, null
$before$,
     $after$    case when sent.discount_amount > 0 then sent.discount_reason end, coalesce(sent.shipping_amount, 0), null
$after$),
    ('private.preview_staff_order(jsonb, uuid)',
     $before$    problem := case when delivery.fee is null then private.get_too_heavy_message(delivery.zone_name) end;
$before$,
     $after$    problem := case
      when delivery.fee is null and (jsonb_typeof(sent -> 'fee') = 'number' and private.read_amount(sent, 'fee') > 0) is not true
        then private.get_agreed_fee_message(delivery.zone_name)
    end;
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

create function private.get_agreed_fee_message(zone_name text) returns text
language sql immutable set search_path = '' as $$
  select format(
    'Cette commande est trop lourde pour les tarifs de la zone « %s » : écrivez les frais convenus avec le client', zone_name
  )
$$;
comment on function private.get_agreed_fee_message(text) is
  'What staff read of an order that is heavier than the last bracket of its zone.';
revoke all on function private.get_agreed_fee_message(text) from public;
