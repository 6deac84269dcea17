-- Orders that are followed by a link, without an account. See docs/decisions/0063-tracking-and-messages.md.

create table private.tracking_key (
  id boolean primary key default true constraint tracking_key_id_check check (id),
  key bytea not null default extensions.gen_random_bytes(32)
    constraint tracking_key_key_check check (octet_length(key) = 32)
);
comment on table private.tracking_key is
  'One row: the secret key of the tracking links. Another key makes all earlier links invalid.';
insert into private.tracking_key default values;
alter table private.tracking_key enable row level security;
create policy "Nobody reads the key of the tracking links" on private.tracking_key
  for select to authenticated using (false);

-- Links ------------------------------------------------------------------------------------------------------------

create function private.get_tracking_token(of_order public.orders) returns text
language sql stable security definer set search_path = '' as $$
  -- 18 bytes are 24 characters without padding. Letters in the place of + and /, because the programs that find links
  -- in messages may leave out what looks like punctuation: 142 bits remain.
  select regexp_replace(of_order.number, '^ORD-', '') || '-' || translate(
    encode(substring(extensions.hmac(convert_to(of_order.id::text, 'UTF8'), k.key, 'sha256') for 18), 'base64'), '+/', 'Zz'
  )
  from private.tracking_key k
$$;
comment on function private.get_tracking_token(public.orders) is
  'The token of the link by which an order is followed: its number, which finds it, and a keyed hash of its id.';

create function private.find_tracked_order(token text) returns public.orders
language sql stable security definer set search_path = '' as $$
  select o.* from public.orders o
  where o.number in ('ORD-' || left(token, -25), left(token, -25)) and char_length(token) <= 200
    and private.get_tracking_token(o) = token
$$;
comment on function private.find_tracked_order(text) is 'The order of a tracking link; null for a wrong token.';

