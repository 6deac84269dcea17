-- The desk: the queues that the staff works through, who works on which order, what to pick, and what a phone number
-- did before. See docs/decisions/0058-the-desk.md.

create domain public.order_queue as text constraint order_queue_known check (
  value in ('confirm', 'prepare', 'deliver', 'late', 'collect')
);
comment on domain public.order_queue is
  'What the desk works through: orders to confirm by a call, to prepare, to deliver, those that are late, and delivered ones to collect the money of.';

alter table public.orders
  add column next_call_at timestamptz,
  add column due_day date not null
    generated always as (coalesce(delivery_day, (created_at at time zone 'UTC')::date + 1)) stored;
comment on column public.orders.next_call_at is
  'When to call next: set by a call without an answer, and by one that the customer postponed.';
comment on column public.orders.due_day is
  'The last day on which the order is not late: the chosen one, or the day after the order.';

-- The queues are read in their order, a page from where the last one ended. These indexes replace the earlier ones.
drop index public.orders_to_confirm_idx, public.orders_confirmed_idx, public.orders_prepared_idx;
create index orders_to_confirm_idx on public.orders (coalesce(next_call_at, created_at), id)
  where stage = 'to_confirm';
create index orders_open_idx on public.orders (stage, due_day, coalesce(zone_name, ''), created_at, id)
  where stage in ('to_confirm', 'confirmed', 'prepared', 'on_road');
create index orders_prepared_by_zone_idx on public.orders (coalesce(zone_name, ''), due_day, created_at, id)
  where stage = 'prepared';
create index orders_phone_idx on public.orders (private.get_phone_key(customer_phone), created_at desc, id);

-- Calls ------------------------------------------------------------------------------------------------------------

create table private.order_claims (
  order_id uuid primary key references public.orders (id) on delete cascade,
  staff_id uuid not null references public.admin_users (id) on delete cascade,
  until timestamptz not null
);
comment on table private.order_claims is
  'Who of the staff works on which order, so that two people who work through one queue each get another order.';
create index order_claims_staff_id_idx on private.order_claims (staff_id);
alter table private.order_claims enable row level security;
create policy "Nobody reads the claims directly" on private.order_claims for select to authenticated using (false);

