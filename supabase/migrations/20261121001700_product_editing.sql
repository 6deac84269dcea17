-- How administrators write products: one with its pictures in one transaction, or many at once. Everything runs as
-- the caller, whose policies decide; what is refused names its columns.
--
-- Failures carry a French message, a SQLSTATE and JSON in the detail:
--   YA007 (HTTP 400) values are refused: {problems: [{column, message}]}, column as the form names it
--   PT409 (HTTP 409) someone else saved first: {updated_at, by, at}, by and at null when nobody noted it
--   PT404 (HTTP 404) the product is gone

-- One product ------------------------------------------------------------------------------------------------------

grant insert (id) on public.products to authenticated;

create function public.save_product(product jsonb, images jsonb, expected_updated_at timestamptz default null)
returns public.products
language plpgsql set search_path = '' as $$
declare
  product_id constant uuid := coalesce((product ->> 'id')::uuid, gen_random_uuid());
  former public.products;
  whole jsonb;
  problems jsonb;
  wanted public.products;
  saved public.products;
  note record;
  lost bigint[];
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('products.id ' || product_id::text, 0));
  -- As strong as the update of a slug below: a lock made stronger later waits for a review, which waits for the lock.
  select * into former from public.products where id = product_id for update;
  if former.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Ce produit a été supprimé entre-temps';
  end if;
  -- A new product that arrives again, because its answer was lost, is saved again, unless someone edited it since.
  if former.updated_at <> coalesce(expected_updated_at, former.created_at) then
    select a.actor_name as name, a.at into note
    from public.audit_log a where a.row_id = product_id order by a.at desc, a.id desc limit 1;
    raise sqlstate 'PT409' using
      message = 'Ce produit a été modifié entre-temps' || coalesce(' par ' || note.name, ''),
      detail = jsonb_build_object('updated_at', former.updated_at, 'by', note.name, 'at', note.at)::text;
  end if;

  whole := private.whole_product(
    product - '{id,stock_seen}'::text[],
    case when former.id is not null then to_jsonb(former) end
  );
  -- Orders take stock while a form is open: what the form added or took counts, not what it saw.
  if former.id is not null and product ->> 'stock_seen' ~ '^[0-9]{1,9}$' and whole ->> 'stock' ~ '^[0-9]{1,9}$' then
    whole := whole || jsonb_build_object(
      'stock', greatest(0, former.stock + (whole ->> 'stock')::integer - (product ->> 'stock_seen')::integer)
    );
  end if;
  problems := private.product_problems(whole, case when former.id is not null then to_jsonb(former) end);
  if whole ->> 'category_id' is not null
    and not exists (select from public.categories c where c.id::text = whole ->> 'category_id')
  then
    problems := problems || private.problem('category_id', 'Cette catégorie n''existe plus');
  end if;
  if jsonb_typeof(images) <> 'array' or jsonb_array_length(images) > 50
    or exists (
      select from jsonb_array_elements(images) i
      where (i ->> 'image_url' ~ '^(https?://|/)[^[:space:]]+$' and char_length(i ->> 'image_url') <= 2000) is not true
    )
  then
    problems := problems || private.problem('images', 'Une image n''a pas d''adresse valide');
  else
    -- What was uploaded for a form that stayed open is removed in the end, as nobody had saved it.
    lost := private.lost_pictures(product_id, images);
    if lost <> '{}' then
      problems := problems || private.problem('images', case cardinality(lost)
        when 1 then format('L''image %s n''est plus sur le serveur : retirez-la et envoyez-la de nouveau', lost[1])
        else format('Les images %s ne sont plus sur le serveur : retirez-les et envoyez-les de nouveau', array_to_string(lost, ', '))
      end);
    end if;
  end if;
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  if former.slug is distinct from whole ->> 'slug' then
    whole := whole || jsonb_build_object('slug', public.free_slug('products', whole ->> 'slug', product_id));
  end if;

  wanted := jsonb_populate_record(null::public.products, whole);
  if former.id is null then
    insert into public.products (id, name, slug, description, price, old_price, is_new, discount, stock, category_id,
      reference, is_featured, features, specifications, more_info_url)
    values (product_id, wanted.name, wanted.slug, wanted.description, wanted.price, wanted.old_price, wanted.is_new,
      wanted.discount, wanted.stock, wanted.category_id, wanted.reference, wanted.is_featured, wanted.features,
      wanted.specifications, wanted.more_info_url);
  else
    update public.products set
      name = wanted.name, slug = wanted.slug, description = wanted.description, price = wanted.price,
      old_price = wanted.old_price, is_new = wanted.is_new, discount = wanted.discount, stock = wanted.stock,
      category_id = wanted.category_id, reference = wanted.reference, is_featured = wanted.is_featured,
      features = wanted.features, specifications = wanted.specifications, more_info_url = wanted.more_info_url
    where id = product_id;
  end if;
  perform private.save_images(product_id, images);
  select * into saved from public.products where id = product_id;
  return saved;
