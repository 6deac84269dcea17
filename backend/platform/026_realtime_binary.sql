-- Broadcasts of bytes from the database, as newer versions of a hosted Supabase have them.

set role supabase_realtime_admin;

alter table realtime.messages add column binary_payload bytea;
alter table realtime.messages
  add constraint messages_payload_exclusive check (payload is null or binary_payload is null);

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  -- The policies, which apply to a caller that sends under its own role, read the topic.
  perform pg_catalog.set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  -- A failed broadcast must not roll back the change that it reports.
  raise warning 'A broadcast was not sent: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts bytes on a topic when the transaction commits. A failure is a warning.';

reset role;
