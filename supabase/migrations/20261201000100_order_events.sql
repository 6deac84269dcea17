-- What happens to an order between its placing and its money: stages, events, and the cash book.
-- See docs/decisions/0057-order-events-and-cash.md.

-- Stages -----------------------------------------------------------------------------------------------------------

create domain public.order_stage as text constraint order_stage_known check (
  value in ('to_confirm', 'confirmed', 'prepared', 'on_road', 'delivered', 'refused', 'cancelled')
);
comment on domain public.order_stage is
  'Where an order is: refused is refused at the door; the other stages are those of the shop''s work.';

alter table public.orders
  add column stage public.order_stage not null default 'to_confirm',
  add column paid_amount integer not null default 0,
  add column credited_amount integer not null default 0
    constraint orders_credited_amount_check check (credited_amount >= 0);
comment on column public.orders.stage is 'Follows from the order''s events; the status follows from it.';
comment on column public.orders.paid_amount is 'What left the order''s account in the cash book, less what came back to it.';
comment on column public.orders.credited_amount is
  'The value of what the customer did not keep: lines refused at the door, or returned.';

update public.orders set stage = case status
    when 'processing' then 'prepared' when 'completed' then 'delivered' when 'cancelled' then 'cancelled'
  end
where status <> 'pending';

alter table public.orders add constraint orders_stage_fits_status check (
  (status::text, stage::text) in (
    ('pending', 'to_confirm'), ('pending', 'confirmed'),
    ('processing', 'prepared'), ('processing', 'on_road'), ('processing', 'delivered'),
    ('completed', 'delivered'), ('cancelled', 'cancelled'), ('cancelled', 'refused')
  )
);

alter table public.order_items
  add column returned_quantity integer not null default 0,
  add column counted_in_quantity integer not null default 0,
  add constraint order_items_returned_quantity_check
    check (counted_in_quantity >= 0 and counted_in_quantity <= returned_quantity and returned_quantity <= quantity);
comment on column public.order_items.returned_quantity is
  'Pieces that the customer did not keep: refused at the door, on the way when the order was cancelled, or returned.';
comment on column public.order_items.counted_in_quantity is
  'Those of the returned pieces that have been counted in: to stock, to repair or to loss.';

create table public.order_settings (
  id boolean primary key default true check (id),
  refusals_before_call integer not null default 2
    constraint order_settings_refusals_before_call_check check (refusals_before_call between 0 and 100),
  updated_at timestamptz not null default now()
);
comment on table public.order_settings is
  'One row: how the shop works with its orders. Apart from shop_settings, which everyone reads.';
insert into public.order_settings default values;
create trigger order_settings_set_updated_at before update on public.order_settings
  for each row execute function private.set_updated_at();
create trigger order_settings_record after update on public.order_settings
  for each row execute function private.record_change('Commandes');
alter table public.order_settings enable row level security;
create policy "Staff who read orders read their settings" on public.order_settings
  for select to authenticated using ((select private.has_right('orders.read')));
create policy "Staff who write settings update those of the orders" on public.order_settings
  for update to authenticated
  using ((select private.has_right('settings.write'))) with check ((select private.has_right('settings.write')));
comment on column public.order_settings.refusals_before_call is
  'From so many refused orders of a phone number on, an order is confirmed by a call before it is prepared; 0 for never.';

create index orders_to_confirm_idx on public.orders (created_at, id) where stage = 'to_confirm';
create index orders_confirmed_idx on public.orders (created_at, id) where stage = 'confirmed';
create index orders_prepared_idx on public.orders (created_at, id) where stage = 'prepared';
create index orders_on_road_idx on public.orders (created_at, id) where stage = 'on_road';
create index orders_refused_by_phone_idx on public.orders (private.get_phone_key(customer_phone))
  where stage = 'refused';
create index orders_to_collect_idx on public.orders (created_at, id) where stage = 'delivered' and status = 'processing';
create index order_items_to_count_in_idx on public.order_items (order_id)
  where counted_in_quantity < returned_quantity;

create function private.get_due_amount(of_order public.orders) returns integer
language sql immutable set search_path = '' as $$
  select case when of_order.status = 'cancelled' then 0
    else of_order.total_amount - of_order.credited_amount end
$$;
comment on function private.get_due_amount(public.orders) is
  'What the customer owes for the order in all, paid or not, in francs.';

-- Events -----------------------------------------------------------------------------------------------------------

create domain public.order_event_kind as text constraint order_event_kind_known check (
  value in (
    'called', 'confirmed', 'prepared', 'assigned', 'on_road', 'delivered', 'partly_delivered', 'refused', 'absent',
    'returned', 'paid', 'changed', 'note', 'cancelled'
  )
);
comment on domain public.order_event_kind is
  'What happened to an order after it was placed. Returned and changed are written by the functions that do so.';