create function private.read_time(text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when $1 ~ '^\d{4}-\d\d-\d\dT' then $1::timestamptz end;
exception when data_exception then
  return null;
end
$$;
comment on function private.read_time(text) is 'The time of an ISO text; null for any other text.';

create function private.follow_order_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.order_claims c where c.order_id = new.order_id;
  if new.kind = 'called' and new.data ->> 'outcome' in ('no_answer', 'later') then
    -- To the end of the queue, or to the time that the customer named.
    update public.orders o set next_call_at = greatest(
      now(),
      case when new.data ->> 'outcome' = 'later'
        then least(private.read_time(new.data ->> 'until'), now() + interval '30 days') end
    )
    where o.id = new.order_id;
  end if;
  return null;
end
$$;
comment on function private.follow_order_event() is
  'Whoever recorded an event is done with the order; a call that reached nobody is made again later.';
create trigger order_events_follow after insert on public.order_events
  for each row when (new.kind <> 'note') execute function private.follow_order_event();

-- Queues -----------------------------------------------------------------------------------------------------------

create function private.get_today() returns date
language sql stable set search_path = '' as $$
  select (now() at time zone 'UTC')::date
$$;
comment on function private.get_today() is 'The day in Ouagadougou, whose time zone is UTC.';

create function private.get_queue_stages(queue public.order_queue) returns text[]
language sql immutable set search_path = '' as $$
  select case queue
    when 'confirm' then array['to_confirm'] when 'prepare' then array['confirmed'] when 'deliver' then array['prepared']
    when 'late' then array['to_confirm', 'confirmed', 'prepared', 'on_road'] else array['delivered']
  end
$$;
comment on function private.get_queue_stages(public.order_queue) is 'The stages of the orders of a queue.';

create function private.is_queued(of_order public.orders, queue public.order_queue) returns boolean
language sql stable set search_path = '' as $$
  select of_order.stage = any (private.get_queue_stages(queue)) and case queue
    when 'confirm' then coalesce(of_order.next_call_at, of_order.created_at) <= now()
    when 'late' then of_order.due_day < private.get_today()
    when 'collect' then of_order.status = 'processing'
    else true
  end
$$;
comment on function private.is_queued(public.orders, public.order_queue) is
  'Whether somebody can turn to the order now in this queue.';

create function private.get_queue_right(queue public.order_queue) returns text
language sql immutable set search_path = '' as $$
  select case queue when 'prepare' then 'orders.prepare' when 'confirm' then 'orders.confirm' else 'orders.complete' end
$$;
comment on function private.get_queue_right(public.order_queue) is 'The right that is needed to work through a queue.';

create function private.get_queue_place(of_order public.orders, queue public.order_queue) returns jsonb
language sql immutable set search_path = '' as $$
  select case queue
    when 'confirm' then jsonb_build_array(coalesce(of_order.next_call_at, of_order.created_at), of_order.id)
    when 'collect' then jsonb_build_array(of_order.created_at, of_order.id)
    else jsonb_build_array(of_order.due_day, coalesce(of_order.zone_name, ''), of_order.created_at, of_order.id)
  end
$$;
comment on function private.get_queue_place(public.orders, public.order_queue) is
  'What decides about an order''s place in a queue.';

create function private.list_queued(
  queue public.order_queue, zone text, day date, after jsonb, length integer
)
returns table (order_id uuid, place jsonb)
language plpgsql stable set search_path = '' as $$
declare
  stages constant text[] := private.get_queue_stages(queue);
  zero constant uuid := '00000000-0000-0000-0000-000000000000';
  last_day constant date := case when queue = 'late' then private.get_today() - 1 else coalesce(day, 'infinity') end;
  after_at timestamptz := '-infinity';
  after_day date := coalesce(day, '-infinity');
  after_zone text := '';
  after_id uuid := zero;
begin
  begin
    if queue in ('confirm', 'collect') then
      after_at := coalesce((after ->> 0)::timestamptz, after_at);
      after_id := coalesce((after ->> 1)::uuid, after_id);
    else
      after_day := greatest(coalesce((after ->> 0)::date, after_day), after_day);
      after_zone := coalesce(after ->> 1, after_zone);
      after_at := coalesce((after ->> 2)::timestamptz, after_at);
      after_id := coalesce((after ->> 3)::uuid, after_id);
    end if;
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de la file n''existe pas';
  end;
  -- Each is the order of an index, with the index's own predicate.
  if queue = 'confirm' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'to_confirm' and (coalesce(o.next_call_at, o.created_at), o.id) > (after_at, after_id)
      order by coalesce(o.next_call_at, o.created_at), o.id limit length;
  elsif queue = 'collect' then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'delivered' and o.status = 'processing' and (o.created_at, o.id) > (after_at, after_id)
      order by o.created_at, o.id limit length;
  elsif queue = 'deliver' and zone is not null then
    return query
      select o.id, private.get_queue_place(o, queue)
      from public.orders o
      where o.stage = 'prepared' and coalesce(o.zone_name, '') = zone
        and (o.due_day, o.created_at, o.id) > (after_day, after_at, after_id) and o.due_day <= last_day
      order by o.due_day, o.created_at, o.id limit length;
  else
    return query
      select head.id, head.place
      from unnest(stages) as of_stage
      cross join lateral (
        select o.id, o.due_day, coalesce(o.zone_name, '') as zone, o.created_at,
          private.get_queue_place(o, queue) as place
        from public.orders o
        where o.stage = of_stage and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
          and (o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id) > (after_day, after_zone, after_at, after_id)
          and o.due_day <= last_day
        order by o.due_day, coalesce(o.zone_name, ''), o.created_at, o.id limit length
      ) head
      order by head.due_day, head.zone, head.created_at, head.id limit length;
  end if;
end
$$;
comment on function private.list_queued(public.order_queue, text, date, jsonb, integer) is
  'The orders of a queue in its order, from after a place on: calls by the time of the next one, money by the order, the others by day, zone and order. Only what is to deliver has a zone and a day.';

create function private.count_refusals(phone text) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    select from public.orders o
    where o.stage = 'refused' and private.get_phone_key(o.customer_phone) = private.get_phone_key(phone) limit 100
  ) refused
$$;
comment on function private.count_refusals(text) is 'The orders that this phone number refused at the door, up to 100.';

