-- Schema realtime as a hosted Supabase has it: the messages that the database itself sends, the policies on
-- which decide who receives and sends on private channels, and the functions that triggers of a shop call.
-- Policies are created by postgres, as on storage.objects.

create schema realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, postgres;

set role supabase_realtime_admin;

-- On hosted it is partitioned by day, so that old days are dropped. Here old rows are deleted.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'UTC'),
  inserted_at timestamp not null default (now() at time zone 'UTC'),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
comment on table realtime.messages is
  'Realtime: the messages that the database sent, retained for three days; policies on it decide who receives (select) and sends (insert) on a private channel.';
create index messages_topic_idx on realtime.messages (topic, inserted_at desc) where extension = 'broadcast';
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated;
grant all on realtime.messages to service_role;
grant all on realtime.messages to postgres with grant option;

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
comment on function realtime.topic() is 'The channel that is being joined, without its prefix: for policies.';

-- Not on hosted, which reads the log of the database: notifies each instance of the service of the message's
-- topic and id.
create function realtime.notify_message() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime_messages', pg_catalog.json_build_object('topic', new.topic, 'id', new.id)::text);
  return null;
end
$$;
create trigger messages_notify after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null and char_length(new.topic) <= 255)
  execute function realtime.notify_message();

-- Not on hosted either, whose apply_rls iterates over its subscribers in the same way. The query has one
-- parameter, a list of positions, and returns one jsonb; it is planned once for all callers of a role. The
-- callers are passed as arrays: a cursor would fetch the next caller under the role of the previous one. The
-- settings last until the transaction ends.
create function realtime.query_as_each_caller(roles text[], claims text[], positions text[], query text) returns jsonb
language plpgsql as $$
declare
  result jsonb;
  results jsonb[] := '{}';
begin
  -- A failed call has left its prepared statement behind.
  if exists (select from pg_catalog.pg_prepared_statements where name = 'realtime_query') then
    deallocate realtime_query;
  end if;
  perform pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true);
  for n in 1..pg_catalog.cardinality(roles) loop
    perform pg_catalog.set_config('request.jwt.claims', claims[n], true),
      pg_catalog.set_config('role', roles[n], true);
    if n = 1 then
      execute 'prepare realtime_query (int[]) as ' || query;
    end if;
    execute pg_catalog.format('execute realtime_query (%L)', positions[n]) into result;
    results := results || result;
  end loop;
  deallocate realtime_query;
  return pg_catalog.to_jsonb(results);
end
$$;
comment on function realtime.query_as_each_caller(text[], text[], text[], text) is
  'Runs the same query as each of these callers, in their order, with the positions that concern each caller.';
revoke execute on function realtime.query_as_each_caller(text[], text[], text[], text) from public;
grant execute on function realtime.query_as_each_caller(text[], text[], text[], text) to authenticator;
grant usage on schema realtime to authenticator;

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  -- The policies, which apply to a caller that sends under its own role, read the topic.
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when payload ? 'id' then payload else payload || pg_catalog.jsonb_build_object('id', message_id) end,
    event, topic, private, 'broadcast'
  );
exception when others then
  -- A failed broadcast must not roll back the change that it reports.
  raise warning 'A broadcast was not sent: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Broadcasts on a topic when the transaction commits. A failure is a warning.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'realtime.broadcast_changes is for triggers of each row, not of each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'realtime.broadcast_changes does not know the operation %', operation;
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'record', new, 'old_record', old, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For a row-level trigger: broadcasts the change on a private topic.';

reset role;
