-- The reorder list added up the steps in which orders were placed: cable that was sold by the metre, and is sold by half a
-- metre since, had sold half of what it had. What was sold is counted in the steps of today, as its stock is. They are
-- added up before they are rounded: one order may be a part of a step of today.

create or replace function private.refresh_reorder_items() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Each instance calls this; once an hour is enough.
  if not pg_try_advisory_xact_lock(hashtextextended('private.refresh_reorder_items', 0))
    or exists (select from private.reorder_items r where r.computed_at > now() - interval '1 hour' limit 1)
  then
    return false;
  end if;
  delete from private.reorder_items;
  insert into private.reorder_items (item_id, product_id, sold_quantity, days_left)
  select t.id, t.product_id, t.sold, least(t.stock * 90.0 / t.sold, 100000)
  from (
    select s.id, s.product_id, s.stock,
      round(sum(d.sold * case when coalesce(d.unit, 'piece') = s.unit then coalesce(d.step_size, 1) / s.step_size else 1 end))::integer as sold
    from (
      select coalesce(i.variant_id, i.product_id) as id, i.sold_by ->> 'unit' as unit,
        (i.sold_by ->> 'step_size')::numeric as step_size, sum(i.quantity - i.returned_quantity) as sold
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.created_at > now() - interval '90 days' and o.status <> 'cancelled' and o.stock_released_at is null
        and i.product_id is not null
      group by 1, 2, 3
    ) d
    join public.sellable_items s on s.id = d.id
    group by s.id, s.product_id, s.stock
  ) t
  where t.sold > 0;
  return false;
end
$$;
