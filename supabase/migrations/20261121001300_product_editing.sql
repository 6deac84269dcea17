-- Product editing: slugs, the validation of products, the functions that save one product or change many, and
-- the uploaded images.

-- Slugs ------------------------------------------------------------------------------------------------------------

create function private.slugify(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(private.normalize_search_text(value), '[^a-z0-9]+', '-', 'g'), 200), '-'), '')
$$;
comment on function private.slugify(text) is
  'Lower case, without accents, a hyphen for each run of anything else, none at the ends. Null when nothing is left.';

create function public.free_slug(kind text, name text, for_id uuid default null) returns text
language plpgsql set search_path = '' as $$
declare
  base constant text := private.slugify(name);
  candidate text := base;
  attempt integer := 1;
begin
  if base is null then
    return null;
  end if;
  -- Concurrent saves of the same name must not choose the same slug. One lock serves all names of a kind,
  -- because an import makes ten thousand slugs.
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || kind, 0));
  while case kind
    when 'products' then exists (select from public.products t where t.slug = candidate and t.id is distinct from for_id)
    when 'categories' then exists (select from public.categories t where t.slug = candidate and t.id is distinct from for_id)
    when 'technicians' then exists (
      select from public.technician_profiles t where t.slug = candidate and t.id is distinct from for_id
    )
  end loop
    attempt := attempt + 1;
    -- Beyond fifty of one name, random numbers find a free one sooner than counting.
    candidate := base || '-' || case when attempt <= 50 then attempt else 1000 + floor(random() * 9999000)::integer end;
  end loop;
  return candidate;
end
$$;
comment on function public.free_slug(text, text, uuid) is
  'The slug of a name that no other row has: perceuse, else perceuse-2 and so on. kind is products, categories or technicians; for_id is the row that may keep its own slug. Null for a name without letters or digits.';

-- Validation -------------------------------------------------------------------------------------------------------

