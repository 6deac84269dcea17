-- Product editing: the functions that save one product with its images, or change many products at once.
--
-- Everything runs in one transaction, as the caller, whose policies apply; a rejection names its columns.
--
-- Failures carry a French message, a SQLSTATE and JSON in the detail:
--   YA007 (HTTP 400) invalid values: {problems: [{column, message}]}, column as the form names it
--   PT409 (HTTP 409) someone else saved first: {updated_at, by, at}, by and at null without an audit log entry
--   PT404 (HTTP 404) the product no longer exists

-- One product ------------------------------------------------------------------------------------------------------

create function public.save_product(product jsonb, images jsonb, expected_updated_at timestamptz default null)
returns public.products
language plpgsql set search_path = '' as $$
declare
  product_id constant uuid := coalesce((product ->> 'id')::uuid, gen_random_uuid());
  columns constant text[] := private.product_columns();
  existing public.products;
  existing_row jsonb;
  merged jsonb;
  problems jsonb;
  saved public.products;
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('products.id ' || product_id::text, 0));
  -- As strong as the lock of the slug's update below: upgrading the lock later would wait for a review, which
  -- waits for this lock.
  select * into existing from public.products where id = product_id for update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Ce produit a été supprimé entre-temps';
  end if;
  -- A new product that is sent again, because the response was lost, is saved again, unless someone has
  -- edited it since.
  if existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    perform private.raise_edit_conflict(product_id, existing.updated_at);
  end if;

  existing_row := case when existing.id is not null then to_jsonb(existing) end;
  merged := private.merge_product(product - '{id,stock_seen}'::text[], existing_row, private.blank_product());
  -- Orders take stock while a form is open: the difference that the form made is applied, not its absolute
  -- value.
  if existing.id is not null and product ->> 'stock_seen' ~ '^[0-9]{1,9}$' and merged ->> 'stock' ~ '^[0-9]{1,9}$' then
    merged := merged || jsonb_build_object(
      'stock', greatest(0, existing.stock + (merged ->> 'stock')::integer - (product ->> 'stock_seen')::integer)
    );
  end if;
  problems := private.validate_product(merged, existing_row);
  if merged ->> 'category_id' is not null
    and not exists (select from public.categories c where c.id::text = merged ->> 'category_id')
  then
    problems := problems || private.build_problem('category_id', 'Cette catégorie n''existe plus');
  end if;
  problems := problems || private.validate_product_images(product_id, images);
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  if existing.slug is distinct from merged ->> 'slug' then
    merged := merged || jsonb_build_object('slug', public.free_slug('products', merged ->> 'slug', product_id));
  end if;

  perform private.write_products(
    existing.id is null, columns, jsonb_build_array(merged || jsonb_build_object('id', product_id))
  );
  perform private.save_product_images(product_id, images);
  select * into saved from public.products where id = product_id;
  return saved;
end
$$;
comment on function public.save_product(jsonb, jsonb, timestamptz) is
  'Inserts or updates a product and its images in one transaction, and returns the row. product: {id (generated in the browser), the columns of the table, stock_seen (the stock with which the form was opened)}; keys left out stay as they are. images: [{image_url, is_primary}] in their order, the complete list; without a primary one the first is primary. expected_updated_at: the updated_at with which the form was opened, null for a new product. The slug is normalized and made unique. YA007: invalid values. PT409: someone else saved first. PT404: the product no longer exists.';

