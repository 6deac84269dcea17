-- The days of the cash book: runs and the drawer are closed, money is moved between the shop's own accounts, and every
-- order is compared with the book each night. See docs/decisions/0060-cash-carriers-and-returns.md.

alter domain public.cash_account drop constraint cash_account_known;
alter domain public.cash_account add constraint cash_account_known check (
  value in (
    'order', 'courier', 'drawer', 'bank', 'mobile_money', 'carrier', 'expense', 'difference', 'unrecorded', 'credit'
  )
);
comment on domain public.cash_account is
  'Where money is or comes from. An order is what its customer pays; unrecorded is what was paid before there was a cash book, or was entered with the order; difference is what a count found too much or too little; credit is what goes from one order of a customer to another one.';

create table public.carriers (
  id uuid primary key default gen_random_uuid(),
  name public.label not null constraint carriers_name_key unique,
  phone text not null default '' constraint carriers_phone_check check (phone = '' or char_length(phone) between 8 and 40),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.carriers is
  'Delivery companies: they take parcels, collect what the customers pay, and pass it on with a settlement.';

-- Days -------------------------------------------------------------------------------------------------------------

create table public.cash_closings (
  day date primary key,
  expected_amount bigint not null,
  counted_amount integer not null
    constraint cash_closings_counted_amount_check check (counted_amount between 0 and 1000000000),
  note text constraint cash_closings_note_check check (char_length(btrim(note)) between 1 and 500),
  balances jsonb not null default '[]' constraint cash_closings_balances_check check (jsonb_typeof(balances) = 'array'),
  closed_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  constraint cash_closings_difference_check check (counted_amount = expected_amount or note is not null)
);
comment on table public.cash_closings is
  'The closed days of the cash book. Nothing is added to the book of a closed day or of a day before it.';
comment on column public.cash_closings.expected_amount is 'What the drawer held by the book before it was counted.';
comment on column public.cash_closings.balances is
  'What each account held after the closing: [{account, courier_id, carrier_id, amount}]. Later balances begin here, so that no old movement is read again.';
create trigger cash_closings_reject_change before update or delete on public.cash_closings
  for each row execute function private.reject_audit_log_change();

alter table public.cash_movements
  add column book_day date,
  add column carrier_id uuid references public.carriers (id),
  add column reverses_id uuid constraint cash_movements_reverses_id_key unique
    references public.cash_movements (id);
-- Without the triggers that keep the book from being changed.
alter table public.cash_movements alter column book_day type date using (at at time zone 'UTC')::date;
alter table public.cash_movements
  alter column book_day set default ((now() at time zone 'UTC')::date),
  alter column book_day set not null,
  add constraint cash_movements_carrier_check check (('carrier' in (from_account, to_account)) = (carrier_id is not null)),
  add constraint cash_movements_reverses_check check (reverses_id is null or num_nonnulls(order_id, run_id, carrier_id) = 0);
comment on column public.cash_movements.book_day is
  'The day of the book: that of the movement, or the first one that was not closed yet when it was written down.';
comment on column public.cash_movements.reverses_id is 'The mistake that this movement takes back.';
create index cash_movements_book_day_idx on public.cash_movements (book_day desc, at desc, id);
create index cash_movements_from_account_idx on public.cash_movements (from_account, book_day desc, at desc, id);
create index cash_movements_to_account_idx on public.cash_movements (to_account, book_day desc, at desc, id);
create index cash_movements_carrier_id_idx on public.cash_movements (carrier_id) where carrier_id is not null;

create function private.set_book_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A closing waits for those who are writing, and who writes waits for the closing.
  perform pg_advisory_xact_lock_shared(hashtextextended('cash_book', 0));
  new.book_day := greatest(
    (new.at at time zone 'UTC')::date, (select c.day + 1 from public.cash_closings c order by c.day desc limit 1)
  );
  return new;
end
$$;
comment on function private.set_book_day() is 'Keeps movements out of the days that are closed.';
create trigger cash_movements_set_book_day before insert on public.cash_movements
  for each row execute function private.set_book_day();

create function private.list_cash_balances(through date)
returns table (account text, courier_id uuid, carrier_id uuid, amount bigint)
language sql stable security definer rows 20 set search_path = '' as $$
  with closing as (
    select c.day, c.balances from public.cash_closings c where c.day <= through order by c.day desc limit 1
  )
  select e.account, e.courier_id, e.carrier_id, sum(e.amount)::bigint
  from (
    select b.account, b.courier_id, b.carrier_id, b.amount
    from closing c
    cross join jsonb_to_recordset(c.balances) as b (account text, courier_id uuid, carrier_id uuid, amount bigint)
    union all
    select
      s.account::text, case when s.account = 'courier' then m.courier_id end,
      case when s.account = 'carrier' then m.carrier_id end, s.amount
    from public.cash_movements m
    cross join lateral (
      values (m.to_account, m.amount::bigint), (m.from_account, -m.amount::bigint)
    ) s (account, amount)
    where m.book_day > coalesce((select c.day from closing c), '-infinity') and m.book_day <= through
  ) e
  group by 1, 2, 3
  having sum(e.amount) <> 0
$$;
comment on function private.list_cash_balances(date) is
  'What each account holds at the end of that day, each courier and carrier by itself: from the last closing on.';

create function private.list_named_balances(through date)
returns table (account text, courier_id uuid, carrier_id uuid, name text, amount bigint)
language plpgsql stable security definer rows 20 set search_path = '' as $$
begin
  return query
  select b.account, b.courier_id, b.carrier_id,
    coalesce(
      c.name::text,
      (select a.name::text from public.admin_users a where a.id = b.courier_id),
      (select r.courier_name from public.runs r where r.courier_id = b.courier_id order by r.day desc limit 1)
    ),
    b.amount
  from private.list_cash_balances(coalesce(through, 'infinity')) b left join public.carriers c on c.id = b.carrier_id
  where (select private.has_right('cash.read'))
  order by b.account, 4, b.courier_id;
end
$$;
create function public.cash_balances(through date default null)
returns table (account text, courier_id uuid, carrier_id uuid, name text, amount bigint)
language sql stable rows 20 set search_path = '' as $$
  select * from private.list_named_balances(through)
$$;
comment on function public.cash_balances(date) is
  'What each account of the cash book holds now, or at the end of a day, in francs; accounts with nothing are left out. No rows without the right cash.read.';

create function private.close_drawer(day date, counted integer, note text) returns public.cash_closings
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := nullif(btrim(close_drawer.note), '');
  last_day date;
  expected bigint;
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
  closing public.cash_closings;
begin
  perform private.require_right('cash.close');
  perform pg_advisory_xact_lock(hashtextextended('cash_book', 0));
  select max(c.day) into last_day from public.cash_closings c;
  if close_drawer.day is null or close_drawer.day > (now() at time zone 'UTC')::date then
    raise exception using errcode = 'YA010', message = 'Ce jour n''est pas encore passé';
  elsif close_drawer.day <= last_day then
    raise exception using errcode = 'YA010',
      message = format('La caisse est déjà clôturée jusqu''au %s', to_char(last_day, 'DD/MM/YYYY'));
  elsif counted between 0 and 1000000000 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant compté est un nombre entier de francs';
  end if;
  select coalesce(sum(b.amount), 0) into expected
  from private.list_cash_balances(close_drawer.day) b where b.account = 'drawer';
  if counted <> expected and char_length(reason) <= 500 is not true then
    raise exception using errcode = 'YA010', message = format(
      'Expliquez la différence de %s XOF en 500 caractères au plus', private.format_thousands(abs(counted - expected))
    );
  end if;
  insert into public.cash_movements (at, from_account, to_account, amount, note, actor_id, actor_name)
  select
    least(now(), private.get_day_start(close_drawer.day + 1) - interval '1 second'),
    case when counted < expected then 'drawer' else 'difference' end,
    case when counted < expected then 'difference' else 'drawer' end,
    abs(counted - expected), reason, auth.uid(), actor_name
  where counted <> expected;
  insert into public.cash_closings (day, expected_amount, counted_amount, note, balances, actor_id, actor_name)
  select close_drawer.day, expected, counted, left(reason, 500),
    coalesce(jsonb_agg(to_jsonb(b)), '[]'), auth.uid(), actor_name
  from private.list_cash_balances(close_drawer.day) b
  returning * into closing;
  return closing;
end
$$;
create function public.close_drawer(day date, counted integer, note text default null) returns public.cash_closings
language sql set search_path = '' as $$
  select private.close_drawer(day, counted, note)
$$;
comment on function public.close_drawer(date, integer, text) is
  'Closes the book of a day and of those before it: what was counted in the drawer replaces what the book says, with a note when they differ. YA010 with the reason; 42501 without the right cash.close.';

-- Runs -------------------------------------------------------------------------------------------------------------

create function private.get_run_cash(of_run uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when m.to_account = 'courier' then m.amount else -m.amount end), 0)
  from public.cash_movements m
  where m.run_id = of_run and 'courier' in (m.from_account, m.to_account)
