-- «Souvent achetés ensemble»: what stands beside a product in orders, from a bounded number of its lines, by their index.

create function private.list_bought_together(product uuid) returns table (id uuid, place bigint)
language sql stable security definer rows 4 set search_path = '' as $$
  with lines as materialized (
    select i.order_id from public.order_items i where i.product_id = list_bought_together.product limit 200
  )
  select o.product_id, row_number() over (order by count(distinct o.order_id) desc, o.product_id)
  from (select distinct l.order_id from lines l) l
  join public.order_items o on o.order_id = l.order_id
  where o.product_id <> list_bought_together.product
  group by o.product_id
  -- Fewer would tell what somebody has bought.
  having count(distinct o.order_id) >= 3
  order by count(distinct o.order_id) desc, o.product_id
  limit 4
$$;
comment on function private.list_bought_together(uuid) is
  'At most four products that stand in three or more orders with this one, the most frequent first; of 200 of its lines, so that a product that sells much costs no more.';

create function public.list_bought_together(product uuid) returns setof public.products
language sql stable rows 4 set search_path = '' as $$
  select p.* from private.list_bought_together(list_bought_together.product) b
  join public.products p on p.id = b.id and p.in_stock
  order by b.place
$$;
comment on function public.list_bought_together(uuid) is
  'At most four products in stock that are often bought with this one, the most frequent first.';

revoke execute on all functions in schema private from public;
grant execute on function private.list_bought_together(uuid) to anon, authenticated, service_role;
revoke execute on function public.list_bought_together(uuid) from public;
grant execute on function public.list_bought_together(uuid) to anon, authenticated, service_role;
