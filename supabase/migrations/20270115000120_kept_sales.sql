-- The dashboard counted what was ordered: pieces that were refused at the door or returned, and their francs, stayed sales
-- although the money went back, and the best sellers had amounts without the discounts. An order that was refused as a
-- whole is none. Its figures are what customers keep. See docs/decisions/0104-kept-sales.md.

create or replace function private.count_sales(first_moment timestamptz, end_moment timestamptz)
returns table (day date, status public.order_status, orders integer, amount bigint)
language sql stable set search_path = '' as $$
  select (o.created_at at time zone 'UTC')::date, o.status, count(*)::integer,
    sum(o.total_amount - o.credited_amount)::bigint
  from public.orders o
  where o.created_at >= first_moment and o.created_at < end_moment
  group by 1, 2
$$;
comment on function private.count_sales(timestamptz, timestamptz) is
  'The orders placed in a period, without its end, and what their customers keep of them in francs, counted by the index of their time.';

create or replace function private.count_product_sales(first_moment timestamptz, end_moment timestamptz)
returns table (product_id uuid, day date, pieces bigint, amount bigint)
language sql stable set search_path = '' as $$
  select i.product_id, (o.created_at at time zone 'UTC')::date, sum(i.quantity - i.returned_quantity),
    -- As private.get_line_credit reckons what came back.
    sum(c.cost - c.cost * i.returned_quantity / i.quantity)::bigint
  from public.orders o
  join public.order_items i on i.order_id = o.id
  cross join lateral (select i.unit_price::bigint * i.quantity - i.discount_amount as cost) c
  where o.created_at >= first_moment and o.created_at < end_moment
    and o.status <> 'cancelled' and i.product_id is not null and i.quantity > i.returned_quantity
  group by 1, 2
$$;
comment on function private.count_product_sales(timestamptz, timestamptz) is
  'The products in the orders placed in a period, without its end, cancelled orders and what customers did not keep, and what they cost with their discounts, counted by the index of their time.';

create or replace function public.customer_summaries(customers uuid[])
returns table (customer_id uuid, orders integer, amount bigint, last_order_at timestamptz)
language sql stable rows 25 set search_path = '' as $$
  select o.user_id, count(*)::integer,
    coalesce(sum(o.total_amount - o.credited_amount) filter (where o.status <> 'cancelled'), 0)::bigint, max(o.created_at)
  from public.orders o
  where o.user_id = any (customers[1:100]) and (select private.has_right('customers.read'))
  group by o.user_id
$$;
comment on function public.customer_summaries(uuid[]) is
  'The number of orders of each of at most 100 customers, what they keep of those that are not cancelled in francs, and the time of the last; a customer without orders has no row. No rows without the right customers.read.';

-- A day is counted again when something of it came back, or a discount changed.
drop trigger orders_record_sales_day_update on public.orders;
create trigger orders_record_sales_day_update after update on public.orders for each row
  when ((old.created_at is distinct from new.created_at or old.status::text is distinct from new.status::text
      or old.total_amount is distinct from new.total_amount or old.credited_amount is distinct from new.credited_amount)
    and least(old.created_at, new.created_at) < clock_timestamp() - interval '10 minutes')
  execute function private.record_sales_day_change();
alter table public.orders enable always trigger orders_record_sales_day_update;

do $$
declare
  before constant text := $before$      where (b.product_id, b.quantity, b.unit_price) is distinct from (a.product_id, a.quantity, a.unit_price)
$before$;
  definition constant text := pg_get_functiondef('private.record_item_sales_day_change()'::regprocedure);
begin
  if position(before in definition) = 0 then
    raise exception 'private.record_item_sales_day_change is not as expected';
  end if;
  execute replace(definition, before,
    $after$      where (b.product_id, b.quantity, b.unit_price, b.returned_quantity, b.discount_amount)
          is distinct from (a.product_id, a.quantity, a.unit_price, a.returned_quantity, a.discount_amount)
$after$);
end
$$;
insert into private.changed_sales_days (day)
select distinct (o.created_at at time zone 'UTC')::date from public.orders o
where (o.credited_amount > 0 or o.discount_amount > 0) and o.created_at < clock_timestamp() - interval '10 minutes';

comment on table private.daily_product_sales is
  'The pieces that customers keep of each product and what they cost, in the closed orders of a day that are not cancelled, for the longest period of best_sellers. Without a foreign key, which would lock each product.';
comment on table private.daily_sales is
  'The number of the closed orders of each day, by their status, and what their customers keep of them in francs. A day without orders has no row.';
comment on function public.best_sellers(integer, integer) is
  'The products of which customers keep most pieces in the period of sales_by_day, without cancelled orders, and what these cost with their discounts: [{product_id, name, image, pieces, amount}].';
comment on function public.best_sellers_between(date, date, integer) is
  'The products of which customers keep most pieces in a period within the last 366 days, both days included; at most 100. A period that ends today is answered faster by best_sellers. No rows for anyone but administrators.';
comment on function public.orders_by_status() is
  'All four statuses with the number of their orders and what their customers keep of them: [{status, orders, amount}].';
comment on function public.sales_between(date, date) is
  'One row for each day of a period, both days included, at most 366: the orders that are not cancelled, and what their customers keep of them. From the daily sums.';
comment on function public.sales_by_day(integer) is
  'Orders that were not cancelled, and what their customers keep of them in francs, for each of the last 1 to 366 days, today last, days without any as zero: [{day, orders, amount}].';
