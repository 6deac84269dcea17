-- Attributes: what the products of a category have in common and are compared by, such as a power or a colour. Their
-- values filter lists (facets). See docs/decisions/0067-attributes-and-facets.md.

create domain public.attribute_kind as text
  constraint attribute_kind_known check (value in ('number', 'choice', 'boolean'));
comment on domain public.attribute_kind is 'number: with a unit. choice: one of a list. boolean: yes or no.';

create function private.is_choice_list(choices jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(choices) = 'array' and jsonb_array_length(choices) <= 200
    and not exists (
      select from jsonb_array_elements(choices) c
      where (
        jsonb_typeof(c) = 'object' and c - '{key,name}'::text[] = '{}'
        and c ->> 'key' ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(c ->> 'key') <= 60
        and btrim(c ->> 'name') <> '' and char_length(c ->> 'name') <= 60
      ) is not true
    )
    and (select count(distinct c ->> 'key') = count(*) from jsonb_array_elements(choices) c)
    and (select count(distinct lower(c ->> 'name')) = count(*) from jsonb_array_elements(choices) c)
$$;
comment on function private.is_choice_list(jsonb) is
  'Whether this is a list of at most 200 {key, name}, each key and each name once.';

create table public.attributes (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint attributes_key_key unique,
  name public.label not null,
  kind public.attribute_kind not null,
  unit text,
  minimum numeric(12,3),
  maximum numeric(12,3),
  choices jsonb not null default '[]',
  is_filter boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- «marque» is the facet of the brands, which the specification of that name holds.
  constraint attributes_key_check
    check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60 and key <> 'marque'),
  constraint attributes_name_check check (char_length(name) <= 60),
  constraint attributes_unit_check
    check (unit is null or btrim(unit) <> '' and char_length(unit) <= 15 and unit !~ '[0-9,.]' and kind = 'number'),
  constraint attributes_range_check
    check (
      minimum >= 0 and maximum <= 100000000 and minimum <= maximum
      and (kind = 'number' or minimum is null and maximum is null)
    ),
  constraint attributes_choices_check
    check (private.is_choice_list(choices) and (kind = 'choice' or choices = '[]')),
  constraint attributes_position_check check (position between 0 and 100000)
);
comment on table public.attributes is
  'What products of some categories have a value of: a number with a unit, one of a list, yes or no.';
comment on column public.attributes.key is
  'Names the attribute in products.attributes and in addresses. Made from the first name, and never changed.';
comment on column public.attributes.choices is
  'The list of a choice: [{key, name}], in their order. The key names the choice in products and in addresses.';
comment on column public.attributes.minimum is 'The least value that a product may have; null for 0.';
comment on column public.attributes.is_filter is 'Whether lists can be filtered by it; the product page shows it anyway.';
comment on column public.attributes.position is 'The order among attributes, then by name.';
create unique index attributes_name_key on public.attributes (lower(name));

