-- A carrier's settlement that is imported again, from the same file, moved its money twice.
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
      when target.stage not in ('on_road', 'delivered') then 'not_due'
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
