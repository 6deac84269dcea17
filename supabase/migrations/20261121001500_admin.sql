-- Admin area: its customers, search and figures, besides the plain tables, and its realtime publication. All
-- of it reads as the caller, whose policies decide which rows count.

-- Customers --------------------------------------------------------------------------------------------------------

create function private.get_last_sign_in(account uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at from auth.users u where u.id = account and (select private.may_administer())
$$;
comment on function private.get_last_sign_in(uuid) is
  'The last sign-in of one account, so that a list reads only those that it shows. Null for customers.';

create view public.customers with (security_invoker = on) as
  select
    p.id, p.email, p.first_name, p.last_name, p.phone, p.city, p.created_at, p.updated_at,
    private.get_last_sign_in(p.id) as last_sign_in_at,
    (select count(*) from public.orders o where o.user_id = p.id)::integer as orders_count
  from public.profiles p
  where (select private.may_administer());
comment on view public.customers is
  'The accounts with their last sign-in and the number of their orders. Administrators only. Sorted by created_at, a page costs no more than its own rows.';

create function public.search_customers(query text) returns setof public.customers
language sql stable rows 50 set search_path = '' as $$
  select c.* from public.customers c
  where c.id = any (array(select private.find_profile_ids(query)))
  order by c.created_at desc, c.id
$$;
comment on function public.search_customers(text) is
  'The newest 200 customers whose name, e-mail or phone contains every word of the query, which must have at least two letters. The API''s filters, order and range apply on top.';

-- For clients of the API. The search of the admin area's top bar queries each kind by itself.
create function public.office_search(query text)
returns table (kind text, id uuid, title text, subtitle text, slug text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_administrator();
  return query
    (select 'product', p.id, p.name::text, p.reference, p.slug::text from public.suggest_products(office_search.query) p limit 5)
    union all
    (select 'order', o.id, o.number, o.customer_name, null from public.search_orders(office_search.query) o limit 5)
    union all
    (select 'customer', c.id, coalesce(nullif(btrim(concat_ws(' ', c.first_name, c.last_name)), ''), c.email), c.email, null
      from public.search_customers(office_search.query) c limit 5)
    union all
    (select 'technician', t.id, t.name::text, t.specialty::text, t.slug::text
      from public.search_technicians(office_search.query) t
      where private.to_search_patterns(office_search.query) is not null
      order by t.name, t.id limit 5);
end
$$;
comment on function public.office_search(text) is
  'At most five each of the products (also misspelt, from two letters on), orders, customers and technicians that match the query: {kind: product, order, customer or technician; id; title; subtitle; slug or null}.';

-- Figures ----------------------------------------------------------------------------------------------------------

create function public.waiting_counts()
returns table (orders integer, reviews integer, messages integer, quotes integer, total integer)
language sql stable set search_path = '' as $$
  select w.orders, w.reviews, w.messages, w.quotes, w.orders + w.reviews + w.messages + w.quotes
  from (
    select
      (select count(*) from public.orders o where o.status = 'pending')::integer as orders,
      (select count(*) from public.product_reviews r where not r.is_published)::integer as reviews,
      (select count(*) from public.messages m where m.read_at is null)::integer as messages,
      (select count(*) from public.quotes q where q.read_at is null)::integer as quotes
  ) w
  where (select private.is_admin())
$$;
comment on function public.waiting_counts() is
  'The pending items of administrators, for the badge: {orders, reviews, messages, quotes, total}; one row, none for others.';

create function public.dashboard_counts()
returns table (products integer, categories integer, technicians integer, orders integer, low_stock integer, pending_orders integer)
language sql stable set search_path = '' as $$
  select
    (select count(*) from public.products)::integer,
    (select count(*) from public.categories)::integer,
    (select count(*) from public.technician_profiles)::integer,
    (select count(*) from public.orders)::integer,
    (select count(*) from public.products p, public.shop_settings s where p.stock < s.low_stock_threshold)::integer,
    (select count(*) from public.orders o where o.status = 'pending')::integer
  where (select private.is_admin())
$$;
comment on function public.dashboard_counts() is
  'The figures on the cards of the dashboard: {products, categories, technicians, orders, low_stock, pending_orders}; one row, none for others.';

create function private.get_period_start(days integer) returns timestamptz
language sql stable parallel safe set search_path = '' as $$
  select (date_trunc('day', now() at time zone 'UTC') - make_interval(days => least(greatest(days, 1), 366) - 1)) at time zone 'UTC'
$$;
comment on function private.get_period_start(integer) is
  'The start of the first of the last 1 to 366 days, today being the last. Days are those of Ouagadougou, whose time zone is UTC.';

create function public.sales_by_day(days integer default 30) returns table (day date, orders integer, amount bigint)
language sql stable rows 30 set search_path = '' as $$
  with sold as (
    select (o.created_at at time zone 'UTC')::date as day, count(*)::integer as orders, sum(o.total_amount)::bigint as amount
    from public.orders o
    where o.status <> 'cancelled' and o.created_at >= private.get_period_start(days)
    group by 1
  )
  select d.day::date, coalesce(s.orders, 0), coalesce(s.amount, 0)
  from generate_series(private.get_period_start(days) at time zone 'UTC', now() at time zone 'UTC', interval '1 day') d (day)
  left join sold s on s.day = d.day::date
  where (select private.is_admin())
  order by 1
$$;
comment on function public.sales_by_day(integer) is
  'Orders that were not cancelled and their amounts in francs for each of the last 1 to 366 days, today last, days without any as zero: [{day, orders, amount}].';

create function public.best_sellers(days integer default 30, top integer default 10)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language sql stable rows 10 set search_path = '' as $$
  select i.product_id, p.name::text, p.image::text, sum(i.quantity)::integer, sum(i.quantity::bigint * i.unit_price)::bigint
  from public.orders o
  join public.order_items i on i.order_id = o.id
  join public.products p on p.id = i.product_id
  where o.status <> 'cancelled' and o.created_at >= private.get_period_start(days) and (select private.is_admin())
  group by i.product_id, p.name, p.image
  order by 4 desc, 5 desc, 2
  limit least(greatest(top, 1), 100)
$$;
comment on function public.best_sellers(integer, integer) is
  'The products that sold most pieces in the period of sales_by_day, without cancelled orders: [{product_id, name, image, pieces, amount}].';

create function public.low_stock_products(top integer default 10) returns setof public.products
language sql stable rows 10 set search_path = '' as $$
  select p.* from public.products p
  where p.stock < (select s.low_stock_threshold from public.shop_settings s) and (select private.is_admin())
  order by p.stock, p.name, p.id
  limit least(greatest(top, 1), 1000)
$$;
comment on function public.low_stock_products(integer) is
  'The products below the settings'' threshold, the lowest stock first. Scans the whole table: an index on stock would cost every order more than this costs a dashboard.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.get_last_sign_in(uuid), private.get_period_start(integer)
  to authenticated, service_role;
revoke all on public.customers from anon, authenticated;
grant select on public.customers to authenticated;
revoke execute on function
  public.search_customers(text), public.office_search(text), public.waiting_counts(), public.dashboard_counts(),
  public.sales_by_day(integer), public.best_sellers(integer, integer),
  public.low_stock_products(integer)
  from public, anon;
grant execute on function
  public.search_customers(text), public.office_search(text), public.waiting_counts(), public.dashboard_counts(),
  public.sales_by_day(integer), public.best_sellers(integer, integer),
  public.low_stock_products(integer)
  to authenticated, service_role;

-- Realtime ---------------------------------------------------------------------------------------------------------

-- The admin area subscribes to orders, reviews, messages and quotes. Each table's own policies decide who
-- receives a row. The publication exists already, here as on a hosted project.

alter publication supabase_realtime add table
  public.orders, public.product_reviews, public.messages, public.quotes;
