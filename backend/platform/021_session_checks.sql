-- Checks of a request that the REST service makes within the statement that it sends anyway: whether the session
-- behind a token still exists, and whether a response becomes too large while it is built. A refusal is an error
-- with SQLSTATE PGRST, which the service answers as it is.

create function extensions.refuse_response(max_bytes bigint) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  raise sqlstate 'PGRST' using
    message = pg_catalog.json_build_object(
      'code', '54000',
      'message', 'The response is too large',
      'details', pg_catalog.format('It must not exceed %s bytes.', max_bytes),
      'hint', 'Select fewer columns and embedded resources, or fewer rows by a limit.')::text,
    detail = '{"status":413,"headers":{}}';
end
$$;
comment on function extensions.refuse_response(bigint) is
  'Ends a read whose response is larger than this; the REST service calls it.';
grant execute on function extensions.refuse_response(bigint) to anon, authenticated, service_role;

-- The owner of the sessions may read them whatever the role of the request.
set role supabase_auth_admin;

create function auth.require_session(id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = require_session.id
      and (s.not_after is null or s.not_after > pg_catalog.now())
      and (u.banned_until is null or u.banned_until <= pg_catalog.now())
      and u.deleted_at is null
  ) then
    return true;
  end if;
  raise sqlstate 'PGRST' using
    message = '{"code":"PGRST303","message":"JWT session not found","details":"The session has ended."}',
    detail = '{"status":401,"headers":{"WWW-Authenticate":"Bearer error=\"invalid_token\", error_description=\"JWT session not found\""}}';
end
$$;
comment on function auth.require_session(uuid) is
  'Refuses a request whose session has ended or whose user is banned or deleted; the REST service calls it.';
revoke all on function auth.require_session(uuid) from public;
grant execute on function auth.require_session(uuid) to authenticator;
grant usage on schema auth to authenticator;
do $$
begin
  -- With DATABASE_URL, its one role sends all requests.
  execute pg_catalog.format('grant execute on function auth.require_session(uuid) to %I', session_user);
  execute pg_catalog.format('grant usage on schema auth to %I', session_user);
end
$$;

reset role;
