-- A variant that came during a sale, with the prices of its product or of a similar variant, kept the price of the sale for
-- ever, and so did a product that lost its variants: what the sale had written was looked for at its own item only.
-- See docs/decisions/0064-prices.md.

-- The last variant leaves its product with its price: from then on the price of the sale is the product's.
create function private.keep_sale_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sale_prices (item_id, sale_id, product_id, price, price_before, old_price_before)
  select p.id, s.sale_id, p.id, s.price, s.price_before, s.old_price_before
  from private.sale_prices s join public.products p on p.id = s.product_id
  where s.variant_id = old.id and (s.price, s.price_before) = (p.price, p.old_price)
  on conflict (item_id) do nothing;
  return old;
end
$$;
comment on function private.keep_sale_price() is
  'Keeps what a sale has written to a deleted variant for its product, whose price is that of the cheapest variant.';
create trigger product_variants_keep_sale_price before delete on public.product_variants
  for each row execute function private.keep_sale_price();

do $$
declare
  definition text := pg_get_functiondef('private.end_sales(integer)'::regprocedure);
  before text := E'  delete from private.sale_prices p using unnest(ended) e\n';
begin
  if position(before in definition) = 0 then
    raise exception 'private.end_sales is not as expected';
  end if;
  execute replace(definition, before, $sql$  -- Variants that came during the sale: the form gives them the prices of the product, or of a similar variant.
  update public.product_variants v set price = e.price_before, old_price = e.old_price_before
  from unnest(ended) e
  where v.product_id = e.product_id and (v.price, v.old_price) = (e.price, e.price_before)
    and not exists (select from private.sale_prices s where s.item_id = v.id);
$sql$ || before);

  -- The product is locked before its item is read: a variant may be deleted, or a price change, while this waits.
  definition := pg_get_functiondef('private.save_price_breaks(uuid, uuid, jsonb)'::regprocedure);
  before := E'  select i.product_id, i.variant_id, i.price into target from public.sellable_items i where i.id = item;\n';
  if position(before in definition) = 0 then
    raise exception 'private.save_price_breaks is not as expected';
  end if;
  execute replace(
    replace(definition, E'  perform from public.products p where p.id = target.product_id for no key update;\n', ''),
    before,
    $sql$  perform from public.products p
  where p.id = (select i.product_id from public.sellable_items i where i.id = item) for no key update;
$sql$ || before
  );

  definition := pg_get_functiondef('private.save_receipt(jsonb, timestamptz)'::regprocedure);
  before := E'  if exists (\n    select from jsonb_array_elements(lines) s\n    where not exists (select from public.sellable_items i';
  if position(before in definition) = 0 then
    raise exception 'private.save_receipt is not as expected';
  end if;
  -- What is in the catalog here is there until the receipt is stored. An order, which locks less, does not wait.
  execute replace(definition, before, $sql$  perform from public.products p
  where p.id in (
    select i.product_id from public.sellable_items i
    where i.id in (select (s ->> 'item_id')::uuid from jsonb_array_elements(lines) s)
  )
  order by p.id for key share;
$sql$ || before);
end
$$;
revoke execute on function private.keep_sale_price() from public;
