-- Variants and units: what a product is sold in. A product without options has no variant and is sold itself; one with
-- options is sold in its variants, and its own price, old price, stock and reference follow from theirs.

-- Units ------------------------------------------------------------------------------------------------------------

create domain public.unit as text constraint unit_known
  check (value in ('piece', 'metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre', 'bag', 'roll', 'box'));
comment on domain public.unit is 'What a product is counted or measured in.';

create domain public.unit_amount as numeric(9, 3) constraint unit_amount_positive check (value > 0);
comment on domain public.unit_amount is 'An amount of a unit, to three decimals.';

alter table public.products
  add column unit public.unit not null default 'piece',
  add column step_size public.unit_amount not null default 1,
  add column minimum_quantity integer not null default 1,
  add column content_size public.unit_amount,
  add column content_unit public.unit,
  add column barcode text,
  add column has_variants boolean not null default false,
  add constraint products_step_size_check
    check (step_size = 1 or unit in ('metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre')),
  add constraint products_minimum_quantity_check check (minimum_quantity between 1 and 100000),
  add constraint products_content_check check (
    (content_size is null) = (content_unit is null)
    and (
      content_unit is null
      or unit in ('piece', 'bag', 'roll', 'box')
        and content_unit in ('piece', 'metre', 'square_metre', 'cubic_metre', 'kilogram', 'litre')
    )
  ),
  add constraint products_barcode_check check (char_length(btrim(barcode)) between 1 and 50);
comment on column public.products.unit is 'What one step of a quantity is: a piece, a packet, or step_size of a measure.';
comment on column public.products.step_size is
  'How much of a measure one step is; 1 for pieces and packets. Every quantity is a whole number of steps, and the price is that of a step.';
comment on column public.products.minimum_quantity is 'The smallest quantity that a customer can order, in steps.';
comment on column public.products.content_size is 'What a piece or packet holds or covers, in content_unit: 1.44 square metres for a box of tiles.';
comment on column public.products.barcode is 'The bar code on the product, as a scanner reads it.';
comment on column public.products.has_variants is 'Whether the product is sold in variants; maintained by the database.';
create index products_barcode_idx on public.products (barcode) where barcode is not null;

create or replace function private.product_columns() returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(a.attname::text order by a.attnum)
  from pg_catalog.pg_attribute a
  where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all ('{id,image,rating,review_count,created_at,updated_at,search_text,has_variants}')
$$;
select private.apply_product_columns();

create function private.get_step_text(step_size numeric, unit text) returns text
language sql immutable set search_path = ''
as $$ select trim_scale(step_size) || ' ' || unit $$;
revoke all on function private.get_step_text(numeric, text) from public;
comment on function private.get_step_text(numeric, text) is
  'What one step is, as an item of an order may say it: «0.5 metre».';

create function private.get_sold_by(unit text, step_size numeric, content_size numeric, content_unit text) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when unit <> 'piece' or content_size is not null then jsonb_strip_nulls(jsonb_build_object(
      'unit', unit, 'step_size', step_size, 'content_size', content_size, 'content_unit', content_unit
    ))
  end
$$;
revoke all on function private.get_sold_by(text, numeric, numeric, text) from public;
comment on function private.get_sold_by(text, numeric, numeric, text) is
  'What one step of a line was, {unit, step_size, content_size, content_unit}; null for a piece.';

-- Options and variants ---------------------------------------------------------------------------------------------