create function private.find_tracking_token(of_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.get_tracking_token(o) from public.orders o
  where o.id = of_order
    and (
      o.user_id = auth.uid() and not private.lacks_second_factor()
      or private.has_right('orders.read')
      or private.find_own_run(o.id) is not null
    )
$$;
create function public.order_tracking_token(of_order uuid) returns text
language sql stable set search_path = '' as $$
  select private.find_tracking_token(of_order)
$$;
comment on function public.order_tracking_token(uuid) is
  'The token of the page /order/:token, for the order''s customer, staff who read orders, and the courier who drives it. Null for everybody else.';

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('order_lookups', 'everyone', 'address', 20, 3600, 'Recherches d''une commande par son numéro, d''une adresse IP'),
  ('order_lookups', 'everyone', 'network', 80, 3600, 'Recherches d''une commande par son numéro, d''un réseau'),
  ('order_lookups', 'everyone', 'phone', 10, 3600, 'Recherches d''une commande par son numéro, pour un téléphone'),
  ('order_changes', 'everyone', 'order', 10, 86400, 'Changements du jour de livraison d''une commande par son client')
on conflict do nothing;

create function private.find_order(number text, phone text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  phone_key constant text := private.get_phone_key(find_order.phone);
  digits constant text := regexp_replace(upper(left(find_order.number, 100)), '^\s*(ORD)?[-\s]*|\s+', '', 'g');
begin
  perform private.take_visitor_limits('order_lookups');
  -- A number is guessed from many networks, too.
  perform private.take_limit('order_lookups', 'everyone', 'phone', phone_key);
  return (
    select private.get_tracking_token(o) from public.orders o
    where o.number = 'ORD-' || digits and char_length(phone_key) = 8
      and private.get_phone_key(o.customer_phone) = phone_key
  );
end
$$;
create function public.find_order(number text, phone text) returns text
language sql set search_path = '' as $$
  select private.find_order(number, phone)
$$;
comment on function public.find_order(text, text) is
  'The token of the order with this number and this telephone, or null. Each try counts: PT429 beyond the limit order_lookups.';

-- What the page shows ----------------------------------------------------------------------------------------------

create function private.list_open_slots(of_order public.orders)
returns table (day date, half text)
language sql stable security definer rows 30 set search_path = '' as $$
  select s.day, s.half
  from public.delivery_zones z
  cross join lateral private.list_delivery_slots(z.delay_hours, z.days) s
  where z.id = of_order.zone_id and z.is_active
    and of_order.stage in ('to_confirm', 'confirmed', 'prepared')
    and not exists (select from public.run_stops r where r.order_id = of_order.id and r.is_open)
$$;
comment on function private.list_open_slots(public.orders) is
  'The half-days to which the customer may move the delivery: none once the order is on a run.';

create function private.track_order(token text)
returns table (
  number text, stage text, placed_at timestamptz, items jsonb, total_amount integer, due_amount integer,
  payment_method text, town text, quarter text, pickup_point_name text, delivery_day date, delivery_half text,
  cancellation_reason text, courier_name text, courier_phone text, may_cancel boolean, slots jsonb, timeline jsonb
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    o.number, o.stage::text, o.created_at,
    (
      select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity - i.returned_quantity) order by i.position)
      from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
    ),
    o.total_amount, greatest(private.get_due_amount(o) - o.paid_amount, 0), o.payment_info ->> 'method',
    o.shipping_address ->> 'city', o.shipping_address ->> 'quarter', o.pickup_point_name,
    o.delivery_day, o.delivery_half::text, o.cancellation_reason,
    c.name, c.phone,
    o.stage in ('to_confirm', 'confirmed') and o.paid_amount = 0,
    coalesce((
      select jsonb_agg(jsonb_build_object('day', s.day, 'half', s.half)) from private.list_open_slots(o) s
    ), '[]'),
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at) order by e.at, e.recorded_at, e.id)
      from (
        select e.* from public.order_events e
        where e.order_id = o.id and e.conflict is null
          and (
            e.kind in ('changed', 'returned')
            or e.kind <> 'called' and exists (select from private.order_transitions t where t.kind = e.kind)
          )
        order by e.at limit 50
      ) e
    ), '[]')
  from private.find_tracked_order(track_order.token) o
  left join lateral (
    select split_part(btrim(r.courier_name), ' ', 1) as name, p.phone
    from public.run_stops s
    join public.runs r on r.id = s.run_id and r.state = 'out'
    left join public.profiles p on p.id = r.courier_id
    where s.order_id = o.id and s.is_open and o.stage = 'on_road'
  ) c on true
  where o.id is not null
$$;
create function public.track_order(token text)
returns table (
  number text, stage text, placed_at timestamptz, items jsonb, total_amount integer, due_amount integer,
  payment_method text, town text, quarter text, pickup_point_name text, delivery_day date, delivery_half text,
  cancellation_reason text, courier_name text, courier_phone text, may_cancel boolean, slots jsonb, timeline jsonb
)
language sql stable rows 1 set search_path = '' as $$
  select * from private.track_order(token)
$$;
comment on function public.track_order(text) is
  'What whoever holds the link of an order sees of it, without names, numbers and addresses of the customer: due_amount is what remains to be paid; courier_name and courier_phone are set while it is on the road; slots are the half-days to which the delivery may be moved. No row for a wrong token.';

-- What whoever holds the link may do -------------------------------------------------------------------------------

create function private.lock_tracked_order(token text) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders := private.find_tracked_order(token);
begin
  select * into target from public.orders o where o.id = target.id for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Ce lien ne mène à aucune commande';
  end if;
  return target;
end
$$;
comment on function private.lock_tracked_order(text) is 'The order of a tracking link, locked as by record_order_event. Raises PT404.';

