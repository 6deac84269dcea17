-- Two counts that are open at once may count one item, a shelf and a category for example. Each noted the same missing
-- pieces, and closing both took them away twice. Closing one now tells the others: their lines keep the moment at which
-- they were counted, with the stock that the ledger would have had there. See docs/decisions/0068-stock-ledger.md.

do $$
declare
  definition text := pg_get_functiondef('private.close_stock_count(uuid)'::regprocedure);
  before constant text := E'  if differences is not null then\n    perform private.write_stock_movements(differences);\n';
begin
  if position(before in definition) = 0 then
    raise exception 'private.close_stock_count is not as expected';
  end if;
  execute replace(definition, before, before || $sql$    -- Those of the others who count are read with the products locked: see save_count_line.
    update public.stock_count_lines l set stock = l.stock + b.booked_quantity
    from public.stock_count_lines b, public.stock_counts c
    where b.count_id = of_count and b.booked_quantity <> 0
      and l.product_id = b.product_id and l.variant_id is not distinct from b.variant_id
      and l.count_id <> of_count and c.id = l.count_id and c.state = 'open';
$sql$);

  definition := pg_get_functiondef('private.save_count_line(jsonb)'::regprocedure);
  if position(E'  select s.product_id, s.variant_id, s.stock,\n' in definition) = 0 then
    raise exception 'private.save_count_line is not as expected';
  end if;
  execute replace(definition, E'  select s.product_id, s.variant_id, s.stock,\n', $sql$  -- A closing of another count either sees this line or is seen by it.
  perform from public.products p
  where p.id = (select s.product_id from public.sellable_items s where s.id = (line ->> 'item_id')::uuid)
  for no key update;
  select s.product_id, s.variant_id, s.stock,
$sql$);
end
$$;
comment on column public.stock_count_lines.stock is
  'What the ledger said at the moment of this count, with what other counts have booked since.';