create table public.product_options (
  product_id uuid not null references public.products (id) on delete cascade,
  position integer not null,
  name public.label not null,
  choices text[] not null,
  primary key (product_id, position),
  constraint product_options_position_check check (position between 1 and 3),
  constraint product_options_choices_check check (cardinality(choices) between 1 and 1000 and array_position(choices, null) is null)
);
comment on table public.product_options is 'What a customer chooses of a product: a diameter, a length. At most three.';
comment on column public.product_options.choices is 'The choices in the order in which they are shown.';

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  position integer not null,
  choices text[] not null,
  reference text,
  barcode text,
  price public.price not null,
  old_price public.price,
  stock integer not null default 0,
  in_stock boolean not null generated always as (stock > 0) stored,
  weight_grams public.grams,
  image public.image_url,
  content_size public.unit_amount,
  constraint product_variants_choices_key unique (product_id, choices),
  constraint product_variants_choices_check check (cardinality(choices) between 1 and 3 and array_position(choices, null) is null),
  constraint product_variants_stock_check check (stock >= 0),
  constraint product_variants_old_price_check check (old_price > price),
  constraint product_variants_reference_check check (char_length(reference) <= 100),
  constraint product_variants_barcode_check check (char_length(btrim(barcode)) between 1 and 50)
) with (fillfactor = 80);
comment on table public.product_variants is
  'What can be bought of a product with options. Written by save_variants, and its stock by orders.';
comment on column public.product_variants.choices is 'One choice of each option, in their order.';
comment on column public.product_variants.stock is 'Steps that can be ordered now.';
comment on column public.product_variants.weight_grams is 'Null for the weight of the product.';
comment on column public.product_variants.image is 'Null for the image of the product.';
comment on column public.product_variants.content_size is 'What a packet holds, in the content_unit of the product; null for what the product says.';
create index product_variants_product_id_idx on public.product_variants (product_id, position, id);
create index product_variants_reference_idx on public.product_variants (reference) where reference is not null;
create index product_variants_barcode_idx on public.product_variants (barcode) where barcode is not null;

alter table public.product_options enable row level security;
alter table public.product_variants enable row level security;
create policy "Everyone reads the options" on public.product_options for select to anon, authenticated using (true);
create policy "Everyone reads the variants" on public.product_variants for select to anon, authenticated using (true);
revoke all on public.product_options, public.product_variants from anon, authenticated;
grant select on public.product_options, public.product_variants to anon, authenticated;

create view public.sellable_items with (security_invoker = on) as
  select
    p.id, p.id as product_id, null::uuid as variant_id, p.name::text as name, null::text as variant, p.slug::text as slug,
    p.price::integer as price, p.old_price::integer as old_price, p.image::text as image, p.stock, p.in_stock, p.reference,
    p.barcode, p.unit::text as unit, p.step_size::numeric as step_size, p.minimum_quantity,
    p.content_size::numeric as content_size, p.content_unit::text as content_unit, p.weight_grams::integer as weight_grams,
    p.is_bulky, p.shelf::text as shelf, p.category_id
  from public.products p
  where not p.has_variants
  union all
  select
    v.id, p.id, v.id, p.name || ' – ' || array_to_string(v.choices, ' · '), array_to_string(v.choices, ' · '), p.slug::text,
    v.price::integer, v.old_price::integer, coalesce(v.image, p.image)::text, v.stock, v.in_stock, v.reference,
    v.barcode, p.unit::text, p.step_size::numeric, p.minimum_quantity,
    coalesce(v.content_size, p.content_size)::numeric, p.content_unit::text, coalesce(v.weight_grams, p.weight_grams)::integer,
    p.is_bulky, p.shelf::text, p.category_id
  from public.product_variants v
  join public.products p on p.id = v.product_id;
comment on view public.sellable_items is
  'What can be bought: each product without options, and each variant of the others. The id is what carts and orders name.';
revoke all on public.sellable_items from anon, authenticated;
grant select on public.sellable_items to anon, authenticated;

-- The product follows its variants ---------------------------------------------------------------------------------

create function private.follow_variants() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  cheapest public.product_variants;
  pieces bigint;
begin
  select v.* into cheapest from public.product_variants v
  where v.product_id = new.id order by v.price, v.position, v.id limit 1;
  select sum(v.stock) into pieces from public.product_variants v where v.product_id = new.id;
  if (new.price, new.old_price, new.stock, new.reference)
      is distinct from (cheapest.price, cheapest.old_price, least(pieces, 2147483647)::integer, null::text)
    and (new.price, new.old_price, new.stock, new.reference)
      is distinct from (old.price, old.old_price, old.stock, old.reference)
  then
    perform private.raise_problem(
      'variants', 'Le prix, le stock et la référence d''un produit à options sont ceux de ses variantes'
    );
  end if;
  new.price := cheapest.price;
  new.old_price := cheapest.old_price;
  new.stock := least(pieces, 2147483647);
  new.reference := null;
  return new;
