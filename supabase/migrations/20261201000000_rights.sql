-- Roles and rights: every member of the staff has a role, and one table says which rights a role has. Policies,
-- functions and screens ask for rights, never for roles. See docs/decisions/0053-roles-and-rights.md.
--
-- is_admin() and may_administer() keep their documented meaning, for the owner and the manager.

create domain public.staff_role as text
  constraint staff_role_known check (value in ('owner', 'manager', 'sales', 'stock', 'courier'));
comment on domain public.staff_role is 'What somebody does in the shop: their rights are those of the role in role_rights.';

create table public.role_rights (
  role public.staff_role not null,
  "right" text not null,
  primary key (role, "right")
);
comment on table public.role_rights is
  'The rights of each role. The owner has all of them. Changed by migrations only, because functions and screens name the rights.';

insert into public.role_rights (role, "right")
select unnest(array['owner'] || roles), name
from (values
  ('orders.read', array['manager', 'sales', 'stock']),
  ('orders.place', array['manager', 'sales']),
  ('orders.change', array['manager', 'sales']),
  ('orders.discount', array['manager', 'sales']),
  ('orders.confirm', array['manager', 'sales']),
  ('orders.prepare', array['manager', 'sales', 'stock']),
  ('orders.cancel', array['manager', 'sales']),
  ('orders.complete', array['manager', 'sales']),
  ('runs.plan', array['manager']),
  ('runs.drive', array['manager', 'courier']),
  ('cash.read', array['manager', 'sales']),
  ('cash.take', array['manager']),
  ('cash.close', array['manager']),
  ('returns.open', array['manager', 'sales']),
  ('returns.receive', array['manager', 'stock']),
  ('returns.refund', array['manager']),
  ('stock.count', array['manager', 'stock']),
  ('catalog.write', array['manager']),
  ('content.write', array['manager']),
  ('customers.read', array['manager', 'sales']),
  ('delivery.write', array['manager']),
  ('settings.write', array['manager']),
  ('staff.manage', '{}'),
  ('audit.read', array['manager'])
) as granted (name, roles);

-- Everybody who administered the shop before there were roles could do everything.
alter table public.admin_users add column role public.staff_role not null default 'owner';
alter table public.admin_users alter column role drop default;
comment on column public.admin_users.role is
  'Without a value, the first row of a shop becomes its owner, and each further one a manager.';
alter table public.admin_invitations add column role public.staff_role not null default 'owner';
alter table public.admin_invitations alter column role set default 'manager';

comment on table public.admin_users is
  'The staff: the accounts that may use the admin area, each as far as its role goes. Rows are inserted by the service role only, never by a signed-in user.';

-- The caller's role and rights ---------------------------------------------------------------------------------------

create function private.get_staff_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select a.role from public.admin_users a
    where a.id = auth.uid() and private.get_admin_access() = 'granted'
  );
end
$$;
comment on function private.get_staff_role() is
  'The role of the caller, whose session must grant access to the admin area; null for anybody else.';

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.get_staff_role() in ('owner', 'manager'), false);
end
$$;
comment on function private.is_admin() is
  'Whether the caller is an owner or a manager whose session may administer, looked up at each request. Security definer, because the policy of admin_users itself calls it.';
comment on function public.is_admin_user() is
  'Whether the signed-in user is an administrator, that is an owner or a manager; false for a visitor and for other staff.';