$$;
comment on function private.get_run_cash(uuid) is 'What the courier still holds of a run, in francs.';

create function private.close_run(run uuid, handed_amount integer, note text) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := nullif(btrim(close_run.note), '');
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
  closing public.runs;
  expected bigint;
begin
  perform private.require_right('cash.close');
  select * into closing from public.runs r where r.id = run for no key update;
  if closing.id is null then
    raise sqlstate 'PT404' using message = 'Cette tournée n''existe plus';
  elsif closing.state = 'planned' then
    raise exception using errcode = 'YA010', message = 'Cette tournée n''est pas encore partie';
  elsif exists (select from public.run_stops s where s.run_id = run and s.is_open) then
    raise exception using errcode = 'YA010', message = 'Des commandes de cette tournée n''ont pas encore de résultat';
  end if;
  -- What a phone without network tells after the closing stays with the courier, and is closed like the rest.
  expected := private.get_run_cash(run);
  if closing.state = 'closed' and expected = 0 then
    raise exception using errcode = 'YA010', message = 'Cette tournée est déjà clôturée';
  elsif close_run.handed_amount between 0 and 1000000000 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant remis est un nombre entier de francs';
  elsif close_run.handed_amount <> expected and char_length(reason) <= 500 is not true then
    raise exception using errcode = 'YA010', message = format(
      'Expliquez la différence de %s XOF en 500 caractères au plus',
      private.format_thousands(abs(close_run.handed_amount - expected))
    );
  end if;
  insert into public.cash_movements
    (from_account, to_account, amount, run_id, courier_id, note, actor_id, actor_name)
  select m.from_account, m.to_account, m.amount, run, closing.courier_id, left(reason, 500), auth.uid(), actor_name
  from (values
    ('difference', 'courier', close_run.handed_amount - expected),
    ('courier', 'drawer', close_run.handed_amount),
    ('courier', 'difference', expected - close_run.handed_amount)
  ) m (from_account, to_account, amount)
  where m.amount > 0;
  update public.runs r set
    state = 'closed', closed_at = now(), closed_by = actor_name,
    expected_amount = coalesce(r.expected_amount, 0) + expected,
    handed_amount = coalesce(r.handed_amount, 0) + close_run.handed_amount,
    note = left(nullif(concat_ws(' / ', r.note, reason), ''), 2000)
  where r.id = run
  returning * into closing;
  return closing;