create table public.attribute_categories (
  attribute_id uuid not null references public.attributes (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  primary key (attribute_id, category_id)
);
comment on table public.attribute_categories is
  'The categories whose products, and those of the categories below, have a value of an attribute.';
create index attribute_categories_category_id_idx on public.attribute_categories (category_id);

-- What the database sets in products is no column of the form and no change of a person: the other names of both lists
-- stay as they are.
do $$
declare
  name text;
begin
  foreach name in array array['private.product_columns()', 'private.record_change()'] loop
    execute replace(pg_get_functiondef(name::regprocedure), 'search_text', 'search_text,facet_keys');
  end loop;
end
$$;

-- The values of products -------------------------------------------------------------------------------------------------

alter table public.products
  add column attributes public.properties not null default '{}',
  add column facet_keys text[] not null default '{}',
  add constraint products_attributes_check check (pg_column_size(attributes) <= 8192);
comment on column public.products.attributes is
  'The values of the product''s attributes, by the attribute''s key: a number, the key of a choice, true or false. Those in which its variants differ are options of the attribute''s name.';
comment on column public.products.facet_keys is
  'What facets find the product by: «diametre:32», «couleur:gris», «etanche:oui», «marque:aquanova». Set by the database from attributes and the specification «Marque»; an order does not change it, so that it rewrites no entry of its index.';
-- Without the list of pending entries every search would have to read it as well.
create index products_facet_keys_idx on public.products using gin (facet_keys) with (fastupdate = off);
alter table public.products alter column facet_keys set statistics 500;

create table private.facet_values (
  key text primary key,
  attribute text not null,
  number numeric,
  name text
);
comment on table private.facet_values is
  'Each key that a product has or had in facet_keys: a range of numbers finds its keys here, a brand the name that is shown.';
create index facet_values_number_idx on private.facet_values (attribute, number) where number is not null;

create function private.find_attribute(written text) returns public.attributes
language sql stable set search_path = '' as $$
  select a from public.attributes a
  where a.key = written or lower(a.name) = lower(btrim(written))
  order by a.key = written desc limit 1
$$;
comment on function private.find_attribute(text) is 'The attribute with this key, or else with this name; null for none.';

create function private.has_attribute(category uuid, attribute uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.attribute_categories c
    where c.attribute_id = attribute and c.category_id = any (private.category_and_ancestors(category))
  )
$$;
comment on function private.has_attribute(uuid, uuid) is
  'Whether the products of a category have a value of an attribute.';

create function private.read_attribute(attribute public.attributes, written jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  typed constant text := btrim(written #>> '{}');
  parts text[];
  number numeric;
begin
  case attribute.kind
    when 'number' then
      parts := regexp_match(typed, '^([0-9]{1,9}(?:[.,][0-9]{1,3})?|[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+)\s*(.*)$');
      if parts is null or lower(parts[2]) not in ('', lower(coalesce(attribute.unit, ''))) then
        return null;
      end if;
      number := trim_scale(replace(regexp_replace(parts[1], '[ \u00a0\u202f]', '', 'g'), ',', '.')::numeric);
      return case
        when number between coalesce(attribute.minimum, 0) and coalesce(attribute.maximum, 100000000) then to_jsonb(number)
      end;
    when 'choice' then
      return (
        select c -> 'key' from jsonb_array_elements(attribute.choices) c
        where c ->> 'key' = typed or lower(c ->> 'name') = lower(typed)
        order by c ->> 'key' = typed desc limit 1
      );
    else
      return case when lower(typed) in ('true', 'oui') then 'true' when lower(typed) in ('false', 'non') then 'false' end;
  end case;
end
$$;
comment on function private.read_attribute(public.attributes, jsonb) is
  'A value as products store it, from one that may be written as on the screen: «32 mm», the name of a choice, «oui». Null when the attribute does not allow it.';

create function private.describe_attribute_problem(attribute public.attributes, written jsonb) returns text
language sql immutable set search_path = '' as $$
  select case attribute.kind
    when 'number' then format('« %s » est un nombre%s de %s à %s', attribute.name, coalesce(' en ' || attribute.unit, ''),
      replace(trim_scale(coalesce(attribute.minimum, 0))::text, '.', ','),
      replace(trim_scale(coalesce(attribute.maximum, 100000000))::text, '.', ','))
    when 'choice' then format('« %s » n''est pas dans la liste de « %s »', left(written #>> '{}', 60), attribute.name)
    else format('« %s » se répond par oui ou par non', attribute.name)
  end
$$;

create function private.check_attributes(category uuid, given jsonb, stored jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  entry record;
  attribute public.attributes;
  result jsonb := '{}';
  value jsonb;
begin
  for entry in select * from jsonb_each(given) limit 200 loop
    attribute := private.find_attribute(entry.key);
    if entry.value = 'null' or btrim(entry.value #>> '{}') = '' then
      continue;
    elsif attribute.id is null or not private.has_attribute(category, attribute.id) then
      -- A product that moves to another category, and one whose attribute counts no more, leaves its value behind.
      if stored -> entry.key is distinct from entry.value then
        return jsonb_build_object('problem', format(
          case when attribute.id is null then 'L''attribut « %s » n''existe pas'
            else 'L''attribut « %s » ne vaut pas pour cette catégorie' end,
          coalesce(attribute.name, left(entry.key, 60))));
      end if;
      continue;
    end if;
    value := private.read_attribute(attribute, entry.value);
    -- A value that is sent back unchanged stays when the attribute's range has become narrower.
    if value is null and stored -> attribute.key = entry.value then
      value := entry.value;
    end if;
    if value is null then
      return jsonb_build_object('problem', private.describe_attribute_problem(attribute, entry.value));
    end if;
    result := result || jsonb_build_object(attribute.key, value);
  end loop;
  return jsonb_build_object('values', result);
end
$$;
comment on function private.check_attributes(uuid, jsonb, jsonb) is
  '{values}: the given values as a product of the category stores them; or {problem}: what is wrong with one, in French. stored: what the product has now.';

create function private.list_option_values(product uuid, category uuid) returns table (key text, value jsonb)
language sql stable set search_path = '' as $$
  select a.key, v.value
  from public.product_options o
  cross join lateral private.find_attribute(o.name) a
  cross join lateral unnest(o.choices) c (choice)
  cross join lateral private.read_attribute(a, to_jsonb(c.choice)) v (value)
  where o.product_id = product and v.value is not null and private.has_attribute(category, a.id)
$$;
comment on function private.list_option_values(uuid, uuid) is
  'The values of a product''s variants: those choices of an option that has the name of an attribute which the attribute allows.';

create function private.set_facet_keys() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  brand constant text := btrim(new.specifications ->> 'Marque');
  brand_slug constant text := left(private.slugify(brand), 60);
  has_options constant boolean := tg_op = 'UPDATE'
    and exists (select from public.product_options o where o.product_id = new.id);
  checked jsonb;
begin
  new.facet_keys := '{}';
  if new.attributes <> '{}' then
    checked := private.check_attributes(new.category_id, new.attributes, case when tg_op = 'UPDATE' then old.attributes end);
    if checked ? 'problem' then
      raise exception using errcode = 'YA007', message = checked ->> 'problem',
        detail = jsonb_build_object('problems', jsonb_build_array(
          private.build_problem('attributes', checked ->> 'problem')))::text;
    end if;
    new.attributes := checked -> 'values';
  end if;
  if new.attributes <> '{}' or has_options then
    with written as (
      select e.key, e.value from jsonb_each(new.attributes) e
      union
      select o.key, o.value from private.list_option_values(new.id, new.category_id) o where has_options
    ), keyed as (
      select w.key as attribute, case when jsonb_typeof(w.value) = 'number' then (w.value #>> '{}')::numeric end as number,
        w.key || ':' || case w.value when 'true' then 'oui' when 'false' then 'non' else w.value #>> '{}' end as key
      from written w
    ), added as (
      insert into private.facet_values (key, attribute, number)
      select k.key, k.attribute, k.number from keyed k
      where not exists (select from private.facet_values f where f.key = k.key)
      on conflict do nothing
    )
    select coalesce(array_agg(k.key order by k.key), '{}') into new.facet_keys from keyed k;
  end if;
  if brand_slug is not null then
    new.facet_keys := new.facet_keys || ('marque:' || brand_slug);
    if not exists (select from private.facet_values f where f.key = 'marque:' || brand_slug) then
      insert into private.facet_values (key, attribute, name) values ('marque:' || brand_slug, 'marque', left(brand, 60))
      on conflict do nothing;
    end if;
  end if;
  return new;
end
$$;
comment on function private.set_facet_keys() is
  'Stores the values of a product''s attributes in one way, refuses others, and sets the keys by which facets find it.';
create trigger products_set_facet_keys
  before insert or update of attributes, category_id, specifications, facet_keys on public.products
  for each row execute function private.set_facet_keys();

-- A product is found by the values of any of its variants.
create function private.update_option_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set facet_keys = p.facet_keys where p.id in (select r.product_id from changed_rows r);
  return null;
end
$$;
create trigger product_options_update_facets_insert after insert on public.product_options
  referencing new table as changed_rows for each statement execute function private.update_option_facets();
create trigger product_options_update_facets_update after update on public.product_options
  referencing new table as changed_rows for each statement execute function private.update_option_facets();
create trigger product_options_update_facets_delete after delete on public.product_options
  referencing old table as changed_rows for each statement execute function private.update_option_facets();

-- The form and the import say beforehand what the trigger would refuse.
alter function private.validate_product(jsonb, jsonb) rename to validate_product_fields;
create function private.validate_product(product jsonb, existing jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  problems jsonb := private.validate_product_fields(product, existing);
  problem text;
begin
  if jsonb_typeof(product -> 'attributes') is distinct from 'object' then
    problem := 'Les attributs sont des noms et des valeurs';
  elsif product -> 'attributes' <> '{}' and product -> 'attributes' is distinct from existing -> 'attributes'
    and (product ->> 'category_id' ~ '^[0-9a-f-]{36}$' or product ->> 'category_id' is null)
  then
    problem := private.check_attributes(
      (product ->> 'category_id')::uuid, product -> 'attributes', existing -> 'attributes') ->> 'problem';
  end if;
  return problems || case when problem is null then '[]' else jsonb_build_array(private.build_problem('attributes', problem)) end;
end
$$;
comment on function private.validate_product(jsonb, jsonb) is
  'The problems of a product''s values, as [{column, message}]: those of its fields, and of its attributes.';

-- Definitions ------------------------------------------------------------------------------------------------------------

create function private.prepare_attribute() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  missing text;
begin
  new.name := btrim(new.name);
  new.unit := nullif(btrim(new.unit), '');
  if tg_op = 'INSERT' then
    new.key := coalesce(nullif(btrim(new.key), ''), left(private.slugify(new.name), 60));
    if new.name is not null and (new.key is null or new.key = 'marque') then
      raise exception using errcode = 'YA007', message = 'Ce nom ne convient pas à un attribut : donnez-en un autre';
    end if;
  elsif (new.key, new.kind) is distinct from (old.key, old.kind) then
    raise exception using errcode = 'YA007', message = 'Le type d''un attribut ne change pas : créez-en un autre';
  end if;
  if new.kind = 'choice' and jsonb_typeof(new.choices) = 'array' then
    -- A new choice has no key yet.
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', coalesce(nullif(c.value ->> 'key', ''), left(private.slugify(c.value ->> 'name'), 60)),
      'name', btrim(c.value ->> 'name')) order by c.n), '[]')
    into new.choices
    from jsonb_array_elements(new.choices) with ordinality c (value, n);
  end if;
  if tg_op = 'UPDATE' and new.choices <> old.choices then
    select c ->> 'name' into missing
    from jsonb_array_elements(old.choices) c
    where not exists (select from jsonb_array_elements(new.choices) n where n ->> 'key' = c ->> 'key')
      and exists (select from public.products p where p.facet_keys @> array[new.key || ':' || (c ->> 'key')])
    limit 1;
    if missing is not null then
      raise exception using errcode = 'YA007',
        message = format('Des produits ont encore le choix « %s » : renommez-le, ou changez d''abord ces produits', missing);
    end if;
  end if;
  return new;
end
$$;
create trigger attributes_prepare before insert or update on public.attributes
  for each row execute function private.prepare_attribute();

create function private.remove_attribute_values() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_products constant integer := 5000;
  keys constant text[] := array(select f.key from private.facet_values f where f.attribute = old.key);
  ids constant uuid[] := array(select p.id from public.products p where p.facet_keys && keys limit max_products + 1);
begin
  if cardinality(ids) > max_products then
    raise exception using errcode = 'YA007',
      message = 'Plus de 5000 produits ont une valeur de cet attribut : cessez plutôt de filtrer par lui, ou retirez-lui ses catégories';
  end if;
  perform from public.products p where p.id = any (ids) order by p.id for no key update;
  update public.products p set attributes = p.attributes - old.key where p.id = any (ids);
  delete from private.facet_values f where f.attribute = old.key;
  return null;
end
$$;
comment on function private.remove_attribute_values() is
  'Products lose their values of an attribute that is deleted, so that none is read as one of a later attribute.';
create trigger attributes_remove_values after delete on public.attributes
  for each row execute function private.remove_attribute_values();

create trigger attributes_set_updated_at before update on public.attributes
  for each row execute function private.set_updated_at();
create trigger attributes_record after insert or update or delete on public.attributes
  for each row execute function private.record_change('name');

create function public.save_attribute(
  attribute jsonb, categories uuid[], expected_updated_at timestamptz default null
) returns public.attributes
language plpgsql set search_path = '' as $$
declare
  wanted constant uuid := (attribute ->> 'id')::uuid;
  given constant public.attributes := jsonb_populate_record(null::public.attributes, attribute);
  saved public.attributes;
begin
  if not private.has_right('catalog.write') then
    raise insufficient_privilege using message = 'Réservé aux administrateurs';
  end if;
  if cardinality(categories) > 200 then
    raise exception using errcode = 'YA007', message = 'Un attribut vaut pour 200 catégories au plus';
  end if;
  if expected_updated_at is null then
    insert into public.attributes (id, name, kind, unit, minimum, maximum, choices, is_filter, position)
    values (wanted, given.name, given.kind, given.unit, given.minimum, given.maximum, coalesce(given.choices, '[]'),
      coalesce(given.is_filter, true), coalesce(given.position, 0))
    returning * into saved;
  else
    update public.attributes a
    set name = given.name, unit = given.unit, minimum = given.minimum, maximum = given.maximum,
      choices = coalesce(given.choices, '[]'), is_filter = given.is_filter, position = given.position
    where a.id = wanted and a.updated_at = expected_updated_at
    returning * into saved;
    if saved.id is null then
      raise sqlstate 'PT409' using message = 'Cet attribut a été modifié entre-temps';
    end if;
  end if;
  delete from public.attribute_categories c where c.attribute_id = saved.id and c.category_id <> all (categories);
  insert into public.attribute_categories (attribute_id, category_id)
  select saved.id, c.id from public.categories c where c.id = any (categories)
  on conflict do nothing;
  return saved;
end
$$;
comment on function public.save_attribute(jsonb, uuid[], timestamptz) is
  'Adds an attribute, or changes the version of expected_updated_at, together with its categories. Its kind does not change.';

-- Filters ----------------------------------------------------------------------------------------------------------------

create function private.read_facets(facets text[]) returns table (
  item text, facet text, key text, low numeric, high numeric, is_known boolean
)
language sql stable set search_path = '' as $$
  -- So many values are read of an address; the key of the cached page has no more (app/server/page-key.ts).
  with items as (
    select distinct i.item, regexp_match(i.item, '^([a-z0-9-]{1,60}):([a-z0-9.-]{1,80})$') as parts
    from (select u.item from unnest(facets) u (item) limit 20) i
  ), typed as (
    select i.item, i.parts, a.id is not null or i.parts[1] = 'marque' as is_facet, a.choices,
      case when a.kind = 'number'
        then regexp_match(i.parts[2], '^([0-9]{1,9}(?:[.][0-9]{1,3})?)?-([0-9]{1,9}(?:[.][0-9]{1,3})?)?$') end as range
    from items i left join public.attributes a on a.key = i.parts[1] and a.is_filter
  )
  select t.item, t.parts[1], case when t.range is null then t.item end, t.range[1]::numeric, t.range[2]::numeric,
    coalesce(t.is_facet and case
      when t.range is not null then num_nonnulls(t.range[1], t.range[2]) > 0
      else exists (select from private.facet_values f where f.key = t.item)
        or t.choices @> jsonb_build_array(jsonb_build_object('key', t.parts[2]))
    end, false)
  from typed t
$$;
comment on function private.read_facets(text[]) is
  'The values of facets as an address has them: «couleur:gris», or a range of numbers, «puissance:500-1000», «puissance:500-». is_known: whether there is such a facet and value; others filter nothing.';

create function private.facet_condition(keys text[], low numeric, high numeric, facet text) returns text
language plpgsql stable set search_path = '' as $$
declare
  max_keys constant integer := 500;
  in_range text[];
  conditions text[] := '{}';
begin
  if keys <> '{}' then
    conditions := array['facet_keys && ' || quote_literal(keys) || '::text[]'];
  end if;
  if low is not null or high is not null then
    in_range := array(
      select f.key from private.facet_values f
      where f.attribute = facet and f.number between coalesce(low, 0) and coalesce(high, 'infinity') limit max_keys + 1
    );
    conditions := conditions || case
      when cardinality(in_range) <= max_keys then 'facet_keys && ' || quote_literal(in_range) || '::text[]'
      else format(
        'exists (select from unnest(facet_keys) k where starts_with(k, %L) and split_part(k, '':'', 2)::numeric between %s and %s)',
        facet || ':', coalesce(low, 0), coalesce(high, 1e12))
    end;
  end if;
  return array_to_string(conditions, ' and ');
end
$$;
comment on function private.facet_condition(text[], numeric, numeric, text) is
  'The condition that a product has one of these keys, and a number within the range. The keys of a range come from facet_values, so that the index of facet_keys finds them.';

create function private.list_facet_conditions(facets text[]) returns table (facet text, condition text)
language sql stable set search_path = '' as $$
  select r.facet, private.facet_condition(
    coalesce(array_agg(r.key order by r.key) filter (where r.key is not null), '{}'), max(r.low), min(r.high), r.facet)
  from private.read_facets(facets) r
  where r.is_known
  group by r.facet
  order by r.facet
$$;
comment on function private.list_facet_conditions(text[]) is
  'The condition of each facet: one of its values, and within its range. Products meet those of all facets.';

drop function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer);
drop function private.filter_products(uuid, integer, integer, boolean, boolean, boolean);

create function private.filter_products(
  category uuid, min_price integer, max_price integer, in_stock boolean, is_new boolean, is_featured boolean,
  facets text[] default '{}'
) returns text
language sql stable set search_path = '' as $$
  select concat_ws(' and ',
    case when category is not null then
      (select case when cardinality(c.ids) = 1 then 'category_id = ' || quote_literal(c.ids[1])
        else 'category_id = any (' || quote_literal(c.ids) || '::uuid[])' end
      from (select private.category_and_descendants(category) as ids) c) end,
    'price >= ' || min_price,
    'price <= ' || max_price,
    case when in_stock then 'in_stock' end,
    case when is_new then 'is_new' end,
    case when is_featured then 'is_featured' end,
    case when cardinality(facets) > 0
      then (select string_agg(f.condition, ' and ') from private.list_facet_conditions(facets) f) end)
$$;
comment on function private.filter_products(uuid, integer, integer, boolean, boolean, boolean, text[]) is
  'The condition that products meet all the filters, a category with those below it; null, false or an empty list is no filter, and without any the result is empty. The values are literals in the text, so that the plan and the estimate suit them.';

create function public.count_products(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, is_featured boolean default false,
  without_category boolean default false, min_stock integer default null, max_stock integer default null,
  facets text[] default '{}'
) returns table (total integer, is_exact boolean)
language plpgsql volatile rows 1 set search_path = '' as $$
declare
  filters constant text := concat_ws(' and ',
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, is_featured, facets), ''),
    case when without_category then 'category_id is null' end,
    'stock >= ' || min_stock,
    'stock <= ' || max_stock);
begin
  if search = '' then
    return query select * from private.count_up_to_limit('from public.products p where ' || coalesce(nullif(filters, ''), 'true'));
  else
    return query select * from private.count_found_products(search, filters);
  end if;
end
$$;
comment on function public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer, text[]) is
  'The number of products that match all conditions, by the rule of count_up_to_limit; of a search by that of count_found_products.';

create function public.list_faceted_products(
  facets text[], search text default '', category uuid default null, min_price integer default null,
  max_price integer default null, in_stock boolean default false, is_new boolean default false,
  sort text default null, row_offset integer default 0, row_limit integer default 25
) returns setof uuid
language plpgsql volatile set search_path = '' set work_mem = '16MB' set enable_seqscan = on as $$
declare
  max_sorted constant integer := 10000;
  -- In a list of so many matches a page is found sooner by walking along the order than by sorting them all.
  max_walked constant integer := 50000;
  condition constant text := coalesce(
    nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false, facets), ''), 'true');
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  rows constant integer := least(greatest(row_limit, 0), 100);
  order_by constant text := case sort
    when 'price-asc' then 'price, id'
    when 'price-desc' then 'price desc, id desc'
    when 'rating' then 'rating desc, review_count desc, id'
    else 'created_at desc, id'
  end;
  columns constant text := 'id, created_at, price, rating, review_count, category_id, in_stock, is_new, facet_keys';
  found uuid[];
  sorted uuid[];
  total integer;
  plan json;
  walks boolean;