create function private.change_order_day(token text, day date, half text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant public.orders := private.lock_tracked_order(token);
  zone public.delivery_zones;
begin
  if not exists (select from private.list_open_slots(target)) then
    raise exception using errcode = 'YA010', message = format(
      'Le jour de cette commande ne se change plus ici : %s', private.get_contact_advice()
    );
  elsif day is null then
    raise exception using errcode = 'YA005', message = 'Choisissez le jour de la livraison';
  elsif (target.delivery_day, target.delivery_half) is not distinct from (day, half) then
    return;
  end if;
  perform private.take_limit('order_changes', 'everyone', 'order', target.id::text);
  select * into zone from public.delivery_zones z where z.id = target.zone_id;
  perform private.check_delivery_slot(day, half, zone.name, zone.delay_hours, zone.days);
  update public.orders o
  set delivery_day = change_order_day.day, delivery_half = change_order_day.half, updated_at = now()
  where o.id = target.id;
  insert into public.order_events (id, order_id, kind, at, data)
  values (
    gen_random_uuid(), target.id, 'changed', now(),
    jsonb_strip_nulls(jsonb_build_object('by', 'customer', 'day', day, 'half', half))
  );
end
$$;
create function public.change_order_day(token text, day date, half text default null) returns void
language sql set search_path = '' as $$
  select private.change_order_day(token, day, half)
$$;
comment on function public.change_order_day(text, date, text) is
  'Moves the delivery of the order of a tracking link to another half-day of its zone; without a half, to either. PT404: a wrong token. YA005: not a day that is served. YA010: it is on a run, delivered or over, or has no zone.';

create function private.cancel_order_by_token(token text, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant public.orders := private.lock_tracked_order(token);
  told constant text := nullif(btrim(left(reason, 400)), '');
  full_reason constant text := 'Annulée par le client' || coalesce(' : ' || told, '');
begin
  if target.stage = 'cancelled' then
    return;
  elsif target.stage not in ('to_confirm', 'confirmed') or target.paid_amount <> 0 then
    raise exception using errcode = 'YA010', message = format(
      'Cette commande ne s''annule plus ici : %s', private.get_contact_advice()
    );
  elsif private.contains_link(told) then
    -- The reason stands in a letter of the shop.
    raise exception using errcode = 'YA005', message = 'Un motif ne contient ni adresse ni lien';
  end if;
  insert into public.order_events (id, order_id, kind, at, data)
  values (
    gen_random_uuid(), target.id, 'cancelled', now(), jsonb_build_object('by', 'customer', 'reason', full_reason)
  );
  perform set_config('yaare.recording_event', target.id::text, true);
  update public.orders o set stage = 'cancelled', status = 'cancelled', cancellation_reason = full_reason
  where o.id = target.id;
  perform set_config('yaare.recording_event', '', true);
  update public.run_stops s set is_open = false where s.order_id = target.id and s.is_open;
end
$$;
create function public.cancel_order_by_token(token text, reason text default null) returns void
language sql set search_path = '' as $$
  select private.cancel_order_by_token(token, reason)
$$;
comment on function public.cancel_order_by_token(text, text) is
  'Cancels the order of a tracking link, until it is prepared or paid; nothing happens when it is cancelled already. PT404: a wrong token. YA005: a reason with a link. YA010: too late.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.track_order(text), private.change_order_day(text, date, text),
  private.cancel_order_by_token(text, text), private.find_order(text, text), private.find_tracking_token(uuid)
  to anon, authenticated, service_role;
revoke execute on function public.track_order(text), public.change_order_day(text, date, text),
  public.cancel_order_by_token(text, text), public.find_order(text, text), public.order_tracking_token(uuid) from public;
grant execute on function public.track_order(text), public.change_order_day(text, date, text),
  public.cancel_order_by_token(text, text), public.find_order(text, text) to anon, authenticated, service_role;
revoke execute on function private.find_tracking_token(uuid), public.order_tracking_token(uuid) from anon;
grant execute on function public.order_tracking_token(uuid) to authenticated, service_role;
