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

create function private.match_import_rows(rows jsonb)
returns table (
  number bigint, cells jsonb, id uuid, matches bigint, existing jsonb,
  first_of_product bigint, first_of_reference bigint, first_of_slug bigint
)
language sql stable set search_path = '' as $$
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
  select m.number, m.cells, m.id, m.matches, to_jsonb(p),
    case when m.id is not null then min(m.number) over (partition by m.id) end,
    case when m.reference is not null then min(m.number) over (partition by m.reference) end,
    case when m.slug is not null then min(m.number) over (partition by m.slug) end
  from matched m left join public.products p on p.id = m.id
  order by m.number
$$;
comment on function private.match_import_rows(jsonb) is
  'Each line with the product that it matches, by its reference or else by its slug, and with the first line of the same product, reference or slug.';

create function private.apply_import(changes jsonb[], columns text[]) returns void
language plpgsql set search_path = '' as $$
declare
  ids constant uuid[] := array(select (e ->> 'id')::uuid from unnest(changes) e where e ->> 'id' is not null);
  batch record;
  with_free_slug jsonb;
  with_taken_slug jsonb[];
  product jsonb;
begin
  -- Locked in id order, as orders lock products, and as strongly as a change of a slug needs.
  if exists (select from unnest(changes) e where e -> 'values' ? 'slug') then
    perform from public.products where id = any (ids) order by id for update;
  else
    perform from public.products where id = any (ids) order by id for no key update;
  end if;
  -- Columns that the file does not change keep their present values, not those at the time of validation.
  for batch in
    select c.columns, jsonb_agg(e -> 'values' || jsonb_build_object('id', e -> 'id')) as products
    from unnest(changes) e
    cross join lateral (select array(select jsonb_object_keys(e -> 'values'))) as c (columns)
    where e ->> 'id' is not null
    group by c.columns
  loop
    perform private.write_products(false, batch.columns, batch.products);
  end loop;

  -- New products in one statement; those whose slug is taken, by the shop or by an earlier line, one by one.
  perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
  select jsonb_agg(n.product order by n.position) filter (where n.is_free),
    array_agg(n.product order by n.position) filter (where not n.is_free)
  into with_free_slug, with_taken_slug
  from (
    select e.change -> 'values' || jsonb_build_object('id', gen_random_uuid()) as product, e.position,
      row_number() over (partition by e.change #>> '{values,slug}' order by e.position) = 1
        and not exists (select from public.products p where p.slug = e.change #>> '{values,slug}') as is_free
    from unnest(changes) with ordinality as e (change, position)
    where e.change ->> 'id' is null
  ) n;
  if with_free_slug is not null then
    perform private.write_products(true, columns, with_free_slug);
  end if;
  foreach product in array coalesce(with_taken_slug, '{}') loop
    perform private.write_products(true, columns, jsonb_build_array(
      product || jsonb_build_object('slug', public.free_slug('products', product ->> 'slug'))
    ));
  end loop;
end
$$;
comment on function private.apply_import(jsonb[], text[]) is
  'Writes the valid lines of an import, [{id (null for a new product), values: {column: value}}]. columns: those of a new product.';

create function public.import_products(rows jsonb, dry_run boolean default true, request uuid default null)
returns jsonb
-- The REST API applies this timeout before the call: on a busy machine ten thousand new products take longer
-- than other calls may.
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  columns constant text[] := private.product_columns();
  cells constant text[] := array_replace(columns, 'category_id', 'category');
  blank constant jsonb := private.blank_product();
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
  changed jsonb;
  action text;
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

  for line in select * from private.match_import_rows(rows)
  loop
    existing := line.existing;
    problems := '[]';
    -- Other keys are ignored, and so is an empty cell in a column that cannot be empty; it empties any other.
    select coalesce(jsonb_object_agg(c.key,
      case when jsonb_typeof(blank -> c.key) = 'boolean' then private.parse_import_boolean(c.value) else c.value end), '{}')
    into input
    from jsonb_each(case when jsonb_typeof(line.cells) = 'object' then line.cells else '{}' end) c
    where c.key = any (cells)
      and (btrim(coalesce(c.value #>> '{}', '')) <> '' or blank -> c.key in ('null', '""') or c.key = 'category');
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
    merged := private.merge_product(input - 'category', existing, blank);
    if existing is null and not merged ? 'slug' then
      merged := merged || jsonb_build_object('slug', coalesce(private.slugify(merged ->> 'name'), 'produit'));
    end if;
    -- As in private.set_discount: an offer ends when the price reaches an old price that is unchanged.
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

    changed := '{}';
    if existing is not null then
      select coalesce(jsonb_object_agg(g.key, g.value), '{}') into changed
      from jsonb_each(merged) g
      where coalesce(existing -> g.key, 'null') <> g.value
        -- Input is trimmed: surrounding spaces in a stored value are not a change.
        and coalesce(btrim(existing ->> g.key), '') <> coalesce(g.value #>> '{}', '');
    end if;
    action := case
      when problems <> '[]' then 'error'
      when existing is null then 'create'
      when changed = '{}' then 'unchanged'
      else 'update'
    end;
    counts := jsonb_set(counts, array[action], to_jsonb((counts ->> action)::integer + 1));
    lines := lines || jsonb_build_object(
      'line', line.number, 'action', action, 'id', line.id, 'reference', merged -> 'reference', 'name', merged -> 'name',
      'changed', to_jsonb(array(select k from jsonb_object_keys(changed) k order by k)), 'problems', problems
    );
    if action in ('create', 'update') then
      changes := changes
        || jsonb_build_object('id', line.id, 'values', case when existing is null then merged else changed end);
    end if;
  end loop;

  result := counts || jsonb_build_object('applied', not dry_run and counts -> 'error' = '0', 'lines', to_jsonb(lines));
  if not (result ->> 'applied')::boolean then
    return result;
  end if;
  perform private.apply_import(changes, columns);
  return private.store_idempotent_result(request, result);
end
$$;
comment on function public.import_products(jsonb, boolean, uuid) is
  'Validates 1 to 10000 lines of products and, unless dry_run is set, applies all of them, or none when one is invalid. rows: [{the columns of the table (a flag as oui or non), category (name or slug, in place of category_id), line (its number in the file, else that in rows)}]; a product is matched by its reference, else by its slug, else it is new; a missing key leaves the column as it is, and so does an empty cell of a column that cannot be empty. Images are not imported. Returns {create, update, unchanged, error (counts), applied, lines: [{line, action, id, reference, name, changed: [column], problems: [{column, message}]}]}. request: an id generated in the browser; sent again it returns the first result and changes nothing.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function
  private.parse_import_boolean(jsonb), private.match_import_rows(jsonb),
  private.apply_import(jsonb[], text[])
  to authenticated, service_role;
revoke execute on function public.import_products(jsonb, boolean, uuid) from public, anon;
grant execute on function public.import_products(jsonb, boolean, uuid) to authenticated, service_role;