begin
  if search <> '' then
    found := private.search_product_ids(
      search, condition, case when sort is null then first_row + rows else 5000 end);
    if sort is null then
      return query select f.id from unnest(found[first_row + 1:first_row + rows]) with ordinality f (id, n) order by f.n;
    else
      return query execute format('select p.id from public.products p where p.id = any ($1) order by %s offset %s limit %s',
        order_by, first_row, rows) using found;
    end if;
    return;
  end if;
  -- No plan may read all products: the planner takes the facets for independent of each other, which they are not.
  perform set_config('enable_seqscan', 'off', true);
  execute 'explain (format json) select from public.products p where ' || condition into plan;
  walks := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric > 2 * max_sorted;
  if not walks then
    execute format(
      'with matches as materialized (select %s from public.products p where %s limit %s)
       select count(*), array(select m.id from matches m order by %s offset %s limit %s) from matches',
      columns, condition, max_sorted + 1, order_by, first_row, rows
    ) into total, found;
    walks := total > max_sorted;
  end if;
  if walks then
    execute format(
      'select array(select w.id from (select %s from public.products p order by %s limit %s) w where %s order by %s offset %s limit %s)',
      columns, order_by, max_walked, condition, order_by, first_row, rows
    ) into found;
    if cardinality(found) < rows then
      -- Fewer match than the planner took for granted, or they are old.
      execute format(
        'with matches as materialized (select %s from public.products p where %s limit %s)
         select count(*), array(select m.id from matches m order by %s offset %s limit %s) from matches',
        columns, condition, max_sorted + 1, order_by, first_row, rows
      ) into total, sorted;
      if total <= max_sorted then
        found := sorted;
      end if;
    end if;
  end if;
  return query select f.id from unnest(found) with ordinality f (id, n) order by f.n;