end
$$;
revoke all on function private.follow_variants() from public;

create trigger products_follow_variants before update of price, old_price, stock, reference on public.products
  for each row when (new.has_variants) execute function private.follow_variants();

create function private.update_product_of_variants() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The condition spares a product whose variants changed in what it does not show.
  update public.products p set
    has_variants = s.price is not null,
    price = coalesce(s.price, p.price),
    old_price = case when s.price is null then p.old_price else s.old_price end,
    stock = s.stock,
    reference = case when s.price is null then p.reference end
  from (
    select c.product_id, least(coalesce(sum(v.stock), 0), 2147483647)::integer as stock,
      (array_agg(v.price::integer order by v.price, v.position, v.id))[1] as price,
      (array_agg(v.old_price::integer order by v.price, v.position, v.id))[1] as old_price
    from (select distinct r.product_id from changed_rows r) c
    left join public.product_variants v on v.product_id = c.product_id
    group by c.product_id
  ) s
  where p.id = s.product_id
    and (p.has_variants, p.price, p.old_price, p.stock, p.reference) is distinct from (
      s.price is not null, coalesce(s.price, p.price),
      case when s.price is null then p.old_price::integer else s.old_price end, s.stock,
      case when s.price is null then p.reference end
    );
  return null;
end
$$;
revoke all on function private.update_product_of_variants() from public;

create trigger product_variants_update_product_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.update_product_of_variants();
create trigger product_variants_update_product_update after update on public.product_variants
  referencing new table as changed_rows for each statement execute function private.update_product_of_variants();
create trigger product_variants_update_product_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.update_product_of_variants();

-- Pages ------------------------------------------------------------------------------------------------------------

create function private.notify_variant_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- As for products: an order changes the stock alone, and pages show only whether there is any.
  perform private.notify_page_changes(
    (
      select array_agg(distinct 'product:' || coalesce(a.product_id, b.product_id))
      from before_rows b
      full join after_rows a using (id)
      where (
        a.product_id, a.position, a.choices, a.reference, a.price, a.old_price, a.in_stock, a.image, a.content_size,
        a.barcode, a.weight_grams
      ) is distinct from (
        b.product_id, b.position, b.choices, b.reference, b.price, b.old_price, b.in_stock, b.image, b.content_size,
        b.barcode, b.weight_grams
      )
    ),
    '{}', 'catalog'
  );
  return null;
end
$$;
revoke all on function private.notify_variant_changes() from public;

create trigger product_variants_notify_update after update on public.product_variants
  referencing old table as before_rows new table as after_rows for each statement
  when (coalesce(current_setting('yaare.placing_order', true), '') = '')
  execute function private.notify_variant_changes();
create trigger product_variants_notify_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_variants_notify_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_variants_notify_truncate after truncate on public.product_variants
  for each statement execute function private.notify_page_tag('wrong', 'catalog');
create trigger product_options_notify_insert after insert on public.product_options
  referencing new table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_options_notify_update after update on public.product_options
  referencing old table as before_rows new table as after_rows for each statement execute function private.notify_gallery_changes();
create trigger product_options_notify_delete after delete on public.product_options
  referencing old table as changed_rows for each statement execute function private.notify_gallery_changes();
create trigger product_options_notify_truncate after truncate on public.product_options
  for each statement execute function private.notify_page_tag('wrong', 'catalog');

-- The journal ------------------------------------------------------------------------------------------------------

