-- Administrators: added, invited and removed by administrators. An account becomes an administrator at once only when
-- its owner has proven the address; otherwise the link in a mail to the address is the proof, so that nobody who
-- registered somebody else's address becomes an administrator. See docs/decisions/0049-notices-and-team.md.
--
--   YA009 the administrators do not allow the change: oneself, an administrator already, an invitation that is over

create table public.admin_invitations (
  id uuid primary key default gen_random_uuid(),
  email public.email not null unique,
  name public.label not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table public.admin_invitations is
  'Who is invited to become an administrator, until the invitation is accepted, withdrawn or replaced by a new one.';
comment on column public.admin_invitations.email is 'In lower case.';
comment on column public.admin_invitations.token_hash is 'Of the token in the mail''s link; the token itself is not stored.';

create trigger admin_invitations_record after insert or update or delete on public.admin_invitations
  for each row execute function private.record_change('name', '', 'token_hash');

create function private.list_administrators()
returns table (
  id uuid, name text, email text, created_at timestamptz, last_sign_in_at timestamptz, has_second_factor boolean
)
language sql stable security definer rows 10 set search_path = '' as $$
  select a.id, a.name::text, a.email::text, a.created_at, u.last_sign_in_at,
    exists (select from auth.mfa_factors f where f.user_id = a.id and f.status = 'verified')
  from public.admin_users a join auth.users u on u.id = a.id
  where (select private.may_administer())
  order by a.name, a.id
  limit 500
$$;
create function public.list_administrators()
returns table (
  id uuid, name text, email text, created_at timestamptz, last_sign_in_at timestamptz, has_second_factor boolean
)
language sql stable rows 10 set search_path = '' as $$
  select * from private.list_administrators()
$$;
comment on function public.list_administrators() is
  'The administrators by name, with their last sign-in and whether their account has a second factor; no rows for anyone else.';

-- One change of the administrators at a time: two who remove each other at the same moment would leave none.
create function private.lock_administrators() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('admin_users', 0));
  -- Again, because the caller may have been removed while it waited.
  perform private.require_administrator();
end
$$;
comment on function private.lock_administrators() is
  'Before a change of the administrators: the caller must be one, and nobody else changes them meanwhile.';

create function private.add_administrator(email text, name text) returns text
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
    insert into public.admin_users (id, name, email) values (account, btrim(add_administrator.name), address);
    return 'added';
  end if;
  token := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  delete from public.admin_invitations i where i.email = address;
  insert into public.admin_invitations (email, name, token_hash)
  values (address, btrim(add_administrator.name), sha256(convert_to(token, 'UTF8')));
  insert into public.mails (subject_id, kind, recipient, payload)
  values (gen_random_uuid(), 'admin_invitation', address, jsonb_build_object('token', token));
  perform pg_notify('mails', '');
  return 'invited';
end
$$;
create function public.add_administrator(email text, name text) returns text
language sql set search_path = '' as $$
  select private.add_administrator(email, name)
$$;
comment on function public.add_administrator(text, text) is
  'Makes the account with this address an administrator when its owner has proven the address (added); otherwise sends an invitation to it, which replaces an earlier one (invited). YA009: an administrator already. 42501 for anyone but administrators.';

create function private.remove_administrator(administrator uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_administrators();
  -- With this, and one change at a time, at least the caller remains.
  if administrator = auth.uid() then
    raise exception using errcode = 'YA009',
      message = 'Vous ne pouvez pas vous retirer vous-même : un autre administrateur doit le faire';
  elsif (select count(*) from public.admin_users a where a.id <> administrator) = 0 then
    raise exception using errcode = 'YA009', message = 'Le dernier administrateur ne peut pas être retiré';
  end if;
  delete from public.admin_users a where a.id = administrator;
end
$$;
create function public.remove_administrator(administrator uuid) returns void
language sql set search_path = '' as $$
  select private.remove_administrator(administrator)
$$;
comment on function public.remove_administrator(uuid) is
  'Takes the rights of an administrator, at once and in all sessions; the account stays. YA009: oneself, or the last one. 42501 for anyone but administrators.';

-- Accepting an invitation --------------------------------------------------------------------------------------------

create function private.find_admin_invitation(token text)
returns table (email text, name text, has_account boolean)
language sql stable security definer rows 1 set search_path = '' as $$
  select i.email::text, i.name::text, exists (select from auth.users u where u.email = i.email::text)
  from public.admin_invitations i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now()
$$;
create function public.find_admin_invitation(token text)
returns table (email text, name text, has_account boolean)
language sql stable rows 1 set search_path = '' as $$
  select * from private.find_admin_invitation(token)
$$;
comment on function public.find_admin_invitation(text) is
  'The invitation of a mail''s link, for the page that it opens: for whom it is, and whether an account has this address. No row when it is over.';

create function private.accept_admin_invitation(token text) returns void
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
  insert into public.admin_users (id, name, email) values (account, invitation.name, invitation.email)
  on conflict (id) do nothing;
  -- The link has proven the address. Whoever else is signed in with this account is so from before the proof.
  update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}'
  where i.provider = 'email' and i.user_id = account;
  delete from auth.sessions s where s.user_id = account and s.id is distinct from private.get_session_id();
end
$$;
create function public.accept_admin_invitation(token text) returns void
language sql set search_path = '' as $$
  select private.accept_admin_invitation(token)
$$;
comment on function public.accept_admin_invitation(text) is
  'Makes the signed-in user, whose address must be that of the invitation, an administrator, and ends the account''s other sessions. YA009: the invitation is over, or for another address.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke all on public.admin_invitations from anon, authenticated;
grant select (id, email, name, created_at, expires_at), delete on public.admin_invitations to authenticated;
revoke execute on all functions in schema private from public;
grant execute on function private.find_admin_invitation(text) to anon;
grant execute on function
  private.list_administrators(), private.add_administrator(text, text), private.remove_administrator(uuid),
  private.find_admin_invitation(text), private.accept_admin_invitation(text)
  to authenticated, service_role;
revoke execute on function
  public.list_administrators(), public.add_administrator(text, text), public.remove_administrator(uuid),
  public.find_admin_invitation(text), public.accept_admin_invitation(text)
  from public, anon;
grant execute on function public.find_admin_invitation(text) to anon;
grant execute on function
  public.list_administrators(), public.add_administrator(text, text), public.remove_administrator(uuid),
  public.find_admin_invitation(text), public.accept_admin_invitation(text)
  to authenticated, service_role;

alter table public.admin_invitations enable row level security;
create policy "Administrators read the invitations" on public.admin_invitations
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators withdraw invitations" on public.admin_invitations
  for delete to authenticated using ((select private.is_admin()));
