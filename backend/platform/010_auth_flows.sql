-- Sign-in flows: the tables that the flows of schema auth need besides those of 002, for the state of a
-- sign-in at a provider, as a hosted Supabase stores it, and for the limits that all instances of the process
-- share.

set role supabase_auth_admin;

create table auth.oauth_client_states (
  id uuid not null primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);
comment on table auth.oauth_client_states is
  'Stores OAuth states for third-party provider authentication flows where Supabase acts as the OAuth client.';
create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

-- Not on hosted. Unlogged: after a crash of the database every bucket may as well be full again.
create unlogged table auth.rate_limits (
  key bytea not null primary key,
  tokens double precision not null,
  updated_at timestamptz not null
);
comment on table auth.rate_limits is
  'Token buckets that limit requests, mails and text messages; key is the SHA-256 of what is limited.';
create index rate_limits_updated_at_idx on auth.rate_limits (updated_at);

alter table auth.oauth_client_states enable row level security;
alter table auth.rate_limits enable row level security;

-- Not on hosted: the service deletes tokens by age, and finds the accounts that have a new number to confirm.
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);

create index users_phone_change_idx on auth.users (phone_change) where phone_change <> '';

grant all on auth.oauth_client_states, auth.rate_limits to postgres;
grant select on auth.oauth_client_states, auth.rate_limits to postgres with grant option;

reset role;
