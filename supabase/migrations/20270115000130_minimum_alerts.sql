-- Of what is sold from ten pieces on, three are no stock that anybody can order: the page says «Rupture de stock» and
-- offers «Me prévenir», which answered that the product was back, at each press. And the letter left with the first piece
-- that came. A product is back when its minimum is.

create function private.queue_product_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.stock < old.minimum_quantity and new.stock >= new.minimum_quantity then
    perform private.queue_stock_alerts(new.id);
  end if;
  if new.minimum_quantity < old.minimum_quantity then
    perform private.queue_stock_alerts(new.id, v.id)
    from public.product_variants v
    where v.product_id = new.id and v.stock >= new.minimum_quantity and v.stock < old.minimum_quantity;
  end if;
  return null;
end
$$;
comment on function private.queue_product_alerts() is
  'Queues the alerts of a product that can be ordered again: its stock, or its minimum, has changed.';
revoke all on function private.queue_product_alerts() from public;
create trigger products_queue_alerts after update of stock, minimum_quantity on public.products for each row
  when (old.stock < old.minimum_quantity and new.stock >= new.minimum_quantity
    or new.minimum_quantity < old.minimum_quantity)
  execute function private.queue_product_alerts();

-- As before, without the alerts.
create or replace function private.set_low_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.stock < 20 then
    insert into public.low_stocks as l (product_id, stock, name) values (new.id, new.stock, new.name)
    on conflict (product_id) do update set stock = excluded.stock, name = excluded.name
    where (l.stock, l.name) is distinct from (excluded.stock, excluded.name);
  else
    delete from public.low_stocks where product_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.set_low_stock() is 'Keeps low_stocks.';

create or replace function private.queue_variant_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  minimum constant integer := (select p.minimum_quantity from public.products p where p.id = new.product_id);
begin
  if old.stock < minimum and new.stock >= minimum then
    perform private.queue_stock_alerts(new.product_id, new.id);
  end if;
  return null;
end
$$;
comment on function private.queue_variant_alerts() is 'Queues the alerts of a variant that can be ordered again.';
drop trigger product_variants_queue_alerts on public.product_variants;
create trigger product_variants_queue_alerts after update of stock on public.product_variants for each row
  when (new.stock > old.stock)
  execute function private.queue_variant_alerts();

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ($before$    perform from public.products p where p.id = of_product and p.stock = 0 for share;
$before$,
     $after$    perform from public.products p where p.id = of_product and p.stock < p.minimum_quantity for share;
$after$),
    ($before$    perform from public.product_variants v where v.id = of_variant and v.stock = 0 for share;
$before$,
     $after$    perform from public.product_variants v join public.products p on p.id = v.product_id
    where v.id = of_variant and v.stock < p.minimum_quantity for share of v;
$after$)
  ) as c (before, after)
  loop
    definition := pg_get_functiondef('private.request_stock_alert(uuid, text, uuid)'::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception 'private.request_stock_alert is not as expected: %', change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
