-- Parcels that a carrier delivers, and the settlements with which it passes on what it collected.
-- See docs/decisions/0060-cash-carriers-and-returns.md.

create table public.carrier_settlements (
  id uuid primary key,
  carrier_id uuid not null references public.carriers (id),
  received_account text not null
    constraint carrier_settlements_received_account_check check (received_account in ('drawer', 'bank')),
  reference text constraint carrier_settlements_reference_check check (char_length(btrim(reference)) between 1 and 100),
  file_name text not null
    constraint carrier_settlements_file_name_check check (char_length(btrim(file_name)) between 1 and 255),
  total_amount integer not null constraint carrier_settlements_total_amount_check check (total_amount >= 0),
  created_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text
);
comment on table public.carrier_settlements is 'The files with which carriers pass on what they collected.';
create index carrier_settlements_carrier_id_idx on public.carrier_settlements (carrier_id, created_at desc, id);
create index carrier_settlements_created_at_idx on public.carrier_settlements (created_at desc, id);

create table public.carrier_parcels (
  order_id uuid primary key references public.orders (id) on delete cascade,
  carrier_id uuid not null references public.carriers (id),
  tracking_number text not null
    constraint carrier_parcels_tracking_number_check check (char_length(btrim(tracking_number)) between 1 and 60),
  handed_at timestamptz not null default now(),
  settlement_id uuid references public.carrier_settlements (id),
  settled_at timestamptz,
  constraint carrier_parcels_settled_check check ((settled_at is null) = (settlement_id is null))
);
comment on table public.carrier_parcels is
  'The orders that a carrier delivers. Beside the orders, so that placing one costs nothing more. A parcel without a settlement is one whose money is missing.';