create table public.order_events (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  kind public.order_event_kind not null,
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  actor_id uuid,
  actor_name text,
  data jsonb not null default '{}',
  conflict text,
  constraint order_events_data_check check (jsonb_typeof(data) = 'object' and pg_column_size(data) <= 16384)
);
comment on table public.order_events is
  'The history of each order, which is only added to. Whoever acts makes the id, so that sending twice is once.';
comment on column public.order_events.at is 'When it happened: on a phone without network, long before it was recorded.';
comment on column public.order_events.actor_id is 'The account; kept when it is no longer one of the shop''s.';
comment on column public.order_events.data is
  'called: {outcome, until}; delivered, paid: {cash, mobile_money, reference}; partly_delivered: also {lines: [{position, quantity}]}, those refused; refused, cancelled: {reason}; absent: {day}; note: {text}.';
comment on column public.order_events.conflict is
  'Why an event that arrived late did not change the order; somebody at the desk has to look at it.';
create index order_events_order_id_idx on public.order_events (order_id, at, id);
create index order_events_conflict_idx on public.order_events (recorded_at desc, id) where conflict is not null;
alter table public.order_events enable row level security;
create policy "Staff who read orders read their events" on public.order_events
  for select to authenticated using ((select private.has_right('orders.read')));

-- A deleted order takes its history with it: by a trigger, and so at a depth above zero.
create trigger order_events_reject_change before update or delete on public.order_events
  for each row when (pg_trigger_depth() = 0) execute function private.reject_audit_log_change();

create table private.order_transitions (
  kind public.order_event_kind not null,
  from_stage public.order_stage not null,
  to_stage public.order_stage not null,
  primary key (kind, from_stage)
);
comment on table private.order_transitions is
  'The stage to which an event leads. An event of a kind that stands here follows from no other stage.';
alter table private.order_transitions enable row level security;
create policy "Nobody reads the transitions directly" on private.order_transitions
  for select to authenticated using (false);
insert into private.order_transitions (kind, from_stage, to_stage) values
  ('confirmed', 'to_confirm', 'confirmed'),
  ('prepared', 'to_confirm', 'prepared'), ('prepared', 'confirmed', 'prepared'),
  ('on_road', 'prepared', 'on_road'),
  -- What is sold over the counter, or fetched, is never on the road.
  ('delivered', 'to_confirm', 'delivered'), ('delivered', 'confirmed', 'delivered'),
  ('delivered', 'prepared', 'delivered'), ('delivered', 'on_road', 'delivered'),
  ('partly_delivered', 'to_confirm', 'delivered'), ('partly_delivered', 'confirmed', 'delivered'),
  ('partly_delivered', 'prepared', 'delivered'), ('partly_delivered', 'on_road', 'delivered'),
  ('refused', 'prepared', 'refused'), ('refused', 'on_road', 'refused'),
  ('absent', 'prepared', 'prepared'), ('absent', 'on_road', 'prepared'),
  ('cancelled', 'to_confirm', 'cancelled'), ('cancelled', 'confirmed', 'cancelled'),
  ('cancelled', 'prepared', 'cancelled'), ('cancelled', 'on_road', 'cancelled');

-- Runs -------------------------------------------------------------------------------------------------------------

