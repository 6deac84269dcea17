-- What goods cost and what suppliers still bring was read as if it had been counted in the steps of today: after cable that
-- was sold by the metre is sold by half a metre, its last cost was that of a metre, its margin was wrong, and a delivery of
-- 100 m filled the stock with 50. The lines of receipts and the movements with a cost keep the step in which they were
-- counted, which is written down when it changes: what has none is counted in the steps of today. Open counts are
-- converted, as the stock is.
-- See docs/decisions/0068-stock-ledger.md.

alter table public.receipt_lines add column sold_by jsonb;
comment on column public.receipt_lines.sold_by is
  'The unit and step in which the line is counted, as in order_items; null for those of today.';
grant select (sold_by) on public.receipt_lines to authenticated;

alter table public.stock_movements add column sold_by jsonb;
comment on column public.stock_movements.sold_by is
  'The unit and step of the quantity and its cost, as in order_items; null for those of today, and of movements without a cost.';
grant select (sold_by) on public.stock_movements to authenticated;

create function private.get_steps_of_today(quantity numeric, sold_by jsonb, unit text, step_size numeric) returns numeric
language sql immutable set search_path = '' as $$
  select case when sold_by ->> 'unit' = unit
    then quantity * (sold_by ->> 'step_size')::numeric / step_size else quantity end
$$;
revoke all on function private.get_steps_of_today(numeric, jsonb, text, numeric) from public;
comment on function private.get_steps_of_today(numeric, jsonb, text, numeric) is
  'How many steps of today a quantity is that was counted in those of sold_by, not rounded; the quantity itself without one, or of another unit, which cannot be compared.';

create function private.keep_former_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := private.get_sold_by(old.unit, old.step_size, old.content_size, old.content_unit);
begin
  update public.receipt_lines l set sold_by = former where l.product_id = new.id and l.sold_by is null;
  update public.stock_movements m set sold_by = former
  where m.product_id = new.id and m.unit_cost is not null and m.sold_by is null;
  -- What is for sale of a count, and what orders hold of it, become whole steps of their own, as they do in the stock.
  update public.stock_count_lines l set
    quantity = least(greatest(
      floor(private.get_steps_of_today(l.quantity - l.reserved_quantity, former, new.unit, new.step_size))
        + floor(private.get_steps_of_today(l.reserved_quantity, former, new.unit, new.step_size)), 0
    ), 1000000),
    stock = floor(private.get_steps_of_today(l.stock, former, new.unit, new.step_size)),
    reserved_quantity = floor(private.get_steps_of_today(l.reserved_quantity, former, new.unit, new.step_size))
  from public.stock_counts c
  where l.product_id = new.id and c.id = l.count_id and c.state = 'open';
  return null;
end
$$;
revoke all on function private.keep_former_steps() from public;
comment on function private.keep_former_steps() is
  'Writes the former step to the receipts and costs that were counted in it, and converts what was counted in open counts.';
create trigger products_keep_former_steps after update of unit, step_size on public.products
  for each row when (old.unit::text <> new.unit::text or old.step_size <> new.step_size)
  execute function private.keep_former_steps();

create or replace function private.list_item_costs(of_product uuid)
returns table (item_id uuid, name text, price integer, last_cost integer, last_at timestamptz, average_cost integer)
language sql stable security definer rows 5 set search_path = '' as $$
  select s.id, s.name, s.price, c.last_cost, c.last_at, c.average_cost
  from public.sellable_items s
  join lateral (
    select
      (array_agg(round(m.unit_cost / private.get_steps_of_today(1, m.sold_by, s.unit, s.step_size))::integer
        order by m.at desc, m.id))[1] as last_cost,
      max(m.at) as last_at,
      round(
        sum(m.unit_cost::numeric * m.quantity)
          / sum(private.get_steps_of_today(m.quantity, m.sold_by, s.unit, s.step_size))
      )::integer as average_cost
    from public.stock_movements m
    where m.product_id = s.product_id and m.variant_id is not distinct from s.variant_id
      and m.kind = 'receipt' and m.unit_cost is not null and m.quantity > 0
  ) c on c.last_cost is not null
  where s.product_id = of_product and (select private.has_right('costs.read'))
  order by s.name, s.id
$$;

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.list_items_to_reorder(integer, integer, integer)',
     'select m.unit_cost::integer from public.stock_movements m',
     'select round(m.unit_cost / private.get_steps_of_today(1, m.sold_by, l.unit, l.step_size))::integer
      from public.stock_movements m'),
    ('private.list_items_to_reorder(integer, integer, integer)',
     's.unit, s.stock, c.incoming',
     's.unit, s.step_size, s.stock, c.incoming'),
    ('private.list_items_to_reorder(integer, integer, integer)',
     'select coalesce(sum(n.quantity - n.received_quantity), 0)::integer as incoming',
     'select coalesce(floor(sum(
        private.get_steps_of_today(n.quantity - n.received_quantity, n.sold_by, s.unit, s.step_size)
      )), 0)::integer as incoming'),
    ('private.receive_goods(jsonb)',
     '  perform private.write_stock_movements((',
     '  -- As orders do: the products first, in the order of their ids; their steps stay the same from here on.
  perform from public.products p
  where p.id in (
    select l.product_id from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> ''item_id'')::uuid
  )
  order by p.id for no key update;
  perform private.write_stock_movements(('),
    ('private.receive_goods(jsonb)',
     '''unit_cost'', l.unit_cost, ''receipt_id''',
     '''unit_cost'', l.unit_cost, ''sold_by'', case when l.unit_cost is not null then l.sold_by end, ''receipt_id'''),
    ('private.receive_goods(jsonb)',
     '  update public.receipt_lines l set',
     '  perform private.correct_steps((
    select jsonb_agg(jsonb_build_object(
      ''item_id'', l.item_id, ''quantity'', (s ->> ''quantity'')::integer, ''sold_by'', l.sold_by
    ))
    from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> ''item_id'')::uuid
    where l.sold_by is not null
  ));
  update public.receipt_lines l set'),
    ('private.write_stock_movements(jsonb)',
     'product_id, variant_id, kind, quantity, unit_cost, receipt_id, count_id, actor_id, actor_name',
     'product_id, variant_id, kind, quantity, unit_cost, sold_by, receipt_id, count_id, actor_id, actor_name'),
    ('private.write_stock_movements(jsonb)',
     'm.unit_cost, m.receipt_id',
     'm.unit_cost, nullif(m.sold_by, ''null''), m.receipt_id'),
    ('private.write_stock_movements(jsonb)',
     'unit_cost integer, receipt_id uuid',
     'unit_cost integer, sold_by jsonb, receipt_id uuid')
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