end
$$;
create function public.close_run(run uuid, handed_amount integer, note text default null) returns public.runs
language sql set search_path = '' as $$
  select private.close_run(run, handed_amount, note)
$$;
comment on function public.close_run(uuid, integer, text) is
  'Takes what a courier hands in of a run into the drawer; a difference to what they hold by the book needs a note. A closed run for which a phone told more cash afterwards is closed once more. YA010 with the reason; 42501 without the right cash.close.';

create index runs_to_close_idx on public.runs (day desc, id) where state = 'out';

create function private.list_runs_to_close()
returns table (
  id uuid, day date, name text, courier_name text, state text, open_stops integer, held_amount bigint,
  mobile_money bigint
)
language sql stable security definer rows 20 set search_path = '' as $$
  select r.id, r.day, r.name::text, r.courier_name, r.state,
    (select count(*)::integer from public.run_stops s where s.run_id = r.id and s.is_open), h.held_amount,
    (
      select coalesce(sum(m.amount), 0) from public.cash_movements m
      where m.run_id = r.id and m.to_account = 'mobile_money'
    )
  from (
    select o.id from public.runs o where o.state = 'out'
    union all
    select l.id
    from private.list_cash_balances('infinity') b
    cross join lateral (
      select late.id from public.runs late
      where late.courier_id = b.courier_id and late.state = 'closed' order by late.day desc, late.id limit 100
    ) l
    where b.account = 'courier'
  ) candidate
  join public.runs r on r.id = candidate.id
  cross join lateral (select private.get_run_cash(r.id) as held_amount) h
  where (r.state = 'out' or h.held_amount <> 0) and (select private.has_right('cash.read'))
  order by r.day, r.name, r.id