create table public.runs (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  name public.label not null,
  courier_id uuid,
  courier_name text,
  state text not null default 'planned' constraint runs_state_check check (state in ('planned', 'out', 'closed')),
  note text constraint runs_note_check check (char_length(note) <= 2000),
  expected_amount integer,
  handed_amount integer constraint runs_handed_amount_check check (handed_amount >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  out_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  constraint runs_out_check check (state = 'planned' or courier_id is not null),
  constraint runs_closed_check check (
    (state = 'closed') = (closed_at is not null) and (state = 'closed') = (handed_amount is not null)
  )
);
comment on table public.runs is 'The runs of the couriers: the orders that one of them delivers on one day.';
comment on column public.runs.courier_id is 'The account; kept, with the name, when it is no longer one of the shop''s.';
comment on column public.runs.expected_amount is 'The cash that the courier held when the run was closed.';
comment on column public.runs.handed_amount is 'The cash that the courier handed in.';
comment on column public.runs.note is 'Of a closed run: why the amounts differ.';
create index runs_day_idx on public.runs (day desc, id);
create index runs_courier_id_idx on public.runs (courier_id, day desc, id);
create trigger runs_set_updated_at before update on public.runs
  for each row execute function private.set_updated_at();
alter table public.runs enable row level security;

create table public.run_stops (
  run_id uuid not null references public.runs (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null constraint run_stops_position_check check (position >= 1),
  is_open boolean not null default true,
  primary key (run_id, order_id)
);
comment on table public.run_stops is 'The orders of a run, in their order.';
comment on column public.run_stops.is_open is
  'Whether nothing has come of the stop yet; an order has one open stop, and after an absence another one.';
create unique index run_stops_open_idx on public.run_stops (order_id) where is_open;
create index run_stops_order_id_idx on public.run_stops (order_id);
alter table public.run_stops enable row level security;

create policy "Staff who read orders read the runs, a courier their own" on public.runs
  for select to authenticated
  using ((select private.has_right('orders.read')) or courier_id = (select auth.uid()));
create policy "Whoever reads a run reads its stops" on public.run_stops
  for select to authenticated using (exists (select from public.runs r where r.id = run_id));

alter policy "Customers read their own orders and administrators read all" on public.orders using (
  (user_id = (select auth.uid()) and not (select private.lacks_second_factor()))
  or (select private.has_right('orders.read'))
  or ((select private.has_right('runs.drive')) and exists (select from public.run_stops s where s.order_id = orders.id))
);

create function private.find_own_run(of_order uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select r.id
  from public.run_stops s join public.runs r on r.id = s.run_id
  where s.order_id = of_order and r.courier_id = auth.uid() and r.state <> 'planned'
    and (select private.has_right('runs.drive'))
  order by s.is_open desc, r.day desc, r.out_at desc, r.id
  limit 1
$$;
comment on function private.find_own_run(uuid) is
  'The caller''s latest run with this order; null for whoever does not drive it.';

-- Cash -------------------------------------------------------------------------------------------------------------

create domain public.cash_account as text constraint cash_account_known check (
  value in ('order', 'courier', 'drawer', 'bank', 'mobile_money', 'carrier', 'expense', 'difference', 'unrecorded')
);
comment on domain public.cash_account is
  'Where money is or comes from. An order is what its customer pays; unrecorded is what was paid before there was a cash book, or was entered with the order; difference is what a count found too much or too little.';

create table public.cash_movements (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  from_account public.cash_account not null,
  to_account public.cash_account not null,
  amount integer not null constraint cash_movements_amount_check check (amount > 0),
  order_id uuid references public.orders (id) on delete cascade,
  event_id uuid references public.order_events (id) on delete cascade,
  run_id uuid references public.runs (id),
  courier_id uuid,
  reference text constraint cash_movements_reference_check check (char_length(btrim(reference)) between 1 and 100),
  note text constraint cash_movements_note_check check (char_length(note) <= 500),
  actor_id uuid,
  actor_name text,
  constraint cash_movements_accounts_check check (from_account <> to_account),
  constraint cash_movements_order_check check (('order' in (from_account, to_account)) = (order_id is not null)),
  constraint cash_movements_courier_check check (('courier' in (from_account, to_account)) = (courier_id is not null))
);
comment on table public.cash_movements is
  'The cash book, in double entry: each row moves whole francs from one account to another. It is only added to; a mistake is a movement back.';
comment on column public.cash_movements.reference is 'The transaction of the mobile money provider, the receipt of the bank or of an expense.';
create index cash_movements_order_id_idx on public.cash_movements (order_id);
create index cash_movements_event_id_idx on public.cash_movements (event_id);
create index cash_movements_run_id_idx on public.cash_movements (run_id);
create index cash_movements_at_idx on public.cash_movements (at desc, id);
create index cash_movements_courier_id_idx on public.cash_movements (courier_id, at desc);
create trigger cash_movements_reject_change before update or delete on public.cash_movements
  for each row when (pg_trigger_depth() = 0) execute function private.reject_audit_log_change();
alter table public.cash_movements enable row level security;
create policy "Staff who read the cash read its movements, a courier their own" on public.cash_movements
  for select to authenticated
  using ((select private.has_right('cash.read')) or courier_id = (select auth.uid()));

create function private.add_to_paid_amount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders
  set paid_amount = paid_amount + case when new.from_account = 'order' then new.amount else -new.amount end
  where id = new.order_id;
  return null;
end
$$;
create trigger cash_movements_add_to_paid_amount after insert on public.cash_movements
  for each row when (new.order_id is not null) execute function private.add_to_paid_amount();

create function private.sum_movements(of_order uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when m.from_account = 'order' then m.amount else -m.amount end), 0)
  from public.cash_movements m where m.order_id = of_order
$$;
comment on function private.sum_movements(uuid) is 'What an order''s account has paid by the cash book, in francs.';

create function private.check_paid_amount() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  paid bigint;
begin
  select o.paid_amount into paid from public.orders o where o.id = new.id;
  if found and paid <> private.sum_movements(new.id) then
    raise exception using errcode = 'check_violation',
      message = format('Le montant payé de la commande %s ne correspond pas à la caisse', new.number);
  end if;
  return null;
end
$$;
-- When the transaction ends, so that movements and orders may be written in either order.
create constraint trigger orders_check_paid_amount after update of paid_amount on public.orders
  deferrable initially deferred for each row when (new.paid_amount <> old.paid_amount)
  execute function private.check_paid_amount();
create constraint trigger orders_check_paid_amount_insert after insert on public.orders
  deferrable initially deferred for each row when (new.paid_amount <> 0)
  execute function private.check_paid_amount();

insert into public.cash_movements (at, from_account, to_account, amount, order_id)
select coalesce(o.completed_at, o.updated_at), 'order', 'unrecorded', o.total_amount, o.id
from public.orders o where o.status = 'completed' and o.total_amount > 0;

-- The documented statuses ------------------------------------------------------------------------------------------

create or replace function private.change_order_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_event constant boolean := coalesce(current_setting('yaare.recording_event', true), '') = new.id::text;
begin
  new.updated_at := now();
  if new.status = 'cancelled' and char_length(btrim(new.cancellation_reason)) between 1 and 500 is not true then
    raise exception using errcode = 'YA006', message = 'Le motif de l''annulation est requis';
  elsif new.status <> 'cancelled' and new.cancellation_reason is not null then
    raise exception using errcode = 'YA006', message = 'Seule une commande annulée a un motif';
  end if;
  if old.stage = 'to_confirm' and (case when is_event then new.stage = 'prepared' else new.status = 'processing' end) then
    perform private.require_confirmed_call(new);
  end if;
  if new.status = old.status then
    return new;
  end if;
  if not is_event then
    if not private.has_right(case new.status
      when 'processing' then 'orders.prepare' when 'completed' then 'orders.complete' else 'orders.cancel' end)
    then
      raise insufficient_privilege using message = 'Seul un administrateur change le statut d''une commande';
    end if;
  end if;
  if (old.status, new.status) not in (
    ('pending', 'processing'), ('pending', 'completed'), ('pending', 'cancelled'),
    ('processing', 'completed'), ('processing', 'cancelled')
  ) then
    raise exception using errcode = 'YA006',
      message = format('Une commande « %s » ne peut pas devenir « %s »', old.status, new.status);
  elsif new.status = 'cancelled' and old.stage = 'delivered' then
    raise exception using errcode = 'YA006',
      message = 'Une commande livrée ne s''annule plus : enregistrez un retour';
  end if;
  if not is_event then
    new.stage := case new.status
      when 'processing' then 'prepared' when 'completed' then 'delivered' else new.status end;
  end if;
  -- A cancelled order keeps the time at which its stock was given back.
  new.reservation_ends_at := null;
  if new.status = 'cancelled' then
    if old.stage = 'on_road' or new.stage = 'refused' then
      -- The goods are on the way back, and are counted in when they arrive.
      update public.order_items set returned_quantity = quantity where order_id = new.id;
    elsif old.stock_released_at is null then
      perform private.return_stock(array[new.id]);
    end if;
  elsif old.stock_released_at is not null then
    perform private.take_stock_again(new.id);
    new.stock_released_at := null;
  end if;
  return new;
end
$$;

create function private.require_confirmed_call(of_order public.orders) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  allowed constant integer := (select s.refusals_before_call from public.order_settings s);
begin
  if allowed > 0 and exists (
    select from public.orders o
    where o.stage = 'refused' and private.get_phone_key(o.customer_phone) = private.get_phone_key(of_order.customer_phone)
    offset allowed - 1
  ) then
    raise exception using errcode = 'YA010',
      message = 'Ce numéro a déjà refusé des commandes : confirmez celle-ci par un appel avant de la préparer';
  end if;
end
$$;
comment on function private.require_confirmed_call(public.orders) is
  'Raises YA010 when the order''s phone number has refused so many orders that a call has to confirm this one.';

-- The stage and the amounts of an order have a history of their own: the audit log leaves them out.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  label_column constant text := tg_argv[0];
  key_column constant text := coalesce(nullif(tg_argv[1], ''), 'id');
  -- Columns whose values are replaced by dots.
  redacted constant text[] := coalesce(string_to_array(tg_argv[2], ','), '{}');
  -- Columns that are recorded even when they did not change: they identify the row.
  always_included constant text[] := coalesce(string_to_array(tg_argv[3], ','), '{}');
  -- Columns that the database maintains by itself: their changes are not a person's.
  ignored constant text[] := '{id,created_at,updated_at,has_phone,helpful_count,in_stock,search_text,stage,paid_amount,credited_amount}';
  -- So are the times of an order: each status has a column with the time at which it was reached.
  ignores_times constant boolean := tg_table_name = 'orders';
  actor public.admin_users;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_data constant jsonb := coalesce(new_row, old_row);
  row_id constant uuid := case when jsonb_typeof(row_data -> key_column) = 'string' then row_data ->> key_column end;
  changes record;
begin
  if current_setting('role') = 'authenticated' then
    select * into actor from public.admin_users where id = auth.uid();
  end if;
  if actor.id is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.before <> 'null' then '"•••"' else c.before end)
      as before,
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.after <> 'null' then '"•••"' else c.after end)
      as after,
    bool_or(c.before <> c.after) as is_changed
  into changes
  from (
    select key, coalesce(b.value, 'null') as before, coalesce(a.value, 'null') as after
    from jsonb_each(old_row) b full join jsonb_each(new_row) a using (key)
  ) c
  where (c.before <> c.after or c.key = any (always_included)) and c.key <> all (ignored) and c.key <> key_column
    and not (ignores_times and c.key like '%\_at');
  if changes.is_changed is not true and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before, after)
  values (
    actor.id, actor.name, actor.email, lower(tg_op), tg_table_name,
    row_id,
    -- A row that belongs to another row is labelled with the name of that row.
    left(coalesce(
      case tg_table_name
        when 'product_images' then (select p.name from public.products p where p.id = row_id)
        when 'technician_contacts' then (select t.name from public.technician_profiles t where t.id = row_id)
        else row_data ->> label_column
      end,
      label_column
    ), 200),
    case when tg_op <> 'INSERT' then changes.before end,
    case when tg_op <> 'DELETE' then changes.after end
  );
  return null;
