-- Money that nobody has: a courier's phone that told a payment again, under another id, owed it twice; and an order that
-- was handed to another carrier, or to the same one again, left what the first had collected with no parcel, so that no
-- settlement could name it. What a carrier collected of an order that came back stays with its parcel until the settlement;
-- what the customer then paid at the counter went into the carrier's account too, and the drawer held money that its book
-- did not know.
-- See docs/decisions/0060-cash-carriers-and-returns.md.

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.record_order_event(jsonb)',
     $before$  if conflict is not null then
    -- Two phones of one courier tell the same outcome: it counts once.
$before$,
     $after$  if conflict is not null
    or sent.kind = 'paid' and own_run is not null
      and target.paid_amount::bigint + cash + mobile_money > greatest(private.get_due_amount(target), target.paid_amount)
  then
    -- Two phones of one courier tell the same outcome, or payment: it counts once.
$after$),
    ('private.hand_to_carrier(uuid, jsonb)',
     $before$    elsif char_length(sent.tracking_number) > 60 then
$before$,
     $after$    elsif exists (select from public.carrier_parcels p where p.order_id = target.id and p.settled_at is null) then
      -- Whoever brings a parcel back without having collected anything has no parcel any more.
      raise exception using errcode = 'YA010', message = format(
        'Un transporteur a encaissé la commande %s : importez d''abord son relevé', sent.number
      );
    elsif char_length(sent.tracking_number) > 60 then
$after$),
    ('private.leave_cash_with_carrier()', E'declare\n  carrier uuid;\n', E'declare\n  carrier uuid;\n  came_back boolean;\n'),
    ('private.leave_cash_with_carrier()',
     'select p.carrier_id into carrier from public.carrier_parcels p',
     $after$select p.carrier_id, exists (
      select from public.order_events e
      where e.order_id = p.order_id and e.kind = 'absent' and e.conflict is null and e.recorded_at > p.handed_at
    )
  into carrier, came_back
  from public.carrier_parcels p$after$),
    ('private.leave_cash_with_carrier()',
     $before$(new.to_account = 'drawer' or current_setting('yaare.settling_order', true) = new.order_id::text)$before$,
     $after$(
      new.to_account = 'drawer' and not came_back
      or current_setting('yaare.settling_order', true) = new.order_id::text
    )$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected', change.called;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
