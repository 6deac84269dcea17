-- Values as typed: what the shop cannot store is refused, and not stored as something else.

-- Ratings -----------------------------------------------------------------------------------------------------------

-- A column of type numeric(2, 1) rounds 4.55 to 4.6 before any rule can see it. The type without a scale keeps what is
-- sent for the constraint. The views show the column, so they are created again as they were.
drop view public.technicians;
drop view public.technicians_public;

alter table public.technician_profiles
  alter column rating type numeric,
  add constraint technician_profiles_rating_scale check (rating * 10 = trunc(rating * 10));
-- Their constraint of whole halves is there already.
alter table public.testimonials alter column rating type numeric;
alter table public.product_reviews alter column rating type numeric;

create view public.technicians with (security_invoker = on) as
  select
    p.id, p.name, p.slug, p.specialty, p.specialty_slug, p.image, p.description,
    c.phone, c.email,
    p.experience, p.location, p.availability, p.rating, p.review_count,
    p.satisfied_clients, p.verified_at, p.has_phone, p.created_at, p.updated_at
  from public.technician_profiles p
  left join public.technician_contacts c on c.technician_id = p.id;
comment on view public.technicians is
  'A technician with their contacts, which are null for everyone but administrators. Administrators write through it.';
alter view public.technicians alter column id set default gen_random_uuid();
alter view public.technicians alter column experience set default 0;
alter view public.technicians alter column location set default '';
alter view public.technicians alter column availability set default '';
alter view public.technicians alter column rating set default 0;
alter view public.technicians alter column review_count set default 0;
alter view public.technicians alter column satisfied_clients set default 100;
create trigger technicians_write instead of insert or update or delete on public.technicians
  for each row execute function private.write_technician();

create view public.technicians_public with (security_invoker = on) as
  select
    id, name, slug, specialty, specialty_slug, image, description, experience, location, availability,
    rating, review_count, satisfied_clients, verified_at, has_phone, created_at
  from public.technician_profiles;
comment on view public.technicians_public is 'The public details of a technician, for the public pages.';

revoke all on public.technicians, public.technicians_public from anon, authenticated;
grant select on public.technicians, public.technicians_public to anon, authenticated;
grant
  insert (id, name, slug, specialty, specialty_slug, image, description, phone, email, experience, location,
    availability, rating, review_count, satisfied_clients, verified_at),
  update (name, slug, specialty, specialty_slug, image, description, phone, email, experience, location,
    availability, rating, review_count, satisfied_clients, verified_at),
  delete on public.technicians to authenticated;

-- Specifications ----------------------------------------------------------------------------------------------------

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