end
$$;
comment on function public.list_faceted_products(text[], text, uuid, integer, integer, boolean, boolean, text, integer, integer) is
  'The ids of a page of the products that meet the filters and the facets (read_facets). sort: newest, price-asc, price-desc or rating; null is the order of the search. Of more than 10,000 matches those are listed that are among the 50,000 first of all products.';

create function private.count_facet_values(filters text, conditions text[], omitted integer)
returns table (key text, total integer)
language plpgsql stable set search_path = '' as $$
begin
  return query execute format(
    'select k.key, count(*)::integer from (select facet_keys from public.products where %s) p, unnest(p.facet_keys) k (key) group by k.key',
    concat_ws(' and ', filters, (
      select string_agg(c.condition, ' and ') from unnest(conditions) with ordinality c (condition, n) where c.n <> omitted
    ))
  );
end
$$;
comment on function private.count_facet_values(text, text[], integer) is
  'The number of products of each facet key among those that meet the filters and the conditions, but for one of these.';

create function private.sample_facet_values(
  filters text, conditions text[], share double precision, out totals integer[], out counts jsonb
)
language plpgsql stable set search_path = '' as $$
declare
  sets constant integer[] := array(select generate_series(0, cardinality(conditions)));
  -- Of set n: that all conditions are met but the n-th, which may be.
  met constant text[] := array(
    select coalesce((select string_agg('s.met[' || c.n || ']', ' and ') from generate_subscripts(conditions, 1) c (n) where c.n <> w.n), 'true')
    from unnest(sets) w (n)
  );
