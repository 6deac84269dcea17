-- What the back office shows besides plain tables: figures, what waits, and what is found by typing. All of it reads
-- as the caller, whose policies decide which rows count.

-- Found by typing --------------------------------------------------------------------------------------------------

create function private.customer_text(first_name text, last_name text, email text, phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' '
    || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')
  )
$$;
comment on function private.customer_text(text, text, text, text) is 'What a customer is found by.';
create index profiles_customer_text_idx on public.profiles
  using gin (private.customer_text(first_name, last_name, email, phone) extensions.gin_trgm_ops);

create function private.order_text(number text, customer_name text, customer_phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(number || ' ' || customer_name || ' ' || regexp_replace(customer_phone, '[^0-9]', '', 'g'))
$$;
comment on function private.order_text(text, text, text) is 'What an order is found by.';
create index orders_order_text_idx on public.orders
  using gin (private.order_text(number, customer_name, customer_phone) extensions.gin_trgm_ops);

create function private.contains_words(query text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- What of it an index of trigrams can find.
  findable constant text := '[[:alnum:]]{2}|[^[:alnum:]][[:alnum:]]';
  meant constant text := btrim(private.folded(left(query, 100)));
  -- The longest say most; whoever pastes a whole sentence is found by them.
  words text[] := array(
    select word from regexp_split_to_table(meant, '\s+') word group by word order by char_length(word) desc, word limit 8
  );
begin
  if not exists (select from unnest(words) word where char_length(word) >= 3 and word ~ findable) then
    words := case when char_length(meant) >= 3 and meant ~ findable then array[meant] end;
  end if;
  return (
    select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by position)
    from unnest(words) with ordinality as w (word, position)
  );
end
$$;
comment on function private.contains_words(query text) is
  'The patterns for whatever contains every word of the query, in any order, the longest first; words of one or two letters sift what another finds, and alone are one run. Null, which finds nothing, for less than three letters: an index of trigrams has nothing to say about them.';

create function private.contains(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  -- A telephone number is typed with spaces, dots or a plus, and kept without.
  select private.contains_words(
    case when query ~ '^[+0-9 ./()-]+$' then regexp_replace(query, '[^0-9]', '', 'g') else query end
  )
$$;
comment on function private.contains(query text) is 'The same where telephone numbers are among what is searched.';

-- As their owner, because the policies of orders and profiles keep an index of trigrams from being used: «like» might
-- tell of rows that a policy hides. Only ids leave, and only for administrators.
create function private.newest_like(searched text, expression text, patterns text[], most integer) returns setof uuid
language plpgsql stable rows 50 set search_path = '' as $$
begin
  if patterns is null then
    return;
  end if;
  -- With the patterns in its text, so that the plan is made for them: what few rows contain is found through the index
  -- of trigrams, what many contain by walking from the newest, and either costs as much in a large shop as in a small one.
  return query execute format(
    'select r.id from %s where %s order by r.created_at desc, r.id limit %s',
    searched, (select string_agg(format('%s like %L', expression, pattern), ' and ') from unnest(patterns) pattern), most
  );
end
$$;
comment on function private.newest_like(text, text, text[], integer) is
  'The ids of the newest rows r of a FROM clause of which an expression is like all the patterns. For the searches, which say who may ask.';

create function private.orders_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    'public.orders r', 'private.order_text(number, customer_name, customer_phone)', private.contains(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.orders_like(text) is 'The latest 200 orders that contain every word of the query; none for customers.';

create function private.profiles_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    'public.profiles r', 'private.customer_text(first_name, last_name, email, phone)', private.contains(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.profiles_like(text) is 'The newest 200 customers that contain every word of the query; none for customers.';

create function private.products_like(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.newest_like(
    'public.products r', 'private.searched_text(name, reference)', private.contains_words(query), 1000
  )
$$;
comment on function private.products_like(text) is 'The newest 1000 products that contain every word of the query.';

create function public.search_orders(query text) returns setof public.orders
language sql stable rows 50 set search_path = '' as $$
  select o.* from public.orders o
  where o.id = any (array(select private.orders_like(query)))
  order by o.created_at desc, o.id
$$;
comment on function public.search_orders(text) is
  'The latest 200 orders whose number, customer''s name or phone contains every word of the query of three letters or more; rest''s filters, order and range apply on top.';

create function public.search_products(query text) returns setof public.products
language sql stable rows 50 set search_path = '' as $$
  select p.* from public.products p
  where p.id = any (array(select private.products_like(query)))
  order by p.created_at desc, p.id
$$;
comment on function public.search_products(text) is
  'At most 1000 products whose name or reference contains every word of the query of three letters or more, the newest; rest''s filters, order and range apply on top.';

-- Customers --------------------------------------------------------------------------------------------------------

create function private.last_sign_in_of(account uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select u.last_sign_in_at from auth.users u where u.id = account and (select private.may_administer())
$$;
comment on function private.last_sign_in_of(uuid) is 'Of one account: a list asks only for those it shows. Null for customers.';

create view public.customers with (security_invoker = on) as
  select
    p.id, p.email, p.first_name, p.last_name, p.phone, p.city, p.created_at, p.updated_at,
    private.last_sign_in_of(p.id) as last_sign_in_at,
    (select count(*) from public.orders o where o.user_id = p.id)::integer as orders_count
  from public.profiles p
  where (select private.may_administer());
comment on view public.customers is
  'The accounts with their last sign-in and the number of their orders. Administrators only. Sorted by created_at a page costs what its own rows cost.';

create function public.search_customers(query text) returns setof public.customers
language sql stable rows 50 set search_path = '' as $$
  select c.* from public.customers c
  where c.id = any (array(select private.profiles_like(query)))
  order by c.created_at desc, c.id
$$;
comment on function public.search_customers(text) is
  'The newest 200 customers whose name, e-mail or phone contains every word of the query of three letters or more; rest''s filters, order and range apply on top.';

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
    (select 'technician', t.id, t.name::text, t.specialty::text, t.slug::text from public.technician_profiles t
      -- The first by itself, because an index can be asked for one.
      where lower(t.search_name) like (select (private.contains(office_search.query))[1])
        and lower(t.search_name) like all (select unnest(private.contains(office_search.query)))
      order by t.name, t.id limit 5);
end
$$;
comment on function public.office_search(text) is
  'At most five each of products (also misspelt, from two letters on), orders, customers and technicians for what was typed: {kind: product, order, customer or technician; id; title; subtitle; slug or null}.';
create index technician_profiles_lower_name_trgm_idx
  on public.technician_profiles using gin (lower(search_name) extensions.gin_trgm_ops);

-- Lists ------------------------------------------------------------------------------------------------------------

-- In the place of an index of pending orders alone: the list by state reads it as well, at the same price.
create index orders_status_idx on public.orders (status, created_at desc, id);
drop index public.orders_pending_idx;
create index products_name_idx on public.products (name, id);
create index profiles_email_idx on public.profiles (email, id);

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
  'What waits for an administrator, for the badge: {orders, reviews, messages, quotes, total}; one row, none for others.';

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
  'The cards of the dashboard: {products, categories, technicians, orders, low_stock, pending_orders}; one row, none for others.';

create function private.days_back(days integer) returns timestamptz
language sql stable parallel safe set search_path = '' as $$
  select (date_trunc('day', now() at time zone 'UTC') - make_interval(days => least(greatest(days, 1), 366) - 1)) at time zone 'UTC'
$$;
comment on function private.days_back(integer) is
  'When the first of the last 1 to 366 days began, today being the last. A day is one of Ouagadougou, which keeps UTC.';

create function public.sales_by_day(days integer default 30) returns table (day date, orders integer, amount bigint)
language sql stable rows 30 set search_path = '' as $$
  with sold as (
    select (o.created_at at time zone 'UTC')::date as day, count(*)::integer as orders, sum(o.total_amount)::bigint as amount
    from public.orders o
    where o.status <> 'cancelled' and o.created_at >= private.days_back(days)
    group by 1
  )
  select d.day::date, coalesce(s.orders, 0), coalesce(s.amount, 0)
  from generate_series(private.days_back(days) at time zone 'UTC', now() at time zone 'UTC', interval '1 day') d (day)
  left join sold s on s.day = d.day::date
  where (select private.is_admin())
  order by 1
$$;
comment on function public.sales_by_day(integer) is
  'Orders that were not cancelled and their amounts in francs for each of the last 1 to 366 days, today last, days without any as zero: [{day, orders, amount}].';

create function public.orders_by_status() returns table (status text, orders integer, amount bigint)
language sql stable rows 4 set search_path = '' as $$
  select s.status, count(o.id)::integer, coalesce(sum(o.total_amount), 0)::bigint
  from unnest(array['pending', 'processing', 'completed', 'cancelled']) with ordinality as s (status, position)
  left join public.orders o on o.status = s.status
  where (select private.is_admin())
  group by s.status, s.position
  order by s.position
$$;
comment on function public.orders_by_status() is 'All four states with the number and the amount of their orders: [{status, orders, amount}].';

create function public.best_sellers(days integer default 30, top integer default 10)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language sql stable rows 10 set search_path = '' as $$
  select i.product_id, p.name::text, p.image::text, sum(i.quantity)::integer, sum(i.quantity::bigint * i.unit_price)::bigint
  from public.orders o
  join public.order_items i on i.order_id = o.id
  join public.products p on p.id = i.product_id
  where o.status <> 'cancelled' and o.created_at >= private.days_back(days) and (select private.is_admin())
  group by i.product_id, p.name, p.image
  order by 4 desc, 5 desc, 2
  limit least(greatest(top, 1), 100)
$$;
comment on function public.best_sellers(integer, integer) is
  'The products that sold most pieces in the same days as sales_by_day tells of, cancelled orders aside: [{product_id, name, image, pieces, amount}].';

create function public.low_stock_products(top integer default 10) returns setof public.products
language sql stable rows 10 set search_path = '' as $$
  select p.* from public.products p
  where p.stock < (select s.low_stock_threshold from public.shop_settings s) and (select private.is_admin())
  order by p.stock, p.name, p.id
  limit least(greatest(top, 1), 1000)
$$;
comment on function public.low_stock_products(integer) is
  'The products below the settings'' threshold, the emptiest first. Reads the whole table: an index that names the stock would cost every order more than this costs a dashboard.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Who writes a row computes its entry in the index.
grant execute on function private.order_text(text, text, text), private.customer_text(text, text, text, text)
  to authenticated, service_role;
grant execute on function
  private.contains_words(text), private.contains(text), private.last_sign_in_of(uuid), private.orders_like(text),
  private.profiles_like(text), private.products_like(text), private.days_back(integer)
  to authenticated, service_role;
revoke all on public.customers from anon, authenticated;
grant select on public.customers to authenticated;
revoke execute on function
  public.search_orders(text), public.search_products(text), public.search_customers(text), public.office_search(text),
  public.waiting_counts(), public.dashboard_counts(), public.sales_by_day(integer), public.orders_by_status(),
  public.best_sellers(integer, integer), public.low_stock_products(integer)
  from public, anon;
grant execute on function
  public.search_orders(text), public.search_products(text), public.search_customers(text), public.office_search(text),
  public.waiting_counts(), public.dashboard_counts(), public.sales_by_day(integer), public.orders_by_status(),
  public.best_sellers(integer, integer), public.low_stock_products(integer)
  to authenticated, service_role;
