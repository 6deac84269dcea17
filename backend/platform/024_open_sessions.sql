-- Which sessions are open, in one place: the services that ask must never differ about it.

set role supabase_auth_admin;

create view auth.open_sessions as
  select s.id
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  where (s.not_after is null or s.not_after > pg_catalog.now())
    and (u.banned_until is null or u.banned_until <= pg_catalog.now())
    and u.deleted_at is null;
comment on view auth.open_sessions is
  'The sessions that have not ended and whose user is neither banned nor deleted.';
revoke all on auth.open_sessions from public;

create or replace function auth.require_session(id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from auth.open_sessions s where s.id = require_session.id) then
    return true;
  end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PGRST303","message":"JWT session not found","details":"The session has ended."}',
    detail = '{"status":401,"headers":{"WWW-Authenticate":"Bearer error=\"invalid_token\", error_description=\"JWT session not found\""}}';
end
$$;

create or replace function auth.list_ended_sessions(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.id
  from unnest(ids) as i (id)
  where not exists (select from auth.open_sessions s where s.id = i.id)
$$;

reset role;