begin
  -- Blocks from all over the table: the first ones would be those of one delivery.
  execute format(
    'with s as materialized (
       select facet_keys, array[%s]::boolean[] as met from public.products tablesample system (%s) repeatable (1) where %s
     )
     select (select array[%s] from s), (
       select jsonb_object_agg(v.n, v.counts) from (
         select k.n, jsonb_object_agg(k.key, k.total) as counts from (%s) k group by k.n
       ) v
     )',
    array_to_string(conditions, ','), 100 * share, coalesce(filters, 'true'),
    (select string_agg(format('count(*) filter (where %s)', m.condition), ', ' order by m.n) from unnest(met) with ordinality m (condition, n)),
    (
      select string_agg(format(
        'select %s as n, k.key, count(*) as total from s, unnest(s.facet_keys) k (key) where %s group by k.key', m.n - 1, m.condition
      ), ' union all ' order by m.n) from unnest(met) with ordinality m (condition, n)
    )
  ) into totals, counts;
end
$$;
comment on function private.sample_facet_values(text, text[], double precision) is
  'Of a share of all products: how many meet the filters and the conditions (the first total), and but for each of the conditions; and the number of products of each facet key in these sets, {"0": {key: number}}.';

create function public.list_facets(
  search text default '', category uuid default null, min_price integer default null, max_price integer default null,
  in_stock boolean default false, is_new boolean default false, facets text[] default '{}'
) returns table (key text, name text, kind text, unit text, is_exact boolean, options jsonb)
language plpgsql stable rows 12 set search_path = '' set work_mem = '16MB' set enable_seqscan = on as $$
declare
  max_facets constant integer := 12;
  max_options constant integer := 40;
  large_shop constant integer := 20000;
  max_counted constant integer := 3000;
  sampled_products constant integer := 10000;
  max_found constant integer := 2000;
  -- A facet that fewer of the products have is no help to choose among them.
  min_share constant real := 0.1;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  filters text := nullif(private.filter_products(category, min_price, max_price, in_stock, is_new, false), '');
  names text[];
  conditions text[];
  is_large constant boolean := search = '' and products > large_shop;
  scale constant real := greatest(products / sampled_products, 1);
  sample_totals integer[];
  sample_counts jsonb;
  counts jsonb := '{}';
  set_counts jsonb;
  estimated boolean[] := '{}';
  number integer;
