-- Runs: the orders of a day that one courier delivers, and what the courier reads and proves of them.
-- See docs/decisions/0059-runs-and-couriers.md.

create domain public.delivery_proof as text
  constraint delivery_proof_known check (value in ('none', 'code', 'photo'));
comment on domain public.delivery_proof is
  'What proves a delivery: nothing, the code that the customer says, or a photo that the courier takes.';

alter table public.order_settings add column delivery_proof public.delivery_proof not null default 'none';
comment on column public.order_settings.delivery_proof is 'What couriers have to bring for each delivery of a run that is sent out.';
grant update (delivery_proof) on public.order_settings to authenticated;

alter table public.runs add column proof public.delivery_proof not null default 'none';
comment on column public.runs.proof is 'The delivery_proof of the settings when the run was sent out.';
create trigger runs_record after insert or update or delete on public.runs
  for each row execute function private.record_change('name');

create index orders_to_plan_idx on public.orders (coalesce(zone_name, ''), created_at, id)
  where stage = 'prepared' and pickup_point_name is null;

-- What a courier reads ---------------------------------------------------------------------------------------------

-- A policy cannot hide columns, so couriers read the orders of their runs through courier_runs() only.
alter policy "Customers read their own orders and administrators read all" on public.orders using (
  (user_id = (select auth.uid()) and not (select private.lacks_second_factor()))
  or (select private.has_right('orders.read'))
);

create function private.list_courier_runs() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'proof', r.proof,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'position', s.position, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'half_day', o.delivery_half,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object(
            'position', i.position, 'name', i.name, 'quantity', i.quantity - i.returned_quantity,
            'credits', array(
              select private.get_line_credit(i, pieces)
              from generate_series(1, least(i.quantity - i.returned_quantity, 500)) as pieces
            )
          ) order by i.position)
          from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
        ),
        'outcome', (
          select jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'conflict', e.conflict)
          from public.order_events e
          where e.order_id = o.id and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
            and e.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
          order by e.conflict is null, e.recorded_at, e.id limit 1
        )
      ) order by s.position)
      from public.run_stops s join public.orders o on o.id = s.order_id
      where s.run_id = r.id
    ), '[]')
  ) order by r.day, r.out_at, r.id), '[]')
  from (
    select * from public.runs r
    where r.courier_id = auth.uid() and r.state = 'out' and (select private.has_right('runs.drive'))
    order by r.day desc, r.id limit 20
  ) r
$$;
create function public.courier_runs() returns jsonb
language sql stable set search_path = '' as $$
  select private.list_courier_runs()
$$;
comment on function public.courier_runs() is
  'The caller''s runs that are out, with what a courier needs of each order and nothing else: [{id, day, name, proof, stops: [{order_id, number, position, is_open, stage, customer_name, phone, address, notes, half_day, due_amount, lines, outcome}]}]. The outcome is the first that the courier told of the stop, before it one with a conflict. The credits of a line say by how much refusing 1, 2, … of its pieces reduces the amount.';

-- A courier who drives has no time for the idle time of the admin area.
create or replace function private.get_admin_session_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  started_at timestamptz;
  ends_at timestamptz;
  active_at timestamptz;
  settings public.security_settings;
begin
  -- Tokens that name no session are issued by nobody but the service itself.
  if auth.jwt() ->> 'session_id' is null then
    return 'granted';
  end if;
  select s.created_at, s.not_after, coalesce(a.at, s.created_at) into started_at, ends_at, active_at
  from auth.sessions s left join private.admin_activity a on a.session_id = s.id
  where s.id = private.get_session_id() and s.user_id = auth.uid();
  if not found then
    return 'ended';
  end if;
  select * into settings from public.security_settings;
  if active_at < now() - make_interval(mins => settings.admin_idle_minutes) and not private.is_driving() then
    return 'idle';
  end if;
  if started_at < now() - make_interval(hours => settings.admin_session_hours) then
    return 'expired';
  end if;
  return case when ends_at <= now() then 'ended' else 'granted' end;
end
$$;
create function private.is_driving() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.admin_users a join public.runs r on r.courier_id = a.id
    where a.id = auth.uid() and a.role = 'courier' and r.state = 'out'
  )
