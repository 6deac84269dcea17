-- What a carrier collected of an order that came back stays with its parcel until the settlement. What the customer then paid
-- at the counter went into the carrier's account too: the drawer held money that its book did not know.
-- See docs/decisions/0060-cash-carriers-and-returns.md.

do $$
declare
  definition constant text := pg_get_functiondef('private.leave_cash_with_carrier()'::regprocedure);
  before constant text := $sql$(new.to_account = 'drawer' or current_setting('yaare.settling_order', true) = new.order_id::text)$sql$;
begin
  if position(before in definition) = 0 or position(E'declare\n  carrier uuid;\n' in definition) = 0 then
    raise exception 'private.leave_cash_with_carrier is not as expected';
  end if;
  execute replace(
    replace(definition, E'declare\n  carrier uuid;\n', E'declare\n  carrier uuid;\n  came_back boolean;\n'),
    'select p.carrier_id into carrier from public.carrier_parcels p',
    $sql$select p.carrier_id, exists (
      select from public.order_events e
      where e.order_id = p.order_id and e.kind = 'absent' and e.conflict is null and e.recorded_at > p.handed_at
    )
  into carrier, came_back
  from public.carrier_parcels p$sql$
  );
  execute replace(
    pg_get_functiondef('private.leave_cash_with_carrier()'::regprocedure), before,
    $sql$(
      new.to_account = 'drawer' and not came_back
      or current_setting('yaare.settling_order', true) = new.order_id::text
    )$sql$
  );
end
$$;
