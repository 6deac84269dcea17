-- What comes back: refused goods are counted in, customers and staff open returns, and money is given back.
-- See docs/decisions/0060-cash-carriers-and-returns.md.

alter table public.order_settings
  add column return_days integer not null default 10
    constraint order_settings_return_days_check check (return_days between 0 and 365);
comment on column public.order_settings.return_days is
  'For so many days after the delivery a customer can ask for a return on the order''s page; 0 for never. Ten days are at least the seven working days of the terms.';
grant update (return_days) on public.order_settings to authenticated;

create table public.order_returns (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  state text not null
    constraint order_returns_state_check check (state in ('requested', 'accepted', 'refused', 'received')),
  reason text not null constraint order_returns_reason_check check (char_length(btrim(reason)) between 1 and 1000),
  opened_by uuid,
  photo_path text constraint order_returns_photo_path_check check (char_length(photo_path) between 1 and 200),
  refusal_reason text
    constraint order_returns_refusal_reason_check check (char_length(btrim(refusal_reason)) between 1 and 500),
  credit_amount integer not null default 0
    constraint order_returns_credit_amount_check check (credit_amount >= 0),
  shipping_credit_amount integer not null default 0
    constraint order_returns_shipping_credit_amount_check check (shipping_credit_amount between 0 and credit_amount),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  constraint order_returns_refused_check check ((state = 'refused') = (refusal_reason is not null)),
  constraint order_returns_received_check check ((state = 'received') = (received_at is not null))
);
comment on table public.order_returns is
  'Returns of delivered orders, by the customer''s own request or by the staff. Who did what is in the order''s events.';
comment on column public.order_returns.opened_by is 'The account; the photo is in the folder of its name.';
comment on column public.order_returns.photo_path is 'The object''s name in the bucket return-photos, set when it is uploaded.';
comment on column public.order_returns.credit_amount is 'What the received pieces are worth, and the fee of the delivery where it is given back, in francs.';
comment on column public.order_returns.shipping_credit_amount is 'The fee of the delivery in it: for goods that were at fault.';
create index order_returns_order_id_idx on public.order_returns (order_id, created_at, id);
create index order_returns_created_at_idx on public.order_returns (created_at desc, id);
create index order_returns_state_idx on public.order_returns (state, created_at desc, id);

create table public.order_return_lines (
  return_id uuid not null references public.order_returns (id) on delete cascade,
  order_id uuid not null,
  position integer not null,
  quantity integer not null constraint order_return_lines_quantity_check check (quantity >= 1),
  received_quantity integer not null default 0,
  primary key (return_id, position),
  constraint order_return_lines_received_quantity_check check (received_quantity between 0 and quantity),
  foreign key (order_id, position) references public.order_items (order_id, position) on delete cascade
);
comment on table public.order_return_lines is 'The pieces of a return: those that were asked for, and those that came back.';
create index order_return_lines_order_id_idx on public.order_return_lines (order_id, position);

create table public.counted_in_pieces (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  position integer not null,
  quantity integer not null constraint counted_in_pieces_quantity_check check (quantity >= 1),
  destination text not null
    constraint counted_in_pieces_destination_check check (destination in ('stock', 'repair', 'loss')),
  event_id uuid not null references public.order_events (id) on delete cascade,
  at timestamptz not null default now(),
  foreign key (order_id, position) references public.order_items (order_id, position) on delete cascade
);
comment on table public.counted_in_pieces is
  'The pieces that came back into the shop, and where they went. It is only added to; who counted is in the event.';
create index counted_in_pieces_order_id_idx on public.counted_in_pieces (order_id, position);
create index counted_in_pieces_event_id_idx on public.counted_in_pieces (event_id);
create trigger counted_in_pieces_reject_change before update or delete on public.counted_in_pieces
  for each row when (pg_trigger_depth() = 0) execute function private.reject_audit_log_change();

create index orders_to_refund_idx on public.orders (created_at desc, id)
  where paid_amount > case when status = 'cancelled' then 0 else total_amount - credited_amount end;

insert into public.limits (name, audience, scope, label, maximum, period_seconds) values
  ('order_returns', 'everyone', 'account', 'Retours demandés par un client', 10, 86400)
on conflict do nothing;

-- Counting in ------------------------------------------------------------------------------------------------------

