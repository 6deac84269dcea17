-- Technicians: the public directory and the contacts behind it. The API's name, technicians, is a view
-- over two tables, because a technician's phone and e-mail are for administrators only. Customers and
-- administrators share one role, so column grants cannot tell them apart, but a policy on a table of contacts
-- can. Whatever a visitor selects, filters or sorts by, the contact row is hidden, and phone and email are
-- null.

create table public.technician_profiles (
  id uuid primary key default gen_random_uuid(),
  name public.label not null,
  slug public.slug not null unique,
  specialty public.label not null,
  specialty_slug public.slug not null,
  image public.image_url,
  description text not null check (char_length(btrim(description)) between 1 and 5000),
  experience integer default 0 check (experience between 0 and 100),
  location text default '' check (char_length(location) <= 200),
  availability text default '' check (char_length(availability) <= 200),
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  review_count integer not null default 0 check (review_count >= 0),
  satisfied_clients integer not null default 100 check (satisfied_clients >= 0),
  verified_at timestamptz,
  has_phone boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.technician_profiles is 'The public details of a technician.';
comment on column public.technician_profiles.experience is 'Years.';
comment on column public.technician_profiles.verified_at is
  'When the shop''s team verified the technician; null means not verified.';
comment on column public.technician_profiles.has_phone is
  'Whether technician_contacts has a phone: the messaging button is shown to everyone, the number is not.';
create index technician_profiles_name_idx on public.technician_profiles (name, id);
create index technician_profiles_specialty_slug_idx on public.technician_profiles (specialty_slug, name, id);

create table public.technician_contacts (
  technician_id uuid primary key references public.technician_profiles (id) on delete cascade,
  phone text check (char_length(btrim(phone)) between 8 and 40),
  email public.email
);
comment on table public.technician_contacts is 'Phone and e-mail of a technician: administrators only.';

create function private.sync_technician_has_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    update public.technician_profiles set has_phone = false where id = old.technician_id;
  end if;
  if tg_op <> 'DELETE' then
    update public.technician_profiles set has_phone = new.phone is not null where id = new.technician_id;
  end if;
  return null;
end
$$;

create trigger technician_contacts_has_phone after insert or update or delete on public.technician_contacts
  for each row execute function private.sync_technician_has_phone();

create trigger technician_profiles_set_updated_at before update on public.technician_profiles
  for each row execute function private.set_updated_at();
create trigger technician_profiles_notify_change
  after insert or update or delete or truncate on public.technician_profiles
  for each statement execute function private.notify_table_change('technicians');

-- Views ------------------------------------------------------------------------------------------------------------

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

create view public.technicians_public with (security_invoker = on) as
  select
    id, name, slug, specialty, specialty_slug, image, description, experience, location, availability,
    rating, review_count, satisfied_clients, verified_at, has_phone, created_at
  from public.technician_profiles;
comment on view public.technicians_public is 'The public details of a technician, for the public pages.';

create function private.write_technician() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from public.technician_profiles where id = old.id;
    return case when found then old end;
  end if;
  if tg_op = 'INSERT' then
    insert into public.technician_profiles
      (id, name, slug, specialty, specialty_slug, image, description, experience, location, availability, rating,
        review_count, satisfied_clients, verified_at)
    values
      (new.id, new.name, new.slug, new.specialty, new.specialty_slug, new.image, new.description,
        new.experience, new.location, new.availability, coalesce(new.rating, 0), coalesce(new.review_count, 0),
        coalesce(new.satisfied_clients, 100), new.verified_at);
  else
    update public.technician_profiles set
      name = new.name, slug = new.slug, specialty = new.specialty, specialty_slug = new.specialty_slug,
      image = new.image, description = new.description, experience = new.experience,
      location = new.location, availability = new.availability, rating = coalesce(new.rating, 0),
      review_count = coalesce(new.review_count, 0), satisfied_clients = coalesce(new.satisfied_clients, 100),
      verified_at = new.verified_at
    where id = old.id and updated_at = old.updated_at;
    -- Nothing was updated, and the row count must show it: either the policies hide the row from this caller,
    -- or someone else saved at the same moment, whose values must not be overwritten.
    if not found then
      return null;
    end if;
  end if;
  new.phone := nullif(btrim(new.phone), '');
  if new.phone is null and new.email is null then
    delete from public.technician_contacts where technician_id = new.id;
  else
    insert into public.technician_contacts (technician_id, phone, email) values (new.id, new.phone, new.email)
    on conflict (technician_id) do update set phone = excluded.phone, email = excluded.email;
  end if;
  select p.image, p.rating, p.review_count, p.satisfied_clients, p.has_phone, p.created_at, p.updated_at
  into new.image, new.rating, new.review_count, new.satisfied_clients, new.has_phone, new.created_at, new.updated_at
  from public.technician_profiles p where p.id = new.id;
  return new;
end
$$;
comment on function private.write_technician() is
  'Writes a technician to both tables, as the caller: the policies of the tables apply.';

create trigger technicians_write instead of insert or update or delete on public.technicians
  for each row execute function private.write_technician();

-- Search -----------------------------------------------------------------------------------------------------------

create function private.technician_search_text(name text, specialty text, specialty_slug text, location text)
returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.normalize_search_text(name || ' ' || specialty || ' ' || specialty_slug || ' ' || coalesce(location, ''))
$$;
comment on function private.technician_search_text(text, text, text, text) is
  'The text that the search of technicians indexes.';
create index technician_profiles_search_text_idx on public.technician_profiles
  using gin (private.technician_search_text(name, specialty, specialty_slug, location) extensions.gin_trgm_ops);

create function public.search_technicians(query text) returns setof public.technician_profiles
language sql stable rows 50 set search_path = '' as $$
  select t.* from public.technician_profiles t
  -- The first pattern separately, because an index scan takes a single pattern.
  where private.technician_search_text(t.name, t.specialty, t.specialty_slug, t.location)
      like (private.to_word_patterns(query))[1]
    and private.technician_search_text(t.name, t.specialty, t.specialty_slug, t.location)
      like all (private.to_word_patterns(query))
$$;
comment on function public.search_technicians(text) is
  'The technicians whose name, specialty and place contain every word of the query, of any length. The API''s filters, order and range apply on top.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Writing a row evaluates its index expression as the writing role.
grant execute on function private.technician_search_text(text, text, text, text) to anon, authenticated, service_role;
revoke execute on function public.search_technicians(text) from public;
grant execute on function public.search_technicians(text) to anon, authenticated, service_role;

revoke all on public.technician_profiles, public.technician_contacts, public.technicians, public.technicians_public
  from anon, authenticated;
grant select on public.technician_profiles, public.technician_contacts, public.technicians, public.technicians_public
  to anon, authenticated;
grant
  insert (id, name, slug, specialty, specialty_slug, image, description, experience, location, availability, rating,
    review_count, satisfied_clients, verified_at),
  update (name, slug, specialty, specialty_slug, image, description, experience, location, availability, rating,
    review_count, satisfied_clients, verified_at),
  delete on public.technician_profiles to authenticated;
grant insert (technician_id, phone, email), update (phone, email), delete
  on public.technician_contacts to authenticated;
grant
  insert (id, name, slug, specialty, specialty_slug, image, description, phone, email, experience, location,
    availability, rating, review_count, satisfied_clients, verified_at),
  update (name, slug, specialty, specialty_slug, image, description, phone, email, experience, location,
    availability, rating, review_count, satisfied_clients, verified_at),
  delete on public.technicians to authenticated;

alter table public.technician_profiles enable row level security;
create policy "Everyone reads what is public about technicians" on public.technician_profiles
  for select to anon, authenticated using (true);
create policy "Administrators create technicians" on public.technician_profiles
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update technicians" on public.technician_profiles
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete technicians" on public.technician_profiles
  for delete to authenticated using ((select private.is_admin()));

alter table public.technician_contacts enable row level security;
create policy "Administrators read the contacts of technicians" on public.technician_contacts
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators create contacts of technicians" on public.technician_contacts
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update contacts of technicians" on public.technician_contacts
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete contacts of technicians" on public.technician_contacts
  for delete to authenticated using ((select private.is_admin()));