begin
  select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}') into names, conditions
  from private.list_facet_conditions(facets) f;
  if search <> '' then
    filters := 'id = any (' || quote_literal((private.search_product_ids(search, coalesce(filters, ''), max_found))[:max_found])
      || '::uuid[])';
  end if;
  if is_large then
    select v.totals, v.counts into sample_totals, sample_counts
    from private.sample_facet_values(filters, conditions, 1 / scale) v;
  end if;
  -- The products that meet all conditions (0), and for each chosen facet those that meet the others: the values that
  -- could be chosen besides. In a large shop each set is counted exactly up to max_counted, beyond that in the sample.
  for number in 0 .. cardinality(names) loop
    estimated[number] := is_large and sample_totals[number + 1] * scale > max_counted;
    if estimated[number] then
      select jsonb_object_agg(c.key, round(c.value::integer * scale)) into set_counts
      from jsonb_each(sample_counts -> number::text) c
      where number = 0 or split_part(c.key, ':', 1) = names[number];
    else
      -- No plan may read all products of a large shop: the planner takes facets for independent of each other.
      perform set_config('enable_seqscan', case when is_large then 'off' else 'on' end, true);
      select jsonb_object_agg(c.key, c.total) into set_counts
      from private.count_facet_values(coalesce(filters, 'true'), conditions, number) c
      where number = 0 or split_part(c.key, ':', 1) = names[number];
    end if;
    counts := counts || jsonb_build_object(number::text, coalesce(set_counts, '{}'));
  end loop;
  perform set_config('enable_seqscan', 'on', true);
  return query
    with counted as (
      select split_part(c.key, ':', 1) as facet, c.key, c.value::integer as total, s.number
      from jsonb_each(counts) s0 (number, counts)
      cross join lateral (select s0.number::integer as number) s
      cross join lateral jsonb_each(s0.counts) c
      where s.number > 0 or split_part(c.key, ':', 1) <> all (names)
    ),
    chosen as (
      select r.facet, r.key, 0 as total, coalesce(array_position(names, r.facet), 0) as number
      from private.read_facets(facets) r
      where r.is_known and r.key is not null and not exists (select from counted c where c.key = r.key)
    ),
    described as (
      select v.*, coalesce(a.name::text, 'Marque') as label, coalesce(a.kind::text, 'choice') as kind, a.unit, f.number as size,
        -- Brands by their number, choices as in their list.
        case when a.id is null then -v.total else ch.n end as place,
        case when a.id is null then coalesce(f.name, split_part(v.key, ':', 2)) else ch.value ->> 'name' end as value_name,
        case when a.id is null then -1 else a.position end as facet_position,
        v.facet = any (names) as is_chosen
      from (select * from counted union all select * from chosen) v
      left join public.attributes a on a.key = v.facet
      left join private.facet_values f on f.key = v.key
      left join lateral jsonb_array_elements(a.choices) with ordinality ch (value, n)
        on ch.value ->> 'key' = split_part(v.key, ':', 2)
      where v.facet = 'marque' or a.is_filter
    ),
    ranked as (
      select d.*, row_number() over (partition by d.facet order by d.total desc, d.key) as rank,
        sum(d.total) over (partition by d.facet) as facet_total, count(*) over (partition by d.facet) as value_count
      from described d
    ),
    all_products as (
      select max(f.facet_total) as total from (select sum(r.total) as facet_total from described r group by r.facet) f
    )
    select r.facet, min(r.label), min(r.kind), min(r.unit), not bool_or(estimated[r.number]),
      jsonb_agg(jsonb_build_object('value', split_part(r.key, ':', 2), 'name', r.value_name, 'total', r.total)
        order by r.size, r.place, r.value_name, r.key)
    from ranked r, all_products t
    where (r.rank <= max_options or r.key = any (facets))
      and (r.is_chosen or r.value_count > 1 and r.facet_total >= min_share * t.total)
    group by r.facet
    -- The chosen ones, then the brand, then as the owner arranged them.
    order by bool_or(r.is_chosen) desc, min(r.facet_position), min(r.label)
    limit max_facets;