end
$$;

-- An order that the service enters with another status than pending has its stage, and has been paid if it is completed.
create function private.set_entered_stage() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.stage := case new.status when 'processing' then 'prepared' when 'completed' then 'delivered' else new.status end;
  return new;
end
$$;
create trigger orders_set_entered_stage before insert on public.orders
  for each row when (new.status <> 'pending') execute function private.set_entered_stage();

create function private.record_status_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  event_id constant uuid := gen_random_uuid();
  actor_id constant uuid := auth.uid();
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
  outstanding constant integer := private.get_due_amount(new) - new.paid_amount;
begin
  if current_setting('yaare.recording_event', true) = new.id::text then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
    values (
      event_id, new.id, new.stage::text, now(), actor_id, actor_name,
      case
        when new.status = 'cancelled' then jsonb_build_object('reason', new.cancellation_reason)
        when new.status = 'completed' then jsonb_build_object('cash', greatest(outstanding, 0))
        else '{}'
      end
    );
  end if;
  if new.status = 'completed' and outstanding > 0 then
    insert into public.cash_movements (from_account, to_account, amount, order_id, event_id, actor_id, actor_name)
    values (
      'order', case when tg_op = 'UPDATE' then 'drawer' else 'unrecorded' end, outstanding, new.id,
      case when tg_op = 'UPDATE' then event_id end, actor_id, actor_name
    );
  end if;
  if tg_op = 'UPDATE' then
    update public.run_stops set is_open = false where order_id = new.id and is_open and new.status <> 'processing';
  end if;
  return null;
