-- Roles: the roles, schemas and privileges that a hosted Supabase already has, so that migrations written for
-- it run here unchanged. Roles belong to the cluster, not to the database: another database of the same
-- cluster may have created them already, or may be creating them concurrently, so each of them is checked
-- before it is created. Run by a superuser, or by a role that may create such roles (or has been made a
-- member of them) and owns the database.

do $$
declare
  spec record;
begin
  for spec in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit createrole'),
      ('supabase_storage_admin', 'login noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      -- A role cannot grant an attribute that it lacks; the shop needs neither of the two here.
      ('postgres', (
        select concat('login createrole bypassrls',
          case when rolsuper or rolcreatedb then ' createdb' end,
          case when rolsuper or rolreplication then ' replication' end)
        from pg_catalog.pg_roles where rolname = current_user))
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = spec.name) then
      begin
        execute format('create role %I %s', spec.name, spec.attributes);
      exception when duplicate_object or unique_violation then
        null; -- created by another database's setup since the check above
      end;
    end if;
  end loop;
end
$$;

do $$
declare
  spec record;
begin
  for spec in
    select * from (values
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'lock_timeout', '8s'),
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s')
    ) as settings (role, name, value)
  loop
    if not exists (
      select
      from pg_catalog.pg_db_role_setting s
      join pg_catalog.pg_roles r on r.oid = s.setrole
      where s.setdatabase = 0 and r.rolname = spec.role
        and format('%s=%s', spec.name, spec.value) = any (s.setconfig)
    ) then
      execute format('alter role %I set %I = %L', spec.role, spec.name, spec.value);
    end if;
  end loop;
end
$$;

do $$
declare
  spec record;
begin
  -- authenticator switches to one of the three roles for each request, and so does supabase_storage_admin,
  -- which owns the tables of storage, for a caller's requests there. postgres and the current user may act as
  -- every role: postgres runs migrations, and the current user may be the only role that DATABASE_URL offers.
  for spec in
    select granted.role, member.name as member
    from unnest(array['anon', 'authenticated', 'service_role']) as granted (role)
    cross join unnest(array['authenticator', 'supabase_storage_admin', 'postgres', current_user]) as member (name)
    union
    select granted.role, member.name
    from unnest(array['authenticator', 'supabase_auth_admin', 'supabase_storage_admin',
      'supabase_realtime_admin']) as granted (role)
    cross join unnest(array['postgres', current_user]) as member (name)
    union
    select 'postgres', current_user
    order by role, member
  loop
    if spec.role <> spec.member then
      begin
        execute format('grant %I to %I', spec.role, spec.member);
      exception
        when unique_violation then
          null; -- granted by another database's setup at the same moment
        when insufficient_privilege then
          -- Others have created these roles, for another database, and may have granted them as well.
          if not pg_catalog.pg_has_role(spec.member, spec.role, 'member') then
            raise;
          end if;
      end;
    end if;
  end loop;

  execute format('grant create, temporary on database %I to postgres', current_database());
end
$$;

alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- A new table of the shop is open to all three roles until it enables row-level security: migrations written
-- for a hosted Supabase rely on these grants, and those of the shop revoke them before they grant their own.
do $$
declare
  creator text;
begin
  foreach creator in array array['postgres', current_user]
  loop
    execute format(
      'alter default privileges for role %I in schema public
        grant all on tables to postgres, anon, authenticated, service_role', creator);
    execute format(
      'alter default privileges for role %I in schema public
        grant all on functions to postgres, anon, authenticated, service_role', creator);
    execute format(
      'alter default privileges for role %I in schema public
        grant all on sequences to postgres, anon, authenticated, service_role', creator);
  end loop;
end
$$;

create schema if not exists extensions authorization postgres;
grant usage on schema extensions to public;
create extension if not exists pgcrypto with schema extensions;

do $$
begin
  -- A build of Postgres may come without it; the shop itself does not need it.
  if exists (select from pg_catalog.pg_available_extensions where name = 'uuid-ossp') then
    create extension if not exists "uuid-ossp" with schema extensions;
  end if;
end
$$;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;
