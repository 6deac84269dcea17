-- A run told what is still to collect, and not what its courier took at each stop. What was taken back of the mobile money
-- of a run stayed in its sum. And of a line of more than 500 pieces a phone did not know what more of them are worth.
-- A carrier that wrote the digits of an order's number alone had sent the money of an unknown one.

CREATE OR REPLACE FUNCTION private.get_run(of_run uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'state', r.state, 'courier_id', r.courier_id,
    'courier_name', r.courier_name, 'proof', r.proof, 'updated_at', r.updated_at, 'out_at', r.out_at,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'customer_phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'zone_name', o.zone_name,
        'delivery_half', o.delivery_half, 'items_count', o.items_count, 'weight_grams', o.weight_grams,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'cash', coalesce(c.cash, 0), 'mobile_money', coalesce(c.mobile_money, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'name', i.name, 'quantity', i.quantity - i.returned_quantity, 'sold_by', i.sold_by
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
      -- What was taken back is taken off.
      cross join lateral (
        select
          sum(case m.courier_id when r.courier_id then case m.from_account when 'order' then m.amount else -m.amount end end) as cash,
          sum(case 'mobile_money' when m.to_account::text then m.amount when m.from_account::text then -m.amount end)
            as mobile_money
        from public.cash_movements m where m.order_id = o.id and m.run_id = r.id
      ) c
      where s.run_id = r.id
    ), '[]')
  )
  from public.runs r
  where r.id = of_run and (select private.has_right('orders.read'))
$function$;

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
              from generate_series(1, least(i.quantity - i.returned_quantity, 5000)) as pieces
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

CREATE OR REPLACE FUNCTION private.list_runs_to_close()
 RETURNS TABLE(id uuid, day date, name text, courier_name text, state text, open_stops integer, held_amount bigint, mobile_money bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select r.id, r.day, r.name::text, r.courier_name, r.state,
    (select count(*)::integer from public.run_stops s where s.run_id = r.id and s.is_open), h.held_amount,
    (
      select coalesce(sum(case m.to_account when 'mobile_money' then m.amount else -m.amount end), 0)
      from public.cash_movements m
      where m.run_id = r.id and 'mobile_money' in (m.to_account, m.from_account)
    )
  from (
    select o.id from public.runs o where o.state = 'out'
    union all
    select l.id
    from private.list_cash_balances('infinity') b
    cross join lateral (
      select late.id from public.runs late
      where late.courier_id = b.courier_id and late.state = 'closed' order by late.day desc, late.id limit 100
    ) l
    where b.account = 'courier'
  ) candidate
  join public.runs r on r.id = candidate.id
  cross join lateral (select private.get_run_cash(r.id) as held_amount) h
  where (r.state = 'out' or h.held_amount <> 0) and (select private.has_right('cash.read'))
  order by r.day, r.name, r.id
$function$;

CREATE OR REPLACE FUNCTION private.find_parcel(carrier uuid, number text)
 RETURNS public.carrier_parcels
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p from (
    select p, 1 as preference from public.carrier_parcels p
    where p.carrier_id = carrier and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(number)
    union all
    select p, 2 from public.orders o join public.carrier_parcels p on p.order_id = o.id and p.carrier_id = carrier
    -- Carriers write the digits alone, too.
    where o.number in (upper(btrim(find_parcel.number)), 'ORD-' || btrim(find_parcel.number))
  ) found
  order by preference
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.import_settlement(settlement jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  received_before integer := 0;
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
    select * into stored from public.carrier_settlements s where s.id = (settlement ->> 'id')::uuid;
    if (stored.carrier_id, stored.received_account::text, coalesce(stored.reference, ''))
        <> (carrier, account, coalesce(left(nullif(btrim(settlement ->> 'reference'), ''), 100), ''))
      or array(
        select (r.number, r.amount)::text from public.carrier_settlement_rows r where r.settlement_id = stored.id order by r.position
      ) <> array(
        select (btrim(l.line ->> 'number'), private.read_amount(l.line, 'amount'))::text
        from jsonb_array_elements(rows) with ordinality as l (line, position) order by l.position
      )
    then
      raise exception using errcode = 'YA010', message = 'Ce relevé est déjà importé avec un autre contenu : rouvrez la liste';
    end if;
    return stored.id;
  end if;
  perform from public.orders o
  where o.id in (
    select p.order_id from jsonb_array_elements(rows) r join public.carrier_parcels p
      on p.carrier_id = carrier and private.get_parcel_key(p.tracking_number) = private.get_parcel_key(r ->> 'number')
    union all
    select p.order_id from jsonb_array_elements(rows) r
    join public.orders n on n.number in (upper(btrim(r ->> 'number')), 'ORD-' || btrim(r ->> 'number'))
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
      -- All of its money came then: this is the same line once more.
      when exists (
        select from public.carrier_settlement_rows e
        where e.order_id = parcel.order_id and e.settlement_id = parcel.settlement_id and e.settlement_id <> stored.id
          and e.amount = sent.amount and (e.result = 'matched' or e.result = 'resolved' and e.expected_amount = e.amount)
      ) then 'resolved'
      when parcel.settled_at is not null then 'settled_before'
      when target.stage not in ('on_road', 'delivered') and expected = 0 and sent.amount > 0 then 'not_due'
      when expected <> sent.amount then 'differs'
      else 'matched'
    end;
    if outcome = 'matched' then
      perform private.settle_parcel(target, stored.id);
    elsif outcome = 'resolved' then
      received_before := received_before + sent.amount;
    end if;
    insert into public.carrier_settlement_rows
      (settlement_id, position, number, amount, result, expected_amount, order_id, note)
    values (
      stored.id, sent.position, sent.number, sent.amount, outcome,
      case outcome when 'differs' then expected when 'resolved' then 0 end, parcel.order_id,
      case when outcome = 'resolved' then format('Reçu avec le relevé du %s', (
        select to_char(s.created_at at time zone 'UTC', 'DD/MM/YYYY') from public.carrier_settlements s
        where s.id = parcel.settlement_id
      )) end
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
  update public.carrier_settlements s set total_amount = s.total_amount - received_before where s.id = stored.id
  returning * into stored;
  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
  select 'carrier', account, stored.total_amount, carrier, stored.reference, left('Relevé ' || stored.file_name, 500),
    stored.actor_id, stored.actor_name
  where stored.total_amount > 0;
  return stored.id;
end
$function$;
