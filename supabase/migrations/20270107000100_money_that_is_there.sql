-- Money that nobody has: a courier's phone that told a payment again, under another id, owed it twice; and an order that
-- was handed to another carrier, or to the same one again, left what the first had collected with no parcel, so that no
-- settlement could name it.
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
$after$)
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
