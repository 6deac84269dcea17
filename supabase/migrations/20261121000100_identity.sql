-- Identity: the administrators, and one profile for each account.

create table public.admin_users (
  id uuid primary key references auth.users (id) on delete cascade,
  name public.label not null,
  email public.email not null,
  created_at timestamptz not null default now()
);
comment on table public.admin_users is
  'The accounts that may use the admin area. Rows are inserted by the service role only, never by a signed-in user.';
comment on column public.admin_users.id is 'The id of the account.';

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  phone text check (char_length(phone) <= 40),
  address text check (char_length(address) <= 500),
  city text check (char_length(city) <= 120),
  postal_code text check (char_length(postal_code) <= 20),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is
  'The personal details of a customer; one row for each account, inserted with it.';
comment on column public.profiles.email is 'A copy of the account''s e-mail, set by triggers only.';

create index profiles_created_at_idx on public.profiles (created_at desc, id);
create index profiles_email_idx on public.profiles (email, id);

-- is_admin --------------------------------------------------------------------------------------------------------

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admin_users where id = (select auth.uid()))
$$;
comment on function private.is_admin() is
  'Whether the caller is an administrator, looked up in the table at each request. Security definer, because the policy of admin_users itself calls it.';

create function public.is_admin_user() returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin()
$$;
comment on function public.is_admin_user() is 'Whether the signed-in user is an administrator; false for a visitor.';

create function private.may_administer() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('role') not in ('anon', 'authenticated') or private.is_admin()
$$;
comment on function private.may_administer() is
  'Whether the request acts for the shop: an administrator, the service role, or SQL that did not come through the API. Reads the setting role and not current_user, which inside a security definer function is the owner.';

create function private.require_administrator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.may_administer() then
    raise insufficient_privilege using message = 'Réservé aux administrateurs';
  end if;
end
$$;
comment on function private.require_administrator() is
  'Raises an error for anyone else, in one place, where policies would silently find no row to change.';

-- Profile synchronization ------------------------------------------------------------------------------------------

create function private.metadata_text(metadata jsonb, key text, max_length integer) returns text
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(metadata -> key) = 'string' then nullif(left(btrim(metadata ->> key), max_length), '')
  end
$$;
comment on function private.metadata_text(jsonb, text, integer) is
  'A text from the metadata that a client sent at sign-up, truncated to max_length; null when it is blank or not a string. Never fails: a failure would abort the sign-up.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, first_name, last_name, phone)
  values (
    new.id,
    new.email,
    private.metadata_text(new.raw_user_meta_data, 'first_name', 100),
    private.metadata_text(new.raw_user_meta_data, 'last_name', 100),
    private.metadata_text(new.raw_user_meta_data, 'phone', 40)
  )
  on conflict (id) do nothing;
  return null;
end
$$;

create trigger users_create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;

create trigger users_sync_profile_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.sync_profile_email();

create function private.set_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email := (select email from auth.users where id = new.id);
  return new;
end
$$;
comment on function private.set_profile_email() is
  'Sets the account''s e-mail on a profile that its owner inserts, whatever the browser sent.';

create trigger profiles_set_email before insert on public.profiles
  for each row execute function private.set_profile_email();

create trigger profiles_set_updated_at before update on public.profiles
  for each row execute function private.set_updated_at();

-- Search -----------------------------------------------------------------------------------------------------------

create function private.customer_search_text(first_name text, last_name text, email text, phone text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select ' ' || private.normalize_search_text(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '') || ' '
    || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')
  )
$$;
comment on function private.customer_search_text(text, text, text, text) is
  'The text that the search of customers indexes.';
create index profiles_search_text_idx on public.profiles
  using gin (private.customer_search_text(first_name, last_name, email, phone) extensions.gin_trgm_ops);

create function private.find_profile_ids(query text) returns setof uuid
language sql stable security definer rows 50 set search_path = '' as $$
  select private.find_newest_ids(
    'public.profiles r', 'private.customer_search_text(first_name, last_name, email, phone)',
    private.to_contact_search_patterns(query), 200
  )
  where (select private.may_administer())
$$;
comment on function private.find_profile_ids(text) is
  'The newest 200 profiles that contain every word of the query; no rows for customers.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.admin_users, public.profiles from anon, authenticated;
grant select on public.admin_users to authenticated;
grant select on public.profiles to authenticated;
grant insert (id, email) on public.profiles to authenticated;
grant update (first_name, last_name, phone, address, city, postal_code) on public.profiles to authenticated;

revoke execute on all functions in schema private from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;
grant execute on function private.may_administer(), private.require_administrator() to authenticated, service_role;
-- Writing a row evaluates its index expression as the writing role.
grant execute on function private.customer_search_text(text, text, text, text), private.find_profile_ids(text)
  to authenticated, service_role;
revoke execute on function public.is_admin_user() from public;
grant execute on function public.is_admin_user() to anon, authenticated, service_role;

alter table public.admin_users enable row level security;
create policy "Administrators read the list of administrators" on public.admin_users
  for select to authenticated using ((select private.is_admin()));

alter table public.profiles enable row level security;
create policy "Customers read their own profile and administrators read all" on public.profiles
  for select to authenticated using (id = (select auth.uid()) or (select private.is_admin()));
create policy "Customers create their own profile" on public.profiles
  for insert to authenticated with check (id = (select auth.uid()));
create policy "Customers update their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