end
$$;
comment on function public.save_product(jsonb, jsonb, timestamptz) is
  'Makes or changes a product and its pictures in one transaction, and returns the row. product: {id (made in the browser), name, slug, description, category_id, reference, price, old_price, discount, stock, stock_seen (the stock that the form was opened with), is_new, is_featured, features: [text], specifications: {name: value}, more_info_url}; keys left out stay as they are. images: [{image_url, is_primary}] in their order, the whole list; without a primary one the first is. expected_updated_at: the updated_at that the form was opened with, null for a new product. The slug is brought into form and made unique. YA007, PT409, PT404: see above.';

create function private.save_images(of_product uuid, images jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  primary_position constant integer := coalesce(
    (select i.position from jsonb_array_elements(images) with ordinality as i (image, position)
      where i.image -> 'is_primary' = 'true' order by i.position limit 1),
    1
  );
  -- The rows of the wanted pictures, in their order; null for a new one. A picture keeps its row, so that the journal
  -- tells of those that came and went, and of no others.
  rows_of constant uuid[] := array(
    select p.id
    from (
      select i.position, i.image ->> 'image_url' as image_url,
        row_number() over (partition by i.image ->> 'image_url' order by i.position) as copy
      from jsonb_array_elements(images) with ordinality as i (image, position)
    ) wanted
    left join (
      select id, image_url, row_number() over (partition by image_url order by display_order, id) as copy
      from public.product_images where product_id = of_product
    ) p using (image_url, copy)
    order by wanted.position
  );
begin
  delete from public.product_images where product_id = of_product and id <> all (array_remove(rows_of, null));
  -- The trigger takes the mark from the one that had it.
  update public.product_images set is_primary = true where id = rows_of[primary_position] and not is_primary;
  update public.product_images p set display_order = r.position - 1
  from unnest(rows_of) with ordinality as r (id, position)
  where p.id = r.id and p.display_order <> r.position - 1;
  insert into public.product_images (product_id, image_url, display_order, is_primary)
  select of_product, i.image ->> 'image_url', i.position - 1, i.position = primary_position
  from jsonb_array_elements(images) with ordinality as i (image, position)
  where rows_of[i.position] is null;
end
$$;
comment on function private.save_images(uuid, jsonb) is 'Gives a product exactly these pictures, numbered from 0 in their order.';

-- Many products ----------------------------------------------------------------------------------------------------

-- «10 % more» sent again because its answer was lost must not become 21 %.
create table private.answers (
  request uuid primary key,
  answer jsonb not null,
  at timestamptz not null default now()
);
comment on table private.answers is 'What changes of many rows answered, under the id that the browser made for the request.';
create index answers_at_idx on private.answers (at);
alter table private.answers enable row level security;
create policy "Only the service reads what was answered" on private.answers
  for select to service_role using (true);

create function private.answer_to(asked uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('answers.request ' || asked::text, 0));
  return (select a.answer from private.answers a where a.request = asked);
end
$$;
comment on function private.answer_to(uuid) is 'The answer that the request got before, kept for a day at least; null for a new one, which is then alone.';

create function private.keep_answer(asked uuid, answer jsonb) returns jsonb
language sql security definer set search_path = '' as $$
  -- At the end of the work, so that nobody waits for the whole of it.
  delete from private.answers where at < now() - interval '1 day';
  insert into private.answers (request, answer) select asked, $2 where asked is not null;
  select $2
$$;

create function public.change_products(ids uuid[], change jsonb, request uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  answer jsonb;
  unknown constant text[] := array(
    select key from jsonb_each(change) where key not in ('price', 'stock', 'is_new', 'is_featured')
  );
  set_price constant numeric := change #>> '{price,set}';
  percent constant numeric := change #>> '{price,percent}';
  add_price constant integer := change #>> '{price,add}';
  set_stock constant integer := change #>> '{stock,set}';
  add_stock constant integer := change #>> '{stock,add}';
  wrong record;
  problem jsonb;
  changed integer;
begin
  perform private.require_administrator();
  answer := private.answer_to(request);
  if answer is not null then
    return answer;
  end if;
  problem := case
    when coalesce(cardinality(ids), 0) not between 1 and 1000 then private.problem('ids', 'Choisissez de 1 à 1000 produits')
    when unknown <> '{}' or change = '{}' then private.problem('change', 'Aucun changement connu')
    when change ? 'price' and (num_nonnulls(set_price, percent, add_price) = 1 and coalesce(set_price, 1) between 1 and 100000000
      and coalesce(set_price, 1) = trunc(coalesce(set_price, 1))) is not true
      then private.problem('price', 'Le prix doit être un nombre positif')
    when percent not between -99 and 1000 then private.problem('price', 'Le pourcentage va de -99 à 1000')
    when change ? 'stock' and (num_nonnulls(set_stock, add_stock) = 1 and coalesce(set_stock, 0) >= 0) is not true
      then private.problem('stock', 'Le stock doit être un nombre positif ou zéro')
  end;
  if problem is null then
    perform from public.products where id = any (ids) order by id for no key update;
    select count(*) as found,
      min(p.name) filter (where p.stock + add_stock not between 0 and 999999999) as short,
      min(p.name) filter (
        where coalesce(p.price + add_price, round(p.price * (100 + percent) / 100)) not between 1 and 100000000
      ) as dear
    into wrong
    from public.products p where p.id = any (ids);
    problem := case
      when wrong.found <> (select count(distinct i) from unnest(ids) i) then private.problem('ids', 'Un produit choisi n''existe plus')
      when wrong.short is not null then private.problem('stock', format('Le stock de « %s » deviendrait négatif', wrong.short))
      when wrong.dear is not null then private.problem('price', format('Le prix de « %s » sortirait des limites', wrong.dear))
    end;
  end if;
  if problem is not null then
    raise exception using errcode = 'YA007', message = problem ->> 'message',
      detail = jsonb_build_object('problems', jsonb_build_array(problem))::text;
  end if;
  with wanted as (
    select p.id,
      coalesce(set_price, p.price + add_price, round(p.price * (100 + percent) / 100), p.price)::integer as price,
      coalesce(set_stock, p.stock + add_stock, p.stock) as stock,
      coalesce((change ->> 'is_new')::boolean, p.is_new) as is_new,
      coalesce((change ->> 'is_featured')::boolean, p.is_featured) as is_featured
    from public.products p where p.id = any (ids)
  )
  update public.products p
  set price = w.price, stock = w.stock, is_new = w.is_new, is_featured = w.is_featured
  from wanted w
  where p.id = w.id
    and (p.price, p.stock, p.is_new, p.is_featured) is distinct from (w.price, w.stock, w.is_new, w.is_featured);
  get diagnostics changed = row_count;
  return private.keep_answer(request, jsonb_build_object('changed', changed, 'unchanged', wrong.found - changed));
end
$$;
comment on function public.change_products(uuid[], jsonb, uuid) is
  'Changes 1 to 1000 products or none. change: {price: {set: francs} or {percent: -99 to 1000, rounded to whole francs} or {add: francs, also negative}, stock: {set: pieces} or {add: pieces, also negative}, is_new: boolean, is_featured: boolean}, each optional. Returns {changed, unchanged}. request: an id made in the browser for this change; sent again it returns the first answer and does nothing. YA007 names what is wrong.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
revoke all on private.answers from anon, authenticated;
grant execute on function
  private.save_images(uuid, jsonb), private.answer_to(uuid), private.keep_answer(uuid, jsonb)
  to authenticated, service_role;
revoke execute on function
  public.save_product(jsonb, jsonb, timestamptz), public.change_products(uuid[], jsonb, uuid)
  from public, anon;
grant execute on function
  public.save_product(jsonb, jsonb, timestamptz), public.change_products(uuid[], jsonb, uuid)
  to authenticated, service_role;
