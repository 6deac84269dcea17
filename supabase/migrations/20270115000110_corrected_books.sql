-- What the books could not be told: a refund that was noted by mistake, what goods cost whose price came after them, one
-- payment by mobile money that is noted for two orders, and a carrier's settlement that begins with what was settled
-- before. See docs/decisions/0103-corrected-books.md.

-- One payment for two orders ------------------------------------------------------------------------------------------

create index cash_movements_reference_idx on public.cash_movements (private.get_receipt_key(reference))
  where from_account = 'order' and to_account = 'mobile_money';

create function private.find_reference_problem(of_order public.orders, reference text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when m.order_id = of_order.id then format('La référence %s est déjà notée pour cette commande', btrim(reference))
    else format('La référence %s a déjà payé la commande %s', btrim(reference), o.number)
  end
  from public.cash_movements m join public.orders o on o.id = m.order_id
  where m.from_account = 'order' and m.to_account = 'mobile_money'
    and private.get_receipt_key(m.reference) = private.get_receipt_key(find_reference_problem.reference)
    -- «OM» names no payment.
    and find_reference_problem.reference ~ '[0-9]{4}'
    -- Who has two orders may pay them together.
    and (m.order_id = of_order.id or private.get_phone_key(o.customer_phone) <> private.get_phone_key(of_order.customer_phone))
    and not exists (select from public.cash_movements r where r.reverses_id = m.id)
  order by m.at, m.id limit 1
$$;
comment on function private.find_reference_problem(public.orders, text) is
  'Why a payment by mobile money of this order is to be looked at: its reference is that of another payment. Null for nothing.';
revoke all on function private.find_reference_problem(public.orders, text) from public;

-- What goods cost whose price came after them -------------------------------------------------------------------------

create function private.correct_costs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.stock_movements m set
    unit_cost = new.unit_cost, sold_by = case when new.unit_cost is not null then new.sold_by end
  where m.receipt_id = new.receipt_id and m.kind = 'receipt' and m.product_id = new.product_id
    and m.variant_id is not distinct from new.variant_id;
  return null;
end
$$;
comment on function private.correct_costs() is
  'Gives what has arrived with a line of a receipt the cost that the line has now.';
revoke all on function private.correct_costs() from public;
create trigger receipt_lines_correct_costs after update of unit_cost on public.receipt_lines for each row
  when (new.unit_cost is distinct from old.unit_cost)
  execute function private.correct_costs();

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    -- One payment for two orders
    ('private.record_order_event(jsonb)',
     $before$    conflict := nullif(concat_ws(' : ', conflict, private.find_proof_problem(own_run, sent)), '');
  end if;
$before$,
     $after$    conflict := nullif(concat_ws(' : ', conflict, private.find_proof_problem(own_run, sent)), '');
  end if;
  if mobile_money > 0 then
    conflict := nullif(concat_ws(' : ', conflict, private.find_reference_problem(target, sent.data ->> 'reference')), '');
  end if;
$after$),
    -- Refunds that are taken back
    ('private.reverse_cash_movement(uuid, text)',
     $before$      and not (mistake.from_account = 'order' and mistake.to_account in ('drawer', 'mobile_money', 'courier'))
$before$,
     $after$      and not (mistake.from_account = 'order' and mistake.to_account in ('drawer', 'mobile_money', 'courier'))
      and not is_refund
$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$  stored public.cash_movements;
  target public.orders;
begin
  perform private.require_right('cash.take');
  select * into mistake from public.cash_movements m where m.id = movement;
$before$,
     $after$  stored public.cash_movements;
  target public.orders;
  is_refund boolean;
begin
  perform private.require_right('cash.take');
  select * into mistake from public.cash_movements m where m.id = movement;
  -- A credit is the payment of another order.
  is_refund := mistake.to_account = 'order' and mistake.from_account in ('drawer', 'mobile_money');
$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$    if target.paid_amount < mistake.amount
$before$,
     $after$    if not is_refund and target.paid_amount < mistake.amount
$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$      'Paiement de %s XOF annulé : %s', private.format_thousands(mistake.amount), reason
    )));
    perform set_config('yaare.recording_event', mistake.order_id::text, true);
    update public.orders o set status = 'processing'
    where o.id = mistake.order_id and o.status = 'completed' and o.paid_amount < private.get_due_amount(o);
$before$,
     $after$      '%s de %s XOF annulé : %s', case when is_refund then 'Remboursement' else 'Paiement' end,
      private.format_thousands(mistake.amount), reason
    )));
    perform set_config('yaare.recording_event', mistake.order_id::text, true);
    update public.orders o set status = case when is_refund then 'completed' else 'processing' end
    where o.id = mistake.order_id and o.stage = 'delivered'
      and o.status = case when is_refund then 'processing' else 'completed' end
      and (o.paid_amount >= private.get_due_amount(o)) = is_refund;