create function private.has_right(wanted text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return current_setting('role') not in ('anon', 'authenticated') or exists (
    select from public.role_rights r where r.role = private.get_staff_role() and r."right" = wanted
  );
end
$$;
comment on function private.has_right(text) is
  'Whether the caller may do this: staff whose role has the right, the service role, or SQL that did not come through the API. In policies as (select private.has_right(…)), once a statement.';

create function private.require_right(wanted text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_right(wanted) then
    raise insufficient_privilege using message = 'Votre rôle ne permet pas cette action', detail = wanted;
  end if;
end
$$;
comment on function private.require_right(text) is
  'Raises an error for anyone without the right, where policies would silently find no row to change.';

create function private.my_rights() returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select r."right" from public.role_rights r where r.role = private.get_staff_role() order by 1
  );
end
$$;
create function public.my_rights() returns text[]
language sql stable set search_path = '' as $$
  select private.my_rights()
$$;
comment on function public.my_rights() is
  'The rights of the signed-in user, by name; empty for customers, and for staff whose session does not grant access.';

-- Owners -------------------------------------------------------------------------------------------------------------

create function private.set_default_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.role := case
    when exists (select from public.admin_users a where a.role = 'owner') then 'manager' else 'owner'
  end;
  return new;
end
$$;
create trigger admin_users_set_default_role before insert on public.admin_users
  for each row when (new.role is null) execute function private.set_default_role();

create function private.require_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- SQL by the database's own roles could switch this trigger off anyway.
  if current_setting('role') = 'none' and session_user <> 'supabase_auth_admin' then
    return null;
  end if;
  -- Otherwise two owners who are removed at the same moment would each find the other one.
  perform pg_advisory_xact_lock(hashtextextended('admin_users', 0));
  if not exists (select from public.admin_users a where a.role = 'owner') then
    raise exception using errcode = 'YA009', message = 'La boutique doit garder un propriétaire';
  end if;
  return null;
end
$$;
comment on function private.require_owner() is
  'Rejects what would leave the shop without an owner, through any service: a role, a removal, the deletion of an account.';
create trigger admin_users_require_owner_on_delete after delete on public.admin_users
  for each row when (old.role = 'owner') execute function private.require_owner();
create trigger admin_users_require_owner_on_update after update of role on public.admin_users
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function private.require_owner();

-- Managing the staff ---------------------------------------------------------------------------------------------------

create or replace function private.lock_administrators() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_right('staff.manage');
  perform pg_advisory_xact_lock(hashtextextended('admin_users', 0));
  -- Again, because the caller may have been removed while it waited.
  perform private.require_right('staff.manage');
end
$$;
comment on function private.lock_administrators() is
  'Before a change of the administrators: the caller must have the right, and nobody else changes them meanwhile.';

drop function public.list_administrators();
drop function private.list_administrators();
create function private.list_administrators()
returns table (
  id uuid, name text, email text, role public.staff_role, created_at timestamptz, last_sign_in_at timestamptz,
  has_second_factor boolean
)
language sql stable security definer rows 10 set search_path = '' as $$
  select a.id, a.name::text, a.email::text, a.role, a.created_at, u.last_sign_in_at,
    exists (select from auth.mfa_factors f where f.user_id = a.id and f.status = 'verified')
  from public.admin_users a join auth.users u on u.id = a.id
  where (select private.may_administer())
  order by a.name, a.id
  limit 500
$$;
create function public.list_administrators()
returns table (
  id uuid, name text, email text, role public.staff_role, created_at timestamptz, last_sign_in_at timestamptz,
  has_second_factor boolean
)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_administrators()
$$;
comment on function public.list_administrators() is
  'The staff by name, with their role, their last sign-in and whether their account has a second factor; no rows for anyone but administrators.';

drop function public.add_administrator(text, text);
drop function private.add_administrator(text, text);
create function private.add_administrator(email text, name text, role public.staff_role) returns text
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(add_administrator.email));
  account uuid;
  token text;
begin
  perform private.lock_administrators();
  if exists (
    select from public.admin_users a join auth.users u on u.id = a.id where lower(u.email) = address
  ) then
    raise exception using errcode = 'YA009', message = 'Cette personne est déjà administrateur';
  end if;
  select a.id into account from private.order_audiences a
  where a.email = address and a.is_email_proven;
  if account is not null then
    delete from public.admin_invitations i where i.email = address;
    insert into public.admin_users (id, name, email, role)
    values (account, btrim(add_administrator.name), address, add_administrator.role);
    return 'added';
  end if;
  token := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  delete from public.admin_invitations i where i.email = address;
  insert into public.admin_invitations (email, name, role, token_hash)
  values (
    address, btrim(add_administrator.name), add_administrator.role, sha256(convert_to(token, 'UTF8'))
  );
  insert into public.mails (subject_id, kind, recipient, payload)
  values (gen_random_uuid(), 'admin_invitation', address, jsonb_build_object('token', token));
  perform pg_notify('mails', '');
  return 'invited';