$$;
create function public.runs_to_close()
returns table (
  id uuid, day date, name text, courier_name text, state text, open_stops integer, held_amount bigint,
  mobile_money bigint
)
language sql stable rows 20 set search_path = '' as $$
  select * from private.list_runs_to_close()
$$;
comment on function public.runs_to_close() is
  'The runs that are out, and the closed ones of which a courier holds cash again, the oldest first. No rows without the right cash.read.';

-- Movements --------------------------------------------------------------------------------------------------------

create function private.record_cash_movement(movement jsonb) returns public.cash_movements
language plpgsql security definer set search_path = '' as $$
declare
  amount constant integer := private.read_amount(movement, 'amount');
  reference constant text := nullif(btrim(movement ->> 'reference'), '');
  note constant text := nullif(btrim(movement ->> 'note'), '');
  own_accounts constant text[] := '{drawer,bank,mobile_money,expense,unrecorded}';
  from_account constant text := movement ->> 'from_account';
  to_account constant text := movement ->> 'to_account';
  stored public.cash_movements;
begin
  perform private.require_right('cash.take');
  if 'unrecorded' in (from_account, to_account) then
    perform private.require_right('cash.close');
  end if;
  if movement ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or (from_account = any (own_accounts) and to_account = any (own_accounts) and from_account <> to_account) is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce mouvement de caisse est invalide';
  elsif amount between 1 and 100000000 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant est un nombre entier de francs';
  elsif (from_account in ('expense', 'unrecorded') or to_account in ('expense', 'unrecorded')) and note is null then
    raise exception using errcode = 'YA010', message = 'Le motif est requis';
  elsif char_length(reference) > 100 or char_length(note) > 500 then
    raise exception using errcode = 'YA010', message = 'La référence ou le motif est trop long';
  end if;
  insert into public.cash_movements (id, from_account, to_account, amount, reference, note, actor_id, actor_name)
  values (
    (movement ->> 'id')::uuid, from_account, to_account, amount, reference, note, auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  )
  on conflict (id) do nothing
  returning * into stored;
  if stored.id is null then
    select * into stored from public.cash_movements m where m.id = (movement ->> 'id')::uuid;
    if (stored.from_account::text, stored.to_account::text, stored.amount, stored.actor_id)
      is distinct from (from_account, to_account, amount, auth.uid())
    then
      raise exception using errcode = 'YA010', message = 'Ce mouvement a déjà été enregistré avec un autre contenu';
    end if;
  end if;
  return stored;
end
$$;
create function public.record_cash_movement(movement jsonb) returns public.cash_movements
language sql set search_path = '' as $$
  select private.record_cash_movement(movement)
$$;
comment on function public.record_cash_movement(jsonb) is
  'Moves money between the shop''s own accounts: {id, from_account, to_account, amount, reference, note}; whoever acts makes the id. Drawer, bank, mobile_money and expense; unrecorded, which is money from outside the book, also needs the right cash.close. YA010 with the reason; 42501 without the right cash.take.';

create function private.reverse_cash_movement(movement uuid, note text) returns public.cash_movements
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := nullif(btrim(reverse_cash_movement.note), '');
  mistake public.cash_movements;
  stored public.cash_movements;
begin
  perform private.require_right('cash.take');
  select * into mistake from public.cash_movements m where m.id = movement;
  if mistake.id is null then
    raise sqlstate 'PT404' using message = 'Ce mouvement n''existe pas';
  elsif mistake.reverses_id is not null or num_nonnulls(mistake.order_id, mistake.run_id, mistake.carrier_id) > 0
    or 'difference' in (mistake.from_account, mistake.to_account)
  then
    raise exception using errcode = 'YA010',
      message = 'Seul un mouvement saisi à la main s''annule : une commande se rembourse';
  elsif char_length(reason) between 1 and 500 is not true then
    raise exception using errcode = 'YA010', message = 'Le motif est requis';
  end if;
  if 'unrecorded' in (mistake.from_account, mistake.to_account) then
    perform private.require_right('cash.close');
  end if;
  insert into public.cash_movements
    (from_account, to_account, amount, reference, note, reverses_id, actor_id, actor_name)
  values (
    mistake.to_account, mistake.from_account, mistake.amount, mistake.reference, reason, mistake.id, auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  )
  on conflict (reverses_id) do nothing
  returning * into stored;
  if stored.id is null then
    raise exception using errcode = 'YA010', message = 'Ce mouvement est déjà annulé';
  end if;
  return stored;
