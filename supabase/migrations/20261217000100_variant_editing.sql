-- The back office edits a product and its variants at once, and imports both from one file.

-- The form ---------------------------------------------------------------------------------------------------------

create function public.save_product_with_variants(
  product jsonb, images jsonb, options jsonb, variants jsonb, expected_updated_at timestamptz default null
)
returns public.products
language plpgsql set search_path = ''
as $$
declare
  product_id constant uuid := coalesce((product ->> 'id')::uuid, gen_random_uuid());
  -- A text is not a list: save_variants says so.
  is_plain constant boolean := options = '[]' and variants = '[]';
  -- They follow from the variants.
  followed constant text[] := '{price,old_price,discount,stock,stock_seen,reference,barcode}';
  had_variants boolean;
  edited jsonb := product || jsonb_build_object('id', product_id);
  version timestamptz := expected_updated_at;
  saved public.products;
begin
  select p.has_variants into had_variants from public.products p where p.id = product_id;
  if had_variants and is_plain then
    -- The product gets back what is its own, which its variants decided until now.
    saved := public.save_variants(product_id, version, options, variants);
    version := saved.updated_at;
    edited := edited - 'stock_seen'::text;
  elsif not is_plain then
    edited := edited - followed || '{"barcode": null}'
      || case when had_variants is null then jsonb_build_object('price', edited -> 'price') else '{}' end;
  end if;
  saved := public.save_product(edited, images, version);
  if not is_plain then
    saved := public.save_variants(product_id, saved.updated_at, options, variants);
  end if;
  return saved;
end
$$;
revoke all on function public.save_product_with_variants(jsonb, jsonb, jsonb, jsonb, timestamptz) from public, anon;
grant execute on function public.save_product_with_variants(jsonb, jsonb, jsonb, jsonb, timestamptz)
  to authenticated, service_role;
comment on function public.save_product_with_variants(jsonb, jsonb, jsonb, jsonb, timestamptz) is
  'Saves a product and its images as save_product does, and its options and variants as save_variants does, in one transaction: empty lists make it a product without options. Of a product with variants, price, old_price, discount, stock, reference and barcode are ignored once it is stored. Returns the row. YA007, PT409 and PT404 as these two.';

-- The import -------------------------------------------------------------------------------------------------------

grant execute on function private.find_variant_problems(jsonb, jsonb) to authenticated, service_role;

