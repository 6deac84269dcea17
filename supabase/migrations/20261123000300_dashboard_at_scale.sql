-- The dashboard at scale: its figures cost the same however many orders and products the shop has. What is summed is
-- stored by day, of the orders placed up to a moment some minutes ago (closed_until). Later orders, and the days of
-- which an earlier order has changed since, are counted from the orders by index. So the figures are exact at
-- any moment, whether or not private.close_sales_days has run. Days are those of Ouagadougou, whose time zone is
-- UTC. See docs/decisions/0036-sales-by-day.md.

-- Tables -----------------------------------------------------------------------------------------------------------

create table private.daily_sales (
  day date not null,
  status public.order_status not null,
  orders integer not null,
  amount bigint not null,
  primary key (day, status)
);
comment on table private.daily_sales is
  'The number and the amount in francs of the closed orders of each day, by their status. A day without orders has no row.';

create table private.daily_product_sales (
  product_id uuid not null,
  day date not null,
  pieces bigint not null,
  amount bigint not null,
  ranked_pieces bigint not null default 0,
  ranked_amount bigint not null default 0,
  primary key (product_id, day)
);
comment on table private.daily_product_sales is
  'The pieces and the amount of each product in the closed orders of a day that are not cancelled, for the longest period of best_sellers. Without a foreign key, which would lock each product.';
comment on column private.daily_product_sales.ranked_pieces is
  'The pieces that product_rankings contains; ranked_amount likewise.';
create index daily_product_sales_day_idx on private.daily_product_sales (day);
create index daily_product_sales_unranked_idx on private.daily_product_sales (day)
  where pieces <> ranked_pieces or amount <> ranked_amount;

create table private.product_rankings (
  first_day date not null,
  product_id uuid not null,
  pieces bigint not null,
  amount bigint not null,
  primary key (first_day, product_id)
);
comment on table private.product_rankings is
  'For each first day of a period the 200 products that sold most from that day on, as of the last ranking; fewer when fewer were sold.';

create table private.changed_sales_days (
  day date not null,
  transaction xid8 not null default pg_current_xact_id(),
  primary key (day, transaction)
);
comment on table private.changed_sales_days is
  'The days of which a transaction has changed an order that may be closed. Each transaction writes rows of its own, so that none waits for another.';

create table private.sales_days_state (
  only_row boolean primary key default true check (only_row),
  closed_until timestamptz not null,
  ended_until timestamptz not null,
  ended_before xid8 not null,
  ranked_through date
);
comment on table private.sales_days_state is
  'At most one row: the orders placed before closed_until are closed, that is, in the sums.';
comment on column private.sales_days_state.ended_before is
  'Every transaction that wrote an order placed before ended_until, and left no row in changed_sales_days, has a lower id. It is the id of a transaction, and not the upper end of a snapshot, which may be lower than the id of one that runs.';
comment on column private.sales_days_state.ranked_through is 'The last day that product_rankings contains.';

alter table private.daily_sales enable row level security;
create policy "Nobody reads the sums directly" on private.daily_sales for select to authenticated using (false);
alter table private.daily_product_sales enable row level security;
create policy "Nobody reads the sums directly" on private.daily_product_sales
  for select to authenticated using (false);
alter table private.product_rankings enable row level security;
create policy "Nobody reads the rankings directly" on private.product_rankings
  for select to authenticated using (false);
alter table private.changed_sales_days enable row level security;
create policy "Nobody reads the changed days directly" on private.changed_sales_days
  for select to authenticated using (false);
alter table private.sales_days_state enable row level security;
create policy "Nobody reads the state directly" on private.sales_days_state
  for select to authenticated using (false);

-- Counting from the orders -----------------------------------------------------------------------------------------

create function private.get_day_start(day date) returns timestamptz
language sql immutable parallel safe set search_path = '' as $$
  select day::timestamp at time zone 'UTC'
$$;
comment on function private.get_day_start(date) is 'The first moment of a day in Ouagadougou.';

