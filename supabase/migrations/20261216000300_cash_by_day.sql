-- The balances of a shop that never closes a day cost the same however long its book is: past days are summed once, and
-- stay exact. See docs/decisions/0069-returns-told-and-cost-of-conditions.md.

create table private.cash_day_sums (
  day date not null,
  account text not null,
  courier_id uuid,
  carrier_id uuid,
  amount bigint not null,
  constraint cash_day_sums_key unique nulls not distinct (day, account, courier_id, carrier_id)
);
comment on table private.cash_day_sums is
  'What each account of the cash book received on a day less what it gave, in francs, each courier and carrier by itself; of the days through summed_through.';
create table private.cash_sums_state (
  only_row boolean primary key default true constraint cash_sums_state_only_row_check check (only_row),
  summed_through date not null
);
comment on table private.cash_sums_state is 'At most one row: the last day that cash_day_sums contains.';
alter table private.cash_day_sums enable row level security;
create policy "Nobody reads the sums directly" on private.cash_day_sums for select to authenticated using (false);
alter table private.cash_sums_state enable row level security;
create policy "Nobody reads the state directly" on private.cash_sums_state for select to authenticated using (false);

create function private.list_cash_sides(m public.cash_movements)
returns table (account text, courier_id uuid, carrier_id uuid, amount bigint)
language sql immutable rows 2 set search_path = '' as $$
  select s.account, case when s.account = 'courier' then m.courier_id end,
    case when s.account = 'carrier' then m.carrier_id end, s.amount
  from (values (m.to_account::text, m.amount::bigint), (m.from_account::text, -m.amount::bigint)) s (account, amount)
$$;
comment on function private.list_cash_sides(public.cash_movements) is 'What a movement adds to one account and takes from the other.';

create function private.sum_cash_days() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  first_day date;
  last_day date;
begin
  if (select s.summed_through from private.cash_sums_state s) >= (clock_timestamp() at time zone 'UTC')::date - 1 then
    return false;
  end if;
  -- Nobody is writing then, and whoever writes into a summed day later adds to its sum.
  perform pg_advisory_xact_lock(hashtextextended('cash_book', 0));
  first_day := coalesce(
    (select s.summed_through + 1 from private.cash_sums_state s), (select min(m.book_day) from public.cash_movements m)
  );
  -- A month a call, so that nobody waits for the years of an old book.
  last_day := least(first_day + 30, (clock_timestamp() at time zone 'UTC')::date - 1);
  if first_day is null or first_day > last_day then
    return false;
  end if;
  insert into private.cash_day_sums (day, account, courier_id, carrier_id, amount)
  select m.book_day, s.account, s.courier_id, s.carrier_id, sum(s.amount)::bigint
  from public.cash_movements m cross join lateral private.list_cash_sides(m) s
  where m.book_day between first_day and last_day
  group by 1, 2, 3, 4;
  insert into private.cash_sums_state as c (summed_through) values (last_day)
  on conflict (only_row) do update set summed_through = excluded.summed_through;
  return last_day < (clock_timestamp() at time zone 'UTC')::date - 1;
end
$$;
comment on function private.sum_cash_days() is
  'Sums the days of the cash book that are over, a month a call. True when there is more.';

create function private.follow_cash_movement() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  moved constant public.cash_movements := case tg_op when 'INSERT' then new else old end;
begin
  -- A summing waits for those who are writing, and who writes waits for the summing.
  perform pg_advisory_xact_lock_shared(hashtextextended('cash_book', 0));
  if moved.book_day <= (select s.summed_through from private.cash_sums_state s) then
    insert into private.cash_day_sums as d (day, account, courier_id, carrier_id, amount)
    select moved.book_day, s.account, s.courier_id, s.carrier_id, sign * s.amount
    from private.list_cash_sides(moved) s order by s.account
    on conflict on constraint cash_day_sums_key do update set amount = d.amount + excluded.amount;
  end if;
  return null;
end
$$;
comment on function private.follow_cash_movement() is 'Keeps the sums of past days exact when a movement is written into one late, or goes with its order.';
-- Movements of today are in no sum. The clock and not the transaction's time, which may have begun yesterday.
create trigger cash_movements_follow_insert after insert on public.cash_movements
  for each row when (new.book_day < (clock_timestamp() at time zone 'UTC')::date)
  execute function private.follow_cash_movement();
create trigger cash_movements_follow_delete after delete on public.cash_movements
  for each row execute function private.follow_cash_movement();

create function private.clear_cash_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.cash_day_sums;
  delete from private.cash_sums_state;
  return null;
end
$$;
create trigger cash_movements_clear_sums after truncate on public.cash_movements
  for each statement execute function private.clear_cash_sums();

create or replace function private.list_cash_balances(through date)
returns table (account text, courier_id uuid, carrier_id uuid, amount bigint)
language sql stable security definer rows 20 set search_path = '' as $$
  with closing as (
    select c.day, c.balances from public.cash_closings c where c.day <= through order by c.day desc limit 1
  ),
  known as (
    select coalesce((select c.day from closing c), '-infinity') as closed_through,
      coalesce((select s.summed_through from private.cash_sums_state s), '-infinity') as summed_through
  )
  select e.account, e.courier_id, e.carrier_id, sum(e.amount)::bigint
  from (
    select b.account, b.courier_id, b.carrier_id, b.amount
    from closing c
    cross join jsonb_to_recordset(c.balances) as b (account text, courier_id uuid, carrier_id uuid, amount bigint)
    union all
    select d.account, d.courier_id, d.carrier_id, d.amount
    from private.cash_day_sums d
    where d.day > (select k.closed_through from known k) and d.day <= through
    union all
    select
      s.account::text, case when s.account = 'courier' then m.courier_id end,
      case when s.account = 'carrier' then m.carrier_id end, s.amount
    from public.cash_movements m
    cross join lateral (
      values (m.to_account, m.amount::bigint), (m.from_account, -m.amount::bigint)
    ) s (account, amount)
    where m.book_day > (select greatest(k.closed_through, k.summed_through) from known k) and m.book_day <= through
  ) e
  group by 1, 2, 3
  having sum(e.amount) <> 0
$$;
comment on function private.list_cash_balances(date) is
  'What each account holds at the end of that day, each courier and carrier by itself: from the last closing on, by the sums of the past days.';

revoke execute on all functions in schema private from public;