create function private.raise_edit_conflict(product_id uuid, updated_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  last_edit record;
begin
  select a.actor_name as name, a.at into last_edit
  from public.audit_log a where a.row_id = product_id order by a.at desc, a.id desc limit 1;
  raise sqlstate 'PT409' using
    message = 'Ce produit a été modifié entre-temps' || coalesce(' par ' || last_edit.name, ''),
    detail = jsonb_build_object('updated_at', updated_at, 'by', last_edit.name, 'at', last_edit.at)::text;
end
$$;
comment on function private.raise_edit_conflict(uuid, timestamptz) is
  'Raises PT409 for a product that was saved since the form was opened, and names who saved it.';

-- Many products ----------------------------------------------------------------------------------------------------

-- A request that is sent again, because its response was lost, must not apply twice: «10 % more» would become
-- 21 %.
create table private.idempotent_results (
  request_id uuid primary key,
  result jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.idempotent_results is
  'The results of changes of many rows, by the id that the browser generated for the request.';
create index idempotent_results_created_at_idx on private.idempotent_results (created_at);
alter table private.idempotent_results enable row level security;
create policy "Only the service reads idempotent results" on private.idempotent_results
  for select to service_role using (true);

create function private.get_idempotent_result(requested uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('idempotent_results.request_id ' || requested::text, 0));
  return (select r.result from private.idempotent_results r where r.request_id = requested);
end
$$;
comment on function private.get_idempotent_result(uuid) is
  'The stored result of the request, retained for at least a day; null for a new request, which from then on holds the lock.';

create function private.store_idempotent_result(requested uuid, result jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  -- At the end of the work, so that other requests do not wait for all of it.
  delete from private.idempotent_results where created_at < now() - interval '1 day';
  insert into private.idempotent_results (request_id, result) select requested, $2 where requested is not null;
  select $2
$$;

create function public.change_products(ids uuid[], change jsonb, request uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  result jsonb;
  unknown constant text[] := array(
    select key from jsonb_each(change) where key not in ('price', 'stock', 'is_new', 'is_featured')
  );
  set_price constant numeric := change #>> '{price,set}';
  percent constant numeric := change #>> '{price,percent}';
  add_price constant integer := change #>> '{price,add}';
  set_stock constant integer := change #>> '{stock,set}';
  add_stock constant integer := change #>> '{stock,add}';
  checked record;
  problem jsonb;
  changed integer;
begin
  perform private.require_administrator();
  result := private.get_idempotent_result(request);
  if result is not null then
    return result;
  end if;
  problem := case
    when coalesce(cardinality(ids), 0) not between 1 and 1000
      then private.build_problem('ids', 'Choisissez de 1 à 1000 produits')
    when unknown <> '{}' or change = '{}' then private.build_problem('change', 'Aucun changement connu')
    when change ? 'price' and (num_nonnulls(set_price, percent, add_price) = 1 and coalesce(set_price, 1) between 1 and 100000000
      and coalesce(set_price, 1) = trunc(coalesce(set_price, 1))) is not true
      then private.build_problem('price', 'Le prix doit être un nombre positif')
    when percent not between -99 and 1000 then private.build_problem('price', 'Le pourcentage va de -99 à 1000')
    when change ? 'stock' and (num_nonnulls(set_stock, add_stock) = 1 and coalesce(set_stock, 0) >= 0) is not true
      then private.build_problem('stock', 'Le stock doit être un nombre positif ou zéro')
  end;
  if problem is null then
    perform from public.products where id = any (ids) order by id for no key update;
    select count(*) as found,
      min(p.name) filter (where p.stock + add_stock not between 0 and 999999999) as below_zero,
      min(p.name) filter (
        where coalesce(p.price + add_price, round(p.price * (100 + percent) / 100)) not between 1 and 100000000
      ) as out_of_range
    into checked
    from public.products p where p.id = any (ids);
    problem := case
      when checked.found <> (select count(distinct i) from unnest(ids) i)
        then private.build_problem('ids', 'Un produit choisi n''existe plus')
      when checked.below_zero is not null
        then private.build_problem('stock', format('Le stock de « %s » deviendrait négatif', checked.below_zero))
      when checked.out_of_range is not null
        then private.build_problem('price', format('Le prix de « %s » sortirait des limites', checked.out_of_range))
    end;
  end if;
  if problem is not null then
    raise exception using errcode = 'YA007', message = problem ->> 'message',
      detail = jsonb_build_object('problems', jsonb_build_array(problem))::text;
  end if;
  with new_values as (
    select p.id,
      coalesce(set_price, p.price + add_price, round(p.price * (100 + percent) / 100), p.price)::integer as price,
      coalesce(set_stock, p.stock + add_stock, p.stock) as stock,
      coalesce((change ->> 'is_new')::boolean, p.is_new) as is_new,
      coalesce((change ->> 'is_featured')::boolean, p.is_featured) as is_featured
    from public.products p where p.id = any (ids)
  )
  update public.products p
  set price = w.price, stock = w.stock, is_new = w.is_new, is_featured = w.is_featured
  from new_values w
  where p.id = w.id
    and (p.price, p.stock, p.is_new, p.is_featured) is distinct from (w.price, w.stock, w.is_new, w.is_featured);
  get diagnostics changed = row_count;
  return private.store_idempotent_result(
    request, jsonb_build_object('changed', changed, 'unchanged', checked.found - changed)
  );
end
$$;
comment on function public.change_products(uuid[], jsonb, uuid) is
  'Changes 1 to 1000 products, all or none. change: {price: {set: francs} or {percent: -99 to 1000, rounded to whole francs} or {add: francs, also negative}, stock: {set: pieces} or {add: pieces, also negative}, is_new: boolean, is_featured: boolean}, each optional. Returns {changed, unchanged}. request: an id generated in the browser for this change; sent again it returns the first result and changes nothing. YA007 names the problem.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
revoke all on private.idempotent_results from anon, authenticated;
grant execute on function
  private.raise_edit_conflict(uuid, timestamptz),
  private.get_idempotent_result(uuid), private.store_idempotent_result(uuid, jsonb)
  to authenticated, service_role;
revoke execute on function
  public.save_product(jsonb, jsonb, timestamptz), public.change_products(uuid[], jsonb, uuid)
  from public, anon;
grant execute on function
  public.save_product(jsonb, jsonb, timestamptz), public.change_products(uuid[], jsonb, uuid)
  to authenticated, service_role;
