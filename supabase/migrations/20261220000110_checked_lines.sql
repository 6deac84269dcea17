-- The lines of an import are validated as a set: one statement for thousands of them, for a small file as for a part of
-- a large one. See docs/decisions/0074-large-imports.md.

create type private.checked_line as (
  number bigint,
  -- The product that the line matches, else the id of the new one.
  id uuid,
  is_new boolean,
  action text,
  reference text,
  name text,
  -- The reference and the slug that the file has, by which two lines are the same product.
  sent_reference text,
  sent_slug text,
  changed text[],
  problems jsonb,
  -- Of a new product all columns, of another one those that change.
  "values" jsonb,
  -- As merge_import_variants returns them; null without variants.
  variants jsonb
);
comment on type private.checked_line is 'A line of an import after its validation. action is create, update, unchanged or error.';

-- As before, without a query for each line: a function in a from clause costs as much as ten comparisons.
create or replace function private.validate_product_fields(product jsonb, existing jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  amount constant text := '^[0-9]{1,6}(\.[0-9]{1,3})?$';
  whole_number constant text := '^[0-9]{1,9}$';
  problems jsonb := '[]';
  price integer;
  old_price integer;
  discount integer;
  derived integer;
  nested text;
  flag text;
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
  -- As in private.set_discount: a value that is sent back unchanged is not a request.
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
  foreach flag in array '{is_new,is_featured,is_bulky}'::text[] loop
    if jsonb_typeof(product -> flag) <> 'boolean' then
      problems := problems || private.build_problem(flag, 'Répondez par oui ou non');
    end if;
  end loop;
  if product ->> 'weight_grams' is not null
    and (product ->> 'weight_grams' ~ whole_number and (product ->> 'weight_grams')::integer between 1 and 10000000) is not true
  then
    problems := problems || private.build_problem('weight_grams', 'Le poids est un nombre de grammes, 10 000 000 au plus');
  end if;
  if char_length(product ->> 'shelf') > 50 then
    problems := problems || private.build_problem('shelf', 'Le rayon compte au plus 50 caractères');
  end if;
  if (jsonb_typeof(product -> 'features') = 'array' and not jsonb_path_exists(product, '$.features[*] ? (@.type() != "string")')) is not true then
    problems := problems || private.build_problem('features', 'Les caractéristiques sont une liste de textes');
  end if;
  if product ->> 'unit' <> all ('{piece,metre,square_metre,cubic_metre,kilogram,litre,bag,roll,box}') then
    problems := problems || private.build_problem('unit', 'Cette unité n''existe pas');
  end if;
  if (product ->> 'step_size' ~ amount and (product ->> 'step_size')::numeric > 0) is not true then
    problems := problems || private.build_problem('step_size', 'Le pas est un nombre positif, à trois décimales');
  elsif (product ->> 'step_size')::numeric <> 1 and product ->> 'unit' in ('piece', 'bag', 'roll', 'box') then
    problems := problems || private.build_problem('step_size', 'Seule une mesure a un pas : mètre, m², m³, kilo ou litre');
  end if;
  if (product ->> 'minimum_quantity' ~ whole_number and (product ->> 'minimum_quantity')::integer between 1 and 100000) is not true then
    problems := problems || private.build_problem('minimum_quantity', 'La quantité minimale est un nombre de 1 à 100 000');
  end if;
  if product ->> 'content_size' is not null
    and (product ->> 'content_size' ~ amount and (product ->> 'content_size')::numeric > 0) is not true
  then
    problems := problems || private.build_problem('content_size', 'Le contenu est un nombre positif, à trois décimales');
  elsif num_nonnulls(product ->> 'content_size', product ->> 'content_unit') = 1 then
    problems := problems || private.build_problem('content_size', 'Le contenu a un nombre et une unité');
  elsif product ->> 'content_unit' is not null and product ->> 'unit' not in ('piece', 'bag', 'roll', 'box') then
    problems := problems || private.build_problem('content_size', 'Seul un paquet a un contenu : pièce, sac, rouleau ou carton');
  elsif product ->> 'content_unit' <> all ('{piece,metre,square_metre,cubic_metre,kilogram,litre}') then
    problems := problems || private.build_problem('content_unit', 'Cette unité n''existe pas');
  end if;
  if char_length(product ->> 'barcode') > 50 then
    problems := problems || private.build_problem('barcode', 'Le code-barres compte au plus 50 caractères');
  end if;
  if jsonb_typeof(product -> 'specifications') <> 'object' then
    problems := problems || private.build_problem('specifications', 'Les spécifications sont des noms et des valeurs');
  -- As with prices: a value that is sent back unchanged is not a request.
  elsif product -> 'specifications' is distinct from existing -> 'specifications'
    and jsonb_path_exists(product, 'strict $.specifications.* ? (@.type() == "object" || @.type() == "array")')
  then
    select s.key into nested from jsonb_each(product -> 'specifications') s
    where jsonb_typeof(s.value) in ('object', 'array') limit 1;
    if nested is not null then
      problems := problems || private.build_problem('specifications',
        format('La spécification « %s » contient une liste ou d''autres spécifications : écrivez un texte', nested));
    end if;
  end if;
  return problems;
end
$$;

create function private.separate_import_variants(of_product uuid, cells jsonb, existing jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  followed constant text[] := '{reference,price,old_price,discount,stock,barcode}';
  own constant jsonb := cells - '{variants,is_implied}'::text[];
  problems jsonb;
  merged jsonb;
  result jsonb := own - followed;
begin
  -- What follows from the variants is written on their lines.
  select coalesce(jsonb_agg(private.build_problem(c.key, 'Ce produit a des variantes : écrivez ceci sur leurs lignes')), '[]')
  into problems
  from jsonb_each(own) c
  where c.key = any (followed) and c.key <> 'discount' and btrim(c.value #>> '{}') <> ''
    and c.value #>> '{}' is distinct from existing ->> c.key;
  if cells ? 'variants' then
    merged := private.merge_import_variants(of_product, cells -> 'variants')
      || jsonb_build_object('is_implied', cells ? 'is_implied');
    result := result || case
      when of_product is null then jsonb_build_object('price', coalesce((
        select v ->> 'price' from jsonb_array_elements(merged -> 'variants') v
        where v ->> 'price' ~ '^[1-9][0-9]{0,7}$' limit 1
      ), '1'))
      else jsonb_build_object('slug', existing -> 'slug')
    end;
  end if;
  return jsonb_build_object('cells', result, 'problems', problems, 'variants', merged);
end
$$;
revoke all on function private.separate_import_variants(uuid, jsonb, jsonb) from public;
grant execute on function private.separate_import_variants(uuid, jsonb, jsonb) to authenticated, service_role;
comment on function private.separate_import_variants(uuid, jsonb, jsonb) is 'The line of a product with variants without what follows from them: {cells, problems, variants (as merge_import_variants returns them, null when the file has none)}.';

create function private.check_import_rows(rows jsonb) returns setof private.checked_line
language plpgsql stable set search_path = '' as $$
declare
  cell_names constant text[] := array_replace(private.product_columns(), 'category_id', 'category');
  blank constant jsonb := private.blank_product();
  -- The categories by normalized name and by slug: a handful, looked up by every line.
  categories constant jsonb := coalesce((
    select jsonb_object_agg(n.name, n.id order by n.rank) from private.category_names() n
  ), '{}');
begin
  return query
  with matched as materialized (
    select m.number, m.id, m.matches, m.existing, least(m.first_of_product, m.first_of_reference, m.first_of_slug) as first_line,
      m.first_of_slug, case when jsonb_typeof(m.cells) = 'object' then m.cells else '{}' end as cells
    from private.match_import_rows(rows) m
  ),
  separated as materialized (
    select m.*, case when m.cells ? 'variants' or (m.existing ->> 'has_variants')::boolean
      then private.separate_import_variants(m.id, m.cells, m.existing) end as own
    from matched m
  ),
  given as materialized (
    select s.*, g.given, s.own -> 'variants' as variants, g.unknown_category, g.has_slug
    from separated s
    cross join lateral (
      -- Other keys are ignored, and so is an empty cell in a column that cannot be empty; it empties any other.
      select coalesce(jsonb_object_agg(c.key, c.value) filter (where c.key <> 'category'), '{}') as given,
        min(c.unknown_category) as unknown_category, bool_or(c.key = 'slug') as has_slug
      from (
        select
          case when e.key = 'category' and (e.text = '' or f.category is not null) then 'category_id' else e.key end as key,
          case
            when e.key = 'category' then coalesce(f.category, 'null')
            when e.kind = 'boolean' then private.parse_import_boolean(e.value)
            -- An empty list is not a request for the default: the validation reports it.
            when e.text = '' and e.kind in ('null', 'string', 'number') and jsonb_typeof(e.value) in ('string', 'null')
              then blank -> e.key
            when jsonb_typeof(e.value) = 'string' then to_jsonb(e.text)
            else e.value
          end as value,
          case when e.key = 'category' and e.text <> '' and f.category is null then e.value #>> '{}' end as unknown_category
        from (
          select r.key, r.value, btrim(coalesce(r.value #>> '{}', '')) as text, jsonb_typeof(blank -> r.key) as kind
          from jsonb_each(coalesce(s.own -> 'cells', s.cells)) r
          where r.key = any (cell_names)
          offset 0
        ) e
        cross join lateral (
          select case when e.key = 'category' and e.text <> ''
            then categories -> private.normalize_search_text(e.text) end as category
          offset 0
        ) f
        where e.text <> '' or blank -> e.key in ('null', '""') or e.key = 'category'
      ) c
    ) g
  ),
  ended as materialized (
    -- As in private.set_discount: an offer ends when the price reaches an old price that is unchanged.
    select g.*, g.given || case
      when g.given ->> 'price' ~ '^[0-9]{1,9}$'
        and (g.given ->> 'price')::integer >= (g.existing ->> 'old_price')::integer
        and (not g.given ? 'old_price' or g.given ->> 'old_price' = g.existing ->> 'old_price')
      then '{"old_price": null, "discount": null}'::jsonb
      else '{}'
    end as meant
    from given g
  ),
  compared as materialized (
    select e.*,
      case when e.existing is not null then (
        select coalesce(jsonb_object_agg(m.key, m.value), '{}')
        from jsonb_each(e.meant) m
        where coalesce(e.existing -> m.key, 'null') <> m.value
          -- Input is trimmed: surrounding spaces in a stored value are not a change.
          and coalesce(btrim(e.existing ->> m.key), '') <> coalesce(m.value #>> '{}', '')
      ) end as changes,
      case
        when e.existing is not null then e.existing || e.meant
        when e.meant ? 'slug' then blank || e.meant
        else blank || e.meant || jsonb_build_object('slug', coalesce(private.slugify(e.meant ->> 'name'), 'produit'))
      end as merged
    from ended e
  ),
  found as materialized (
    select c.*, case
      -- The structure of the line is wrong, so nothing is known of its values.
      when c.cells ? 'problem' then jsonb_build_array(private.build_problem('rows', c.cells ->> 'problem'))
      else coalesce(c.own -> 'problems', '[]')
        || case when c.matches > 1
          then jsonb_build_array(private.build_problem('reference', 'Plusieurs produits portent cette référence')) else '[]' end
        || case when c.unknown_category is not null
          then jsonb_build_array(private.build_problem('category', format('La catégorie « %s » n''existe pas', c.unknown_category)))
          else '[]' end
        -- What stays as it is, is valid.
        || case when c.changes = '{}' then '[]' else private.validate_product(c.merged, c.existing) end
        || case
          when c.has_slug is not true then '[]'
          when c.merged ->> 'slug' <> private.slugify(c.merged ->> 'slug') then
            jsonb_build_array(private.build_problem('slug', 'Le slug se compose de minuscules, de chiffres et de tirets'))
          when c.changes ? 'slug' and exists (select from public.products p where p.slug = c.merged ->> 'slug') then
            jsonb_build_array(private.build_problem('slug', 'Ce slug est déjà celui d''un autre produit'))
          else '[]'
        end
        || case when c.first_line < c.number then jsonb_build_array(private.build_problem(
            case when c.first_line = c.first_of_slug then 'slug' else 'reference' end,
            format('Même produit que la ligne %s', c.first_line)))
          else '[]' end
    end as problems
    from compared c
  )
  select f.number, coalesce(f.id, gen_random_uuid()), f.id is null,
    case
      when f.problems <> '[]' then 'error'
      when f.existing is null then 'create'
      when f.changes <> '{}' or v.changed then 'update'
      else 'unchanged'
    end,
    f.merged ->> 'reference', f.merged ->> 'name',
    nullif(btrim(f.cells ->> 'reference'), ''), nullif(btrim(f.cells ->> 'slug'), ''),
    case
      when f.changes <> '{}' then array(select k from jsonb_object_keys(f.changes) k order by k)
      when v.changed and f.existing is not null then '{variants}'
      else '{}'
    end,
    f.problems, case when f.existing is null then f.merged else f.changes end, nullif(f.variants, 'null')
  from found f
  cross join lateral (
    select f.variants is not null and exists (
      select from jsonb_array_elements(f.variants -> 'lines') l where l ->> 'action' in ('create', 'update')
    ) as changed
    offset 0
  ) v
  order by f.number;
end
$$;
revoke all on function private.check_import_rows(jsonb) from public;
grant execute on function private.check_import_rows(jsonb) to authenticated, service_role;
comment on function private.check_import_rows(jsonb) is 'Validates lines of products, and says what each would do; nothing is written. rows: as import_products_with_variants takes them; problem is what is wrong with the structure of a line.';

create function private.report_import_line(line private.checked_line) returns setof jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'line', line.number, 'action', line.action, 'id', case when not line.is_new then line.id end,
    'reference', line.reference, 'name', line.name, 'changed', to_jsonb(line.changed), 'problems', line.problems
  )
  -- A product that the file has no line for.
  where (line.variants ->> 'is_implied')::boolean is not true or line.action = 'error'
  union all
  select v - 'choices'::text || jsonb_build_object(
    'is_variant', true, 'id', case when not line.is_new then line.id end,
    'name', concat_ws(' – ', line.name, nullif(v ->> 'choices', ''))
  )
  from jsonb_array_elements(line.variants -> 'lines') v
$$;
revoke all on function private.report_import_line(private.checked_line) from public;
grant execute on function private.report_import_line(private.checked_line) to authenticated, service_role;
comment on function private.report_import_line(private.checked_line) is 'A line of an import and those of its variants, as import_products reports them.';

create function private.count_import_errors(line private.checked_line) returns integer
language sql immutable set search_path = '' as $$
  select (line.action = 'error')::integer + case when line.variants is null then 0 else (
    select count(*)::integer from jsonb_array_elements(line.variants -> 'lines') v where v ->> 'action' = 'error'
  ) end
$$;
revoke all on function private.count_import_errors(private.checked_line) from public;
grant execute on function private.count_import_errors(private.checked_line) to authenticated, service_role;

drop function private.apply_import(jsonb[], text[]);
create function private.apply_import(lines private.checked_line[]) returns void
language plpgsql set search_path = '' as $$
declare
  max_counted constant integer := 20;
  ids constant uuid[] := array(select l.id from unnest(lines) l where l.action = 'update');
  batch record;
  with_free_slug jsonb;
  with_taken_slug jsonb[];
  product jsonb;
  line private.checked_line;
begin
  -- Locked in id order, as orders lock products, and as strongly as a change of a slug needs.
  if exists (select from unnest(lines) l where l.action = 'update' and l."values" ? 'slug') then
    perform from public.products where id = any (ids) order by id for update;
  else
    perform from public.products where id = any (ids) order by id for no key update;
  end if;
  -- Columns that the file does not change keep their present values, not those at the time of validation.
  for batch in
    select l.changed, jsonb_agg(l."values" || jsonb_build_object('id', l.id) order by l.id) as products
    from unnest(lines) l
    where l.action = 'update' and l."values" <> '{}'
    group by l.changed
  loop
    perform private.write_products(false, batch.changed, batch.products);
  end loop;

  -- New products in one statement; a few whose slug is taken, by the shop or by an earlier line, one by one. In the
  -- order of their ids, in which most of their indexes grow at one place.
  select jsonb_agg(n.product order by n.id) filter (where n.is_free),
    array_agg(n.product order by n.number) filter (where not n.is_free)
  into with_free_slug, with_taken_slug
  from (
    select l."values" || jsonb_build_object('id', l.id) as product, l.id, l.number,
      row_number() over (partition by l."values" ->> 'slug' order by l.number) = 1
        and not exists (select from public.products p where p.slug = l."values" ->> 'slug') as is_free
    from unnest(lines) l
    where l.action = 'create'
  ) n;
  -- Of many the numbers are random: counting would hold the lock, for which every save of a product waits.
  if cardinality(with_taken_slug) > max_counted then
    select coalesce(with_free_slug, '[]') || jsonb_agg(t.product || jsonb_build_object(
      'slug', left(t.product ->> 'slug', 190) || '-' || (1000 + floor(random() * 9999000)::integer)
    )) into with_free_slug
    from unnest(with_taken_slug) t (product);
    with_taken_slug := null;
  end if;
  if with_taken_slug is not null then
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
  end if;
  if with_free_slug is not null then
    perform private.write_products(true, private.product_columns(), with_free_slug);
  end if;
  foreach product in array coalesce(with_taken_slug, '{}') loop
    perform private.write_products(true, private.product_columns(), jsonb_build_array(
      product || jsonb_build_object('slug', public.free_slug('products', product ->> 'slug'))
    ));
  end loop;
  foreach line in array lines loop
    if line.variants is not null and line.action in ('create', 'update') then
      perform public.save_variants(line.id, null, line.variants -> 'options', line.variants -> 'variants');
    end if;
  end loop;
end
$$;
revoke all on function private.apply_import(private.checked_line[]) from public;
grant execute on function private.apply_import(private.checked_line[]) to authenticated, service_role;
comment on function private.apply_import(private.checked_line[]) is 'Writes the new and the changed products of valid lines.';

create or replace function public.import_products_with_variants(rows jsonb, dry_run boolean default true, request uuid default null)
returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  result jsonb;
  lines private.checked_line[];
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
  lines := array(select c from private.check_import_rows(rows) c);
  select jsonb_build_object(
    'create', count(*) filter (where l.action = 'create'), 'update', count(*) filter (where l.action = 'update'),
    'unchanged', count(*) filter (where l.action = 'unchanged'), 'error', sum(private.count_import_errors(l)),
    'applied', not dry_run and sum(private.count_import_errors(l)) = 0, 'lines', (
      select jsonb_agg(r order by (r ->> 'line')::bigint) from unnest(lines) s cross join private.report_import_line(s) r
    )
  ) into result
  from unnest(lines) l;
  if not (result ->> 'applied')::boolean then
    return result;
  end if;
  perform private.apply_import(lines);
  return private.store_idempotent_result(request, result);
end
$$;

create or replace function public.import_products(rows jsonb, dry_run boolean default true, request uuid default null) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
begin
  perform private.require_administrator();
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 10000 then
    raise exception using errcode = 'YA007', message = 'Un fichier compte de 1 à 10000 lignes',
      detail = '{"problems": [{"column": "rows", "message": "Un fichier compte de 1 à 10000 lignes"}]}';
  end if;
  return public.import_products_with_variants(
    (
      select jsonb_agg(case when jsonb_typeof(r.value) = 'object' then r.value - '{variants,is_implied}'::text[] else r.value end order by r.ordinality)
      from jsonb_array_elements(rows) with ordinality r
    ),
    dry_run, request
  );
end
$$;
