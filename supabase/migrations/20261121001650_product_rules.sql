-- What a product may be: the values of its columns, said beforehand and for all at once, and the name in its address,
-- which is made alike for categories and technicians. Forms and imports ask here before they write.

-- Names in addresses -----------------------------------------------------------------------------------------------

create function private.slug_of(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(private.folded(value), '[^a-z0-9]+', '-', 'g'), 200), '-'), '')
$$;
comment on function private.slug_of(text) is
  'Lower case, without accents, a hyphen for each run of anything else, none at the ends. Null when nothing is left.';

create function public.free_slug(kind text, name text, for_id uuid default null) returns text
language plpgsql set search_path = '' as $$
declare
  base constant text := private.slug_of(name);
  candidate text := base;
  attempt integer := 1;
begin
  if base is null then
    return null;
  end if;
  -- Two who save the same name at once shall not choose the same slug. One lock for all names of a kind, because an
  -- import makes ten thousand.
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || kind, 0));
  while case kind
    when 'products' then exists (select from public.products t where t.slug = candidate and t.id is distinct from for_id)
    when 'categories' then exists (select from public.categories t where t.slug = candidate and t.id is distinct from for_id)
    when 'technicians' then exists (
      select from public.technician_profiles t where t.slug = candidate and t.id is distinct from for_id
    )
  end loop
    attempt := attempt + 1;
    -- Past fifty of one name, chance finds a free number sooner than counting.
    candidate := base || '-' || case when attempt <= 50 then attempt else 1000 + floor(random() * 9999000)::integer end;
  end loop;
  return candidate;
end
$$;
comment on function public.free_slug(text, text, uuid) is
  'The slug of a name that no other row carries: perceuse, else perceuse-2 and so on. kind is products, categories or technicians; for_id the row that may keep its own. Null for a name without letters or digits.';

-- What a product may be --------------------------------------------------------------------------------------------

create function private.problem(column_name text, message text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_build_object('column', column_name, 'message', message)
$$;

create function private.product_problems(product jsonb, former jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  whole constant text := '^[0-9]{1,9}$';
  problems jsonb := '[]';
  price integer;
  old_price integer;
  discount integer;
  derived integer;
begin
  if btrim(coalesce(product ->> 'name', '')) = '' then
    problems := problems || private.problem('name', 'Le nom du produit est requis');
  elsif char_length(product ->> 'name') > 200 then
    problems := problems || private.problem('name', 'Le nom compte au plus 200 caractères');
  end if;
  if private.slug_of(product ->> 'slug') is null then
    problems := problems || private.problem('slug', 'Le slug URL est requis');
  end if;
  if product ->> 'price' ~ whole and (product ->> 'price')::integer between 1 and 100000000 then
    price := product ->> 'price';
  else
    problems := problems || private.problem('price', 'Le prix doit être un nombre positif');
  end if;
  if product ->> 'old_price' ~ whole and (product ->> 'old_price')::integer between 1 and 100000000 then
    old_price := product ->> 'old_price';
  elsif product ->> 'old_price' is not null then
    problems := problems || private.problem('old_price', 'L''ancien prix doit être un nombre positif');
  end if;
  if product ->> 'discount' ~ whole and (product ->> 'discount')::integer <= 100 then
    discount := product ->> 'discount';
  elsif product ->> 'discount' is not null then
    problems := problems || private.problem('discount', 'La réduction doit être inférieure ou égale à 100%');
  end if;
  -- As the trigger on products has it: what is sent back unchanged is no demand.
  if old_price <= price and old_price::text is distinct from (former ->> 'old_price') then
    problems := problems || private.problem('old_price', 'L''ancien prix doit être supérieur au prix');
  elsif old_price > price and discount is not null and discount::text is distinct from (former ->> 'discount') then
    derived := round(100.0 * (old_price - price) / old_price);
    if discount <> derived then
      problems := problems || private.problem('discount',
        format('La réduction de %s%% ne correspond pas aux prix : elle est de %s%%', discount, derived));
    end if;
  end if;
  if product ->> 'stock' ~ whole is not true then
    problems := problems || private.problem('stock', 'Le stock doit être un nombre positif ou zéro');
  end if;
  if char_length(product ->> 'reference') > 100 then
    problems := problems || private.problem('reference', 'La référence compte au plus 100 caractères');
  end if;
  if char_length(product ->> 'description') > 20000 then
    problems := problems || private.problem('description', 'La description compte au plus 20000 caractères');
  end if;
  if product ->> 'more_info_url' is not null
    and (product ->> 'more_info_url' ~ '^https?://[^[:space:]]+$' and char_length(product ->> 'more_info_url') <= 2000) is not true
  then
    problems := problems || private.problem('more_info_url', 'Entrez une URL valide ou laissez vide');
  end if;
  if jsonb_typeof(product -> 'is_new') <> 'boolean' or jsonb_typeof(product -> 'is_featured') <> 'boolean' then
    problems := problems || private.problem(
      case when jsonb_typeof(product -> 'is_new') <> 'boolean' then 'is_new' else 'is_featured' end,
      'Répondez par oui ou non');
  end if;
  if (jsonb_typeof(product -> 'features') = 'array' and not jsonb_path_exists(product, '$.features[*] ? (@.type() != "string")')) is not true then
    problems := problems || private.problem('features', 'Les caractéristiques sont une liste de textes');
  end if;
  if jsonb_typeof(product -> 'specifications') <> 'object' then
    problems := problems || private.problem('specifications', 'Les spécifications sont des noms et des valeurs');
  end if;
  return problems;
end
$$;
comment on function private.product_problems(jsonb, jsonb) is
  'What is wrong with a whole product, as [{column, message}]; former is the row as it stands, null for a new one. Says beforehand, and for all columns at once, what domains, checks and triggers would refuse one by one.';

create function private.whole_product(given jsonb, former jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(former, '{"description": "", "stock": 0, "is_new": false, "is_featured": false, "features": [], "specifications": {}}')
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
      from jsonb_each(given) g
    ), '{}')
$$;
comment on function private.whole_product(jsonb, jsonb) is
  'A product as it would stand: what was given over what is there, texts trimmed, and null where an optional one is empty.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function
  private.slug_of(text), private.problem(text, text), private.product_problems(jsonb, jsonb),
  private.whole_product(jsonb, jsonb)
  to authenticated, service_role;
revoke execute on function public.free_slug(text, text, uuid) from public, anon;
grant execute on function public.free_slug(text, text, uuid) to authenticated, service_role;
