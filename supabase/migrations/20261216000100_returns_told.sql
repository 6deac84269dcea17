-- What a customer hears of a return and of money that was given back: events of their own kinds, which the timelines show
-- and the outbox tells. See docs/decisions/0069-returns-told-and-cost-of-conditions.md.

-- The kinds of mails and events are read and not repeated, so that this migration keeps those of others.
do $$
declare
  added record;
begin
  for added in
    select * from (values
      ('order_event_kind', 'order_event_kind_known', array['return_requested', 'return_accepted', 'return_refused', 'refunded']),
      ('mail_kind', 'mail_kind_known', array['admin_invitation_text'])
    ) as a (domain, rule, kinds)
  loop
    execute (
      select format(
        'alter domain public.%1$I drop constraint %2$I; alter domain public.%1$I add constraint %2$I check (value in (%3$s))',
        added.domain, added.rule, string_agg(quote_literal(k.kind), ', ' order by k.position)
      )
      from (
        select m.kind[1] as kind, m.position
        from pg_constraint c
        cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') with ordinality as m (kind, position)
        where c.conname = added.rule
        union all
        select n.kind, 1000 + n.position from unnest(added.kinds) with ordinality as n (kind, position)
      ) k
    );
  end loop;
end
$$;
comment on domain public.order_event_kind is
  'What happened to an order after it was placed. Changed, returned, the kinds of returns, and refunded are written by the functions that do so.';
comment on domain public.mail_kind is 'The kind of a mail, or of a text message (order_text, admin_invitation_text).';
comment on column public.order_events.data is
  'called: {outcome, until}; delivered, paid: {cash, mobile_money, reference}; refunded: {cash, mobile_money, credit, reference}, of which one; partly_delivered: also {lines: [{position, quantity}]}, those refused; refused, cancelled, return_requested, return_refused: {reason}; absent: {day}; note: {text}.';

insert into private.told_steps (step, by_mail, by_text) values
  ('return_accepted', true, true),
  ('return_refused', true, true),
  ('refunded', true, true);

create or replace function private.enqueue_order_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- A call that confirms an order is the confirmation.
  told constant public.order_event_kind := case
    when new.kind = 'called' and new.data ->> 'outcome' = 'confirmed' then 'confirmed' else new.kind end;
  target record;
begin
  select o.id, o.stage, o.user_id, o.customer_email, private.get_text_number(o.customer_phone) as number,
    t.by_mail, t.by_text, s.sends_texts
  into target
  from public.orders o
  join private.told_steps t on t.step = told
  cross join public.order_settings s
  -- When the transaction ends, the order's stage says whether the event is still news.
  where o.id = new.order_id
    and o.stage = case
      when told = 'absent' then 'prepared'
      when told in ('changed', 'return_accepted', 'return_refused', 'refunded') then o.stage
      else told::text
    end;
  if not found then
    return null;
  end if;
  if target.customer_email is not null then
    if target.by_mail and (
      exists (
        select from private.order_audiences a
        where a.id = target.user_id and a.email = target.customer_email and (a.is_email_proven or a.audience = 'trusted')
      )
      or private.may_send_letter(target.customer_email)
    ) then
      insert into public.mails (subject_id, kind, recipient) values (new.id, 'order_step', target.customer_email)
      on conflict (subject_id, kind) do nothing;
      perform pg_notify('mails', '');
    end if;
  elsif target.by_text and target.sends_texts and target.number is not null
    and private.try_limit('order_texts', 'everyone', 'phone', private.get_phone_key(target.number)) is null
  then
    insert into public.mails (subject_id, kind, recipient) values (new.id, 'order_text', target.number)
    on conflict (subject_id, kind) do nothing;
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;