create function private.read_pieces(lines jsonb)
returns table ("position" integer, quantity integer, destination text)
language sql immutable rows 5 set search_path = '' as $$
  select
    case when l ->> 'position' ~ '^[0-9]{1,4}$' then (l ->> 'position')::integer end,
    case when l ->> 'quantity' ~ '^[0-9]{1,6}$' then (l ->> 'quantity')::integer end,
    l ->> 'destination'
  from jsonb_array_elements(case when jsonb_typeof(lines) = 'array' then lines else '[]' end) l
$$;
comment on function private.read_pieces(jsonb) is
  'The lines of a request ([{position, quantity, destination}]); null for what is no whole number.';

create function private.list_pieces(lines jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_agg(to_jsonb(l)) from private.read_pieces(lines) l
$$;
comment on function private.list_pieces(jsonb) is 'The lines of a request as the history keeps them, without whatever else was sent.';

create function private.count_in_pieces(of_order uuid, event uuid, lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p
  where p.id in (
    select i.product_id from private.read_pieces(lines) l
    join public.order_items i on i.order_id = of_order and i.position = l.position
    where l.destination = 'stock'
  )
  order by p.id for no key update;
  update public.products p set stock = p.stock + s.quantity
  from (
    select i.product_id, sum(l.quantity)::integer as quantity
    from private.read_pieces(lines) l
    join public.order_items i on i.order_id = of_order and i.position = l.position
    where l.destination = 'stock'
    group by i.product_id
  ) s
  where p.id = s.product_id;
  update public.order_items i set counted_in_quantity = i.counted_in_quantity + s.quantity
  from (
    select l.position, sum(l.quantity)::integer as quantity from private.read_pieces(lines) l group by l.position
  ) s
  where i.order_id = of_order and i.position = s.position;
  insert into public.counted_in_pieces (order_id, position, quantity, destination, event_id)
  select of_order, l.position, l.quantity, l.destination, event from private.read_pieces(lines) l;
end
$$;
comment on function private.count_in_pieces(uuid, uuid, jsonb) is
  'Counts pieces of an order in, which the caller has locked and checked.';

create function private.find_pieces_problem(of_order uuid, lines jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when count(*) not between 1 and 150 or bool_or(i.order_id is null or l.quantity is null or l.quantity < 1)
      or bool_or(l.destination in ('stock', 'repair', 'loss') is not true)
      then 'Les articles comptés sont invalides'
    when bool_or(l.destination = 'stock' and i.product_id is null)
      then 'Un produit supprimé ne retourne pas en stock'
  end
  from private.read_pieces(lines) l
  left join public.order_items i on i.order_id = of_order and i.position = l.position
$$;
comment on function private.find_pieces_problem(uuid, jsonb) is
  'Why these pieces cannot be counted in, apart from how many they are; null when they can.';

create function private.count_in_return(of_order uuid, event_id uuid, lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.order_events;
  problem text;
begin
  perform private.require_right('returns.receive');
  perform from public.orders o where o.id = of_order for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  select * into known from public.order_events e where e.id = event_id;
  if known.id is not null and (known.order_id, known.kind::text) = (of_order, 'returned') then
    -- Sent twice.
    return;
  end if;
  problem := private.find_pieces_problem(of_order, lines);
  if problem is null and exists (
    select from private.read_pieces(lines) l
    join public.order_items i on i.order_id = of_order and i.position = l.position
    group by i.position, i.returned_quantity, i.counted_in_quantity
    having sum(l.quantity) > i.returned_quantity - i.counted_in_quantity
  ) then
    problem := 'Plus de pièces sont comptées que revenues';
  end if;
  if problem is not null or event_id is null or known.id is not null then
    raise exception using errcode = 'YA010', message = coalesce(problem, 'Cet événement est invalide');
  end if;
  perform private.write_event(of_order, event_id, 'returned', jsonb_build_object('lines', private.list_pieces(lines)));
  perform private.count_in_pieces(of_order, event_id, lines);
end
$$;
create function private.write_event(of_order uuid, event_id uuid, kind text, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.order_events (id, order_id, kind, at, actor_id, actor_name, data)
  values (
    event_id, of_order, kind, now(), auth.uid(), (select a.name from public.admin_users a where a.id = auth.uid()), data
  )
$$;
comment on function private.write_event(uuid, uuid, text, jsonb) is
  'Writes what a function did into the history of an order.';
create function public.count_in_return(of_order uuid, event_id uuid, lines jsonb) returns void
language sql set search_path = '' as $$
  select private.count_in_return(of_order, event_id, lines)
$$;
comment on function public.count_in_return(uuid, uuid, jsonb) is
  'Counts in what came back with the courier: [{position, quantity, destination}], to stock, repair or loss; whoever counts makes the id of the event, so that sending twice is once. YA010 with the reason; 42501 without the right returns.receive.';

create function private.list_pieces_to_count_in()
returns table (
  order_id uuid, number text, customer_name text, stage text, held_by text, line_position integer, name text,
  image text, is_stocked boolean, missing integer
)
language sql stable security definer rows 50 set search_path = '' as $$
  -- The planner takes a comparison of two columns for a third of the lines: so it is told how many there are at most.
  with missing as materialized (
    select i.* from public.order_items i where i.counted_in_quantity < i.returned_quantity limit 2000
  )
  select o.id, o.number, o.customer_name, o.stage::text,
    (
      select r.courier_name from public.run_stops s join public.runs r on r.id = s.run_id
      where s.order_id = o.id order by r.day desc, r.id limit 1
    ),
    i.position, i.name, i.image, i.product_id is not null, i.returned_quantity - i.counted_in_quantity
  from missing i join public.orders o on o.id = i.order_id
  where (select private.has_right('orders.read'))
  order by o.updated_at, o.id, i.position
$$;
create function public.pieces_to_count_in()
returns table (
  order_id uuid, number text, customer_name text, stage text, held_by text, line_position integer, name text,
  image text, is_stocked boolean, missing integer
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_pieces_to_count_in()
$$;
comment on function public.pieces_to_count_in() is
  'The pieces that were refused and have not been counted in, by order, those that wait longest first. No rows without the right orders.read.';

-- Returns ----------------------------------------------------------------------------------------------------------

create function private.get_return_deadline(of_order public.orders) returns date
language sql stable security definer set search_path = '' as $$
  select (coalesce(
    (
      select max(e.at) from public.order_events e
      where e.order_id = of_order.id and e.kind in ('delivered', 'partly_delivered') and e.conflict is null
    ),
    of_order.completed_at
  ) at time zone 'UTC')::date + s.return_days
  from public.order_settings s where of_order.stage = 'delivered' and s.return_days > 0
$$;
comment on function private.get_return_deadline(public.orders) is
  'The last day on which the customer can ask for a return; null when they cannot.';

create function private.list_returnable_lines(of_order uuid)
returns table (line_position integer, name text, image text, quantity integer, returnable integer)
language sql stable security definer rows 5 set search_path = '' as $$
  select i.position, i.name, i.image, i.quantity,
    i.quantity - i.returned_quantity - coalesce((
      select sum(l.quantity)::integer
      from public.order_return_lines l join public.order_returns r on r.id = l.return_id
      where l.order_id = i.order_id and l.position = i.position and r.state in ('requested', 'accepted')
    ), 0)
  from public.orders o join public.order_items i on i.order_id = o.id
  where o.id = of_order and o.stage = 'delivered' and (
    private.has_right('returns.open')
    or o.user_id = auth.uid() and not private.lacks_second_factor()
      and private.get_return_deadline(o) >= (now() at time zone 'UTC')::date
  )
  order by i.position
$$;
create function public.returnable_lines(of_order uuid)
returns table (line_position integer, name text, image text, quantity integer, returnable integer)
language sql stable rows 5 set search_path = '' as $$
  select * from private.list_returnable_lines(of_order)
$$;
comment on function public.returnable_lines(uuid) is
  'The lines of a delivered order with the pieces that can still be returned; no rows once the days of the settings are over, which do not bind the staff.';

create function private.open_return(request jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := auth.uid();
  is_staff constant boolean := private.has_right('returns.open');
  reason constant text := nullif(btrim(request ->> 'reason'), '');
  lines constant jsonb := request -> 'lines';
  target public.orders;
  sent record;
begin
  if (request ->> 'id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or (request ->> 'order_id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce retour est invalide';
  end if;
  select * into target from public.orders o where o.id = (request ->> 'order_id')::uuid for no key update;
  if target.id is null
    or not (is_staff or target.user_id is not distinct from account and account is not null and not private.lacks_second_factor())
  then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe pas';
  elsif exists (
    select from public.order_returns r
    where r.id = (request ->> 'id')::uuid and r.order_id = target.id and r.opened_by is not distinct from account
  ) then
    -- Sent twice.
    return (request ->> 'id')::uuid;
  elsif target.stage <> 'delivered' then
    raise exception using errcode = 'YA010', message = 'Seule une commande livrée se retourne';
  elsif not is_staff and (private.get_return_deadline(target) >= (now() at time zone 'UTC')::date) is not true then
    raise exception using errcode = 'YA010', message = 'Le délai de retour est passé : appelez-nous';
  elsif char_length(reason) between 1 and 1000 is not true then
    raise exception using errcode = 'YA010', message = 'Le motif est requis, en 1 000 caractères au plus';
  end if;
  select count(*) as lines, count(distinct l.position) as positions,
    bool_or(l.quantity is null or l.quantity < 1 or r.line_position is null) as is_invalid,
    bool_or(l.quantity > r.returnable) as exceeds
  into sent
  from private.read_pieces(lines) l
  left join private.list_returnable_lines(target.id) r on r.line_position = l.position;
  if sent.lines = 0 or sent.positions < sent.lines or sent.is_invalid then
    raise exception using errcode = 'YA010', message = 'Choisissez les articles à retourner';
  elsif sent.exceeds then
    raise exception using errcode = 'YA010', message = 'Plus de pièces sont retournées que livrées';
  end if;
  if not is_staff then
    perform private.take_limit('order_returns', 'everyone', 'account', account::text);
  end if;
  insert into public.order_returns (id, order_id, state, reason, opened_by, decided_at)
  values (
    (request ->> 'id')::uuid, target.id, case when is_staff then 'accepted' else 'requested' end, reason, account,
    case when is_staff then now() end
  )
  on conflict (id) do nothing;
  if not found then
    raise exception using errcode = 'YA010', message = 'Ce retour a déjà été envoyé avec un autre contenu';
  end if;
  insert into public.order_return_lines (return_id, order_id, position, quantity)
  select (request ->> 'id')::uuid, target.id, l.position, l.quantity from private.read_pieces(lines) l;
  perform private.write_event(target.id, gen_random_uuid(), 'note', jsonb_build_object(
    'text', left(case when is_staff then 'Retour ouvert : ' else 'Le client demande un retour : ' end || reason, 2000)
  ));
  return (request ->> 'id')::uuid;
end
$$;
create function public.open_return(request jsonb) returns uuid
language sql set search_path = '' as $$
  select private.open_return(request)
$$;
comment on function public.open_return(jsonb) is
  'Opens a return of a delivered order: {id, order_id, reason, lines: [{position, quantity}]}; whoever opens it makes the id, so that sending twice is once. A customer asks for it within the days of the settings; that of the staff is accepted. YA010 with the reason; PT404: not an order of the caller.';

create function private.decide_return(return_id uuid, is_accepted boolean, refusal_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant text := nullif(btrim(decide_return.refusal_reason), '');
  target public.order_returns;
begin
  perform private.require_right('returns.open');
  select * into target from public.order_returns r where r.id = return_id for no key update;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Ce retour n''existe pas';
  elsif target.state = (case when is_accepted then 'accepted' else 'refused' end) then
    return;
  elsif target.state not in ('requested', 'accepted') then
    raise exception using errcode = 'YA010', message = 'Ce retour est déjà terminé';
  elsif is_accepted is null or not is_accepted and char_length(refusal) between 1 and 500 is not true then
    raise exception using errcode = 'YA010', message = 'Le motif du refus est requis, en 500 caractères au plus';
  end if;
  update public.order_returns r set
    state = case when is_accepted then 'accepted' else 'refused' end, decided_at = now(),
    refusal_reason = case when not is_accepted then refusal end
  where r.id = return_id;
  perform private.write_event(target.order_id, gen_random_uuid(), 'note', jsonb_build_object(
    'text', case when is_accepted then 'Retour accepté' else 'Retour refusé : ' || refusal end
  ));
end
$$;
create function public.decide_return(return_id uuid, is_accepted boolean, refusal_reason text default null) returns void
language sql set search_path = '' as $$
  select private.decide_return(return_id, is_accepted, refusal_reason)
$$;
comment on function public.decide_return(uuid, boolean, text) is
  'Accepts a return, or refuses it with a reason that the customer reads. YA010 with the reason; 42501 without the right returns.open.';

create function private.receive_return(return_id uuid, lines jsonb, with_shipping boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.orders;
  receiving public.order_returns;
  event_id constant uuid := gen_random_uuid();
  problem text;
  credit integer;
  shipping integer := 0;
begin
  perform private.require_right('returns.receive');
  -- The order first, as everywhere.
  select o.* into target from public.order_returns r join public.orders o on o.id = r.order_id
  where r.id = return_id for no key update of o;
  select * into receiving from public.order_returns r where r.id = return_id for no key update;
  if receiving.id is null then
    raise sqlstate 'PT404' using message = 'Ce retour n''existe pas';
  elsif receiving.state = 'received' then
    raise exception using errcode = 'YA010', message = 'Ce retour est déjà reçu';
  elsif receiving.state <> 'accepted' then
    raise exception using errcode = 'YA010', message = 'Ce retour n''est pas accepté';
  end if;
  problem := private.find_pieces_problem(target.id, lines);
  if problem is null and exists (
    select from private.read_pieces(lines) l
    left join public.order_return_lines r on r.return_id = receive_return.return_id and r.position = l.position
    group by l.position, r.quantity
    having sum(l.quantity) > coalesce(r.quantity, 0)
  ) then
    problem := 'Plus de pièces sont comptées que demandées';
  end if;
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  select sum(private.get_line_credit(i, l.quantity))::integer into credit
  from (
    select p.position, sum(p.quantity)::integer as quantity from private.read_pieces(lines) p group by p.position
  ) l
  join public.order_items i on i.order_id = target.id and i.position = l.position;
  if with_shipping then
    -- Once an order, in however many returns it comes back.
    shipping := target.shipping_amount - (
      select sum(r.shipping_credit_amount) from public.order_returns r where r.order_id = target.id
    );
    credit := credit + shipping;
  end if;
  update public.order_return_lines r set received_quantity = l.quantity
  from (
    select p.position, sum(p.quantity)::integer as quantity from private.read_pieces(lines) p group by p.position
  ) l
  where r.return_id = receive_return.return_id and r.position = l.position;
  update public.order_items i set returned_quantity = i.returned_quantity + l.quantity
  from (
    select p.position, sum(p.quantity)::integer as quantity from private.read_pieces(lines) p group by p.position
  ) l
  where i.order_id = target.id and i.position = l.position;
  update public.order_returns r set
    state = 'received', received_at = now(), credit_amount = credit, shipping_credit_amount = shipping
  where r.id = return_id;
  perform private.write_event(
    target.id, event_id, 'returned', jsonb_build_object('return_id', return_id, 'lines', private.list_pieces(lines))
  );
  perform private.count_in_pieces(target.id, event_id, lines);
  -- What was not paid yet may not be due any more.
  perform set_config('yaare.recording_event', target.id::text, true);
  update public.orders o set
    credited_amount = o.credited_amount + credit,
    status = case
      when o.stage = 'delivered' and o.paid_amount >= o.total_amount - o.credited_amount - credit then 'completed'
      else o.status
    end
  where o.id = target.id;
  perform set_config('yaare.recording_event', '', true);
end
$$;
create function public.receive_return(return_id uuid, lines jsonb, with_shipping boolean default false) returns void
language sql set search_path = '' as $$
  select private.receive_return(return_id, lines, with_shipping)
$$;
comment on function public.receive_return(uuid, jsonb, boolean) is
  'Counts in what came back of an accepted return ([{position, quantity, destination}], all of it or less), and credits the fee of the delivery where the goods were at fault: stock, the value of the order and its history follow. YA010 with the reason; 42501 without the right returns.receive.';

-- Giving money back --------------------------------------------------------------------------------------------------

create function private.list_orders_to_refund()
returns table (
  id uuid, number text, customer_name text, customer_phone text, status text, created_at timestamptz,
  paid_amount integer, refundable integer
)
language sql stable security definer rows 50 set search_path = '' as $$
  select o.id, o.number, o.customer_name, o.customer_phone, o.status::text, o.created_at, o.paid_amount,
    o.paid_amount - private.get_due_amount(o)
  from public.orders o
  where o.paid_amount > case when o.status = 'cancelled' then 0 else o.total_amount - o.credited_amount end
    and (select private.has_right('cash.read'))
  order by o.created_at desc, o.id
$$;
create function public.orders_to_refund()
returns table (
  id uuid, number text, customer_name text, customer_phone text, status text, created_at timestamptz,
  paid_amount integer, refundable integer
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_orders_to_refund()
$$;
comment on function public.orders_to_refund() is
  'The orders that paid more than they owe: cancelled ones, returns, and what was collected too much; the newest first. No rows without the right cash.read.';

create function private.refund_order(refund jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  amount constant integer := private.read_amount(refund, 'amount');
  method constant text := refund ->> 'method';
  reference constant text := nullif(btrim(refund ->> 'reference'), '');
  target public.orders;
  other public.orders;
  known public.cash_movements;
  refundable integer;
  actor_name constant text := (select a.name from public.admin_users a where a.id = auth.uid());
begin
  perform private.require_right('returns.refund');
  if (refund ->> 'id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or (refund ->> 'order_id') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' is not true
    or method in ('cash', 'mobile_money', 'order') is not true
  then
    raise exception using errcode = 'YA010', message = 'Ce remboursement est invalide';
  elsif amount > 0 is not true then
    raise exception using errcode = 'YA010', message = 'Le montant est un nombre entier de francs';
  elsif method = 'mobile_money' and char_length(reference) between 1 and 100 is not true then
    raise exception using errcode = 'YA010', message = 'La référence du paiement mobile est requise';
  end if;
  perform from public.orders o
  where o.id = (refund ->> 'order_id')::uuid or method = 'order' and o.number = upper(btrim(refund ->> 'to_number'))
  order by o.id for no key update;
  select * into target from public.orders o where o.id = (refund ->> 'order_id')::uuid;
  if target.id is null then
    raise sqlstate 'PT404' using message = 'Cette commande n''existe plus';
  end if;
  refundable := target.paid_amount - private.get_due_amount(target);
  select * into known from public.cash_movements m where m.id = (refund ->> 'id')::uuid;
  if known.id is not null then
    if (known.order_id, known.amount, known.to_account::text) is distinct from (target.id, amount, 'order') then
      raise exception using errcode = 'YA010', message = 'Ce remboursement a déjà été enregistré avec un autre contenu';
    end if;
    return refundable;
  elsif amount > refundable then
    raise exception using errcode = 'YA010', message = format(
      'Le montant dépasse ce qui est à rembourser : %s XOF', private.format_thousands(greatest(refundable, 0))
    );
  end if;
  if method = 'order' then
    select * into other from public.orders o where o.number = upper(btrim(refund ->> 'to_number'));
    if other.id is null or other.id = target.id then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande n''existe pas';
    elsif (
      other.user_id = target.user_id
      or private.get_phone_key(other.customer_phone) = private.get_phone_key(target.customer_phone)
    ) is not true then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande est d''un autre client';
    elsif other.stage not in ('to_confirm', 'confirmed', 'prepared') then
      raise exception using errcode = 'YA010', message = 'La nouvelle commande est déjà en route ou terminée';
    elsif amount > private.get_due_amount(other) - other.paid_amount then
      raise exception using errcode = 'YA010', message = format(
        'La nouvelle commande ne coûte plus que %s XOF',
        private.format_thousands(greatest(private.get_due_amount(other) - other.paid_amount, 0))
      );
    end if;
    insert into public.cash_movements (from_account, to_account, amount, order_id, reference, actor_id, actor_name)
    values ('order', 'credit', amount, other.id, target.number, auth.uid(), actor_name);
    perform private.write_event(other.id, gen_random_uuid(), 'note', jsonb_build_object('text', format(
      'Avoir de la commande %s : %s XOF', target.number, private.format_thousands(amount)
    )));
  end if;
  insert into public.cash_movements (id, from_account, to_account, amount, order_id, reference, actor_id, actor_name)
  values (
    (refund ->> 'id')::uuid, case method when 'cash' then 'drawer' when 'order' then 'credit' else method end, 'order',
    amount, target.id, coalesce(other.number, left(reference, 100)), auth.uid(), actor_name
  );
  perform private.write_event(target.id, gen_random_uuid(), 'note', jsonb_build_object('text', format(
    'Remboursé %s XOF %s', private.format_thousands(amount),
    case method
      when 'cash' then 'en espèces' when 'order' then 'en avoir sur la commande ' || other.number
      else 'par paiement mobile, ' || reference
    end
  )));
  return refundable - amount;
end
$$;
create function public.refund_order(refund jsonb) returns integer
language sql set search_path = '' as $$
  select private.refund_order(refund)
$$;
comment on function public.refund_order(jsonb) is
  'Gives back what an order paid more than it owes: {id, order_id, amount, method, reference, to_number}; whoever refunds makes the id, so that sending twice is once. In cash, by mobile_money with its reference, or against another order of the same customer that is not on the road yet. Returns what remains to be given back. YA010 with the reason; 42501 without the right returns.refund.';

-- Photos -----------------------------------------------------------------------------------------------------------

-- One photo a return, which its opener uploads after it was opened: so there are no more photos than returns.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('return-photos', 'return-photos', false, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']);

create function private.attach_return_photo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.order_returns r set photo_path = new.name
  where r.id = split_part(split_part(new.name, '/', 2), '.', 1)::uuid
    and r.opened_by = split_part(new.name, '/', 1)::uuid
    and r.photo_path is null and r.state in ('requested', 'accepted');
  if not found then
    raise insufficient_privilege using message = 'Ce retour n''attend pas de photo';
  end if;
  return null;
end
$$;
comment on function private.attach_return_photo() is
  'Ties a photo to its return, in one transaction; refuses one of a return that has a photo or is over.';
create trigger returns_attach_photo after insert on storage.objects
  for each row when (new.bucket_id = 'return-photos') execute function private.attach_return_photo();

create policy "Whoever opens a return sends its photo" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'return-photos'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
    and split_part(name, '/', 1) = (select auth.uid())::text
  );
create policy "Staff who read orders see the photos of returns, customers their own" on storage.objects
  for select to authenticated using (
    bucket_id = 'return-photos'
    and ((select private.has_right('orders.read')) or split_part(name, '/', 1) = (select auth.uid())::text)
  );

-- Rows and privileges ----------------------------------------------------------------------------------------------

alter table public.order_returns enable row level security;
create policy "Whoever reads an order reads its returns" on public.order_returns
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
alter table public.order_return_lines enable row level security;
create policy "Whoever reads a return reads its lines" on public.order_return_lines
  for select to authenticated using (exists (select from public.orders o where o.id = order_id));
alter table public.counted_in_pieces enable row level security;
create policy "Staff who read orders read what was counted in" on public.counted_in_pieces
  for select to authenticated using ((select private.has_right('orders.read')));

revoke all on public.order_returns, public.order_return_lines, public.counted_in_pieces from anon, authenticated;
grant select on public.order_returns, public.order_return_lines, public.counted_in_pieces to authenticated;
grant all on public.order_returns, public.order_return_lines, public.counted_in_pieces to service_role;
revoke execute on all functions in schema private from public;
grant execute on function
  private.count_in_return(uuid, uuid, jsonb), private.list_pieces_to_count_in(), private.list_returnable_lines(uuid),
  private.open_return(jsonb), private.decide_return(uuid, boolean, text), private.receive_return(uuid, jsonb, boolean),
  private.list_orders_to_refund(), private.refund_order(jsonb)
  to authenticated, service_role;
revoke execute on function
  public.count_in_return(uuid, uuid, jsonb), public.pieces_to_count_in(), public.returnable_lines(uuid),
  public.open_return(jsonb), public.decide_return(uuid, boolean, text), public.receive_return(uuid, jsonb, boolean),
  public.orders_to_refund(), public.refund_order(jsonb)
  from public, anon;
grant execute on function
  public.count_in_return(uuid, uuid, jsonb), public.pieces_to_count_in(), public.returnable_lines(uuid),
  public.open_return(jsonb), public.decide_return(uuid, boolean, text), public.receive_return(uuid, jsonb, boolean),
  public.orders_to_refund(), public.refund_order(jsonb)
  to authenticated, service_role;