end
$$;
comment on function public.list_facets(text, uuid, integer, integer, boolean, boolean, text[]) is
  'The facets of a list, at most 12 of 40 values each, with the number of products of each value: those that meet the other filters and facets. In a shop with more than 20,000 products exact up to about 3,000, beyond that estimated from 10,000 of all parts of the table; of a search, from its 2,000 best matches.';

create function public.list_category_attributes(category uuid) returns setof public.attributes
language sql stable rows 20 set search_path = '' as $$
  select a.* from public.attributes a
  where exists (
    select from public.attribute_categories c
    where c.attribute_id = a.id and c.category_id = any (private.category_and_ancestors(list_category_attributes.category))
  )
  order by a.position, a.name
$$;
comment on function public.list_category_attributes(uuid) is
  'The attributes of the products of a category: its own, and those of the categories above it.';

create function public.list_unknown_facets(facets text[]) returns setof text
language sql stable rows 5 set search_path = '' as $$
  select r.item from private.read_facets(facets) r where not r.is_known order by r.item
$$;
comment on function public.list_unknown_facets(text[]) is
  'Which of the values in an address are none: they filter nothing, and the page says so.';

-- Pages --------------------------------------------------------------------------------------------------------------------

create function private.notify_attribute_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_page_changes('{}', array['products:attributes', 'category:' || new.category_id || ':attributes'], 'catalog');
  return null;
