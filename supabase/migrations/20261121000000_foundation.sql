-- What every domain stands on: the schema of helpers that the API does not expose, text search by likeness, and
-- the two triggers that most tables carry.

create schema private;
comment on schema private is
  'Helpers of policies, triggers and procedures. Never exposed by the API; functions that run as their owner live only here.';
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.set_updated_at() is 'Keeps updated_at: what a client sends for it does not count.';

create function private.notify_table_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('table_changes', coalesce(tg_argv[0], tg_table_name));
  return null;
end
$$;
comment on function private.notify_table_change() is
  'Tells every copy of the shop, once for each transaction, that pages showing the table (or the name given as argument) are stale.';

revoke execute on all functions in schema private from public;