create function private.needs_call(phone text) returns boolean
language sql stable security definer set search_path = '' as $$
  select s.refusals_before_call > 0 and private.count_refusals(phone) >= s.refusals_before_call
  from public.order_settings s
$$;
comment on function private.needs_call(text) is
  'Whether this number refused so many orders that a call has to confirm the next one before it is prepared.';

create function private.list_queue(queue public.order_queue, zone text, day date, after jsonb)
returns table (
  id uuid, number text, stage public.order_stage, customer_name text, customer_phone text, town text, zone_name text,
  pickup_point_name text, delivery_day date, delivery_half public.half_day, due_day date, created_at timestamptz,
  next_call_at timestamptz, items_count integer, total_amount integer, outstanding_amount integer, calls integer,
  refusals integer, needs_call boolean, claimed_by text, place jsonb
)
language plpgsql stable security definer rows 25 set search_path = '' as $$
begin
  perform private.require_right('orders.read');
  return query
    select o.id, o.number, o.stage, o.customer_name, o.customer_phone,
      concat_ws(', ', nullif(o.shipping_address ->> 'quarter', ''), nullif(o.shipping_address ->> 'city', '')),
      o.zone_name, o.pickup_point_name, o.delivery_day, o.delivery_half, o.due_day, o.created_at, o.next_call_at,
      o.items_count, o.total_amount, private.get_due_amount(o) - o.paid_amount,
      (select count(*)::integer from public.order_events e where e.order_id = o.id and e.kind = 'called'),
      f.refusals,
      o.stage = 'to_confirm'
        and (select s.refusals_before_call between 1 and f.refusals from public.order_settings s),
      (
        select a.name::text from private.order_claims c join public.admin_users a on a.id = c.staff_id
        where c.order_id = o.id and c.until > now()
      ),
      q.place
    from private.list_queued(queue, zone, day, after, 25) with ordinality as q (order_id, place, position)
    join public.orders o on o.id = q.order_id
    cross join lateral (select private.count_refusals(o.customer_phone) as refusals) f
    order by q.position;
end
$$;
create function public.list_queue(
  queue public.order_queue, zone text default null, day date default null, after jsonb default null
)
returns table (
  id uuid, number text, stage public.order_stage, customer_name text, customer_phone text, town text, zone_name text,
  pickup_point_name text, delivery_day date, delivery_half public.half_day, due_day date, created_at timestamptz,
  next_call_at timestamptz, items_count integer, total_amount integer, outstanding_amount integer, calls integer,
  refusals integer, needs_call boolean, claimed_by text, place jsonb
)
language sql stable rows 25 set search_path = '' as $$
  select * from private.list_queue(queue, zone, day, after)
$$;
comment on function public.list_queue(public.order_queue, text, date, jsonb) is
  'A page of 25 orders of a queue, after the place of the last order of the page before. What is to deliver can be asked for one zone by its name (empty for none) and one day. 42501 without the right orders.read.';

create function private.desk_counts()
returns table (confirm integer, prepare integer, deliver integer, late integer, collect integer)
language sql stable security definer rows 1 set search_path = '' as $$
  -- Up to 1,000 each, which is shown as «999+»: no index is read further.
  select
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'to_confirm' and coalesce(o.next_call_at, o.created_at) <= now() limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o
      where o.stage = 'confirmed' and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road') limit 1000
    ) queued),
    (select count(*)::integer from (select from public.orders o where o.stage = 'prepared' limit 1000) queued),
    (select count(*)::integer from (
      select from unnest(private.get_queue_stages('late')) as of_stage
      cross join lateral (
        select from public.orders o
        where o.stage = of_stage and o.stage in ('to_confirm', 'confirmed', 'prepared', 'on_road')
          and o.due_day < private.get_today()
        limit 1000
      ) found
      limit 1000
    ) queued),
    (select count(*)::integer from (
      select from public.orders o where o.stage = 'delivered' and o.status = 'processing' limit 1000
    ) queued)
  where (select private.has_right('orders.read'))
$$;
create function public.desk_counts()
returns table (confirm integer, prepare integer, deliver integer, late integer, collect integer)
language sql stable rows 1 set search_path = '' as $$
  select * from private.desk_counts()