end
$$;
comment on function private.record_status_change() is
  'Writes the event, and the cash, of an order whose status was changed by its documented column.';
create trigger orders_record_status_change after update of status on public.orders
  for each row when (new.status is distinct from old.status) execute function private.record_status_change();
create trigger orders_record_entered_payment after insert on public.orders
  for each row when (new.status = 'completed') execute function private.record_status_change();

-- Recording an event -----------------------------------------------------------------------------------------------

create function private.get_event_right(kind public.order_event_kind) returns text
language sql immutable set search_path = '' as $$
  select case
    when kind in ('called', 'confirmed') then 'orders.confirm'
    when kind = 'prepared' then 'orders.prepare'
    when kind in ('assigned', 'on_road') then 'runs.plan'
    when kind in ('delivered', 'partly_delivered', 'refused', 'absent') then 'orders.complete'
    when kind = 'paid' then 'cash.take'
    when kind = 'note' then 'orders.read'
    when kind = 'cancelled' then 'orders.cancel'
  end
$$;
comment on function private.get_event_right(public.order_event_kind) is
  'The right that somebody at the desk needs to record it; null for what only functions write.';

create function private.read_amount(data jsonb, key text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when data -> key is null then 0
    when jsonb_typeof(data -> key) = 'number' and data ->> key ~ '^[0-9]{1,9}$' then (data ->> key)::integer
  end
$$;
comment on function private.read_amount(jsonb, text) is
  'An amount of an event in francs: 0 when it is absent, null when it is no whole number of francs.';

-- In the order in which they are looked at; null when the event can be recorded.
create function private.find_event_problem(kind text, data jsonb) returns text
language sql stable set search_path = '' as $$
  select case
    when private.read_amount(data, 'cash') is null or private.read_amount(data, 'mobile_money') is null
      then 'Le montant est un nombre entier de francs'
    when private.read_amount(data, 'mobile_money') > 0
      and char_length(btrim(data ->> 'reference')) between 1 and 100 is not true
      then 'La référence du paiement mobile est requise'
    when kind = 'called' and data ->> 'outcome' in ('confirmed', 'no_answer', 'later') is not true
      then 'Le résultat de l''appel est requis'
    when kind in ('refused', 'cancelled') and char_length(btrim(data ->> 'reason')) between 1 and 500 is not true
      then 'Le motif est requis'
    when kind = 'note' and char_length(btrim(data ->> 'text')) between 1 and 2000 is not true
      then 'La note est vide ou trop longue'
    when kind = 'absent' and data ->> 'day' is not null and data ->> 'day' !~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      then 'Le nouveau jour est invalide'
    when kind = 'paid' and private.read_amount(data, 'cash') + private.read_amount(data, 'mobile_money') = 0
      then 'Le montant est requis'
    when kind = 'partly_delivered' and jsonb_typeof(data -> 'lines') is distinct from 'array'
      then 'Les articles refusés sont requis'
  end
$$;

create function private.get_line_credit(line public.order_items, pieces integer) returns integer
language sql immutable set search_path = '' as $$
  select line.unit_price * pieces
$$;
comment on function private.get_line_credit(public.order_items, integer) is
  'What so many pieces of a line are worth to the customer who does not keep them, in francs.';

create function private.refuse_lines(of_order uuid, lines jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
  refused record;
begin
  select count(*) as sent, count(i.order_id) as found, bool_or(l.pieces < 1) as is_empty,
    bool_or(l.pieces > i.quantity - i.returned_quantity) as exceeds,
    count(distinct l.position) as positions,
    sum(case when l.pieces <= i.quantity then private.get_line_credit(i, l.pieces) end)::integer as credit,
    sum(l.pieces) as pieces
  into refused
  from (
    select
      case when line ->> 'position' ~ '^[0-9]{1,4}$' then (line ->> 'position')::integer end as position,
      case when line ->> 'quantity' ~ '^[0-9]{1,6}$' then (line ->> 'quantity')::integer end as pieces
    from jsonb_array_elements(lines) as line
  ) l
  left join public.order_items i on i.order_id = of_order and i.position = l.position;
  if refused.sent = 0 or refused.found < refused.sent or refused.positions < refused.sent or refused.pieces is null
    or refused.is_empty
  then
    raise exception using errcode = 'YA010', message = 'Les articles refusés sont invalides';
  elsif refused.exceeds then
    raise exception using errcode = 'YA010', message = 'Plus de pièces sont refusées que commandées';
  end if;
  update public.order_items i set returned_quantity = i.returned_quantity + (l.line ->> 'quantity')::integer
  from jsonb_array_elements(lines) as l (line)
  where i.order_id = of_order and i.position = (l.line ->> 'position')::integer;
  select sum(i.quantity - i.returned_quantity) into total from public.order_items i where i.order_id = of_order;
  if total = 0 then
    raise exception using errcode = 'YA010',
      message = 'Tout est refusé : enregistrez la commande comme refusée';
  end if;
  return refused.credit;
end
$$;
comment on function private.refuse_lines(uuid, jsonb) is
  'Marks these pieces as not kept ([{position, quantity}]), and returns what they are worth. Raises YA010.';

create function private.record_order_event(event jsonb)
returns table (outcome text, message text, stage text, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  known public.order_events;
  sent public.order_events;
  own_run uuid;
  to_stage public.order_stage;
  is_late boolean;
  problem text;
  conflict text;
  cash integer;
  mobile_money integer;
  credit integer := 0;
  due integer;
  holder public.cash_account;
begin
  begin
    sent := jsonb_populate_record(null::public.order_events, jsonb_build_object(
      'id', event ->> 'id', 'order_id', event ->> 'order_id', 'kind', event ->> 'kind',
      'at', coalesce(event ->> 'at', now()::text), 'data', coalesce(nullif(event -> 'data', 'null'), '{}')
    ));
  exception when data_exception or check_violation then
    sent := null;
  end;
  if sent.id is null or sent.order_id is null or sent.kind is null or jsonb_typeof(sent.data) <> 'object'
    or pg_column_size(sent.data) > 16384 or not isfinite(sent.at)
  then
    raise exception using errcode = 'YA010', message = 'Cet événement est invalide';
  end if;

  -- Whoever may not know of the order learns nothing of it.
  own_run := private.find_own_run(sent.order_id);
  if own_run is null or sent.kind not in ('on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'paid', 'note') then
    own_run := null;
    perform private.require_right(coalesce(private.get_event_right(sent.kind), 'none'));
  end if;
  select * into target from public.orders o where o.id = sent.order_id for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  -- From here on, only one transaction works on this order.
  select * into known from public.order_events e where e.id = sent.id;
  if known.id is not null then
    if (known.order_id, known.kind::text) is distinct from (sent.order_id, sent.kind::text)
      or known.actor_id is distinct from auth.uid()
    then
      raise exception using errcode = 'YA010', message = 'Cet événement a déjà été enregistré avec un autre contenu';
    end if;
    return query select 'known', known.conflict, target.stage::text, target.status::text;
    return;
  end if;
  -- The clock of a phone is not to be trusted.
  sent.at := greatest(least(sent.at, now()), target.created_at);
  problem := private.find_event_problem(sent.kind, sent.data);
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  cash := private.read_amount(sent.data, 'cash');
  mobile_money := private.read_amount(sent.data, 'mobile_money');

  -- The stage --------------------------------------------------------------------------------------------------------
  select t.to_stage into to_stage from private.order_transitions t
  where t.from_stage = target.stage
    and t.kind = case when sent.kind = 'called' and sent.data ->> 'outcome' = 'confirmed' then 'confirmed' else sent.kind::text end;
  is_late := sent.kind in ('on_road', 'absent') and exists (
    select from public.order_events e
    where e.order_id = target.id and e.at > sent.at and e.conflict is null
      and exists (select from private.order_transitions t where t.kind = e.kind)
  );
  if is_late then
    -- It happened before what is known already: it belongs into the history, and changes nothing.
    to_stage := null;
  elsif to_stage is null and (
    exists (select from private.order_transitions t where t.kind = sent.kind)
    or sent.kind = 'called' and target.stage not in ('to_confirm', 'confirmed')
    or sent.kind = 'paid' and target.status = 'cancelled'
  ) then
    conflict := case target.stage
      when 'delivered' then 'Cette commande est déjà livrée'
      when 'refused' then 'Cette commande est déjà refusée'
      when 'cancelled' then 'Cette commande est annulée'
      when 'on_road' then 'Cette commande est déjà en route'
      when 'prepared' then 'Cette commande est déjà préparée'
      when 'confirmed' then 'Cette commande est déjà confirmée, et pas encore préparée'
      else 'Cette commande est encore à confirmer'
    end;
    if own_run is null then
      raise exception using errcode = 'YA010', message = conflict;
    end if;
    -- Two phones of one courier tell the same outcome: it counts once.
    select * into known from public.order_events e
    where e.order_id = target.id and e.kind = sent.kind and e.actor_id = auth.uid()
      and e.data ->> 'cash' is not distinct from sent.data ->> 'cash'
      and e.data ->> 'mobile_money' is not distinct from sent.data ->> 'mobile_money'
    limit 1;
    if known.id is not null then
      return query select 'known', known.conflict, target.stage::text, target.status::text;
      return;
    end if;
  end if;

  -- The amounts ------------------------------------------------------------------------------------------------------
  if conflict is null and sent.kind = 'partly_delivered' then
    credit := private.refuse_lines(target.id, sent.data -> 'lines');
  end if;
  due := case when target.status = 'cancelled' or to_stage in ('refused', 'cancelled') then 0
    else target.total_amount - target.credited_amount - credit end;
  if target.paid_amount + cash + mobile_money > greatest(due, target.paid_amount) then
    if own_run is null then
      raise exception using errcode = 'YA010', message = format(
        'Le montant dépasse ce qui est dû : %s XOF', private.format_thousands(greatest(due - target.paid_amount, 0))
      );
    end if;
    -- Money that was taken is never refused.
    conflict := coalesce(conflict || ' : ', '') || format(
      '%s XOF ont été encaissés en trop', private.format_thousands(target.paid_amount + cash + mobile_money - due)
    );
  end if;

  sent.actor_id := auth.uid();
  sent.actor_name := (select a.name from public.admin_users a where a.id = auth.uid());
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data, conflict)
  values (sent.id, sent.order_id, sent.kind, sent.at, sent.actor_id, sent.actor_name, sent.data, conflict);

  -- The order --------------------------------------------------------------------------------------------------------
  if to_stage is not null or sent.kind = 'paid' then
    perform set_config('yaare.recording_event', target.id::text, true);
    if to_stage = 'confirmed' and target.stock_released_at is not null then
      perform private.take_stock_again(target.id);
    end if;
    update public.orders o set
      stage = coalesce(to_stage, o.stage),
      credited_amount = o.credited_amount + credit,
      status = case coalesce(to_stage, o.stage)
        when 'to_confirm' then 'pending' when 'confirmed' then 'pending'
        when 'refused' then 'cancelled' when 'cancelled' then 'cancelled'
        when 'delivered' then
          case when o.paid_amount + cash + mobile_money >= due then 'completed' else 'processing' end
        else 'processing'
      end,
      cancellation_reason = case when to_stage in ('refused', 'cancelled') then btrim(sent.data ->> 'reason') end,
      reservation_ends_at = case when to_stage is null then o.reservation_ends_at end,
      stock_released_at = case when to_stage = 'confirmed' then null else o.stock_released_at end
    where o.id = target.id
    returning * into target;
    perform set_config('yaare.recording_event', '', true);
  end if;
  if own_run is not null and sent.kind in ('delivered', 'partly_delivered', 'refused', 'absent') then
    update public.run_stops s set is_open = false where s.run_id = own_run and s.order_id = target.id;
  elsif to_stage in ('delivered', 'refused', 'cancelled') then
    update public.run_stops s set is_open = false where s.order_id = target.id and s.is_open;
  end if;

  -- The cash ---------------------------------------------------------------------------------------------------------
  holder := case when own_run is null then 'drawer' else 'courier' end;
  insert into public.cash_movements
    (at, from_account, to_account, amount, order_id, event_id, run_id, courier_id, reference, actor_id, actor_name)
  select
    sent.at, 'order', m.account, m.amount, target.id, sent.id, own_run,
    case when m.account = 'courier' then auth.uid() end, m.reference, sent.actor_id, sent.actor_name
  from (values
    (holder, cash, null::text), ('mobile_money', mobile_money, btrim(sent.data ->> 'reference'))
  ) m (account, amount, reference)
  where m.amount > 0;

  return query select case when conflict is null then 'recorded' else 'conflict' end, conflict,
    target.stage::text, target.status::text;
end
$$;
comment on function private.record_order_event(jsonb) is
  'See public.record_order_event.';

create function public.record_order_event(event jsonb)
returns table (outcome text, message text, stage text, status text)
language sql rows 1 set search_path = '' as $$
  select * from private.record_order_event(event)
$$;
comment on function public.record_order_event(jsonb) is
  'Records what happened to an order: {id, order_id, kind, at, data}; whoever acts makes the id. The outcome is recorded, known (it was recorded before), or conflict (a courier told it late; the message says what speaks against it, and cash that was taken is in the book). Raises YA010 with the reason, or 42501 without the right.';

create function private.list_order_timeline(of_order uuid)
returns table (kind text, at timestamptz)
language sql stable security definer rows 10 set search_path = '' as $$
  select e.kind::text, e.at
  from public.order_events e
  where e.order_id = of_order and e.conflict is null
    and (
      e.kind in ('confirmed', 'prepared', 'on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'returned', 'changed', 'cancelled')
      or e.kind = 'called' and e.data ->> 'outcome' = 'confirmed'
    )
    and exists (
      select from public.orders o
      where o.id = of_order
        and (o.user_id = auth.uid() and not private.lacks_second_factor() or private.has_right('orders.read'))
    )
  order by e.at, e.recorded_at, e.id
  limit 200
$$;
create function public.order_timeline(of_order uuid)
returns table (kind text, at timestamptz)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_order_timeline(of_order)
$$;
comment on function public.order_timeline(uuid) is
  'What a customer may know of the history of an order of theirs, the oldest first; without the placing itself.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.order_events, public.order_settings, public.runs, public.run_stops, public.cash_movements
  from anon, authenticated;
grant select, update (refusals_before_call) on public.order_settings to authenticated;
grant all on public.order_settings to service_role;
grant select on public.order_events, public.runs, public.run_stops, public.cash_movements to authenticated;
grant all on public.order_events, public.runs, public.run_stops, public.cash_movements to service_role;
revoke execute on all functions in schema private from public;
grant execute on function private.record_order_event(jsonb), private.list_order_timeline(uuid)
  to authenticated, service_role;
revoke execute on function public.record_order_event(jsonb), public.order_timeline(uuid) from public, anon;
grant execute on function public.record_order_event(jsonb), public.order_timeline(uuid) to authenticated, service_role;
