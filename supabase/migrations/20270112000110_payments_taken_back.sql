-- What the shop noted as the payment of an order by mistake, of the wrong one or too much, is taken back like any other
-- movement of the cash book: it could only be refunded, which an order that owed its amount cannot be. A delivered order
-- that is not paid after it is to be collected again. What a courier, a carrier or a settlement told is a matter of their
-- accounts. See docs/decisions/0094-payments-taken-back.md.

alter table public.cash_movements drop constraint cash_movements_reverses_check;
alter table public.cash_movements add constraint cash_movements_reverses_check
  check (reverses_id is null or num_nonnulls(run_id, carrier_id) = 0);

create or replace function private.reverse_cash_movement(movement uuid, note text)
returns public.cash_movements
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := nullif(btrim(reverse_cash_movement.note), '');
  mistake public.cash_movements;
  stored public.cash_movements;
  target public.orders;
begin
  perform private.require_right('cash.take');
  select * into mistake from public.cash_movements m where m.id = movement;
  if mistake.id is null then
    raise sqlstate 'PT404' using message = 'Ce mouvement n''existe pas';
  elsif mistake.reverses_id is not null or num_nonnulls(mistake.run_id, mistake.carrier_id) > 0
    or 'difference' in (mistake.from_account, mistake.to_account)
    or mistake.order_id is not null
      and not (mistake.from_account = 'order' and mistake.to_account in ('drawer', 'mobile_money'))
  then
    raise exception using errcode = 'YA010',
      message = 'Seul un mouvement saisi à la boutique s''annule';
  elsif char_length(reason) between 1 and 500 is not true then
    raise exception using errcode = 'YA010', message = 'Le motif est requis';
  end if;
  if 'unrecorded' in (mistake.from_account, mistake.to_account) then
    perform private.require_right('cash.close');
  end if;
  if mistake.order_id is not null then
    -- The order first, as everywhere.
    select * into target from public.orders o where o.id = mistake.order_id for no key update;
    if target.paid_amount < mistake.amount
      and not exists (select from public.cash_movements m where m.reverses_id = mistake.id)
    then
      raise exception using errcode = 'YA010', message = 'La commande ne garde plus ce montant : il a été remboursé';
    end if;
  end if;
  insert into public.cash_movements
    (from_account, to_account, amount, order_id, reference, note, reverses_id, actor_id, actor_name)
  values (
    mistake.to_account, mistake.from_account, mistake.amount, mistake.order_id, mistake.reference, reason, mistake.id,
    auth.uid(),
    (select a.name from public.admin_users a where a.id = auth.uid())
  )
  on conflict (reverses_id) do nothing
  returning * into stored;
  if stored.id is null then
    raise exception using errcode = 'YA010', message = 'Ce mouvement est déjà annulé';
  end if;
  if mistake.order_id is not null then
    perform private.write_event(mistake.order_id, gen_random_uuid(), 'note', jsonb_build_object('text', format(
      'Paiement de %s XOF annulé : %s', private.format_thousands(mistake.amount), reason
    )));
    perform set_config('yaare.recording_event', mistake.order_id::text, true);
    update public.orders o set status = 'processing'
    where o.id = mistake.order_id and o.status = 'completed' and o.paid_amount < private.get_due_amount(o);
    perform set_config('yaare.recording_event', '', true);
  end if;
  return stored;
end
$$;

create or replace function private.change_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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
  ) and not (is_event and (old.status, new.status) = ('completed', 'processing') and old.stage = 'delivered') then
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

create or replace function private.set_order_status_timestamps()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.status = 'completed' then
    new.completed_at := null;
    return new;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(new.status || '_at', now()));
end
$$;

create or replace function private.sum_cash_by_day(first_day date, last_day date)
returns table(day date, collector text, zone text, orders bigint, cash bigint, mobile_money bigint, carrier bigint, refunded bigint)
language plpgsql
stable security definer rows 100
set search_path = ''
as $$
begin
  perform private.require_right('cash.read');
  if not (isfinite(first_day) and isfinite(last_day)) or last_day - first_day between 0 and 366 is not true then
    raise exception using errcode = 'YA010', message = 'Un rapport porte sur une année au plus';
  end if;
  return query
  select
    m.book_day, coalesce(r.courier_name, a.name::text, c.name::text), o.zone_name, count(distinct m.order_id),
    coalesce(sum(m.amount) filter (where m.to_account in ('drawer', 'courier')), 0)
      - coalesce(sum(m.amount) filter (where m.from_account = 'drawer' and m.reverses_id is not null), 0),
    coalesce(sum(m.amount) filter (where m.to_account = 'mobile_money'), 0)
      - coalesce(sum(m.amount) filter (where m.from_account = 'mobile_money' and m.reverses_id is not null), 0),
    coalesce(sum(m.amount) filter (where m.to_account = 'carrier'), 0),
    coalesce(sum(m.amount) filter (
      where m.to_account = 'order' and m.from_account <> 'credit' and m.reverses_id is null
    ), 0)
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

-- The customer was told already that the order was delivered.
drop trigger orders_tell_status on public.orders;
create trigger orders_tell_status after update of status on public.orders
  for each row when (
    old.status is distinct from new.status and old.status <> 'completed' and new.customer_email is not null
  )
  execute function private.enqueue_order_status_mail();

comment on function private.change_order_status() is
  'Enforces the status transitions. Completed and cancelled are final, but for a payment that is taken back; a cancellation restores the stock that the order holds, exactly once, because the row is locked and its status final. An order whose stock was given back takes it again.';
comment on function private.set_order_status_timestamps() is
  'Sets the column with the time at which the new status was reached: processing_at for processing, and so on. An order that is not completed any more has no time of it.';
comment on function public.reverse_cash_movement(uuid, text) is
  'Takes a movement back that was entered by mistake, once, by a movement in the other direction: between the shop''s own accounts, or the payment of an order that the shop noted, which is to be collected again. YA010: it belongs to a run, a carrier or a count, or was refunded. 42501 without the right cash.take.';