$$;
comment on function public.desk_counts() is
  'How many orders wait in each queue, up to 1,000; one row for staff with the right orders.read, none for others. Calls that are postponed do not count yet.';

-- Claims -----------------------------------------------------------------------------------------------------------

create function private.claim_next_order(queue public.order_queue, after jsonb)
returns table (order_id uuid, place jsonb, until timestamptz)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  ends_at constant timestamptz := now() + interval '10 minutes';
  candidate record;
  is_end boolean;
begin
  perform private.require_right(private.get_queue_right(queue));
  if auth.uid() is null then
    return;
  end if;
  if after is null then
    -- Whoever comes back finds the order that they left.
    update private.order_claims c set until = ends_at
    from public.orders o
    where c.staff_id = auth.uid() and c.until > now() and o.id = c.order_id and private.is_queued(o, queue)
    returning c.order_id, private.get_queue_place(o, queue) into order_id, place;
    if order_id is not null then
      until := ends_at;
      return next;
      return;
    end if;
  end if;
  loop
    is_end := true;
    for candidate in select q.order_id, q.place from private.list_queued(queue, null, null, after, 50) q loop
      is_end := false;
      after := candidate.place;
      -- Whether it is still free is asked again under its lock: what another one took meanwhile is passed over.
      perform from public.orders o
      where o.id = candidate.order_id and private.is_queued(o, queue)
      for no key update skip locked;
      continue when not found;
      insert into private.order_claims as c (order_id, staff_id, until)
      values (candidate.order_id, auth.uid(), ends_at)
      on conflict on constraint order_claims_pkey do update set staff_id = excluded.staff_id, until = excluded.until
      where c.until <= now() or c.staff_id = excluded.staff_id;
      continue when not found;
      -- Nobody works on two orders.
      delete from private.order_claims c
      where c.staff_id = auth.uid() and c.until > now() and c.order_id <> candidate.order_id;
      order_id := candidate.order_id;
      place := candidate.place;
      until := ends_at;
      return next;
      return;
    end loop;
    exit when is_end;
  end loop;
end
$$;
create function public.claim_next_order(queue public.order_queue, after jsonb default null)
returns table (order_id uuid, place jsonb, until timestamptz)
language sql rows 1 set search_path = '' as $$
  select * from private.claim_next_order(queue, after)
$$;
comment on function public.claim_next_order(public.order_queue, jsonb) is
  'Gives the caller the next order of a queue that nobody else works on, for ten minutes or until an event is recorded; no row at the end of the queue. Without a place it is the order that the caller has already, if any. 42501 without the right of the queue.';

