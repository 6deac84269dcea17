-- Product rules: slugs, the validation of a product, and the one function that writes products.

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

-- Writing ----------------------------------------------------------------------------------------------------------

create function private.blank_product() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  blank jsonb;
begin
  execute (
    select format('select jsonb_build_object(%s)',
      string_agg(format('%L, %s', a.attname, coalesce(pg_get_expr(d.adbin, d.adrelid), 'null')), ', '))
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = 'public.products'::regclass and a.attname = any (private.product_columns())
      and (d.adbin is not null or not a.attnotnull)
  ) into blank;
  return blank;
end
$$;
comment on function private.blank_product() is
  'The columns of a product that may be left out, each with its default, null without one.';

create function private.merge_product(changes jsonb, existing jsonb, blank jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(existing, blank) || coalesce((
    select jsonb_object_agg(
      t.key,
      case
        -- An empty flag or list is not a request for the default: the validation reports it.
        when t.value in ('null', '""') and jsonb_typeof(blank -> t.key) in ('null', 'string', 'number')
          then blank -> t.key
        else t.value
      end
    )
    from (
      select g.key, case jsonb_typeof(g.value) when 'string' then to_jsonb(btrim(g.value #>> '{}')) else g.value end as value
      from jsonb_each(changes) g
    ) t
  ), '{}')
$$;
comment on function private.merge_product(jsonb, jsonb, jsonb) is
  'A product as it would be stored: the changes merged over the existing row, or over the blank product, texts trimmed, and empty optional values set to their defaults. Columns that are not among the changes stay as they are.';

create function private.write_products(creates boolean, columns text[], products jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if creates then
    execute format(
      'insert into public.products (id, %1$s) select id, %1$s from jsonb_populate_recordset(null::public.products, $1)',
      (select string_agg(quote_ident(name), ', ') from unnest(columns) name)
    ) using products;
  else
    execute format(
      'update public.products p set %s from jsonb_populate_recordset(null::public.products, $1) w where p.id = w.id',
      (select string_agg(format('%1$I = w.%1$I', name), ', ') from unnest(columns) name)
    ) using products;
  end if;
end
$$;
comment on function private.write_products(boolean, text[], jsonb) is
  'Inserts or updates valid products, [{id, and each of the columns}], in one statement. Other columns stay as they are. The form and the import write by it.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function
  private.slugify(text), private.build_problem(text, text), private.validate_product(jsonb, jsonb),
  private.blank_product(), private.merge_product(jsonb, jsonb, jsonb),
  private.write_products(boolean, text[], jsonb)
  to authenticated, service_role;
revoke execute on function public.free_slug(text, text, uuid) from public, anon;
grant execute on function public.free_slug(text, text, uuid) to authenticated, service_role;
