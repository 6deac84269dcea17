-- What cannot be undone or gives power away asks for the password or a code again. See
-- docs/decisions/0086-reauthentication.md.

create or replace function private.require_recent_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The service, and tokens that name no session, which nobody but the service issues.
  if current_setting('role') not in ('anon', 'authenticated') or auth.jwt() ->> 'session_id' is null then
    return;
  end if;
  if private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  -- An anonymous account has no password and no code that could be asked for.
  if exists (select from auth.users u where u.id = auth.uid() and u.is_anonymous) or exists (
    select from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
    where s.id = private.get_session_id() and s.user_id = auth.uid()
      and c.authentication_method <> 'anonymous' and c.updated_at > now() - interval '10 minutes'
  ) then
    return;
  end if;
  raise exception using errcode = 'YA013', message = 'Confirmez d''abord que c''est bien vous';
end
$$;
comment on function private.require_recent_sign_in() is
  'Raises YA013 unless the caller has presented a password or a code within ten minutes, in this session. The times are those that the auth service has stored, not those of the token.';

-- The staff --------------------------------------------------------------------------------------------------------

create or replace function private.lock_administrators() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('staff.manage');
  perform private.require_recent_sign_in();
  perform pg_advisory_xact_lock(hashtextextended('admin_users', 0));
  -- Again, because the caller may have been removed while it waited.
  perform private.require_right('staff.manage');
end
$$;
comment on function private.lock_administrators() is
  'Before a change of the administrators: the caller must have the right and have signed in recently, and nobody else changes them meanwhile.';

-- Persons ----------------------------------------------------------------------------------------------------------

create or replace function private.export_customer_data(account uuid, contact text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant private.person := private.require_person(account, contact);
begin
  perform private.require_recent_sign_in();
  return private.describe_person(person);
end
$$;

create or replace function private.erase_customer_data(account uuid, contact text, with_reviews boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant private.person := private.require_person(account, contact);
begin
  perform private.require_recent_sign_in();
  return private.erase_person(person, with_reviews is true);
end
$$;
comment on function public.export_customer_data(uuid, text) is
  'For administrators who have signed in recently (YA013): the copy of a person''s data, as export_my_data.';
comment on function public.erase_customer_data(uuid, text, boolean) is
  'For administrators who have signed in recently (YA013): erases a person, as erase_my_account does. The journal has who did it, and how much it was.';
comment on function public.erase_my_account(boolean) is
  'Erases the caller''s account and takes the caller out of their orders. Published reviews stay without a name unless with_reviews. YA013 unless a password or a code was typed within ten minutes, YA012 while an order is open.';

-- Recovery codes ---------------------------------------------------------------------------------------------------

create or replace function private.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  codes text[];
begin
  if coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal1' or not private.has_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  perform private.require_recent_sign_in();
  delete from private.recovery_codes where user_id = auth.uid();
  select array_agg(private.generate_recovery_code()) into codes from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), private.hash_recovery_code(auth.uid(), code) from unnest(codes) code;
  return codes;
end
$$;
comment on function public.create_recovery_codes() is
  'Ten new recovery codes of the signed-in user, shown once. Needs a session at aal2 and a recent sign-in (YA013).';

-- Settings and products --------------------------------------------------------------------------------------------

create function private.require_recent_sign_in_for_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_recent_sign_in();
  return new;
end
$$;
comment on function private.require_recent_sign_in_for_row() is
  'For triggers on rows that the policies let the caller change: raises YA013 without a recent sign-in.';

create trigger security_settings_require_recent_sign_in before update on public.security_settings
  for each row when (
    (old.admin_factor_required, old.admin_idle_minutes, old.admin_session_hours)
      is distinct from (new.admin_factor_required, new.admin_idle_minutes, new.admin_session_hours)
  ) execute function private.require_recent_sign_in_for_row();
create trigger retention_settings_require_recent_sign_in before update on public.retention_settings
  for each row when (old is distinct from new) execute function private.require_recent_sign_in_for_row();
create trigger limits_require_recent_sign_in before update on public.limits
  for each row when (old is distinct from new) execute function private.require_recent_sign_in_for_row();
create trigger discount_limits_require_recent_sign_in before update on public.discount_limits
  for each row when (old is distinct from new) execute function private.require_recent_sign_in_for_row();
-- Customers pay by Mobile Money to the number that they read, and write to these addresses.
create trigger shop_settings_require_recent_sign_in before update on public.shop_settings
  for each row when ((old.phone, old.whatsapp, old.email) is distinct from (new.phone, new.whatsapp, new.email))
  execute function private.require_recent_sign_in_for_row();

create function private.require_recent_sign_in_for_many() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) > 1 from (select from deleted limit 2) rows) then
    perform private.require_recent_sign_in();
  end if;
  return null;
end
$$;
comment on function private.require_recent_sign_in_for_many() is
  'For triggers after a deletion: raises YA013 when it was more than one row, without a recent sign-in.';
create trigger products_require_recent_sign_in after delete on public.products
  referencing old table as deleted for each statement
  execute function private.require_recent_sign_in_for_many();

revoke execute on function private.require_recent_sign_in_for_row(), private.require_recent_sign_in_for_many() from public;