create function private.merge_import_variants(of_product uuid, sent jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  columns constant text[] := '{reference,barcode,price,old_price,stock,weight_grams,content_size}';
  options jsonb;
  names text[];
  line jsonb;
  sent_names text[];
  choices jsonb;
  cells jsonb;
  existing jsonb;
  changed text[];
  problems jsonb;
  report jsonb[] := '{}';
  variants jsonb[] := '{}';
  -- The place of each combination among the variants, and the place in the report of those that the file has.
  places jsonb := '{}';
  reported jsonb := '{}';
  place integer;
  found jsonb;
begin
  options := coalesce(
    (select jsonb_agg(jsonb_build_object('name', o.name, 'choices', o.choices) order by o.position)
      from public.product_options o where o.product_id = of_product),
    (select jsonb_agg(jsonb_build_object('name', c.value -> 0, 'choices', '[]'::jsonb) order by c.ordinality)
      from jsonb_array_elements(sent -> 0 -> 'choices') with ordinality c)
  );
  names := array(select private.normalize_search_text(o ->> 'name') from jsonb_array_elements(options) o);
  for existing in
    select jsonb_build_object(
      'id', v.id, 'choices', v.choices, 'reference', v.reference, 'barcode', v.barcode, 'price', v.price,
      'old_price', v.old_price, 'stock', v.stock, 'stock_seen', v.stock, 'weight_grams', v.weight_grams, 'image', v.image,
      'content_size', v.content_size
    )
    from public.product_variants v where v.product_id = of_product order by v.position, v.id
  loop
    variants := variants || existing;
    places := places || jsonb_build_object(existing ->> 'choices', cardinality(variants));
  end loop;

  for line in select e from jsonb_array_elements(sent) e
  loop
    problems := '[]';
    sent_names := array(select private.normalize_search_text(c ->> 0) from jsonb_array_elements(line -> 'choices') c);
    if not (sent_names @> names and names @> sent_names and cardinality(sent_names) = cardinality(names)) then
      report := report || jsonb_build_object(
        'line', line -> 'line', 'action', 'error', 'choices', '', 'changed', '[]'::jsonb,
        'problems', jsonb_build_array(private.build_problem('variant', format(
          'Écrivez un choix pour chaque option : %s',
          (select string_agg(o ->> 'name', ', ') from jsonb_array_elements(options) o)
        )))
      );
      continue;
    end if;
    select jsonb_agg(btrim(c.value ->> 1) order by array_position(names, private.normalize_search_text(c.value ->> 0)))
    into choices
    from jsonb_array_elements(line -> 'choices') c;
    -- A new choice comes last.
    select jsonb_agg(
      case when o.value -> 'choices' @> jsonb_build_array(choices -> (o.ordinality - 1)::integer) then o.value
        else jsonb_set(o.value, '{choices}', o.value -> 'choices' || jsonb_build_array(choices -> (o.ordinality - 1)::integer)) end
      order by o.ordinality)
    into options
    from jsonb_array_elements(options) with ordinality o;
    place := places -> choices::text;
    existing := case when place is not null then variants[place] end;
    -- As in import_products: an empty cell empties what may be empty, and leaves the rest.
    select coalesce(jsonb_object_agg(c.key, case when btrim(c.value #>> '{}') = '' then 'null' else c.value end), '{}')
    into cells
    from jsonb_each(line) c
    where c.key = any (columns) and (btrim(c.value #>> '{}') <> '' or c.key <> all ('{price,stock}'));
    if place is null then
      variants := variants
        || (jsonb_build_object('id', null, 'choices', choices, 'stock', 0, 'price', null) || cells);
      place := cardinality(variants);
      places := places || jsonb_build_object(choices::text, place);
      changed := '{}';
    else
      if reported ? place::text then
        problems := jsonb_build_array(private.build_problem(
          'variant', format('Même variante que la ligne %s', report[(reported ->> place::text)::integer] ->> 'line')
        ));
      end if;
      changed := array(
        select c.key from jsonb_each(cells) c
        where coalesce(existing -> c.key, 'null') <> c.value and coalesce(existing ->> c.key, '') <> coalesce(c.value #>> '{}', '')
        order by 1
      );
      -- A stock that is written is meant; another follows the orders of the meantime.
      variants[place] := case when cells ? 'stock' then existing - 'stock_seen'::text else existing end || cells;
    end if;
    report := report || jsonb_build_object(
      'line', line -> 'line', 'choices', (select string_agg(c, ' · ') from jsonb_array_elements_text(choices) c),
      'action', case
        when problems <> '[]' then 'error' when existing is null then 'create' when changed = '{}' then 'unchanged' else 'update'
      end,
      'changed', to_jsonb(changed), 'problems', problems, 'reference', variants[place] -> 'reference'
    );
    if problems = '[]' then
      reported := reported || jsonb_build_object(place::text, cardinality(report));
    end if;
  end loop;

  problems := private.find_variant_problems(options, to_jsonb(variants));
  for found in select e from jsonb_array_elements(problems) e
  loop
    -- A problem of the options, or of a variant that the file does not have, is one of the first line.
    place := case when found ->> 'column' like 'variants.%.%'
      then reported ->> ((split_part(found ->> 'column', '.', 2)::integer + 1)::text) end;
    place := coalesce(place, 1);
    report[place] := report[place] || jsonb_build_object(
      'action', 'error',
      'problems', report[place] -> 'problems'
        || private.build_problem(coalesce(nullif(split_part(found ->> 'column', '.', 3), ''), 'variant'), found ->> 'message')
    );
  end loop;
  return jsonb_build_object('options', options, 'variants', to_jsonb(variants), 'lines', to_jsonb(report));
end
$$;
revoke all on function private.merge_import_variants(uuid, jsonb) from public;
grant execute on function private.merge_import_variants(uuid, jsonb) to authenticated, service_role;
comment on function private.merge_import_variants(uuid, jsonb) is
  'The options and variants of a product (null for a new one) with those of a file merged over them, as save_variants takes them, and what each line does: {options, variants, lines: [{line, action, choices, reference, changed, problems}]}.';

create function public.import_products_with_variants(rows jsonb, dry_run boolean default true, request uuid default null)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  followed constant text[] := '{reference,price,old_price,discount,stock,barcode}';
  result jsonb;
  product_rows jsonb[] := '{}';
  own_problems jsonb := '{}';
  merged jsonb := '{}';
  matched record;
  cells jsonb;
  lines jsonb[] := '{}';
  variant_line jsonb;
  line jsonb;
  summary jsonb;
  changed boolean;
  failed integer := 0;
  created integer;
  updated integer;
  unchanged integer;
  saved uuid;
begin
  perform private.require_administrator();
  if not dry_run then
    result := private.get_idempotent_result(request);
    if result is not null then
      return result;
    end if;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) = 0 or (
    select sum(1 + case when jsonb_typeof(r -> 'variants') = 'array' then jsonb_array_length(r -> 'variants') else 0 end)
    from jsonb_array_elements(rows) r
  ) > 20000 then
    raise exception using errcode = 'YA007', message = 'Un fichier compte de 1 à 10000 lignes',
      detail = '{"problems": [{"column": "rows", "message": "Un fichier compte de 1 à 10000 lignes"}]}';
  end if;

  for matched in select * from private.match_import_rows(rows)
  loop
    cells := matched.cells - '{variants,is_implied}'::text[];
    if matched.cells ? 'variants' or (matched.existing ->> 'has_variants')::boolean then
      -- What follows from the variants is written on their lines.
      own_problems := own_problems || jsonb_build_object(matched.number::text, coalesce((
        select jsonb_agg(private.build_problem(c.key, 'Ce produit a des variantes : écrivez ceci sur leurs lignes'))
        from jsonb_each(cells) c
        where c.key = any (followed) and c.key <> 'discount' and btrim(c.value #>> '{}') <> ''
          and c.value #>> '{}' is distinct from matched.existing ->> c.key
      ), '[]'));
      cells := cells - followed;
    end if;
    if matched.cells ? 'variants' then
      summary := private.merge_import_variants(matched.id, matched.cells -> 'variants');
      if matched.id is null then
        cells := cells || jsonb_build_object(
          'price', coalesce((select v ->> 'price' from jsonb_array_elements(summary -> 'variants') v
            where v ->> 'price' ~ '^[1-9][0-9]{0,7}$' limit 1), '1'),
          'slug', coalesce(nullif(btrim(cells ->> 'slug'), ''), public.free_slug('products', cells ->> 'name', gen_random_uuid()))
        );
      else
        cells := cells || jsonb_build_object('slug', matched.existing -> 'slug');
      end if;
      merged := merged || jsonb_build_object(matched.number::text, summary || jsonb_build_object(
        'slug', cells -> 'slug', 'is_implied', matched.cells ? 'is_implied'
      ));
    end if;
    product_rows := product_rows || (cells || jsonb_build_object('line', matched.number));
  end loop;

  result := public.import_products(to_jsonb(product_rows), true);
  created := result -> 'create';
  updated := result -> 'update';
  unchanged := result -> 'unchanged';
  for line in select e from jsonb_array_elements(result -> 'lines') e
  loop
    summary := merged -> (line ->> 'line');
    changed := exists (select from jsonb_array_elements(summary -> 'lines') l where l ->> 'action' in ('create', 'update'));
    if jsonb_array_length(own_problems -> (line ->> 'line')) > 0 then
      created := created - (line ->> 'action' = 'create')::integer;
      updated := updated - (line ->> 'action' = 'update')::integer;
      unchanged := unchanged - (line ->> 'action' = 'unchanged')::integer;
      line := line || jsonb_build_object('action', 'error', 'problems', line -> 'problems' || (own_problems -> (line ->> 'line')));
    elsif line ->> 'action' = 'unchanged' and changed then
      unchanged := unchanged - 1;
      updated := updated + 1;
      line := line || '{"action": "update", "changed": ["variants"]}';
    end if;
    failed := failed + (line ->> 'action' = 'error')::integer;
    if (summary ->> 'is_implied')::boolean is not true or line ->> 'action' = 'error' then
      lines := lines || line;
    end if;
    for variant_line in select e from jsonb_array_elements(summary -> 'lines') e
    loop
      failed := failed + (variant_line ->> 'action' = 'error')::integer;
      lines := lines || (variant_line - 'choices'::text || jsonb_build_object(
        'is_variant', true, 'id', line -> 'id', 'name', concat_ws(' – ', line ->> 'name', nullif(variant_line ->> 'choices', ''))
      ));
    end loop;
  end loop;
  result := jsonb_build_object(
    'create', created, 'update', updated, 'unchanged', unchanged, 'error', failed, 'applied', not dry_run and failed = 0,
    'lines', (select jsonb_agg(l order by (l ->> 'line')::bigint) from unnest(lines) l)
  );
  if dry_run or failed > 0 then
    return result;
  end if;

  perform public.import_products(to_jsonb(product_rows), false);
  for summary in select e.value from jsonb_each(merged) e
  loop
    select p.id into strict saved from public.products p where p.slug = summary ->> 'slug';
    perform public.save_variants(saved, null, summary -> 'options', summary -> 'variants');
  end loop;
  return private.store_idempotent_result(request, result);
end
$$;
revoke all on function public.import_products_with_variants(jsonb, boolean, uuid) from public, anon;
grant execute on function public.import_products_with_variants(jsonb, boolean, uuid) to authenticated, service_role;
comment on function public.import_products_with_variants(jsonb, boolean, uuid) is
  'Imports products as import_products does, and their variants with them: a row may have variants: [{line, choices: [[option, choice]], reference, barcode, price, old_price, stock, weight_grams, content_size}], which are added to the product or change those of the same choices; others stay as they are. is_implied marks a row that the file has no line for. A product with variants takes price, old_price, discount, stock, reference and barcode from them: other values on its own row are problems. Returns the same report; a line of a variant has is_variant.';

-- An order of a variant is no edit of its product ------------------------------------------------------------------

create or replace function private.update_product_of_variants() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  followed record;
begin
  -- The condition spares a product whose variants changed in what it does not show.
  for followed in
    select p.id, s.price, s.old_price, s.stock,
      (p.has_variants, p.price, p.old_price, p.reference) is distinct from (
        s.price is not null, coalesce(s.price, p.price),
        case when s.price is null then p.old_price::integer else s.old_price end,
        case when s.price is null then p.reference end
      ) as is_edit
    from (
      select c.product_id, least(coalesce(sum(v.stock), 0), 2147483647)::integer as stock,
        (array_agg(v.price::integer order by v.price, v.position, v.id))[1] as price,
        (array_agg(v.old_price::integer order by v.price, v.position, v.id))[1] as old_price
      from (select distinct r.product_id from changed_rows r) c
      left join public.product_variants v on v.product_id = c.product_id
      group by c.product_id
    ) s
    join public.products p on p.id = s.product_id
    where (p.has_variants, p.price, p.old_price, p.stock, p.reference) is distinct from (
      s.price is not null, coalesce(s.price, p.price),
      case when s.price is null then p.old_price::integer else s.old_price end, s.stock,
      case when s.price is null then p.reference end
    )
    order by p.id
  loop
    if followed.is_edit then
      update public.products p set
        has_variants = followed.price is not null,
        price = coalesce(followed.price, p.price),
        old_price = case when followed.price is null then p.old_price else followed.old_price end,
        stock = followed.stock,
        reference = case when followed.price is null then p.reference end
      where p.id = followed.id;
    else
      -- Alone: a column that is named counts as edited, and an open form would conflict with every order.
      update public.products p set stock = followed.stock where p.id = followed.id;
    end if;
  end loop;
  return null;
end
$$;

-- The bulk change --------------------------------------------------------------------------------------------------

create function private.change_variant_prices(ids uuid[], set_price integer, percent numeric, add_price integer)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  outside text;
  changed integer;
begin
  perform private.require_administrator();
  select p.name || ' – ' || array_to_string(v.choices, ' · ') into outside
  from public.product_variants v join public.products p on p.id = v.product_id
  where v.product_id = any (ids)
    and coalesce(set_price, v.price + add_price, round(v.price * (100 + percent) / 100)) not between 1 and 100000000
  limit 1;
  if outside is not null then
    perform private.raise_problem('price', format('Le prix de « %s » sortirait des limites', outside));
  end if;
  with written as (
    update public.product_variants v set
      price = n.price,
      -- As of a product: an offer ends when the price reaches the old one.
      old_price = case when v.old_price > n.price then v.old_price end
    from (
      select w.id, coalesce(set_price, w.price + add_price, round(w.price * (100 + percent) / 100))::integer as price
      from public.product_variants w where w.product_id = any (ids)
    ) n
    where n.id = v.id and n.price <> v.price
    returning v.product_id
  )
  select count(distinct w.product_id) into changed from written w;
  return changed;
end
$$;
revoke all on function private.change_variant_prices(uuid[], integer, numeric, integer) from public;
grant execute on function private.change_variant_prices(uuid[], integer, numeric, integer) to authenticated, service_role;
comment on function private.change_variant_prices(uuid[], integer, numeric, integer) is
  'Changes the prices of all variants of these products; returns how many of the products have one that changed.';

create or replace function public.change_products(ids uuid[], change jsonb, request uuid default null)
returns jsonb
language plpgsql set search_path = ''
as $$
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
      ) as out_of_range,
      min(p.name) filter (where change ? 'stock' and p.has_variants) as with_variants
    into checked
    from public.products p where p.id = any (ids);
    problem := case
      when checked.found <> (select count(distinct i) from unnest(ids) i)
        then private.build_problem('ids', 'Un produit choisi n''existe plus')
      when checked.with_variants is not null
        then private.build_problem('stock', format('Le stock de « %s » est celui de ses variantes : il se change dans leur grille', checked.with_variants))
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
      -- That of a product with variants follows from theirs, below.
      case when p.has_variants then p.price else coalesce(set_price, p.price + add_price, round(p.price * (100 + percent) / 100), p.price)::integer end as price,
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
  if change ? 'price' then
    changed := least(checked.found, changed + private.change_variant_prices(ids, set_price::integer, percent, add_price));
  end if;
  return private.store_idempotent_result(
    request, jsonb_build_object('changed', changed, 'unchanged', checked.found - changed)
  );
end
$$;
comment on function public.change_products(uuid[], jsonb, uuid) is
  'Changes 1 to 1000 products, all or none. change: {price: {set: francs} or {percent: -99 to 1000, rounded to whole francs} or {add: francs, also negative}, stock: {set: pieces} or {add: pieces, also negative}, is_new: boolean, is_featured: boolean}, each optional. A price changes those of all variants; a stock is not changed where variants have it. Returns {changed, unchanged}. request: an id generated in the browser for this change; sent again it returns the first result and changes nothing. YA007 names the problem.';
