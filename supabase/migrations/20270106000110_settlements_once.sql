-- A carrier's settlement that is imported again, from the same file, moved its money twice. And what it collected of an order that
-- came back after all is settled like the rest: it stayed with the carrier for ever.
create or replace function private.import_settlement(settlement jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  rows constant jsonb := settlement -> 'rows';
  carrier constant uuid := case when settlement ->> 'carrier_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (settlement ->> 'carrier_id')::uuid end;
  account constant text := settlement ->> 'account';
  stored public.carrier_settlements;
  sent record;
  parcel public.carrier_parcels;
  target public.orders;
  outcome text;
  expected integer;
  imported_at timestamptz;
begin
  perform private.require_right('cash.close');
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500 then
    raise exception using errcode = 'YA010', message = 'Un relevé compte de 1 à 500 lignes';
  elsif account in ('drawer', 'bank') is not true or settlement ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or char_length(btrim(settlement ->> 'file_name')) between 1 and 255 is not true
    or not exists (select from public.carriers c where c.id = carrier)
  then
    raise exception using errcode = 'YA010', message = 'Ce relevé est invalide';
  elsif exists (
    select from jsonb_array_elements(rows) r
    where char_length(btrim(r ->> 'number')) between 1 and 100 is not true or r -> 'amount' is null
      or private.read_amount(r, 'amount') between 0 and 100000000 is not true
  ) then
    raise exception using errcode = 'YA010', message = 'Chaque ligne a un numéro et un montant entier en francs';
  elsif (select sum(private.read_amount(r, 'amount')) from jsonb_array_elements(rows) r) > 1000000000 then
    raise exception using errcode = 'YA010', message = 'Le montant du relevé est trop élevé';
  end if;
  insert into public.carrier_settlements
    (id, carrier_id, received_account, reference, file_name, total_amount, actor_id, actor_name)
  values (
    (settlement ->> 'id')::uuid, carrier, account, left(nullif(btrim(settlement ->> 'reference'), ''), 100),
    btrim(settlement ->> 'file_name'),
    (select sum(private.read_amount(r, 'amount')) from jsonb_array_elements(rows) r), auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  )
  on conflict (id) do nothing
  returning * into stored;
  if stored.id is null then
    -- Sent twice.
    return (settlement ->> 'id')::uuid;
  end if;
  perform from public.orders o
  where o.id in (
    select p.order_id from jsonb_array_elements(rows) r join public.carrier_parcels p
      on p.carrier_id = carrier and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(r ->> 'number')
    union all
    select p.order_id from jsonb_array_elements(rows) r
    join public.orders n on n.number = upper(btrim(r ->> 'number'))
    join public.carrier_parcels p on p.order_id = n.id and p.carrier_id = carrier
  )
  order by o.id for no key update;
  for sent in
    select l.position::integer as position, btrim(l.line ->> 'number') as number,
      private.read_amount(l.line, 'amount') as amount
    from jsonb_array_elements(rows) with ordinality as l (line, position)
  loop
    parcel := private.find_parcel(carrier, sent.number);
    select * into target from public.orders o where o.id = parcel.order_id;
    expected := private.get_parcel_amount(target);
    outcome := case
      when parcel.order_id is null then 'unknown'
      when parcel.settled_at is not null then 'settled_before'
      when target.stage not in ('on_road', 'delivered') and expected = 0 then 'not_due'
      when expected <> sent.amount then 'differs'
      else 'matched'
    end;
    if outcome = 'matched' then
      perform private.settle_parcel(target, stored.id);
    end if;
    insert into public.carrier_settlement_rows
      (settlement_id, position, number, amount, result, expected_amount, order_id)
    values (
      stored.id, sent.position, sent.number, sent.amount, outcome,
      case when outcome = 'differs' then expected end, parcel.order_id
    );
  end loop;
  -- The same file once more would be the same money once more.
  select max(s.created_at) into imported_at
  from public.carrier_settlements s
  where s.carrier_id = carrier and s.id <> stored.id and not exists (
    select from public.carrier_settlement_rows n
    where n.settlement_id = stored.id and not exists (
      select from public.carrier_settlement_rows e
      where e.settlement_id = s.id and (private.get_parcel_key(e.number), e.amount) = (private.get_parcel_key(n.number), n.amount)
    )
  );
  if imported_at is not null then
    raise exception using errcode = 'YA010',
      message = format('Ces lignes ont déjà été importées le %s', to_char(imported_at at time zone 'UTC', 'DD/MM/YYYY'));
  end if;
  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
  select 'carrier', account, stored.total_amount, carrier, stored.reference, left('Relevé ' || stored.file_name, 500),
    stored.actor_id, stored.actor_name
  where stored.total_amount > 0;
  return stored.id;
end
$$;

create or replace function private.get_parcel_amount(of_order public.orders) returns integer
language sql stable security definer set search_path = '' as $$
  -- What is to be refunded is the shop's own affair: the carrier has collected it all the same.
  select case when of_order.stage in ('on_road', 'delivered')
      then greatest(private.get_due_amount(of_order) - of_order.paid_amount, 0) else 0 end
    + coalesce(sum(m.amount), 0)::integer
  from public.cash_movements m
  where m.order_id = of_order.id and m.to_account = 'carrier'
    -- What was collected at an earlier attempt is settled.
    and m.recorded_at >= (select p.handed_at from public.carrier_parcels p where p.order_id = of_order.id)
$$;

create or replace function private.settle_parcel(target public.orders, settlement uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  outstanding constant integer := case when target.stage in ('on_road', 'delivered')
    then private.get_due_amount(target) - target.paid_amount else 0 end;
begin
  if target.stage = 'on_road' or outstanding > 0 then
    perform set_config('yaare.settling_order', target.id::text, true);
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', target.id,
      'kind', case when target.stage = 'on_road' then 'delivered' else 'paid' end,
      'data', jsonb_build_object('cash', greatest(outstanding, 0))
    ));
    perform set_config('yaare.settling_order', '', true);
  end if;
  update public.carrier_parcels p set settled_at = now(), settlement_id = settlement where p.order_id = target.id;
end
$$;

create or replace function private.resolve_settlement_row(
  settlement uuid, row_position integer, order_number text, note text
) returns void
language plpgsql security definer set search_path = '' as $$
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
  if number is not null or open_row.result = 'differs' then
    parcel := private.find_parcel(carrier, coalesce(number, open_row.number));
    select * into target from public.orders o where o.id = parcel.order_id for no key update;
    select * into parcel from public.carrier_parcels p where p.order_id = target.id;
    if parcel.order_id is null then
      raise exception using errcode = 'YA010', message = 'Ce transporteur n''a pas de colis de ce numéro';
    elsif parcel.settled_at is not null
      or target.stage not in ('on_road', 'delivered') and private.get_parcel_amount(target) = 0
    then
      raise exception using errcode = 'YA010', message = 'Ce colis n''est plus à régler';
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
  select case when missing > 0 then 'carrier' else 'difference' end,
    case when missing > 0 then 'difference' else 'carrier' end, abs(missing), carrier, reason, auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  where missing <> 0;
  update public.carrier_settlement_rows r set
    result = 'resolved', note = reason, order_id = coalesce(target.id, r.order_id),
    expected_amount = open_row.amount + missing,
    resolved_by = (select a.name from public.admin_users a where a.id = auth.uid())
  where r.settlement_id = settlement and r.position = row_position;
end
$$;
