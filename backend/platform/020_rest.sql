-- After a change of the schema the REST service must reload its schema cache: a hosted Supabase notifies it
-- by these two event triggers, so that no migration has to. Only a superuser may create them; without one, a
-- migration ends with `notify pgrst`.

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  -- Comments notify too, because the OpenAPI description contains them. Temporary tables are ignored.
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands()
    where schema_name is distinct from 'pg_temp'
      and (
        object_type in ('schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'type',
          'domain constraint', 'aggregate', 'cast', 'table constraint', 'table column', 'view column')
        or command_tag in ('COMMENT', 'CREATE RULE', 'CREATE TRIGGER', 'SELECT INTO', 'CREATE TABLE AS')
      )
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects()
    where not is_temporary
      and object_type in ('schema', 'table', 'foreign table', 'view', 'materialized view', 'function', 'trigger',
        'type', 'rule', 'aggregate', 'cast', 'table constraint', 'table column')
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
exception when insufficient_privilege or duplicate_object then
  null;
end
$$;
