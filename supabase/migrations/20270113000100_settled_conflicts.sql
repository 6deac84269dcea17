-- What a courier told and somebody at the desk has to look at (a wrong code, too much money, an order that was
-- cancelled meanwhile) stayed marked for ever, also after it was looked at. A note of somebody who completes orders now
-- names the event that it settles. What such an event changed is part of what the customer reads: a delivery with a
-- wrong code was missing in their history, and could not be returned.
--
-- Money comes with an outcome, or as a payment: it was also taken from a note or a call, which whoever may read orders
-- can record, and left the order to be collected though it was paid.

create function private.get_open_conflict(of_event public.order_events) returns text
language sql stable set search_path = '' as $$
  select of_event.conflict
  where of_event.conflict is not null and not exists (
    select from public.order_events n
    where n.order_id = of_event.order_id and n.kind = 'note' and n.data ->> 'settles' = of_event.id::text
  )
$$;
comment on function private.get_open_conflict(public.order_events) is
  'The conflict of an event; null when there is none, or somebody has settled it.';
revoke all on function private.get_open_conflict(public.order_events) from public;

create function private.has_happened(of_event public.order_events) returns boolean
language sql immutable set search_path = '' as $$
  select of_event.conflict is null or of_event.data @> '{"has_happened": true}'
$$;
comment on function private.has_happened(public.order_events) is
  'Whether the event belongs to what happened to its order. A conflict may speak against an event that changed it all the same.';
revoke all on function private.has_happened(public.order_events) from public;

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.find_event_problem(text, jsonb)',
     $before$  select case
$before$,
     $after$  select case
    when kind not in ('delivered', 'partly_delivered', 'paid', 'refused', 'absent')
      and (data ->> 'cash' <> '0' or data ->> 'mobile_money' <> '0')
      then 'Un paiement s''enregistre avec la livraison, ou par « Encaisser »'
    when data ? 'settles' and kind <> 'note' then 'Cet événement est invalide'
$after$),
    ('private.record_order_event(jsonb)',
     $before$  if own_run is null or sent.kind not in ('on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'paid', 'note') then
    own_run := null;
    perform private.require_right(coalesce(private.get_event_right(sent.kind), 'none'));
  end if;
$before$,
     $after$  if own_run is null or sent.data ? 'settles'
    or sent.kind not in ('on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'paid', 'note')
  then
    own_run := null;
    perform private.require_right(case
      when sent.data ? 'settles' then 'orders.complete' else coalesce(private.get_event_right(sent.kind), 'none')
    end);
  end if;
$after$),
    ('private.record_order_event(jsonb)',
     $before$  if sent.kind = 'prepared' and event ->> 'contents'$before$,
     $after$  if sent.data ? 'settles' and not exists (
    select from public.order_events e
    where e.order_id = target.id and e.id::text = sent.data ->> 'settles' and e.conflict is not null
  ) then
    raise exception using errcode = 'YA010', message = 'Cet événement n''est pas à vérifier';
  end if;
  if sent.kind = 'prepared' and event ->> 'contents'$after$),
    ('private.record_order_event(jsonb)',
     $before$e.at > sent.at and e.conflict is null
$before$,
     $after$e.at > sent.at and private.has_happened(e)
$after$),
    ('private.record_order_event(jsonb)',
     $before$  sent.actor_id := auth.uid();
$before$,
     $after$  sent.data := sent.data - 'has_happened';
  if conflict is not null and to_stage is not null then
    sent.data := sent.data || '{"has_happened": true}';
  end if;
  sent.actor_id := auth.uid();
$after$),
    ('private.get_return_deadline(public.orders)',
     $before$ and e.conflict is null
$before$,
     $after$ and private.has_happened(e)
$after$),
    ('private.list_order_timeline(uuid)',
     $before$ and e.conflict is null
$before$,
     $after$ and private.has_happened(e)
$after$),
    ('private.track_order(text)',
     $before$ and e.conflict is null
$before$,
     $after$ and private.has_happened(e)
$after$),
    ('private.get_run(uuid)',
     $before$'conflict', e.conflict)$before$,
     $after$'conflict', private.get_open_conflict(e))$after$),
    ('private.get_run(uuid)',
     $before$order by e.conflict is null,$before$,
     $after$order by private.get_open_conflict(e) is null,$after$),
    ('private.list_courier_runs()',
     $before$'conflict', e.conflict)$before$,
     $after$'conflict', private.get_open_conflict(e))$after$),
    ('private.list_courier_runs()',
     $before$order by e.conflict is null,$before$,
     $after$order by private.get_open_conflict(e) is null,$after$),
    ('private.list_runs(date, integer)',
     $before$ and e.conflict is not null and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
$before$,
     $after$ and e.conflict is not null and e.actor_id = r.courier_id and e.recorded_at >= r.out_at
          and private.get_open_conflict(e) is not null
$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected', change.called;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;

comment on column public.order_events.conflict is
  'What speaks against an event that came late, or without its proof: somebody at the desk has to look at it. A note with {settles: id} says that somebody has.';
comment on column public.order_events.data is
  'called: {outcome, until}; delivered, paid: {cash, mobile_money, reference}; refunded: {cash, mobile_money, credit, reference}, of which one; partly_delivered: also {lines: [{position, quantity}]}, those refused; refused, cancelled, return_requested, return_refused: {reason}; absent: {day}; note: {text}, and {settles} when it settles the conflict of that event. {has_happened: true} when the event changed its order in spite of its conflict.';

-- Nothing reads the events with conflicts alone: they are read by order.
drop index public.order_events_conflict_idx;
