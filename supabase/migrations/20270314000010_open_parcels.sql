-- The parcels whose money is missing are one list of the database, with the amounts that it expects of a settlement: what
-- an earlier attempt collected is no part of it, what a carrier has collected of a parcel that came back is, and a
-- delivered parcel that was paid before is in no list.

create function private.list_open_parcels()
 returns table(order_id uuid, number text, customer_name text, stage text, carrier_name text, tracking_number text, handed_at timestamp with time zone, amount integer)
 language sql
 stable security definer rows 50
 set search_path to ''
as $function$
  select o.id, o.number, o.customer_name, o.stage::text, c.name::text, p.tracking_number, p.handed_at, a.amount
  from public.carrier_parcels p
  join public.orders o on o.id = p.order_id
  join public.carriers c on c.id = p.carrier_id
  cross join lateral (select private.get_parcel_amount(o) as amount) a
  where p.settled_at is null and (o.stage = 'on_road' or a.amount > 0)
    and (select private.has_right('orders.read'))
  order by p.handed_at, o.id
$function$;
revoke all on function private.list_open_parcels() from public;
grant execute on function private.list_open_parcels() to authenticated, service_role;

create function public.open_parcels()
 returns table(order_id uuid, number text, customer_name text, stage text, carrier_name text, tracking_number text, handed_at timestamp with time zone, amount integer)
 language sql
 stable rows 50
 set search_path to ''
as $function$
  select * from private.list_open_parcels()
$function$;
comment on function public.open_parcels() is 'The parcels that a carrier has, or has collected money of that it has not passed on, those that are out longest first; the amount is what it has to pass on. No rows without the right orders.read.';
revoke all on function public.open_parcels() from public, anon;
grant execute on function public.open_parcels() to authenticated, service_role;
