-- A run stays its courier's for a week after it was closed: what a phone without network tells then is not lost. After
-- that, whoever drove an order once would still say what becomes of it.

create or replace function private.find_named_run(of_order uuid, named text) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id
  from public.run_stops s join public.runs r on r.id = s.run_id
  where s.order_id = of_order and r.id::text = lower(named) and r.courier_id = auth.uid() and r.state <> 'planned'
    and coalesce(r.closed_at > now() - interval '7 days', true)
    and (select private.has_right('runs.drive'))
$$;

create or replace function private.find_own_run(of_order uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id
  from public.run_stops s join public.runs r on r.id = s.run_id
  where s.order_id = of_order and r.courier_id = auth.uid() and r.state <> 'planned'
    and coalesce(r.closed_at > now() - interval '7 days', true)
    and (select private.has_right('runs.drive'))
  order by s.is_open desc, r.day desc, r.out_at desc, r.id
  limit 1
$$;
