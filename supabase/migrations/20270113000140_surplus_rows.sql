-- What a carrier's settlement has too much of. A row whose parcel came back, was refused, or was settled by another row
-- meanwhile could never be settled: it stayed listed for ever. A row that is there twice counted its money twice, and
-- only a difference could say so: the bank kept what never arrived. And a row of 0 for a parcel that was refused agrees
-- with the shop.

drop function public.resolve_settlement_row(uuid, integer, text, text);
drop function private.resolve_settlement_row(uuid, integer, text, text);

create function private.resolve_settlement_row(
  settlement uuid, row_position integer, order_number text, note text, has_arrived boolean
)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := nullif(btrim(resolve_settlement_row.note), '');
  number constant text := nullif(upper(btrim(order_number)), '');
  carrier constant uuid := (select s.carrier_id from public.carrier_settlements s where s.id = settlement);
  open_row public.carrier_settlement_rows;
  parcel public.carrier_parcels;
  target public.orders;
  missing integer;
begin
  perform private.require_right('cash.close');
  -- Orders are locked before anything else, as everywhere.
  select * into open_row from public.carrier_settlement_rows r
  where r.settlement_id = settlement and r.position = row_position;
  if open_row.settlement_id is null then
    raise sqlstate 'PT404' using message = 'Cette ligne n''existe pas';
  elsif char_length(reason) > 500 then
    raise exception using errcode = 'YA010', message = 'La note est trop longue';
  end if;
  if has_arrived and (number is not null or open_row.result = 'differs') then
    parcel := private.find_parcel(carrier, coalesce(number, open_row.number));
    select * into target from public.orders o where o.id = parcel.order_id for no key update;
    select * into parcel from public.carrier_parcels p where p.order_id = target.id;
    if parcel.order_id is null or parcel.settled_at is not null
      or target.stage not in ('on_road', 'delivered') and private.get_parcel_amount(target) = 0
    then
      if number is not null then
        raise exception using errcode = 'YA010', message = case when parcel.order_id is null
          then 'Ce transporteur n''a pas de colis de ce numéro' else 'Ce colis n''est plus à régler' end;
      end if;
      -- It came back, or another row has settled it: what is left is the amount.
      target := null;
    end if;
  end if;
  select * into open_row from public.carrier_settlement_rows r
  where r.settlement_id = settlement and r.position = row_position for no key update;
  if open_row.result in ('matched', 'resolved') then
    raise exception using errcode = 'YA010', message = 'Cette ligne est déjà réglée';
  end if;
  missing := coalesce(private.get_parcel_amount(target), 0) - open_row.amount;
  if missing <> 0 and reason is null then
    raise exception using errcode = 'YA010',
      message = format('Expliquez la différence de %s XOF', private.format_thousands(abs(missing)));
  end if;
  if target.id is not null then
    perform private.settle_parcel(target, settlement);
  end if;
  insert into public.cash_movements (from_account, to_account, amount, carrier_id, note, actor_id, actor_name)
  select
    case when missing > 0 then 'carrier' when has_arrived then 'difference' else s.received_account end,
    case when missing > 0 then 'difference' else 'carrier' end, abs(missing), carrier, reason, auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  from public.carrier_settlements s
  where s.id = settlement and missing <> 0;
  update public.carrier_settlement_rows r set
    result = 'resolved', note = reason, order_id = coalesce(target.id, r.order_id),
    expected_amount = open_row.amount + missing,
    resolved_by = (select a.name from public.admin_users a where a.id = auth.uid())
  where r.settlement_id = settlement and r.position = row_position;
end
$$;
comment on function private.resolve_settlement_row(uuid, integer, text, text, boolean) is
  'See public.resolve_settlement_row.';
revoke all on function private.resolve_settlement_row(uuid, integer, text, text, boolean) from public;
grant execute on function private.resolve_settlement_row(uuid, integer, text, text, boolean) to authenticated, service_role;

create function public.resolve_settlement_row(
  settlement uuid, row_position integer, order_number text default null, note text default null,
  has_arrived boolean default true
)
returns void language sql set search_path = '' as $$
  select private.resolve_settlement_row(settlement, row_position, order_number, note, coalesce(has_arrived, true))
$$;
comment on function public.resolve_settlement_row(uuid, integer, text, text, boolean) is
  'Settles a row that did not match: the order (that of the row, or the one named) is delivered and paid in full, and what the carrier paid more or less is a difference with its note; without an order, or for a parcel that is not to be settled any more, all of the amount is. has_arrived false says that the money of the row never came: it is taken out of the account of the settlement. YA010 with the reason; 42501 without the right cash.close.';
revoke all on function public.resolve_settlement_row(uuid, integer, text, text, boolean) from public, anon;
grant execute on function public.resolve_settlement_row(uuid, integer, text, text, boolean) to authenticated, service_role;

do $$
declare
  before constant text := $before$      when target.stage not in ('on_road', 'delivered') and expected = 0 then 'not_due'
$before$;
  definition constant text := pg_get_functiondef('private.import_settlement(jsonb)'::regprocedure);
begin
  if position(before in definition) = 0 then
    raise exception 'private.import_settlement is not as expected';
  end if;
  execute replace(definition, before,
    $after$      when target.stage not in ('on_road', 'delivered') and expected = 0 and sent.amount > 0 then 'not_due'
$after$);
end
$$;