create function private.release_order(of_order uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.order_claims c where c.order_id = of_order and c.staff_id = auth.uid()
$$;
create function public.release_order(of_order uuid) returns void
language sql set search_path = '' as $$
  select private.release_order(of_order)
$$;
comment on function public.release_order(uuid) is 'Gives back an order that the caller works on.';

-- Picking ----------------------------------------------------------------------------------------------------------

create function private.pick_list(order_ids uuid[])
returns table (
  product_id uuid, name text, reference text, shelf text, image text, quantity integer, orders jsonb
)
language plpgsql stable security definer rows 100 set search_path = '' as $$
begin
  perform private.require_right('orders.prepare');
  if cardinality(order_ids) > 50 then
    raise exception using errcode = 'YA010', message = 'Une liste de préparation réunit au plus 50 commandes';
  end if;
  return query
    select n.product_id, coalesce(max(p.name)::text, max(n.name)) as product_name, max(p.reference), max(p.shelf)::text,
      coalesce(max(p.image)::text, max(n.image)), sum(n.pieces)::integer,
      jsonb_agg(
        jsonb_build_object('id', n.order_id, 'number', n.number, 'quantity', n.pieces)
        order by n.due_day, n.created_at, n.order_id
      )
    from (
      -- A product that was deleted is known by its name.
      select o.id as order_id, o.number, o.due_day, o.created_at, i.product_id,
        case when i.product_id is null then i.name end as deleted_name, max(i.name) as name, max(i.image) as image,
        sum(i.quantity - i.returned_quantity)::integer as pieces
      from public.orders o join public.order_items i on i.order_id = o.id
      where o.id = any (order_ids) and o.stage in ('to_confirm', 'confirmed')
      group by o.id, i.product_id, deleted_name
    ) n
    left join public.products p on p.id = n.product_id
    group by n.product_id, n.deleted_name
    order by max(p.shelf)::text, product_name, n.product_id;
end
$$;
create function public.pick_list(order_ids uuid[])
returns table (
  product_id uuid, name text, reference text, shelf text, image text, quantity integer, orders jsonb
)
language sql stable rows 100 set search_path = '' as $$
  select * from private.pick_list(order_ids)
$$;
comment on function public.pick_list(uuid[]) is
  'What to take from the shelves for up to 50 orders that are not prepared yet: each product once, in the order of the shelves, with the orders that need it ([{id, number, quantity}]). 42501 without the right orders.prepare.';

-- Phone numbers ----------------------------------------------------------------------------------------------------

create function private.phone_figures(phone text)
returns table (orders integer, refusals integer, needs_call boolean)
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  perform private.require_right('orders.read');
  return query
    select count(*)::integer, private.count_refusals(phone), private.needs_call(phone)
    from (
      select from public.orders o
      where private.get_phone_key(o.customer_phone) = private.get_phone_key(phone) limit 1000
    ) found;
end
$$;
create function public.phone_figures(phone text)
returns table (orders integer, refusals integer, needs_call boolean)
language sql stable rows 1 set search_path = '' as $$
  select * from private.phone_figures(phone)
$$;
comment on function public.phone_figures(text) is
  'Of a phone number, however it is written: its orders, up to 1,000, those that it refused at the door, up to 100, and whether a call has to confirm its next one. 42501 without the right orders.read.';

create function private.phone_history(phone text, after jsonb)
returns table (
  id uuid, number text, created_at timestamptz, stage public.order_stage, status public.order_status,
  total_amount integer, customer_name text, reason text, shipping_address jsonb, place jsonb
)
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  before_at timestamptz;
  after_id uuid;
begin
  perform private.require_right('orders.read');
  begin
    before_at := coalesce((after ->> 0)::timestamptz, 'infinity');
    after_id := coalesce((after ->> 1)::uuid, '00000000-0000-0000-0000-000000000000');
  exception when data_exception then
    raise exception using errcode = 'YA010', message = 'Cette suite de l''historique n''existe pas';
  end;
  return query
    select o.id, o.number, o.created_at, o.stage, o.status, o.total_amount, o.customer_name,
      o.cancellation_reason, o.shipping_address, jsonb_build_array(o.created_at, o.id)
    from public.orders o
    where private.get_phone_key(o.customer_phone) = private.get_phone_key(phone)
      and o.created_at <= before_at and (o.created_at < before_at or o.id > after_id)
    order by o.created_at desc, o.id limit 20;
end
$$;
create function public.phone_history(phone text, after jsonb default null)
returns table (
  id uuid, number text, created_at timestamptz, stage public.order_stage, status public.order_status,
  total_amount integer, customer_name text, reason text, shipping_address jsonb, place jsonb
)
language sql stable rows 20 set search_path = '' as $$
  select * from private.phone_history(phone, after)
$$;
comment on function public.phone_history(text, jsonb) is
  'A page of 20 orders of a phone number, the newest first, after the place of the last order of the page before; with the reasons of refusals and cancellations, and the addresses. 42501 without the right orders.read.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on private.order_claims from anon, authenticated;
revoke execute on all functions in schema private from public;
grant execute on function
  private.list_queue(public.order_queue, text, date, jsonb), private.desk_counts(),
  private.claim_next_order(public.order_queue, jsonb), private.release_order(uuid), private.pick_list(uuid[]),
  private.phone_figures(text), private.phone_history(text, jsonb)
  to authenticated, service_role;
revoke execute on function
  public.list_queue(public.order_queue, text, date, jsonb), public.desk_counts(),
  public.claim_next_order(public.order_queue, jsonb), public.release_order(uuid), public.pick_list(uuid[]),
  public.phone_figures(text), public.phone_history(text, jsonb)
  from public, anon;
grant execute on function
  public.list_queue(public.order_queue, text, date, jsonb), public.desk_counts(),
  public.claim_next_order(public.order_queue, jsonb), public.release_order(uuid), public.pick_list(uuid[]),
  public.phone_figures(text), public.phone_history(text, jsonb)
  to authenticated, service_role;
