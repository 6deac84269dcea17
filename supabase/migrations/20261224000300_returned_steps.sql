-- A cancelled order gave back as many steps as it had taken, also when the shop had changed what a step is meanwhile:
-- three steps of 0.5 m came back as three steps of 1 m. The ledger keeps the line of the order as it was, and a movement
-- with a reason of its own says the difference.
-- See docs/decisions/0068-stock-ledger.md.

alter domain public.stock_reason drop constraint stock_reason_known;
alter domain public.stock_reason add constraint stock_reason_known check (value in (
  'inventory', 'entry_error', 'delivery', 'breakage', 'theft', 'own_use', 'customer_return', 'supplier_return',
  'order_deleted', 'variants', 'step_changed'
));
comment on domain public.stock_reason is
  'The reason that somebody chose when they overwrote a stock; order_deleted, variants (the product got or lost variants, or the variant was deleted) and step_changed (what came back had been sold in other steps) are the database''s own.';

-- What is not a whole step is not for sale. Another unit cannot be compared.
create function private.get_step_difference(quantity integer, sold_by jsonb, unit text, step_size numeric)
returns integer
language sql immutable set search_path = '' as $$
  select case when coalesce(sold_by ->> 'unit', 'piece') = unit
    then floor(quantity * coalesce((sold_by ->> 'step_size')::numeric, 1) / step_size)::integer - quantity else 0 end
$$;
revoke all on function private.get_step_difference(integer, jsonb, text, numeric) from public;
comment on function private.get_step_difference(integer, jsonb, text, numeric) is
  'How many more steps of today a quantity is that was sold in those of a line; negative for fewer.';

create function private.correct_returned_steps(lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  corrected record;
begin
  for corrected in
    select s.id, s.product_id, s.variant_id, sum(private.get_step_difference(l.quantity, l.sold_by, s.unit, s.step_size))::integer as quantity
    from jsonb_to_recordset(lines) as l (item_id uuid, quantity integer, sold_by jsonb)
    join public.sellable_items s on s.id = l.item_id
    group by s.id, s.product_id, s.variant_id
    having sum(private.get_step_difference(l.quantity, l.sold_by, s.unit, s.step_size)) <> 0
    order by s.product_id, s.id
  loop
    perform private.take_stock(array[corrected.id], array[-corrected.quantity]);
    insert into public.stock_movements (product_id, variant_id, kind, quantity, reason)
    values (corrected.product_id, corrected.variant_id, 'correction', corrected.quantity, 'step_changed');
  end loop;
end
$$;
revoke all on function private.correct_returned_steps(jsonb) from public;
comment on function private.correct_returned_steps(jsonb) is
  'Corrects a stock to which steps came back, [{item_id, quantity, sold_by}], that were sold while a step was something else. After them, so there is enough to take.';

create or replace function private.return_stock(orders uuid[]) returns void
language sql security definer set search_path = '' as $$
  -- What is no longer sold has no stock.
  select private.take_stock(array_agg(l.id), array_agg(l.quantity))
  from (
    select coalesce(i.variant_id, i.product_id) as id, -sum(i.quantity)::integer as quantity
    from public.order_items i where i.order_id = any (orders) and i.product_id is not null
    group by 1
  ) l;
  select private.correct_returned_steps(jsonb_agg(jsonb_build_object(
    'item_id', coalesce(i.variant_id, i.product_id), 'quantity', i.quantity, 'sold_by', i.sold_by
  )))
  from public.order_items i
  where i.order_id = any (orders) and i.product_id is not null
$$;

do $$
declare
  definition constant text := pg_get_functiondef('private.count_in_pieces(uuid, uuid, jsonb)'::regprocedure);
  before constant text := E'  update public.order_items i set counted_in_quantity = i.counted_in_quantity + s.quantity\n';
begin
  if position(before in definition) = 0 then
    raise exception 'private.count_in_pieces is not as expected';
  end if;
  execute replace(definition, before, $sql$  perform private.correct_returned_steps(jsonb_agg(jsonb_build_object(
    'item_id', coalesce(i.variant_id, i.product_id), 'quantity', l.quantity, 'sold_by', i.sold_by
  )))
  from private.read_pieces(lines) l
  join public.order_items i on i.order_id = of_order and i.position = l.position
  where l.destination = 'stock' and i.product_id is not null;
$sql$ || before);
end
$$;