create or replace function private.record_change()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  label_column constant text := tg_argv[0];
  key_column constant text := coalesce(nullif(tg_argv[1], ''), 'id');
  -- Columns whose values are replaced by dots.
  redacted constant text[] := coalesce(string_to_array(tg_argv[2], ','), '{}');
  -- Columns that are recorded even when they did not change: they identify the row.
  always_included constant text[] := coalesce(string_to_array(tg_argv[3], ','), '{}');
  -- Columns that the database maintains by itself: their changes are not a person's.
  ignored constant text[] := '{id,created_at,updated_at,has_phone,helpful_count,in_stock,search_text,stage,paid_amount,credited_amount,has_variants}';
  -- So are the times of an order: each status has a column with the time at which it was reached.
  ignores_times constant boolean := tg_table_name = 'orders';
  actor public.admin_users;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_data constant jsonb := coalesce(new_row, old_row);
  row_id constant uuid := case when jsonb_typeof(row_data -> key_column) = 'string' then row_data ->> key_column end;
  changes record;
begin
  if current_setting('role') = 'authenticated' then
    select * into actor from public.admin_users where id = auth.uid();
  end if;
  if actor.id is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.before <> 'null' then '"•••"' else c.before end)
      as before,
    jsonb_object_agg(c.key, case when c.key = any (redacted) and c.after <> 'null' then '"•••"' else c.after end)
      as after,
    bool_or(c.before <> c.after) as is_changed
  into changes
  from (
    select key, coalesce(b.value, 'null') as before, coalesce(a.value, 'null') as after
    from jsonb_each(old_row) b full join jsonb_each(new_row) a using (key)
  ) c
  where (c.before <> c.after or c.key = any (always_included)) and c.key <> all (ignored) and c.key <> key_column
    and not (ignores_times and c.key like '%\_at');
  if changes.is_changed is not true and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before, after)
  values (
    actor.id, actor.name, actor.email, lower(tg_op), tg_table_name,
    row_id,
    -- A row that belongs to another row is labelled with the name of that row.
    left(coalesce(
      case tg_table_name
        when 'product_images' then (select p.name from public.products p where p.id = row_id)
        when 'technician_contacts' then (select t.name from public.technician_profiles t where t.id = row_id)
        else row_data ->> label_column
      end,
      label_column
    ), 200),
    case when tg_op <> 'INSERT' then changes.before end,
    case when tg_op <> 'DELETE' then changes.after end
  );
  return null;
end
$$;

create trigger product_options_record after insert or delete or update on public.product_options
  for each row when (pg_trigger_depth() = 0) execute function private.record_change('name', 'product_id', '', 'name');
create trigger product_variants_record after insert or delete or update on public.product_variants
  for each row when (pg_trigger_depth() = 0) execute function private.record_change('choices', 'product_id', '', 'choices');

-- Editing ----------------------------------------------------------------------------------------------------------