end
$$;
create function public.add_administrator(email text, name text, role public.staff_role default 'manager') returns text
language sql set search_path = '' as $$
  select private.add_administrator(email, name, coalesce(role, 'manager'))
$$;
comment on function public.add_administrator(text, text, public.staff_role) is
  'Makes the account with this address a member of the staff when its owner has proven the address (added); otherwise sends an invitation to it, which replaces an earlier one (invited). YA009: a member already. 42501 without the right staff.manage.';

create function private.set_staff_role(administrator uuid, role public.staff_role) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_administrators();
  update public.admin_users a set role = set_staff_role.role where a.id = administrator;
  if not found then
    raise exception using errcode = 'PT404', message = 'Cette personne ne fait plus partie de l''équipe';
  end if;
end
$$;
create function public.set_staff_role(administrator uuid, role public.staff_role) returns void
language sql set search_path = '' as $$
  select private.set_staff_role(administrator, role)
$$;
comment on function public.set_staff_role(uuid, public.staff_role) is
  'Changes the role of a member of the staff, at once and in all sessions. YA009: the last owner. 42501 without the right staff.manage.';

create or replace function private.remove_administrator(administrator uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_administrators();
  -- With this, and one change at a time, at least the caller remains.
  if administrator = auth.uid() then
    raise exception using errcode = 'YA009',
      message = 'Vous ne pouvez pas vous retirer vous-même : un autre administrateur doit le faire';
  end if;
  delete from public.admin_users a where a.id = administrator;
end
$$;
comment on function public.remove_administrator(uuid) is
  'Takes the rights of a member of the staff, at once and in all sessions; the account stays. YA009: oneself, or the last owner. 42501 without the right staff.manage.';

create or replace function private.accept_admin_invitation(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := auth.uid();
  invitation public.admin_invitations;
  address text;
begin
  if private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('admin_users', 0));
  select lower(u.email) into address from auth.users u where u.id = account;
  select * into invitation from public.admin_invitations i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now();
  if invitation.id is null then
    raise exception using errcode = 'YA009', message = 'Cette invitation n''est plus valable : demandez-en une autre';
  elsif address is distinct from invitation.email then
    raise exception using errcode = 'YA009',
      message = format('Cette invitation est pour %s : connectez-vous avec ce compte', invitation.email);
  end if;
  delete from public.admin_invitations i where i.id = invitation.id;
  insert into public.admin_users (id, name, email, role)
  values (account, invitation.name, invitation.email, invitation.role)
  on conflict (id) do nothing;
  -- The link has proven the address. Whoever else is signed in with this account is so from before the proof.
  update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}'
  where i.provider = 'email' and i.user_id = account;
  delete from auth.sessions s where s.user_id = account and s.id is distinct from private.get_session_id();
end
$$;
comment on function public.accept_admin_invitation(text) is
  'Makes the signed-in user, whose address must be that of the invitation, a member of the staff with the role of the invitation, and ends the account''s other sessions. YA009: the invitation is over, or for another address.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.role_rights from anon, authenticated;
grant select on public.role_rights to authenticated;
grant select (role) on public.admin_invitations to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.get_staff_role(), private.has_right(text) to anon, authenticated, service_role;
grant execute on function
  private.require_right(text), private.my_rights(), private.list_administrators(),
  private.add_administrator(text, text, public.staff_role), private.set_staff_role(uuid, public.staff_role)
  to authenticated, service_role;
revoke execute on function
  public.my_rights(), public.list_administrators(), public.add_administrator(text, text, public.staff_role),
  public.set_staff_role(uuid, public.staff_role)
  from public, anon;
grant execute on function
  public.my_rights(), public.list_administrators(), public.add_administrator(text, text, public.staff_role),
  public.set_staff_role(uuid, public.staff_role)
  to authenticated, service_role;

alter table public.role_rights enable row level security;
create policy "Staff read the rights of the roles" on public.role_rights
  for select to authenticated using ((select private.get_staff_role()) is not null);

-- The admin area begins with one's own name and role.
alter policy "Administrators read the list of administrators" on public.admin_users
  using (
    (select private.is_admin()) or (id = (select auth.uid()) and (select private.get_staff_role()) is not null)
  );
alter policy "Administrators withdraw invitations" on public.admin_invitations
  using ((select private.has_right('staff.manage')));