create function private.count_sales(first_moment timestamptz, end_moment timestamptz)
returns table (day date, status public.order_status, orders integer, amount bigint)
language sql stable set search_path = '' as $$
  select (o.created_at at time zone 'UTC')::date, o.status, count(*)::integer, sum(o.total_amount)::bigint
  from public.orders o
  where o.created_at >= first_moment and o.created_at < end_moment
  group by 1, 2
$$;
comment on function private.count_sales(timestamptz, timestamptz) is
  'The orders placed in a period, without its end, counted by the index of their time.';

create function private.count_product_sales(first_moment timestamptz, end_moment timestamptz)
returns table (product_id uuid, day date, pieces bigint, amount bigint)
language sql stable set search_path = '' as $$
  select i.product_id, (o.created_at at time zone 'UTC')::date, sum(i.quantity), sum(i.quantity::bigint * i.unit_price)::bigint
  from public.orders o
  join public.order_items i on i.order_id = o.id
  where o.created_at >= first_moment and o.created_at < end_moment
    and o.status <> 'cancelled' and i.product_id is not null
  group by 1, 2
$$;
comment on function private.count_product_sales(timestamptz, timestamptz) is
  'The products in the orders placed in a period, without its end and cancelled orders, counted by the index of their time.';

create function private.list_daily_sales(first_day date)
returns table (day date, status public.order_status, orders integer, amount bigint)
language sql stable security definer set search_path = '' as $$
  with state as materialized (
    select (select s.closed_until from private.sales_days_state s) as closed_until
    where (select private.is_admin())
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
  'The number and the amount of the orders from a day on, by day and status; a day may have two rows of a status. No rows for anyone but administrators.';

-- Changes of closed orders -----------------------------------------------------------------------------------------

-- A new order costs no more than the condition of a trigger. A change of an order that is older than ten
-- minutes writes a row; no younger order is closed. The condition reads the clock and not the start of the
-- transaction: private.close_sales_days waits for the transactions that have written without leaving a row, but
-- not for those that write later.

create function private.record_sales_day_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changed_sales_days (day)
  select distinct (v.created_at at time zone 'UTC')::date
  from (values
    (case when tg_op <> 'INSERT' then old.created_at end),
    (case when tg_op <> 'DELETE' then new.created_at end)
  ) v (created_at)
  where v.created_at < clock_timestamp() - interval '10 minutes'
  on conflict do nothing;
  return null;
end
$$;
comment on function private.record_sales_day_change() is
  'Records the days whose sums the change of an order concerns.';

create trigger orders_record_sales_day_insert after insert on public.orders
  for each row when (new.created_at < clock_timestamp() - interval '10 minutes')
  execute function private.record_sales_day_change();
create trigger orders_record_sales_day_update after update on public.orders
  for each row when (
    (old.created_at, old.status, old.total_amount) is distinct from (new.created_at, new.status, new.total_amount)
    and least(old.created_at, new.created_at) < clock_timestamp() - interval '10 minutes'
  )
  execute function private.record_sales_day_change();
create trigger orders_record_sales_day_delete after delete on public.orders
  for each row when (old.created_at < clock_timestamp() - interval '10 minutes')
  execute function private.record_sales_day_change();

create function private.record_item_sales_day_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct a.order_id from after_rows a);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct b.order_id from before_rows b);
  else
    -- A deleted product is in no figure, so the lines that lose it change none.
    changed := array(
      select unnest(array[b.order_id, a.order_id])
      from before_rows b join after_rows a using (order_id, position)
      where (b.product_id, b.quantity, b.unit_price) is distinct from (a.product_id, a.quantity, a.unit_price)
        and not (a.product_id is null and not exists (select from public.products p where p.id = b.product_id))
      union
      select b.order_id from before_rows b
      where not exists (select from after_rows a where a.order_id = b.order_id and a.position = b.position)
      union
      select a.order_id from after_rows a
      where not exists (select from before_rows b where b.order_id = a.order_id and b.position = a.position)
    );
  end if;
  insert into private.changed_sales_days (day)
  select distinct (o.created_at at time zone 'UTC')::date
  from public.orders o
  where o.id = any (changed) and o.created_at < clock_timestamp() - interval '10 minutes'
  on conflict do nothing;
  return null;