create function private.find_variant_problems(options jsonb, variants jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  amount constant text := '^[0-9]{1,9}$';
  option_count constant integer := case when jsonb_typeof(options) = 'array' then jsonb_array_length(options) end;
  problems jsonb;
begin
  if option_count is null or jsonb_typeof(variants) is distinct from 'array' then
    return jsonb_build_array(private.build_problem('options', 'Les options et les variantes sont des listes'));
  elsif option_count > 3 then
    return jsonb_build_array(private.build_problem('options', 'Un produit a au plus trois options'));
  elsif jsonb_array_length(variants) > 2000 then
    return jsonb_build_array(private.build_problem('variants', 'Un produit a au plus 2000 variantes'));
  elsif (option_count = 0) <> (jsonb_array_length(variants) = 0) then
    return jsonb_build_array(private.build_problem(
      'variants', case when option_count = 0 then 'Des variantes demandent une option' else 'Ajoutez au moins une variante' end
    ));
  end if;
  select jsonb_agg(private.build_problem(format('options.%s.%s', o.index, p.field), p.message))
  into problems
  from (
    select o.ordinality - 1 as index, o.value as sent,
      case when jsonb_typeof(o.value -> 'choices') = 'array' then o.value -> 'choices' else '[]' end as choices,
      row_number() over (partition by lower(btrim(o.value ->> 'name')) order by o.ordinality) as copy
    from jsonb_array_elements(options) with ordinality o
  ) o
  cross join lateral (values
    ('name', case
      when char_length(btrim(o.sent ->> 'name')) between 1 and 60 is not true then 'Une option a un nom de 60 caractères au plus'
      when o.copy > 1 then 'Deux options portent ce nom'
    end),
    ('choices', case
      when jsonb_array_length(o.choices) not between 1 and 1000 then 'Une option a de 1 à 1000 choix'
      when exists (
        select from jsonb_array_elements(o.choices) c
        where (jsonb_typeof(c) = 'string' and char_length(btrim(c #>> '{}')) between 1 and 60) is not true
      ) then 'Un choix compte de 1 à 60 caractères'
      when (select count(*) > count(distinct lower(btrim(c #>> '{}'))) from jsonb_array_elements(o.choices) c)
        then 'Un choix figure deux fois'
    end)
  ) as p (field, message)
  where p.message is not null;
  if problems is not null then
    return problems;
  end if;
  select jsonb_agg(private.build_problem(format('variants.%s.%s', v.index, p.field), p.message) order by v.index)
  into problems
  from (
    select v.ordinality - 1 as index, v.value as sent, c.choices, row_number() over (partition by c.choices order by v.ordinality) as copy
    from jsonb_array_elements(variants) with ordinality v
    cross join lateral (
      select array(
        select btrim(e #>> '{}')
        from jsonb_array_elements(case when jsonb_typeof(v.value -> 'choices') = 'array' then v.value -> 'choices' else '[]' end) e
      ) as choices
    ) c
  ) v
  cross join lateral (values
    ('choices', case
      when cardinality(v.choices) <> option_count or exists (
        select from unnest(v.choices) with ordinality c (choice, position)
        where not exists (
          select from jsonb_array_elements_text(options -> (c.position - 1)::integer -> 'choices') known
          where btrim(known) = c.choice
        )
      ) then 'Ce choix n''existe pas'
      when v.copy > 1 then 'Cette combinaison figure deux fois'
    end),
    ('price', case
      when (v.sent ->> 'price' ~ amount and (v.sent ->> 'price')::integer between 1 and 100000000) is not true
        then 'Le prix doit être un nombre positif'
    end),
    ('old_price', case
      when v.sent ->> 'old_price' is not null
        and (v.sent ->> 'old_price' ~ amount and (v.sent ->> 'old_price')::integer <= 100000000) is not true
        then 'Le prix doit être un nombre positif'
      when v.sent ->> 'old_price' ~ amount and v.sent ->> 'price' ~ amount
        and (v.sent ->> 'old_price')::integer <= (v.sent ->> 'price')::integer
        then 'L''ancien prix doit être supérieur au prix'
    end),
    ('stock', case
      when (v.sent ->> 'stock' ~ amount and (v.sent ->> 'stock')::integer <= 1000000) is not true
        or v.sent ->> 'stock_seen' !~ amount then 'Le stock doit être un nombre positif ou zéro'
    end),
    ('reference', case when char_length(v.sent ->> 'reference') > 100 then 'La référence compte au plus 100 caractères' end),
    ('barcode', case when char_length(btrim(v.sent ->> 'barcode')) > 50 then 'Le code-barres compte au plus 50 caractères' end),
    ('weight_grams', case
      when v.sent ->> 'weight_grams' is not null
        and (v.sent ->> 'weight_grams' ~ amount and (v.sent ->> 'weight_grams')::integer between 1 and 10000000) is not true
        then 'Le poids est un nombre de grammes, 10 000 000 au plus'
    end),
    ('image', case
      when v.sent ->> 'image' is not null
        and (v.sent ->> 'image' ~ '^(https?://|/)[^[:space:]]+$' and char_length(v.sent ->> 'image') <= 2000) is not true
        then 'Une image n''a pas d''adresse valide'
    end),
    ('content_size', case
      when v.sent ->> 'content_size' is not null
        and (v.sent ->> 'content_size' ~ '^[0-9]{1,6}(\.[0-9]{1,3})?$' and (v.sent ->> 'content_size')::numeric > 0) is not true
        then 'Le contenu est un nombre positif, à trois décimales'
    end),
    ('id', case
      when v.sent ->> 'id' is not null and (v.sent ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true
        then 'Cette variante est invalide'
    end)
  ) as p (field, message)
  where p.message is not null;
  return coalesce(problems, '[]');
end
$$;
revoke all on function private.find_variant_problems(jsonb, jsonb) from public;
comment on function private.find_variant_problems(jsonb, jsonb) is
  'The problems of the options and variants of a product, [{column, message}]; a column is «variants.3.price», from 0.';

create function private.save_variants(product uuid, expected_updated_at timestamptz, options jsonb, variants jsonb)
returns public.products
language plpgsql security definer set search_path = ''
as $$
declare
  existing public.products;
  saved public.products;
  problems jsonb;
  sent jsonb;
begin
  perform private.require_administrator();
  select * into existing from public.products p where p.id = product for update;
  if existing.id is null then
    raise sqlstate 'PT404' using message = 'Ce produit a été supprimé entre-temps';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.updated_at) then
    perform private.raise_edit_conflict(product, existing.updated_at);
  end if;
  problems := private.find_variant_problems(options, variants);
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'position', v.ordinality,
    -- A variant that is sent without its id, by a file for example, is known by its choices.
    'id', coalesce(
      (select k.id from public.product_variants k where k.product_id = product and k.id = (v.value ->> 'id')::uuid),
      (
        select k.id from public.product_variants k
        where k.product_id = product and k.choices = c.choices
          and k.id not in (select (e ->> 'id')::uuid from jsonb_array_elements(variants) e where e ->> 'id' is not null)
      )
    ),
    'choices', to_jsonb(c.choices),
    'reference', nullif(btrim(v.value ->> 'reference'), ''), 'barcode', nullif(btrim(v.value ->> 'barcode'), ''),
    'price', v.value -> 'price', 'old_price', v.value -> 'old_price', 'stock', v.value -> 'stock',
    'stock_seen', v.value -> 'stock_seen', 'weight_grams', v.value -> 'weight_grams', 'image', v.value -> 'image',
    'content_size', v.value -> 'content_size'
  )), '[]')
  into sent
  from jsonb_array_elements(variants) with ordinality v
  cross join lateral (select array(select btrim(e) from jsonb_array_elements_text(v.value -> 'choices') e) as choices) c;

  delete from public.product_options o where o.product_id = product
    and o.position > jsonb_array_length(options);
  insert into public.product_options as o (product_id, position, name, choices)
  select product, s.ordinality, btrim(s.value ->> 'name'),
    array(select btrim(e) from jsonb_array_elements_text(s.value -> 'choices') e)
  from jsonb_array_elements(options) with ordinality s
  on conflict (product_id, position) do update set name = excluded.name, choices = excluded.choices
  where (o.name, o.choices) is distinct from (excluded.name, excluded.choices);
  delete from public.product_variants v
  where v.product_id = product and not exists (select from jsonb_to_recordset(sent) as s (id uuid) where s.id = v.id);
  -- Two variants may exchange their choices, and each row is checked by itself.
  update public.product_variants v set choices = array[v.id::text]
  from jsonb_to_recordset(sent) as s (id uuid, choices text[])
  where v.id = s.id and v.product_id = product and v.choices <> s.choices;
  update public.product_variants v set
    position = s.position, choices = s.choices, reference = s.reference, barcode = s.barcode, price = s.price,
    old_price = s.old_price, weight_grams = s.weight_grams, image = s.image, content_size = s.content_size,
    -- Orders take stock while a form is open: the difference that the form made is applied.
    stock = greatest(0, s.stock + case when s.stock_seen is null then 0 else v.stock - s.stock_seen end)
  from jsonb_to_recordset(sent) as s (
    position integer, id uuid, choices text[], reference text, barcode text, price integer, old_price integer, stock integer,
    stock_seen integer, weight_grams integer, image text, content_size numeric
  )
  where v.id = s.id and v.product_id = product
    and (v.position, v.choices, v.reference, v.barcode, v.price, v.old_price, v.weight_grams, v.image, v.content_size, v.stock)
      is distinct from (
        s.position, s.choices, s.reference, s.barcode, s.price, s.old_price, s.weight_grams, s.image, s.content_size,
        greatest(0, s.stock + case when s.stock_seen is null then 0 else v.stock - s.stock_seen end)
      );
  insert into public.product_variants (
    product_id, position, choices, reference, barcode, price, old_price, stock, weight_grams, image, content_size
  )
  select product, s.position, s.choices, s.reference, s.barcode, s.price, s.old_price, s.stock, s.weight_grams, s.image, s.content_size
  from jsonb_to_recordset(sent) as s (
    position integer, id uuid, choices text[], reference text, barcode text, price integer, old_price integer, stock integer,
    stock_seen integer, weight_grams integer, image text, content_size numeric
  )
  where s.id is null
  order by s.position;
  -- The version of the form that shows them.
  update public.products p set unit = p.unit where p.id = product returning p.* into saved;
  return saved;
end
$$;
revoke all on function private.save_variants(uuid, timestamptz, jsonb, jsonb) from public;
grant execute on function private.save_variants(uuid, timestamptz, jsonb, jsonb) to authenticated, service_role;

create function public.save_variants(product uuid, expected_updated_at timestamptz, options jsonb, variants jsonb)
returns public.products
language sql set search_path = ''
as $$ select private.save_variants(product, expected_updated_at, options, variants) $$;
revoke all on function public.save_variants(uuid, timestamptz, jsonb, jsonb) from public, anon;
grant execute on function public.save_variants(uuid, timestamptz, jsonb, jsonb) to authenticated, service_role;
comment on function public.save_variants(uuid, timestamptz, jsonb, jsonb) is
  'Replaces the options ([{name, choices}]) and the variants ([{id, choices, reference, barcode, price, old_price, stock, stock_seen, weight_grams, image, content_size}]) of a product; empty lists make it a product without options. Needs an administrator. YA007 with the problems, PT404 for a deleted product, PT409 when it was edited since.';

-- The stock of one product or variant ------------------------------------------------------------------------------

create or replace function private.set_product_stock(product uuid, stock integer, stock_seen integer)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  parent constant uuid := (select v.product_id from public.product_variants v where v.id = product);
  result integer;
begin
  perform private.require_right('stock.count');
  if stock between 0 and 1000000 is not true or stock_seen is null then
    raise exception using errcode = 'YA007', message = 'Le stock doit être un nombre positif ou zéro',
      detail = '{"problems": []}';
  end if;
  if parent is null then
    update public.products p
    set stock = greatest(0, p.stock + set_product_stock.stock - set_product_stock.stock_seen)
    where p.id = product
    returning p.stock into result;
  else
    -- The product first, as when an order takes stock.
    perform from public.products p where p.id = parent for no key update;
    update public.product_variants v
    set stock = greatest(0, v.stock + set_product_stock.stock - set_product_stock.stock_seen)
    where v.id = product
    returning v.stock into result;
  end if;
  if result is null then
    raise exception using errcode = 'PT404', message = 'Ce produit n''existe plus';
  end if;
  return result;
end
$$;
comment on function public.set_product_stock(uuid, integer, integer) is
  'Changes the stock of a product or of a variant as save_product does: orders take stock meanwhile, so the difference to the stock that was seen is applied. Returns the new stock. YA007: not a stock. PT404: the product no longer exists. 42501 without the right stock.count.';

-- What a form reports in advance -----------------------------------------------------------------------------------

create or replace function private.validate_product(product jsonb, existing jsonb)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  amount constant text := '^[0-9]{1,6}(\.[0-9]{1,3})?$';
  whole_number constant text := '^[0-9]{1,9}$';
  problems jsonb := '[]';
  price integer;
  old_price integer;
  discount integer;
  derived integer;
  nested text;
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
  select problems || coalesce(jsonb_agg(private.build_problem(f.flag, 'Répondez par oui ou non')), '[]') into problems
  from unnest('{is_new,is_featured,is_bulky}'::text[]) f (flag)
  where jsonb_typeof(product -> f.flag) <> 'boolean';
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
  elsif product -> 'specifications' is distinct from existing -> 'specifications' then
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
