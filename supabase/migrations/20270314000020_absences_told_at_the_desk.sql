-- An absence that the desk tells ends the stop of the run that is out, as a delivery or a refusal does.

create or replace function private.record_order_event(event jsonb)
 returns table(outcome text, message text, stage text, status text)
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  target public.orders;
  known public.order_events;
  sent public.order_events;
  own_run uuid;
  own_stop record;
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
  today constant date := (now() at time zone 'UTC')::date;
  new_day date;
  day_problem text;
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
  own_run := coalesce(private.find_named_run(sent.order_id, event ->> 'run_id'), private.find_own_run(sent.order_id));
  if own_run is null or sent.data ? 'settles'
    or sent.kind not in ('on_road', 'delivered', 'partly_delivered', 'refused', 'absent', 'paid', 'note')
  then
    own_run := null;
    perform private.require_right(case
      when sent.data ? 'settles' then 'orders.complete' else coalesce(private.get_event_right(sent.kind), 'none')
    end);
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
  -- The clock of a phone is not to be trusted: what is told of an open stop has happened since the run went out. When the
  -- phone does not say which of two runs it means, an early outcome is one of the earlier run.
  select s.is_open, r.out_at, s.is_open and (event ->> 'run_id' is not null or not exists (
    select from public.run_stops e join public.runs b on b.id = e.run_id
    where e.order_id = s.order_id and e.run_id <> s.run_id and b.courier_id = r.courier_id and b.out_at <= sent.at
  )) as is_due
  into own_stop
  from public.run_stops s join public.runs r on r.id = s.run_id
  where s.run_id = own_run and s.order_id = target.id;
  sent.at := greatest(least(sent.at, now()), target.created_at, case when own_stop.is_due then own_stop.out_at end);
  problem := private.find_event_problem(sent.kind, sent.data);
  if problem is not null then
    raise exception using errcode = 'YA010', message = problem;
  end if;
  if sent.data ? 'settles' and not exists (
    select from public.order_events e
    where e.order_id = target.id and e.id::text = sent.data ->> 'settles' and e.conflict is not null
  ) then
    raise exception using errcode = 'YA010', message = 'Cet événement n''est pas à vérifier';
  end if;
  if sent.kind = 'prepared' and event ->> 'contents' <> private.get_order_contents(target.id) then
    raise exception using errcode = 'YA010',
      message = 'Ses articles ont changé entre-temps : vérifiez la liste, puis recommencez';
  end if;
  if sent.kind = 'absent' then
    new_day := private.read_day(sent.data ->> 'day');
    new_day := case when new_day is not null then greatest(new_day, today) end;
    day_problem := private.find_new_day_problem(target, new_day);
    if day_problem is not null and own_run is null then
      raise exception using errcode = 'YA010', message = day_problem;
    end if;
  end if;
  cash := private.read_amount(sent.data, 'cash');
  mobile_money := private.read_amount(sent.data, 'mobile_money');
  if own_run is null and cash + mobile_money > 0 then
    perform private.require_cash_right();
  end if;

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
  is_late := sent.kind in ('on_road', 'absent') and own_stop.is_due is not true and (
    exists (
      select from public.order_events e
      where e.order_id = target.id and e.at > sent.at and private.has_happened(e)
        and exists (select from private.order_transitions t where t.kind = e.kind)
    )
    -- The order is in a run that went out after this one.
    or sent.kind = 'absent' and not own_stop.is_open
      and exists (select from public.run_stops s where s.order_id = target.id and s.is_open)
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
  if conflict is not null
    or sent.kind = 'paid' and own_run is not null
      and target.paid_amount::bigint + cash + mobile_money > greatest(private.get_due_amount(target), target.paid_amount)
  then
    -- Two phones of one courier tell the same outcome, or payment: it counts once.
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
  -- What a courier has agreed on is kept, unless it is a year away; somebody looks at it.
  if to_stage is not null then
    conflict := nullif(concat_ws(' : ', conflict, day_problem), '');
  end if;
  if mobile_money > 0 then
    conflict := nullif(concat_ws(' : ', conflict, private.find_reference_problem(target, sent.data ->> 'reference')), '');
  end if;

  sent.data := sent.data - 'has_happened';
  if conflict is not null and to_stage is not null then
    sent.data := sent.data || '{"has_happened": true}';
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
  -- Cash that was told too late pays the order all the same.
  if to_stage is not null or sent.kind = 'paid' or target.stage = 'delivered' and cash + mobile_money > 0 then
    perform set_config('yaare.recording_event', target.id::text, true);
    if to_stage = 'confirmed' and target.stock_released_at is not null then
      perform private.take_stock_again(target.id);
    end if;
    update public.orders o set
      stage = coalesce(to_stage, o.stage),
      credited_amount = o.credited_amount + credit,
      delivery_day = coalesce(case when new_day <= today + 365 then new_day end, o.delivery_day),
      delivery_half = case when new_day <= today + 365 is not true then o.delivery_half end,
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
  -- What is still on the road keeps its stop, so that somebody tells what becomes of it.
  if target.stage in ('delivered', 'refused', 'cancelled') then
    update public.run_stops s set is_open = false where s.order_id = target.id and s.is_open;
  elsif target.stage <> 'on_road' and sent.kind in ('delivered', 'partly_delivered', 'refused', 'absent') then
    -- What the desk tells is of the run that is out: the order can be planned again, and the run be closed.
    update public.run_stops s set is_open = false
    where s.order_id = target.id and s.is_open and case
      when own_run is null then exists (select from public.runs r where r.id = s.run_id and r.state = 'out')
      else s.run_id = own_run
    end;
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
$function$;
