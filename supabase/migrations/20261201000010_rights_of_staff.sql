-- What staff below the manager may read and do: whoever has orders.read reads the orders, customers.read the customers,
-- stock.count counts the stock, and each change of an order's status has its own right. Everything else stays with the
-- owner and the manager, whom is_admin() names.

-- Orders -------------------------------------------------------------------------------------------------------------

-- Which of the changes somebody may make is up to change_order_status, and who reads the orders to order_events.sql.
alter policy "Administrators change the status of orders" on public.orders
  using (
    (select private.has_right('orders.prepare')) or (select private.has_right('orders.complete'))
    or (select private.has_right('orders.cancel'))
  )
  with check (
    (select private.has_right('orders.prepare')) or (select private.has_right('orders.complete'))
    or (select private.has_right('orders.cancel'))
  );
alter policy "Administrators change the status of orders" on public.orders
  rename to "Staff change the status of orders";

create or replace function private.find_order_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.orders r', 'private.order_search_text(number, customer_name, customer_phone)',
    private.to_contact_search_patterns(query), 200
  )
  where (select private.has_right('orders.read'))
$$;

-- For count_orders. The figures of the sales ask for an administrator themselves.
create or replace function private.list_daily_sales(first_day date)
returns table (day date, status public.order_status, orders integer, amount bigint)
language sql stable security definer set search_path = '' as $$
  with state as materialized (
    select (select s.closed_until from private.sales_days_state s) as closed_until
    where (select private.has_right('orders.read'))
  ),
  changed as materialized (
    select distinct c.day from private.changed_sales_days c, state
    where c.day >= first_day and private.get_day_start(c.day) < state.closed_until
  )
  select s.day, s.status, s.orders, s.amount
  from private.daily_sales s, state
  where s.day >= first_day and s.day not in (select c.day from changed c)
  union all
  select s.day, s.status, s.orders, s.amount
  from changed c, state, private.count_sales(
    private.get_day_start(c.day), least(private.get_day_start(c.day + 1), state.closed_until)
  ) s
  union all
  select s.day, s.status, s.orders, s.amount
  from state, private.count_sales(greatest(private.get_day_start(first_day), state.closed_until), 'infinity') s
$$;

comment on function private.list_daily_sales(date) is
  'The number and the amount of the orders from a day on, by day and status; a day may have two rows of a status. No rows without the right orders.read.';

create or replace function public.waiting_counts()
returns table (orders integer, reviews integer, messages integer, quotes integer, total integer)
language sql stable set search_path = '' as $$
  select w.orders, w.reviews, w.messages, w.quotes, w.orders + w.reviews + w.messages + w.quotes
  from (
    select
      (select count(*) from public.orders o where o.status = 'pending')::integer as orders,
      -- Whoever is no administrator would find their own reviews.
      (select count(*) from public.product_reviews r where not r.is_published and (select private.may_administer()))::integer
        as reviews,
      (select count(*) from public.messages m where m.read_at is null)::integer as messages,
      (select count(*) from public.quotes q where q.read_at is null)::integer as quotes
  ) w
  where (select private.has_right('orders.read'))
$$;
comment on function public.waiting_counts() is
  'The pending items that the caller may read, for the badge: {orders, reviews, messages, quotes, total}; one row for staff with the right orders.read, none for others.';

-- Customers ----------------------------------------------------------------------------------------------------------

alter policy "Customers read their own profile and administrators read all" on public.profiles
  using (
    (id = (select auth.uid()) and not (select private.lacks_second_factor()))
    or (select private.has_right('customers.read'))
  );
alter policy "Customers read their own profile and administrators read all" on public.profiles
  rename to "Customers read their own profile and staff read all";

-- What the team tells itself about a customer is written by whoever reads it.
alter policy "Administrators read the notes about customers" on public.customer_notes
  using ((select private.has_right('customers.read')));
alter policy "Administrators write notes about customers" on public.customer_notes
  with check ((select private.has_right('customers.read')));
alter policy "Administrators change notes about customers" on public.customer_notes
  using ((select private.has_right('customers.read'))) with check ((select private.has_right('customers.read')));
alter policy "Administrators read the notes about customers" on public.customer_notes
  rename to "Staff read the notes about customers";
alter policy "Administrators write notes about customers" on public.customer_notes
  rename to "Staff write notes about customers";
alter policy "Administrators change notes about customers" on public.customer_notes
  rename to "Staff change notes about customers";

create or replace function private.get_last_sign_in(account uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at from auth.users u
  where u.id = account and (select private.has_right('customers.read'))
$$;

create or replace view public.customers with (security_invoker = on) as
  select
    p.id, p.email, p.first_name, p.last_name, p.phone, p.city, p.created_at, p.updated_at,
    private.get_last_sign_in(p.id) as last_sign_in_at,
    (select count(*) from public.orders o where o.user_id = p.id)::integer as orders_count,
    p.is_trusted
  from public.profiles p
  where (select private.has_right('customers.read'));
comment on view public.customers is
  'The accounts with their last sign-in and the number of their orders, for staff with the right customers.read. Sorted by created_at, a page costs no more than its own rows.';

create or replace function private.find_profile_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.profiles r', 'private.customer_search_text(first_name, last_name, email, phone)',
    private.to_contact_search_patterns(query), 200
  )
  where (select private.has_right('customers.read'))
