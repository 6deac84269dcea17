-- What is sold at the counter and taken along has no address: no run and no carrier delivers it.

create function private.is_taken_along(of_order public.orders) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    of_order.source = 'counter' and of_order.pickup_point_id is null and of_order.shipping_address ->> 'city' = '', false
  )
$$;
revoke all on function private.is_taken_along(public.orders) from public;
comment on function private.is_taken_along(public.orders) is
  'Whether the customer takes the goods from the counter: the order has no address.';

create or replace function private.list_orders_to_plan(of_day date, zone text, after jsonb)
returns TABLE(id uuid, number text, customer_name text, customer_phone text, zone_name text, address jsonb, delivery_day date, delivery_half text, items_count integer, weight_grams integer, due_amount integer, place jsonb)
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  after_zone text := coalesce(zone, '');
  after_day date := '-infinity';
  after_at timestamptz := '-infinity';
  after_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform private.require_right('runs.plan');
  begin
    after_zone := coalesce(after ->> 0, after_zone);
    after_day := coalesce((after ->> 1)::date, after_day);
    after_at := coalesce((after ->> 2)::timestamptz, after_at);
    after_id := coalesce((after ->> 3)::uuid, after_id);
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la liste n''existe pas';
  end;
  return query
    select o.id, o.number, o.customer_name, o.customer_phone, o.zone_name,
      o.shipping_address - 'phone' - 'postalCode', o.delivery_day, o.delivery_half::text, o.items_count,
      o.weight_grams, greatest(private.get_due_amount(o) - o.paid_amount, 0),
      jsonb_build_array(coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id)
    from public.orders o
    where o.stage = 'prepared' and o.pickup_point_name is null and not private.is_taken_along(o)
      and (coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id) > (after_zone, after_day, after_at, after_id)
      and (list_orders_to_plan.zone is null or coalesce(o.zone_name, '') = list_orders_to_plan.zone)
      and (o.delivery_day is null or o.delivery_day <= of_day)
      and not exists (select from public.run_stops s where s.order_id = o.id and s.is_open)
    order by coalesce(o.zone_name, ''), o.due_day, o.created_at, o.id
    limit 50;
end
$$;

create or replace function private.find_stop_problem(of_run uuid, on_day date, ids uuid[])
returns text
language sql stable security definer set search_path = '' as $$
  select p.problem
  from (
    select i.position, case
      when o.id is null then 'Une commande de cette tournée n''existe plus'
      when o.pickup_point_name is not null or private.is_taken_along(o) then format('La commande %s est retirée en magasin', o.number)
      when o.stage <> 'prepared' then format('La commande %s %s', o.number, case o.stage
        when 'on_road' then 'est déjà en route' when 'delivered' then 'est déjà livrée'
        when 'cancelled' then 'est annulée' when 'refused' then 'est refusée' else 'n''est pas encore préparée' end)
      when o.delivery_day > on_day
        then format('La commande %s est à livrer le %s', o.number, to_char(o.delivery_day, 'DD/MM/YYYY'))
      when other.name is not null
        then format('La commande %s est déjà dans la tournée « %s » du %s', o.number, other.name, to_char(other.day, 'DD/MM/YYYY'))
    end as problem
    from unnest(ids) with ordinality as i (id, position)
    left join public.orders o on o.id = i.id
    left join lateral (
      select r.name, r.day from public.run_stops s join public.runs r on r.id = s.run_id
      where s.order_id = o.id and s.is_open and s.run_id <> of_run
    ) other on true
  ) p
  where p.problem is not null
  order by p.position limit 1
$$;

create or replace function private.hand_to_carrier(carrier uuid, parcels jsonb)
returns integer
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
    elsif target.pickup_point_name is not null or private.is_taken_along(target) then
      raise exception using errcode = 'YA010', message = format('La commande %s est retirée en magasin', sent.number);
    elsif target.stage <> 'prepared' then
      raise exception using errcode = 'YA010', message = format('La commande %s n''est pas préparée', sent.number);
    elsif exists (select from public.carrier_parcels p where p.order_id = target.id and p.settled_at is null) then
      -- Whoever brings a parcel back without having collected anything has no parcel any more.
      raise exception using errcode = 'YA010', message = format(
        'Un transporteur a encaissé la commande %s : importez d''abord son relevé', sent.number
      );
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
      carrier_id = excluded.carrier_id, tracking_number = excluded.tracking_number, handed_at = now(),
      -- What was collected at an earlier attempt is settled; this is another one.
      settled_at = null, settlement_id = null;
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
