-- Two phones of one courier that tell different outcomes of a stop, or a courier who tells a wrong amount, left money in
-- the book that nobody took: the order was to be refunded for ever, and only a difference of the courier said so. What a
-- courier told is taken back like what the shop noted. See docs/decisions/0099-settled-conflicts.md.

alter table public.cash_movements drop constraint cash_movements_reverses_check;
alter table public.cash_movements add constraint cash_movements_reverses_check
  check (reverses_id is null or carrier_id is null and (run_id is null or order_id is not null));

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.reverse_cash_movement(uuid, text)',
     $before$  elsif mistake.reverses_id is not null or num_nonnulls(mistake.run_id, mistake.carrier_id) > 0
    or 'difference' in (mistake.from_account, mistake.to_account)
    or mistake.order_id is not null
      and not (mistake.from_account = 'order' and mistake.to_account in ('drawer', 'mobile_money'))
  then
    raise exception using errcode = 'YA010',
      message = 'Seul un mouvement saisi à la boutique s''annule';
$before$,
     $after$  elsif mistake.reverses_id is not null or mistake.carrier_id is not null
    or mistake.run_id is not null and mistake.order_id is null
    or 'difference' in (mistake.from_account, mistake.to_account)
    or mistake.order_id is not null
      and not (mistake.from_account = 'order' and mistake.to_account in ('drawer', 'mobile_money', 'courier'))
  then
    raise exception using errcode = 'YA010',
      message = 'Seul un mouvement saisi à la boutique ou par un livreur s''annule';
$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$  if 'unrecorded' in (mistake.from_account, mistake.to_account) then
$before$,
     $after$  -- What a courier told is part of the run that is closed.
  if 'unrecorded' in (mistake.from_account, mistake.to_account) or mistake.run_id is not null then
$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$    (from_account, to_account, amount, order_id, reference, note, reverses_id, actor_id, actor_name)
  values (
    mistake.to_account, mistake.from_account, mistake.amount, mistake.order_id, mistake.reference, reason, mistake.id,
    auth.uid(),
$before$,
     $after$    (from_account, to_account, amount, order_id, run_id, courier_id, reference, note, reverses_id, actor_id, actor_name)
  values (
    mistake.to_account, mistake.from_account, mistake.amount, mistake.order_id, mistake.run_id, mistake.courier_id,
    mistake.reference, reason, mistake.id, auth.uid(),
$after$),
    ('private.sum_cash_by_day(date, date)',
     $before$where m.from_account = 'drawer' and m.reverses_id is not null$before$,
     $after$where m.from_account in ('drawer', 'courier') and m.reverses_id is not null$after$)
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