$$;
comment on function private.is_driving() is
  'Whether the caller is a courier with a run that is out: they have no other rights that an open phone could give away.';

-- Proof ------------------------------------------------------------------------------------------------------------

create table private.delivery_codes (
  order_id uuid primary key references public.orders (id) on delete cascade,
  code text not null constraint delivery_codes_code_check check (code ~ '^[0-9]{4}$')
);
comment on table private.delivery_codes is
  'The code that a customer tells the courier who delivers; made when the order is sent out. No courier reads it.';
alter table private.delivery_codes enable row level security;
create policy "Nobody reads the codes directly" on private.delivery_codes for select to authenticated using (false);

create function private.find_delivery_code(of_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select c.code
  from private.delivery_codes c join public.orders o on o.id = c.order_id
  where c.order_id = of_order and o.stage in ('prepared', 'on_road')
    and (o.user_id = auth.uid() and not private.lacks_second_factor() or private.has_right('orders.read'))
$$;
create function public.delivery_code(of_order uuid) returns text
language sql stable set search_path = '' as $$
  select private.find_delivery_code(of_order)
$$;
comment on function public.delivery_code(uuid) is
  'The four digits that the customer tells the courier; null when none are asked for, once the order has arrived, and for anyone but the customer and the staff who read orders.';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('delivery-proofs', 'delivery-proofs', false, 1024 * 1024, array['image/jpeg']);

create function private.is_own_proof(file_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return file_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$'
    and private.find_own_run(left(file_name, 36)::uuid) is not null
    and (
      select count(*) from storage.objects f
      where f.bucket_id = 'delivery-proofs'
        and f.name >= left(file_name, 37) collate "C" and f.name < left(file_name, 36) || '0' collate "C"
    ) < 20;
end
$$;
comment on function private.is_own_proof(text) is
  'Whether the caller may upload this photo, <order>/<event>.jpg: the order is one of a run of theirs that was sent out, and has fewer than twenty.';
create policy "Couriers upload the photos of their deliveries" on storage.objects
  for insert to authenticated with check (bucket_id = 'delivery-proofs' and (private.is_own_proof(name)));
create policy "Staff who read orders see the photos of their deliveries" on storage.objects
  for select to authenticated using (bucket_id = 'delivery-proofs' and (select private.has_right('orders.read')));

create function private.find_proof_problem(of_run uuid, event public.order_events) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when r.proof = 'code' and exists (
      select from private.delivery_codes c where c.order_id = event.order_id and c.code is distinct from event.data ->> 'code'
    ) then case when event.data ->> 'code' is null then 'Le code du client manque' else 'Le code du client est faux' end
    when r.proof = 'photo' and not exists (
      select from storage.objects f
      where f.bucket_id = 'delivery-proofs' and f.name = event.order_id || '/' || event.id || '.jpg'
    ) then 'La photo de la livraison manque'
  end
  from public.runs r
  where r.id = of_run and event.kind in ('delivered', 'partly_delivered')
$$;
comment on function private.find_proof_problem(uuid, public.order_events) is
  'What speaks against the proof of a delivery on this run; null when it has what the shop asked for. A code can be tried once: the delivery counts, and the desk is told.';

-- What a courier tells of an absence ---------------------------------------------------------------------------------

create function private.read_day(text) returns date
language plpgsql immutable set search_path = '' as $$
begin
  return case when $1 ~ '^\d{4}-\d\d-\d\d$' then $1::date end;
exception when data_exception then
  return null;
end
$$;
comment on function private.read_day(text) is 'The day of an ISO text; null for any other text.';

-- As before, but for the proof and for the new day of an absence.
create or replace function private.record_order_event(event jsonb)
returns table (outcome text, message text, stage text, status text)
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  known public.order_events;
  sent public.order_events;
  own_run uuid;
  to_stage public.order_stage;
  is_late boolean;
  is_elsewhere boolean;
  problem text;
  conflict text;
  cash integer;
  mobile_money integer;
  credit integer := 0;
  due integer;
  holder public.cash_account;
  new_day date;
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
  -- Whoever has the order now tells what becomes of it.
  is_elsewhere := own_run is not null and to_stage is not null and exists (
    select from public.run_stops s join public.runs r on r.id = s.run_id
    where s.order_id = target.id and s.is_open and r.state = 'out' and r.courier_id is distinct from auth.uid()
  );
  if is_elsewhere then
    to_stage := null;
  end if;
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
    conflict := case when is_elsewhere then 'Cette commande est partie avec un autre livreur' else case target.stage
      when 'delivered' then 'Cette commande est déjà livrée'
      when 'refused' then 'Cette commande est déjà refusée'
      when 'cancelled' then 'Cette commande est annulée'
      when 'on_road' then 'Cette commande est déjà en route'
      when 'prepared' then 'Cette commande est déjà préparée'
      when 'confirmed' then 'Cette commande est déjà confirmée, et pas encore préparée'
      else 'Cette commande est encore à confirmer'
    end end;
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
    begin
      credit := private.refuse_lines(target.id, sent.data -> 'lines');
    exception when sqlstate 'YA010' then
      -- The desk has changed the order while it was away: what the courier took is kept, and somebody looks at it.
      if own_run is null or cash + mobile_money = 0 then
        raise;
      end if;
      conflict := sqlerrm;
      to_stage := null;
    end;
  end if;
  due := case when target.status = 'cancelled' or to_stage in ('refused', 'cancelled') then 0
    else target.total_amount - target.credited_amount - credit end;
  if target.paid_amount::bigint + cash + mobile_money > 2147483647 then
    raise exception using errcode = 'YA010', message = 'Le montant est trop élevé';
  elsif target.paid_amount + cash + mobile_money > greatest(due, target.paid_amount) then
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
  if own_run is not null then
    conflict := nullif(concat_ws(' : ', conflict, private.find_proof_problem(own_run, sent)), '');
  end if;

  sent.actor_id := auth.uid();
  sent.actor_name := (select a.name from public.admin_users a where a.id = auth.uid());
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data, conflict)
  values (sent.id, sent.order_id, sent.kind, sent.at, sent.actor_id, sent.actor_name, sent.data, conflict)
  on conflict (id) do nothing;
  -- Its id came with another order at the same moment.
  if not found then
    raise exception using errcode = 'YA010', message = 'Cet événement a déjà été enregistré avec un autre contenu';
  end if;

  -- The order --------------------------------------------------------------------------------------------------------
  if to_stage is not null or sent.kind = 'paid' then
    perform set_config('yaare.recording_event', target.id::text, true);
    if sent.kind = 'absent' then
      new_day := private.read_day(sent.data ->> 'day');
      new_day := case when new_day is not null then greatest(new_day, (now() at time zone 'UTC')::date) end;
    end if;
    if to_stage = 'confirmed' and target.stock_released_at is not null then
      perform private.take_stock_again(target.id);
    end if;
    update public.orders o set
      stage = coalesce(to_stage, o.stage),
      credited_amount = o.credited_amount + credit,
      delivery_day = coalesce(new_day, o.delivery_day),
      delivery_half = case when new_day is null then o.delivery_half end,
      status = case coalesce(to_stage, o.stage)
        when 'to_confirm' then 'pending' when 'confirmed' then 'pending'
        when 'refused' then 'cancelled' when 'cancelled' then 'cancelled'
        when 'delivered' then
          case when o.paid_amount + cash + mobile_money >= due then 'completed' else 'processing' end
        else 'processing'
      end,
      cancellation_reason = case when to_stage in ('refused', 'cancelled') then btrim(sent.data ->> 'reason')
        else o.cancellation_reason end,
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

-- Planning ---------------------------------------------------------------------------------------------------------

create function private.list_orders_to_plan(of_day date, zone text, after jsonb)
returns table (
  id uuid, number text, customer_name text, customer_phone text, zone_name text, address jsonb,
  delivery_day date, delivery_half text, items_count integer, weight_grams integer, due_amount integer, place jsonb
)
language plpgsql stable security definer rows 50 set search_path = '' as $$
declare
  after_zone text := coalesce(zone, '');
  after_at timestamptz := '-infinity';
  after_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform private.require_right('runs.plan');
  begin
    after_zone := coalesce(after ->> 0, after_zone);
    after_at := coalesce((after ->> 1)::timestamptz, after_at);
    after_id := coalesce((after ->> 2)::uuid, after_id);
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la liste n''existe pas';
  end;
  return query
    select o.id, o.number, o.customer_name, o.customer_phone, o.zone_name,
      o.shipping_address - 'phone' - 'postalCode', o.delivery_day, o.delivery_half::text, o.items_count,
      o.weight_grams, greatest(private.get_due_amount(o) - o.paid_amount, 0),
      jsonb_build_array(coalesce(o.zone_name, ''), o.created_at, o.id)
    from public.orders o
    where o.stage = 'prepared' and o.pickup_point_name is null
      and (coalesce(o.zone_name, ''), o.created_at, o.id) > (after_zone, after_at, after_id)
      and (list_orders_to_plan.zone is null or coalesce(o.zone_name, '') = list_orders_to_plan.zone)
      and (o.delivery_day is null or o.delivery_day <= of_day)
      and not exists (select from public.run_stops s where s.order_id = o.id and s.is_open)
    order by coalesce(o.zone_name, ''), o.created_at, o.id
    limit 50;
end
$$;
create function public.orders_to_plan(of_day date, zone text default null, after jsonb default null)
returns table (
  id uuid, number text, customer_name text, customer_phone text, zone_name text, address jsonb,
  delivery_day date, delivery_half text, items_count integer, weight_grams integer, due_amount integer, place jsonb
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_orders_to_plan(of_day, zone, after)
$$;
comment on function public.orders_to_plan(date, text, jsonb) is
  'Prepared orders that are in no run and may be delivered on this day, by zone, the oldest first: 50, from after the place of the last one of the page before. A zone is named by its name, no zone by an empty text, all by null. 42501 without the right runs.plan.';

create function private.list_runs(of_day date, page integer)
returns table (
  id uuid, name text, state text, courier_id uuid, courier_name text, proof text, updated_at timestamptz,
  out_at timestamptz, closed_at timestamptz, stops integer, open_stops integer, conflicts integer, weight_grams bigint,
  due_amount bigint, total bigint
)
language sql stable security definer rows 25 set search_path = '' as $$
  select r.id, r.name::text, r.state, r.courier_id, r.courier_name, r.proof::text, r.updated_at, r.out_at, r.closed_at,
    s.stops, s.open_stops, s.conflicts, s.weight_grams, s.due_amount, r.total
  from (
    select r.*, count(*) over () as total from public.runs r
    where r.day = of_day and (select private.has_right('orders.read'))
    order by r.name, r.id
    limit 25 offset 25 * (greatest(page, 1) - 1)::bigint
  ) r
  cross join lateral (
    select count(*)::integer as stops, (count(*) filter (where s.is_open))::integer as open_stops,
      (count(*) filter (where exists (
        select from public.order_events e
        where e.order_id = o.id and e.conflict is not null and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
      )))::integer as conflicts,
      coalesce(sum(o.weight_grams), 0)::bigint as weight_grams,
      coalesce(sum(greatest(private.get_due_amount(o) - o.paid_amount, 0)) filter (where s.is_open), 0)::bigint
        as due_amount
    from public.run_stops s join public.orders o on o.id = s.order_id
    where s.run_id = r.id
  ) s
  order by r.name, r.id
$$;
create function public.list_runs(of_day date, page integer default 1)
returns table (
  id uuid, name text, state text, courier_id uuid, courier_name text, proof text, updated_at timestamptz,
  out_at timestamptz, closed_at timestamptz, stops integer, open_stops integer, conflicts integer, weight_grams bigint,
  due_amount bigint, total bigint
)
language sql stable rows 25 set search_path = '' as $$
  select * from private.list_runs(of_day, page)
$$;
comment on function public.list_runs(date, integer) is
  'The runs of a day by name, 25 a page; total is their number. The amount is what is still to be collected, the conflicts are those of the courier''s outcomes. No rows without the right orders.read.';

create function private.get_run(of_run uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', r.id, 'day', r.day, 'name', r.name, 'state', r.state, 'courier_id', r.courier_id,
    'courier_name', r.courier_name, 'proof', r.proof, 'updated_at', r.updated_at, 'out_at', r.out_at,
    'stops', coalesce((
      select jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'is_open', s.is_open, 'stage', o.stage,
        'customer_name', o.customer_name, 'customer_phone', coalesce(o.shipping_address ->> 'phone', o.customer_phone),
        'address', o.shipping_address - 'phone' - 'postalCode', 'notes', o.notes, 'zone_name', o.zone_name,
        'delivery_half', o.delivery_half, 'items_count', o.items_count, 'weight_grams', o.weight_grams,
        'due_amount', greatest(private.get_due_amount(o) - o.paid_amount, 0),
        'lines', (
          select jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity - i.returned_quantity) order by i.position)
          from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
        ),
        'outcome', (
          select jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'conflict', e.conflict)
          from public.order_events e
          where e.order_id = o.id and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
            and e.kind in ('delivered', 'partly_delivered', 'refused', 'absent')
          order by e.conflict is null, e.recorded_at, e.id limit 1
        )
      ) order by s.position)
      from public.run_stops s join public.orders o on o.id = s.order_id
      where s.run_id = r.id
    ), '[]')
  )
  from public.runs r
  where r.id = of_run and (select private.has_right('orders.read'))
