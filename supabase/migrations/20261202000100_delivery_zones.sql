-- Delivery: zones with a fee and days of their own, points where an order is fetched, and what a product weighs. A town
-- that no zone names costs the flat fee of the settings, as in a shop without zones.
-- See docs/decisions/0054-delivery-zones.md.

-- Products ---------------------------------------------------------------------------------------------------------

create domain public.grams as integer
  constraint grams_range check (value between 1 and 10000000);
comment on domain public.grams is 'A weight in whole grams, ten tonnes at most.';

create domain public.shelf as text
  constraint shelf_format check (btrim(value) <> '' and char_length(value) <= 50);
comment on domain public.shelf is 'Where a product lies in the store: one short line that is not blank.';

alter table public.products
  add column weight_grams public.grams,
  add column is_bulky boolean not null default false,
  add column shelf public.shelf;
comment on column public.products.weight_grams is
  'The weight of a piece with its packing. Null when unknown, which counts as nothing in the weight of an order.';
comment on column public.products.is_bulky is
  'Whether the product needs a large vehicle: an order with one costs the supplement of its zone.';
comment on column public.products.shelf is 'Where the product lies in the store; picking lists are sorted by it.';
select private.apply_product_columns();

create or replace function private.validate_product(product jsonb, existing jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
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

-- Zones ------------------------------------------------------------------------------------------------------------

create function private.get_place_name_key(name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(replace(private.slugify(name), '-', ''), '')
$$;
comment on function private.get_place_name_key(text) is
  'What the spellings of the name of a town or quarter have in common: its letters and digits, in lower case and without accents. Empty for a name without any.';

create table public.delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name public.label not null unique,
  position integer not null default 0 check (position between 0 and 10000),
  is_active boolean not null default true,
  free_from integer check (free_from > 0),
  bulky_fee integer not null default 0 check (bulky_fee between 0 and 1000000),
  delay_hours integer not null default 24 check (delay_hours between 0 and 720),
  days smallint[] not null default '{1,2,3,4,5,6}'
    check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.delivery_zones is
  'Where the shop delivers for a fee other than the flat one: its places are delivery_places, its fees delivery_fees. Written by save_delivery_zone.';
comment on column public.delivery_zones.is_active is 'An inactive zone names no place: orders are computed as if it did not exist.';
comment on column public.delivery_zones.free_from is
  'The amount of the products from which the delivery is free, but for the supplement; null for never.';
comment on column public.delivery_zones.bulky_fee is 'The supplement of an order with a bulky product, once an order. It remains when the delivery is free.';
comment on column public.delivery_zones.delay_hours is 'How long the shop needs before it can deliver.';
comment on column public.delivery_zones.days is 'The days of the week on which it delivers: 1 is Monday, 7 Sunday.';

create table public.delivery_places (
  zone_id uuid not null references public.delivery_zones (id) on delete cascade,
  town text not null check (char_length(btrim(town)) between 2 and 120),
  quarter text not null default '' check (char_length(quarter) <= 120),
  town_key text not null generated always as (private.get_place_name_key(town)) stored check (town_key <> ''),
  quarter_key text not null generated always as (private.get_place_name_key(quarter)) stored,
  -- Two zones that name one place would leave its fee to chance.
  primary key (town_key, quarter_key)
);
create index delivery_places_zone_id_idx on public.delivery_places (zone_id);
comment on table public.delivery_places is
  'The towns and quarters of the zones. Without a quarter it is the whole town, but for the quarters that a zone names.';

create table public.delivery_fees (
  id uuid primary key default gen_random_uuid(),
  zone_id uuid not null references public.delivery_zones (id) on delete cascade,
  up_to_grams integer check (up_to_grams > 0),
  fee integer not null check (fee between 0 and 1000000),
  unique nulls not distinct (zone_id, up_to_grams)
);
comment on table public.delivery_fees is
  'The fees of a zone by weight: the bracket with the smallest limit that the order does not exceed. A heavier order cannot be delivered there.';
comment on column public.delivery_fees.up_to_grams is 'Null for any weight.';

create table public.pickup_points (
  id uuid primary key default gen_random_uuid(),
  name public.label not null unique,
  address text not null check (char_length(btrim(address)) between 5 and 500),
  town text not null check (char_length(btrim(town)) between 2 and 120),
  hours text not null default '' check (char_length(hours) <= 200),
  position integer not null default 0 check (position between 0 and 10000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.pickup_points is 'Where customers fetch their orders without a fee («Retrait en magasin»).';
comment on column public.pickup_points.hours is 'When it is open, as a text.';

create trigger delivery_zones_set_updated_at before update on public.delivery_zones
  for each row execute function private.set_updated_at();
create trigger pickup_points_set_updated_at before update on public.pickup_points
  for each row execute function private.set_updated_at();
create trigger delivery_zones_record after insert or update or delete on public.delivery_zones
  for each row execute function private.record_change('name');
-- The deletion of a zone deletes its places and fees, inside of a trigger: one entry says it.
create trigger delivery_places_record after insert or update or delete on public.delivery_places
  for each row when (pg_catalog.pg_trigger_depth() = 0)
  execute function private.record_change('town', 'zone_id', '', 'quarter');
create trigger delivery_fees_record after insert or update or delete on public.delivery_fees
  for each row when (pg_catalog.pg_trigger_depth() = 0)
  execute function private.record_change('Tarif', 'zone_id', '', 'up_to_grams');
create trigger pickup_points_record after insert or update or delete on public.pickup_points
  for each row execute function private.record_change('name');

-- What pages and orders ask of all zones ---------------------------------------------------------------------------

alter table public.shop_settings
  add column delivery_from integer,
  add column free_delivery_from integer;
comment on column public.shop_settings.delivery_from is
  'The lowest fee of the active zones; null when there are none, so that an order knows at no cost that the flat fee applies. Written by copy_delivery_figures only.';
comment on column public.shop_settings.free_delivery_from is
  'The lowest amount from which an active zone delivers for free; null for never. Written by copy_delivery_figures only.';
-- What a trigger writes is no person's change of the settings.
drop trigger shop_settings_set_updated_at on public.shop_settings;
create trigger shop_settings_set_updated_at before update on public.shop_settings
  for each row when (pg_catalog.pg_trigger_depth() = 0) execute function private.set_updated_at();
drop trigger shop_settings_record on public.shop_settings;
create trigger shop_settings_record after update on public.shop_settings
  for each row when (pg_catalog.pg_trigger_depth() = 0) execute function private.record_change('Paramètres');

create function private.copy_delivery_figures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Concurrent changes of two zones would not see each other.
  perform from public.shop_settings for no key update;
  update public.shop_settings s
  set delivery_from = f.lowest, free_delivery_from = f.free_from
  from (
    select
      (
        select min(d.fee) from public.delivery_fees d join public.delivery_zones z on z.id = d.zone_id where z.is_active
      ) as lowest,
      (select min(z.free_from) from public.delivery_zones z where z.is_active) as free_from
  ) f
  where (s.delivery_from, s.free_delivery_from) is distinct from (f.lowest, f.free_from);
  return null;
end
$$;
comment on function private.copy_delivery_figures() is 'Keeps delivery_from and free_delivery_from of the settings.';
create trigger delivery_zones_copy_figures after insert or update or delete or truncate on public.delivery_zones
  for each statement execute function private.copy_delivery_figures();
create trigger delivery_fees_copy_figures after insert or update or delete or truncate on public.delivery_fees
  for each statement execute function private.copy_delivery_figures();
-- The pages that show the settings show these too.
create trigger delivery_zones_notify_pages after insert or update or delete or truncate on public.delivery_zones
  for each statement execute function private.notify_page_tag('wrong', 'settings');
create trigger delivery_places_notify_pages after insert or update or delete or truncate on public.delivery_places
  for each statement execute function private.notify_page_tag('wrong', 'settings');
create trigger pickup_points_notify_pages after insert or update or delete or truncate on public.pickup_points
  for each statement execute function private.notify_page_tag('wrong', 'settings');

-- The fee and the days ---------------------------------------------------------------------------------------------

create function private.delivery_fee(town text, quarter text, weight bigint, bulky boolean, subtotal bigint)
returns table (
  zone_id uuid, zone_name text, fee integer, free_from integer, delay_hours integer, days smallint[]
)
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  return query
    select
      z.id, z.name::text,
      case
        -- Null, too heavy, is above all.
        when f.fee is null then null
        when subtotal >= z.free_from then 0
        else f.fee
      end + case when bulky then z.bulky_fee else 0 end,
      z.free_from, z.delay_hours, z.days
    from public.delivery_places p
    join public.delivery_zones z on z.id = p.zone_id and z.is_active
    left join lateral (
      select d.fee from public.delivery_fees d
      where d.zone_id = z.id and (d.up_to_grams is null or d.up_to_grams >= weight)
      order by d.up_to_grams nulls last limit 1
    ) f on true
    where p.town_key = private.get_place_name_key(delivery_fee.town)
      and p.quarter_key in ('', private.get_place_name_key(delivery_fee.quarter))
    -- The quarter before its town.
    order by p.quarter_key = '' limit 1;
  if not found then
    return query
      select null::uuid, null::text, s.shipping_fee, null::integer, null::integer, null::smallint[]
      from public.shop_settings s;
  end if;
end
$$;
comment on function private.delivery_fee(text, text, bigint, boolean, bigint) is
  'The fee of a delivery and its zone, by town, quarter, weight in grams, whether a product is bulky, and the amount of the products. Without a zone the flat fee; a null fee for an order that is too heavy for the zone. The only function that says a fee.';

create function private.get_too_heavy_message(zone_name text) returns text
language sql stable set search_path = '' as $$
  select format('Cette commande est trop lourde pour une livraison dans la zone « %s » : %s',
    zone_name, private.get_contact_advice())
$$;

create function private.list_delivery_slots(delay_hours integer, days smallint[])
returns table (day date, half text)
language sql stable rows 30 set search_path = '' as $$
  -- Burkina Faso keeps UTC all the year. A half-day can be chosen until the delay before its beginning.
  select d.day::date, h.half
  from (select now() at time zone 'UTC' + make_interval(hours => delay_hours) as time) ready
  cross join generate_series(date_trunc('day', ready.time), date_trunc('day', ready.time) + interval '21 days', '1 day') d (day)
  cross join (values ('morning', interval '8 hours'), ('afternoon', interval '14 hours')) h (half, beginning)
  where extract(isodow from d.day) = any (days) and d.day + h.beginning >= ready.time
  order by d.day + h.beginning
$$;
comment on function private.list_delivery_slots(integer, smallint[]) is
  'The half-days on which a zone with this delay and these days delivers, in the three weeks that follow the delay: the morning begins at 8, the afternoon at 14.';

create function private.check_delivery_slot(
  day date, half text, zone_name text, delay_hours integer, days smallint[]
) returns void
language plpgsql stable set search_path = '' as $$
declare
  weekdays constant text[] := '{lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche}';
  slots record;
  problem text;
begin
  select
    min(s.day) as first, max(s.day) as last,
    bool_or(s.day = check_delivery_slot.day) as has_day,
    bool_or(s.day = check_delivery_slot.day and s.half = coalesce(check_delivery_slot.half, s.half)) as has_half
  into slots
  from private.list_delivery_slots(delay_hours, days) s;
  problem := case
    when slots.has_half then null
    when zone_name is null then 'Pour cette adresse, nous convenons avec vous du jour de la livraison'
    when day < (now() at time zone 'UTC')::date then 'Le jour de livraison est passé : choisissez-en un autre'
    when slots.has_day then format('Le matin du %s n''est plus possible : choisissez l''après-midi ou un autre jour',
      to_char(day, 'DD/MM/YYYY'))
    when not extract(isodow from day) = any (days) then
      format('Nous ne livrons pas le %s dans la zone « %s » : choisissez un autre jour',
        weekdays[extract(isodow from day)], zone_name)
    when day > slots.last then
      format('Ce jour de livraison est trop lointain : le dernier possible est le %s', to_char(slots.last, 'DD/MM/YYYY'))
    else format('Ce jour de livraison est trop proche : le premier possible est le %s', to_char(slots.first, 'DD/MM/YYYY'))
  end;
  if problem is not null then
    raise exception using errcode = 'YA005', message = problem;
  end if;
end
$$;
comment on function private.check_delivery_slot(date, text, text, integer, smallint[]) is
  'Raises YA005 for a day or half-day that the zone does not serve. half is null for either.';

-- Calls ------------------------------------------------------------------------------------------------------------

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('delivery_options', 'everyone', 'network', 6000, 3600, 'Calculs de livraison d''un réseau')
on conflict do nothing;

create or replace function private.get_limit_group(limit_name text) returns text
language sql immutable set search_path = '' as $$
  -- The first group that knows a word of the name has the limit: quote_files are files, order_mails belong to orders.
  select coalesce(
    (
      select g.name
      from (values
        (1, 'realtime', 'sockets?|broadcasts?|topics?|channels?|presences?|realtime|subscriptions?'),
        (2, 'orders', 'orders?|carts?|wishlists?|stocks?|reservations?|deliver(y|ies)|addresses'),
        (3, 'files', 'files?|uploads?|images?|pictures?|renders?|transforms?|transformations?|downloads?|quote_bytes'),
        (4, 'accounts', 'accounts?|sign|sessions?|passwords?|codes?|factors?|providers?|recover|recovery|mails?|letters?|emails?|sms'),
        (5, 'contributions', 'messages?|reviews?|votes?|testimonials?|quotes?'),
        (6, 'database', 'reads?|writes?|rows?|embeds?|depth|requests?|quer(y|ies)|search(es)?|statements?|responses?|answers?|rpc|pages?|connections?')
      ) g (position, name, words)
      where limit_name ~ ('(^|_)(' || g.words || ')(_|$)')
      order by g.position
      limit 1
    ),
    'other'
  )
$$;

create function private.delivery_options(town text, quarter text, items jsonb)
returns table (zone_name text, fee integer, free_from integer, days date[], first_half text, problem text)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  cart record;
  zone record;
begin
  -- As for orders: behind a proxy that the shop is not told of, everybody has its own machine's address.
  perform private.take_limit(
    'delivery_options', 'everyone', 'network', nullif(nullif(private.get_client_network(), '127.0.0.0/24'), '::/56')
  );
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 100 then
    raise exception using errcode = 'YA005', message = 'Une commande compte au plus 100 articles';
  end if;
  select
    coalesce(sum(p.weight_grams::bigint * i.quantity), 0)::bigint as weight,
    coalesce(bool_or(p.is_bulky), false) as is_bulky,
    coalesce(sum(p.price::bigint * i.quantity), 0)::bigint as subtotal
  into cart
  from jsonb_to_recordset(items) as i (id uuid, quantity integer)
  join public.products p on p.id = i.id
  where i.quantity between 1 and 999999;
  select * into zone
  from private.delivery_fee(left(town, 120), left(quarter, 120), cart.weight, cart.is_bulky, cart.subtotal);
  return query
    select zone.zone_name::text, zone.fee::integer, zone.free_from::integer, coalesce(s.days, '{}'), s.first_half,
      case when zone.fee is null then private.get_too_heavy_message(zone.zone_name) end
    from (
      select array_agg(distinct l.day order by l.day) as days, (array_agg(l.half order by l.day, l.half desc))[1] as first_half
      from private.list_delivery_slots(zone.delay_hours, zone.days) l
    ) s;
end
$$;

create function public.delivery_options(town text, quarter text, items jsonb)
returns table (zone_name text, fee integer, free_from integer, days date[], first_half text, problem text)
language sql rows 1 set search_path = '' as $$
  select * from private.delivery_options(town, quarter, items)
$$;
comment on function public.delivery_options(text, text, jsonb) is
  'What a delivery costs and when it can be: items is the cart, [{id, quantity}], computed with the present prices and weights. One row: the zone (null: the flat fee, and no day is chosen), the fee (null: too heavy, and problem says so), the amount from which the zone delivers for free, the days that can be chosen, and the first half-day of the first one (morning, after which all follow, or afternoon).';

create function private.delivery_table()
returns table (
  name text, free_from integer, bulky_fee integer, delay_hours integer, days smallint[], fees jsonb, places jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    z.name::text, z.free_from, z.bulky_fee, z.delay_hours, z.days,
    (
      select coalesce(
        jsonb_agg(jsonb_build_object('up_to_grams', f.up_to_grams, 'fee', f.fee) order by f.up_to_grams nulls last), '[]'
      )
      from public.delivery_fees f where f.zone_id = z.id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object('town', p.town, 'quarter', p.quarter) order by p.town_key, p.quarter_key), '[]')
      from public.delivery_places p where p.zone_id = z.id
    )
  from public.delivery_zones z
  where z.is_active
  order by z.position, z.name, z.id
$$;

create function public.delivery_table()
returns table (
  name text, free_from integer, bulky_fee integer, delay_hours integer, days smallint[], fees jsonb, places jsonb
)
language sql stable set search_path = '' as $$
  select * from private.delivery_table()
$$;
comment on function public.delivery_table() is
  'The active zones in their order, for everybody: fees is [{up_to_grams (null: any weight), fee}], places is [{town, quarter (empty: the whole town)}].';

-- Editing ----------------------------------------------------------------------------------------------------------

create function private.validate_delivery_zone(edited uuid, zone jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  whole_number constant text := '^[0-9]{1,7}$';
  problems jsonb := '[]';
  message text;
begin
  if coalesce(char_length(btrim(zone ->> 'name')), 0) not between 1 and 200 then
    problems := problems || private.build_problem('name', 'Le nom de la zone est requis');
  elsif exists (select from public.delivery_zones z where z.name = btrim(zone ->> 'name') and z.id <> edited) then
    problems := problems || private.build_problem('name', 'Une autre zone porte ce nom');
  end if;
  if zone ->> 'free_from' is not null and (zone ->> 'free_from' ~ '^[1-9][0-9]{0,8}$') is not true then
    problems := problems || private.build_problem('free_from', 'Entrez un montant en francs, ou laissez vide');
  end if;
  if (zone ->> 'bulky_fee' ~ whole_number and (zone ->> 'bulky_fee')::integer <= 1000000) is not true then
    problems := problems || private.build_problem('bulky_fee', 'Entrez un montant en francs, 0 pour aucun supplément');
  end if;
  if (zone ->> 'delay_hours' ~ whole_number and (zone ->> 'delay_hours')::integer <= 720) is not true then
    problems := problems || private.build_problem('delay_hours', 'Le délai va de 0 à 720 heures');
  end if;
  if (jsonb_typeof(zone -> 'days') = 'array' and zone -> 'days' <> '[]' and zone -> 'days' <@ '[1,2,3,4,5,6,7]') is not true then
    problems := problems || private.build_problem('days', 'Choisissez au moins un jour de livraison');
  end if;

  message := case
    when (jsonb_typeof(zone -> 'fees') = 'array' and zone -> 'fees' <> '[]') is not true then 'Entrez au moins un tarif'
    when exists (
      select from jsonb_array_elements(zone -> 'fees') f
      where (f ->> 'fee' ~ whole_number and (f ->> 'fee')::integer <= 1000000) is not true
    ) then 'Un tarif est un montant en francs, 1 000 000 au plus'
    when exists (
      select from jsonb_array_elements(zone -> 'fees') f
      where f ->> 'up_to_grams' is not null and (f ->> 'up_to_grams' ~ '^[1-9][0-9]{0,8}$') is not true
    ) then 'Un poids est supérieur à zéro'
    when exists (
      select from jsonb_array_elements(zone -> 'fees') f group by (f ->> 'up_to_grams')::bigint having count(*) > 1
    ) then 'Deux tarifs vont jusqu''au même poids'
  end;
  if message is not null then
    problems := problems || private.build_problem('fees', message);
  end if;

  if (jsonb_typeof(zone -> 'places') = 'array' and zone -> 'places' <> '[]') is not true then
    message := 'Nommez au moins une ville';
  else
    with places as (
      select
        btrim(concat_ws(' – ', p ->> 'town', nullif(p ->> 'quarter', ''))) as label,
        char_length(p ->> 'town') <= 120 and char_length(coalesce(p ->> 'quarter', '')) <= 120 as is_short,
        private.get_place_name_key(p ->> 'town') as town_key, private.get_place_name_key(p ->> 'quarter') as quarter_key
      from jsonb_array_elements(zone -> 'places') p
    )
    select case
      when char_length(p.town_key) < 2 or p.is_short is not true then format('« %s » n''est pas le nom d''une ville', left(p.label, 100))
      when p.count > 1 then format('« %s » figure deux fois', p.label)
      else format('« %s » est déjà dans la zone « %s »', p.label, p.zone_name)
    end
    into message
    from (
      select p.*, count(*) over (partition by p.town_key, p.quarter_key) as count, z.name as zone_name
      from places p
      left join public.delivery_places o
        on o.town_key = p.town_key and o.quarter_key = p.quarter_key and o.zone_id <> edited
      left join public.delivery_zones z on z.id = o.zone_id
    ) p
    where char_length(p.town_key) < 2 or p.is_short is not true or p.count > 1 or p.zone_name is not null
    limit 1;
  end if;
  if message is not null then
    problems := problems || private.build_problem('places', message);
  end if;
  return problems;
end
$$;
comment on function private.validate_delivery_zone(uuid, jsonb) is
  'The problems of a zone, as [{column, message}]; edited is the id of its row, which may be new.';

create function private.save_delivery_zone(zone jsonb, expected_updated_at timestamptz) returns public.delivery_zones
language plpgsql security definer set search_path = '' as $$
declare
  edited constant uuid := coalesce((zone ->> 'id')::uuid, gen_random_uuid());
  existing public.delivery_zones;
  problems jsonb;
  saved public.delivery_zones;
begin
  perform private.require_administrator();
  -- One zone is saved at a time: two that name one place would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('delivery_zones', 0));
  select * into existing from public.delivery_zones z where z.id = edited for update;
  if existing.id is null and expected_updated_at is not null then
    raise sqlstate 'PT404' using message = 'Cette zone a été supprimée entre-temps';
  elsif existing.updated_at <> coalesce(expected_updated_at, existing.created_at) then
    raise sqlstate 'PT409' using message = 'Cette zone a été modifiée entre-temps',
      detail = jsonb_build_object('updated_at', existing.updated_at)::text;
  end if;
  problems := private.validate_delivery_zone(edited, zone);
  if problems <> '[]' then
    raise exception using errcode = 'YA007', message = problems -> 0 ->> 'message',
      detail = jsonb_build_object('problems', problems)::text;
  end if;
  insert into public.delivery_zones as z (id, name, position, is_active, free_from, bulky_fee, delay_hours, days)
  values (
    edited, btrim(zone ->> 'name'),
    coalesce((zone ->> 'position')::integer, existing.position, (select max(o.position) + 1 from public.delivery_zones o), 0),
    coalesce((zone ->> 'is_active')::boolean, existing.is_active, true),
    (zone ->> 'free_from')::integer, (zone ->> 'bulky_fee')::integer, (zone ->> 'delay_hours')::integer,
    array(select d::smallint from jsonb_array_elements_text(zone -> 'days') d group by d order by d)
  )
  on conflict (id) do update set
    name = excluded.name, position = excluded.position, is_active = excluded.is_active, free_from = excluded.free_from,
    bulky_fee = excluded.bulky_fee, delay_hours = excluded.delay_hours, days = excluded.days
  returning * into saved;
  -- Only what changes is written, because the audit log names each place and fee.
  delete from public.delivery_places p
  where p.zone_id = saved.id and (p.town, p.quarter) not in (
    select btrim(n ->> 'town'), btrim(coalesce(n ->> 'quarter', '')) from jsonb_array_elements(zone -> 'places') n
  );
  insert into public.delivery_places (zone_id, town, quarter)
  select saved.id, btrim(n ->> 'town'), btrim(coalesce(n ->> 'quarter', '')) from jsonb_array_elements(zone -> 'places') n
  on conflict (town_key, quarter_key) do nothing;
  delete from public.delivery_fees f
  where f.zone_id = saved.id and not exists (
    select from jsonb_array_elements(zone -> 'fees') n where (n ->> 'up_to_grams')::integer is not distinct from f.up_to_grams
  );
  insert into public.delivery_fees as f (zone_id, up_to_grams, fee)
  select saved.id, (n ->> 'up_to_grams')::integer, (n ->> 'fee')::integer from jsonb_array_elements(zone -> 'fees') n
  on conflict (zone_id, up_to_grams) do update set fee = excluded.fee where f.fee <> excluded.fee;
  return saved;
end
$$;

create function public.save_delivery_zone(zone jsonb, expected_updated_at timestamptz default null)
returns public.delivery_zones
language sql set search_path = '' as $$
  select private.save_delivery_zone(zone, expected_updated_at)
$$;
comment on function public.save_delivery_zone(jsonb, timestamptz) is
  'Inserts or updates a zone with all its places and fees, and returns its row. zone: {id (generated in the browser), name, position, is_active, free_from, bulky_fee, delay_hours, days: [1 to 7], places: [{town, quarter}], fees: [{up_to_grams, fee}]}. expected_updated_at: the updated_at with which the form was opened, null for a new zone. YA007: invalid values. PT409: someone else saved first. PT404: the zone no longer exists.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.delivery_options(text, text, jsonb), private.delivery_table()
  to anon, authenticated, service_role;
grant execute on function private.save_delivery_zone(jsonb, timestamptz) to authenticated, service_role;
-- Writing a place computes its keys as the writing role.
grant execute on function private.get_place_name_key(text) to service_role;
revoke execute on function
  public.delivery_options(text, text, jsonb), public.delivery_table(), public.save_delivery_zone(jsonb, timestamptz)
  from public, anon;
grant execute on function public.delivery_options(text, text, jsonb), public.delivery_table()
  to anon, authenticated, service_role;
grant execute on function public.save_delivery_zone(jsonb, timestamptz) to authenticated, service_role;

revoke all on public.delivery_zones, public.delivery_places, public.delivery_fees, public.pickup_points
  from anon, authenticated;
grant select, delete on public.delivery_zones to authenticated;
grant select on public.delivery_places, public.delivery_fees to authenticated;
grant select on public.pickup_points to anon, authenticated;
grant
  insert (id, name, address, town, hours, position, is_active),
  update (name, address, town, hours, position, is_active),
  delete on public.pickup_points to authenticated;

alter table public.delivery_zones enable row level security;
create policy "Administrators read delivery zones" on public.delivery_zones
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators delete delivery zones" on public.delivery_zones
  for delete to authenticated using ((select private.is_admin()));
alter table public.delivery_places enable row level security;
create policy "Administrators read the places of delivery zones" on public.delivery_places
  for select to authenticated using ((select private.is_admin()));
alter table public.delivery_fees enable row level security;
create policy "Administrators read the fees of delivery zones" on public.delivery_fees
  for select to authenticated using ((select private.is_admin()));
alter table public.pickup_points enable row level security;
create policy "Everyone reads active pick-up points and administrators read all" on public.pickup_points
  for select to anon, authenticated using (is_active or (select private.is_admin()));
create policy "Administrators add pick-up points" on public.pickup_points
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update pick-up points" on public.pickup_points
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete pick-up points" on public.pickup_points
  for delete to authenticated using ((select private.is_admin()));
