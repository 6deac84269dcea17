-- Sales: prices that change for a time. A job writes them to the products when the sale begins, and back when it ends,
-- so that pages, orders and old readers see one price. See docs/decisions/0064-prices.md.

create table public.sales (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint sales_name_check check (char_length(btrim(name)) between 1 and 80),
  percent integer constraint sales_percent_check check (percent between 1 and 90),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  applied_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sales_period_check check (ends_at > starts_at)
);
comment on table public.sales is 'Planned reductions. An item is in one running sale at a time: the one that began first.';
comment on column public.sales.percent is 'What is taken off the items without a price of their own.';
comment on column public.sales.applied_at is 'When the prices of all its items were written; null before, and when another sale that held some of them has ended.';
create index sales_starts_at_idx on public.sales (starts_at desc, id);
create index sales_ends_at_idx on public.sales (ends_at, starts_at);

create table public.sale_items (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null references public.sales (id) on delete cascade,
  category_id uuid references public.categories (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  variant_id uuid references public.product_variants (id) on delete cascade,
  price public.price,
  constraint sale_items_key unique nulls not distinct (sale_id, category_id, product_id, variant_id),
  constraint sale_items_subject_check check ((category_id is null) = (product_id is not null)),
  constraint sale_items_price_check check (price is null or product_id is not null),
  constraint sale_items_variant_check check (variant_id is null or product_id is not null)
);
comment on table public.sale_items is 'What a sale is about: categories with all their products, products, or single variants, which may have a price of their own.';
create index sale_items_category_id_idx on public.sale_items (category_id) where category_id is not null;
create index sale_items_product_id_idx on public.sale_items (product_id) where product_id is not null;
create index sale_items_variant_id_idx on public.sale_items (variant_id) where variant_id is not null;

create table private.sale_prices (
  item_id uuid primary key,
  sale_id uuid not null references public.sales (id),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid references public.product_variants (id) on delete cascade,
  price public.price not null,
  price_before public.price not null,
  old_price_before public.price,
  discount_before public.percent
);
comment on table private.sale_prices is 'The prices that running sales have written, and those from before. Written by the job only.';
alter table private.sale_prices enable row level security;
create policy "Nobody reads the prices of sales directly" on private.sale_prices for select to authenticated using (false);
comment on column private.sale_prices.item_id is 'The sellable item: the variant, or the product without variants.';
create index sale_prices_product_id_idx on private.sale_prices (product_id);
create index sale_prices_sale_id_idx on private.sale_prices (sale_id);
create index sale_prices_variant_id_idx on private.sale_prices (variant_id) where variant_id is not null;

create function private.end_sales(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended private.sale_prices[];
begin
  select array_agg(e) into ended
  from (
    select p from private.sale_prices p join public.sales s on s.id = p.sale_id
    where s.ends_at <= now() limit batch
  ) l (e);
  if ended is null then
    return 0;
  end if;
  perform from public.products p where p.id in (select e.product_id from unnest(ended) e) order by p.id for no key update;
  -- What somebody has written meanwhile stays; only the old price that the sale had announced goes.
  update public.products p set
    price = case when p.price = e.price then e.price_before else p.price end,
    old_price = case
      when p.price = e.price then e.old_price_before
      when p.old_price = e.price_before then case when e.old_price_before > p.price then e.old_price_before end
      else p.old_price
    end,
    discount = case when p.price = e.price and e.old_price_before is null then e.discount_before else p.discount end
  from unnest(ended) e
  where p.id = e.product_id and e.variant_id is null and not p.has_variants;
  update public.product_variants v set
    price = case when v.price = e.price then e.price_before else v.price end,
    old_price = case
      when v.price = e.price then e.old_price_before
      when v.old_price = e.price_before then case when e.old_price_before > v.price then e.old_price_before end
      else v.old_price
    end
  from unnest(ended) e
  where v.id = e.variant_id;
  delete from private.sale_prices p using unnest(ended) e
  where p.item_id = e.item_id;
  -- A sale that still runs takes the items that are free now.
  update public.sales s set applied_at = null where s.applied_at is not null and s.ends_at > now();
  return cardinality(ended);
end
$$;
comment on function private.end_sales(integer) is 'Writes the prices from before back, of so many items of sales that are over. Returns how many.';

create function private.begin_sale(begun public.sales, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken private.sale_prices[];
begin
  select array_agg(row (coalesce(t.variant_id, t.product_id), begun.id, t.product_id, t.variant_id, t.price, t.price_before, t.old_price, t.discount)::private.sale_prices)
  into taken
  from (
    -- The item's own price goes before that of its product, and this before the percentage of a category.
    select distinct on (i.product_id, i.variant_id) i.product_id, i.variant_id, i.price as price_before, i.old_price,
      p.discount, coalesce(s.price::integer, private.take_percent_off(i.price, begun.percent)) as price
    from public.sale_items s
    join public.products p
      on p.id = s.product_id or p.category_id = any (private.category_and_descendants(s.category_id))
    join public.sellable_items i on i.product_id = p.id and i.variant_id is not distinct from coalesce(s.variant_id, i.variant_id)
    where s.sale_id = begun.id
      and not exists (
        select from private.sale_prices r where r.item_id = i.id
      )
    order by i.product_id, i.variant_id, s.variant_id nulls last, s.product_id nulls last
  ) t
  where t.price < t.price_before;
  if taken is null then
    return 0;
  end if;
  taken := taken[1:batch];
  perform from public.products p where p.id in (select t.product_id from unnest(taken) t) order by p.id for no key update;
  -- Again with the prices that the locked rows have: somebody may have changed one meanwhile.
  with reduced as (
    update public.products p set price = t.price, old_price = t.price_before
    from unnest(taken) t
    where p.id = t.product_id and t.variant_id is null and p.price = t.price_before
    returning t.item_id
  ),
  reduced_variants as (
    update public.product_variants v set price = t.price, old_price = t.price_before
    from unnest(taken) t
    where v.id = t.variant_id and v.price = t.price_before
    returning t.item_id
  )
  insert into private.sale_prices
  select t.* from unnest(taken) t
  join (select * from reduced union all select * from reduced_variants) r using (item_id);
  return cardinality(taken);
end
$$;
comment on function private.begin_sale(public.sales, integer) is 'Writes the prices of so many items of a sale. An item of another running sale, or one that would not become cheaper, is left out. Returns how many.';

create function private.run_sales(batch integer default 500) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  begun public.sales;
begin
  -- One process at a time; the others find it done.
  if not pg_try_advisory_xact_lock(hashtextextended('sales', 0)) then
    return false;
  end if;
  if private.end_sales(batch) > 0 then
    return true;
  end if;
  select * into begun from public.sales s
  where s.starts_at <= now() and s.ends_at > now() and s.applied_at is null
  order by s.starts_at, s.id limit 1;
  if begun.id is null then
    return false;
  end if;
  if private.begin_sale(begun, batch) = 0 then
    update public.sales s set applied_at = now() where s.id = begun.id;
  end if;
  return true;
end
$$;
comment on function private.run_sales(integer) is 'Ends and begins sales that are due, a part at each call. Returns whether there is more.';

-- Staff plan sales -----------------------------------------------------------------------------------------------------

create function private.save_sale(sale jsonb, expected_updated_at timestamptz) returns public.sales
language plpgsql security definer set search_path = '' as $$
declare
  edited uuid;
  existing public.sales;
  sent public.sales;
  items jsonb := coalesce(nullif(sale -> 'items', 'null'), '[]');
  problem text;
begin
  perform private.require_right('prices.write');
  begin
    sent := jsonb_populate_record(null::public.sales, sale - 'items');
    perform from jsonb_to_recordset(items) as i (category_id uuid, item_id uuid, price integer);
  exception when data_exception or check_violation or invalid_text_representation then
    perform private.raise_problem('', 'Cette promotion est invalide');
  end;
  edited := coalesce(sent.id, gen_random_uuid());
  perform pg_advisory_xact_lock(hashtextextended('sales.id ' || edited::text, 0));
  select * into existing from public.sales s where s.id = edited for update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Cette promotion a été supprimée entre-temps';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    raise sqlstate 'PT409' using message = 'Cette promotion a été modifiée entre-temps',
      detail = jsonb_build_object('updated_at', existing.updated_at)::text;
  end if;
  problem := case
    when char_length(btrim(sent.name)) between 1 and 80 is not true then 'Donnez à la promotion un nom de 80 caractères au plus'
    when sent.starts_at is null or sent.ends_at is null then 'Indiquez le début et la fin'
    when sent.ends_at <= sent.starts_at then 'La fin doit venir après le début'
    when sent.ends_at > sent.starts_at + interval '366 days' then 'Une promotion dure un an au plus'
    when existing.id is null and sent.ends_at <= now() then 'La fin est déjà passée'
    when existing.ends_at <= now() then 'Cette promotion est terminée'
    when sent.percent not between 1 and 90 then 'La réduction est un pourcentage de 1 à 90'
    when jsonb_array_length(items) not between 1 and 1000 then 'Choisissez des produits ou des catégories, 1 000 au plus'
    when sent.percent is null and exists (
      select from jsonb_array_elements(items) i where nullif(i -> 'price', 'null') is null
    ) then 'Indiquez le pourcentage, ou le prix de chaque produit'
    when exists (
      select from jsonb_array_elements(items) i where nullif(i -> 'price', 'null') is not null
        and ((i ->> 'price') !~ '^[1-9][0-9]{0,8}$' or i ->> 'item_id' is null)
    ) then 'Le prix doit être un nombre positif'
    when existing.starts_at <= now() and (sent.starts_at, sent.percent) is distinct from (existing.starts_at, existing.percent)
      then 'La promotion a commencé : seuls son nom et sa fin se changent encore'
  end;
  if problem is not null then
    perform private.raise_problem('', problem);
  end if;
  insert into public.sales as s (id, name, percent, starts_at, ends_at)
  values (edited, btrim(sent.name), sent.percent, sent.starts_at, sent.ends_at)
  on conflict (id) do update set
    name = excluded.name, percent = excluded.percent, starts_at = excluded.starts_at, ends_at = excluded.ends_at
  returning * into sent;
  -- The prices of one that has begun are written: what it is about stays.
  if existing.id is null or existing.starts_at > now() then
    delete from public.sale_items i where i.sale_id = edited;
    insert into public.sale_items (sale_id, category_id, product_id, variant_id, price)
    select edited, c.id, p.id, case when c.id is null then v.id end, case when c.id is null then i.price end
    from jsonb_to_recordset(items) as i (category_id uuid, item_id uuid, price integer)
    left join public.categories c on c.id = i.category_id
    left join public.product_variants v on v.id = i.item_id
    left join public.products p on p.id = coalesce(v.product_id, i.item_id) and c.id is null
    where c.id is not null or p.id is not null
    on conflict on constraint sale_items_key do nothing;
  end if;
  return sent;
end
$$;
create function public.save_sale(sale jsonb, expected_updated_at timestamptz default null) returns public.sales
language sql set search_path = '' as $$
  select private.save_sale(sale, expected_updated_at)
$$;
comment on function public.save_sale(jsonb, timestamptz) is
  'Plans a sale or changes it: {id, name, percent, starts_at, ends_at, items: [{category_id} or {item_id, price}], an item being a product, with all its variants, or a variant}. Once it has begun, only its name and end change. YA007 with the reason; PT404 and PT409 when somebody else deleted or changed it; 42501 without the right prices.write.';

create function private.delete_sale(sale uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('prices.write');
  perform from public.sales s where s.id = sale for update;
  if exists (select from private.sale_prices p where p.sale_id = sale) then
    perform private.raise_problem('', 'Cette promotion est en cours : mettez sa fin à maintenant');
  end if;
  delete from public.sales s where s.id = sale;
end
$$;
create function public.delete_sale(sale uuid) returns void
language sql set search_path = '' as $$
  select private.delete_sale(sale)
$$;
comment on function public.delete_sale(uuid) is
  'Deletes a sale whose prices are not in force. YA007 for one that runs; 42501 without the right prices.write.';

alter table public.sales enable row level security;
alter table public.sale_items enable row level security;
revoke all on public.sales, public.sale_items from anon, authenticated;
grant select on public.sales, public.sale_items to authenticated;
grant all on public.sales, public.sale_items to service_role;
create policy "Whoever sets prices reads sales" on public.sales for select to authenticated
  using ((select private.has_right('prices.write')));
create policy "Whoever sets prices reads the items of sales" on public.sale_items for select to authenticated
  using ((select private.has_right('prices.write')));
create trigger sales_set_updated_at before update of name, percent, starts_at, ends_at on public.sales
  for each row execute function private.set_updated_at();
create trigger sales_record after insert or delete or update of name, percent, starts_at, ends_at on public.sales
  for each row execute function private.record_change('name');

revoke execute on all functions in schema private from public;
revoke execute on function public.save_sale(jsonb, timestamptz), public.delete_sale(uuid) from public, anon;
grant execute on function private.save_sale(jsonb, timestamptz), private.delete_sale(uuid),
  public.save_sale(jsonb, timestamptz), public.delete_sale(uuid) to authenticated, service_role;