end
$$;
create function public.reverse_cash_movement(movement uuid, note text) returns public.cash_movements
language sql set search_path = '' as $$
  select private.reverse_cash_movement(movement, note)
$$;
comment on function public.reverse_cash_movement(uuid, text) is
  'Takes a movement back that was entered by mistake, once, by a movement in the other direction. YA010: it belongs to an order, a run, a carrier or a count. 42501 without the right cash.take.';

-- With the policies of the table. Two ordered scans instead of a condition with «or», which no index can serve in order.
create function public.list_cash_movements(
  account public.cash_account default null, first_day date default '-infinity', last_day date default 'infinity',
  skip integer default 0, take integer default 25
) returns setof public.cash_movements
language sql stable rows 25 set search_path = '' as $$
  select * from (
    (
      select m.* from public.cash_movements m
      where account is null and m.book_day between first_day and last_day
      order by m.book_day desc, m.at desc, m.id limit greatest(least(skip, 100000), 0) + greatest(least(take, 1000), 0)
    )
    union all
    (
      select m.* from public.cash_movements m
      where m.from_account = account and m.book_day between first_day and last_day
      order by m.book_day desc, m.at desc, m.id limit greatest(least(skip, 100000), 0) + greatest(least(take, 1000), 0)
    )
    union all
    (
      select m.* from public.cash_movements m
      where m.to_account = account and m.book_day between first_day and last_day
      order by m.book_day desc, m.at desc, m.id limit greatest(least(skip, 100000), 0) + greatest(least(take, 1000), 0)
    )
  ) m
  order by m.book_day desc, m.at desc, m.id
  limit greatest(least(take, 1000), 0) offset greatest(least(skip, 100000), 0)
$$;
comment on function public.list_cash_movements(public.cash_account, date, date, integer, integer) is
  'A page of the cash book, newest first: all movements, or those from and to one account.';

create function private.sum_cash_by_day(first_day date, last_day date)
returns table (
  day date, collector text, zone text, orders bigint, cash bigint, mobile_money bigint, carrier bigint, refunded bigint
)
language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  perform private.require_right('cash.read');
  if not (isfinite(first_day) and isfinite(last_day)) or last_day - first_day between 0 and 366 is not true then
    raise exception using errcode = 'YA010', message = 'Un rapport porte sur une année au plus';
  end if;
  return query
  select
    m.book_day, coalesce(r.courier_name, a.name::text, c.name::text), o.zone_name, count(distinct m.order_id),
    coalesce(sum(m.amount) filter (where m.to_account in ('drawer', 'courier')), 0),
    coalesce(sum(m.amount) filter (where m.to_account = 'mobile_money'), 0),
    coalesce(sum(m.amount) filter (where m.to_account = 'carrier'), 0),
    coalesce(sum(m.amount) filter (where m.to_account = 'order' and m.from_account <> 'credit'), 0)
  from public.cash_movements m
  join public.orders o on o.id = m.order_id
  left join public.runs r on r.id = m.run_id
  left join public.admin_users a on a.id = r.courier_id
  left join public.carriers c on c.id = m.carrier_id
  where m.book_day between first_day and last_day and 'unrecorded' not in (m.from_account, m.to_account)
  group by 1, 2, 3
  order by 1 desc, 2 nulls first, 3 nulls first;
end
$$;
create function public.cash_report(first_day date, last_day date)
returns table (
  day date, collector text, zone text, orders bigint, cash bigint, mobile_money bigint, carrier bigint, refunded bigint
)
language sql stable rows 100 set search_path = '' as $$
  select * from private.sum_cash_by_day(first_day, last_day)
$$;
comment on function public.cash_report(date, date) is
  'What orders paid and got back, by day of the book, by courier or carrier (null at the counter) and by zone (null without one), the newest day first; a year at most. 42501 without the right cash.read.';

-- The nightly check ------------------------------------------------------------------------------------------------

create table public.cash_checks (
  day date primary key,
  orders_count bigint not null default 0,
  problem_count bigint not null default 0,
  problems jsonb not null default '[]' constraint cash_checks_problems_check check (jsonb_typeof(problems) = 'array'),
  checked_through uuid,
  finished_at timestamptz
);
comment on table public.cash_checks is
  'Each night every order is compared with the cash book. The first fifty orders whose amounts differ are named in problems: {id, number, paid, booked}.';
comment on column public.cash_checks.checked_through is 'The last order that was compared, in the order of the ids.';

