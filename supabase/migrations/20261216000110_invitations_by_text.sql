-- Members of the staff who are invited by a text message, or by a chat. See docs/decisions/0069-returns-told-and-cost-of-conditions.md.

alter table public.admin_invitations
  alter column email drop not null,
  add column phone text constraint admin_invitations_phone_key unique
    constraint admin_invitations_phone_check check (phone ~ '^[1-9][0-9]{9,14}$'),
  add constraint admin_invitations_contact_check check (num_nonnulls(email, phone) = 1);
comment on column public.admin_invitations.email is
  'In lower case: the link went to this address, and proves it. Null for an invitation to a telephone number.';
comment on column public.admin_invitations.phone is
  'In international digits: the link went to this number, and whoever has it chooses the account.';
comment on column public.admin_invitations.token_hash is
  'Of the token in the link; the token itself is not stored.';
grant select (phone) on public.admin_invitations to authenticated;

create function private.invite_by_text(phone text, name text, role public.staff_role) returns text
language plpgsql security definer set search_path = '' as $$
declare
  number constant text := private.get_text_number(invite_by_text.phone);
  token constant text := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
begin
  perform private.lock_administrators();
  if number is null then
    raise exception using errcode = 'YA009', message = 'Ce numéro de téléphone est invalide';
  end if;
  delete from public.admin_invitations i where i.phone = number;
  insert into public.admin_invitations (phone, name, role, token_hash)
  values (number, btrim(invite_by_text.name), invite_by_text.role, sha256(convert_to(token, 'UTF8')));
  if not (select s.sends_texts from public.order_settings s) then
    return token;
  end if;
  insert into public.mails (subject_id, kind, recipient, payload)
  values (gen_random_uuid(), 'admin_invitation_text', number, jsonb_build_object('token', token));
  perform pg_notify('mails', '');
  return null;
end
$$;
create function public.invite_by_text(phone text, name text, role public.staff_role) returns text
language sql set search_path = '' as $$
  select private.invite_by_text(phone, name, role)
$$;
comment on function public.invite_by_text(text, text, public.staff_role) is
  'Invites the owner of a telephone number into the staff, which replaces an earlier invitation of that number: by a text message, and returns null; without a provider of text messages it returns the token of the link, which the caller sends. YA009: the number is invalid. 42501 without the right staff.manage.';

comment on function public.find_admin_invitation(text) is
  'The invitation of a link, for the page that it opens: for whom it is, and whether an account has this address, which is null for an invitation to a number. No row when it is over.';

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
  select lower(nullif(u.email, '')) into address from auth.users u where u.id = account and not u.is_anonymous;
  select * into invitation from public.admin_invitations i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now();
  if invitation.id is null then
    raise exception using errcode = 'YA009', message = 'Cette invitation n''est plus valable : demandez-en une autre';
  elsif address is distinct from coalesce(invitation.email, address) then
    raise exception using errcode = 'YA009',
      message = format('Cette invitation est pour %s : connectez-vous avec ce compte', invitation.email);
  elsif address is null then
    raise exception using errcode = 'YA009',
      message = 'Un compte sans adresse e-mail ne peut pas administrer la boutique';
  end if;
  delete from public.admin_invitations i where i.id = invitation.id;
  insert into public.admin_users (id, name, email, role)
  values (account, invitation.name, address, invitation.role)
  on conflict (id) do nothing;
  -- A link that went to the address has proven it. Whoever else is signed in is so from before the invitation.
  update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}'
  where i.provider = 'email' and i.user_id = account and invitation.email is not null;
  delete from auth.sessions s where s.user_id = account and s.id is distinct from private.get_session_id();
end
$$;
comment on function public.accept_admin_invitation(text) is
  'Makes the signed-in user a member of the staff with the role of the invitation, and ends the account''s other sessions. An invitation to an address is for the account with that address, one to a number for any account with an address. YA009: the invitation is over, for another address, or the account has none.';

revoke execute on all functions in schema private from public;
grant execute on function private.invite_by_text(text, text, public.staff_role) to authenticated, service_role;
revoke execute on function public.invite_by_text(text, text, public.staff_role) from public, anon;
grant execute on function public.invite_by_text(text, text, public.staff_role) to authenticated, service_role;