$after$),
    ('private.leave_cash_with_carrier()',
     $before$  -- Who settles may have driven the order before: the carrier has its money all the same.
  if carrier is not null
$before$,
     $after$  -- Who settles may have driven the order before: the carrier has its money all the same. A refund that is taken back
  -- has not left the drawer.
  if carrier is not null and new.reverses_id is null
$after$),
    ('private.sum_cash_by_day(date, date)',
     $before$    coalesce(sum(m.amount) filter (where m.to_account in ('drawer', 'courier')), 0)
$before$,
     $after$    coalesce(sum(m.amount) filter (where m.to_account in ('drawer', 'courier') and m.reverses_id is null), 0)
$after$),
    ('private.sum_cash_by_day(date, date)',
     $before$    coalesce(sum(m.amount) filter (where m.to_account = 'mobile_money'), 0)
$before$,
     $after$    coalesce(sum(m.amount) filter (where m.to_account = 'mobile_money' and m.reverses_id is null), 0)
$after$),
    ('private.sum_cash_by_day(date, date)',
     $before$      where m.to_account = 'order' and m.from_account <> 'credit' and m.reverses_id is null
    ), 0)
$before$,
     $after$      where m.to_account = 'order' and m.from_account <> 'credit' and m.reverses_id is null
    ), 0) - coalesce(sum(m.amount) filter (where m.from_account = 'order' and m.reverses_id is not null), 0)
$after$),
    -- Settlements that begin with what was settled before
    ('private.import_settlement(jsonb)',
     $before$  outcome text;
  expected integer;
  imported_at timestamptz;
$before$,
     $after$  outcome text;
  expected integer;
  imported_at timestamptz;
  received_before integer := 0;
$after$),
    ('private.import_settlement(jsonb)',
     $before$      when parcel.order_id is null then 'unknown'
      when parcel.settled_at is not null then 'settled_before'
$before$,
     $after$      when parcel.order_id is null then 'unknown'
      -- All of its money came then: this is the same line once more.
      when exists (
        select from public.carrier_settlement_rows e
        where e.order_id = parcel.order_id and e.settlement_id = parcel.settlement_id and e.settlement_id <> stored.id
          and e.amount = sent.amount and (e.result = 'matched' or e.result = 'resolved' and e.expected_amount = e.amount)
      ) then 'resolved'
      when parcel.settled_at is not null then 'settled_before'
$after$),
    ('private.import_settlement(jsonb)',
     $before$    if outcome = 'matched' then
      perform private.settle_parcel(target, stored.id);
    end if;
    insert into public.carrier_settlement_rows
      (settlement_id, position, number, amount, result, expected_amount, order_id)
    values (
      stored.id, sent.position, sent.number, sent.amount, outcome,
      case when outcome = 'differs' then expected end, parcel.order_id
    );
$before$,
     $after$    if outcome = 'matched' then
      perform private.settle_parcel(target, stored.id);
    elsif outcome = 'resolved' then
      received_before := received_before + sent.amount;
    end if;
    insert into public.carrier_settlement_rows
      (settlement_id, position, number, amount, result, expected_amount, order_id, note)
    values (
      stored.id, sent.position, sent.number, sent.amount, outcome,
      case outcome when 'differs' then expected when 'resolved' then 0 end, parcel.order_id,
      case when outcome = 'resolved' then format('Reçu avec le relevé du %s', (
        select to_char(s.created_at at time zone 'UTC', 'DD/MM/YYYY') from public.carrier_settlements s
        where s.id = parcel.settlement_id
      )) end
    );
$after$),
    ('private.import_settlement(jsonb)',
     $before$  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
$before$,
     $after$  update public.carrier_settlements s set total_amount = s.total_amount - received_before where s.id = stored.id
  returning * into stored;
  insert into public.cash_movements
    (from_account, to_account, amount, carrier_id, reference, note, actor_id, actor_name)
$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected: %', change.called, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
comment on column public.carrier_settlements.total_amount is
  'What arrived: the sum of the rows, without those that an earlier settlement had already.';
comment on function public.import_settlement(jsonb) is
  'Takes a carrier''s settlement: {id, carrier_id, account, reference, file_name, rows: [{number, amount}]}; whoever imports makes the id, so that sending twice is once. Its money goes into the account (drawer or bank), without the rows whose parcel an earlier settlement has settled with the same amount; orders whose number and amount match are delivered and paid, the other rows stay to be resolved. YA010 with the reason; 42501 without the right cash.close.';
comment on function public.reverse_cash_movement(uuid, text) is
  'Takes a movement back that was entered by mistake, once, by a movement in the other direction: between the shop''s own accounts, the payment of an order, which is to be collected again, or a refund, which is owed again. YA010: it belongs to a carrier, a count or a credit, or was refunded. 42501 without the right cash.take, and for what a courier told or money that is entered cash.close.';
