-- An import asks of each line what it must, and no more: a slug is made of a text only where it has no letter or digit,
-- a line without variants counts without a query, and the lines with variants are chosen at once.

create or replace function private.validate_product_fields(product jsonb, existing jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  -- One letter or digit is a slug already.
  if (product ->> 'slug' ~ '[a-z0-9]') is not true and private.slugify(product ->> 'slug') is null then
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
  elsif product ->> 'barcode' ~ '^[0-9]([.,][0-9]+)?[Ee][+][0-9]+$' then
    problems := problems || private.build_problem('barcode', 'Le tableur a abrégé ce code-barres : mettez sa colonne au format Texte');
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
$function$;

create or replace function private.count_import_errors(line private.checked_line)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (line.action = 'error')::integer + case when line.variants is null then 0 else (
    select count(*)::integer from jsonb_array_elements(line.variants -> 'lines') v where v ->> 'action' = 'error'
  ) end;
end
$function$;

create or replace function private.apply_import(lines private.checked_line[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  max_counted constant integer := 20;
  ids constant uuid[] := array(select l.id from unnest(lines) l where l.action = 'update');
  batch record;
  with_free_slug private.checked_line[];
  with_taken_slug private.checked_line[];
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
    select l.changed, array_agg(l order by l.id) as lines
    from unnest(lines) l
    where l.action = 'update' and l."values" <> '{}'
    group by l.changed
  loop
    perform private.write_import_lines(false, batch.changed, batch.lines);
  end loop;

  -- New products in one statement; a few whose slug is taken, by the shop or by an earlier line, one by one. In the
  -- order of their ids, in which most of their indexes grow at one place.
  select array_agg(n.line order by n.id) filter (where n.is_free), array_agg(n.line order by n.number) filter (where not n.is_free)
  into with_free_slug, with_taken_slug
  from (
    select l as line, l.id, l.number,
      row_number() over (partition by l."values" ->> 'slug' order by l.number) = 1
        and not exists (select from public.products p where p.slug = l."values" ->> 'slug') as is_free
    from unnest(lines) l
    where l.action = 'create'
  ) n;
  -- Of many the numbers are random: counting would hold the lock, for which every save of a product waits.
  if cardinality(with_taken_slug) > max_counted then
    foreach line in array with_taken_slug loop
      line."values" := line."values" || jsonb_build_object(
        'slug', left(line."values" ->> 'slug', 190) || '-' || (1000 + floor(random() * 9999000)::integer));
      with_free_slug := with_free_slug || line;
    end loop;
    with_taken_slug := null;
  end if;
  if with_taken_slug is not null then
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
  end if;
  if with_free_slug is not null then
    perform private.write_import_lines(true, private.product_columns(), with_free_slug);
  end if;
  foreach line in array coalesce(with_taken_slug, '{}') loop
    line."values" := line."values" || jsonb_build_object('slug', public.free_slug('products', line."values" ->> 'slug'));
    perform private.write_import_lines(true, private.product_columns(), array[line]);
  end loop;
  perform public.save_variants(l.id, null, l.variants -> 'options', l.variants -> 'variants')
  from unnest(lines) l
  where l.variants is not null and l.action in ('create', 'update');
end
$function$;

create or replace function private.book_opening_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.stock_movements (product_id, kind, quantity, actor_id, actor_name, at)
  select a.id, 'opening', a.stock, (select auth.uid()), (select u.name from public.admin_users u where u.id = auth.uid()),
    a.created_at
  from after_rows a where a.stock <> 0 and not a.has_variants;
  return null;
end
$function$;