create function private.get_parcel_key(number text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g'))
$$;
comment on function private.get_parcel_key(text) is 'What the spellings of a tracking number have in common.';
create unique index carrier_parcels_tracking_number_idx
  on public.carrier_parcels (carrier_id, private.get_parcel_key(tracking_number));
create index carrier_parcels_open_idx on public.carrier_parcels (handed_at, order_id) where settled_at is null;
create index carrier_parcels_settlement_id_idx on public.carrier_parcels (settlement_id) where settlement_id is not null;

create table public.carrier_settlement_rows (
  settlement_id uuid not null references public.carrier_settlements (id) on delete cascade,
  position integer not null,
  number text not null
    constraint carrier_settlement_rows_number_check check (char_length(btrim(number)) between 1 and 100),
  amount integer not null constraint carrier_settlement_rows_amount_check check (amount between 0 and 100000000),
  result text not null constraint carrier_settlement_rows_result_check
    check (result in ('matched', 'differs', 'unknown', 'settled_before', 'not_due', 'resolved')),
  expected_amount integer,
  order_id uuid references public.orders (id) on delete cascade,
  note text constraint carrier_settlement_rows_note_check check (char_length(btrim(note)) between 1 and 500),
  resolved_by text,
  primary key (settlement_id, position)
);
comment on table public.carrier_settlement_rows is
  'The lines of a settlement, and what the shop found for each: matched, or what is to be resolved.';
comment on column public.carrier_settlement_rows.expected_amount is
  'What the carrier had to collect for the order, where that is another amount.';
create index carrier_settlement_rows_order_id_idx on public.carrier_settlement_rows (order_id) where order_id is not null;
create index carrier_settlement_rows_to_resolve_idx on public.carrier_settlement_rows (settlement_id, position)
  where result not in ('matched', 'resolved');

-- What an order pays -------------------------------------------------------------------------------------------------

create function private.leave_cash_with_carrier() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  carrier uuid;
begin
  select p.carrier_id into carrier from public.carrier_parcels p
  where p.order_id = new.order_id and p.settled_at is null;
  -- Who settles may have driven the order before: the carrier has its money all the same.
  if carrier is not null
    and (new.to_account = 'drawer' or current_setting('yaare.settling_order', true) = new.order_id::text)
  then
    new.to_account := 'carrier';
    new.carrier_id := carrier;
    new.courier_id := null;
    new.run_id := null;
  end if;
  return new;
end
$$;
comment on function private.leave_cash_with_carrier() is
  'What the customer of a parcel pays lies with its carrier, not in the drawer, whichever way the delivery is told.';
create trigger cash_movements_leave_with_carrier before insert on public.cash_movements
  for each row when (new.from_account = 'order' and new.to_account in ('drawer', 'courier'))
  execute function private.leave_cash_with_carrier();

create function private.take_back_absent_parcel() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.carrier_parcels p
  where p.order_id = new.id and p.settled_at is null
    and not exists (select from public.cash_movements m where m.order_id = new.id and m.to_account = 'carrier');
  return null;
end
$$;
comment on function private.take_back_absent_parcel() is
  'An order that is prepared again is no parcel any more: what it pays over the counter lies in the drawer.';
create trigger orders_take_back_parcel after update of stage on public.orders
  for each row when (old.stage = 'on_road' and new.stage = 'prepared')
  execute function private.take_back_absent_parcel();

create function private.get_parcel_amount(of_order public.orders) returns integer
language sql stable security definer set search_path = '' as $$
  -- What is to be refunded is the shop's own affair: the carrier has collected it all the same.
  select greatest(private.get_due_amount(of_order) - of_order.paid_amount, 0) + coalesce(sum(m.amount), 0)::integer
  from public.cash_movements m
  where m.order_id = of_order.id and m.to_account = 'carrier'
$$;
comment on function private.get_parcel_amount(public.orders) is
  'What the carrier of an order collects or has collected for it, in francs.';

-- Handing over -----------------------------------------------------------------------------------------------------

create function private.hand_to_carrier(carrier uuid, parcels jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  sent record;
  handed integer := 0;
begin
  perform private.require_right('runs.plan');
  if jsonb_typeof(parcels) is distinct from 'array' or jsonb_array_length(parcels) not between 1 and 200 then
    raise exception using errcode = 'YA010', message = 'Remettez de 1 à 200 colis à la fois';
  end if;
  -- One at a time, so that no tracking number is given twice.
  perform from public.carriers c where c.id = carrier and c.is_active for no key update;
  if not found then
    raise exception using errcode = 'YA010', message = 'Ce transporteur n''est pas disponible';
  end if;
  -- In the order of their ids, as everywhere.
  perform from public.orders o
  where o.number in (select upper(btrim(p ->> 'number')) from jsonb_array_elements(parcels) p)
  order by o.id for no key update;
  for sent in
    select upper(btrim(p ->> 'number')) as number,
      coalesce(nullif(btrim(p ->> 'tracking_number'), ''), upper(btrim(p ->> 'number'))) as tracking_number
    from jsonb_array_elements(parcels) p
  loop
    select * into target from public.orders o where o.number = sent.number;
    if target.id is null then
      raise exception using errcode = 'YA010', message = format('La commande %s n''existe pas', sent.number);
    elsif exists (
      select from public.carrier_parcels p
      where p.order_id = target.id and p.carrier_id = carrier and p.tracking_number = sent.tracking_number
    ) and target.stage = 'on_road' then
      -- Sent twice.
      continue;
    elsif target.stage <> 'prepared' then
      raise exception using errcode = 'YA010', message = format('La commande %s n''est pas préparée', sent.number);
    elsif char_length(sent.tracking_number) > 60 then
      raise exception using errcode = 'YA010', message = 'Le numéro de suivi est trop long';
    elsif exists (select from public.run_stops s where s.order_id = target.id and s.is_open) then
      raise exception using errcode = 'YA010', message = format('La commande %s est dans une tournée', sent.number);
    elsif exists (
      select from public.carrier_parcels p
      where p.carrier_id = carrier and p.order_id <> target.id
        and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(sent.tracking_number)
    ) then
      raise exception using errcode = 'YA010',
        message = format('Le numéro de suivi %s est celui d''un autre colis', sent.tracking_number);
    end if;
    insert into public.carrier_parcels as p (order_id, carrier_id, tracking_number)
    values (target.id, carrier, sent.tracking_number)
    on conflict (order_id) do update set
      carrier_id = excluded.carrier_id, tracking_number = excluded.tracking_number, handed_at = now();
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', target.id, 'kind', 'on_road', 'data', jsonb_build_object(
        'carrier', (select c.name from public.carriers c where c.id = carrier), 'tracking_number', sent.tracking_number
      )
    ));
    handed := handed + 1;
  end loop;
  return handed;
end
$$;
create function public.hand_to_carrier(carrier uuid, parcels jsonb) returns integer
language sql set search_path = '' as $$
  select private.hand_to_carrier(carrier, parcels)
$$;
comment on function public.hand_to_carrier(uuid, jsonb) is
  'Gives prepared orders to a carrier: [{number, tracking_number}], by the number of the order; without a tracking number it is that of the order. Returns how many were handed over now. YA010 with the reason; 42501 without the right runs.plan.';

create function private.take_back_parcel(of_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
begin
  perform private.require_right('runs.plan');
  select * into target from public.orders o where o.id = of_order for no key update;
  if exists (select from public.cash_movements m where m.order_id = of_order and m.to_account = 'carrier') then
    raise exception using errcode = 'YA010', message = 'Le transporteur a encaissé cette commande';
  end if;
  delete from public.carrier_parcels p where p.order_id = of_order and p.settled_at is null;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce colis n''est plus chez le transporteur';
  end if;
  if target.stage = 'on_road' then
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', of_order, 'kind', 'absent', 'data', '{}'::jsonb
    ));
  end if;
