-- What administrators see of a customer, sales of any period, and the stock that is changed in the list.

-- Customers --------------------------------------------------------------------------------------------------------

create table public.customer_notes (
  customer_id uuid primary key references public.profiles (id) on delete cascade,
  note text not null check (char_length(note) <= 2000),
  updated_at timestamptz not null default now()
);
comment on table public.customer_notes is
  'What administrators note about a customer. A table of its own, because customers read their profile.';

create trigger customer_notes_set_updated_at before update on public.customer_notes
  for each row execute function private.set_updated_at();
-- The note is redacted, because it is about a person, who may ask for erasure.
create trigger customer_notes_record after insert or update or delete on public.customer_notes
  for each row when (pg_catalog.pg_trigger_depth() = 0)
  execute function private.record_change('Note sur un client', 'customer_id', 'note');

create function public.customer_summaries(customers uuid[])
returns table (customer_id uuid, orders integer, amount bigint, last_order_at timestamptz)
language sql stable rows 25 set search_path = '' as $$
  select o.user_id, count(*)::integer, coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0)::bigint,
    max(o.created_at)
  from public.orders o
  where o.user_id = any (customers[1:100]) and (select private.may_administer())
  group by o.user_id
$$;
comment on function public.customer_summaries(uuid[]) is
  'The number of orders of each of at most 100 customers, their amount without cancelled ones, and the time of the last; a customer without orders has no row. Administrators only.';

-- Sales of a period ------------------------------------------------------------------------------------------------

create function public.sales_between(first_day date, last_day date)
returns table (day date, orders integer, amount bigint)
language sql stable rows 30 set search_path = '' as $$
  select d.day::date, coalesce(sum(s.orders), 0)::integer, coalesce(sum(s.amount), 0)::bigint
  from generate_series(greatest(first_day, last_day - 365)::timestamp, last_day::timestamp, interval '1 day') d (day)
  left join private.list_daily_sales(greatest(first_day, last_day - 365)) s
    on s.day = d.day::date and s.status <> 'cancelled'
  where (select private.is_admin())
  group by d.day
  order by d.day
$$;
comment on function public.sales_between(date, date) is
  'One row for each day of a period, both days included, at most 366: the orders that are not cancelled and their amount. From the daily sums.';

create function private.list_best_sellers_between(first_day date, last_day date, top integer)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language sql stable security definer rows 10 set search_path = '' as $$
  with state as materialized (
    select (select s.closed_until from private.sales_days_state s) as closed_until
    where (select private.is_admin())
  ),
  changed as materialized (
    select distinct c.day from private.changed_sales_days c, state
    where c.day between first_day and last_day and private.get_day_start(c.day) < state.closed_until
  ),
  sold as (
    select s.product_id, s.pieces, s.amount
    from private.daily_product_sales s, state
    where s.day between first_day and last_day and s.day not in (select c.day from changed c)
    union all
    select s.product_id, s.pieces, s.amount
    from changed c, state, private.count_product_sales(
      private.get_day_start(c.day), least(private.get_day_start(c.day + 1), state.closed_until)
    ) s
    union all
    select s.product_id, s.pieces, s.amount
    from state, private.count_product_sales(
      greatest(private.get_day_start(first_day), state.closed_until), private.get_day_start(last_day + 1)
    ) s
  )
  select p.id, p.name::text, p.image::text, b.pieces::integer, b.amount::bigint
  from (
    select s.product_id, sum(s.pieces) as pieces, sum(s.amount) as amount from sold s group by s.product_id
  ) b
  join public.products p on p.id = b.product_id
  where b.pieces > 0
  order by b.pieces desc, b.amount desc, p.name
  limit least(greatest(top, 1), 100)
$$;
create function public.best_sellers_between(first_day date, last_day date, top integer default 10)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_best_sellers_between(first_day, last_day, top)
$$;
comment on function public.best_sellers_between(date, date, integer) is
  'The products that sold most pieces in a period within the last 366 days, both days included; at most 100. A period that ends today is answered faster by best_sellers. No rows for anyone but administrators.';

-- Stock ------------------------------------------------------------------------------------------------------------

create function public.set_product_stock(product uuid, stock integer, stock_seen integer) returns integer
language plpgsql set search_path = '' as $$
declare
  result integer;
begin
  perform private.require_administrator();
  if stock not between 0 and 1000000 or stock_seen is null then
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
comment on function public.set_product_stock(uuid, integer, integer) is
  'Changes the stock of a product as save_product does: orders take stock meanwhile, so the difference to the stock that was seen is applied. Returns the new stock. YA007: not a stock. PT404: the product no longer exists.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.customer_notes from anon, authenticated;
grant select, insert (customer_id, note), update (note) on public.customer_notes to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.list_best_sellers_between(date, date, integer) to authenticated, service_role;
revoke execute on function
  public.customer_summaries(uuid[]), public.sales_between(date, date),
  public.best_sellers_between(date, date, integer), public.set_product_stock(uuid, integer, integer)
  from public, anon;
grant execute on function
  public.customer_summaries(uuid[]), public.sales_between(date, date),
  public.best_sellers_between(date, date, integer), public.set_product_stock(uuid, integer, integer)
  to authenticated, service_role;

alter table public.customer_notes enable row level security;
create policy "Administrators read the notes about customers" on public.customer_notes
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators write notes about customers" on public.customer_notes
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators change notes about customers" on public.customer_notes
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