create function private.check_cash(max_orders integer default 5000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  state public.cash_checks;
  part record;
begin
  -- Each instance calls this.
  if not pg_try_advisory_xact_lock(hashtextextended('private.check_cash', 0)) then
    return false;
  end if;
  insert into public.cash_checks (day) values (today) on conflict do nothing;
  select * into state from public.cash_checks c where c.day = today;
  if state.finished_at is not null then
    return false;
  end if;
  select count(*) as orders, max(o.id::text)::uuid as last_id,
    count(*) filter (where o.paid_amount <> o.booked) as problems,
    jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'paid', o.paid_amount, 'booked', o.booked) order by o.id)
      filter (where o.paid_amount <> o.booked) as named
  into part
  from (
    select p.id, p.number, p.paid_amount, private.sum_movements(p.id) as booked
    from public.orders p
    where p.id > coalesce(state.checked_through, '00000000-0000-0000-0000-000000000000')
    order by p.id limit max_orders
  ) o;
  update public.cash_checks c set
    orders_count = c.orders_count + part.orders,
    problem_count = c.problem_count + part.problems,
    problems = jsonb_path_query_array(c.problems || coalesce(part.named, '[]'), '$[0 to 49]'),
    checked_through = coalesce(part.last_id, c.checked_through),
    finished_at = case when part.orders < max_orders then now() end
  where c.day = today;
  delete from public.cash_checks c where c.day < today - 90;
  return part.orders = max_orders;
end
$$;
comment on function private.check_cash(integer) is
  'Compares what the next orders have paid with the cash book, once a day for all of them. Returns whether there are more. Called by the process (jobs/cash-check.ts), on a hosted project by a schedule.';

-- Rows and privileges ----------------------------------------------------------------------------------------------

create trigger carriers_set_updated_at before update on public.carriers
  for each row execute function private.set_updated_at();
create trigger carriers_record after insert or update or delete on public.carriers
  for each row execute function private.record_change('name');
alter table public.carriers enable row level security;
create policy "Staff who read orders read the carriers" on public.carriers
  for select to authenticated using ((select private.has_right('orders.read')));
create policy "Staff who run the delivery add carriers" on public.carriers
  for insert to authenticated with check ((select private.has_right('delivery.write')));
create policy "Staff who run the delivery update carriers" on public.carriers
  for update to authenticated
  using ((select private.has_right('delivery.write'))) with check ((select private.has_right('delivery.write')));
alter table public.cash_closings enable row level security;
create policy "Staff who read the cash read its closings" on public.cash_closings
  for select to authenticated using ((select private.has_right('cash.read')));
alter table public.cash_checks enable row level security;
create policy "Staff who read the cash read its checks" on public.cash_checks
  for select to authenticated using ((select private.has_right('cash.read')));

revoke all on public.carriers, public.cash_closings, public.cash_checks from anon, authenticated;
grant select, insert (id, name, phone, is_active), update (name, phone, is_active) on public.carriers to authenticated;
grant select on public.cash_closings, public.cash_checks to authenticated;
grant all on public.carriers, public.cash_closings, public.cash_checks to service_role;
-- What couriers handed in is the cash's, not that of everybody who reads orders.
revoke select on public.runs from authenticated;
grant select (id, day, name, courier_id, courier_name, state, created_at, updated_at, out_at, closed_at, proof)
  on public.runs to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function
  private.list_named_balances(date), private.close_drawer(date, integer, text), private.close_run(uuid, integer, text),
  private.list_runs_to_close(), private.record_cash_movement(jsonb), private.reverse_cash_movement(uuid, text),
  private.sum_cash_by_day(date, date)
  to authenticated, service_role;
revoke execute on function
  public.cash_balances(date), public.close_drawer(date, integer, text), public.close_run(uuid, integer, text),
  public.runs_to_close(), public.record_cash_movement(jsonb), public.reverse_cash_movement(uuid, text),
  public.list_cash_movements(public.cash_account, date, date, integer, integer), public.cash_report(date, date)
  from public, anon;
grant execute on function
  public.cash_balances(date), public.close_drawer(date, integer, text), public.close_run(uuid, integer, text),
  public.runs_to_close(), public.record_cash_movement(jsonb), public.reverse_cash_movement(uuid, text),
  public.list_cash_movements(public.cash_account, date, date, integer, integer), public.cash_report(date, date)
  to authenticated, service_role;