$$;
create function public.get_run(of_run uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.get_run(of_run)
$$;
comment on function public.get_run(uuid) is
  'A run with its stops in their order, as it is planned and printed; null when there is none, and without the right orders.read.';

create function private.lock_run(of_run uuid, expected_updated_at timestamptz) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  locked public.runs;
begin
  select * into locked from public.runs r where r.id = of_run for no key update;
  if locked.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Cette tournée a été supprimée entre-temps';
  elsif locked.updated_at <> coalesce(expected_updated_at, locked.updated_at) then
    raise sqlstate 'PT409' using message = 'Cette tournée a été modifiée entre-temps',
      detail = jsonb_build_object('updated_at', locked.updated_at)::text;
  end if;
  return locked;
end
$$;
comment on function private.lock_run(uuid, timestamptz) is
  'A run in the version that was read, locked before its orders; null when there is none and none was read.';

create function private.find_stop_problem(of_run uuid, on_day date, ids uuid[]) returns text
language sql stable security definer set search_path = '' as $$
  select p.problem
  from (
    select i.position, case
      when o.id is null then 'Une commande de cette tournée n''existe plus'
      when o.pickup_point_name is not null then format('La commande %s est retirée en magasin', o.number)
      when o.stage <> 'prepared' then format('La commande %s %s', o.number, case o.stage
        when 'on_road' then 'est déjà en route' when 'delivered' then 'est déjà livrée'
        when 'cancelled' then 'est annulée' when 'refused' then 'est refusée' else 'n''est pas encore préparée' end)
      when o.delivery_day > on_day
        then format('La commande %s est à livrer le %s', o.number, to_char(o.delivery_day, 'DD/MM/YYYY'))
      when other.name is not null
        then format('La commande %s est déjà dans la tournée « %s »', o.number, other.name)
    end as problem
    from unnest(ids) with ordinality as i (id, position)
    left join public.orders o on o.id = i.id
    left join lateral (
      select r.name from public.run_stops s join public.runs r on r.id = s.run_id
      where s.order_id = o.id and s.is_open and s.run_id <> of_run
    ) other on true
  ) p
  where p.problem is not null
  order by p.position limit 1
$$;
comment on function private.find_stop_problem(uuid, date, uuid[]) is
  'Why one of these orders cannot be delivered by this run on this day, the first in their order; null when all can. An order whose day is past is late, and fits.';

create function private.save_run(run jsonb, expected_updated_at timestamptz) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  max_stops constant integer := 200;
  today constant date := (now() at time zone 'UTC')::date;
  sent public.runs;
  ids uuid[];
  existing public.runs;
  saved public.runs;
  problem text;
begin
  perform private.require_right('runs.plan');
  begin
    sent.id := coalesce((run ->> 'id')::uuid, gen_random_uuid());
    sent.courier_id := (run ->> 'courier_id')::uuid;
    ids := array(
      select i.id::uuid from jsonb_array_elements_text(coalesce(run -> 'order_ids', '[]')) with ordinality as i (id, position)
      order by i.position
    );
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette tournée est invalide';
  end;
  sent.day := private.read_day(run ->> 'day');
  existing := private.lock_run(sent.id, expected_updated_at);
  -- A form that is sent twice creates one run.
  if existing.id is not null and expected_updated_at is null and existing.updated_at <> existing.created_at then
    raise sqlstate 'PT409' using message = 'Cette tournée a été modifiée entre-temps',
      detail = jsonb_build_object('updated_at', existing.updated_at)::text;
  end if;
  select a.name into sent.courier_name
  from public.admin_users a join public.role_rights g on g.role = a.role and g."right" = 'runs.drive'
  where a.id = sent.courier_id;
  problem := case
    when existing.state <> 'planned' then 'Cette tournée est déjà partie'
    when sent.day is null then 'Choisissez le jour de la tournée'
    when sent.day < today and sent.day is distinct from existing.day then 'Le jour de la tournée est passé'
    when sent.day > today + 60 then 'Le jour de la tournée est trop lointain'
    when char_length(btrim(run ->> 'name')) between 1 and 100 is not true then 'Donnez à la tournée un nom de 100 caractères au plus'
    when sent.courier_id is not null and sent.courier_name is null then 'Cette personne ne fait pas de livraisons'
    when cardinality(ids) > max_stops then format('Une tournée compte au plus %s commandes', max_stops)
    when cardinality(ids) > (select count(distinct i) from unnest(ids) i) then 'Une commande ne figure qu''une fois dans une tournée'
  end;
  if problem is null then
    perform from public.orders o where o.id = any (ids) order by o.id for no key update;
    problem := private.find_stop_problem(sent.id, sent.day, ids);
  end if;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  insert into public.runs as r (id, day, name, courier_id, courier_name)
  values (sent.id, sent.day, btrim(run ->> 'name'), sent.courier_id, sent.courier_name)
  on conflict (id) do update set
    day = excluded.day, name = excluded.name, courier_id = excluded.courier_id, courier_name = excluded.courier_name
  returning * into saved;
  delete from public.run_stops s where s.run_id = saved.id;
  insert into public.run_stops (run_id, order_id, position)
  select saved.id, i.id, i.position from unnest(ids) with ordinality as i (id, position);
  return saved;
end
$$;
create function public.save_run(run jsonb, expected_updated_at timestamptz default null) returns public.runs
language sql set search_path = '' as $$
  select private.save_run(run, expected_updated_at)
$$;
comment on function public.save_run(jsonb, timestamptz) is
  'Creates a run or changes a planned one: {id, day, name, courier_id, order_ids}, the orders in the order of their stops. expected_updated_at is that of the version that was read, null for a new run. YA010 with the reason; PT404 and PT409 when somebody else deleted or changed it; 42501 without the right runs.plan.';

create function private.send_out_run(of_run uuid, expected_updated_at timestamptz) returns public.runs
language plpgsql security definer set search_path = '' as $$
declare
  sent public.runs;
  ids uuid[];
  id uuid;
  problem text;
begin
  perform private.require_right('runs.plan');
  sent := private.lock_run(of_run, null);
  if sent.id is null then
    raise sqlstate 'PT404' using message = 'Cette tournée a été supprimée entre-temps';
  elsif sent.state <> 'planned' then
    -- Sent twice.
    return sent;
  end if;
  sent := private.lock_run(of_run, expected_updated_at);
  select array_agg(s.order_id order by s.position) into ids
  from public.run_stops s where s.run_id = of_run and s.is_open;
  perform from public.orders o where o.id = any (ids) order by o.id for no key update;
  problem := case
    when sent.courier_id is null then 'Donnez d''abord la tournée à un livreur'
    when ids is null then 'Cette tournée ne compte aucune commande à livrer'
    when not exists (
      select from public.admin_users a join public.role_rights g on g.role = a.role and g."right" = 'runs.drive'
      where a.id = sent.courier_id
    ) then 'Le livreur de cette tournée ne fait plus partie de l''équipe'
    else private.find_stop_problem(of_run, sent.day, ids)
  end;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  -- Before the run is out: what the planner records is not told by the courier, even when they are one person.
  foreach id in array ids loop
    perform private.record_order_event(jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', id, 'kind', 'on_road',
      'data', jsonb_build_object('run', sent.name, 'courier', sent.courier_name)
    ));
  end loop;
  update public.runs r set state = 'out', out_at = now(), proof = s.delivery_proof
  from public.order_settings s where r.id = of_run
  returning r.* into sent;
  if sent.proof = 'code' then
    insert into private.delivery_codes (order_id, code)
    select i, lpad((('x' || encode(extensions.gen_random_bytes(4), 'hex'))::bit(32)::bigint % 10000)::text, 4, '0')
    from unnest(ids) i
    on conflict (order_id) do nothing;
  end if;
  return sent;