create function private.build_problem(column_name text, message text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('column', column_name, 'message', message)
$$;

create function private.validate_product(product jsonb, existing jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  whole_number constant text := '^[0-9]{1,9}$';
  problems jsonb := '[]';
  price integer;
  old_price integer;
  discount integer;
  derived integer;
begin
  if btrim(coalesce(product ->> 'name', '')) = '' then
    problems := problems || private.build_problem('name', 'Le nom du produit est requis');
  elsif char_length(product ->> 'name') > 200 then
    problems := problems || private.build_problem('name', 'Le nom compte au plus 200 caractères');
  end if;
  if private.slugify(product ->> 'slug') is null then
    problems := problems || private.build_problem('slug', 'Le slug URL est requis');
  end if;
  if product ->> 'price' ~ whole_number and (product ->> 'price')::integer between 1 and 100000000 then
    price := product ->> 'price';
  else
    problems := problems || private.build_problem('price', 'Le prix doit être un nombre positif');
  end if;
  if product ->> 'old_price' ~ whole_number and (product ->> 'old_price')::integer between 1 and 100000000 then
    old_price := product ->> 'old_price';
  elsif product ->> 'old_price' is not null then
    problems := problems || private.build_problem('old_price', 'L''ancien prix doit être un nombre positif');
  end if;
  if product ->> 'discount' ~ whole_number and (product ->> 'discount')::integer <= 100 then
    discount := product ->> 'discount';
  elsif product ->> 'discount' is not null then
    problems := problems || private.build_problem('discount', 'La réduction doit être inférieure ou égale à 100%');
  end if;
  -- As in the trigger on products: a value that is sent back unchanged is not a request.
  if old_price <= price and old_price::text is distinct from (existing ->> 'old_price') then
    problems := problems || private.build_problem('old_price', 'L''ancien prix doit être supérieur au prix');
  elsif old_price > price and discount is not null and discount::text is distinct from (existing ->> 'discount') then
    derived := round(100.0 * (old_price - price) / old_price);
    if discount <> derived then
      problems := problems || private.build_problem('discount',
        format('La réduction de %s%% ne correspond pas aux prix : elle est de %s%%', discount, derived));
    end if;
  end if;
  if product ->> 'stock' ~ whole_number is not true then
    problems := problems || private.build_problem('stock', 'Le stock doit être un nombre positif ou zéro');
  end if;
  if char_length(product ->> 'reference') > 100 then
    problems := problems || private.build_problem('reference', 'La référence compte au plus 100 caractères');
  end if;
  if char_length(product ->> 'description') > 20000 then
    problems := problems || private.build_problem('description', 'La description compte au plus 20000 caractères');
  end if;
  if product ->> 'more_info_url' is not null
    and (product ->> 'more_info_url' ~ '^https?://[^[:space:]]+$' and char_length(product ->> 'more_info_url') <= 2000) is not true
  then
    problems := problems || private.build_problem('more_info_url', 'Entrez une URL valide ou laissez vide');
  end if;
  if jsonb_typeof(product -> 'is_new') <> 'boolean' or jsonb_typeof(product -> 'is_featured') <> 'boolean' then
    problems := problems || private.build_problem(
      case when jsonb_typeof(product -> 'is_new') <> 'boolean' then 'is_new' else 'is_featured' end,
      'Répondez par oui ou non');
  end if;
  if (jsonb_typeof(product -> 'features') = 'array' and not jsonb_path_exists(product, '$.features[*] ? (@.type() != "string")')) is not true then
    problems := problems || private.build_problem('features', 'Les caractéristiques sont une liste de textes');
  end if;
  if jsonb_typeof(product -> 'specifications') <> 'object' then
    problems := problems || private.build_problem('specifications', 'Les spécifications sont des noms et des valeurs');
  end if;
  return problems;
end
$$;
comment on function private.validate_product(jsonb, jsonb) is
  'The problems of a complete product, as [{column, message}]; existing is the current row, null for a new product. Reports in advance, and for all columns at once, what domains, checks and triggers would reject one by one. Forms and imports call it before they write.';

create function private.merge_product(changes jsonb, existing jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(existing, '{"description": "", "stock": 0, "is_new": false, "is_featured": false, "features": [], "specifications": {}}')
    || coalesce((
      select jsonb_object_agg(
        g.key,
        case
          when jsonb_typeof(g.value) <> 'string' then
            case
              when g.value = 'null' and g.key = 'description' then '""'
              when g.value = 'null' and g.key = 'stock' then '0'
              else g.value
            end
          when btrim(g.value #>> '{}') = '' and g.key in ('old_price', 'discount', 'category_id', 'reference', 'more_info_url') then 'null'
          else to_jsonb(btrim(g.value #>> '{}'))
        end
      )
      from jsonb_each(changes) g
    ), '{}')
$$;
comment on function private.merge_product(jsonb, jsonb) is
  'A product as it would be stored: the changes merged over the existing row, texts trimmed, and empty optional values set to null.';

-- Saving -----------------------------------------------------------------------------------------------------------

-- Administrators write one product with its images in one transaction, or many products at once. Everything
-- runs as the caller, whose policies apply; a rejection names its columns.
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
  existing public.products;
  merged jsonb;
  problems jsonb;
  target public.products;
  saved public.products;
  last_edit record;
  missing bigint[];
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
    select a.actor_name as name, a.at into last_edit
    from public.audit_log a where a.row_id = product_id order by a.at desc, a.id desc limit 1;
    raise sqlstate 'PT409' using
      message = 'Ce produit a été modifié entre-temps' || coalesce(' par ' || last_edit.name, ''),
      detail = jsonb_build_object('updated_at', existing.updated_at, 'by', last_edit.name, 'at', last_edit.at)::text;
  end if;

  merged := private.merge_product(
    product - '{id,stock_seen}'::text[],
    case when existing.id is not null then to_jsonb(existing) end
  );
  -- Orders take stock while a form is open: the difference that the form made is applied, not its absolute
  -- value.
  if existing.id is not null and product ->> 'stock_seen' ~ '^[0-9]{1,9}$' and merged ->> 'stock' ~ '^[0-9]{1,9}$' then
    merged := merged || jsonb_build_object(
      'stock', greatest(0, existing.stock + (merged ->> 'stock')::integer - (product ->> 'stock_seen')::integer)
    );
  end if;
  problems := private.validate_product(merged, case when existing.id is not null then to_jsonb(existing) end);
  if merged ->> 'category_id' is not null
    and not exists (select from public.categories c where c.id::text = merged ->> 'category_id')
  then
    problems := problems || private.build_problem('category_id', 'Cette catégorie n''existe plus');
  end if;
  if jsonb_typeof(images) <> 'array' or jsonb_array_length(images) > 50
    or exists (
      select from jsonb_array_elements(images) i
      where (i ->> 'image_url' ~ '^(https?://|/)[^[:space:]]+$' and char_length(i ->> 'image_url') <= 2000) is not true
    )
  then
    problems := problems || private.build_problem('images', 'Une image n''a pas d''adresse valide');
  else
    -- An image uploaded for a form that stayed open for long has been removed as orphaned.
    missing := private.find_missing_image_positions(product_id, images);
    if missing <> '{}' then
      problems := problems || private.build_problem('images', case cardinality(missing)
        when 1 then format('L''image %s n''est plus sur le serveur : retirez-la et envoyez-la de nouveau', missing[1])
        else format(
          'Les images %s ne sont plus sur le serveur : retirez-les et envoyez-les de nouveau', array_to_string(missing, ', ')
        )
      end);
    end if;
  end if;
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  if existing.slug is distinct from merged ->> 'slug' then
    merged := merged || jsonb_build_object('slug', public.free_slug('products', merged ->> 'slug', product_id));
  end if;

  target := jsonb_populate_record(null::public.products, merged);
  if existing.id is null then
    insert into public.products (id, name, slug, description, price, old_price, is_new, discount, stock, category_id,
      reference, is_featured, features, specifications, more_info_url)
    values (product_id, target.name, target.slug, target.description, target.price, target.old_price, target.is_new,
      target.discount, target.stock, target.category_id, target.reference, target.is_featured, target.features,
      target.specifications, target.more_info_url);
  else
    update public.products set
      name = target.name, slug = target.slug, description = target.description, price = target.price,
      old_price = target.old_price, is_new = target.is_new, discount = target.discount, stock = target.stock,
      category_id = target.category_id, reference = target.reference, is_featured = target.is_featured,
      features = target.features, specifications = target.specifications, more_info_url = target.more_info_url
    where id = product_id;
  end if;
  perform private.save_product_images(product_id, images);
  select * into saved from public.products where id = product_id;
  return saved;
end
$$;
comment on function public.save_product(jsonb, jsonb, timestamptz) is
  'Inserts or updates a product and its images in one transaction, and returns the row. product: {id (generated in the browser), name, slug, description, category_id, reference, price, old_price, discount, stock, stock_seen (the stock with which the form was opened), is_new, is_featured, features: [text], specifications: {name: value}, more_info_url}; keys left out stay as they are. images: [{image_url, is_primary}] in their order, the complete list; without a primary one the first is primary. expected_updated_at: the updated_at with which the form was opened, null for a new product. The slug is normalized and made unique. YA007: invalid values. PT409: someone else saved first. PT404: the product no longer exists.';

create function private.save_product_images(of_product uuid, images jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  primary_position constant integer := coalesce(
    (select i.position from jsonb_array_elements(images) with ordinality as i (image, position)
      where i.image -> 'is_primary' = 'true' order by i.position limit 1),
    1
  );
  -- The row ids of the requested images, in their order; null for a new one. An image keeps its row, so that
  -- the audit log records only added and removed images.
  row_ids constant uuid[] := array(
    select p.id
    from (
      select i.position, i.image ->> 'image_url' as image_url,
        row_number() over (partition by i.image ->> 'image_url' order by i.position) as copy
      from jsonb_array_elements(images) with ordinality as i (image, position)
    ) requested
    left join (
      select id, image_url, row_number() over (partition by image_url order by display_order, id) as copy
      from public.product_images where product_id = of_product
    ) p using (image_url, copy)
    order by requested.position
  );
begin
  delete from public.product_images where product_id = of_product and id <> all (array_remove(row_ids, null));
  -- The trigger unmarks the former primary image.
  update public.product_images set is_primary = true where id = row_ids[primary_position] and not is_primary;
  update public.product_images p set display_order = r.position - 1
  from unnest(row_ids) with ordinality as r (id, position)
  where p.id = r.id and p.display_order <> r.position - 1;
  insert into public.product_images (product_id, image_url, display_order, is_primary)
  select of_product, i.image ->> 'image_url', i.position - 1, i.position = primary_position
  from jsonb_array_elements(images) with ordinality as i (image, position)
  where row_ids[i.position] is null;
end
$$;
comment on function private.save_product_images(uuid, jsonb) is
  'Gives a product exactly these images, numbered from 0 in their order.';

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

-- Uploaded images --------------------------------------------------------------------------------------------------

-- Images of products that administrators upload are stored in a public bucket, under
-- `<product's id>/<image's id>.<type>`. A product refers to an image by its URL, as it does to one of another site, so that no other
-- code needs to know the difference.
--
-- Nothing is overwritten: a new image has a new name, and browsers may cache each forever. An image that a
-- product no longer shows is not deleted either, since orders show the image at the time of the order, and
-- the audit log the removed one. Images that were uploaded and never saved are deleted: the edge function
-- remove-unused-pictures gets their names here.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('product-pictures', 'product-pictures', true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']);

create policy "Administrators upload images of products" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'product-pictures'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$'
    and (select private.is_admin())
  );

create policy "Administrators list the images of products" on storage.objects
  for select to authenticated using (bucket_id = 'product-pictures' and (select private.is_admin()));

-- Orphaned images -------------------------------------------------------------------------------------------------

create function private.extract_image_names(value text) returns setof text
language sql immutable strict rows 1 parallel safe set search_path = '' as $$
  select found[1]
  from regexp_matches(value, '/product-pictures/([0-9a-f-]{36}/[0-9a-f-]{36}\.(?:jpg|png|webp))', 'g') found
$$;
comment on function private.extract_image_names(text) is
  'The names of the uploaded images whose URLs a text contains, whatever their site and requested size.';

create function private.find_missing_image_positions(of_product uuid, images jsonb) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select i.position
    from jsonb_array_elements(images) with ordinality as i (image, position),
      private.extract_image_names(i.image ->> 'image_url') as uploaded (name)
    where starts_with(uploaded.name, of_product || '/')
      and not exists (select from storage.objects o where o.bucket_id = 'product-pictures' and o.name = uploaded.name)
      and not exists (
        select from public.product_images g where g.product_id = of_product and g.image_url = i.image ->> 'image_url'
      )
    order by i.position
  )
$$;
comment on function private.find_missing_image_positions(uuid, jsonb) is
  'The positions, counted from 1, of the images to be saved for a product that were uploaded for it and no longer exist. Images that the product shows already are not reported.';

create function public.unused_pictures(most integer default 1000) returns setof text
language plpgsql stable rows 100 set search_path = '' as $$
declare
  -- Few: the images of the galleries are excluded before every order is read.
  in_no_gallery constant text[] := array(
    select o.name from storage.objects o
    where o.bucket_id = 'product-pictures' and o.created_at < now() - interval '24 hours'
    except
    select used.name
    from public.product_images i, private.extract_image_names(i.image_url) used (name)
    where i.image_url like '%/product-pictures/%'
  );
begin
  if in_no_gallery = '{}' then
    return;
  end if;
  return query
    select o.name from unnest(in_no_gallery) as o (name)
    except
    select used.name
    from (
      select concat_ws(' ', p.image, p.description, p.more_info_url) from public.products p
      union all select i.image from public.order_items i
      union all select o.payment_info::text from public.orders o
      union all select a.before::text from public.audit_log a
      union all select a.after::text from public.audit_log a
      union all select c.image from public.categories c
      union all select b.logo from public.brands b
      union all select t.avatar from public.testimonials t
      union all select t.image from public.technician_profiles t
    ) places (text),
      private.extract_image_names(places.text) used (name)
    where places.text like '%/product-pictures/%'
    limit least(greatest(most, 1), 1000);
end
$$;
comment on function public.unused_pictures(integer) is
  'The names of at most 1000 uploaded images, a day old or older, that nothing refers to: no product, no order however old, no entry of the audit log, no category, brand, testimonial or technician. For the service, which deletes them through the storage API.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
revoke all on private.idempotent_results from anon, authenticated;
grant execute on function
  private.slugify(text), private.build_problem(text, text), private.validate_product(jsonb, jsonb),
  private.merge_product(jsonb, jsonb), private.save_product_images(uuid, jsonb),
  private.get_idempotent_result(uuid), private.store_idempotent_result(uuid, jsonb),
  private.extract_image_names(text), private.find_missing_image_positions(uuid, jsonb)
  to authenticated, service_role;
revoke execute on function
  public.free_slug(text, text, uuid), public.save_product(jsonb, jsonb, timestamptz),
  public.change_products(uuid[], jsonb, uuid)
  from public, anon;
grant execute on function
  public.free_slug(text, text, uuid), public.save_product(jsonb, jsonb, timestamptz),
  public.change_products(uuid[], jsonb, uuid)
  to authenticated, service_role;
revoke execute on function public.unused_pictures(integer) from public, anon, authenticated;
grant execute on function public.unused_pictures(integer) to service_role;