end
$$;
comment on function private.record_item_sales_day_change() is
  'Records the days of the orders whose lines change. Lines that are placed or deleted with their order need none: the order''s own trigger records its day.';

-- At depth 0 a line is added to an existing order. place_order inserts its lines at depth 1.
create trigger order_items_record_sales_day_insert after insert on public.order_items
  referencing new table as after_rows
  for each statement when (pg_catalog.pg_trigger_depth() = 0)
  execute function private.record_item_sales_day_change();
create trigger order_items_record_sales_day_update after update on public.order_items
  referencing old table as before_rows new table as after_rows
  for each statement execute function private.record_item_sales_day_change();
create trigger order_items_record_sales_day_delete after delete on public.order_items
  referencing old table as before_rows
  for each statement execute function private.record_item_sales_day_change();

create function private.clear_sales_days() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.sales_days_state;
  delete from private.daily_sales;
  delete from private.daily_product_sales;
  delete from private.product_rankings;
  return null;
end
$$;
comment on function private.clear_sales_days() is
  'Without sums, all orders are counted until private.close_sales_days closes them again.';
create trigger orders_clear_sales_days after truncate on public.orders
  for each statement execute function private.clear_sales_days();
create trigger order_items_clear_sales_days after truncate on public.order_items
  for each statement execute function private.clear_sales_days();

-- Also for rows that are written by replication or by a restore with session_replication_role = replica, which
-- skips ordinary triggers.
alter table public.orders enable always trigger orders_record_sales_day_insert;
alter table public.orders enable always trigger orders_record_sales_day_update;
alter table public.orders enable always trigger orders_record_sales_day_delete;
alter table public.orders enable always trigger orders_clear_sales_days;
alter table public.order_items enable always trigger order_items_record_sales_day_insert;
alter table public.order_items enable always trigger order_items_record_sales_day_update;
alter table public.order_items enable always trigger order_items_record_sales_day_delete;
alter table public.order_items enable always trigger order_items_clear_sales_days;

-- Closing orders ---------------------------------------------------------------------------------------------------

