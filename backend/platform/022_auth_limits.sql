-- Limits of the auth service, and the order in which its events are read.

set role supabase_auth_admin;

-- Not on hosted: how often a code was typed. Five wrong ones end it, in whatever instance they arrive. The link of
-- the same mail stays valid, because nobody can guess it.
alter table auth.one_time_tokens add column attempts smallint not null default 0;

-- Not on hosted: events are listed newest first, for all accounts or for one, and deleted by age.
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc, id desc);
create index audit_log_entries_actor_id_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id desc);

reset role;