end
$$;
comment on function private.notify_attribute_changes() is 'Notifies the lists whose facets count a product that changed.';
create trigger products_notify_attributes
  after update of attributes, category_id, specifications, facet_keys on public.products
  for each row when (old.facet_keys is distinct from new.facet_keys)
  execute function private.notify_attribute_changes();
-- Lists, products and comparisons show the names of attributes.
create trigger attributes_notify_pages after insert or update or delete or truncate on public.attributes
  for each statement execute function private.notify_page_tag('old', 'attributes');

-- Rows and privileges --------------------------------------------------------------------------------------------------------

alter table public.attributes enable row level security;
create policy "Everyone reads the attributes" on public.attributes for select to anon, authenticated using (true);
create policy "Staff who write the catalog add attributes" on public.attributes
  for insert to authenticated with check ((select private.has_right('catalog.write')));
create policy "Staff who write the catalog update attributes" on public.attributes
  for update to authenticated
  using ((select private.has_right('catalog.write'))) with check ((select private.has_right('catalog.write')));
create policy "Staff who write the catalog delete attributes" on public.attributes
  for delete to authenticated using ((select private.has_right('catalog.write')));
alter table public.attribute_categories enable row level security;
create policy "Everyone reads the categories of attributes" on public.attribute_categories
  for select to anon, authenticated using (true);
create policy "Staff who write the catalog add categories to attributes" on public.attribute_categories
  for insert to authenticated with check ((select private.has_right('catalog.write')));
create policy "Staff who write the catalog take categories from attributes" on public.attribute_categories
  for delete to authenticated using ((select private.has_right('catalog.write')));
alter table private.facet_values enable row level security;
create policy "Everyone reads the values of facets" on private.facet_values for select to anon, authenticated using (true);

revoke all on public.attributes, public.attribute_categories from anon, authenticated;
grant all on public.attributes, public.attribute_categories to service_role;
grant select on public.attributes, public.attribute_categories to anon, authenticated;
grant insert (id, name, kind, unit, minimum, maximum, choices, is_filter, position), delete,
  update (name, unit, minimum, maximum, choices, is_filter, position) on public.attributes to authenticated;
grant insert, delete on public.attribute_categories to authenticated;
grant select on private.facet_values to anon, authenticated, service_role;

select private.apply_product_columns();
revoke execute on all functions in schema private from public;
grant execute on function
  private.filter_products(uuid, integer, integer, boolean, boolean, boolean, text[]),
  private.read_facets(text[]),
  private.facet_condition(text[], numeric, numeric, text),
  private.list_facet_conditions(text[]),
  private.count_facet_values(text, text[], integer),
  private.sample_facet_values(text, text[], double precision)
  to anon, authenticated, service_role;
grant execute on function
  private.is_choice_list(jsonb),
  private.find_attribute(text),
  private.has_attribute(uuid, uuid),
  private.read_attribute(public.attributes, jsonb),
  private.describe_attribute_problem(public.attributes, jsonb),
  private.check_attributes(uuid, jsonb, jsonb),
  private.validate_product_fields(jsonb, jsonb),
  private.validate_product(jsonb, jsonb)
  to authenticated, service_role;
revoke execute on function
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer, text[]),
  public.list_faceted_products(text[], text, uuid, integer, integer, boolean, boolean, text, integer, integer),
  public.list_facets(text, uuid, integer, integer, boolean, boolean, text[]),
  public.list_unknown_facets(text[]),
  public.list_category_attributes(uuid),
  public.save_attribute(jsonb, uuid[], timestamptz)
  from public;
grant execute on function
  public.count_products(text, uuid, integer, integer, boolean, boolean, boolean, boolean, integer, integer, text[]),
  public.list_faceted_products(text[], text, uuid, integer, integer, boolean, boolean, text, integer, integer),
  public.list_facets(text, uuid, integer, integer, boolean, boolean, text[]),
  public.list_unknown_facets(text[]),
  public.list_category_attributes(uuid)
  to anon, authenticated, service_role;
revoke execute on function public.save_attribute(jsonb, uuid[], timestamptz) from anon;
grant execute on function public.save_attribute(jsonb, uuid[], timestamptz) to authenticated, service_role;