drop trigger order_events_tell_customer on public.order_events;
create constraint trigger order_events_tell_customer after insert on public.order_events
  deferrable initially deferred for each row
  when (new.conflict is null
    and new.kind in (
      'called', 'confirmed', 'on_road', 'absent', 'changed', 'cancelled', 'return_accepted', 'return_refused', 'refunded'
    )
    and (new.data ->> 'by') is distinct from 'customer')
  execute function private.enqueue_order_step();

create or replace function private.decide_return(return_id uuid, is_accepted boolean, refusal_reason text) returns void
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
  perform private.write_event(
    target.order_id, gen_random_uuid(), case when is_accepted then 'return_accepted' else 'return_refused' end,
    case when is_accepted then '{}' else jsonb_build_object('reason', refusal) end
  );
end
$$;

create or replace function private.open_return(request jsonb) returns uuid
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
  perform private.write_event(
    target.id, gen_random_uuid(), case when is_staff then 'return_accepted' else 'return_requested' end,
    jsonb_build_object('reason', reason)
  );
  return (request ->> 'id')::uuid;
end
$$;

create or replace function private.refund_order(refund jsonb) returns integer
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
  perform private.write_event(target.id, gen_random_uuid(), 'refunded', jsonb_strip_nulls(jsonb_build_object(
    case method when 'order' then 'credit' else method end, amount,
    'reference', coalesce(other.number, left(reference, 100))
  )));
  return refundable - amount;
end
$$;

create or replace function private.list_order_timeline(of_order uuid) returns table(kind text, at timestamptz)
language sql stable security definer rows 10 set search_path = '' as $$
  select e.kind::text, e.at
  from public.order_events e
  where e.order_id = of_order and e.conflict is null
    and (
      e.kind in (
        'confirmed', 'prepared', 'on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'returned', 'changed',
        'cancelled', 'return_requested', 'return_accepted', 'return_refused', 'refunded'
      )
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

create or replace function private.track_order(token text)
returns table(number text, stage text, placed_at timestamp with time zone, items jsonb, total_amount integer, due_amount integer, payment_method text, town text, quarter text, pickup_point_name text, delivery_day date, delivery_half text, cancellation_reason text, courier_name text, courier_phone text, may_cancel boolean, slots jsonb, timeline jsonb)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    o.number, o.stage::text, o.created_at,
    (
      select jsonb_agg(jsonb_build_object(
        'name', i.name, 'quantity', i.quantity - i.returned_quantity, 'sold_by', i.sold_by
      ) order by i.position)
      from public.order_items i where i.order_id = o.id and i.quantity > i.returned_quantity
    ),
    o.total_amount, greatest(private.get_due_amount(o) - o.paid_amount, 0), o.payment_info ->> 'method',
    o.shipping_address ->> 'city', o.shipping_address ->> 'quarter', o.pickup_point_name,
    o.delivery_day, o.delivery_half::text, o.cancellation_reason,
    c.name, c.phone,
    o.stage in ('to_confirm', 'confirmed') and o.paid_amount = 0,
    coalesce((
      select jsonb_agg(jsonb_build_object('day', s.day, 'half', s.half)) from private.list_open_slots(o) s
    ), '[]'),
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at) order by e.at, e.recorded_at, e.id)
      from (
        select e.* from public.order_events e
        where e.order_id = o.id and e.conflict is null
          and (
            e.kind in ('changed', 'returned', 'return_requested', 'return_accepted', 'return_refused', 'refunded')
            or e.kind <> 'called' and exists (select from private.order_transitions t where t.kind = e.kind)
          )
        order by e.at limit 50
      ) e
    ), '[]')
  from private.find_tracked_order(track_order.token) o
  left join lateral (
    select split_part(btrim(r.courier_name), ' ', 1) as name, p.phone
    from public.run_stops s
    join public.runs r on r.id = s.run_id and r.state = 'out'
    left join public.profiles p on p.id = r.courier_id
    where s.order_id = o.id and s.is_open and o.stage = 'on_road'
  ) c on true
  where o.id is not null
$$;
