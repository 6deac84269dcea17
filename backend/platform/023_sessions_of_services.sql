-- Storage and realtime look for the session behind a token as the REST service does.

grant usage on schema auth to supabase_storage_admin;

set role supabase_auth_admin;

grant execute on function auth.require_session(uuid) to supabase_storage_admin;

create function auth.list_ended_sessions(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select i.id
  from unnest(ids) as i (id)
  where not exists (
    select
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = i.id
      and (s.not_after is null or s.not_after > pg_catalog.now())
      and (u.banned_until is null or u.banned_until <= pg_catalog.now())
      and u.deleted_at is null
  )
$$;
comment on function auth.list_ended_sessions(uuid[]) is
  'Which of these sessions have ended, or have a user that is banned or deleted; the realtime service calls it.';
revoke all on function auth.list_ended_sessions(uuid[]) from public;
grant execute on function auth.list_ended_sessions(uuid[]) to authenticator;
do $$
begin
  -- With DATABASE_URL, its one role sends all requests.
  execute pg_catalog.format('grant execute on function auth.list_ended_sessions(uuid[]) to %I', session_user);
end
$$;

reset role;