end
$$;
create function public.send_out_run(of_run uuid, expected_updated_at timestamptz default null) returns public.runs
language sql set search_path = '' as $$
  select private.send_out_run(of_run, expected_updated_at)
$$;
comment on function public.send_out_run(uuid, timestamptz) is
  'Sends a planned run out: its orders are on the road, and its courier sees it. A run that is out stays so. YA010: without a courier, without orders, or with one that does not fit any more; PT404, PT409; 42501 without the right runs.plan.';

create function private.take_out_of_run(of_run uuid, of_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed public.runs;
  target public.orders;
begin
  perform private.require_right('runs.plan');
  changed := private.lock_run(of_run, null);
  select * into target from public.orders o where o.id = of_order for no key update;
  if changed.state = 'planned' then
    delete from public.run_stops s where s.run_id = of_run and s.order_id = of_order;
  else
    -- The stop stays: what the courier tells of it later is not lost.
    update public.run_stops s set is_open = false where s.run_id = of_run and s.order_id = of_order and s.is_open;
  end if;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette commande n''est plus dans la tournée';
  end if;
  if target.stage = 'on_road' then
    perform set_config('yaare.recording_event', of_order::text, true);
    update public.orders o set stage = 'prepared' where o.id = of_order;
    perform set_config('yaare.recording_event', '', true);
    insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
    values (
      gen_random_uuid(), of_order, 'prepared', now(), auth.uid(),
      (select a.name from public.admin_users a where a.id = auth.uid()), jsonb_build_object('taken_out_of', changed.name)
    );
  end if;
  -- Whoever has the run open has another version now.
  update public.runs r set updated_at = now() where r.id = of_run;
end
$$;
create function public.take_out_of_run(of_run uuid, of_order uuid) returns void
language sql set search_path = '' as $$
  select private.take_out_of_run(of_run, of_order)
$$;
comment on function public.take_out_of_run(uuid, uuid) is
  'Takes an order out of a run; one that is on the road is prepared again. PT404: it is not in it, or has its outcome. 42501 without the right runs.plan.';

create function private.delete_run(of_run uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('runs.plan');
  if (private.lock_run(of_run, null)).state <> 'planned' then
    raise exception using errcode = 'YA010', message = 'Une tournée qui est partie ne se supprime plus';
  end if;
  delete from public.runs r where r.id = of_run;
end
$$;
create function public.delete_run(of_run uuid) returns void
language sql set search_path = '' as $$
  select private.delete_run(of_run)
$$;
comment on function public.delete_run(uuid) is
  'Deletes a planned run; its orders can be planned again. YA010: it is out. 42501 without the right runs.plan.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on private.delivery_codes from public, anon, authenticated;
grant all on private.delivery_codes to service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.list_courier_runs(), private.find_delivery_code(uuid), private.is_own_proof(text),
  private.list_orders_to_plan(date, text, jsonb), private.list_runs(date, integer), private.get_run(uuid),
  private.save_run(jsonb, timestamptz), private.send_out_run(uuid, timestamptz), private.take_out_of_run(uuid, uuid),
  private.delete_run(uuid)
  to authenticated, service_role;
revoke execute on function
  public.courier_runs(), public.delivery_code(uuid), public.orders_to_plan(date, text, jsonb),
  public.list_runs(date, integer), public.get_run(uuid), public.save_run(jsonb, timestamptz),
  public.send_out_run(uuid, timestamptz), public.take_out_of_run(uuid, uuid), public.delete_run(uuid)
  from public, anon;
grant execute on function
  public.courier_runs(), public.delivery_code(uuid), public.orders_to_plan(date, text, jsonb),
  public.list_runs(date, integer), public.get_run(uuid), public.save_run(jsonb, timestamptz),
  public.send_out_run(uuid, timestamptz), public.take_out_of_run(uuid, uuid), public.delete_run(uuid)
  to authenticated, service_role;
