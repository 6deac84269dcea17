-- What a carrier has still to collect of an order is computed once: two functions had it each.

create function private.get_parcel_debt(of_order public.orders) returns integer
language sql immutable set search_path = '' as $$
  -- What is to be refunded is the shop's own affair: the carrier has collected it all the same.
  select case when of_order.stage in ('on_road', 'delivered')
    then greatest(private.get_due_amount(of_order) - of_order.paid_amount, 0) else 0 end
$$;
comment on function private.get_parcel_debt(public.orders) is
  'What the carrier of an order has still to collect, in francs.';
revoke all on function private.get_parcel_debt(public.orders) from public;

create or replace function private.get_parcel_amount(of_order public.orders)
returns integer
language sql
stable security definer
set search_path = ''
as $$
  select private.get_parcel_debt(of_order) + coalesce(sum(m.amount), 0)::integer
  from public.cash_movements m
  where m.order_id = of_order.id and m.to_account = 'carrier'
    -- What was collected at an earlier attempt is settled.
    and m.recorded_at >= (select p.handed_at from public.carrier_parcels p where p.order_id = of_order.id)
$$;

create or replace function private.settle_parcel(target public.orders, settlement uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  debt constant integer := private.get_parcel_debt(target);
begin
  if target.stage = 'on_road' or debt > 0 then
    perform set_config('yaare.settling_order', target.id::text, true);
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', target.id,
      'kind', case when target.stage = 'on_road' then 'delivered' else 'paid' end,
      'data', jsonb_build_object('cash', debt)
    ));
    perform set_config('yaare.settling_order', '', true);
  end if;
  update public.carrier_parcels p set settled_at = now(), settlement_id = settlement where p.order_id = target.id;
end
$$;
