-- Security events: what the auth service records about accounts, for administrators to read.
--
-- auth.audit_log_entries is Supabase Auth's own table, in its own form: payload {"action", "log_type", "actor_id",
-- "actor_username", "actor_via_sso", "traits"}. The actions are those of Supabase Auth (login, logout, user_signedup,
-- user_modified, user_updated_password, user_recovery_requested, factor_in_progress, verification_attempted,
-- factor_unenrolled, factor_deleted, identity_unlinked, …) and five of this shop: login_failed, limit_refused,
-- credentials_revoked, admin_granted and admin_revoked. Traits say what an action was about: {"reason"} of a refusal,
-- {"count"} of events that were recorded as one, {"provider"} of a sign-in, {"limit"} of a refusal by a limit.
--
-- list_security_events(of_account, of_actions, before_at, before_id, max_rows) returns one page, newest first. The
-- next page begins after the created_at and id of the last row.

create function private.list_security_events(
  of_account uuid, of_actions text[], before_at timestamptz, before_id uuid, max_rows integer
) returns table (
  id uuid, created_at timestamptz, action text, log_type text, account_id uuid, username text, ip_address text,
  traits jsonb
)
language plpgsql stable security definer rows 50 set search_path = '' as $$
begin
  perform private.require_administrator();
  return query
  select e.id, e.created_at, e.payload ->> 'action', e.payload ->> 'log_type',
    nullif(e.payload ->> 'actor_id', '00000000-0000-0000-0000-000000000000')::uuid,
    coalesce(e.payload ->> 'actor_username', ''), e.ip_address::text,
    coalesce((e.payload -> 'traits')::jsonb, '{}')
  from auth.audit_log_entries e
  where (before_at is null or (e.created_at, e.id) < (before_at, coalesce(before_id, '00000000-0000-0000-0000-000000000000')))
    and (of_account is null or e.payload ->> 'actor_id' = of_account::text)
    and (of_actions is null or e.payload ->> 'action' = any (of_actions))
  order by e.created_at desc, e.id desc
  limit greatest(1, least(coalesce(max_rows, 50), 200));
end
$$;
comment on function private.list_security_events(uuid, text[], timestamptz, uuid, integer) is
  'Reads the events for list_security_events. Security definer, because no role of the API may read schema auth.';

create function public.list_security_events(
  of_account uuid default null, of_actions text[] default null, before_at timestamptz default null,
  before_id uuid default null, max_rows integer default 50
) returns table (
  id uuid, created_at timestamptz, action text, log_type text, account_id uuid, username text, ip_address text,
  traits jsonb
)
language sql stable rows 50 set search_path = '' as $$
  select * from private.list_security_events(of_account, of_actions, before_at, before_id, max_rows)
$$;
comment on function public.list_security_events(uuid, text[], timestamptz, uuid, integer) is
  'A page of the security events, newest first, for administrators; an error for anyone else. of_account and of_actions restrict it, before_at and before_id are the created_at and id of the last row of the page before, max_rows is at most 200. account_id is null where nobody was identified, username the account''s address or number. traits holds what the action was about, such as {"reason": "invalid_credentials", "count": 12}.';

-- Administrators ---------------------------------------------------------------------------------------------------

create function private.record_admin_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  admin constant public.admin_users := case when tg_op = 'DELETE' then old else new end;
begin
  insert into auth.audit_log_entries (instance_id, id, payload, created_at)
  values (
    '00000000-0000-0000-0000-000000000000', gen_random_uuid(),
    json_build_object(
      'action', case when tg_op = 'DELETE' then 'admin_revoked' else 'admin_granted' end,
      'log_type', 'team', 'actor_id', admin.id, 'actor_username', admin.email, 'actor_via_sso', false
    ),
    now()
  );
  return null;
end
$$;
comment on function private.record_admin_change() is
  'Records that an account became an administrator, or is one no longer.';

create trigger admin_users_record_security_event after insert or delete on public.admin_users
  for each row execute function private.record_admin_change();

create function private.is_admin_account(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admin_users where id = account)
$$;
comment on function private.is_admin_account(uuid) is
  'For the auth service, whose rules for the passwords of administrators are stricter.';

-- Whoever made these accounts administrators vouched for their addresses: a recovery by mail does not count as the
-- first proof, which would remove their second factors.
update auth.identities set identity_data = identity_data || '{"email_verified": true}'
where provider = 'email' and user_id in (select a.id from public.admin_users a);

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.list_security_events(uuid, text[], timestamptz, uuid, integer)
  to authenticated, service_role;
grant execute on function private.is_admin_account(uuid) to supabase_auth_admin;
revoke execute on function public.list_security_events(uuid, text[], timestamptz, uuid, integer) from public, anon;
grant execute on function public.list_security_events(uuid, text[], timestamptz, uuid, integer)
  to authenticated, service_role;