$$;

create or replace function public.customer_summaries(customers uuid[])
returns table (customer_id uuid, orders integer, amount bigint, last_order_at timestamptz)
language sql stable rows 25 set search_path = '' as $$
  select o.user_id, count(*)::integer, coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0)::bigint,
    max(o.created_at)
  from public.orders o
  where o.user_id = any (customers[1:100]) and (select private.has_right('customers.read'))
  group by o.user_id
$$;

create or replace function public.count_customers() returns table (total integer, is_exact boolean)
language sql rows 1 set search_path = '' as $$
  select c.total, c.total <= 10000 from private.count_rows('public.profiles') c (total)
  where (select private.has_right('customers.read'))
$$;

comment on function public.customer_summaries(uuid[]) is
  'The number of orders of each of at most 100 customers, their amount without cancelled ones, and the time of the last; a customer without orders has no row. No rows without the right customers.read.';
comment on function public.count_customers() is
  'The number of customers, by the rule of count_up_to_limit (an estimate is above 10,000); no row without the right customers.read.';

-- Stock --------------------------------------------------------------------------------------------------------------

alter policy "Administrators read the products with little stock" on public.low_stocks
  using ((select private.has_right('stock.count')));
alter policy "Administrators read the products with little stock" on public.low_stocks
  rename to "Staff read the products with little stock";

create or replace function public.low_stock_products(top integer default 10) returns setof public.products
language plpgsql stable rows 10 set search_path = '' as $$
declare
  max_rows constant integer := least(greatest(top, 1), 1000);
  threshold constant integer := (select s.low_stock_threshold from public.shop_settings s);
  lowest constant uuid[] := array(
    select l.product_id from public.low_stocks l where l.stock < threshold order by l.stock, l.name, l.product_id limit max_rows
  );
begin
  if threshold <= 20 or cardinality(lowest) = max_rows then
    return query select p.* from public.products p where p.id = any (lowest) order by p.stock, p.name, p.id;
  else
    return query
    select p.* from public.products p
    where p.stock < threshold and (select private.has_right('stock.count'))
    order by p.stock, p.name, p.id
    limit max_rows;
  end if;
end
$$;

-- Security definer: whoever counts the stock may not write the other columns of a product.
create function private.set_product_stock(product uuid, stock integer, stock_seen integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  result integer;
begin
  perform private.require_right('stock.count');
  if stock between 0 and 1000000 is not true or stock_seen is null then
    raise exception using errcode = 'YA007', message = 'Le stock doit être un nombre positif ou zéro',
      detail = '{"problems": []}';
  end if;
  update public.products p
  set stock = greatest(0, p.stock + set_product_stock.stock - set_product_stock.stock_seen)
  where p.id = product
  returning p.stock into result;
  if result is null then
    raise exception using errcode = 'PT404', message = 'Ce produit n''existe plus';
  end if;
  return result;
end
$$;
create or replace function public.set_product_stock(product uuid, stock integer, stock_seen integer) returns integer
language sql set search_path = '' as $$
  select private.set_product_stock(product, stock, stock_seen)
$$;

comment on function public.set_product_stock(uuid, integer, integer) is
  'Changes the stock of a product as save_product does: orders take stock meanwhile, so the difference to the stock that was seen is applied. Returns the new stock. YA007: not a stock. PT404: the product no longer exists. 42501 without the right stock.count.';

-- The staff's sign-in --------------------------------------------------------------------------------------------------

-- A manager could otherwise do without the second factor that the owner requires.
alter policy "Administrators update the security settings" on public.security_settings
  using ((select private.has_right('staff.manage'))) with check ((select private.has_right('staff.manage')));
alter policy "Administrators update the security settings" on public.security_settings
  rename to "Owners update the security settings";

create or replace function private.record_admin_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  admin constant public.admin_users := case when tg_op = 'DELETE' then old else new end;
begin
  insert into auth.audit_log_entries (instance_id, id, payload, created_at)
  values (
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object(
      'action', case tg_op
        when 'DELETE' then 'admin_revoked' when 'INSERT' then 'admin_granted' else 'admin_role_changed'
      end,
      'log_type', 'team', 'actor_id', admin.id, 'actor_username', admin.email, 'actor_via_sso', false
    ),
    now()
  );
  return null;
end
$$;
comment on function private.record_admin_change() is
  'Records that an account joined the staff, has another role, or is no member any longer.';
create trigger admin_users_record_role_event after update of role on public.admin_users
  for each row when (old.role is distinct from new.role) execute function private.record_admin_change();

revoke execute on all functions in schema private from public;
grant execute on function private.set_product_stock(uuid, integer, integer) to authenticated, service_role;