create function private.store_sales_days(days date[], end_moment timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- First: a transaction that is committed between this statement and the next ones leaves its row, and the day
  -- is counted again.
  delete from private.changed_sales_days where day = any (days);
  delete from private.daily_sales where day = any (days);
  insert into private.daily_sales (day, status, orders, amount)
  select s.day, s.status, s.orders, s.amount
  from unnest(days) d (day), private.count_sales(
    private.get_day_start(d.day), least(private.get_day_start(d.day + 1), end_moment)
  ) s;
  with counted as materialized (
    select s.*
    from unnest(days) d (day), private.count_product_sales(
      private.get_day_start(d.day), least(private.get_day_start(d.day + 1), end_moment)
    ) s
    -- The longest period has 366 days.
    where d.day > (now() at time zone 'UTC')::date - 367
  ),
  -- A row is not deleted: the ranking still contains its pieces.
  emptied as (
    update private.daily_product_sales s set pieces = 0, amount = 0
    where s.day = any (days) and s.pieces <> 0
      and not exists (select from counted c where c.product_id = s.product_id and c.day = s.day)
  )
  insert into private.daily_product_sales as s (product_id, day, pieces, amount)
  select c.product_id, c.day, c.pieces, c.amount from counted c
  on conflict (product_id, day) do update set pieces = excluded.pieces, amount = excluded.amount
  where (s.pieces, s.amount) <> (excluded.pieces, excluded.amount);
end
$$;
comment on function private.store_sales_days(date[], timestamptz) is
  'Counts the sums of some days again, of the orders placed before a moment.';

create function private.rank_product_sales(last_day date) returns void
language plpgsql security definer
-- Sorting the products of a year within this memory takes no temporary files in an ordinary shop.
set search_path = '' set work_mem = '64MB' as $$
declare
  oldest constant date := last_day - 366;
begin
  delete from private.daily_product_sales where day < oldest or (day <= last_day and pieces = 0);
  delete from private.product_rankings;
  -- A product's pieces from a day on, for each day on which it was sold, newest first: the 200 best of each day.
  insert into private.product_rankings (first_day, product_id, pieces, amount)
  select r.day, r.product_id, r.pieces, r.amount
  from (
    select t.*, row_number() over (partition by t.day order by t.pieces desc, t.amount desc, t.product_id) as rank
    from (
      select s.product_id, s.day, sum(s.pieces) over newest as pieces, sum(s.amount) over newest as amount
      from private.daily_product_sales s
      where s.day <= last_day
      window newest as (partition by s.product_id order by s.day desc)
    ) t
  ) r
  where r.rank <= 200;
  -- A product that was not sold on the first day of a period has sold as much as in the period that starts a day
  -- later.
  for days in reverse last_day - oldest - 1 .. 0 loop
    insert into private.product_rankings (first_day, product_id, pieces, amount)
    select oldest + days, r.product_id, r.pieces, r.amount
    from private.product_rankings r
    where r.first_day = oldest + days + 1
    on conflict do nothing;
    delete from private.product_rankings r
    where r.first_day = oldest + days and r.product_id in (
      select worse.product_id from private.product_rankings worse
      where worse.first_day = oldest + days
      order by worse.pieces desc, worse.amount desc, worse.product_id
      offset 200
    );
  end loop;
  update private.daily_product_sales set ranked_pieces = pieces, ranked_amount = amount
  where day <= last_day and (pieces <> ranked_pieces or amount <> ranked_amount);
  update private.sales_days_state set ranked_through = last_day;
end
$$;
comment on function private.rank_product_sales(date) is
  'Ranks the products for every period that starts up to 366 days before this day and ends with it.';

create function private.close_sales_days() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- A minute more than the age from which a change leaves a row, in case the clock is set back.
  settled constant timestamptz := clock_timestamp() - interval '11 minutes';
  snapshot constant pg_snapshot := pg_current_snapshot();
  state private.sales_days_state;
  end_moment timestamptz;
  days date[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('private.close_sales_days', 0)) then
    return false;
  end if;
  select * into state from private.sales_days_state;
  if state.closed_until is null then
    state.closed_until := (
      select private.get_day_start((min(o.created_at) at time zone 'UTC')::date) from public.orders o
    );
  end if;
  -- An id of another cluster, whose dump was restored here, is of no use.
  if (coalesce(state.ended_until, state.closed_until) <= state.closed_until
      or state.ended_before > pg_snapshot_xmax(snapshot))
    and exists (select from public.orders o where o.created_at >= state.closed_until and o.created_at < settled)
  then
    insert into private.sales_days_state as s (closed_until, ended_until, ended_before)
    values (state.closed_until, settled, pg_current_xact_id())
    on conflict (only_row) do update
    set ended_until = excluded.ended_until, ended_before = excluded.ended_before;
    return true;
  end if;
  end_moment := state.closed_until;
  if state.ended_before <= pg_snapshot_xmin(snapshot) then
    end_moment := greatest(end_moment, least(state.ended_until, state.closed_until + interval '31 days'));
  end if;
  days := array(
    select d::date
    from generate_series(
      (state.closed_until at time zone 'UTC')::date, (end_moment at time zone 'UTC')::date, interval '1 day'
    ) d
    where end_moment > state.closed_until
    union
    (select distinct c.day from private.changed_sales_days c
      where private.get_day_start(c.day) < state.closed_until order by c.day limit 31)
  );
  if cardinality(days) > 0 then
    perform private.store_sales_days(days, end_moment);
    update private.sales_days_state set closed_until = end_moment where closed_until < end_moment;
    return true;
  end if;
  if state.only_row and state.ranked_through is distinct from (state.closed_until at time zone 'UTC')::date - 1 then
    perform private.rank_product_sales((state.closed_until at time zone 'UTC')::date - 1);
  end if;
  return false;
end
$$;
comment on function private.close_sales_days() is
  'Counts the orders that are old enough into the sums, at most a month of them at once, counts changed days again, and once a day ranks the products; true when there may be more to do. Called every few minutes (jobs/sales-days.ts); where nobody calls it, the figures are exact and slower.';

create function private.recount_sales_days() returns void
language plpgsql security definer set search_path = '' as $$
declare
  first_day date;
  end_moment constant timestamptz := clock_timestamp() - interval '11 minutes';
  last_day constant date := (end_moment at time zone 'UTC')::date - 1;
begin
  lock table public.orders, public.order_items in share row exclusive mode;
  delete from private.sales_days_state;
  delete from private.changed_sales_days;
  delete from private.daily_sales;
  delete from private.daily_product_sales;
  first_day := (select (min(o.created_at) at time zone 'UTC')::date from public.orders o);
  if private.get_day_start(first_day) < end_moment then
    insert into private.sales_days_state (closed_until, ended_until, ended_before)
    values (end_moment, end_moment, pg_current_xact_id());
    insert into private.daily_sales (day, status, orders, amount)
    select s.day, s.status, s.orders, s.amount from private.count_sales('-infinity', end_moment) s;
    insert into private.daily_product_sales (product_id, day, pieces, amount, ranked_pieces, ranked_amount)
    select s.product_id, s.day, s.pieces, s.amount,
      case when s.day <= last_day then s.pieces else 0 end, case when s.day <= last_day then s.amount else 0 end
    from private.count_product_sales(private.get_day_start(last_day - 366), end_moment) s;
    perform private.rank_product_sales(last_day);
  end if;
end
$$;
comment on function private.recount_sales_days() is
  'Counts all sums from the orders, whose writers wait for it: for a migration, and after a restore that disabled the triggers.';

-- Figures ----------------------------------------------------------------------------------------------------------

create function private.list_best_sellers(first_day date, top integer)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language plpgsql stable security definer rows 10 set search_path = '' as $$
#variable_conflict use_column
declare
  closed_until constant timestamptz := (select s.closed_until from private.sales_days_state s);
  changed constant date[] := array(
    select distinct c.day from private.changed_sales_days c
    where c.day >= first_day and private.get_day_start(c.day) < closed_until
  );
  ranked_count constant bigint := (
    select count(*) from private.product_rankings r where r.first_day = list_best_sellers.first_day
  );
begin
  if not private.is_admin() then
    return;
  end if;
  return query
  -- What the ranking does not contain, by product: orders that were closed after it, changed days, and orders that
  -- are not closed.
  with recent as materialized (
    select r.product_id, sum(r.pieces)::bigint as pieces, sum(r.amount)::bigint as amount
    from (
      select s.product_id, s.pieces - s.ranked_pieces as pieces, s.amount - s.ranked_amount as amount
      from private.daily_product_sales s
      where (s.pieces <> s.ranked_pieces or s.amount <> s.ranked_amount)
        and s.day >= first_day and s.day <> all (changed)
      union all
      select s.product_id, -s.ranked_pieces, -s.ranked_amount
      from private.daily_product_sales s where s.day = any (changed)
      union all
      select s.product_id, s.pieces, s.amount
      from unnest(changed) c (day), private.count_product_sales(
        private.get_day_start(c.day), least(private.get_day_start(c.day + 1), closed_until)
      ) s
      union all
      select s.product_id, s.pieces, s.amount
      from private.count_product_sales(greatest(private.get_day_start(first_day), closed_until), 'infinity') s
    ) r
    group by r.product_id
  ),
  ranking as materialized (
    select r.product_id, r.pieces, r.amount from private.product_rankings r
    where r.first_day = list_best_sellers.first_day
  ),
  ranked as materialized (
    select r.product_id, r.pieces + coalesce(n.pieces, 0) as pieces, r.amount + coalesce(n.amount, 0) as amount
    from ranking r
    left join recent n on n.product_id = r.product_id
    where exists (select from public.products p where p.id = r.product_id)
  ),
  -- Before the recent sales, no other product sold more than the last of a full ranking. A ranking that is not
  -- full contains every product that was sold.
  most_of_others as materialized (
    select r.pieces, r.amount from ranking r
    where ranked_count >= 200
    order by r.pieces, r.amount limit 1
  ),
  -- The pieces that are enough for a place: a product that cannot reach them need not be looked up.
  place as materialized (
    select r.pieces from ranked r order by r.pieces desc offset top - 1 limit 1
  ),
  best as materialized (
    select b.product_id, p.name::text, p.image::text, b.pieces, b.amount
    from (
      select r.product_id, r.pieces, r.amount from ranked r
      union all
      select n.product_id, n.pieces + coalesce(s.pieces, 0), n.amount + coalesce(s.amount, 0)
      from recent n
      left join lateral (
        select sum(s.ranked_pieces)::bigint as pieces, sum(s.ranked_amount)::bigint as amount
        from private.daily_product_sales s
        where ranked_count >= 200 and s.product_id = n.product_id and s.day >= first_day
      ) s on true
      where not exists (select from ranking r where r.product_id = n.product_id)
        and n.pieces + coalesce((select m.pieces from most_of_others m), 0)
          >= coalesce((select l.pieces from place l), 0)
    ) b
    join public.products p on p.id = b.product_id
    where b.pieces > 0
    order by b.pieces desc, b.amount desc, p.name
    limit top
  )
  select b.product_id, b.name, b.image, b.pieces::integer, b.amount
  from best b
  where ranked_count < 200 or (
    select count(*) = top from best w, most_of_others m where (w.pieces, w.amount) >= (m.pieces, m.amount)
  )
  order by b.pieces desc, b.amount desc, b.name;
  if found or ranked_count < 200 then
    return;
  end if;
  -- So many products of the ranking were deleted, or their orders cancelled, since it was made that it does not
  -- decide any more.
  return query
  select p.id, p.name::text, p.image::text, sum(s.pieces)::integer, sum(s.amount)::bigint
  from (
    select s.product_id, s.pieces, s.amount from private.daily_product_sales s
    where s.day >= first_day and s.day <> all (changed)
    union all
    select s.product_id, s.pieces, s.amount
    from unnest(changed) c (day), private.count_product_sales(
      private.get_day_start(c.day), least(private.get_day_start(c.day + 1), closed_until)
    ) s
    union all
    select s.product_id, s.pieces, s.amount
    from private.count_product_sales(greatest(private.get_day_start(first_day), closed_until), 'infinity') s
  ) s
  join public.products p on p.id = s.product_id
  group by p.id
  having sum(s.pieces) > 0
  order by 4 desc, 5 desc, 2
  limit top;
end
$$;
comment on function private.list_best_sellers(date, integer) is
  'The products that sold most pieces from a day on, at most 100: from the ranking and what was sold since. No rows for anyone but administrators.';

create or replace function public.best_sellers(days integer default 30, top integer default 10)
returns table (product_id uuid, name text, image text, pieces integer, amount bigint)
language sql stable rows 10 set search_path = '' as $$
  select s.product_id, s.name, s.image, s.pieces, s.amount
  from private.list_best_sellers(
    (private.get_period_start(days) at time zone 'UTC')::date, least(greatest(top, 1), 100)
  ) s
$$;

create or replace function public.sales_by_day(days integer default 30)
returns table (day date, orders integer, amount bigint)
language sql stable rows 30 set search_path = '' as $$
  with sold as (
    select s.day, sum(s.orders)::integer as orders, sum(s.amount)::bigint as amount
    from private.list_daily_sales((private.get_period_start(days) at time zone 'UTC')::date) s
    where s.status <> 'cancelled'
    group by s.day
  )
  select d.day::date, coalesce(s.orders, 0), coalesce(s.amount, 0)
  from generate_series(private.get_period_start(days) at time zone 'UTC', now() at time zone 'UTC', interval '1 day') d (day)
  left join sold s on s.day = d.day::date
  where (select private.is_admin())
  order by 1
$$;

create or replace function public.orders_by_status()
returns table (status public.order_status, orders integer, amount bigint)
language sql stable rows 4 set search_path = '' as $$
  select k.status::public.order_status, coalesce(sum(s.orders), 0)::integer, coalesce(sum(s.amount), 0)::bigint
  from unnest(array['pending', 'processing', 'completed', 'cancelled']) with ordinality as k (status, position)
  left join private.list_daily_sales('-infinity') s on s.status = k.status
  where (select private.is_admin())
  group by k.status, k.position
  order by k.position
$$;

-- Products with little stock ---------------------------------------------------------------------------------------

-- An index on products.stock would make each order rewrite all index entries of its products (no HOT update).
-- The few products with little stock have a row here instead, which an order writes only when it sells one of
-- them. The row belongs to one product, which the order has locked already, so nobody waits for it longer.

create table public.low_stocks (
  product_id uuid primary key references public.products (id) on delete cascade,
  stock integer not null,
  name text not null
);
comment on table public.low_stocks is
  'The products with less than 20 pieces, with their stock and name; maintained by the database. Lists by stock start with them.';
create index low_stocks_stock_idx on public.low_stocks (stock, name, product_id);
alter table public.low_stocks enable row level security;
create policy "Administrators read the products with little stock" on public.low_stocks
  for select to authenticated using ((select private.is_admin()));

create function private.set_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.stock < 20 then
    insert into public.low_stocks as l (product_id, stock, name) values (new.id, new.stock, new.name)
    on conflict (product_id) do update set stock = excluded.stock, name = excluded.name;
  else
    delete from public.low_stocks where product_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.set_low_stock() is 'Keeps low_stocks in step with products.';
create trigger products_set_low_stock_insert after insert on public.products
  for each row when (new.stock < 20) execute function private.set_low_stock();
create trigger products_set_low_stock_update after update of stock, name on public.products
  for each row when (
    least(old.stock, new.stock) < 20 and (old.stock <> new.stock or old.name::text <> new.name::text)
  )
  execute function private.set_low_stock();
-- Also for rows that are written by a restore with session_replication_role = replica.
alter table public.products enable always trigger products_set_low_stock_insert;
alter table public.products enable always trigger products_set_low_stock_update;
insert into public.low_stocks (product_id, stock, name)
select p.id, p.stock, p.name from public.products p where p.stock < 20;

create or replace function public.low_stock_products(top integer default 10) returns setof public.products
language plpgsql stable rows 10 set search_path = '' as $$
declare
  threshold constant integer := (select s.low_stock_threshold from public.shop_settings s);
begin
  if threshold <= 20 then
    return query
    select p.*
    from (
      select l.product_id from public.low_stocks l
      where l.stock < threshold
      order by l.stock, l.name, l.product_id
      limit least(greatest(top, 1), 1000)
    ) l
    join public.products p on p.id = l.product_id
    order by p.stock, p.name, p.id;
  else
    return query
    select p.* from public.products p
    where p.stock < threshold and (select private.is_admin())
    order by p.stock, p.name, p.id
    limit least(greatest(top, 1), 1000);
  end if;
end
$$;
comment on function public.low_stock_products(integer) is
  'The products below the settings'' threshold, the lowest stock first. With a threshold above 20 it reads all products.';

create function private.count_rows(counted regclass) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  max_exact constant integer := 10000;
  total integer;
begin
  execute format('select count(*) from (select from %s limit %s) rows', counted, max_exact + 1) into total;
  if total > max_exact then
    total := greatest(total, (select c.reltuples from pg_catalog.pg_class c where c.oid = counted));
  end if;
  return total;
end
$$;
comment on function private.count_rows(regclass) is
  'The number of rows of a table: exact up to 10,000, beyond that the database''s estimate, which is above 10,000.';

create function private.count_low_stock() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  max_exact constant integer := 10000;
  threshold constant integer := (select s.low_stock_threshold from public.shop_settings s);
  total integer;
begin
  if threshold > 20 then
    return (select count(*) from public.products p where p.stock < threshold);
  end if;
  total := (select count(*) from (select from public.low_stocks l where l.stock < threshold limit max_exact + 1) rows);
  if total > max_exact then
    -- A stock of less than 20 has few values, so the statistics contain the frequency of each.
    total := greatest(total, (
      select c.reltuples * sum(v.frequency)
      from pg_catalog.pg_class c
      join pg_catalog.pg_stats s on s.schemaname = 'public' and s.tablename = 'low_stocks' and s.attname = 'stock'
      cross join unnest(s.most_common_vals::text::integer[], s.most_common_freqs) v (stock, frequency)
      where c.oid = 'public.low_stocks'::regclass and v.stock < threshold
      group by c.reltuples
    ));
  end if;
  return total;
end
$$;
comment on function private.count_low_stock() is
  'The number of products below the settings'' threshold: exact up to 10,000, beyond that an estimate from the database''s statistics, which is above 10,000.';

create or replace function public.dashboard_counts()
returns table (products integer, categories integer, technicians integer, orders integer, low_stock integer, pending_orders integer)
language sql stable set search_path = '' as $$
  select
    private.count_rows('public.products'),
    (select count(*) from public.categories)::integer,
    private.count_rows('public.technician_profiles'),
    s.orders,
    private.count_low_stock(),
    s.pending_orders
  from (
    select coalesce(sum(d.orders), 0)::integer as orders,
      coalesce(sum(d.orders) filter (where d.status = 'pending'), 0)::integer as pending_orders
    from private.list_daily_sales('-infinity') d
  ) s
  where (select private.is_admin())
$$;
comment on function public.dashboard_counts() is
  'The figures on the cards of the dashboard: {products, categories, technicians, orders, low_stock, pending_orders}; one row, none for others. The orders are exact; products, technicians and low_stock are exact up to 10,000 and beyond that the database''s estimate.';

create function public.count_orders(status public.order_status default null, first_day date default null, last_day date default null)
returns integer
language sql stable set search_path = '' as $$
  select coalesce(sum(s.orders), 0)::integer
  from private.list_daily_sales(coalesce(count_orders.first_day, '-infinity')) s
  where (count_orders.status is null or s.status = count_orders.status)
    and (count_orders.last_day is null or s.day <= count_orders.last_day)
$$;
comment on function public.count_orders(public.order_status, date, date) is
  'The number of orders with a status, placed from one day to another, both inclusive and null for any; 0 for anyone but administrators. From the daily sums, so that it takes no longer in a larger shop.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on private.daily_sales, private.daily_product_sales, private.product_rankings, private.changed_sales_days,
  private.sales_days_state from anon, authenticated, service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.list_daily_sales(date), private.list_best_sellers(date, integer)
  to authenticated, service_role;
grant execute on function private.count_rows(regclass), private.count_low_stock() to authenticated, service_role;
revoke execute on function public.count_orders(public.order_status, date, date) from public, anon;
grant execute on function public.count_orders(public.order_status, date, date) to authenticated, service_role;
revoke all on public.low_stocks from anon, authenticated;
grant select on public.low_stocks to authenticated;

-- The orders of a shop that is upgraded ----------------------------------------------------------------------------

select private.recount_sales_days();
