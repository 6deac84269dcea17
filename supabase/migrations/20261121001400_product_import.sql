-- Product import: products from a table that was edited outside the shop, validated line by line and then
-- applied entirely or not at all. The client parses the file; these functions receive its cells.

create function private.parse_import_boolean(cell jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case lower(btrim(cell #>> '{}'))
    when 'oui' then 'true' when 'true' then 'true' when '1' then 'true' when 'vrai' then 'true'
    when 'non' then 'false' when 'false' then 'false' when '0' then 'false' when 'faux' then 'false'
    else cell
  end
$$;

create function public.import_products(rows jsonb, dry_run boolean default true, request uuid default null)
returns jsonb
-- The REST API applies this timeout before the call: on a busy machine ten thousand new products take longer
-- than other calls may.
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  columns constant text[] :=
    '{reference,slug,name,description,category,price,old_price,discount,stock,is_new,is_featured,features,specifications,more_info_url}';
  result jsonb;
  -- The categories by normalized name and by slug: a handful, looked up by every line.
  categories constant jsonb := coalesce((
    select jsonb_object_agg(n.name, c.id)
    from public.categories c cross join lateral (values (private.normalize_search_text(c.name)), (c.slug)) as n (name)
  ), '{}');
  first_line bigint;
  lines jsonb[] := '{}';
  changes jsonb[] := '{}';
  counts jsonb := '{"create": 0, "update": 0, "unchanged": 0, "error": 0}';
  line record;
  input jsonb;
  existing jsonb;
  merged jsonb;
  problems jsonb;
  changed text[];
  action text;
  target public.products;
  change jsonb;
begin
  perform private.require_administrator();
  if not dry_run then
    result := private.get_idempotent_result(request);
    if result is not null then
      return result;
    end if;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 10000 then
    raise exception using errcode = 'YA007', message = 'Un fichier compte de 1 à 10000 lignes',
      detail = '{"problems": [{"column": "rows", "message": "Un fichier compte de 1 à 10000 lignes"}]}';
  end if;

  -- Each line with the product that it matches, by its reference or else by its slug, and with the first line
  -- of the same product, reference or slug.
  for line in
    with input_lines as (
      select r.value as cells,
        case when r.value ->> 'line' ~ '^[0-9]{1,9}$' then (r.value ->> 'line')::bigint else r.ordinality end as number,
        nullif(btrim(r.value ->> 'reference'), '') as reference, nullif(btrim(r.value ->> 'slug'), '') as slug
      from jsonb_array_elements(rows) with ordinality r
    ),
    matched as (
      select s.*, coalesce(by_reference.id, by_slug.id) as id, by_reference.matches
      from input_lines s
      left join lateral (
        select (array_agg(f.id))[1] as id, count(*) as matches
        from (select p.id from public.products p where p.reference = s.reference limit 2) f
      ) by_reference on true
      left join public.products by_slug on by_reference.id is null and by_slug.slug = s.slug
    )
    select m.number, m.cells, m.id, m.matches, to_jsonb(p) as existing,
      case when m.id is not null then min(m.number) over (partition by m.id) end as first_of_product,
      case when m.reference is not null then min(m.number) over (partition by m.reference) end as first_of_reference,
      case when m.slug is not null then min(m.number) over (partition by m.slug) end as first_of_slug
    from matched m left join public.products p on p.id = m.id
    order by m.number
  loop
    existing := line.existing;
    problems := '[]';
    -- An empty cell is ignored in a column that cannot be empty, and empties any other column.
    select coalesce(jsonb_object_agg(c.key,
      case when c.key in ('is_new', 'is_featured') then private.parse_import_boolean(c.value) else c.value end), '{}')
    into input
    from jsonb_each(case when jsonb_typeof(line.cells) = 'object' then line.cells else '{}' end) c
    where c.key = any (columns)
      and not (c.key in ('name', 'slug', 'price', 'stock', 'is_new', 'is_featured', 'features', 'specifications')
        and btrim(coalesce(c.value #>> '{}', '')) = '');
    if line.matches > 1 then
      problems := problems || private.build_problem('reference', 'Plusieurs produits portent cette référence');
    end if;
    if input ? 'category' then
      if btrim(coalesce(input ->> 'category', '')) = '' then
        input := input || '{"category_id": null}';
      elsif categories ? private.normalize_search_text(btrim(input ->> 'category')) then
        input := input
          || jsonb_build_object('category_id', categories -> private.normalize_search_text(btrim(input ->> 'category')));
      else
        problems := problems
          || private.build_problem('category', format('La catégorie « %s » n''existe pas', input ->> 'category'));
      end if;
    end if;
    merged := private.merge_product(input - 'category', existing);
    if existing is null and not merged ? 'slug' then
      merged := merged || jsonb_build_object('slug', coalesce(private.slugify(merged ->> 'name'), 'produit'));
    end if;
    -- As in the trigger on products: an offer ends when the price reaches an old price that is unchanged.
    if existing is not null and merged ->> 'old_price' = existing ->> 'old_price'
      and merged ->> 'price' ~ '^[0-9]{1,9}$' and (merged ->> 'price')::integer >= (existing ->> 'old_price')::integer
    then
      merged := merged || '{"old_price": null, "discount": null}';
    end if;
    problems := problems || private.validate_product(merged, existing);
    if input ? 'slug' then
      if merged ->> 'slug' <> private.slugify(merged ->> 'slug') then
        problems := problems || private.build_problem('slug', 'Le slug se compose de minuscules, de chiffres et de tirets');
      elsif existing is not null and merged ->> 'slug' <> existing ->> 'slug'
        and exists (select from public.products p where p.slug = merged ->> 'slug')
      then
        problems := problems || private.build_problem('slug', 'Ce slug est déjà celui d''un autre produit');
      end if;
    end if;
    first_line := least(line.first_of_product, line.first_of_reference, line.first_of_slug);
    if first_line < line.number then
      problems := problems || private.build_problem(
        case when first_line = line.first_of_slug then 'slug' else 'reference' end,
        format('Même produit que la ligne %s', first_line));
    end if;

    changed := array(
      select g.key from jsonb_each(merged) g
      where existing is not null and coalesce(existing -> g.key, 'null') <> g.value
        -- Input is trimmed: surrounding spaces in a stored value are not a change.
        and coalesce(btrim(existing ->> g.key), '') <> coalesce(g.value #>> '{}', '')
      order by g.key
    );
    action := case
      when problems <> '[]' then 'error'
      when existing is null then 'create'
      when changed = '{}' then 'unchanged'
      else 'update'
    end;
    counts := jsonb_set(counts, array[action], to_jsonb((counts ->> action)::integer + 1));
    lines := lines || jsonb_build_object(
      'line', line.number, 'action', action, 'id', line.id, 'reference', merged -> 'reference', 'name', merged -> 'name',
      'changed', to_jsonb(changed), 'problems', problems
    );
    if action in ('create', 'update') then
      changes := changes || jsonb_build_object('id', line.id, 'merged', merged, 'changed', to_jsonb(changed));
    end if;
  end loop;

  result := counts || jsonb_build_object('applied', not dry_run and counts -> 'error' = '0', 'lines', to_jsonb(lines));
  if not (result ->> 'applied')::boolean then
    return result;
  end if;
  -- In id order, as orders lock products.
  foreach change in array array(select e from unnest(changes) e order by e ->> 'id' nulls last) loop
    if change ->> 'id' is null then
      target := jsonb_populate_record(null::public.products, change -> 'merged');
      insert into public.products (name, slug, description, price, old_price, is_new, discount, stock, category_id,
        reference, is_featured, features, specifications, more_info_url)
      values (target.name, public.free_slug('products', target.slug), target.description, target.price, target.old_price,
        target.is_new, target.discount, target.stock, target.category_id, target.reference, target.is_featured,
        target.features, target.specifications, target.more_info_url);
    elsif change -> 'changed' = '["stock"]' then
      -- Restocking is the usual case, and touches no index.
      update public.products set stock = (change -> 'merged' ->> 'stock')::integer where id = (change ->> 'id')::uuid;
    else
      -- Columns that the file does not change keep their present values, not those at the time of validation.
      select * into target from public.products where id = (change ->> 'id')::uuid for update;
      select (jsonb_populate_record(target, jsonb_object_agg(w.key, w.value))).* into target
      from jsonb_each(change -> 'merged') w where change -> 'changed' ? w.key;
      update public.products set
        name = target.name, slug = target.slug, description = target.description, price = target.price,
        old_price = target.old_price, is_new = target.is_new, discount = target.discount, stock = target.stock,
        category_id = target.category_id, reference = target.reference, is_featured = target.is_featured,
        features = target.features, specifications = target.specifications, more_info_url = target.more_info_url
      where id = target.id;
    end if;
  end loop;
  return private.store_idempotent_result(request, result);
end
$$;
comment on function public.import_products(jsonb, boolean, uuid) is
  'Validates 1 to 10000 lines of products and, unless dry_run is set, applies all of them, or none when one is invalid. rows: [{reference, slug, name, description, category (name or slug), price, old_price, discount, stock, is_new, is_featured (oui or non), features: [text], specifications: {name: value}, more_info_url, line (its number in the file, else that in rows)}]; a product is matched by its reference, else by its slug, else it is new; a missing key leaves the column as it is, and so does an empty cell of a column that cannot be empty. Images are not imported. Returns {create, update, unchanged, error (counts), applied, lines: [{line, action, id, reference, name, changed: [column], problems: [{column, message}]}]}. request: an id generated in the browser; sent again it returns the first result and changes nothing.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.parse_import_boolean(jsonb) to authenticated, service_role;
revoke execute on function public.import_products(jsonb, boolean, uuid) from public, anon;
grant execute on function public.import_products(jsonb, boolean, uuid) to authenticated, service_role;