end
$$;
create function public.take_back_parcel(of_order uuid) returns void
language sql set search_path = '' as $$
  select private.take_back_parcel(of_order)
$$;
comment on function public.take_back_parcel(uuid) is
  'Takes an undelivered order back from its carrier; it is prepared again. YA010: the carrier has collected for it. 42501 without the right runs.plan.';

-- Settling ---------------------------------------------------------------------------------------------------------

create function private.settle_parcel(target public.orders, settlement uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  outstanding constant integer := private.get_due_amount(target) - target.paid_amount;
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
comment on function private.settle_parcel(public.orders, uuid) is
  'The carrier says that it delivered the order and collected all of it.';

create function private.import_settlement(settlement jsonb) returns uuid
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
  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
  select 'carrier', account, stored.total_amount, carrier, stored.reference, left('Relevé ' || stored.file_name, 500),
    stored.actor_id, stored.actor_name
  where stored.total_amount > 0;
  return stored.id;
end
$$;
create function private.find_parcel(carrier uuid, number text) returns public.carrier_parcels
language sql stable security definer set search_path = '' as $$
  select p from (
    select p, 1 as preference from public.carrier_parcels p
    where p.carrier_id = carrier and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(number)
    union all
    select p, 2 from public.orders o join public.carrier_parcels p on p.order_id = o.id and p.carrier_id = carrier
    where o.number = upper(btrim(find_parcel.number))
  ) found
  order by preference
  limit 1
$$;
comment on function private.find_parcel(uuid, text) is
  'The parcel of a carrier by its tracking number, or else by the number of its order.';
create function public.import_settlement(settlement jsonb) returns uuid
language sql set search_path = '' as $$
  select private.import_settlement(settlement)
$$;
comment on function public.import_settlement(jsonb) is
  'Takes a carrier''s settlement: {id, carrier_id, account, reference, file_name, rows: [{number, amount}]}; whoever imports makes the id, so that sending twice is once. All its money goes into the account (drawer or bank); orders whose number and amount match are delivered and paid, the other rows stay to be resolved. YA010 with the reason; 42501 without the right cash.close.';

create function private.resolve_settlement_row(
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
    elsif parcel.settled_at is not null or target.stage not in ('on_road', 'delivered') then
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
create function public.resolve_settlement_row(
  settlement uuid, row_position integer, order_number text default null, note text default null
) returns void
language sql set search_path = '' as $$
  select private.resolve_settlement_row(settlement, row_position, order_number, note)
$$;
comment on function public.resolve_settlement_row(uuid, integer, text, text) is
  'Settles a row that did not match: the order (that of the row, or the one named) is delivered and paid in full, and what the carrier paid more or less is a difference with its note; without an order all of the amount is. YA010 with the reason; 42501 without the right cash.close.';

-- Rows and privileges ----------------------------------------------------------------------------------------------

alter table public.carrier_parcels enable row level security;
create policy "Whoever reads an order reads its parcel" on public.carrier_parcels
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
alter table public.carrier_settlements enable row level security;
create policy "Staff who read the cash read the settlements" on public.carrier_settlements
  for select to authenticated using ((select private.has_right('cash.read')));
alter table public.carrier_settlement_rows enable row level security;
create policy "Staff who read the cash read the rows of settlements" on public.carrier_settlement_rows
  for select to authenticated using ((select private.has_right('cash.read')));

revoke all on public.carrier_parcels, public.carrier_settlements, public.carrier_settlement_rows from anon, authenticated;
grant select on public.carrier_parcels, public.carrier_settlements, public.carrier_settlement_rows to authenticated;
grant all on public.carrier_parcels, public.carrier_settlements, public.carrier_settlement_rows to service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.hand_to_carrier(uuid, jsonb), private.take_back_parcel(uuid), private.import_settlement(jsonb),
  private.resolve_settlement_row(uuid, integer, text, text)
  to authenticated, service_role;
-- Writing a row evaluates its index expression as the writing role.
grant execute on function private.get_parcel_key(text) to service_role;
revoke execute on function
  public.hand_to_carrier(uuid, jsonb), public.take_back_parcel(uuid), public.import_settlement(jsonb),
  public.resolve_settlement_row(uuid, integer, text, text)
  from public, anon;
grant execute on function
  public.hand_to_carrier(uuid, jsonb), public.take_back_parcel(uuid), public.import_settlement(jsonb),
  public.resolve_settlement_row(uuid, integer, text, text)
  to authenticated, service_role;
