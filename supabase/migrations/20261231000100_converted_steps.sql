-- What one step of a product is can change: from a metre to half a metre. Its stock was then as many steps as before, and
-- so half of what lies there; and an order that was changed, or that was brought back to life, moved as many steps of
-- today as its lines have of former ones. Stock is converted now wherever steps of another size are compared with those
-- of today, and a movement says the difference.
-- See docs/decisions/0068-stock-ledger.md.

comment on domain public.stock_reason is
  'The reason that somebody chose when they overwrote a stock; order_deleted, variants (the product got or lost variants, or the variant was deleted) and step_changed (the stock, or what an order moved, was counted in steps of another size) are the database''s own.';

alter function private.correct_returned_steps(jsonb) rename to correct_steps;

create or replace function private.correct_steps(lines jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  corrected record;
  taken jsonb;
begin
  for corrected in
    select s.id, s.product_id, s.variant_id, sum(private.get_step_difference(l.quantity, l.sold_by, s.unit, s.step_size))::integer as quantity
    from jsonb_to_recordset(lines) as l (item_id uuid, quantity integer, sold_by jsonb)
    join public.sellable_items s on s.id = l.item_id
    group by s.id, s.product_id, s.variant_id
    having sum(private.get_step_difference(l.quantity, l.sold_by, s.unit, s.step_size)) <> 0
    order by s.product_id, s.id
  loop
    taken := private.take_stock(array[corrected.id], array[-corrected.quantity]);
    if taken is null then
      perform private.raise_stock_error(
        array[corrected.id::text], array[corrected.id], array[-corrected.quantity], taken
      );
    end if;
    insert into public.stock_movements (product_id, variant_id, kind, quantity, reason)
    values (corrected.product_id, corrected.variant_id, 'correction', corrected.quantity, 'step_changed');
  end loop;
end
$$;
comment on function private.correct_steps(jsonb) is
  'Corrects a stock to which steps came, or from which they were taken (a negative quantity), that were counted while a step was something else: [{item_id, quantity, sold_by}]. After they were moved. YA002 when there is not enough to take.';

do $$
declare
  definition text;
  of_function regprocedure;
begin
  foreach of_function in array array[
    'private.return_stock(uuid[])', 'private.count_in_pieces(uuid, uuid, jsonb)'
  ]::regprocedure[] loop
    definition := pg_get_functiondef(of_function);
    if position('private.correct_returned_steps' in definition) = 0 then
      raise exception '% is not as expected', of_function;
    end if;
    execute replace(definition, 'private.correct_returned_steps', 'private.correct_steps');
  end loop;
end
$$;

create or replace function private.take_stock_again(of_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
  quantities integer[];
  taken jsonb;
begin
  -- What was deleted meanwhile has no stock to take.
  select array_agg(l.id order by l.position), array_agg(l.quantity order by l.position)
  into ids, quantities
  from (
    select coalesce(i.variant_id, i.product_id) as id, min(i.position) as position, sum(i.quantity)::integer as quantity
    from public.order_items i
    where i.order_id = of_order
      and exists (select from public.sellable_items s where s.id = coalesce(i.variant_id, i.product_id))
    group by 1
  ) l;
  taken := private.take_stock(ids, quantities);
  if coalesce(jsonb_array_length(taken), 0) < coalesce(cardinality(ids), 0) then
    perform private.raise_stock_error(ids::text[], ids, quantities, taken);
  end if;
  perform private.correct_steps(jsonb_agg(jsonb_build_object(
    'item_id', coalesce(i.variant_id, i.product_id), 'quantity', -i.quantity, 'sold_by', i.sold_by
  )))
  from public.order_items i
  where i.order_id = of_order and i.product_id is not null;
end
$$;

do $$
declare
  definition constant text := pg_get_functiondef('private.change_order(uuid, timestamptz, jsonb)'::regprocedure);
  before constant text := '  -- The amounts -';
begin
  if position(before in definition) = 0 then
    raise exception 'private.change_order is not as expected';
  end if;
  execute replace(definition, before, $sql$  -- Of each kind of step the difference, so that what stays is not rounded.
  perform private.correct_steps(jsonb_agg(jsonb_build_object(
    'item_id', m.id, 'quantity', m.quantity, 'sold_by', m.sold_by
  )))
  from (
    select m.id, m.sold_by, sum(m.quantity)::integer as quantity
    from (
      select coalesce(i.variant_id, i.product_id), i.sold_by, i.quantity from public.order_items i
      where i.order_id = of_order and target.stock_released_at is null
      union all
      select coalesce(l.variant_id, l.product_id), nullif(l.sold_by, 'null'), -l.quantity
      from jsonb_to_recordset(lines) as l (product_id uuid, variant_id uuid, quantity integer, sold_by jsonb)
    ) m (id, sold_by, quantity)
    group by m.id, m.sold_by
    having sum(m.quantity) <> 0
  ) m;

$sql$ || before);
end
$$;

create function private.convert_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.correct_steps((
    select jsonb_agg(jsonb_build_object(
      'item_id', s.id, 'quantity', s.stock,
      'sold_by', private.get_sold_by(old.unit, old.step_size, old.content_size, old.content_unit)
    ))
    from public.sellable_items s where s.product_id = new.id
  ));
  return null;
end
$$;
revoke all on function private.convert_stock() from public;
comment on function private.convert_stock() is
  'Keeps what lies on the shelf when the size of a step changes: 100 steps of a metre are 200 of half a metre. What is less than a step of today is not for sale.';

-- Whoever writes a stock with the step has counted in the new one.
create trigger products_convert_stock after update of step_size on public.products
  for each row when (old.unit::text = new.unit::text and old.step_size <> new.step_size and old.stock = new.stock)
  execute function private.convert_stock();
