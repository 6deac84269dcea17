-- What the shop owes its customers is counted in the menu like the queues, so that nobody has to look for it.

drop function public.desk_counts();
drop function private.desk_counts();

create function private.desk_counts()
returns TABLE(confirm integer, prepare integer, deliver integer, late integer, collect integer, refund integer)
language sql stable security definer rows 1 set search_path = '' as $$
  -- Up to 1,000 each, which is shown as «999+»: no index is read further.
  select
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'to_confirm' and coalesce(o.next_call_at, o.created_at) <= now() limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'confirmed' and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road') limit 1000
    ) queued),
    (select count(*)::integer from (select from public.orders o where o.stage = 'prepared' limit 1000) queued),
    (select count(*)::integer from (
      select from unnest(private.get_queue_stages('late')) as of_stage
      cross join lateral (
        (
          select from public.orders o
          where of_stage <> 'prepared' and o.stage = of_stage
            and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
            and (of_stage <> 'on_road' or not exists (
              select from public.carrier_parcels p where p.order_id = o.id and p.settled_at is null
            ))
            and o.due_day < private.get_today()
          limit 1000
        )
        union all
        (
          select from public.orders o
          where of_stage = 'prepared' and o.stage = 'prepared' and o.pickup_point_name is null
            and o.due_day < private.get_today()
          limit 1000
        )
      ) found
      limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o where o.stage = 'delivered' and o.status = 'processing' limit 1000
    ) queued),
    -- Zero for whoever may not read cash. The condition and the order are those of the index.
    (select count(*)::integer from (
      select from public.orders o
      where o.paid_amount > case when o.status = 'cancelled' then 0 else o.total_amount - o.credited_amount end
        and (select private.has_right('cash.read'))
      order by o.created_at desc, o.id limit 1000
    ) queued)
  where (select private.has_right('orders.read'))
$$;

create function public.desk_counts()
returns TABLE(confirm integer, prepare integer, deliver integer, late integer, collect integer, refund integer)
language sql stable rows 1 set search_path = '' as $$
  select * from private.desk_counts()
$$;

revoke all on function private.desk_counts() from public;
grant execute on function private.desk_counts() to authenticated, service_role;
revoke all on function public.desk_counts() from public, anon;
grant execute on function public.desk_counts() to authenticated, service_role;
comment on function public.desk_counts() is
  'How many orders wait in each queue, and how many paid more than they owe (with the right cash.read), up to 1,000; one row for staff with the right orders.read, none for others. Calls that are postponed do not count yet.';
